//! What a transition wants done.

use crate::session::{Millis, Served};
use crate::wire::{Diagnostic, Fault, Fields, Id, Invalid, Key, ToolResult, Value};

/// Something to do, in the order in which it was queued.
#[derive(Clone, Debug)]
pub enum Effect<V, T> {
    /// Give a frame to the transport.
    Send {
        /// The frame.
        frame: V,
        /// What it is, for the case that the transport refuses it.
        sent: Sent,
    },
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
        /// What is asked for.
        method: String,
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
pub enum Sent {
    /// A request of ours.
    Request(f64),
    /// A result for a request of the host's.
    Answer(Id),
    /// A refusal of a request of the host's.
    Refusal(Id),
    /// Nothing that anybody waits for.
    Other,
}

impl Sent {
    /// What one of our own frames is.
    pub fn of<V: Value>(frame: &V) -> Self {
        let Some(fields) = Fields::of(frame) else {
            return Self::Other;
        };
        let Ok(id) = fields.get(Key::Id).id() else {
            return Self::Other;
        };
        match id {
            Id::Number(number) if !fields.get(Key::Method).is_absent() => Self::Request(number),
            id if !fields.get(Key::Result).is_absent() => Self::Answer(id),
            id if !fields.get(Key::Error).is_absent() => Self::Refusal(id),
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
    /// What arrived, where `value` is not that.
    pub raw: Option<V>,
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

/// What can be listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Event {
    /// The arguments of the tool call that the widget shows.
    ToolInput = 0,
    /// The same while they are still being written.
    ToolInputPartial = 1,
    /// Its result.
    ToolResult = 2,
    /// It was cancelled.
    ToolCancelled = 3,
    /// Something in the host's context changed.
    HostContextChanged = 4,
    /// The connection's status changed.
    StatusChange = 5,
    /// An oddity was met.
    Diagnostic = 6,
    /// Any other notification.
    Notification = 7,
}

impl Event {
    /// Whether a host says this once, so that it is kept for late listeners; only the latest counts then.
    pub const fn is_kept(self) -> bool {
        (self as u8) < Self::HostContextChanged as u8
    }

    /// All events, by their numbers.
    pub const ALL: [Self; 8] = [
        Self::ToolInput,
        Self::ToolInputPartial,
        Self::ToolResult,
        Self::ToolCancelled,
        Self::HostContextChanged,
        Self::StatusChange,
        Self::Diagnostic,
        Self::Notification,
    ];
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
    /// A value.
    Value(V),
    /// A tool's result.
    Tool(ToolResult<V>),
    /// A status.
    Status(Status),
    /// An oddity.
    Diagnostic(Diagnostic),
    /// A notification.
    Notification {
        /// Its method.
        method: String,
        /// Its params; absent if there were none.
        params: V,
    },
}
