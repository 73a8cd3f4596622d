//! Whom a message is for, where several connections share a window.

use super::{Message, Sort, Value, Word};

/// The addressee of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Address<V> {
    /// Everybody, or for one to serve: not for one in particular.
    All,
    /// Whoever made the request with this id.
    Caller(V),
    /// Whoever serves the request with this id.
    Server(V),
}

impl<V: Value> Address<V> {
    /// Whom this message is for.
    pub fn of(message: &Message<V>) -> Self {
        match message.sort {
            Sort::Result | Sort::Error if !message.id.is_absent() => {
                Self::Caller(message.id.clone())
            }
            Sort::Notification if message.method.is_word(Word::ProgressNotification) => {
                Self::named(&message.payload, Word::ProgressToken, Self::Caller)
            }
            Sort::Notification if message.method.is_word(Word::CancelledNotification) => {
                Self::named(&message.payload, Word::RequestId, Self::Server)
            }
            _ => Self::All,
        }
    }

    fn named(params: &V, key: Word, address: impl FnOnce(V) -> Self) -> Self {
        let id = params.field(key);
        if id.bad_id().is_some() {
            Self::All
        } else {
            address(id)
        }
    }
}
