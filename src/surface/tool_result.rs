//! What a tool answered, for Rust.

use wasm_bindgen::JsValue;

use crate::rpc::Answer;
use crate::wire::{self, Js, Value};

/// What a tool answered. The payload stays as it is until it is asked for by type.
#[derive(Clone, Debug)]
pub struct ToolResult(wire::ToolResult<Js>);

impl From<wire::ToolResult<Js>> for ToolResult {
    fn from(result: wire::ToolResult<Js>) -> Self {
        Self(result)
    }
}

impl From<Answer<Js>> for ToolResult {
    fn from(Answer { value, raw }: Answer<Js>) -> Self {
        Self(wire::ToolResult { value, raw })
    }
}

impl ToolResult {
    /// Whether the tool failed; [`ToolResult::text`] says how.
    pub fn is_error(&self) -> bool {
        self.0.is_error()
    }

    /// The content blocks; [`crate::wire::Block`] tells their types.
    pub fn content(&self) -> Vec<JsValue> {
        {
            let content = self.0.content();
            (0..content.len())
                .map(|index| content.item(index).into_js())
                .collect()
        }
    }

    /// The text blocks, one per line.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// `structuredContent`; `undefined` if there is none.
    pub fn structured_content(&self) -> JsValue {
        self.0.structured_content().into_js()
    }

    /// `_meta`; `undefined` if there is none.
    pub fn meta(&self) -> JsValue {
        self.0.meta().into_js()
    }

    /// The structured result as a `T`; where a host has dropped it, from the JSON in the only text block.
    ///
    /// # Errors
    /// [`Error::Convert`](crate::Error::Convert) if it is no `T`, or there is none.
    #[cfg(feature = "serde")]
    pub fn structured<T: serde::de::DeserializeOwned>(&self) -> Result<T, crate::Error> {
        let mut value = self.structured_content();
        if value.is_undefined() && self.content().len() == 1 {
            value = crate::bindings::json_parse(&JsValue::from_str(&self.text()))
                .unwrap_or(JsValue::UNDEFINED);
        }
        super::typed(&value)
    }

    /// The result as an object of JavaScript: the one that arrived, if it was well formed.
    pub fn as_js(&self) -> &JsValue {
        self.0.value.as_js()
    }

    /// What arrived, where the result had to be mended.
    pub fn raw(&self) -> Option<&JsValue> {
        (!self.0.raw.is_absent()).then(|| self.0.raw.as_js())
    }
}
