//! What both surfaces for Rust have in common, widget and client: calls as futures, results, errors, guards, and serving requests. Neither of
//! them, and no protocol of its own.

mod call;
mod error;
mod handlers;
mod incoming;
mod log_level;
mod subscription;
mod tool_result;
mod until;

#[cfg(feature = "widget")]
pub(crate) use call::sealed;
pub use call::{Call, Pending, Progress};
pub(crate) use call::{Caller, Request, Slot};
#[cfg(feature = "widget")]
pub(crate) use call::{FromAnswer, object};
#[cfg(feature = "http")]
pub use error::Challenge;
pub use error::{Error, RpcError};
pub(crate) use handlers::{Handlers, Reply, Serving};
pub(crate) use incoming::attach;
#[cfg(feature = "widget")]
pub(crate) use incoming::serve;
pub use log_level::LogLevel;
pub use subscription::Subscription;
pub use tool_result::ToolResult;
pub(crate) use until::until;

use wasm_bindgen::JsValue;

use crate::bindings;
use crate::wire::{Js, Kind, Value};

/// A property of an object that is ours: cannot fail.
pub(crate) fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = bindings::reflect_set(object, &JsValue::from_str(name), value);
}

/// The params of a notification, which nobody else changes: an object, or absent. `None` if they are neither.
pub(crate) fn params_of(params: &JsValue) -> Option<Js> {
    let params = Js::from(params.clone());
    match params.kind() {
        Kind::Absent => Some(params),
        Kind::Object => params.copy(),
        _ => None,
    }
}

/// The arguments of a tool.
#[cfg(feature = "serde")]
pub(crate) fn arguments_of<A: serde::Serialize + ?Sized>(arguments: &A) -> Result<JsValue, Error> {
    // By default maps become JavaScript `Map`s, which no JSON has.
    let arguments = arguments.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?;
    // What `()` serializes to: no arguments.
    Ok(if arguments.is_null() {
        JsValue::UNDEFINED
    } else {
        arguments
    })
}

/// A value as a `T`. A copy is read: the value may have come without structured clone, and then its getters may throw.
#[cfg(feature = "serde")]
pub(crate) fn typed<T: serde::de::DeserializeOwned>(value: &JsValue) -> Result<T, Error> {
    let by_json = |_| bindings::json_stringify(value).and_then(|text| bindings::json_parse(&text));
    let copy = bindings::structured_clone(value).or_else(by_json);
    let copy = copy.map_err(|_| Error::Convert("the value cannot be read".into()))?;
    Ok(serde_wasm_bindgen::from_value(copy)?)
}
