//! Calls: their ids, their time, and how they are given up.

use mcp_widget::client::Version;
use mcp_widget::session::Timing;
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::desk::{Desk, LEGACY, MODERN, greeting};
use crate::support::{json, text};

fn progress(desk: &mut Desk, token: &str, amount: u32) {
    desk.told(
        "notifications/progress",
        &format!(r#"{{"progressToken":{token},"progress":{amount}}}"#),
    );
}

fn cancelled(desk: &Desk) -> usize {
    let method = json(r#""notifications/cancelled""#);
    let frames = desk.frames();
    frames
        .filter(|(_, frame)| frame.named("method") == method)
        .count()
}

#[test]
fn ids_count_from_one_and_none_is_used_twice() {
    let mut desk = Desk::started();
    desk.refused(1, 400);
    desk.result(2, &greeting(Version::V2025November));
    for id in 3..40 {
        let call = desk.call("ping", "");
        assert_eq!(desk.id(call), f64::from(id));
        desk.result(id, "{}");
    }
    let ids: Vec<_> = desk
        .frames()
        .map(|(id, _)| id)
        .filter(|id| !id.is_nan())
        .collect();
    assert_eq!(ids, (1..40).map(f64::from).collect::<Vec<_>>());
}

/// What carries messages tells requests from the rest by that.
#[test]
fn only_requests_go_out_under_a_number() {
    let mut desk = Desk::legacy();
    desk.echo();
    desk.abort(0);
    desk.notify("n");
    desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    desk.hear(r#"{"jsonrpc":"2.0","id":2,"method":"x"}"#);
    desk.answer(1, "{}");
    desk.hear(r#"{"jsonrpc":"2.0","id":3,"method":5}"#);
    for (number, frame) in desk.frames() {
        let id = frame.field(mcp_widget::wire::Word::Id).integer();
        let request = !frame.named("method").is_absent() && !id.is_nan();
        assert_eq!(number.is_nan(), !request, "{}", text(frame));
        assert!(!request || number == id);
    }
    assert_eq!(desk.frames().count(), 8);
}

#[test]
fn calls_wait_for_the_handshake_and_keep_their_order() {
    for version in LEGACY {
        let mut desk = Desk::new(None);
        desk.start(Some(version));
        desk.log();
        desk.call("tools/list", "");
        desk.notify("n");
        desk.call("ping", "");
        desk.wait(59_000.0);
        assert_eq!(desk.log(), Vec::<String>::new());
        desk.result(1, &greeting(version));
        assert_eq!(
            desk.log(),
            [
                "send notifications/initialized <Absent>",
                "status ready",
                "send tools/list #2",
                "send n <Absent>",
                "send ping #3",
                "listen 0"
            ]
        );
        // Their time begins only now.
        desk.wait(59_999.0);
        assert_eq!(desk.log(), Vec::<String>::new());
    }
}

#[test]
fn a_call_before_the_start_waits_for_it() {
    let mut desk = Desk::new(None);
    let call = desk.call("tools/list", "");
    desk.start(None);
    desk.result(2, MODERN);
    desk.result(1, r#"{"tools":[]}"#);
    assert_eq!(desk.end(call), r#"{"tools":[]}"#);
}

#[test]
fn a_modern_call_says_who_we_are_and_keeps_the_callers_own() {
    let mut desk = Desk::modern();
    desk.make(
        "tools/call",
        r#"{"name":"echo","_meta":{"lost":1}}"#,
        json(r#"{"com.example/mine":1}"#),
        Timing::default(),
    );
    assert_eq!(
        desk.param("_meta"),
        r#"{"com.example/mine":1,"progressToken":2,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"sampling":{},"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"client","version":"1"}}"#
    );
    desk.call("prompts/list", r#"{"_meta":{"com.example/mine":2}}"#);
    assert_eq!(
        desk.param("_meta"),
        r#"{"com.example/mine":2,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"sampling":{},"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"client","version":"1"}}"#
    );
    assert!(desk.step(|client, _| client.set_log_level(Json::from_text("debug"))));
    desk.call("prompts/list", "");
    assert!(
        desk.param("_meta")
            .ends_with(r#","io.modelcontextprotocol/logLevel":"debug"}"#)
    );
    let mut desk = Desk::legacy();
    assert!(!desk.step(|client, _| client.set_log_level(Json::from_text("debug"))));
    desk.call("prompts/list", "");
    assert_eq!(
        text(desk.last()),
        r#"{"jsonrpc":"2.0","id":2,"method":"prompts/list"}"#
    );
}

#[test]
fn the_time_begins_when_the_request_is_on_its_way() {
    let mut desk = Desk::modern();
    desk.held = true;
    let call = desk.tool(100.0, 150.0);
    desk.wait(1e6);
    assert!(desk.ends(call).is_empty());
    desk.step(|client, now| client.sent(2.0, now));
    desk.wait(99.0);
    assert!(desk.ends(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.end(call), "timeout 100");
}

#[test]
fn progress_gives_more_time_within_the_total() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        let call = desk.tool(100.0, 350.0);
        for amount in 0..4 {
            desk.wait(80.0);
            progress(&mut desk, "2", amount);
        }
        desk.wait(29.0);
        assert!(desk.ends(call).is_empty());
        desk.wait(1.0);
        assert_eq!(desk.end(call), "timeout 350");
    }
}

#[test]
fn progress_is_told_before_the_reply_that_follows_it() {
    let mut desk = Desk::modern();
    desk.echo();
    desk.log();
    progress(&mut desk, "2", 1);
    progress(&mut desk, "\"2\"", 2);
    desk.result(2, r#"{"content":[]}"#);
    progress(&mut desk, "2", 3);
    assert_eq!(
        desk.log(),
        [
            r#"progress 0: {"progressToken":2,"progress":1}"#,
            r#"progress 0: {"progressToken":"2","progress":2}"#,
            r#"settle 0: {"content":[]}"#,
            "note unknown-progress",
        ]
    );
}

#[test]
fn a_call_that_takes_too_long_is_cancelled_as_its_era_does_it() {
    let mut desk = Desk::legacy();
    let call = desk.tool(250.0, 0.0);
    desk.log();
    desk.wait(250.0);
    assert_eq!(
        desk.log(),
        [
            r#"send notifications/cancelled {"requestId":2,"reason":"Request timed out"}"#,
            "drop 2",
            "settle 0: timeout 250"
        ]
    );
    desk.result(2, r#"{"content":[]}"#);
    assert_eq!(
        (desk.log(), desk.end(call)),
        (vec!["note late-reply".into()], "timeout 250".into())
    );
    // Whoever reads no more has cancelled it.
    let mut desk = Desk::modern();
    desk.tool(250.0, 0.0);
    desk.log();
    desk.wait(250.0);
    assert_eq!(desk.log(), ["drop 2", "settle 0: timeout 250"]);
    assert_eq!(
        desk.look(|client| (client.pending(), client.wake())),
        (0, f64::INFINITY)
    );
}

#[test]
fn a_call_that_is_aborted_is_cancelled_as_its_era_does_it() {
    let mut desk = Desk::legacy();
    desk.echo();
    desk.log();
    desk.abort(0);
    desk.abort(0);
    assert_eq!(
        desk.log(),
        [
            r#"send notifications/cancelled {"requestId":2,"reason":"rain"}"#,
            "drop 2",
            r#"settle 0: aborted "rain""#
        ]
    );
    let mut desk = Desk::modern();
    desk.echo();
    desk.log();
    desk.abort(0);
    desk.abort(0);
    assert_eq!(desk.log(), ["drop 2", r#"settle 0: aborted "rain""#]);
    desk.refused(2, 0);
    assert_eq!(desk.log(), Vec::<String>::new());
    assert_eq!(cancelled(&desk), 0);
}

/// It may stand in the line before a connection that is free.
#[test]
fn a_call_that_is_given_up_before_it_is_on_its_way_never_is() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        desk.held = true;
        desk.echo();
        desk.log();
        desk.abort(0);
        assert_eq!(desk.log(), ["drop 2", r#"settle 0: aborted "rain""#]);
        assert_eq!(cancelled(&desk), 0);
    }
}

#[test]
fn a_call_that_is_given_up_before_the_handshake_is_never_sent() {
    let mut desk = Desk::started();
    desk.echo();
    desk.abort(0);
    desk.result(1, MODERN);
    assert_eq!(
        (desk.end(0), desk.frames().count()),
        (r#"aborted "rain""#.into(), 1)
    );
}

#[test]
fn an_abort_after_the_end_does_nothing() {
    let mut desk = Desk::legacy();
    desk.echo();
    desk.result(2, r#"{"content":[]}"#);
    desk.log();
    desk.abort(0);
    for id in [0.0, 1.0, 77.0, -1.0, f64::NAN] {
        desk.step(|client, now| client.abort(id, Json::Null, &Json::Absent, now));
    }
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn what_the_connection_asks_for_itself_is_nobodys_to_abort() {
    let mut desk = Desk::started();
    for id in [0.0, 1.0] {
        desk.step(|client, now| client.abort(id, Json::Null, &Json::Absent, now));
    }
    desk.result(1, MODERN);
    assert_eq!(desk.log(), ["status ready"]);
}

#[test]
fn a_call_that_is_refused_ends_with_what_was_said() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        let calls = [
            desk.echo(),
            desk.echo(),
            desk.echo(),
            desk.echo(),
            desk.echo(),
        ];
        desk.log();
        desk.refused(2, 0);
        desk.refused(3, 500);
        desk.refused_with(
            4,
            400,
            r#"{"code":-32602,"message":"no","data":[1]}"#,
            false,
        );
        desk.refused_with(5, 401, r#"{"code":-32001,"message":"Unauthorized"}"#, false);
        let refusal =
            mcp_widget::client::Refusal::http(202, json(r#""text/html""#), json(r#""<p>""#));
        desk.step(|client, now| client.finished(6.0, refusal, now));
        for id in 2..7 {
            desk.refused(id, 500);
        }
        assert_eq!(desk.log().len(), 5);
        assert_eq!(
            calls.map(|call| desk.end(call)),
            [
                r#"transport "offline""#,
                r#"http {"status":500}"#,
                r#"error {"code":-32602,"message":"no","data":[1]}"#,
                // What it says of tokens is in the headers.
                r#"http {"status":401}"#,
                r#"http {"status":202,"type":"text/html","body":"<p>"}"#,
            ]
        );
    }
}

#[test]
fn what_is_no_request_and_is_refused_is_noted() {
    let mut desk = Desk::legacy();
    desk.notify("n");
    let refusal = mcp_widget::client::Refusal::transport(Json::Null);
    desk.step(|client, now| client.refused(f64::NAN, refusal, now));
    assert_eq!(desk.log(), ["send n <Absent>", "note send-failed"]);
}

#[test]
fn pending_counts_calls_and_nothing_else() {
    let mut desk = Desk::started();
    assert_eq!(desk.look(mcp_widget::client::Client::pending), 0);
    desk.echo();
    assert_eq!(desk.look(mcp_widget::client::Client::pending), 1);
    desk.result(1, MODERN);
    desk.listen(r#"{"toolsListChanged":true}"#);
    assert_eq!(desk.look(mcp_widget::client::Client::pending), 1);
    desk.result(2, r#"{"content":[]}"#);
    assert_eq!(desk.look(mcp_widget::client::Client::pending), 0);
}
