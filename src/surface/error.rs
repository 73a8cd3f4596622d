//! Why there is no result.

use std::fmt;

use wasm_bindgen::JsValue;

use crate::rpc::Failure;
use crate::session::Millis;
use crate::wire::{ErrorCode, Fault, Js};
#[cfg(feature = "http")]
use crate::wire::{Value, Word};

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
    /// No answer in time, which was so many milliseconds. The other side was told.
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
    /// The widget, or the client, was closed.
    Closed,
    /// The page is not embedded, or nobody answered the handshake.
    NoHost,
    /// The transport refused the message; what it threw.
    Transport(JsValue),
    /// A value could not be made from, or into, JavaScript.
    Convert(String),
    /// What came is no answer to the request: a failure, another type of content, or nothing at all. Status 0: the server was not reached, or
    /// what it sent broke off.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// use mcp_widget::Error;
    ///
    /// match client.call_tool("suggest_gifts", &()).await {
    ///     Err(Error::Http { status: 429, retry_after: Some(wait), .. }) => { /* again in so many milliseconds */ }
    ///     Err(Error::Http { status, body, .. }) => { /* the server said so */ }
    ///     other => drop(other?),
    /// }
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "http")]
    #[non_exhaustive]
    Http {
        /// The status; 0 if there is none.
        status: u16,
        /// The media type, without parameters.
        content_type: Option<String>,
        /// The beginning of the body.
        body: Option<String>,
        /// `WWW-Authenticate`, if the server lets pages read it.
        challenge: Option<Box<Challenge>>,
        /// How many milliseconds the server wants waited for.
        retry_after: Option<Millis>,
        /// With status 0: what the browser says of it, which is not much.
        cause: Option<JsValue>,
    },
}

/// What a server asks of whoever may not do what was asked (`WWW-Authenticate`; RFC 6750, RFC 9728).
///
/// ```
/// use mcp_widget::Challenge;
///
/// let challenge = Challenge::read(r#"Bearer error="invalid_token", scope="gifts""#);
/// assert_eq!(challenge.scope.as_deref(), Some("gifts"));
/// ```
#[cfg(feature = "http")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Challenge {
    /// As it came; empty if the server does not let pages read it.
    pub text: String,
    /// Where the server says who gives tokens for it.
    pub resource_metadata: Option<String>,
    /// What a token has to allow, separated by spaces.
    pub scope: Option<String>,
    /// Why the token was refused: `invalid_token`, `insufficient_scope`, …
    pub error: Option<String>,
    /// The same for people.
    pub error_description: Option<String>,
}

#[cfg(feature = "http")]
impl Challenge {
    /// What `Bearer` says in a `WWW-Authenticate`.
    pub fn read(text: &str) -> Self {
        let bearer = crate::http::challenge::bearer(text).unwrap_or_default();
        Self {
            text: text.into(),
            resource_metadata: bearer.resource_metadata,
            scope: bearer.scope,
            error: bearer.error,
            error_description: bearer.error_description,
        }
    }
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
            #[cfg(feature = "http")]
            Failure::Http(value) => {
                let text = |key| value.field(key).text();
                Self::Http {
                    status: value.field(Word::Status).number().unwrap_or_default() as u16,
                    content_type: text(Word::Type),
                    body: text(Word::Body),
                    challenge: text(Word::Challenge).map(|text| Box::new(Challenge::read(&text))),
                    retry_after: value.field(Word::RetryAfter).number(),
                    cause: Some(value.named("cause").into_js()).filter(|it| !it.is_undefined()),
                }
            }
            // A widget has none.
            #[cfg(not(feature = "http"))]
            Failure::Http(value) => Self::Transport(value.into_js()),
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
            Self::Closed => formatter.write_str("the connection is closed"),
            Self::NoHost => formatter.write_str("no MCP Apps host answers"),
            Self::Transport(_) => formatter.write_str("the transport refused the message"),
            #[cfg(feature = "http")]
            Self::Http {
                status: 0, cause, ..
            } => {
                formatter.write_str("the server was not reached, or broke off")?;
                match message_of(cause.as_ref()) {
                    Some(message) => write!(formatter, ": {message}"),
                    None => Ok(()),
                }
            }
            #[cfg(feature = "http")]
            Self::Http {
                status,
                content_type,
                body,
                ..
            } => explain(formatter, *status, content_type.as_deref(), body.is_some()),
            Self::Convert(reason) => write!(formatter, "a value could not be converted: {reason}"),
        }
    }
}

/// What an exception says, which may be a text itself.
#[cfg(feature = "http")]
fn message_of(thrown: Option<&JsValue>) -> Option<String> {
    let thrown = thrown?;
    let read = || crate::bindings::reflect_get(thrown, &"message".into()).ok();
    let message = if thrown.is_object() { read() } else { None };
    message.as_ref().unwrap_or(thrown).as_string()
}

/// What is wrong with an answer of HTTP's.
#[cfg(feature = "http")]
fn explain(
    formatter: &mut fmt::Formatter<'_>,
    status: u16,
    content_type: Option<&str>,
    has_body: bool,
) -> fmt::Result {
    if !matches!(status, 200..400) {
        return write!(formatter, "the server answered with HTTP status {status}");
    }
    match content_type {
        Some("text/event-stream") if has_body => {
            formatter.write_str("the server's stream says what is no message")
        }
        Some("text/event-stream") => {
            formatter.write_str("the server's stream ended before the answer")
        }
        None if !has_body => write!(
            formatter,
            "the server took the request with HTTP status {status} and gave no answer"
        ),
        Some("application/json") => formatter.write_str("there is no answer in the server's JSON"),
        kind => write!(
            formatter,
            "the server answered with {}, which is no message",
            kind.unwrap_or("content of no type")
        ),
    }
}

impl std::error::Error for Error {}

impl fmt::Display for RpcError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for RpcError {}
