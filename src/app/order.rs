//! What a transition wants done, flat: numbers and values, with no types of its own. Whoever carries the orders out for JavaScript
//! passes them on as they are; [`Effect`] is the same, typed.

use super::{Answer, Effect, Emission, Event, Failure, Outcome, Payload, Status};
use crate::wire::{Diagnostic, Fault, Invalid, ToolResult, Value};

/// What is to be done. The first nine are about calls; all but progress end one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Act {
    /// `value` is the result, `more` what arrived if that is something else.
    Result,
    /// `value` is the params of the notification.
    Progress,
    /// `value` is the JSON-RPC error.
    Error,
    /// `value` is an answer that is of no use, because of `invalid`.
    Invalid,
    /// No answer within `value` milliseconds.
    Timeout,
    /// The caller gave it up because of `value`.
    Aborted,
    /// The widget was closed.
    Closed,
    /// There is no host.
    NoHost,
    /// The transport refused the message because of `value`.
    Transport,
    /// Give the frame `value` to the transport.
    Send,
    /// Serve request `number` of the host's: its method is `more`, its params are `value`.
    Serve,
    /// The host wants no answer to request `number` any more, because of `value`.
    Abort,
    /// Events; `number` counts them. `value` is the arguments.
    ToolInput,
    /// `value` is the arguments so far.
    ToolInputPartial,
    /// `value` is the result, `more` what arrived if that is something else.
    ToolResult,
    /// `value` is the params of the notification.
    ToolCancelled,
    /// `value` is the change, `more` the whole context.
    HostContextChanged,
    /// `value` is the number of the status; `more` is an array: what the host said of itself (info, capabilities, context, version),
    /// or why there is no connection (an act that ends a call, with its value).
    StatusChange,
    /// `note` is what was odd.
    Diagnostic,
    /// `value` is the params, `more` the method.
    Notification,
}

/// Something to do, in the order in which it was wanted.
#[derive(Clone, Debug)]
pub struct Order<V, T> {
    /// What.
    pub act: Act,
    /// An event that was said before (hosts repeat themselves after a remount).
    pub duplicate: bool,
    /// Why an answer is of no use.
    pub invalid: Option<Invalid>,
    /// What was odd.
    pub note: Option<Diagnostic>,
    /// The id of a call, the number of a request that is served, or the number of an event.
    pub number: f64,
    /// See [`Act`].
    pub value: V,
    /// See [`Act`].
    pub more: V,
    /// Who waits for a call.
    pub waiter: Option<T>,
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
                outcome: outcome(order.act, order.invalid, order.value, order.more),
            },
            (None, event) => Self::Emit(Emission {
                event: event.unwrap_or(Event::Notification),
                payload: payload(order.act, order.note, order.value, order.more),
                sequence: order.number as u32,
                duplicate: order.duplicate,
            }),
        }
    }
}

fn outcome<V>(act: Act, invalid: Option<Invalid>, value: V, more: V) -> Outcome<V>
where
    V: Value,
{
    Err(match (act, invalid) {
        (_, Some(invalid)) => Failure::Invalid {
            invalid,
            raw: value,
        },
        (Act::Result, _) => return Ok(Answer { value, raw: more }),
        (act, _) => failure(act, value),
    })
}

/// Why there is no connection, or no result.
pub(super) fn failure<V: Value>(act: Act, value: V) -> Failure<V> {
    match act {
        Act::Error => Failure::Error(Fault { raw: value }),
        Act::Timeout => Failure::Timeout(value.number().unwrap_or_default()),
        Act::Aborted => Failure::Aborted(value),
        Act::Closed => Failure::Closed,
        Act::Transport => Failure::Transport(value),
        _ => Failure::NoHost,
    }
}

pub(super) fn payload<V: Value>(
    act: Act,
    note: Option<Diagnostic>,
    value: V,
    more: V,
) -> Payload<V> {
    match (act, note) {
        (_, Some(note)) => Payload::Diagnostic(note),
        (Act::ToolResult, _) => Payload::Tool(ToolResult { value, raw: more }),
        (Act::StatusChange, _) => {
            let number = value.number().unwrap_or_default();
            let same = |status: &Status| f64::from(*status as u8) == number;
            let status = Status::ALL.into_iter().find(same);
            Payload::Status(status.unwrap_or(Status::Closed))
        }
        (Act::Notification, _) => Payload::Notification {
            method: more,
            params: value,
        },
        _ => Payload::Value(value),
    }
}
