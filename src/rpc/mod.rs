//! One end of a JSON-RPC connection as a pure state machine: requests of ours and of the other side's, and what is odd about its messages.
//!
//! `Endpoint` is what [`crate::app`] and `client` have in common. It knows no handshake and no transport: whoever stands above says when
//! something may be sent. What is wanted done is queued as [`Order`]s, flat; [`Outcome`] is how a call ends, typed.

mod endpoint;
mod order;
mod outcome;

pub(crate) use endpoint::{Endpoint, Reply, Ticket};
#[cfg(feature = "app")]
pub(crate) use order::failure;
pub(crate) use order::outcome;
pub use order::{Act, Order, Packed};
pub use outcome::{Answer, Failure, Outcome, Sent, Status};
