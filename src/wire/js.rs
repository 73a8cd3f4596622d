//! The browser's objects as [`Value`]s. The payload stays what it is: only handles cross the boundary.

use js_sys::{Array, JsString, Number, Object};
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::prelude::*;

use super::{Key, Kind, Value, id::spelled_number};
use crate::bindings::{self, Plain, TEXT, UNREADABLE, VERSION};

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

    /// Sets a member where the page has spoilt `Object.prototype`: what is defined, not assigned, is not affected.
    #[cold]
    fn define(&mut self, key: Key, value: &JsValue) {
        let Ok(entries) = bindings::entries(self.as_js()) else {
            return;
        };
        entries.push(&Array::of2(&JsValue::from_str(key.name()), value));
        if let Ok(object) = bindings::from_entries(&entries) {
            *self = Self::from(JsValue::from(object));
        }
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
        } else if self.as_js().as_f64().is_some() {
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

    fn member(&self, access: Access, key: Key) -> Self {
        if access == Access::Own {
            return self.named(key.name());
        }
        let plain: &Plain = self.as_js().unchecked_ref();
        let read = match key {
            Key::Jsonrpc => plain.jsonrpc(),
            Key::Id => plain.id(),
            Key::Method => plain.method(),
            Key::Params => plain.params(),
            Key::Result => plain.result(),
            Key::Error => plain.error(),
            Key::Content => plain.content(),
            Key::IsError => plain.is_error(),
            Key::Type => plain.type_(),
            _ => return self.named(key.name()),
        };
        or_unreadable(read)
    }

    fn peek(&self, key: Key) -> Self {
        self.member(Access::Direct, key)
    }

    fn named(&self, name: &str) -> Self {
        let name = JsValue::from_str(name);
        let read = bindings::has_own(self.as_js(), &name).and_then(|own| {
            if own {
                bindings::reflect_get(self.as_js(), &name)
            } else {
                Ok(JsValue::UNDEFINED)
            }
        });
        or_unreadable(read)
    }

    fn has(&self, name: &str) -> bool {
        bindings::has_own(self.as_js(), &JsValue::from_str(name)).unwrap_or(false)
    }

    fn names(&self) -> Vec<String> {
        let Ok(keys) = bindings::object_keys(self.as_js()) else {
            return Vec::new();
        };
        keys.iter().filter_map(|name| name.as_string()).collect()
    }

    fn size(&self) -> usize {
        bindings::object_keys(self.as_js()).map_or(0, |keys| keys.length() as usize)
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
        self.as_js().as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.as_js().as_bool()
    }

    fn text(&self) -> Option<String> {
        self.as_js().as_string()
    }

    fn is_text(&self, text: &str) -> bool {
        if text == "text" {
            return TEXT.with(|text| AsRef::<JsValue>::as_ref(text) == self.as_js());
        }
        *self.as_js() == JsValue::from_str(text)
    }

    fn is_same_id(&self, other: &Self) -> bool {
        self.as_js() == other.as_js()
    }

    fn id_number(&self) -> f64 {
        let number = self.integer();
        if number.is_nan() {
            self.text().map_or(number, |text| spelled_number(&text))
        } else {
            number
        }
    }

    fn integer(&self) -> f64 {
        // Both answer with a number; `as_f64` goes through memory.
        if Number::is_integer(self.as_js()) {
            self.as_js().unchecked_into_f64()
        } else {
            f64::NAN
        }
    }

    fn is_version(&self) -> bool {
        VERSION.with(|version| AsRef::<JsValue>::as_ref(version) == self.as_js())
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

    fn frame() -> Self {
        let mut frame = Self::object();
        // No copy of the text, not even of its handle.
        VERSION.with(|version| {
            let plain: &Plain = frame.as_js().unchecked_ref();
            if plain.set_jsonrpc(version).is_err() {
                frame.define(Key::Jsonrpc, version);
            }
        });
        frame
    }

    fn copy(&self) -> Option<Self> {
        self.merged(&Self::object())
    }

    fn merged(&self, over: &Self) -> Option<Self> {
        // By definition, not by assignment: an own `__proto__` stays a member, and becomes nobody's prototype.
        let entries = bindings::entries(self.as_js()).ok()?;
        let entries = entries.concat(&bindings::entries(over.as_js()).ok()?);
        bindings::from_entries(&entries)
            .ok()
            .map(|merged| Self::from(JsValue::from(merged)))
    }

    fn is_same_data(&self, other: &Self) -> bool {
        match (
            bindings::json_stringify(self.as_js()),
            bindings::json_stringify(other.as_js()),
        ) {
            (Ok(one), Ok(two)) => one == two,
            _ => false,
        }
    }

    fn put(&mut self, key: Key, value: &Self) {
        let plain: &Plain = self.as_js().unchecked_ref();
        let set = match key {
            Key::Jsonrpc => plain.set_jsonrpc(value.as_js()),
            Key::Id => plain.set_id(value.as_js()),
            Key::Method => plain.set_method(value.as_js()),
            Key::Params => plain.set_params(value.as_js()),
            Key::ProgressToken => plain.set_progress_token(value.as_js()),
            _ => bindings::reflect_set(self.as_js(), &JsValue::from_str(key.name()), value.as_js())
                .map(drop),
        };
        if set.is_err() {
            self.define(key, value.as_js());
        }
    }
}
