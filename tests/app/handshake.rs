//! `ui/initialize`, its answer, and what waits for it.

use mcp_widget::app::{App, PROTOCOL_VERSION, Sent, Status};
use mcp_widget::session::Timing;
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Expect, Value};

use crate::support::desk::{Desk, HOST, params};
use crate::support::{json, text};

fn answer(id: u32) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{HOST}}}"#)
}

#[test]
fn attempts_are_made_at_0_1_3_and_7_seconds_with_new_ids() {
    let mut desk = Desk::new();
    desk.wait(500.0);
    assert_eq!(desk.frames().count(), 0, "nothing before the start");
    desk.start();
    desk.start();
    desk.wait(29_999.0);
    let attempts = [
        "500 ui/initialize #1001",
        "1500 ui/initialize #1002",
        "3500 ui/initialize #1003",
        "7500 ui/initialize #1004",
    ];
    assert_eq!(desk.sent("ui/initialize"), attempts);
    assert_eq!(
        (
            desk.status(),
            desk.frames().count(),
            desk.look(App::pending)
        ),
        (Status::Connecting, 4, 0)
    );
    for (_, frame) in desk.frames() {
        assert_eq!(
            params(frame),
            r#"{"appInfo":{"name":"widget","version":"1"},"appCapabilities":{},"protocolVersion":"2026-01-26"}"#
        );
    }
}

#[test]
fn the_answer_to_any_attempt_counts() {
    for (wait, answered) in [
        (0.0, 1001),
        (1_000.0, 1001),
        (1_000.0, 1002),
        (7_000.0, 1001),
        (7_000.0, 1003),
        (29_999.0, 1004),
    ] {
        let mut desk = Desk::started();
        desk.wait(wait);
        desk.log();
        desk.hear(&answer(answered));
        assert_eq!(
            desk.log(),
            ["send ui/notifications/initialized {}", "status ready"],
            "{answered} after {wait}"
        );
        assert_eq!((desk.status(), desk.look(App::pending)), (Status::Ready, 0));
        assert_eq!(desk.look(App::wake), None);
    }
}

#[test]
fn initialized_is_said_once_whatever_else_is_answered() {
    let mut desk = Desk::started();
    desk.wait(7_000.0);
    for id in [1002, 1001, 1004, 1002, 1003] {
        desk.hear(&answer(id));
    }
    desk.hear(
        r#"{"jsonrpc":"2.0","id":1003,"error":{"code":-32603,"message":"already initialized"}}"#,
    );
    desk.wait(60_000.0);
    assert_eq!(desk.sent("ui/notifications/initialized").len(), 1);
    assert_eq!(desk.sent("ui/initialize").len(), 4);
    assert_eq!(desk.status(), Status::Ready);
    // Each attempt may have its answer: there is nothing odd in that.
    assert!(desk.notes().is_empty(), "{:?}", desk.notes());
}

#[test]
fn an_answer_may_spell_the_id_and_lack_the_version() {
    let mut desk = Desk::started();
    desk.hear(&format!(r#"{{"id":"1001","result":{HOST}}}"#));
    assert_eq!(desk.status(), Status::Ready);
    assert_eq!(
        desk.notes(),
        ["jsonrpc-missing /jsonrpc x1", "id-spelled /id x1"]
    );
}

#[test]
fn what_was_queued_follows_initialized_in_order() {
    let mut desk = Desk::started();
    desk.echo();
    desk.step(|app, _| {
        app.notify(
            &Json::from_text("notifications/message"),
            &json(r#"{"data":1}"#),
        );
    });
    desk.request("resources/read", r#"{"uri":"plants://fern"}"#);
    desk.step(|app, _| {
        app.notify(
            &Json::from_text("ui/notifications/size-changed"),
            &Json::Absent,
        );
    });
    desk.echo();
    assert_eq!(
        desk.log(),
        Vec::<String>::new(),
        "nothing goes out before the handshake is over"
    );
    desk.wait(1_000.0);
    desk.log();
    desk.hear(&answer(1005));
    assert_eq!(
        desk.log(),
        [
            "send ui/notifications/initialized {}",
            "send tools/call #1002",
            r#"send notifications/message {"data":1}"#,
            "send resources/read #1003",
            "send ui/notifications/size-changed <Absent>",
            "send tools/call #1004",
            "status ready",
        ]
    );
    desk.echo();
    assert_eq!(desk.log(), ["send tools/call #1006"]);
}

#[test]
fn a_call_made_before_the_start_waits_too() {
    let mut desk = Desk::new();
    let early = desk.echo();
    desk.start();
    assert_eq!(desk.log(), ["send ui/initialize #1002"]);
    desk.hear(&answer(1002));
    desk.reply(early, r#"{"content":[]}"#);
    assert_eq!(desk.outcome(early), r#"{"content":[]}"#);
}

/// The time of a call runs from when it is sent.
#[test]
fn a_queued_call_does_not_run_out_of_time() {
    let mut desk = Desk::started();
    let call = desk.tool(Timing {
        timeout: 10.0,
        total: 15.0,
    });
    desk.wait(20_000.0);
    assert!(desk.outcomes(call).is_empty());
    desk.hear(&answer(1001));
    desk.wait(9.0);
    assert!(desk.outcomes(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.outcome(call), "timeout 10");
}

#[test]
fn nobody_is_waited_for_longer_than_30_seconds() {
    let mut desk = Desk::started();
    let (one, two) = (desk.echo(), desk.request("ui/message", "{}"));
    desk.wait(29_999.0);
    assert_eq!(desk.status(), Status::Connecting);
    desk.log();
    desk.wait(1.0);
    assert_eq!(
        desk.log(),
        ["settle 0: no host", "settle 1: no host", "status failed"]
    );
    assert_eq!(
        (desk.outcome(one), desk.outcome(two)),
        ("no host".into(), "no host".into())
    );
    assert_eq!((desk.look(App::pending), desk.look(App::wake)), (0, None));
    // Too late now.
    desk.hear(&answer(1001));
    assert_eq!(
        (
            desk.status(),
            desk.sent("ui/notifications/initialized").len()
        ),
        (Status::Failed, 0)
    );
    let after = desk.echo();
    assert_eq!(
        (desk.outcome(after), desk.id(after)),
        ("no host".into(), 0.0)
    );
    desk.start();
    desk.wait(60_000.0);
    assert_eq!(desk.frames().count(), 4);
}

/// A page that was frozen for a minute learns at once that nobody answered.
#[test]
fn a_clock_that_jumps_ends_the_handshake() {
    let mut desk = Desk::started();
    desk.now = 60_000.0;
    desk.step(App::tick);
    assert_eq!(desk.status(), Status::Failed);
    assert_eq!(desk.frames().count(), 1);
}

/// Whoever connects can attach listeners and make calls first.
#[test]
fn alone_there_is_nobody_to_ask_and_that_is_told_at_the_next_tick() {
    for now in [0.0, 0.1, 1_234.567_8, 1e7 / 3.0] {
        let mut desk = Desk::new();
        desk.now = now;
        desk.step(App::start_alone);
        let call = desk.echo();
        assert_eq!(desk.log(), Vec::<String>::new());
        assert_eq!(
            (desk.status(), desk.look(App::pending)),
            (Status::Connecting, 1)
        );
        desk.wait(1.0);
        assert_eq!(desk.log(), ["settle 0: no host", "status failed"], "{now}");
        assert_eq!(desk.outcome(call), "no host");
        assert_eq!((desk.look(App::pending), desk.look(App::wake)), (0, None));
        desk.echo();
        assert_eq!(desk.log(), ["settle 1: no host"]);
        desk.wait(100_000.0);
        assert_eq!(desk.frames().count(), 0, "there is nobody");
    }
}

#[test]
fn alone_it_can_be_closed_before_that_is_told() {
    let mut desk = Desk::new();
    desk.step(App::start_alone);
    assert_eq!(desk.look(App::pending), 0, "the handshake is no call");
    desk.echo();
    desk.close();
    assert_eq!(desk.log(), ["settle 0: closed", "status closed"]);
    desk.wait(100_000.0);
    assert_eq!(desk.log(), Vec::<String>::new());
    assert_eq!((desk.look(App::pending), desk.look(App::wake)), (0, None));
}

#[test]
fn an_error_as_the_answer_fails_all() {
    let mut desk = Desk::started();
    let queued = desk.echo();
    desk.hear(
        r#"{"jsonrpc":"2.0","id":1001,"error":{"code":-32600,"message":"not here","data":null}}"#,
    );
    let error = r#"error {"code":-32600,"message":"not here","data":null}"#;
    assert_eq!(
        desk.log(),
        [format!("settle 0: {error}"), "status failed".into()]
    );
    assert_eq!(desk.outcome(queued), error);
    let after = desk.echo();
    assert_eq!(desk.outcome(after), error, "and so do later calls");
    desk.wait(60_000.0);
    assert_eq!(desk.frames().count(), 1, "no further attempt");
}

#[test]
fn a_transport_that_refuses_the_handshake_fails_all() {
    let mut desk = Desk::started();
    let queued = desk.echo();
    desk.refuse(Sent::Request(1001.0), r#""no window""#);
    assert_eq!(
        desk.log(),
        [r#"settle 0: transport "no window""#, "status failed"]
    );
    assert_eq!(desk.outcome(queued), r#"transport "no window""#);
    // An attempt that is refused after another was answered does no harm.
    let mut desk = Desk::started();
    desk.wait(1_000.0);
    desk.hear(&answer(1001));
    desk.refuse(Sent::Request(1002.0), r#""no window""#);
    assert_eq!(desk.status(), Status::Ready);
}

#[test]
fn the_handshake_is_neither_cancelled_nor_aborted() {
    let mut desk = Desk::started();
    desk.step(|app, _| app.abort(1001.0, Json::Null, &Json::Absent));
    desk.wait(1_000.0);
    desk.hear(&answer(1001));
    desk.step(|app, _| app.abort(1002.0, Json::Null, &Json::Absent));
    desk.wait(100_000.0);
    assert!(desk.sent("notifications/cancelled").is_empty());
    assert_eq!(desk.status(), Status::Ready);
}

#[test]
fn what_the_host_says_of_itself_is_kept_as_it_is() {
    let host = r#"{"protocolVersion":"2099-01-01","hostInfo":{"name":"h","version":"2","x":1},"hostCapabilities":{"y":{}},"hostContext":{"theme":"dark","z":[]}}"#;
    let mut desk = Desk::started();
    desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{host}}}"#));
    let known = desk.look(|app| app.host().cloned()).expect("a host");
    assert_eq!(text(&known.info), r#"{"name":"h","version":"2","x":1}"#);
    assert_eq!(text(&known.capabilities), r#"{"y":{}}"#);
    assert_eq!(text(&known.context), r#"{"theme":"dark","z":[]}"#);
    assert_eq!(text(&known.protocol_version), r#""2099-01-01""#);
    assert!(desk.notes().is_empty());
}

/// One member at a time is missing or wrong: the widget is connected all the same, with a default and a diagnostic.
#[test]
fn each_member_of_the_answer_can_be_missing_or_wrong() {
    let members = [
        ("protocolVersion", r#""2026-01-26""#),
        ("hostInfo", r#"{"name":"host","version":"1"}"#),
        ("hostCapabilities", "{}"),
        ("hostContext", "{}"),
    ];
    let defaults = [
        PROTOCOL_VERSION.to_owned(),
        r#"{"name":"unknown","version":"0"}"#.into(),
        "{}".into(),
        "{}".into(),
    ];
    for (index, (name, _)) in members.iter().enumerate() {
        for wrong in ["", "null", "5", "true", "[]", "\"\"", "{}"] {
            // A version may be any text, the others any object.
            let allowed = (index == 0 && wrong == "\"\"") || (index > 1 && wrong == "{}");
            if allowed {
                continue;
            }
            let all = members
                .iter()
                .map(|(own, value)| (own, if own == name { wrong } else { value }))
                .filter(|(_, value)| !value.is_empty());
            let result = all
                .map(|(name, value)| format!("\"{name}\":{value}"))
                .collect::<Vec<_>>()
                .join(",");
            let mut desk = Desk::started();
            desk.hear(&format!(
                r#"{{"jsonrpc":"2.0","id":1001,"result":{{{result}}}}}"#
            ));
            assert_eq!(desk.status(), Status::Ready, "{result}");
            let notes = match (*name, wrong) {
                ("hostInfo", "{}") => vec![
                    "field-missing /result/hostInfo/name x1".into(),
                    "field-missing /result/hostInfo/version x1".into(),
                ],
                (name, "") => vec![format!("field-missing /result/{name} x1")],
                (name, _) => vec![format!("field-type /result/{name} x1")],
            };
            assert_eq!(desk.notes(), notes, "{result}");
            let host = desk.look(|app| app.host().cloned()).expect("a host");
            let known = [
                host.protocol_version.text().expect("a text"),
                text(&host.info),
                text(&host.capabilities),
                text(&host.context),
            ];
            assert_eq!(known[index], defaults[index], "{result}");
        }
    }
}

#[test]
fn half_of_the_hosts_name_is_completed_in_a_copy() {
    for (info, complete, note) in [
        (
            r#"{"name":"h","x":1}"#,
            r#"{"name":"h","x":1,"version":"0"}"#,
            "field-missing /result/hostInfo/version x1",
        ),
        (
            r#"{"version":"2"}"#,
            r#"{"version":"2","name":"unknown"}"#,
            "field-missing /result/hostInfo/name x1",
        ),
        (
            r#"{"name":5,"version":"2"}"#,
            r#"{"name":"unknown","version":"2"}"#,
            "field-type /result/hostInfo/name x1",
        ),
    ] {
        let mut desk = Desk::started();
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{{"protocolVersion":"v","hostCapabilities":{{}},"hostContext":{{}},"hostInfo":{info}}}}}"#));
        assert_eq!(
            (
                desk.look(|app| text(&app.host().expect("a host").info)),
                desk.notes()
            ),
            (complete.into(), vec![note.into()])
        );
    }
}

#[test]
fn an_answer_that_is_no_object_connects_with_defaults() {
    for result in ["null", "[]", "5", "\"ok\"", "true"] {
        let mut desk = Desk::started();
        desk.hear(&format!(
            r#"{{"jsonrpc":"2.0","id":1001,"result":{result}}}"#
        ));
        assert_eq!(desk.status(), Status::Ready, "{result}");
        assert_eq!(desk.notes().len(), 5, "{:?}", desk.notes());
        assert!(desk.notes().contains(&"result-type /result x1".into()));
        assert_eq!(
            desk.look(|app| text(&app.host().expect("a host").info)),
            r#"{"name":"unknown","version":"0"}"#
        );
    }
    let mut desk = Desk::started();
    desk.hear(r#"{"jsonrpc":"2.0","id":1001}"#);
    assert_eq!(desk.status(), Status::Ready, "neither result nor error");
}

#[test]
fn a_call_expects_what_its_method_says() {
    assert_eq!(Expect::of("ui/initialize"), Expect::Nothing);
    let mut desk = Desk::connected();
    let ping = desk.request("ping", "{}");
    desk.reply(ping, "null");
    assert_eq!(desk.outcome(ping), "{}");
    assert_eq!(desk.notes(), ["result-type /result x1"]);
}
