//! JavaScript values, made and looked at.

use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::prelude::*;

/// The value of a JavaScript expression.
pub(crate) fn js(expression: &str) -> JsValue {
    js_sys::eval(&format!("({expression})")).expect("an expression")
}

/// The value of an expression in which this value is called `it`.
pub(crate) fn with(it: &JsValue, expression: &str) -> JsValue {
    Function::new_with_args("it", &format!("return ({expression});"))
        .call1(&JsValue::UNDEFINED, it)
        .expect("an expression")
}

/// A value as JSON; what has none, `undefined` say, as its JavaScript text.
pub(crate) fn json(value: &JsValue) -> String {
    JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_else(|| format!("{value:?}"))
}

/// A member by its path: `params.arguments.0`.
pub(crate) fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| {
        Reflect::get(&value, &name.into()).unwrap_or(JsValue::UNDEFINED)
    })
}

/// The text at this path.
pub(crate) fn text(value: &JsValue, path: &str) -> String {
    get(value, path)
        .as_string()
        .unwrap_or_else(|| panic!("no text at {path} of {}", json(value)))
}

/// The number at this path.
pub(crate) fn number(value: &JsValue, path: &str) -> f64 {
    get(value, path)
        .as_f64()
        .unwrap_or_else(|| panic!("no number at {path} of {}", json(value)))
}
