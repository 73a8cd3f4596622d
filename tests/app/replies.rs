//! Replies: good, damaged, and to nobody.

use crate::support::desk::Desk;
use crate::support::{json, nested};

#[test]
fn a_well_formed_result_is_handed_out_as_it_came() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    let result = r#"{"x":1.50,"content":[{"type":"text","text":"a"}],"structuredContent":{"__proto__":[1e400]},"isError":true}"#;
    desk.reply(call, result);
    assert_eq!(desk.outcome(call), result);
    assert!(desk.notes().is_empty());
}

#[test]
fn a_failed_tool_and_an_error_are_two_things() {
    let mut desk = Desk::connected();
    let (failed, refused) = (desk.echo(), desk.echo());
    desk.reply(
        failed,
        r#"{"content":[{"type":"text","text":"no water"}],"isError":true}"#,
    );
    desk.hear(r#"{"jsonrpc":"2.0","id":1003,"error":{"code":-32602,"message":"no such tool","data":{"name":"echo"}}}"#);
    assert!(desk.outcomes(failed)[0].is_ok());
    assert_eq!(
        desk.outcome(refused),
        r#"error {"code":-32602,"message":"no such tool","data":{"name":"echo"}}"#
    );
}

#[test]
fn an_answer_of_no_use_fails_its_call_at_once() {
    for (result, path) in [
        ("null", "/result"),
        ("[]", "/result"),
        ("\"done\"", "/result"),
        (r#"{"task":{}}"#, "/result/task"),
        (r#"{"resultType":"later"}"#, "/result/resultType"),
    ] {
        let mut desk = Desk::connected();
        let call = desk.echo();
        desk.reply(call, result);
        assert_eq!(desk.outcome(call), format!("invalid {path}"), "{result}");
    }
    let mut desk = Desk::connected();
    let (read, call) = (
        desk.request("resources/read", r#"{"uri":"u"}"#),
        desk.echo(),
    );
    desk.reply(read, r#"{"contents":{}}"#);
    assert_eq!(desk.outcome(read), "invalid /result/contents");
    desk.hear(r#"{"jsonrpc":"2.0","id":1003}"#);
    assert_eq!(desk.outcome(call), "invalid /result");
}

#[test]
fn an_odd_answer_is_mended_and_noted() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    desk.reply(call, r#"{"structuredContent":{"a":1}}"#);
    assert_eq!(
        desk.outcome(call),
        r#"mended {"structuredContent":{"a":1},"content":[]}"#
    );
    assert_eq!(desk.notes(), ["content-missing /result/content x1"]);
}

/// The payload is beyond reading, the request that it answers is not.
#[test]
fn a_reply_that_is_nested_too_deep_fails_its_own_call() {
    let mut desk = Desk::connected();
    let (deep, other, fault) = (desk.echo(), desk.echo(), desk.echo());
    desk.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":1002,"result":{}}}"#,
        nested(600)
    ));
    assert_eq!(desk.outcome(deep), "invalid /result");
    desk.hear(&format!(
        r#"{{"jsonrpc":"2.0","error":{},"id":1004}}"#,
        nested(600)
    ));
    assert!(desk.outcome(fault).starts_with("error"));
    assert!(desk.outcomes(other).is_empty());
    desk.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":5,"method":"m","params":{}}}"#,
        nested(600)
    ));
    assert!(
        desk.log().contains(&"send error 5 -32602".into()),
        "so does a request"
    );
}

#[test]
fn the_id_may_be_spelled_and_nothing_looser() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    for id in [
        r#""01002""#,
        r#"" 1002""#,
        r#""1002.0""#,
        r#""0x3ea""#,
        r#""""#,
        "1002.5",
        "null",
        "true",
    ] {
        desk.hear(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#
        ));
        assert!(desk.outcomes(call).is_empty(), "{id}");
    }
    assert_eq!(
        desk.notes(),
        [
            "unknown-reply /id x5",
            "id-fraction /id x1",
            "id-null /id x1",
            "id-type /id x1"
        ]
    );
    desk.hear(r#"{"jsonrpc":"2.0","id":"1002","result":{"content":[]}}"#);
    assert_eq!(desk.outcome(call), r#"{"content":[]}"#);
    assert!(desk.notes().contains(&"id-spelled /id x1".into()));
    let call = desk.echo();
    desk.hear(r#"{"jsonrpc":"2.0","id":1.003e3,"result":{"content":[]}}"#);
    assert_eq!(desk.outcome(call), r#"{"content":[]}"#);
}

#[test]
fn late_duplicate_and_unknown_replies_are_told_apart() {
    let mut desk = Desk::connected();
    let (answered, aborted) = (desk.echo(), desk.echo());
    desk.reply(answered, r#"{"content":[]}"#);
    desk.abort(aborted, "null");
    desk.log();
    desk.reply(answered, "null");
    desk.reply(aborted, "null");
    desk.hear(r#"{"jsonrpc":"2.0","id":77,"result":null}"#);
    desk.hear(r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"?"}}"#);
    desk.hear(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#);
    assert_eq!(
        desk.log(),
        [
            "note duplicate-reply /id",
            "note late-reply /id",
            "note unknown-reply /id",
            "note unknown-reply /id x2",
            "note unknown-reply /id x3"
        ]
    );
    assert_eq!(
        (desk.outcome(answered), desk.outcome(aborted)),
        (r#"{"content":[]}"#.into(), "aborted null".into())
    );
}

#[test]
fn a_reply_without_a_version_counts_for_a_pending_call() {
    let mut desk = Desk::connected();
    let (one, two) = (desk.echo(), desk.echo());
    desk.hear(r#"{"id":1002,"result":{"content":[]}}"#);
    desk.hear(r#"{"jsonrpc":"1.0","id":1003,"error":{"code":1,"message":"?"}}"#);
    assert_eq!(
        (desk.outcome(one), desk.outcome(two)),
        (
            r#"{"content":[]}"#.into(),
            r#"error {"code":1,"message":"?"}"#.into()
        )
    );
    assert_eq!(desk.notes(), ["jsonrpc-missing /jsonrpc x2"]);
}

/// Without a version a frame is ours only if it answers a request that waits; else it is somebody else's, and no oddity.
#[test]
fn a_frame_without_a_version_that_answers_nothing_leaves_no_trace() {
    let mut desk = Desk::connected();
    let answered = desk.echo();
    desk.reply(answered, r#"{"content":[]}"#);
    desk.log();
    for frame in [
        r#"{"id":7,"result":{}}"#,
        r#"{"id":"uuid","error":null,"type":"rpc"}"#,
        r#"{"error":"offline","type":"status"}"#,
        r#"{"id":7,"method":"ping"}"#,
    ] {
        desk.hear(frame);
        assert_eq!(desk.log(), Vec::<String>::new(), "{frame}");
    }
}

#[test]
fn a_batch_is_split_and_each_item_goes_where_it_belongs() {
    let mut desk = Desk::connected();
    let (one, two) = (desk.echo(), desk.echo());
    desk.log();
    desk.hear(
        r#"[{"jsonrpc":"2.0","id":1003,"result":{"content":[]}},{"jsonrpc":"2.0","id":"p","method":"ping"},[{"jsonrpc":"2.0","method":"x"}],
            {"id":1002,"result":null},{"jsonrpc":"2.0","method":"n","params":{}}]"#,
    );
    assert_eq!(
        desk.log(),
        [
            "note batch",
            r#"settle 1: {"content":[]}"#,
            r#"send result "p" {}"#,
            "note not-a-message",
            "settle 0: invalid /result",
            "note jsonrpc-missing /jsonrpc",
            "notification n {}",
        ]
    );
    assert_eq!(
        (desk.outcome(one), desk.outcome(two)),
        ("invalid /result".into(), r#"{"content":[]}"#.into())
    );
}

#[test]
fn a_connection_takes_only_what_is_addressed_to_it() {
    use mcp_widget::wire::{Address, Findings, Message};
    let mut desk = Desk::connected();
    desk.echo();
    desk.hear(r#"{"jsonrpc":"2.0","id":"q","method":"ui/resource-teardown"}"#);
    let takes = |text: &str| {
        desk.look(|app| {
            app.takes(&Address::of(&Message::read(
                &json(text),
                &mut Findings::new(),
            )))
        })
    };
    for ours in [
        r#"{"jsonrpc":"2.0","id":1002,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"1002","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1001,"result":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1002}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}"#,
        r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input"}"#,
    ] {
        assert!(takes(ours), "{ours}");
    }
    for other in [
        r#"{"jsonrpc":"2.0","id":1003,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"r"}}"#,
    ] {
        assert!(!takes(other), "{other}");
    }
}
