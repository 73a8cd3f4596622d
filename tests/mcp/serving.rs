//! What a server asks for by itself, before 2026-07-28.

use crate::desk::{Desk, LEGACY};
use crate::support::text;

#[test]
fn a_request_is_served_and_answered() {
    for version in LEGACY {
        let mut desk = Desk::connected(version);
        desk.hear(r#"{"jsonrpc":"2.0","id":"q","method":"roots/list","params":{"a":1}}"#);
        assert_eq!(desk.log(), [r#"serve 1: roots/list {"a":1}"#]);
        desk.answer(1, r#"{"roots":[]}"#);
        desk.answer(1, r#"{"roots":[]}"#);
        assert_eq!(desk.log(), [r#"send result "q" {"roots":[]}"#]);
        desk.hear(r#"{"jsonrpc":"2.0","id":0,"method":"elicitation/create"}"#);
        desk.fail(2);
        assert_eq!(
            text(desk.last()),
            r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"no"}}"#
        );
    }
}

#[test]
fn what_nobody_serves_is_declined() {
    let mut desk = Desk::legacy();
    desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#);
    desk.step(|client, _| client.decline(1));
    desk.step(|client, _| client.decline(1));
    assert_eq!(desk.log(), ["serve 1: x <Absent>", "send error 1 -32601"]);
}

#[test]
fn ping_is_answered_even_during_the_handshake() {
    let mut desk = Desk::legacy();
    desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    assert_eq!(desk.log(), ["send result 1 {}"]);
    let mut desk = Desk::new(None);
    desk.start(Some(mcp_widget::client::Version::V2025June));
    desk.log();
    desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    assert_eq!(desk.log(), ["send result 1 {}"]);
}

#[test]
fn a_request_that_is_cancelled_gets_no_answer() {
    let mut desk = Desk::legacy();
    desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#);
    desk.log();
    desk.told(
        "notifications/cancelled",
        r#"{"requestId":1,"reason":"enough"}"#,
    );
    assert_eq!(desk.log(), ["abort 1"]);
    desk.answer(1, "{}");
    desk.told("notifications/cancelled", r#"{"requestId":1}"#);
    assert_eq!(desk.log(), ["note unknown-cancel"]);
}

#[test]
fn what_is_no_request_is_refused() {
    for (message, answer) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#,
            "send error 1 -32602",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
            "send error 1 -32600",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#,
            "send error 1.5 -32600",
        ),
    ] {
        let mut desk = Desk::legacy();
        desk.hear(message);
        assert_eq!(desk.log().first().map(String::as_str), Some(answer));
        let mut desk = Desk::modern();
        desk.hear(message);
        assert!(
            desk.log().iter().all(|line| line.starts_with("note")),
            "{message}"
        );
    }
}

#[test]
fn a_request_of_this_era_is_none() {
    for method in ["ping", "roots/list", "elicitation/create"] {
        for mut desk in [Desk::modern(), Desk::started()] {
            desk.log();
            desk.hear(&format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#
            ));
            assert_eq!(desk.log(), ["note server-request"], "{method}");
        }
    }
}

#[test]
fn the_same_id_twice_is_two_requests() {
    let mut desk = Desk::legacy();
    for _ in 0..2 {
        desk.hear(r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#);
    }
    desk.answer(2, "{}");
    desk.answer(1, "{}");
    assert_eq!(
        desk.log()
            .iter()
            .filter(|line| *line == "send result 1 {}")
            .count(),
        2
    );
    assert_eq!(desk.notes().len(), 1);
}
