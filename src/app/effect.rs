//! What a transition wants done, typed.

use crate::rpc::{Act, Order, Outcome, Packed, Status, outcome};
use crate::session::Served;
use crate::wire::{Diagnostic, ToolResult, Value};

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

impl<V: Value, T> From<Order<V, T>> for Effect<V, T> {
    fn from(order: Order<V, T>) -> Self {
        let served = order.number as u32;
        match order.act {
            Act::Send => return Self::Send(order.value),
            Act::Serve => {
                return Self::Serve {
                    served,
                    method: order.more,
                    params: order.value,
                };
            }
            Act::Abort => {
                return Self::Abort {
                    served,
                    reason: order.value,
                };
            }
            _ => {}
        }
        let id = order.number;
        match (order.waiter, Event::of(order.act)) {
            (Some(waiter), _) if order.act == Act::Progress => Self::Progress {
                waiter,
                params: order.value,
            },
            (Some(waiter), _) => Self::Settle {
                waiter,
                id,
                outcome: outcome(order.act, order.value, order.more),
            },
            (None, event) => Self::Emit(Emission {
                event: event.unwrap_or(Event::Notification),
                payload: payload(order.act, order.value, order.more),
                sequence: order.number as u32,
                duplicate: order.duplicate,
            }),
        }
    }
}

pub(super) fn payload<V: Value>(act: Act, value: V, more: V) -> Payload<V> {
    match act {
        Act::Diagnostic => Payload::Diagnostic(Packed::diagnostic(&value, &more)),
        Act::ToolResult => Payload::Tool(ToolResult { value, raw: more }),
        Act::StatusChange => {
            let number = value.number().unwrap_or_default() as usize;
            let status = Status::ALL.get(number);
            Payload::Status(status.copied().unwrap_or(Status::Closed))
        }
        Act::Notification => Payload::Notification {
            method: more,
            params: value,
        },
        _ => Payload::Value(value),
    }
}
