//! The messages that we send.

use super::{Value, Word};

/// A request, without params if they are absent.
pub fn request_frame<V: Value>(id: f64, method: &V, params: &V) -> V {
    V::request(id, method, params)
}

/// A notification, without params if they are absent.
pub fn notification_frame<V: Value>(method: &V, params: &V) -> V {
    V::notification(method, params)
}

/// The answer to a request. Never without `result`: nothing becomes `{}`.
pub fn result_frame<V: Value>(id: &V, result: &V) -> V {
    if result.is_absent() {
        V::reply(id, Word::Result, &V::object())
    } else {
        V::reply(id, Word::Result, result)
    }
}

/// The refusal of a request.
pub fn error_frame<V: Value>(id: &V, code: f64, message: &V, data: &V) -> V {
    let mut error = V::object();
    error.put(Word::Code, &V::from_number(code));
    error.put(Word::Message, message);
    if !data.is_absent() {
        error.put(Word::Data, data);
    }
    V::reply(id, Word::Error, &error)
}
