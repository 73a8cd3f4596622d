//! The browser's objects as [`Value`]s. The payload stays what it is: only handles cross the boundary.

use js_sys::{Array, JsString, Object};
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::prelude::*;

#[cfg(any(not(feature = "js"), feature = "widget", feature = "client"))]
use super::Fields;
use super::{Kind, Value, Word, intrinsics};
use crate::bindings;

#[wasm_bindgen]
extern "C" {
    /// A JavaScript value as the codec sees it. A type of wasm-bindgen's own, so that a value that was only lent can be seen so too.
    #[derive(Clone, Debug)]
    pub type Js;
}

impl Js {
    /// Parses text with the browser's `JSON.parse`; a byte order mark is skipped.
    ///
    /// # Errors
    /// The `SyntaxError`.
    pub fn parse(text: &JsString) -> Result<Self, JsValue> {
        let text = if text.char_code_at(0) == 65_279.0 {
            text.slice(1, text.length())
        } else {
            text.clone()
        };
        bindings::json_parse(&text).map(Self::from)
    }

    /// The value of a JSON text of which perhaps only the beginning is there: see [`heal_json`](super::heal_json). `None` if this is none.
    #[cfg(feature = "widget")]
    pub fn heal(text: &JsString) -> Option<Self> {
        let length = text.length();
        // Half a pair at the end would become U+FFFD.
        let half =
            length > 0 && (0xD800..=0xDBFF).contains(&(text.char_code_at(length - 1) as u16));
        let text = String::from(text.slice(0, length - u32::from(half)));
        let healed = super::heal_json(&text)?;
        Self::parse(&JsString::from(&*healed)).ok()
    }

    /// The own member called `name`; absent if there is none, or this is neither an object nor an array.
    #[cfg(all(any(not(feature = "js"), feature = "widget"), not(feature = "client")))]
    #[must_use]
    pub fn named(&self, name: &str) -> Self {
        Fields::of(self).map_or_else(Self::absent, |_| {
            Self::from(intrinsics::own_named(self.as_js(), &name.into()))
        })
    }

    /// The value itself.
    pub fn into_js(self) -> JsValue {
        self.into()
    }

    /// The value itself.
    pub fn as_js(&self) -> &JsValue {
        self.as_ref()
    }

    /// A value that is only lent.
    pub fn lent(value: &JsValue) -> &Self {
        value.unchecked_ref()
    }
}

/// How an object's members are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// What is found there, whoever has it.
    Plain,
    /// After asking whether the object itself has it: its prototype may bring members of its own.
    Own,
}

impl Value for Js {
    type Access = Access;

    const PLAIN: Access = Access::Plain;

    const SHARED: bool = true;

    fn kind(&self) -> Kind {
        let kind = Kind::ALL.get(intrinsics::kind(self.as_js()) as usize);
        kind.copied().unwrap_or(Kind::Other)
    }

    #[inline]
    fn is_absent(&self) -> bool {
        // The package's glue has one handle for `undefined`; that of wasm-bindgen may have many.
        self.as_js().into_abi() == (&JsValue::UNDEFINED).into_abi()
            || (cfg!(not(feature = "js")) && self.as_js().is_undefined())
    }

    fn access(&self) -> Option<Access> {
        matches!(self.kind(), Kind::Object | Kind::Array).then_some(Access::Own)
    }

    fn member(&self, access: Access, key: Word) -> Self {
        Self::from(match access {
            Access::Plain => intrinsics::peek(self.as_js(), key),
            Access::Own => intrinsics::own(self.as_js(), key),
        })
    }

    fn has(&self, key: Word) -> bool {
        intrinsics::has(self.as_js(), key)
    }

    #[cfg(feature = "client")]
    fn named(&self, name: &str) -> Self {
        Fields::of(self).map_or_else(Self::absent, |_| {
            Self::from(intrinsics::own_named(self.as_js(), &name.into()))
        })
    }

    #[cfg(feature = "client")]
    fn put_named(&mut self, name: &str, value: &Self) {
        intrinsics::put_named(&mut self.obj, &name.into(), value.as_js());
    }

    fn names(&self) -> Vec<String> {
        let Ok(keys) = bindings::object_keys(self.as_js()) else {
            return Vec::new();
        };
        keys.iter().filter_map(|name| name.as_string()).collect()
    }

    fn size(&self) -> usize {
        intrinsics::size(self.as_js()) as usize
    }

    fn is_envelope(&self, members: usize) -> bool {
        intrinsics::is_envelope(self.as_js(), members as u32)
    }

    fn len(&self) -> usize {
        intrinsics::length(self.as_js()) as usize
    }

    fn item(&self, index: usize) -> Self {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Self::from(intrinsics::item(self.as_js(), index))
    }

    fn number(&self) -> Option<f64> {
        // `as_f64` goes through memory.
        (self.kind() == Kind::Number).then(|| self.as_js().unchecked_into_f64())
    }

    fn boolean(&self) -> Option<bool> {
        self.as_js().as_bool()
    }

    fn text(&self) -> Option<String> {
        self.as_js().as_string()
    }

    fn is_text(&self, text: &str) -> bool {
        *self.as_js() == JsValue::from_str(text)
    }

    fn is_word(&self, word: Word) -> bool {
        intrinsics::is(self.as_js(), word)
    }

    fn as_word(&self) -> Option<Word> {
        let word = intrinsics::word_of(self.as_js());
        Word::ALL.get(word as usize).copied()
    }

    fn is_same_id(&self, other: &Self) -> bool {
        self.as_js() == other.as_js()
    }

    fn id_number(&self) -> f64 {
        let number = self.integer();
        if number.is_nan() {
            intrinsics::spelled(self.as_js())
        } else {
            number
        }
    }

    fn integer(&self) -> f64 {
        intrinsics::integer(self.as_js())
    }

    fn absent() -> Self {
        Self::from(JsValue::UNDEFINED)
    }

    fn null() -> Self {
        Self::from(JsValue::NULL)
    }

    fn object() -> Self {
        Self::from(JsValue::from(Object::new()))
    }

    fn array(items: Vec<Self>) -> Self {
        Self::from(JsValue::from(
            items.into_iter().map(Self::into_js).collect::<Array>(),
        ))
    }

    fn from_number(number: f64) -> Self {
        Self::from(JsValue::from_f64(number))
    }

    fn from_bool(truth: bool) -> Self {
        Self::from(JsValue::from_bool(truth))
    }

    fn from_text(text: &str) -> Self {
        Self::from(JsValue::from_str(text))
    }

    fn word(word: Word) -> Self {
        Self::from(intrinsics::word(word))
    }

    #[cfg(all(feature = "js", not(feature = "widget")))]
    fn request(id: f64, method: &Self, params: &Self) -> Self {
        Self::from(intrinsics::request(id, method.as_js(), params.as_js()))
    }

    #[cfg(all(feature = "js", not(feature = "widget")))]
    fn notification(method: &Self, params: &Self) -> Self {
        Self::from(intrinsics::notification(method.as_js(), params.as_js()))
    }

    #[cfg(all(feature = "js", not(feature = "widget")))]
    fn reply(id: &Self, key: Word, payload: &Self) -> Self {
        Self::from(intrinsics::reply(id.as_js(), key, payload.as_js()))
    }

    fn copy(&self) -> Option<Self> {
        self.merged(&Self::object())
    }

    fn merged(&self, over: &Self) -> Option<Self> {
        let merged = Self::from(intrinsics::merged(self.as_js(), over.as_js()));
        (!merged.is_absent()).then_some(merged)
    }

    fn is_same_data(&self, other: &Self) -> bool {
        intrinsics::same(self.as_js(), other.as_js())
    }

    fn put(&mut self, key: Word, value: &Self) {
        intrinsics::put(&mut self.obj, key, value.as_js());
    }

    fn put_token(&mut self, token: f64) {
        intrinsics::put_token(&mut self.obj, token);
    }
}
