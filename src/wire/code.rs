//! Error codes of JSON-RPC and MCP.

use super::Word;

/// The numbers that JSON-RPC 2.0 and the versions of MCP give a meaning. Any other number is passed on untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The text was not JSON.
    ParseError = -32700,
    /// The message was no valid request.
    InvalidRequest = -32600,
    /// No such method.
    MethodNotFound = -32601,
    /// Wrong parameters; also an unknown tool or prompt, and from 2026-07-28 an unknown resource.
    InvalidParams = -32602,
    /// The other side failed.
    InternalError = -32603,
    /// No such resource (until 2025-11-25).
    ResourceNotFound = -32002,
    /// An elicitation by URL is needed first (2025-11-25).
    UrlElicitationRequired = -32042,
    /// A header does not fit the body (from 2026-07-28).
    HeaderMismatch = -32020,
    /// The client lacks a capability that the request needs (from 2026-07-28).
    MissingRequiredClientCapability = -32021,
    /// The protocol version is not supported (from 2026-07-28).
    UnsupportedProtocolVersion = -32022,
}

impl ErrorCode {
    /// The code with this number.
    pub const fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            -32700 => Self::ParseError,
            -32600 => Self::InvalidRequest,
            -32601 => Self::MethodNotFound,
            -32602 => Self::InvalidParams,
            -32603 => Self::InternalError,
            -32002 => Self::ResourceNotFound,
            -32042 => Self::UrlElicitationRequired,
            -32020 => Self::HeaderMismatch,
            -32021 => Self::MissingRequiredClientCapability,
            -32022 => Self::UnsupportedProtocolVersion,
            _ => return None,
        })
    }

    /// The number on the wire.
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// The message of the codes that the state machine answers with.
    #[cfg(any(feature = "app", feature = "client"))]
    pub(crate) const fn word(self) -> Word {
        match self {
            Self::InvalidRequest => Word::InvalidRequest,
            Self::InvalidParams => Word::InvalidParams,
            Self::MethodNotFound => Word::MethodNotFound,
            _ => Word::InternalError,
        }
    }

    /// The text that goes with the code when we are the ones to answer.
    pub const fn message(self) -> &'static str {
        match self {
            Self::ParseError => "Parse error",
            Self::InvalidRequest => Word::InvalidRequest.as_str(),
            Self::MethodNotFound => Word::MethodNotFound.as_str(),
            Self::InvalidParams => Word::InvalidParams.as_str(),
            Self::InternalError => Word::InternalError.as_str(),
            Self::ResourceNotFound => "Resource not found",
            Self::UrlElicitationRequired => "URL elicitation required",
            Self::HeaderMismatch => "Header mismatch",
            Self::MissingRequiredClientCapability => "Missing required client capability",
            Self::UnsupportedProtocolVersion => "Unsupported protocol version",
        }
    }
}
