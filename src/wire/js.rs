//! The browser's objects as [`Value`]s. The payload stays what it is: only handles cross the boundary.

#[cfg(not(feature = "js"))]
use js_sys::Number;
use js_sys::{Array, JsString, Object};
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::prelude::*;

use super::{Fields, Kind, Value, Word, id::MAX_SAFE_INTEGER};
use crate::bindings::{self, Plain, UNREADABLE, WORDS};

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

    /// Sets a member where the page has spoilt `Object.prototype`: what is defined, not assigned, is not affected.
    #[cfg(not(feature = "js"))]
    #[cold]
    fn define(&mut self, key: Word, value: &JsValue) {
        let Ok(entries) = bindings::entries(self.as_js()) else {
            return;
        };
        let entry: Array = [&key.in_js(), value].into_iter().collect();
        entries.push(&entry);
        if let Ok(object) = bindings::from_entries(&entries) {
            *self = Self::from(JsValue::from(object));
        }
    }

    /// The own member of this name; absent if there is none.
    fn own(&self, name: &JsValue) -> Self {
        #[cfg(feature = "js")]
        let read = bindings::own(self.as_js(), name);
        #[cfg(not(feature = "js"))]
        let read = bindings::has_own(self.as_js(), name).and_then(|own| {
            if own {
                bindings::reflect_get(self.as_js(), name)
            } else {
                Ok(JsValue::UNDEFINED)
            }
        });
        or_unreadable(read)
    }

    /// The own member called `name`; absent if there is none, or this is neither an object nor an array.
    #[must_use]
    pub fn named(&self, name: &str) -> Self {
        Fields::of(self).map_or_else(Self::absent, |_| self.own(&name.into()))
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

/// What could not be read is something that JSON does not have, so that it is as odd as it should be.
fn or_unreadable(read: Result<JsValue, JsValue>) -> Js {
    Js::from(read.unwrap_or_else(|_| UNREADABLE.with(Clone::clone)))
}

impl Word {
    /// The text itself, which is in the page already.
    fn in_js(self) -> JsValue {
        WORDS.with(|words| {
            let words: &Plain = words.unchecked_ref();
            words.item(u32::from(self as u8)).unwrap_or_default()
        })
    }
}

thread_local! {
    // In every message.
    static VERSION: JsValue = Word::JsonrpcVersion.in_js();
    static TEXT: JsValue = Word::Text.in_js();
}

/// `as_f64` goes through memory, and the package's glue has no other use for it.
fn is_number(value: &JsValue) -> bool {
    Js::from(value.js_typeof()).is_word(Word::Number)
}

/// How an object's members are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// By a getter each: what is there is the object's own.
    Direct,
    /// After asking whether the object itself has it: its prototype may bring members of its own.
    Own,
}

impl Value for Js {
    type Access = Access;

    const PLAIN: Access = Access::Direct;

    const SHARED: bool = true;

    fn kind(&self) -> Kind {
        if self.is_absent() {
            Kind::Absent
        } else if self.as_js().is_null() {
            Kind::Null
        } else if self.is_array() {
            Kind::Array
        } else if self.as_js().is_object() {
            Kind::Object
        } else if self.as_js().is_string() {
            Kind::String
        } else if is_number(self.as_js()) {
            Kind::Number
        } else if self.as_js().as_bool().is_some() {
            Kind::Bool
        } else {
            Kind::Other
        }
    }

    fn is_object(&self) -> bool {
        self.as_js().is_object() && !self.is_array()
    }

    #[inline]
    fn is_absent(&self) -> bool {
        // The package's glue has one handle for `undefined`; that of wasm-bindgen may have many.
        self.as_js().into_abi() == (&JsValue::UNDEFINED).into_abi()
            || (cfg!(not(feature = "js")) && self.as_js().is_undefined())
    }

    fn is_null(&self) -> bool {
        self.as_js().is_null()
    }

    fn is_array(&self) -> bool {
        // Throws for a revoked Proxy.
        bindings::is_array(self.as_js()).unwrap_or(false)
    }

    fn is_string(&self) -> bool {
        self.as_js().is_string()
    }

    #[cfg(feature = "js")]
    fn access(&self) -> Option<Access> {
        // Where it matters, what is plain was read at first look.
        self.as_js().is_object().then_some(Access::Own)
    }

    #[cfg(not(feature = "js"))]
    fn access(&self) -> Option<Access> {
        // A primitive has the prototype of its class, or none that can be asked for.
        let plain = bindings::prototype_of(self.as_js())
            .is_ok_and(|prototype| bindings::OBJECT_PROTOTYPE.with(|plain| prototype == *plain));
        if plain {
            Some(Access::Direct)
        } else {
            self.as_js().is_object().then_some(Access::Own)
        }
    }

    fn member(&self, access: Access, key: Word) -> Self {
        if access == Access::Own {
            return self.own(&key.in_js());
        }
        let plain: &Plain = self.as_js().unchecked_ref();
        let read = match key {
            Word::Jsonrpc => plain.jsonrpc(),
            Word::Id => plain.id(),
            Word::Method => plain.method(),
            Word::Params => plain.params(),
            Word::Result => plain.result(),
            Word::Error => plain.error(),
            Word::Content => plain.content(),
            Word::IsError => plain.is_error(),
            Word::Type => plain.type_(),
            _ => return self.own(&key.in_js()),
        };
        or_unreadable(read)
    }

    fn has(&self, key: Word) -> bool {
        bindings::has_own(self.as_js(), &key.in_js()).unwrap_or(false)
    }

    fn names(&self) -> Vec<String> {
        let Ok(keys) = bindings::object_keys(self.as_js()) else {
            return Vec::new();
        };
        keys.iter().filter_map(|name| name.as_string()).collect()
    }

    fn size(&self) -> usize {
        #[cfg(feature = "js")]
        let size = bindings::size(self.as_js());
        #[cfg(not(feature = "js"))]
        let size = if self.as_js().is_object() {
            bindings::object_keys(self.as_js()).map(|keys| keys.length())
        } else {
            Ok(0)
        };
        size.map_or(0, |size| size as usize)
    }

    fn len(&self) -> usize {
        // A Proxy may claim any length; more than an array can have is a lie.
        let plain: &Plain = self.as_js().unchecked_ref();
        or_unreadable(plain.length())
            .number()
            .filter(|length| (0.0..4_294_967_296.0).contains(length))
            .map_or(0, |length| length as usize)
    }

    fn item(&self, index: usize) -> Self {
        let plain: &Plain = self.as_js().unchecked_ref();
        or_unreadable(plain.item(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    fn number(&self) -> Option<f64> {
        is_number(self.as_js()).then(|| self.as_js().unchecked_into_f64())
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
        match word {
            Word::JsonrpcVersion => VERSION.with(|version| version == self.as_js()),
            Word::Text => TEXT.with(|text| text == self.as_js()),
            _ => self.as_word() == Some(word),
        }
    }

    fn as_word(&self) -> Option<Word> {
        let index = WORDS.with(|words| words.index_of(self.as_js(), 0));
        Word::ALL.get(index as usize).copied()
    }

    fn is_same_id(&self, other: &Self) -> bool {
        self.as_js() == other.as_js()
    }

    fn id_number(&self) -> f64 {
        let number = self.integer();
        if !number.is_nan() || !self.as_js().is_string() {
            return number;
        }
        // What is written as it was read is canonical, and needs no copy in memory.
        let number = self.as_js().unchecked_into_f64();
        if (0.0..=MAX_SAFE_INTEGER).contains(&number)
            && number.trunc() == number
            && bindings::to_text(number) == *self.as_js()
        {
            number
        } else {
            f64::NAN
        }
    }

    #[cfg(feature = "js")]
    fn integer(&self) -> f64 {
        bindings::integer(self.as_js())
    }

    #[cfg(not(feature = "js"))]
    fn integer(&self) -> f64 {
        // Both answer with a number; `as_f64` goes through memory.
        if Number::is_integer(self.as_js()) {
            self.as_js().unchecked_into_f64()
        } else {
            f64::NAN
        }
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
        Self::from(word.in_js())
    }

    #[cfg(feature = "js")]
    fn request(id: f64, method: &Self, params: &Self) -> Self {
        Self::from(bindings::request(id, method.as_js(), params.as_js()))
    }

    #[cfg(feature = "js")]
    fn notification(method: &Self, params: &Self) -> Self {
        Self::from(bindings::notification(method.as_js(), params.as_js()))
    }

    #[cfg(feature = "js")]
    fn reply(id: &Self, key: Word, payload: &Self) -> Self {
        let fails = key == Word::Error;
        Self::from(bindings::reply(id.as_js(), fails, payload.as_js()))
    }

    fn copy(&self) -> Option<Self> {
        self.merged(&Self::object())
    }

    #[cfg(feature = "js")]
    fn merged(&self, over: &Self) -> Option<Self> {
        let merged = bindings::merge(self.as_js(), over.as_js());
        merged.ok().map(Self::from)
    }

    #[cfg(not(feature = "js"))]
    fn merged(&self, over: &Self) -> Option<Self> {
        // By definition, not by assignment: an own `__proto__` stays a member, and becomes nobody's prototype.
        let entries = bindings::entries(self.as_js()).ok()?;
        let entries = entries.concat(&bindings::entries(over.as_js()).ok()?);
        bindings::from_entries(&entries)
            .ok()
            .map(|merged| Self::from(JsValue::from(merged)))
    }

    #[cfg(feature = "js")]
    fn is_same_data(&self, other: &Self) -> bool {
        bindings::same(self.as_js(), other.as_js()).unwrap_or(false)
    }

    #[cfg(not(feature = "js"))]
    fn is_same_data(&self, other: &Self) -> bool {
        match (
            bindings::json_stringify(self.as_js()),
            bindings::json_stringify(other.as_js()),
        ) {
            (Ok(one), Ok(two)) => one == two,
            _ => false,
        }
    }

    #[cfg(feature = "js")]
    fn put(&mut self, key: Word, value: &Self) {
        bindings::put(self.as_js(), &key.in_js(), value.as_js());
    }

    #[cfg(not(feature = "js"))]
    fn put(&mut self, key: Word, value: &Self) {
        let set = bindings::reflect_set(self.as_js(), &key.in_js(), value.as_js());
        if set != Ok(true) {
            self.define(key, value.as_js());
        }
    }

    #[cfg(feature = "js")]
    fn put_token(&mut self, token: f64) {
        // Its place is there already, so nothing in a prototype is in its way.
        let plain: &Plain = self.as_js().unchecked_ref();
        let _ = plain.set_progress_token(token);
    }
}
