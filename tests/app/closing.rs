//! The end: everything is settled once, and nothing goes out any more.

use mcp_widget::app::{Act, Sent, Status};
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::support::desk::{Desk, HOST};
use crate::support::json;

#[test]
fn close_settles_all_once_and_in_order() {
    let mut desk = Desk::connected();
    let (one, done, two) = (desk.echo(), desk.echo(), desk.request("ui/message", "{}"));
    desk.reply(done, r#"{"content":[]}"#);
    desk.hear(r#"{"jsonrpc":"2.0","id":"q","method":"ui/resource-teardown"}"#);
    desk.log();
    desk.close();
    assert_eq!(
        desk.log(),
        [
            "settle 0: closed",
            "settle 2: closed",
            "abort 1: <Absent>",
            "status closed"
        ]
    );
    desk.close();
    assert_eq!(desk.log(), Vec::<String>::new());
    assert_eq!(
        (desk.outcome(one), desk.outcome(two)),
        ("closed".into(), "closed".into())
    );
    assert_eq!(desk.look(|app| (app.pending(), app.wake())), (0, None));
}

#[test]
fn close_during_the_handshake_settles_what_is_queued() {
    let mut desk = Desk::started();
    desk.echo();
    desk.step(|app, _| app.notify(&Json::from_text("n"), &Json::Absent));
    desk.close();
    assert_eq!(desk.log(), ["settle 0: closed", "status closed"]);
    desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
    desk.wait(60_000.0);
    assert_eq!(
        (desk.log(), desk.status(), desk.frames().count()),
        (Vec::new(), Status::Closed, 1)
    );
}

#[test]
fn close_before_the_start() {
    let mut desk = Desk::new();
    desk.close();
    desk.start();
    desk.wait(60_000.0);
    assert_eq!((desk.status(), desk.frames().count()), (Status::Closed, 0));
}

#[test]
fn close_after_a_failure() {
    let mut desk = Desk::started();
    desk.step(|app, _| app.fail(Act::NoHost, Json::Absent));
    assert_eq!(desk.log(), ["status failed"]);
    desk.step(|app, _| app.fail(Act::NoHost, Json::Absent));
    assert_eq!(desk.log(), Vec::<String>::new());
    let failed = desk.echo();
    desk.close();
    let closed = desk.echo();
    assert_eq!(
        (desk.outcome(failed), desk.outcome(closed)),
        ("no host".into(), "closed".into())
    );
}

#[test]
fn a_failure_after_the_handshake_changes_nothing() {
    let mut desk = Desk::connected();
    desk.step(|app, _| app.fail(Act::NoHost, Json::Absent));
    assert_eq!((desk.log(), desk.status()), (Vec::new(), Status::Ready));
}

#[test]
fn a_call_after_close_fails_and_everything_else_is_harmless() {
    let mut desk = Desk::connected();
    let pending = desk.echo();
    desk.hear(r#"{"jsonrpc":"2.0","id":"q","method":"x"}"#);
    desk.close();
    desk.log();
    let frames = desk.frames().count();
    let late = desk.echo();
    assert_eq!(
        (desk.log(), desk.id(late)),
        (vec!["settle 1: closed".into()], 0.0)
    );
    desk.step(|app, _| app.notify(&Json::from_text("n"), &Json::Absent));
    desk.step(|app, _| app.abort(1002.0, Json::Null, &Json::Absent));
    desk.answer(1, "{}");
    desk.start();
    desk.wait(1e6);
    desk.reply(pending, r#"{"content":[]}"#);
    desk.hear(r#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#);
    desk.hear(r#"{"jsonrpc":"2.0","id":9,"method":"x"}"#);
    desk.hear(
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1002}}"#,
    );
    assert_eq!(desk.frames().count(), frames);
    assert_eq!(
        (desk.outcome(pending), desk.status()),
        ("closed".into(), Status::Closed)
    );
}

/// A request that cannot be served, or an answer that could not be sent: after the end there is nobody to tell.
#[test]
fn nothing_is_refused_after_close() {
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#,
    ] {
        let mut desk = Desk::connected();
        desk.close();
        let frames = desk.frames().count();
        desk.hear(message);
        assert_eq!(desk.frames().count(), frames, "{message}");
    }
    let mut desk = Desk::connected();
    desk.close();
    let frames = desk.frames().count();
    desk.refuse(Sent::Answer(json("1")), "null");
    assert_eq!(desk.frames().count(), frames, "an answer that was refused");
}
