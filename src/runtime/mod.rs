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

use wasm_bindgen::JsValue;

use crate::bindings;
use crate::wire::{Js, Value};

/// What an exception says; absent if nothing.
fn message_of(error: &JsValue) -> Js {
    let message = read(error, "message");
    if message.as_js().is_string() {
        message
    } else {
        Js::absent()
    }
}

/// A member of an exception, inherited too: a `DOMException` has no others.
fn read(error: &JsValue, name: &str) -> Js {
    let read = if error.is_object() {
        bindings::reflect_get(error, &name.into()).ok()
    } else {
        None
    };
    read.map_or_else(Js::absent, Js::from)
}
