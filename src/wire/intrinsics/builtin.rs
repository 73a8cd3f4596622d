//! The same by builtins.

use js_sys::{Array, Number};
use wasm_bindgen::prelude::*;

use crate::bindings::{self, Plain, UNREADABLE};
use crate::wire::{Kind, Word};

thread_local! {
    /// All words, made once.
    static WORDS: Array = {
        let words = Word::ALL.iter();
        words.map(|word| JsValue::from_str(word.as_str())).collect()
    };
    // In every message.
    static VERSION: JsValue = word(Word::JsonrpcVersion);
    static TEXT: JsValue = word(Word::Text);
}

/// What cannot be read is something that JSON does not have, so that it is as odd as it should be.
fn or_unreadable(read: Result<JsValue, JsValue>) -> JsValue {
    read.unwrap_or_else(|_| UNREADABLE.with(Clone::clone))
}

/// The text of a word.
pub(crate) fn word(word: Word) -> JsValue {
    WORDS.with(|words| words.get(u32::from(word as u8)))
}

/// The number of the word that a value is; beyond all words if it is none.
pub(crate) fn word_of(value: &JsValue) -> u32 {
    WORDS.with(|words| words.index_of(value, 0) as u32)
}

/// Whether a value is that word.
pub(crate) fn is(value: &JsValue, wanted: Word) -> bool {
    match wanted {
        Word::JsonrpcVersion => VERSION.with(|version| version == value),
        Word::Text => TEXT.with(|text| text == value),
        _ => word(wanted) == *value,
    }
}

/// The number of a value's [`Kind`].
pub(crate) fn kind(value: &JsValue) -> u32 {
    let kind = if value.is_undefined() {
        Kind::Absent
    } else if value.is_null() {
        Kind::Null
    } else if value.is_object() {
        // Throws for a Proxy that is revoked, which is an object all the same.
        if bindings::is_array(value).unwrap_or(false) {
            Kind::Array
        } else {
            Kind::Object
        }
    } else if value.is_string() {
        Kind::String
    } else if value.as_f64().is_some() {
        Kind::Number
    } else if value.as_bool().is_some() {
        Kind::Bool
    } else {
        Kind::Other
    };
    kind as u32
}

/// A member, also an inherited one, of whatever this is.
pub(crate) fn peek(value: &JsValue, key: Word) -> JsValue {
    let plain: &Plain = value.unchecked_ref();
    or_unreadable(match key {
        Word::Jsonrpc => plain.jsonrpc(),
        Word::Id => plain.id(),
        Word::Method => plain.method(),
        Word::Params => plain.params(),
        Word::Result => plain.result(),
        Word::Error => plain.error(),
        Word::Content => plain.content(),
        Word::IsError => plain.is_error(),
        Word::Type => plain.type_(),
        _ => bindings::reflect_get(value, &word(key)),
    })
}

/// An own member.
pub(crate) fn own(object: &JsValue, key: Word) -> JsValue {
    own_named(object, &word(key))
}

/// The same by a name that is no word.
pub(crate) fn own_named(object: &JsValue, name: &JsValue) -> JsValue {
    or_unreadable(bindings::has_own(object, name).and_then(|own| {
        if own {
            bindings::reflect_get(object, name)
        } else {
            Ok(JsValue::UNDEFINED)
        }
    }))
}

/// Whether there is an own member.
pub(crate) fn has(object: &JsValue, key: Word) -> bool {
    bindings::has_own(object, &word(key)).unwrap_or(false)
}

/// How many own members an object has; a function is none.
pub(crate) fn size(value: &JsValue) -> u32 {
    if !value.is_object() {
        return 0;
    }
    bindings::object_keys(value).map_or(0, |keys| keys.length())
}

/// Whether an object has this many members of an envelope, and nothing else.
pub(crate) fn is_envelope(value: &JsValue, members: u32) -> bool {
    let known =
        |name: JsValue| (Word::Jsonrpc as u32..=Word::Error as u32).contains(&word_of(&name));
    value.is_object()
        && bindings::object_keys(value)
            .is_ok_and(|keys| keys.length() == members && keys.iter().all(known))
}

/// A Proxy may claim any length; more than an array can have is a lie.
pub(crate) fn length(array: &JsValue) -> u32 {
    let plain: &Plain = array.unchecked_ref();
    let length = plain.length().ok().and_then(|length| length.as_f64());
    length
        .filter(|length| (0.0..4_294_967_296.0).contains(length))
        .map_or(0, |length| length as u32)
}

/// An item of an array.
pub(crate) fn item(array: &JsValue, index: u32) -> JsValue {
    let plain: &Plain = array.unchecked_ref();
    or_unreadable(plain.item(index))
}

/// The integer that a value is; NaN if it is none.
pub(crate) fn integer(value: &JsValue) -> f64 {
    // Both answer with a number; `as_f64` goes through memory.
    if Number::is_integer(value) {
        value.unchecked_into_f64()
    } else {
        f64::NAN
    }
}

/// The integer that a text spells in canonical decimal; NaN for anything else.
pub(crate) fn spelled(text: &JsValue) -> f64 {
    text.as_string()
        .map_or(f64::NAN, |text| crate::wire::spelled_number(&text))
}

/// Whether both are written as the same JSON.
pub(crate) fn same(one: &JsValue, two: &JsValue) -> bool {
    match (bindings::json_stringify(one), bindings::json_stringify(two)) {
        (Ok(one), Ok(two)) => one == two,
        _ => false,
    }
}

/// A new object with the members of both; `undefined` if they cannot be read.
pub(crate) fn merged(one: &JsValue, two: &JsValue) -> JsValue {
    // By definition, not by assignment: an own `__proto__` stays a member, and becomes nobody's prototype.
    let merged = bindings::entries(one).and_then(|one| {
        let entries = one.concat(&bindings::entries(two)?);
        bindings::from_entries(&entries)
    });
    merged.map_or(JsValue::UNDEFINED, JsValue::from)
}

/// Sets a member of an object of our own making.
pub(crate) fn put(object: &mut JsValue, key: Word, value: &JsValue) {
    put_named(object, &word(key), value);
}

/// The same by a name that is no word.
pub(crate) fn put_named(object: &mut JsValue, name: &JsValue, value: &JsValue) {
    if bindings::reflect_set(object, name, value) != Ok(true) {
        define(object, name, value);
    }
}

/// Sets the progress token.
pub(crate) fn put_token(meta: &mut JsValue, token: f64) {
    put(meta, Word::ProgressToken, &token.into());
}

/// Sets a member where the page has spoilt `Object.prototype`: what is defined, not assigned, is not affected.
#[cold]
fn define(object: &mut JsValue, name: &JsValue, value: &JsValue) {
    let Ok(entries) = bindings::entries(object) else {
        return;
    };
    entries.push(&Array::of2(name, value));
    if let Ok(defined) = bindings::from_entries(&entries) {
        *object = defined.into();
    }
}
