//! The messages that we send.

use super::{Key, Value};

fn frame<V: Value>() -> V {
    let mut frame = V::object();
    frame.put(Key::Jsonrpc, V::version());
    frame
}

/// A request.
pub fn request_frame<V: Value>(id: f64, method: V, params: V) -> V {
    let mut request = frame::<V>();
    request.put(Key::Id, V::from_number(id));
    request.put(Key::Method, method);
    if !params.is_absent() {
        request.put(Key::Params, params);
    }
    request
}

/// A notification.
pub fn notification_frame<V: Value>(method: V, params: V) -> V {
    let mut notification = frame::<V>();
    notification.put(Key::Method, method);
    if !params.is_absent() {
        notification.put(Key::Params, params);
    }
    notification
}

/// The answer to a request. Never without `result`: nothing becomes `{}`.
pub fn result_frame<V: Value>(id: V, result: V) -> V {
    let mut reply = frame::<V>();
    reply.put(Key::Id, id);
    reply.put(
        Key::Result,
        if result.is_absent() {
            V::object()
        } else {
            result
        },
    );
    reply
}

/// The refusal of a request.
pub fn error_frame<V: Value>(id: V, code: f64, message: V, data: V) -> V {
    let mut error = V::object();
    error.put(Key::Code, V::from_number(code));
    error.put(Key::Message, message);
    if !data.is_absent() {
        error.put(Key::Data, data);
    }
    let mut reply = frame::<V>();
    reply.put(Key::Id, id);
    reply.put(Key::Error, error);
    reply
}
