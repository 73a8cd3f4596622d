//! The browser's objects as [`Value`]s. The payload stays what it is: only handles cross the boundary.

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::{Key, Kind, Value};
use crate::bindings::{self, Plain, TEXT, VERSION};

/// Where an object came from, and so how it may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// From structured clone or `JSON.parse`: plain data. Reading a member runs no code.
    Cloned,
    /// From a transport of the caller's: may be a Proxy, have throwing getters or inherited members. Reading may run anything.
    Foreign,
    /// It could not be read.
    Unreadable,
}

/// A JavaScript value as the codec sees it.
#[derive(Clone, Debug)]
pub struct Js {
    value: JsValue,
    trust: Trust,
}

impl Js {
    /// Plain data: what structured clone or `JSON.parse` gave.
    pub const fn cloned(value: JsValue) -> Self {
        Self { value, trust: Trust::Cloned }
    }

    /// A value that somebody else made.
    pub const fn foreign(value: JsValue) -> Self {
        Self { value, trust: Trust::Foreign }
    }

    /// Parses text with the browser's `JSON.parse`; a byte order mark is skipped.
    ///
    /// # Errors
    /// The `SyntaxError`.
    pub fn parse(text: &JsString) -> Result<Self, JsValue> {
        let text = if text.char_code_at(0) == 65_279.0 { text.slice(1, text.length()) } else { text.clone() };
        bindings::json_parse(&text).map(Self::cloned)
    }

    /// The value itself.
    pub fn into_js(self) -> JsValue {
        self.value
    }

    /// The value itself.
    pub const fn as_js(&self) -> &JsValue {
        &self.value
    }

    fn child(&self, read: Result<JsValue, JsValue>) -> Self {
        match read {
            Ok(value) => Self { value, trust: self.trust },
            Err(_) => Self { value: JsValue::UNDEFINED, trust: Trust::Unreadable },
        }
    }

    fn foreign_member(&self, name: &str) -> Self {
        let name = JsValue::from_str(name);
        let read = bindings::has_own(&self.value, &name).and_then(|own| match own {
            true => bindings::reflect_get(&self.value, &name),
            false => Ok(JsValue::UNDEFINED),
        });
        self.child(read)
    }
}

impl Value for Js {
    fn kind(&self) -> Kind {
        if self.trust == Trust::Unreadable {
            return Kind::Other;
        }
        if self.value.is_undefined() {
            Kind::Absent
        } else if self.value.is_null() {
            Kind::Null
        } else if self.is_array() {
            Kind::Array
        } else if self.value.is_object() {
            Kind::Object
        } else if self.value.is_string() {
            Kind::String
        } else if self.value.as_f64().is_some() {
            Kind::Number
        } else if self.value.as_bool().is_some() {
            Kind::Bool
        } else {
            Kind::Other
        }
    }

    fn is_object(&self) -> bool {
        self.value.is_object() && !self.is_array()
    }

    fn is_absent(&self) -> bool {
        self.trust != Trust::Unreadable && self.value.is_undefined()
    }

    fn is_array(&self) -> bool {
        // Throws for a revoked Proxy.
        bindings::is_array(&self.value).unwrap_or(false)
    }

    fn member(&self, key: Key) -> Self {
        if self.trust != Trust::Cloned {
            return self.foreign_member(key.name());
        }
        let plain: &Plain = self.value.unchecked_ref();
        let value = match key {
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
        Self::cloned(value)
    }

    fn named(&self, name: &str) -> Self {
        self.foreign_member(name)
    }

    fn names(&self) -> Vec<String> {
        let Ok(keys) = bindings::object_keys(&self.value) else {
            return Vec::new();
        };
        keys.iter().filter_map(|name| name.as_string()).collect()
    }

    fn size(&self) -> usize {
        bindings::object_keys(&self.value).map_or(0, |keys| keys.length() as usize)
    }

    fn len(&self) -> usize {
        if !self.is_array() {
            return 0;
        }
        if self.trust == Trust::Cloned {
            return self.value.unchecked_ref::<Array>().length() as usize;
        }
        // A Proxy may claim any length; more than an array can have is a lie.
        self.foreign_member("length").number().filter(|length| (0.0..4_294_967_296.0).contains(length)).map_or(0, |length| length as usize)
    }

    fn item(&self, index: usize) -> Self {
        self.child(Reflect::get_u32(&self.value, u32::try_from(index).unwrap_or(u32::MAX)))
    }

    fn number(&self) -> Option<f64> {
        self.value.as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.value.as_bool()
    }

    fn text(&self) -> Option<String> {
        self.value.as_string()
    }

    fn is_text(&self, text: &str) -> bool {
        if text == "text" {
            return TEXT.with(|text| AsRef::<JsValue>::as_ref(text) == &self.value);
        }
        self.value.as_string().is_some_and(|own| own == text)
    }

    fn is_version(&self) -> bool {
        VERSION.with(|version| AsRef::<JsValue>::as_ref(version) == &self.value)
    }

    fn absent() -> Self {
        Self::cloned(JsValue::UNDEFINED)
    }

    fn null() -> Self {
        Self::cloned(JsValue::NULL)
    }

    fn object() -> Self {
        Self::cloned(Object::new().into())
    }

    fn array(items: Vec<Self>) -> Self {
        Self::cloned(items.into_iter().map(Self::into_js).collect::<Array>().into())
    }

    fn from_number(number: f64) -> Self {
        Self::cloned(JsValue::from_f64(number))
    }

    fn from_bool(truth: bool) -> Self {
        Self::cloned(JsValue::from_bool(truth))
    }

    fn from_text(text: &str) -> Self {
        Self::cloned(JsValue::from_str(text))
    }

    fn version() -> Self {
        Self::cloned(VERSION.with(|version| JsValue::from(version.clone())))
    }

    fn copy(&self) -> Option<Self> {
        let copy = bindings::assign(&Object::new(), &self.value).ok()?;
        Some(Self { value: copy.into(), trust: self.trust })
    }

    fn merged(&self, over: &Self) -> Option<Self> {
        let copy = bindings::assign(&Object::new(), &self.value).ok()?;
        let merged = bindings::assign(&copy, &over.value).ok()?;
        Some(Self { value: merged.into(), trust: over.trust })
    }

    fn is_same_data(&self, other: &Self) -> bool {
        match (bindings::json_stringify(&self.value), bindings::json_stringify(&other.value)) {
            (Ok(one), Ok(two)) => one == two,
            _ => false,
        }
    }

    fn put(&mut self, key: Key, value: Self) {
        let plain: &Plain = self.value.unchecked_ref();
        match key {
            Key::Jsonrpc => plain.set_jsonrpc(&value.value),
            Key::Id => plain.set_id(&value.value),
            Key::Method => plain.set_method(&value.value),
            Key::Params => plain.set_params(&value.value),
            Key::Meta => plain.set_meta(&value.value),
            Key::ProgressToken => plain.set_progress_token(&value.value),
            // Cannot fail: the object is an ordinary one of ours.
            _ => drop(Reflect::set(&self.value, &JsValue::from_str(key.name()), &value.value)),
        }
    }
}
