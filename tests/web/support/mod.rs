//! What the tests share.

mod host;
mod value;
mod wait;

pub(crate) use host::{DELIVERIES, Delivery, Host, Request};
pub(crate) use value::{get, js, json, number, text, with};
pub(crate) use wait::{sleep, soon, start, turn};
