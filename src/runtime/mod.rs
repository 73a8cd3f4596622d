//! What runs the state machines in a page: one connection each, over what carries its messages, and one timer.

#[cfg(feature = "widget")]
mod connection;
#[cfg(feature = "http")]
mod link;
mod timer;

#[cfg(feature = "widget")]
pub(crate) use connection::{Runtime, State, Surface};
#[cfg(feature = "http")]
pub(crate) use link::{Above, Link, State as LinkState};
#[cfg(feature = "widget")]
pub(crate) use timer::Timer;
