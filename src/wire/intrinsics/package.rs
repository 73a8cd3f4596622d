//! The functions of `pkg-template/ts/intrinsics.ts`, which says what they do. Words go by their numbers.

use wasm_bindgen::prelude::*;

use crate::wire::Word;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = word)]
    fn word_(word: u32) -> JsValue;
    pub(crate) fn word_of(value: &JsValue) -> u32;
    #[wasm_bindgen(js_name = is)]
    fn is_(value: &JsValue, word: u32) -> bool;
    pub(crate) fn kind(value: &JsValue) -> u32;
    #[wasm_bindgen(js_name = peek)]
    fn peek_(value: &JsValue, word: u32) -> JsValue;
    #[wasm_bindgen(js_name = own)]
    fn own_(object: &JsValue, word: u32) -> JsValue;
    #[wasm_bindgen(js_name = has)]
    fn has_(object: &JsValue, word: u32) -> bool;
    pub(crate) fn size(object: &JsValue) -> u32;
    pub(crate) fn is_envelope(object: &JsValue, members: u32) -> bool;
    pub(crate) fn length(array: &JsValue) -> u32;
    pub(crate) fn item(array: &JsValue, index: u32) -> JsValue;
    pub(crate) fn integer(value: &JsValue) -> f64;
    pub(crate) fn spelled(text: &JsValue) -> f64;
    pub(crate) fn same(one: &JsValue, two: &JsValue) -> bool;
    /// `undefined` if the members cannot be read.
    pub(crate) fn merged(one: &JsValue, two: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = put)]
    fn put_(object: &JsValue, word: u32, value: &JsValue);
    #[wasm_bindgen(js_name = putToken)]
    fn put_token_(meta: &JsValue, token: f64);
    pub(crate) fn request(id: f64, method: &JsValue, params: &JsValue) -> JsValue;
    pub(crate) fn notification(method: &JsValue, params: &JsValue) -> JsValue;
    /// An own member, by a name that is no word.
    #[cfg(feature = "client")]
    #[wasm_bindgen(js_name = ownNamed)]
    pub(crate) fn own_named(object: &JsValue, name: &JsValue) -> JsValue;
    #[cfg(feature = "client")]
    #[wasm_bindgen(js_name = putNamed)]
    fn put_named_(object: &JsValue, name: &JsValue, value: &JsValue);
    #[wasm_bindgen(js_name = reply)]
    fn reply_(id: &JsValue, word: u32, payload: &JsValue) -> JsValue;
}

pub(crate) fn word(word: Word) -> JsValue {
    word_(word as u32)
}

pub(crate) fn is(value: &JsValue, word: Word) -> bool {
    is_(value, word as u32)
}

pub(crate) fn peek(value: &JsValue, word: Word) -> JsValue {
    peek_(value, word as u32)
}

pub(crate) fn own(object: &JsValue, word: Word) -> JsValue {
    own_(object, word as u32)
}

pub(crate) fn has(object: &JsValue, word: Word) -> bool {
    has_(object, word as u32)
}

pub(crate) fn put(object: &mut JsValue, word: Word, value: &JsValue) {
    put_(object, word as u32, value);
}

pub(crate) fn put_token(meta: &mut JsValue, token: f64) {
    put_token_(meta, token);
}

pub(crate) fn reply(id: &JsValue, word: Word, payload: &JsValue) -> JsValue {
    reply_(id, word as u32, payload)
}

#[cfg(feature = "client")]
pub(crate) fn put_named(object: &mut JsValue, name: &JsValue, value: &JsValue) {
    put_named_(object, name, value);
}
