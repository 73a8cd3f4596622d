//! What a transition wants done, flat: numbers and values, with no types of its own. Whoever carries the orders out for JavaScript
//! passes them on as they are.

use super::{Answer, Failure, Outcome};
#[cfg(any(feature = "app", feature = "http"))]
use crate::wire::{Diagnostic, Finding, Oddity};
use crate::wire::{Fault, Invalid, Path, Reason, Value};

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
    /// `value` is an answer that is of no use, `more` why: see [`Packed`].
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
    /// Give the frame `value` to the transport. A client's `number` is the request's id, NaN for what is none.
    Send,
    /// Serve request `number` of the host's: its method is `more`, its params are `value`.
    Serve,
    /// The host wants no answer to request `number` any more, because of `value`.
    Abort,
    /// Events; `number` counts them. `value` is the arguments: an object, or a text where the host has sent one instead.
    ToolInput,
    /// `value` is the arguments so far, likewise.
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
    /// `value` is what was odd, see [`Packed`]; `more` is how often it was.
    Diagnostic,
    /// `value` is the params, `more` the method.
    Notification,
    /// For a client. Ends a call: `value` is what HTTP had to say, see `client::Refusal`.
    Http,
    /// The message `number` need not be delivered any more, nor answered: whatever carries it ends.
    Drop,
    /// Hear what the server says by itself (1), or do not any more (0): `number` says. 2: by the transport of 2024-11-05.
    Listen,
    /// The session has ended, as the server says: the next one begins without its id.
    Forget,
    /// A list has changed: `value` is the number of which, in the order tools, resources, prompts.
    ListChanged,
}

/// Something to do, in the order in which it was wanted.
#[derive(Clone, Debug)]
pub struct Order<V, T> {
    /// What.
    pub act: Act,
    /// An event that was said before (hosts repeat themselves after a remount).
    pub duplicate: bool,
    /// The id of a call, the number of a request that is served, or the number of an event.
    pub number: f64,
    /// See [`Act`].
    pub value: V,
    /// See [`Act`].
    pub more: V,
    /// Who waits for a call.
    pub waiter: Option<T>,
}

/// A text, a place and an item as one number: 8 bits for the text (an [`Oddity`] or a [`Reason`]), 8 for the [`Path`], and above them the
/// item, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct Packed(f64);

impl Packed {
    pub(crate) fn pack<V: Value>(text: u8, path: Path, item: u32) -> V {
        let low = u32::from(path as u8) << 8 | u32::from(text);
        V::from_number(f64::from(item) * 65_536.0 + f64::from(low))
    }

    fn of<V: Value>(value: &V) -> Self {
        Self(value.number().unwrap_or_default())
    }

    fn text(self) -> usize {
        self.0 as usize & 255
    }

    fn path(self) -> Path {
        let path = Path::ALL.get(self.0 as usize >> 8 & 255);
        path.copied().unwrap_or(Path::Root)
    }

    #[cfg(any(feature = "app", feature = "http"))]
    fn item(self) -> u32 {
        (self.0 / 65_536.0) as u32
    }

    #[cfg(any(feature = "app", feature = "http"))]
    fn finding(self) -> Finding {
        let oddity = Oddity::ALL.get(self.text());
        Finding {
            oddity: oddity.copied().unwrap_or(Oddity::NotAMessage),
            path: self.path(),
            item: self.item(),
        }
    }

    /// The oddity, and how often it was.
    #[cfg(any(feature = "app", feature = "http"))]
    pub(crate) fn diagnostic<V: Value>(value: &V, count: &V) -> Diagnostic {
        Diagnostic {
            finding: Self::of(value).finding(),
            count: count.number().unwrap_or_default() as u32,
        }
    }

    fn invalid(self) -> Invalid {
        let reason = Reason::ALL.get(self.text());
        Invalid {
            path: self.path(),
            reason: reason.copied().unwrap_or(Reason::Unreadable),
        }
    }
}

/// How a call ended: see [`Act`].
pub(crate) fn outcome<V: Value>(act: Act, value: V, more: V) -> Outcome<V> {
    Err(match act {
        Act::Result => return Ok(Answer { value, raw: more }),
        Act::Invalid => Failure::Invalid {
            invalid: Packed::of(&more).invalid(),
            raw: value,
        },
        act => failure(act, value),
    })
}

/// Why there is no connection, or no result.
pub(crate) fn failure<V: Value>(act: Act, value: V) -> Failure<V> {
    match act {
        Act::Error => Failure::Error(Fault { raw: value }),
        Act::Timeout => Failure::Timeout(value.number().unwrap_or_default()),
        Act::Aborted => Failure::Aborted(value),
        Act::Closed => Failure::Closed,
        Act::Transport => Failure::Transport(value),
        Act::Http => Failure::Http(value),
        _ => Failure::NoHost,
    }
}
