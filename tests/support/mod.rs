//! What the native tests share.
#![allow(dead_code, reason = "each test target uses a part of it")]

pub(crate) mod arbitrary;
pub(crate) mod damage;
pub(crate) mod desk;
pub(crate) mod line;
pub(crate) mod reading;

use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Findings, Value};

/// The value that a text is, oddities and all.
pub(crate) fn json(text: &str) -> Json {
    Json::parse(text, &mut Findings::new()).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// The text of a value.
pub(crate) fn text(value: &Json) -> String {
    value
        .to_text()
        .unwrap_or_else(|| format!("<{:?}>", value.kind()))
}

/// The member of a value that is an object; absent otherwise.
pub(crate) fn member(value: &Json, name: &str) -> Json {
    value.named(name)
}

/// Text of arrays in arrays, so many.
pub(crate) fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}
