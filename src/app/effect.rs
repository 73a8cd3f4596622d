//! What a transition wants done, typed.

use super::order::Act;
use crate::session::{Millis, Served};
use crate::wire::{Diagnostic, Fault, Invalid, ToolResult, Value, Word};

/// Something to do, in the order in which it was queued.
#[derive(Clone, Debug)]
pub enum Effect<V, T> {
    /// Give a frame to the transport.
    Send(V),
    /// Give a call its end. Each call gets exactly one.
    Settle {
        /// Who waits.
        waiter: T,
        /// The request's id.
        id: f64,
        /// How it ended.
        outcome: Outcome<V>,
    },
    /// Tell a call of its progress.
    Progress {
        /// Who waits.
        waiter: T,
        /// The params of the notification.
        params: V,
    },
    /// Tell listeners.
    Emit(Emission<V>),
    /// Serve a request of the host's; the answer goes to [`super::App::answer`].
    Serve {
        /// The request.
        served: Served,
        /// What is asked for: a string.
        method: V,
        /// An object, or absent.
        params: V,
    },
    /// The host wants no answer to a request any more.
    Abort {
        /// The request.
        served: Served,
        /// Why, if it was said.
        reason: V,
    },
}

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

/// What can be listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The arguments of the tool call that the widget shows.
    ToolInput,
    /// The same while they are still being written.
    ToolInputPartial,
    /// Its result.
    ToolResult,
    /// It was cancelled.
    ToolCancelled,
    /// Something in the host's context changed.
    HostContextChanged,
    /// The connection's status changed.
    StatusChange,
    /// An oddity was met.
    Diagnostic,
    /// Any other notification.
    Notification,
}

impl Event {
    /// Whether a host says this once, so that it is kept for late listeners; only the latest counts then.
    pub const fn is_kept(self) -> bool {
        matches!(
            self,
            Self::ToolInput | Self::ToolInputPartial | Self::ToolResult | Self::ToolCancelled
        )
    }

    const ACTS: [(Self, Act); 8] = [
        (Self::ToolInput, Act::ToolInput),
        (Self::ToolInputPartial, Act::ToolInputPartial),
        (Self::ToolResult, Act::ToolResult),
        (Self::ToolCancelled, Act::ToolCancelled),
        (Self::HostContextChanged, Act::HostContextChanged),
        (Self::StatusChange, Act::StatusChange),
        (Self::Diagnostic, Act::Diagnostic),
        (Self::Notification, Act::Notification),
    ];

    pub(super) fn of(act: Act) -> Option<Self> {
        let known = Self::ACTS.iter().find(|(_, known)| *known == act)?;
        Some(known.0)
    }

    pub(super) fn act(self) -> Act {
        let known = Self::ACTS.iter().find(|(known, _)| *known == self);
        known.map_or(Act::Notification, |(_, act)| *act)
    }
}

/// Something for listeners.
#[derive(Clone, Debug)]
pub struct Emission<V> {
    /// What happened.
    pub event: Event,
    /// What goes with it.
    pub payload: Payload<V>,
    /// Counts up with every emission.
    pub sequence: u32,
    /// Whether the same thing was said before (hosts repeat themselves after a remount).
    pub duplicate: bool,
}

/// What an event carries.
#[derive(Clone, Debug)]
pub enum Payload<V> {
    /// A value: an object, except where a host has sent the arguments of a tool as text.
    Value(V),
    /// A tool's result.
    Tool(ToolResult<V>),
    /// A status.
    Status(Status),
    /// An oddity.
    Diagnostic(Diagnostic),
    /// A notification.
    Notification {
        /// Its method: a string.
        method: V,
        /// Its params; absent if there were none.
        params: V,
    },
}
