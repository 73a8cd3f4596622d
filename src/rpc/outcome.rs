//! How a call ends, and what a connection is up to, typed.

use crate::session::Millis;
use crate::wire::{Fault, Invalid, Value, Word};

/// What a frame is.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent<V> {
    /// A request of ours.
    Request(f64),
    /// The answer to a request of the host's that has this id, with something in it that may be to blame: a result, or an error's data.
    Answer(V),
    /// Nothing that anybody waits for.
    Other,
}

impl<V: Value> Sent<V> {
    /// What one of our own frames is.
    pub fn of(frame: &V) -> Self {
        let id = frame.field(Word::Id);
        let has = |key| !frame.field(key).is_absent();
        match id.integer() {
            number if !number.is_nan() && has(Word::Method) => Self::Request(number),
            _ if has(Word::Result) || !frame.field(Word::Error).field(Word::Data).is_absent() => {
                Self::Answer(id)
            }
            _ => Self::Other,
        }
    }
}

/// How a call ended.
pub type Outcome<V> = Result<Answer<V>, Failure<V>>;

/// The payload of a reply.
#[derive(Clone, Debug)]
pub struct Answer<V> {
    /// What to hand out: the result as it arrived, wherever that is of use.
    pub value: V,
    /// What arrived, where `value` is not that; else absent.
    pub raw: V,
}

/// Why a call has no result.
#[derive(Clone, Debug)]
pub enum Failure<V> {
    /// The host answered with a JSON-RPC error.
    Error(Fault<V>),
    /// The answer is of no use.
    Invalid {
        /// What is wrong with it.
        invalid: Invalid,
        /// The answer.
        raw: V,
    },
    /// No answer in time.
    Timeout(Millis),
    /// The caller gave it up, for this reason.
    Aborted(V),
    /// The widget was closed.
    Closed,
    /// Nobody answered the handshake, or there is no parent window.
    NoHost,
    /// The transport refused the message, for this reason.
    Transport(V),
    /// For a client: what HTTP had to say, see `client::Refusal`.
    Http(V),
}

/// Where the connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// The handshake is under way. Calls wait.
    Connecting,
    /// Connected.
    Ready,
    /// No connection. Calls fail.
    Failed,
    /// Closed by us or by the transport. Calls fail.
    Closed,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Connecting, Self::Ready, Self::Failed, Self::Closed];
}
