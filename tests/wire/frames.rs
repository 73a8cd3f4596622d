//! Our own frames: what is in them, and what never is.

use mcp_widget::app::Sent;
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{
    ErrorCode, Fault, Findings, Value, error_frame, notification_frame, request_frame, result_frame,
};

use crate::support::{json, text};

#[test]
fn a_request_has_params_or_none() {
    let request = |params: Json| text(&request_frame(5.0, &Json::from_text("m"), &params));
    assert_eq!(
        request(json(r#"{"a":1}"#)),
        r#"{"jsonrpc":"2.0","id":5,"method":"m","params":{"a":1}}"#
    );
    assert_eq!(
        request(Json::Absent),
        r#"{"jsonrpc":"2.0","id":5,"method":"m"}"#
    );
}

#[test]
fn a_notification_has_no_id() {
    let notification = |params: Json| text(&notification_frame(&Json::from_text("m"), &params));
    assert_eq!(
        notification(Json::object()),
        r#"{"jsonrpc":"2.0","method":"m","params":{}}"#
    );
    assert_eq!(
        notification(Json::Absent),
        r#"{"jsonrpc":"2.0","method":"m"}"#
    );
}

#[test]
fn an_answer_is_never_without_a_result() {
    let answer = |result: Json| text(&result_frame(&Json::from_text("a"), &result));
    assert_eq!(
        answer(json("[1]")),
        r#"{"jsonrpc":"2.0","id":"a","result":[1]}"#
    );
    assert_eq!(
        answer(Json::Absent),
        r#"{"jsonrpc":"2.0","id":"a","result":{}}"#
    );
    assert_eq!(
        answer(Json::Null),
        r#"{"jsonrpc":"2.0","id":"a","result":null}"#
    );
}

#[test]
fn an_error_has_data_or_none() {
    let error = |data: Json| {
        text(&error_frame(
            &Json::from_number(0.0),
            -32601.0,
            &Json::from_text("no"),
            &data,
        ))
    };
    assert_eq!(
        error(Json::Absent),
        r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no"}}"#
    );
    assert_eq!(
        error(Json::Null),
        r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no","data":null}}"#
    );
}

/// Absent and null are two things: a server may say that it has nothing to add.
#[test]
fn data_null_is_kept_apart_from_no_data() {
    let data = |error: &str| Fault::read(json(error), &mut Findings::new()).data();
    assert_eq!(data(r#"{"code":1,"message":"m","data":null}"#), Json::Null);
    assert_eq!(data(r#"{"code":1,"message":"m"}"#), Json::Absent);
    assert_eq!(
        text(&data(r#"{"code":1,"message":"m","data":{"__proto__":1}}"#)),
        r#"{"__proto__":1}"#
    );
}

#[test]
fn codes_are_what_they_number() {
    let standard = |code: &str| {
        Fault::read(
            json(&format!(r#"{{"code":{code},"message":"m"}}"#)),
            &mut Findings::new(),
        )
        .standard_code()
    };
    assert_eq!(standard("-32601"), Some(ErrorCode::MethodNotFound));
    assert_eq!(standard("-32601.0"), Some(ErrorCode::MethodNotFound));
    // -32601 once it is cut to 32 bits, to 16 bits, or without its sign.
    for other in [
        "-4294999897",
        "32935",
        "32601",
        "-32601.5",
        "1e400",
        "0",
        "-32000",
    ] {
        assert_eq!(standard(other), None, "{other}");
    }
    for code in [
        -32700, -32600, -32601, -32602, -32603, -32002, -32042, -32020, -32021, -32022,
    ] {
        assert_eq!(
            ErrorCode::from_number(code).map(ErrorCode::number),
            Some(code)
        );
    }
}

#[test]
fn a_frame_of_our_own_is_known_again() {
    let id = Json::from_text("a");
    let sent = |frame: &Json| Sent::of(frame);
    assert_eq!(
        sent(&request_frame(5.0, &Json::from_text("m"), &Json::Absent)),
        Sent::Request(5.0)
    );
    assert_eq!(
        sent(&result_frame(&id, &Json::Null)),
        Sent::Answer(id.clone())
    );
    assert_eq!(
        sent(&result_frame(&json("5"), &Json::Null)),
        Sent::Answer(json("5"))
    );
    let big = json("9007199254740993");
    assert_eq!(
        sent(&result_frame(&big, &Json::Absent)),
        Sent::Answer(big),
        "the digits are kept"
    );
    let error = |data: Json| error_frame(&id, 1.0, &Json::from_text("no"), &data);
    for data in ["null", "[1]", r#"{"message":"m"}"#] {
        assert_eq!(sent(&error(json(data))), Sent::Answer(id.clone()), "{data}");
    }
    // There is nothing in it that could be left out.
    assert_eq!(sent(&error(Json::Absent)), Sent::Other);
    for params in [Json::Absent, json(r#"{"requestId":5,"result":1,"data":1}"#)] {
        assert_eq!(
            sent(&notification_frame(&Json::from_text("m"), &params)),
            Sent::Other
        );
    }
    for frame in ["null", "5", "[]", "{}"] {
        assert_eq!(sent(&json(frame)), Sent::Other, "{frame}");
    }
}
