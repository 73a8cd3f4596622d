//! The browser's objects as [`Value`]s. The payload stays what it is: only handles cross the boundary.

use js_sys::{Array, JsString, Number, Object};
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::{JsCast, JsValue};

use super::{Key, Kind, Value, id::spelled_number};
use crate::bindings::{self, Plain, TEXT, UNREADABLE, VERSION};

/// A JavaScript value as the codec sees it.
#[derive(Clone, Debug)]
pub struct Js(JsValue);

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
        bindings::json_parse(&text).map(Self)
    }

    /// Sets a member where the page has spoilt `Object.prototype`: what is defined, not assigned, is not affected.
    #[cold]
    fn define(&mut self, key: Key, value: &JsValue) {
        let Ok(entries) = bindings::entries(&self.0) else {
            return;
        };
        entries.push(&Array::of2(&JsValue::from_str(key.name()), value));
        if let Ok(object) = bindings::from_entries(&entries) {
            self.0 = object.into();
        }
    }

    /// The value itself.
    pub fn into_js(self) -> JsValue {
        self.0
    }

    /// The value itself.
    pub const fn as_js(&self) -> &JsValue {
        &self.0
    }
}

impl From<JsValue> for Js {
    fn from(value: JsValue) -> Self {
        Self(value)
    }
}

/// What could not be read is something that JSON does not have, so that it is as odd as it should be.
fn or_unreadable(read: Result<JsValue, JsValue>) -> Js {
    Js(read.unwrap_or_else(|_| UNREADABLE.with(Clone::clone)))
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

    fn kind(&self) -> Kind {
        if self.is_absent() {
            Kind::Absent
        } else if self.0.is_null() {
            Kind::Null
        } else if self.is_array() {
            Kind::Array
        } else if self.0.is_object() {
            Kind::Object
        } else if self.0.is_string() {
            Kind::String
        } else if self.0.as_f64().is_some() {
            Kind::Number
        } else if self.0.as_bool().is_some() {
            Kind::Bool
        } else {
            Kind::Other
        }
    }

    fn is_object(&self) -> bool {
        self.0.is_object() && !self.is_array()
    }

    fn is_absent(&self) -> bool {
        // The package's glue has one handle for `undefined`; that of wasm-bindgen has more.
        (&self.0).into_abi() == (&JsValue::UNDEFINED).into_abi()
            || (cfg!(not(feature = "js")) && self.0.is_undefined())
    }

    fn is_null(&self) -> bool {
        self.0.is_null()
    }

    fn is_array(&self) -> bool {
        // Throws for a revoked Proxy.
        bindings::is_array(&self.0).unwrap_or(false)
    }

    fn access(&self) -> Option<Access> {
        // A primitive has the prototype of its class, or none that can be asked for.
        let plain = bindings::prototype_of(&self.0)
            .is_ok_and(|prototype| bindings::OBJECT_PROTOTYPE.with(|plain| prototype == *plain));
        if plain {
            Some(Access::Direct)
        } else {
            self.0.is_object().then_some(Access::Own)
        }
    }

    fn member(&self, access: Access, key: Key) -> Self {
        if access == Access::Own {
            return self.named(key.name());
        }
        let plain: &Plain = self.0.unchecked_ref();
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
        let read = bindings::has_own(&self.0, &name).and_then(|own| {
            if own {
                bindings::reflect_get(&self.0, &name)
            } else {
                Ok(JsValue::UNDEFINED)
            }
        });
        or_unreadable(read)
    }

    fn has(&self, name: &str) -> bool {
        bindings::has_own(&self.0, &JsValue::from_str(name)).unwrap_or(false)
    }

    fn names(&self) -> Vec<String> {
        let Ok(keys) = bindings::object_keys(&self.0) else {
            return Vec::new();
        };
        keys.iter().filter_map(|name| name.as_string()).collect()
    }

    fn size(&self) -> usize {
        bindings::object_keys(&self.0).map_or(0, |keys| keys.length() as usize)
    }

    fn len(&self) -> usize {
        // A Proxy may claim any length; more than an array can have is a lie.
        let plain: &Plain = self.0.unchecked_ref();
        or_unreadable(plain.length())
            .number()
            .filter(|length| (0.0..4_294_967_296.0).contains(length))
            .map_or(0, |length| length as usize)
    }

    fn item(&self, index: usize) -> Self {
        let plain: &Plain = self.0.unchecked_ref();
        or_unreadable(plain.item(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.0.as_bool()
    }

    fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    fn is_text(&self, text: &str) -> bool {
        if text == "text" {
            return TEXT.with(|text| AsRef::<JsValue>::as_ref(text) == &self.0);
        }
        self.0 == JsValue::from_str(text)
    }

    fn is_same_id(&self, other: &Self) -> bool {
        self.0 == other.0
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
        if Number::is_integer(&self.0) {
            self.0.unchecked_into_f64()
        } else {
            f64::NAN
        }
    }

    fn is_version(&self) -> bool {
        VERSION.with(|version| AsRef::<JsValue>::as_ref(version) == &self.0)
    }

    fn absent() -> Self {
        Self(JsValue::UNDEFINED)
    }

    fn null() -> Self {
        Self(JsValue::NULL)
    }

    fn object() -> Self {
        Self(Object::new().into())
    }

    fn array(items: Vec<Self>) -> Self {
        Self(
            items
                .into_iter()
                .map(Self::into_js)
                .collect::<Array>()
                .into(),
        )
    }

    fn from_number(number: f64) -> Self {
        Self(JsValue::from_f64(number))
    }

    fn from_bool(truth: bool) -> Self {
        Self(JsValue::from_bool(truth))
    }

    fn from_text(text: &str) -> Self {
        Self(JsValue::from_str(text))
    }

    fn frame() -> Self {
        let mut frame = Self::object();
        // No copy of the text, not even of its handle.
        VERSION.with(|version| {
            let plain: &Plain = frame.0.unchecked_ref();
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
        let entries = bindings::entries(&self.0).ok()?;
        let entries = entries.concat(&bindings::entries(&over.0).ok()?);
        bindings::from_entries(&entries)
            .ok()
            .map(|merged| Self(merged.into()))
    }

    fn is_same_data(&self, other: &Self) -> bool {
        match (
            bindings::json_stringify(&self.0),
            bindings::json_stringify(&other.0),
        ) {
            (Ok(one), Ok(two)) => one == two,
            _ => false,
        }
    }

    fn put(&mut self, key: Key, value: &Self) {
        let plain: &Plain = self.0.unchecked_ref();
        let set = match key {
            Key::Jsonrpc => plain.set_jsonrpc(&value.0),
            Key::Id => plain.set_id(&value.0),
            Key::Method => plain.set_method(&value.0),
            Key::Params => plain.set_params(&value.0),
            Key::Meta => plain.set_meta(&value.0),
            Key::ProgressToken => plain.set_progress_token(&value.0),
            _ => bindings::reflect_set(&self.0, &JsValue::from_str(key.name()), &value.0).map(drop),
        };
        if set.is_err() {
            self.define(key, &value.0);
        }
    }
}
