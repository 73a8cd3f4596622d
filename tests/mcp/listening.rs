//! What a server says by itself.

use crate::desk::{Desk, LEGACY, MODERN, greeting};

const TOOLS: &str = r#"{"toolsListChanged":true}"#;

#[test]
fn what_is_wanted_before_the_handshake_is_listened_to_after_it() {
    for version in LEGACY {
        let mut desk = Desk::new(None);
        desk.start(Some(version));
        desk.listen(TOOLS);
        desk.log();
        desk.result(1, &greeting(version));
        assert_eq!(desk.log().last().map(String::as_str), Some("listen 1"));
    }
    let mut desk = Desk::started();
    desk.listen(TOOLS);
    assert_eq!(desk.log(), Vec::<String>::new());
    desk.result(1, MODERN);
    assert_eq!(desk.log(), ["status ready", "send subscriptions/listen #2"]);
    assert_eq!(desk.param("notifications"), TOOLS);
    // It has no time.
    desk.wait(1e9);
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn one_stream_is_opened_or_closed_before_2026() {
    let mut desk = Desk::legacy();
    desk.listen(TOOLS);
    desk.listen("{}");
    desk.listen("");
    assert_eq!(desk.log(), ["listen 1", "listen 1", "listen 0"]);
    desk.wait(1e6);
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn a_new_filter_replaces_the_stream_before() {
    let mut desk = Desk::modern();
    desk.listen(TOOLS);
    desk.log();
    desk.listen(r#"{"promptsListChanged":true}"#);
    assert_eq!(desk.log(), ["send subscriptions/listen #3", "drop 2"]);
    assert_eq!(
        desk.param("notifications"),
        r#"{"promptsListChanged":true}"#
    );
    // What comes of the one before is nobody's.
    desk.refused(2, 0);
    desk.result(2, "{}");
    desk.wait(1e6);
    assert_eq!(desk.log(), ["note late-reply"]);
    desk.listen("");
    assert_eq!(desk.log(), ["drop 3"]);
    desk.wait(1e6);
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn an_empty_filter_asks_for_nothing() {
    let mut desk = Desk::modern();
    desk.listen("{}");
    assert_eq!(desk.log(), Vec::<String>::new());
    desk.listen(TOOLS);
    desk.listen("{}");
    assert_eq!(desk.log(), ["send subscriptions/listen #2", "drop 2"]);
    desk.wait(1e6);
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn a_stream_that_has_ended_is_opened_again_after_longer_and_longer_pauses() {
    let mut desk = Desk::modern();
    desk.listen(TOOLS);
    desk.log();
    let mut id = 2;
    for pause in [
        1_000.0, 2_000.0, 4_000.0, 8_000.0, 16_000.0, 30_000.0, 30_000.0,
    ] {
        match id % 3 {
            0 => desk.refused(id, 0),
            1 => desk.refused(id, 503),
            _ => desk.result(id, r#"{"resultType":"complete"}"#),
        }
        desk.wait(pause - 1.0);
        assert_eq!(desk.log(), Vec::<String>::new(), "{pause}");
        desk.wait(1.0);
        id += 1;
        assert_eq!(
            desk.log(),
            [format!("send subscriptions/listen #{id}")],
            "{pause}"
        );
    }
    // Something was heard.
    desk.told(
        "notifications/subscriptions/acknowledged",
        r#"{"notifications":{}}"#,
    );
    desk.log();
    desk.refused(id, 0);
    desk.wait(999.0);
    assert_eq!(desk.log(), Vec::<String>::new());
    desk.wait(1.0);
    assert_eq!(desk.log().len(), 1);
}

#[test]
fn a_stream_that_there_is_not_is_not_asked_for_again() {
    for code in [-32601, -32602] {
        let mut desk = Desk::modern();
        desk.listen(TOOLS);
        desk.error(2, &format!(r#"{{"code":{code},"message":"no"}}"#));
        desk.log();
        desk.wait(1e6);
        assert_eq!(desk.log(), Vec::<String>::new());
        // Something else may be.
        desk.listen(r#"{"promptsListChanged":true}"#);
        assert_eq!(desk.log(), ["send subscriptions/listen #3"]);
        desk.refused_with(
            3,
            404,
            &format!(r#"{{"code":{code},"message":"no"}}"#),
            false,
        );
        desk.wait(1e6);
        assert_eq!(desk.log(), Vec::<String>::new());
    }
}

#[test]
fn a_filter_that_is_taken_back_in_the_pause_is_not_asked_for() {
    let mut desk = Desk::modern();
    desk.listen(TOOLS);
    desk.result(2, "{}");
    desk.listen("");
    desk.log();
    desk.wait(1e6);
    assert_eq!(desk.log(), Vec::<String>::new());
    desk.listen(TOOLS);
    desk.result(3, "{}");
    desk.log();
    desk.listen(r#"{"promptsListChanged":true}"#);
    assert_eq!(desk.log(), ["send subscriptions/listen #4"]);
    desk.wait(1e6);
    assert_eq!(desk.log(), Vec::<String>::new(), "it is asked for once");
}

#[test]
fn changes_of_a_list_are_told_once_for_a_swarm() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        for _ in 0..3 {
            desk.told("notifications/tools/list_changed", "{}");
            desk.wait(99.0);
        }
        desk.told("notifications/resources/list_changed", "{}");
        desk.told("prompts/list_changed", "{}");
        let lines = desk.log();
        assert_eq!(
            lines
                .iter()
                .filter(|line| line.starts_with("changed"))
                .count(),
            0
        );
        assert_eq!(
            lines
                .iter()
                .filter(|line| line.starts_with("notification"))
                .count(),
            5
        );
        desk.wait(3.0);
        assert_eq!(desk.log(), ["changed 0"]);
        desk.wait(297.0);
        assert_eq!(desk.log(), ["changed 1", "changed 2"]);
        desk.wait(1e6);
        assert_eq!(desk.log(), Vec::<String>::new());
        desk.told("notifications/tools/list_changed", "{}");
        desk.wait(300.0);
        assert_eq!(desk.log().last().map(String::as_str), Some("changed 0"));
    }
}

#[test]
fn other_notifications_are_passed_on_as_they_came() {
    for mut desk in [Desk::legacy(), Desk::modern()] {
        desk.told("notifications/message", r#"{"level":"info","data":1}"#);
        desk.hear(r#"{"jsonrpc":"2.0","method":"acme"}"#);
        assert_eq!(
            desk.log(),
            [
                r#"notification notifications/message {"level":"info","data":1}"#,
                "notification acme <Absent>"
            ]
        );
    }
}

#[test]
fn a_lost_session_is_listened_to_anew() {
    let mut desk = Desk::legacy();
    desk.listen(TOOLS);
    desk.call("ping", "");
    desk.lost(2);
    desk.log();
    desk.result(3, &greeting(mcp_widget::client::Version::V2025November));
    assert_eq!(desk.log().last().map(String::as_str), Some("listen 1"));
}
