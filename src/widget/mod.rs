//! The widget in a page.

mod handlers;
mod listeners;
mod runtime;
mod timer;

pub(crate) use handlers::Handler;

pub(crate) use runtime::{Runtime, Waiter};
