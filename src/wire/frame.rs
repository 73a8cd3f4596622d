//! The messages that we send.

use super::{Key, Value};

/// A request.
pub fn request_frame<V: Value>(id: &V, method: &V, params: &V) -> V {
    let mut request = V::frame();
    request.put(Key::Id, id);
    put_call(&mut request, method, params);
    request
}

/// A notification.
pub fn notification_frame<V: Value>(method: &V, params: &V) -> V {
    let mut notification = V::frame();
    put_call(&mut notification, method, params);
    notification
}

fn put_call<V: Value>(frame: &mut V, method: &V, params: &V) {
    frame.put(Key::Method, method);
    if !params.is_absent() {
        frame.put(Key::Params, params);
    }
}

/// The answer to a request. Never without `result`: nothing becomes `{}`.
pub fn result_frame<V: Value>(id: &V, result: &V) -> V {
    let mut reply = V::frame();
    reply.put(Key::Id, id);
    if result.is_absent() {
        reply.put(Key::Result, &V::object());
    } else {
        reply.put(Key::Result, result);
    }
    reply
}

/// The refusal of a request.
pub fn error_frame<V: Value>(id: &V, code: f64, message: &V, data: &V) -> V {
    let mut error = V::object();
    error.put(Key::Code, &V::from_number(code));
    error.put(Key::Message, message);
    if !data.is_absent() {
        error.put(Key::Data, data);
    }
    let mut reply = V::frame();
    reply.put(Key::Id, id);
    reply.put(Key::Error, &error);
    reply
}
