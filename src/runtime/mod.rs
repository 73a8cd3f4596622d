//! What runs the state machine in a page: one transport, one timer. Both surfaces stand on it, the crate's own and the npm package's.

mod connection;
mod timer;

#[cfg(feature = "widget")]
pub(crate) use connection::State;
pub(crate) use connection::{Runtime, Surface};
#[cfg(feature = "widget")]
pub(crate) use timer::Timer;
