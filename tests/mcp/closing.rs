//! The end: everything is settled once, and nothing goes out any more.

use mcp_widget::client::{Refusal, Version};
use mcp_widget::rpc::{Act, Sent, Status};
use mcp_widget::wire::json::Json;

use crate::desk::{Desk, MODERN, greeting};
use crate::support::json;

/// Whatever can happen after the end.
fn disturb(desk: &mut Desk) {
    desk.start(None);
    desk.notify("n");
    desk.listen(r#"{"toolsListChanged":true}"#);
    desk.step(|client, now| client.opened(None, now));
    desk.step(|client, now| client.opened(Some(Refusal::transport(Json::Null)), now));
    desk.step(|client, _| client.broken(Refusal::transport(Json::Null)));
    for id in 0..8 {
        desk.result(id, MODERN);
        desk.result(id, &greeting(Version::V2025June));
        desk.error(id, r#"{"code":-32020,"message":""}"#);
        desk.lost(id);
        desk.refused(id, 400);
        desk.step(|client, now| client.sent(id.into(), now));
        desk.step(|client, now| client.abort(id.into(), Json::Null, &Json::Absent, now));
        desk.answer(id, "{}");
        desk.fail(id);
        desk.step(|client, _| client.decline(id));
        let (sent, now) = (Sent::Answer(json("1")), desk.now);
        desk.step(|client, _| client.send_failed(sent, Json::Null, Json::Absent, now));
    }
    for list in ["tools", "resources", "prompts"] {
        desk.told(&format!("notifications/{list}/list_changed"), "{}");
    }
    desk.told("notifications/cancelled", r#"{"requestId":1}"#);
    desk.told("notifications/progress", r#"{"progressToken":2}"#);
    for message in [
        r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"x"}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"x","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":5}"#,
        r#"{"jsonrpc":"2.0","id":9.5,"method":"x"}"#,
    ] {
        desk.hear(message);
    }
    desk.wait(1e7);
}

/// Each way to be in the middle of something.
fn middles() -> Vec<(&'static str, Desk)> {
    let mut all = vec![("nothing", Desk::new(None))];
    let mut waiting = Desk::new(None);
    waiting.call("ping", "");
    all.push(("before the start", waiting));
    let mut discovering = Desk::started();
    discovering.echo();
    discovering.notify("n");
    all.push(("discovering", discovering));
    let mut initializing = Desk::started();
    initializing.echo();
    initializing.refused(1, 400);
    all.push(("initializing", initializing));
    let mut opening = Desk::new(Some(Version::V2024November));
    opening.start(None);
    opening.echo();
    all.push(("opening the old stream", opening));
    for mut desk in [Desk::legacy(), Desk::modern()] {
        desk.listen(r#"{"toolsListChanged":true}"#);
        desk.echo();
        desk.call("ping", "");
        desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#);
        desk.told("notifications/tools/list_changed", "{}");
        all.push(("calling", desk));
    }
    let mut lost = Desk::legacy();
    lost.call("ping", "");
    lost.echo();
    lost.lost(2);
    all.push(("lost", lost));
    let mut asked = Desk::modern();
    asked.echo();
    asked.call("resources/read", "{}");
    asked.result(2, r#"{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"roots/list"}}}"#);
    asked.result(3, r#"{"resultType":"input_required","requestState":"s"}"#);
    asked.answer(1, "{}");
    all.push(("asked", asked));
    let mut looking = Desk::modern();
    looking.echo();
    looking.error(2, r#"{"code":-32020,"message":""}"#);
    all.push(("looking at the tools", looking));
    let mut pausing = Desk::modern();
    pausing.listen(r#"{"toolsListChanged":true}"#);
    pausing.result(2, "{}");
    all.push(("between two streams", pausing));
    all
}

#[test]
fn close_settles_all_once_and_says_nothing() {
    for (name, mut desk) in middles() {
        let frames = desk.frames().count();
        desk.close();
        assert_eq!(
            desk.log().last().map(String::as_str),
            Some("status closed"),
            "{name}"
        );
        assert_eq!(
            desk.look(|client| (client.pending(), client.wake())),
            (0, f64::INFINITY),
            "{name}"
        );
        for call in 0..desk.calls() {
            assert_eq!(desk.end(call), "closed", "{name}");
        }
        desk.close();
        assert_eq!(desk.log(), Vec::<String>::new(), "{name}");
        disturb(&mut desk);
        assert_eq!(desk.frames().count(), frames, "{name}");
        assert_eq!(desk.status(), Status::Closed, "{name}");
        assert!(
            desk.log().iter().all(|line| line.starts_with("note")),
            "{name}"
        );
        for call in 0..desk.calls() {
            assert_eq!(desk.ends(call).len(), 1, "{name}");
        }
        let call = desk.echo();
        assert_eq!(
            (desk.end(call), desk.id(call)),
            ("closed".into(), 0.0),
            "{name}"
        );
    }
}

#[test]
fn a_connection_that_broke_is_as_good_as_closed() {
    for (name, mut desk) in middles() {
        let frames = desk.frames().count();
        desk.step(|client, _| client.broken(Refusal::http(502, Json::Absent, Json::Absent)));
        assert_eq!(
            desk.log().last().map(String::as_str),
            Some("status failed"),
            "{name}"
        );
        disturb(&mut desk);
        assert_eq!(
            (desk.frames().count(), desk.status()),
            (frames, Status::Failed),
            "{name}"
        );
        assert!(
            desk.log().iter().all(|line| line.starts_with("note")),
            "{name}"
        );
        let call = desk.echo();
        for call in 0..=call {
            assert_eq!(desk.end(call), r#"http {"status":502}"#, "{name}");
        }
        desk.log();
        desk.close();
        assert_eq!(desk.log(), ["listen 0", "status closed"], "{name}");
        let call = desk.echo();
        assert_eq!(desk.end(call), "closed", "{name}");
    }
}

#[test]
fn what_is_served_is_taken_back() {
    let mut desk = Desk::legacy();
    desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#);
    desk.echo();
    desk.log();
    desk.close();
    assert_eq!(
        desk.log(),
        [
            "drop 2",
            "settle 0: closed",
            "abort 1",
            "listen 0",
            "status closed"
        ]
    );
}

/// Orders are carried out one by one, and whoever is told may close: what was to be sent by then is not.
#[test]
fn what_is_not_sent_yet_is_not_sent() {
    type Begin = fn(&mut Desk);
    let begins: [(fn() -> Desk, Begin); 4] = [
        (Desk::legacy, |desk| {
            let mut refusal = Refusal::http(404, Json::Absent, Json::Absent);
            refusal.lost = true;
            desk.raw(|client, now| client.refused(2.0, refusal, now));
        }),
        (Desk::started, |desk| desk.raw_result(1, MODERN)),
        (Desk::started, |desk| {
            desk.raw_result(1, r#"{"supportedVersions":["2025-06-18"]}"#);
        }),
        (Desk::legacy, |desk| {
            desk.raw(|client, _| client.notify(&Json::String("n".into()), &Json::Absent));
        }),
    ];
    for (index, (make, begin)) in begins.into_iter().enumerate() {
        let mut desk = make();
        desk.call("ping", "");
        let frames = desk.frames().count();
        begin(&mut desk);
        desk.close();
        assert_eq!(desk.frames().count(), frames, "{index}");
        let ends = desk.seen().filter(|order| order.waiter == Some(0));
        assert_eq!(
            ends.map(|order| order.act).collect::<Vec<_>>(),
            [Act::Closed],
            "{index}"
        );
    }
}
