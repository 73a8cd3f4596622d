//! What can go wrong in a command of the project.

use std::{fmt, io};

/// The result of a step of a command.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// A failure, told so that the reader knows what to do next.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command line makes no sense.
    Usage(String),
    /// A file or process could not be used.
    Io { doing: String, source: io::Error },
    /// A program ran and failed; its own output says why.
    Failed { command: String, status: String },
    /// Something is not there, and this is how to get it.
    Missing { what: String, remedy: String },
    /// A step that this one needs failed before; it has been reported there.
    Blocked(String),
}

impl Error {
    /// For `map_err`: says what was being done when the system refused.
    pub(crate) fn io(doing: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Io { doing, source }
    }

    pub(crate) fn missing(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Missing {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Blocked(text) => out.write_str(text),
            Self::Io { doing, source } => write!(out, "{doing}: {source}"),
            Self::Failed { command, status } => write!(out, "`{command}` failed ({status})"),
            Self::Missing { what, remedy } => write!(out, "{what}\n  {remedy}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
