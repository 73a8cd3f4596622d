//! Why there is no result.

use std::fmt;

use wasm_bindgen::JsValue;

use crate::rpc::Failure;
use crate::session::Millis;
use crate::wire::{ErrorCode, Fault, Js};

/// Why a call has no result, or a result no value of the type that was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The peer answered with a JSON-RPC error.
    Rpc(RpcError),
    /// The host refused what it was asked for: to open a link, to show a message, …
    Refused {
        /// What it said of it; empty if nothing.
        reason: String,
        /// The error that it refused with; `None` if its answer said so (`isError`).
        error: Option<RpcError>,
    },
    /// No answer in time, which was so many milliseconds. The host was told.
    Timeout(Millis),
    /// The answer cannot be used.
    InvalidResult {
        /// Where it is wrong: a JSON pointer.
        path: &'static str,
        /// What was wanted.
        reason: &'static str,
        /// What arrived.
        raw: JsValue,
    },
    /// The widget was closed.
    Closed,
    /// The page is not embedded, or nobody answered the handshake.
    NoHost,
    /// The transport refused the message; what it threw.
    Transport(JsValue),
    /// A value could not be made from, or into, JavaScript.
    Convert(String),
}

/// An error of JSON-RPC.
#[derive(Clone, Debug)]
pub struct RpcError {
    /// The code; NaN if the peer sent none.
    pub code: f64,
    /// What it says.
    pub message: String,
    /// What came with it; `undefined` if nothing.
    pub data: JsValue,
}

impl RpcError {
    /// An error to answer with.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code: f64::from(code.number()),
            message: message.into(),
            data: JsValue::UNDEFINED,
        }
    }
}

impl From<Fault<Js>> for RpcError {
    fn from(fault: Fault<Js>) -> Self {
        Self {
            code: fault.code().unwrap_or(f64::NAN),
            message: fault
                .message()
                .unwrap_or_else(|| "The request failed".into()),
            data: fault.data().into_js(),
        }
    }
}

impl From<Failure<Js>> for Error {
    fn from(failure: Failure<Js>) -> Self {
        match failure {
            Failure::Error(fault) => Self::Rpc(fault.into()),
            Failure::Invalid { invalid, raw } => Self::InvalidResult {
                path: invalid.path.as_str(),
                reason: invalid.reason.as_str(),
                raw: raw.into_js(),
            },
            Failure::Timeout(timeout) => Self::Timeout(timeout),
            // Only a dropped future aborts, and nobody looks at that one.
            Failure::Aborted(_) | Failure::Closed => Self::Closed,
            Failure::NoHost => Self::NoHost,
            Failure::Transport(reason) => Self::Transport(reason.into_js()),
        }
    }
}

#[cfg(feature = "serde")]
impl From<serde_wasm_bindgen::Error> for Error {
    fn from(error: serde_wasm_bindgen::Error) -> Self {
        Self::Convert(error.to_string())
    }
}

/// For `?` in functions that are exported to JavaScript: an `Error` with this text.
impl From<Error> for JsValue {
    fn from(error: Error) -> Self {
        match error {
            Error::Transport(reason) => reason,
            error => js_sys::Error::new(&error.to_string()).into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rpc(error) => error.fmt(formatter),
            Self::Refused { reason, .. } if reason.is_empty() => {
                formatter.write_str("the host refused")
            }
            Self::Refused { reason, .. } => write!(formatter, "the host refused: {reason}"),
            Self::Timeout(timeout) => write!(formatter, "no answer within {timeout} ms"),
            Self::InvalidResult { path, reason, .. } => {
                write!(formatter, "unusable answer at {path}: {reason}")
            }
            Self::Closed => formatter.write_str("the widget is closed"),
            Self::NoHost => formatter.write_str("no MCP Apps host answers"),
            Self::Transport(_) => formatter.write_str("the transport refused the message"),
            Self::Convert(reason) => write!(formatter, "a value could not be converted: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for RpcError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for RpcError {}
