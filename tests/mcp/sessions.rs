//! A server that knows the session no more.

use mcp_widget::client::Version;
use mcp_widget::rpc::Status;

use crate::desk::{Desk, greeting};
use crate::support::{member, text};

const LOST: &str = r#"http {"status":404}"#;

/// A new session is there.
fn greet(desk: &mut Desk, id: u32) {
    desk.result(id, &greeting(Version::V2025November));
}

fn initializations(desk: &Desk) -> usize {
    let is =
        |frame: &&mcp_widget::wire::json::Json| text(&member(frame, "method")) == r#""initialize""#;
    desk.frames().map(|(_, frame)| frame).filter(is).count()
}

#[test]
fn a_new_session_is_begun_and_the_request_made_again() {
    let mut desk = Desk::legacy();
    let call = desk.call("prompts/list", "");
    desk.log();
    desk.lost(2);
    assert_eq!(
        desk.log(),
        ["forget", "status connecting", "send initialize #3"]
    );
    assert_eq!(desk.headers(), "", "the handshake is one without a session");
    assert_eq!(
        text(&member(&member(desk.last(), "params"), "protocolVersion")),
        r#""2025-11-25""#
    );
    greet(&mut desk, 3);
    assert_eq!(
        desk.log(),
        [
            "send notifications/initialized <Absent>",
            "status ready",
            "send prompts/list #4",
            "listen 0"
        ]
    );
    desk.result(4, r#"{"prompts":[]}"#);
    assert_eq!(desk.end(call), r#"{"prompts":[]}"#);
}

#[test]
fn a_session_that_is_lost_without_a_request_is_begun_anew() {
    let mut desk = Desk::legacy();
    desk.log();
    desk.lost_silently();
    // Once: the next is not there yet.
    desk.lost_silently();
    assert_eq!(
        desk.log(),
        ["forget", "status connecting", "send initialize #2"]
    );
    greet(&mut desk, 2);
    assert_eq!(desk.status(), Status::Ready);
    let mut desk = Desk::modern();
    desk.log();
    desk.lost_silently();
    assert_eq!(desk.log(), ["note send-failed"]);
}

#[test]
fn a_tool_is_not_called_again() {
    let mut desk = Desk::legacy();
    let call = desk.echo();
    desk.lost(2);
    assert_eq!(desk.end(call), LOST);
    greet(&mut desk, 3);
    let next = desk.echo();
    desk.result(4, r#"{"content":[]}"#);
    assert_eq!(
        (desk.end(next), initializations(&desk)),
        (r#"{"content":[]}"#.into(), 2)
    );
}

/// A call that was not sent yet has not been made.
#[test]
fn a_tool_that_waits_for_the_new_session_is_called_in_it() {
    let mut desk = Desk::legacy();
    desk.call("ping", "");
    desk.lost(2);
    let call = desk.echo();
    greet(&mut desk, 3);
    desk.result(4, "{}");
    desk.result(5, r#"{"content":[]}"#);
    assert_eq!(desk.end(call), r#"{"content":[]}"#);
}

#[test]
fn a_session_that_is_lost_with_many_calls_is_one_session() {
    let mut desk = Desk::legacy();
    let calls: Vec<_> = (0..4).map(|_| desk.call("ping", "")).collect();
    desk.lost(3);
    desk.lost(2);
    greet(&mut desk, 6);
    // It comes late, and is about the session before.
    desk.lost(4);
    assert_eq!((initializations(&desk), desk.status()), (2, Status::Ready));
    desk.result(5, "{}");
    for id in 7..10 {
        desk.result(id, "{}");
    }
    for call in calls {
        assert_eq!(desk.end(call), "{}");
    }
}

#[test]
fn a_request_is_made_twice_at_most() {
    let mut desk = Desk::legacy();
    let call = desk.call("ping", "");
    desk.lost(2);
    greet(&mut desk, 3);
    desk.lost(4);
    assert_eq!(
        (desk.end(call), initializations(&desk), desk.status()),
        (LOST.into(), 2, Status::Ready)
    );
    // The next one begins another.
    desk.call("ping", "");
    desk.lost(5);
    assert_eq!(initializations(&desk), 3);
}

#[test]
fn a_method_that_is_not_found_is_no_lost_session() {
    let mut desk = Desk::legacy();
    let call = desk.call("x", "");
    desk.refused_with(2, 404, r#"{"code":-32601,"message":"no"}"#, true);
    assert_eq!(
        (desk.end(call), desk.status()),
        (
            r#"error {"code":-32601,"message":"no"}"#.into(),
            Status::Ready
        )
    );
    // That is how it is said, too.
    desk.call("x", "");
    desk.refused_with(
        3,
        404,
        r#"{"code":-32001,"message":"Session not found"}"#,
        true,
    );
    assert_eq!(desk.status(), Status::Connecting);
}

#[test]
fn a_new_session_that_is_refused_ends_the_connection() {
    for (status, lost) in [(500, false), (401, false), (0, false), (404, true)] {
        let mut desk = Desk::new(Some(Version::V2025November));
        desk.start(None);
        greet(&mut desk, 1);
        let calls = [desk.call("ping", ""), desk.call("prompts/list", "")];
        desk.lost(2);
        desk.refused_with(4, status, "", lost);
        assert_eq!(desk.status(), Status::Failed);
        desk.lost(3);
        for call in calls {
            let end = desk.end(call);
            assert!(
                end.starts_with("http") || end.starts_with("transport"),
                "{end}"
            );
        }
        assert_eq!(
            desk.look(|client| (client.pending(), client.wake())),
            (0, f64::INFINITY)
        );
    }
}

#[test]
fn a_new_session_that_nobody_answers_for_ends_in_a_timeout() {
    let mut desk = Desk::legacy();
    let call = desk.call("ping", "");
    desk.lost(2);
    desk.wait(60_000.0);
    assert_eq!(
        (desk.end(call), desk.status()),
        ("timeout 60000".into(), Status::Failed)
    );
}

#[test]
fn a_call_is_given_up_in_between() {
    let mut desk = Desk::legacy();
    let call = desk.call("ping", "");
    desk.lost(2);
    desk.log();
    desk.abort(call);
    assert_eq!(
        desk.log().last().map(String::as_str),
        Some(r#"settle 0: aborted "rain""#)
    );
    greet(&mut desk, 3);
    assert_eq!(
        desk.log()
            .iter()
            .filter(|line| line.starts_with("send ping"))
            .count(),
        0
    );
    // And after it was made again, under the id that it was given first.
    let call = desk.call("ping", "");
    desk.lost(5);
    greet(&mut desk, 6);
    desk.log();
    desk.abort(call);
    assert_eq!(
        desk.log(),
        [
            r#"send notifications/cancelled {"requestId":7,"reason":"rain"}"#,
            "drop 7",
            r#"settle 1: aborted "rain""#
        ]
    );
}

#[test]
fn the_new_session_may_speak_another_version() {
    let mut desk = Desk::started();
    desk.refused(1, 400);
    desk.error(
        2,
        r#"{"code":-32602,"message":"","data":{"supported":["2025-06-18"]}}"#,
    );
    desk.result(3, &greeting(Version::V2025June));
    desk.call("ping", "");
    desk.lost(4);
    desk.error(
        5,
        r#"{"code":-32602,"message":"","data":{"supported":["2025-03-26"]}}"#,
    );
    desk.result(7, &greeting(Version::V2025March));
    assert_eq!(
        (desk.version(), desk.status()),
        ("2025-03-26", Status::Ready)
    );
}

#[test]
fn without_a_handshake_there_is_no_session_to_lose() {
    let mut desk = Desk::modern();
    let call = desk.call("ping", "");
    desk.lost(2);
    assert_eq!(
        (desk.end(call), desk.status(), desk.frames().count()),
        (LOST.into(), Status::Ready, 2)
    );
}

#[test]
fn the_total_is_counted_over_both_sessions() {
    let mut desk = Desk::legacy();
    let timing = mcp_widget::session::Timing {
        timeout: 400.0,
        total: 500.0,
    };
    let call = desk.make("ping", "", mcp_widget::wire::json::Json::Absent, timing);
    desk.wait(300.0);
    desk.lost(2);
    greet(&mut desk, 3);
    desk.wait(199.0);
    assert!(desk.ends(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.end(call), "timeout 500");
}
