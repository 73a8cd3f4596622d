//! The host's requests: each is answered once, or not at all if it was cancelled.

use mcp_widget::app::Sent;
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::support::desk::Desk;
use crate::support::{json, text};

fn ask(desk: &mut Desk, id: &str, method: &str) -> Vec<String> {
    desk.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"a":1}}}}"#
    ));
    desk.log()
}

fn cancel(desk: &mut Desk, id: &str) -> Vec<String> {
    desk.hear(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"rain"}}}}"#));
    desk.log()
}

#[test]
fn a_ping_is_answered_at_any_time() {
    for mut desk in [Desk::new(), Desk::started(), Desk::connected()] {
        assert_eq!(ask(&mut desk, "7", "ping"), ["send result 7 {}"]);
        assert_eq!(ask(&mut desk, "\"7\"", "ping"), [r#"send result "7" {}"#]);
        desk.hear(r#"{"jsonrpc":"2.0","id":8,"method":"ping","params":null}"#);
        assert_eq!(desk.log(), ["send result 8 {}", "note params-type /params"]);
    }
}

#[test]
fn another_request_is_handed_out_and_answered_once() {
    let mut desk = Desk::connected();
    assert_eq!(
        ask(&mut desk, "\"t\"", "ui/resource-teardown"),
        [r#"serve 1: ui/resource-teardown {"a":1}"#]
    );
    desk.answer(1, r#"{"b":1}"#);
    desk.answer(1, r#"{"b":2}"#);
    desk.step(|app, _| app.answer(1, Err((-32603.0, Json::Null, Json::Absent))));
    desk.answer(2, "{}");
    assert_eq!(desk.log(), [r#"send result "t" {"b":1}"#]);
}

#[test]
fn the_handshake_need_not_be_over() {
    let mut desk = Desk::started();
    assert_eq!(
        ask(&mut desk, "1", "tools/list"),
        [r#"serve 1: tools/list {"a":1}"#]
    );
    desk.answer(1, "{}");
    assert_eq!(desk.log(), ["send result 1 {}"]);
}

#[test]
fn an_answer_is_a_result_or_an_error() {
    let mut desk = Desk::connected();
    for _ in 0..4 {
        ask(&mut desk, "1", "x");
        cancel(&mut desk, "2");
    }
    desk.log();
    desk.step(|app, _| app.answer(1, Ok(Json::Absent)));
    desk.step(|app, _| app.answer(2, Ok(Json::Null)));
    desk.step(|app, _| {
        app.answer(
            3,
            Err((-32601.0, Json::from_text("Method not found"), Json::Absent)),
        );
    });
    desk.step(|app, _| app.answer(4, Err((-32603.0, Json::from_text("broken"), json("[1]")))));
    let frames: Vec<_> = desk
        .frames()
        .map(|(_, frame)| text(frame))
        .skip(2)
        .collect();
    assert_eq!(
        frames,
        [
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"broken","data":[1]}}"#,
        ]
    );
}

#[test]
fn a_cancelled_request_gets_no_answer() {
    let mut desk = Desk::connected();
    ask(&mut desk, "5", "x");
    assert_eq!(cancel(&mut desk, "5"), [r#"abort 1: "rain""#]);
    desk.answer(1, "{}");
    desk.step(|app, _| app.answer(1, Err((-32603.0, Json::Null, Json::Absent))));
    assert_eq!(desk.log(), Vec::<String>::new());
    assert_eq!(
        cancel(&mut desk, "5"),
        ["note unknown-cancel /params/requestId"]
    );
}

#[test]
fn a_cancel_that_says_no_reason_or_no_request() {
    let mut desk = Desk::connected();
    ask(&mut desk, "5", "x");
    desk.hear(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5"}}"#);
    assert_eq!(desk.log(), ["abort 1: <Absent>"]);
    for id in ["6", "\"x\"", "null", "5", "1.5", "{}"] {
        cancel(&mut desk, id);
    }
    desk.hear(r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#);
    assert_eq!(desk.notes(), ["unknown-cancel /params/requestId x7"]);
}

#[test]
fn a_cancel_is_not_for_our_own_requests() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    desk.log();
    assert_eq!(
        cancel(&mut desk, "1002"),
        ["note unknown-cancel /params/requestId"]
    );
    assert!(desk.outcomes(call).is_empty());
}

#[test]
fn a_reused_id_is_noted_and_both_are_answered() {
    let mut desk = Desk::connected();
    assert_eq!(ask(&mut desk, "5", "x"), [r#"serve 1: x {"a":1}"#]);
    assert_eq!(
        ask(&mut desk, "5", "y"),
        ["note id-reused /id", r#"serve 2: y {"a":1}"#]
    );
    desk.answer(2, r#"{"y":1}"#);
    desk.answer(1, r#"{"x":1}"#);
    assert_eq!(
        desk.log(),
        [r#"send result 5 {"y":1}"#, r#"send result 5 {"x":1}"#]
    );
    assert_eq!(
        ask(&mut desk, "5", "z"),
        [r#"serve 3: z {"a":1}"#],
        "free again"
    );
}

#[test]
fn the_hosts_ids_are_not_ours() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    desk.log();
    assert_eq!(ask(&mut desk, "1002", "x"), [r#"serve 1: x {"a":1}"#]);
    desk.answer(1, "{}");
    assert_eq!(desk.log(), ["send result 1002 {}"]);
    desk.reply(call, r#"{"content":[]}"#);
    assert_eq!(desk.outcome(call), r#"{"content":[]}"#);
}

#[test]
fn what_cannot_be_served_is_refused() {
    let mut desk = Desk::connected();
    for (message, log) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#,
            ["send error 1 -32602", "note params-type /params"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":"q","method":"x","params":7}"#,
            [r#"send error "q" -32602"#, "note params-type /params x2"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":{}}"#,
            ["send error 1 -32600", "note method-type /method"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#,
            ["send error 1.5 -32600", "note id-fraction /id"],
        ),
    ] {
        desk.hear(message);
        assert_eq!(desk.log(), log, "{message}");
    }
    // Null is how several libraries write that there are none.
    desk.hear(r#"{"jsonrpc":"2.0","id":2,"method":"x","params":null}"#);
    assert_eq!(
        desk.log(),
        ["serve 1: x <Absent>", "note params-type /params x3"]
    );
    let frame = text(desk.frames().last().expect("a frame").1);
    assert_eq!(
        frame,
        r#"{"jsonrpc":"2.0","id":1.5,"error":{"code":-32600,"message":"Invalid request"}}"#
    );
}

/// A result that the transport cannot clone: the host learns that much.
#[test]
fn an_answer_that_cannot_be_sent_becomes_an_error() {
    let mut desk = Desk::connected();
    for (reason, message) in [
        (r#"{"message":"no clone"}"#, "no clone"),
        ("null", "Internal error"),
        (r#"{"message":5}"#, "Internal error"),
    ] {
        ask(&mut desk, "\"a\"", "x");
        desk.refuse(Sent::Answer(json("\"a\"")), reason);
        let frame = text(desk.frames().last().expect("a frame").1);
        assert_eq!(
            frame,
            format!(
                r#"{{"jsonrpc":"2.0","id":"a","error":{{"code":-32603,"message":"{message}"}}}}"#
            )
        );
    }
    assert_eq!(desk.notes()[0], "send-failed /result x3");
    // That the error too is refused ends it.
    let before = desk.frames().count();
    desk.refuse(Sent::Other, "null");
    assert_eq!(desk.frames().count(), before);
}
