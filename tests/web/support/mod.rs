//! What the tests share.

mod host;
#[cfg(feature = "http")]
mod instead;
#[cfg(feature = "http")]
mod server;
mod value;
mod wait;

pub(crate) use host::{DELIVERIES, Delivery, Host, Request};
#[cfg(feature = "http")]
pub(crate) use instead::Instead;
#[cfg(feature = "http")]
pub(crate) use server::Server;
pub(crate) use value::{get, js, json, number, text, with};
pub(crate) use wait::{sleep, soon, start, turn};
