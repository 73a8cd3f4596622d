//! What runs the state machine in a page for a widget in Rust: one transport, one timer.

mod connection;
mod timer;

pub(crate) use connection::State;
pub(crate) use connection::{Runtime, Surface};
pub(crate) use timer::Timer;
