//! MCP Apps as a pure state machine: handshake, what the host says once, calls, and serving the host.
//!
//! [`App`] holds the state; a transition queues [`Order`]s, and whoever carries them out does so when no transition is under way:
//! they reach foreign code, which may come back in at any depth. An order is flat, a number of [`Act`] and what belongs to it, so that it
//! crosses to JavaScript as it is; an [`Effect`] is the same, typed. [`receive`] reads a message *before* it touches the state, for
//! reading may run foreign code too.
//!
//! ```mermaid
//! stateDiagram-v2
//!     [*] --> Connecting: start (ui/initialize at 0, 1, 3 and 7 s)
//!     Connecting --> Ready: any answer (ui/notifications/initialized, then what was queued)
//!     Connecting --> Failed: 30 s · an error as the answer · the transport failed
//!     Ready --> Closed: close
//!     Connecting --> Closed: close
//!     Failed --> Closed: close
//! ```
//!
//! It is no DOM code, keeps no clock and makes no promises: time comes in as an argument.

mod effect;
mod handshake;
mod inbound;
mod note;
mod state;
mod store;

pub use crate::rpc::{Act, Answer, Failure, Order, Outcome, Packed, Sent, Status};
pub use effect::{Effect, Emission, Event, Payload};
pub use handshake::{Host, PROTOCOL_VERSION};
pub use inbound::receive;
pub use state::{App, Call};
pub use store::Stored;
