//! Whom a message is for, where several connections share a window.

use super::{Envelope, Fields, Id, Key, Value};

/// The addressee of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Address {
    /// Everybody, or for one to serve: not for one in particular.
    All,
    /// Whoever made the request with this id.
    Caller(Id),
    /// Whoever serves the request with this id.
    Server(Id),
}

impl Address {
    /// Whom this message is for.
    pub fn of<V: Value>(message: &Envelope<V>) -> Self {
        match message {
            Envelope::Result { id, .. } | Envelope::Error { id: Some(id), .. } => {
                Self::Caller(id.clone())
            }
            Envelope::Notification { method, params } => {
                let id = |key| Fields::of(params).and_then(|fields| fields.get(key).id().ok());
                match method.as_str() {
                    "notifications/progress" => id(Key::ProgressToken).map(Self::Caller),
                    "notifications/cancelled" => id(Key::RequestId).map(Self::Server),
                    _ => None,
                }
                .unwrap_or(Self::All)
            }
            _ => Self::All,
        }
    }
}
