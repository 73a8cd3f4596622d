//! Replies: which call they are for, and what is wrong with them.

use mcp_widget::rpc::Status;

use crate::desk::{Desk, MODERN};
use crate::support::json;

#[test]
fn calls_in_any_order_get_their_own_replies() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        let calls: Vec<_> = (0..50).map(|_| desk.echo()).collect();
        for step in 0..50 {
            let id = step * 37 % 50 + 2;
            desk.result(id, &format!(r#"{{"content":[],"structuredContent":{id}}}"#));
        }
        for call in calls {
            let id = desk.id(call);
            assert_eq!(
                desk.end(call),
                format!(r#"{{"content":[],"structuredContent":{id}}}"#)
            );
        }
        assert_eq!(desk.look(mcp_widget::client::Client::pending), 0);
    }
}

#[test]
fn what_nobody_waits_for_is_noted() {
    let mut desk = Desk::legacy();
    desk.echo();
    desk.echo();
    desk.result(2, r#"{"content":[]}"#);
    desk.abort(1);
    desk.log();
    for (id, code) in [
        ("2", "duplicate-reply"),
        ("3", "late-reply"),
        ("4", "unknown-reply"),
        ("1", "duplicate-reply"),
        ("\"x\"", "unknown-reply"),
    ] {
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
        assert_eq!(desk.log(), [format!("note {code}")], "{id}");
    }
    assert_eq!(
        (desk.end(0), desk.end(1)),
        (r#"{"content":[]}"#.into(), r#"aborted "rain""#.into())
    );
}

#[test]
fn an_error_without_an_id_is_about_what_carried_it() {
    for id in ["", r#""id":null,"#, r#""id":1.5,"#, r#""id":{},"#] {
        let mut desk = Desk::legacy();
        let (one, two) = (desk.echo(), desk.echo());
        let message =
            format!(r#"{{"jsonrpc":"2.0",{id}"error":{{"code":-32700,"message":"no"}}}}"#);
        desk.hear_with(&json(&message), 3.0);
        assert_eq!(
            desk.end(two),
            r#"error {"code":-32700,"message":"no"}"#,
            "{id}"
        );
        assert!(desk.ends(one).is_empty());
        // By itself it is about nothing.
        desk.hear(&message);
        desk.hear_with(&json(&message), 3.0);
        assert!(desk.ends(one).is_empty());
        assert_eq!(desk.status(), Status::Ready);
    }
    let mut desk = Desk::started();
    desk.hear_with(
        &json(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":""}}"#),
        1.0,
    );
    assert!(desk.log().contains(&"send initialize #2".into()));
}

#[test]
fn an_id_counts_more_than_what_carried_it() {
    let mut desk = Desk::legacy();
    let (one, two) = (desk.echo(), desk.echo());
    desk.hear_with(
        &json(r#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}"#),
        3.0,
    );
    desk.hear_with(
        &json(r#"{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":""}}"#),
        3.0,
    );
    desk.hear_with(
        &json(r#"{"jsonrpc":"2.0","id":"of another","error":{"code":1,"message":""}}"#),
        3.0,
    );
    assert_eq!(desk.end(one), r#"error {"code":1,"message":""}"#);
    assert!(desk.ends(two).is_empty());
}

#[test]
fn an_id_may_be_spelled() {
    let mut desk = Desk::legacy();
    let call = desk.echo();
    desk.hear(r#"{"jsonrpc":"2.0","id":"2","result":{"content":[]}}"#);
    assert_eq!(
        (desk.end(call), desk.notes()),
        (r#"{"content":[]}"#.into(), vec!["id-spelled /id x1".into()])
    );
    let mut desk = Desk::legacy();
    desk.echo();
    for id in [
        "\"02\"", "\"+2\"", "\"2.0\"", "\" 2\"", "\"0x2\"", "\"\"", "[2]", "true",
    ] {
        desk.hear(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#
        ));
        assert!(desk.ends(0).is_empty(), "{id}");
    }
}

#[test]
fn a_batch_is_taken_apart() {
    let mut desk = Desk::legacy();
    let (one, two, three) = (desk.echo(), desk.echo(), desk.echo());
    desk.hear_with(
        &json(r#"[{"jsonrpc":"2.0","id":3,"result":{"content":[]}},7,{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":2,"result":{"content":[]}},[],{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}]"#),
        4.0,
    );
    assert_eq!(
        (desk.end(one), desk.end(two)),
        (r#"{"content":[]}"#.into(), r#"{"content":[]}"#.into())
    );
    assert_eq!(desk.end(three), r#"error {"code":1,"message":""}"#);
    assert!(desk.log().contains(&"notification n <Absent>".into()));
    assert!(
        desk.notes().contains(&"not-a-message  x2".into())
            || desk
                .notes()
                .iter()
                .any(|note| note.starts_with("not-a-message") && note.ends_with("x2"))
    );
}

#[test]
fn results_are_what_was_asked_for() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        let calls = [
            desk.call("tools/list", ""),
            desk.call("resources/read", r#"{"uri":"a"}"#),
            desk.call("completion/complete", "{}"),
            desk.echo(),
            desk.call("anything", "{}"),
        ];
        for id in 2..7 {
            desk.result(id, "null");
        }
        assert!(desk.end(calls[0]).starts_with("invalid"));
        assert!(desk.end(calls[1]).starts_with("invalid"));
        assert!(desk.end(calls[2]).starts_with("invalid"));
        assert!(
            desk.end(calls[3]).starts_with("invalid"),
            "{}",
            desk.end(calls[3])
        );
        assert!(!desk.end(calls[4]).starts_with("invalid"));
    }
}

#[test]
fn a_type_of_result_that_nobody_knows_is_of_no_use() {
    for method in [
        "tools/call",
        "tools/list",
        "resources/read",
        "prompts/get",
        "completion/complete",
        "x",
    ] {
        let result =
            r#"{"resultType":"later","content":[],"tools":[],"contents":[],"messages":[]}"#;
        let mut desk = Desk::modern();
        let call = desk.call(method, r#"{"name":"a"}"#);
        desk.result(2, result);
        assert!(desk.end(call).starts_with("invalid"), "{method}");
        // Nothing says so before.
        let mut desk = Desk::legacy();
        let call = desk.call(method, r#"{"name":"a"}"#);
        desk.result(2, result);
        if method != "tools/call" {
            assert_eq!(desk.end(call), result);
        }
    }
    for kind in ["", r#""resultType":"complete","#] {
        let mut desk = Desk::modern();
        let call = desk.call("tools/list", "");
        desk.result(2, &format!(r#"{{{kind}"tools":[]}}"#));
        assert_eq!(desk.end(call), format!(r#"{{{kind}"tools":[]}}"#));
    }
}

#[test]
fn an_answer_to_the_handshake_counts_once() {
    let mut desk = Desk::started();
    desk.result(1, MODERN);
    desk.log();
    desk.result(1, MODERN);
    desk.error(1, r#"{"code":-32601,"message":""}"#);
    desk.refused(1, 404);
    assert_eq!(desk.log(), ["note duplicate-reply", "note duplicate-reply"]);
}

#[test]
fn what_is_no_message_does_nothing() {
    let mut desk = Desk::legacy();
    let call = desk.echo();
    for message in [
        "null",
        "7",
        "\"x\"",
        "[]",
        "{}",
        r#"{"jsonrpc":"1.0"}"#,
        r#"{"jsonrpc":"2.0","id":2}"#,
    ] {
        desk.hear(message);
    }
    let call = (desk.ends(call).len(), desk.status());
    assert_eq!(call.1, Status::Ready);
}
