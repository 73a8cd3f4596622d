//! What runs the state machine in a page: one transport, one timer, listeners, handlers. Both surfaces stand on it, the crate's own and
//! the npm package's.

mod connection;
mod handlers;
mod listeners;
mod timer;

pub(crate) use connection::{Runtime, State, Waiter};
pub(crate) use handlers::Handler;
