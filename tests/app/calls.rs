//! Calls: how they go out, and how they end when nobody answers.

use mcp_widget::app::{App, Sent};
use mcp_widget::session::Timing;
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::support::desk::{Desk, HOST, params};
use crate::support::{json, text};

fn soon(timeout: f64) -> Timing {
    Timing {
        timeout,
        total: f64::INFINITY,
    }
}

fn progress(desk: &mut Desk, token: &str, amount: u32) {
    desk.hear(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{amount}}}}}"#));
}

#[test]
fn a_call_carries_its_id_as_progress_token() {
    let mut desk = Desk::connected();
    let call = desk.call(
        "tools/call",
        r#"{"name":"water"}"#,
        json(r#"{"trace":"t"}"#),
        Timing::default(),
    );
    let (_, frame) = desk.frames().last().expect("a frame");
    assert_eq!(
        text(frame),
        r#"{"jsonrpc":"2.0","id":1002,"method":"tools/call","params":{"name":"water","_meta":{"trace":"t","progressToken":1002}}}"#
    );
    assert_eq!(desk.id(call), 1002.0);
    desk.call("ui/message", "{}", Json::Absent, Timing::default());
    assert_eq!(
        params(desk.frames().last().expect("a frame").1),
        "{}",
        "without _meta there is no token"
    );
}

#[test]
fn progress_is_told_before_the_reply_that_follows_it() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    desk.log();
    progress(&mut desk, "1002", 1);
    progress(&mut desk, "\"1002\"", 2);
    desk.reply(call, r#"{"content":[]}"#);
    progress(&mut desk, "1002", 3);
    assert_eq!(
        desk.log(),
        [
            r#"progress 0: {"progressToken":1002,"progress":1}"#,
            r#"progress 0: {"progressToken":"1002","progress":2}"#,
            r#"settle 0: {"content":[]}"#,
            "note unknown-progress /params/progressToken",
        ]
    );
}

#[test]
fn progress_without_a_pending_request_is_noted() {
    let mut desk = Desk::connected();
    let gone = desk.echo();
    desk.abort(gone, "null");
    for token in ["1002", "1001", "77", "null", "{}", "\"x\"", "1.5"] {
        progress(&mut desk, token, 1);
    }
    desk.hear(r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#);
    assert_eq!(desk.notes(), ["unknown-progress /params/progressToken x8"]);
    assert!(
        desk.seen()
            .all(|effect| !matches!(effect, mcp_widget::app::Effect::Progress { .. }))
    );
}

#[test]
fn time_is_over_once_and_the_host_is_told() {
    let mut desk = Desk::connected();
    let call = desk.tool(soon(250.0));
    desk.wait(249.0);
    assert!(desk.outcomes(call).is_empty());
    desk.log();
    desk.wait(1.0);
    assert_eq!(
        desk.log(),
        [
            r#"send notifications/cancelled {"requestId":1002,"reason":"Request timed out"}"#,
            "settle 0: timeout 250"
        ]
    );
    desk.wait(1e6);
    desk.reply(call, r#"{"content":[]}"#);
    assert_eq!(desk.log(), ["note late-reply /id"]);
    assert_eq!(desk.outcome(call), "timeout 250");
    assert_eq!(desk.look(|app| (app.pending(), app.wake())), (0, None));
}

#[test]
fn a_minute_is_the_usual_time() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    desk.wait(59_999.0);
    assert!(desk.outcomes(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.outcome(call), "timeout 60000");
}

#[test]
fn without_a_time_a_call_waits_for_ever() {
    for timeout in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        let mut desk = Desk::connected();
        let call = desk.tool(Timing {
            timeout,
            total: timeout,
        });
        assert_eq!(desk.look(App::wake), None);
        desk.wait(1e12);
        assert!(desk.outcomes(call).is_empty(), "{timeout}");
        desk.reply(call, r#"{"content":[]}"#);
        assert_eq!(desk.outcome(call), r#"{"content":[]}"#);
    }
}

#[test]
fn progress_gives_more_time_within_the_total() {
    let mut desk = Desk::connected();
    let call = desk.tool(Timing {
        timeout: 100.0,
        total: 350.0,
    });
    for amount in 0..4 {
        desk.wait(80.0);
        progress(&mut desk, "1002", amount);
        assert!(desk.outcomes(call).is_empty());
    }
    desk.wait(29.0);
    assert!(desk.outcomes(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.outcome(call), "timeout 350");
    assert_eq!(desk.sent("notifications/cancelled").len(), 1);
}

#[test]
fn an_aborted_call_ends_at_once_and_the_host_is_told() {
    for (reason, told) in [
        (r#""rain""#, r#"{"requestId":1002,"reason":"rain"}"#),
        (
            r#"{"name":"AbortError","message":"rain"}"#,
            r#"{"requestId":1002,"reason":"rain"}"#,
        ),
        (r#"{"message":5}"#, r#"{"requestId":1002}"#),
        ("null", r#"{"requestId":1002}"#),
        ("[1]", r#"{"requestId":1002}"#),
    ] {
        let mut desk = Desk::connected();
        let call = desk.echo();
        desk.log();
        desk.abort(call, reason);
        desk.abort(call, reason);
        assert_eq!(
            desk.log(),
            [
                format!("send notifications/cancelled {told}"),
                format!("settle 0: aborted {reason}")
            ]
        );
        desk.reply(call, r#"{"content":[]}"#);
        desk.wait(1e6);
        assert_eq!(desk.log(), ["note late-reply /id"]);
        assert_eq!(desk.outcome(call), format!("aborted {reason}"));
    }
}

#[test]
fn a_call_that_is_aborted_while_queued_sends_nothing() {
    let mut desk = Desk::started();
    let (gone, kept) = (desk.echo(), desk.echo());
    desk.abort(gone, r#""rain""#);
    assert_eq!(desk.log(), [r#"settle 0: aborted "rain""#]);
    desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
    assert_eq!(
        desk.log(),
        [
            "send ui/notifications/initialized {}",
            "send tools/call #1003",
            "status ready"
        ]
    );
    desk.reply(kept, r#"{"content":[]}"#);
    assert_eq!(desk.outcome(kept), r#"{"content":[]}"#);
}

#[test]
fn an_abort_after_the_end_does_nothing() {
    let mut desk = Desk::connected();
    let call = desk.echo();
    desk.reply(call, r#"{"content":[]}"#);
    desk.log();
    desk.abort(call, r#""rain""#);
    for id in [0.0, 77.0, -1.0, f64::NAN] {
        desk.step(|app, _| app.abort(id, Json::Null, &Json::Absent));
    }
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn a_refused_call_fails_at_once_and_is_not_cancelled() {
    let mut desk = Desk::connected();
    let (call, other) = (desk.echo(), desk.echo());
    desk.log();
    desk.refuse(Sent::Request(1002.0), r#"{"name":"DataCloneError"}"#);
    desk.refuse(Sent::Request(1002.0), r#"{"name":"DataCloneError"}"#);
    assert_eq!(
        desk.log(),
        [r#"settle 0: transport {"name":"DataCloneError"}"#]
    );
    desk.reply(call, r#"{"content":[]}"#);
    desk.reply(other, r#"{"content":[]}"#);
    assert_eq!(
        desk.log(),
        ["note late-reply /id", r#"settle 1: {"content":[]}"#]
    );
}

#[test]
fn a_refused_notification_is_noted() {
    let mut desk = Desk::connected();
    desk.step(|app, _| app.notify(&Json::from_text("n"), &Json::Absent));
    desk.refuse(Sent::Other, "null");
    assert_eq!(desk.log(), ["send n <Absent>", "note send-failed"]);
}

#[test]
fn calls_in_any_order_get_their_own_replies() {
    let mut desk = Desk::connected();
    let calls: Vec<_> = (0..50).map(|_| desk.echo()).collect();
    for step in 0..calls.len() {
        let call = calls[step * 37 % calls.len()];
        desk.reply(
            call,
            &format!(r#"{{"content":[],"structuredContent":{call}}}"#),
        );
    }
    for call in calls {
        assert_eq!(
            desk.outcome(call),
            format!(r#"{{"content":[],"structuredContent":{call}}}"#)
        );
    }
    assert_eq!(desk.look(App::pending), 0);
}
