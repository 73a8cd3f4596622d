//! What the npm package's engines export. Nothing here is an API for people.

#[cfg(feature = "client")]
mod client;
#[cfg(feature = "app")]
mod widget;

#[cfg(feature = "client")]
pub use client::{Client, Events, is_header};
#[cfg(feature = "app")]
pub use widget::Peer;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::bindings::Callee;
use crate::session::Millis;
use crate::wire::Js;

/// Asks to be woken at a time: never if that is infinite. Stands beside the numbers of [`crate::rpc::Act`], in `act.ts` too.
const WAKE: u32 = 255;

const NEVER: Millis = f64::INFINITY;

/// Tells the package, which must not throw.
fn tell(to: &Function, act: u32, tag: u32, number: f64, value: &Js, more: &Js) -> bool {
    let to: &Callee = to.unchecked_ref();
    let receiver = &JsValue::UNDEFINED;
    to.tell(receiver, act, tag, number, value.as_js(), more.as_js())
}
