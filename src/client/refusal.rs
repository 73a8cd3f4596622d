//! Why a message was not delivered, or its answer not read.

use crate::rpc::Act;
use crate::wire::{Value, Word};

/// What became of a message instead of an answer.
#[derive(Clone, Debug)]
pub struct Refusal<V> {
    /// HTTP's status; 0 if there was no answer of any kind.
    pub status: u16,
    /// The server knows the session no more that the message named.
    pub lost: bool,
    /// The `error` of the JSON-RPC message that came with it; absent if none did.
    pub error: V,
    /// How a call ends with it: [`Act::Http`] or [`Act::Transport`].
    pub act: Act,
    /// What goes with that.
    pub value: V,
}

impl<V: Value> Refusal<V> {
    /// Nothing came back; `reason` is what was thrown.
    pub fn transport(reason: V) -> Self {
        Self {
            status: 0,
            lost: false,
            error: V::absent(),
            act: Act::Transport,
            value: reason,
        }
    }

    /// The server was not reached, or what it sent broke off; `reason` is what the browser says.
    #[cfg(feature = "http")]
    pub(crate) fn unreachable(reason: &V) -> Self {
        let mut refusal = Self::http(0, V::absent(), V::absent());
        refusal.value.put_named("cause", reason);
        refusal
    }

    /// HTTP says so. `body` is the beginning of what came: a text, or absent; `kind` is its content type.
    pub fn http(status: u16, kind: V, body: V) -> Self {
        let mut value = V::object();
        value.put(Word::Status, &V::from_number(f64::from(status)));
        for (key, part) in [(Word::Type, kind), (Word::Body, body)] {
            if !part.is_absent() {
                value.put(key, &part);
            }
        }
        Self {
            status,
            lost: false,
            error: V::absent(),
            act: Act::Http,
            value,
        }
    }
}
