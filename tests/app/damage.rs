//! One thing wrong at a time, at every place of every kind of message.

use mcp_widget::app::App;
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::support::damage::{damaged, paths, pointer, replacements, spelled};
use crate::support::desk::Desk;
use crate::support::{json, text};

/// What comes in while two calls and a read are pending (1002, 1003, 1004) and a request ("q") is being served.
const MESSAGES: [&str; 14] = [
    r#"{"jsonrpc":"2.0","id":1002,"result":{"content":[{"type":"text","text":"a"}],"structuredContent":{"b":1},"isError":false,"_meta":{"c":1}}}"#,
    r#"{"jsonrpc":"2.0","id":1003,"error":{"code":-32602,"message":"m","data":{"a":1}}}"#,
    r#"{"jsonrpc":"2.0","id":1004,"result":{"contents":[{"uri":"u","text":"a"}]}}"#,
    r#"{"jsonrpc":"2.0","id":"h","method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":"h","method":"ui/resource-teardown","params":{"reason":"r"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1002,"progress":1,"total":2,"message":"m"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q","reason":"r"}}"#,
    r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{"arguments":{"a":1}}}"#,
    r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input-partial","params":{"arguments":{"a":1}}}"#,
    r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{"content":[{"type":"text","text":"a"}]}}"#,
    r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-cancelled","params":{"reason":"r"}}"#,
    r#"{"jsonrpc":"2.0","method":"ui/notifications/host-context-changed","params":{"theme":"dark"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
    r#"[{"jsonrpc":"2.0","id":1002,"result":{"content":[]}},{"jsonrpc":"2.0","id":1003,"result":{"content":[]}}]"#,
];

fn desk() -> Desk {
    let mut desk = Desk::connected();
    desk.echo();
    desk.echo();
    desk.request("resources/read", r#"{"uri":"u"}"#);
    desk.hear(r#"{"jsonrpc":"2.0","id":"q","method":"x"}"#);
    desk.log();
    desk
}

/// All messages with one value replaced, taken out or, at last, something added.
fn cases() -> Vec<(String, Json)> {
    let mut cases = Vec::new();
    for message in MESSAGES.map(json) {
        for path in paths(&message) {
            for by in replacements() {
                let name = format!(
                    "{} := {} in {}",
                    pointer(&message, &path),
                    spelled(&by).chars().take(40).collect::<String>(),
                    text(&message)
                );
                cases.push((name, damaged(&message, &path, &by)));
            }
        }
        if let Json::Object(mut members) = message.clone() {
            members.push(("extra".into(), Json::Null));
            cases.push((
                format!("extra member in {}", text(&message)),
                Json::Object(members),
            ));
        }
    }
    cases
}

/// Whatever is wrong: at the end each call has ended once, each request has at most one answer, and the next call works.
#[test]
fn no_damage_costs_more_than_its_own_message() {
    let cases = cases();
    assert!(cases.len() > 1000, "{} cases", cases.len());
    for (name, message) in cases {
        let mut desk = desk();
        desk.hear_value(&message);
        let answers = desk
            .frames()
            .filter(|(_, frame)| text(frame).starts_with(r#"{"jsonrpc":"2.0","id":"h","#))
            .count();
        assert!(answers <= 1, "{name}");
        desk.answer(1, "{}");
        let next = desk.echo();
        desk.reply(next, r#"{"content":[]}"#);
        assert_eq!(desk.outcome(next), r#"{"content":[]}"#, "{name}");
        desk.close();
        for call in 0..desk.calls() {
            assert_eq!(desk.outcomes(call).len(), 1, "call {call}: {name}");
        }
        assert_eq!(desk.look(App::pending), 0, "{name}");
    }
}

/// Nothing is swallowed: whatever calls itself JSON-RPC has an effect, if only a diagnostic.
#[test]
fn no_damage_is_passed_over_in_silence() {
    let mut silent = Vec::new();
    for (name, message) in cases() {
        let versioned = |message: &Json| crate::support::member(message, "jsonrpc").is_text("2.0");
        if !versioned(&message) && !versioned(&message.item(0)) {
            continue;
        }
        let mut desk = desk();
        desk.hear_value(&message);
        if desk.log().is_empty() {
            silent.push(name);
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// An envelope that says which call it answers ends that call, whatever else is wrong with it.
#[test]
fn what_can_be_attributed_ends_its_call_at_once() {
    for (call, message) in [(0, MESSAGES[0]), (1, MESSAGES[1]), (2, MESSAGES[2])] {
        let message = json(message);
        for path in paths(&message) {
            let pointer = pointer(&message, &path);
            if pointer == "/id" {
                continue;
            }
            for by in replacements() {
                let mut desk = desk();
                let damaged = damaged(&message, &path, &by);
                desk.hear_value(&damaged);
                assert_eq!(
                    desk.outcomes(call).len(),
                    1,
                    "{pointer} := {}",
                    spelled(&by).chars().take(40).collect::<String>()
                );
            }
        }
    }
}
