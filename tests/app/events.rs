//! What the host says by itself: told at once, and kept for those who listen late.

use mcp_widget::app::{Effect, Event};

use crate::support::desk::{Desk, HOST};
use crate::support::text;

fn say(desk: &mut Desk, method: &str, params: &str) -> Vec<String> {
    desk.hear(&format!(
        r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#
    ));
    desk.log()
}

fn tool(desk: &mut Desk, name: &str, params: &str) -> Vec<String> {
    say(desk, &format!("ui/notifications/tool-{name}"), params)
}

/// A host may speak before the handshake is over; nothing of it is lost.
#[test]
fn what_is_said_before_the_answer_counts_as_after_it() {
    for mut desk in [Desk::new(), Desk::started(), Desk::connected()] {
        assert_eq!(
            tool(&mut desk, "input-partial", r#"{"arguments":{"a":0}}"#),
            [r#"partial {"a":0}"#]
        );
        assert_eq!(
            tool(&mut desk, "input", r#"{"arguments":{"a":1}}"#),
            [r#"input {"a":1}"#]
        );
        assert_eq!(
            tool(
                &mut desk,
                "result",
                r#"{"content":[],"structuredContent":{"b":1}}"#
            ),
            [r#"result {"content":[],"structuredContent":{"b":1}}"#]
        );
        assert_eq!(
            tool(&mut desk, "cancelled", r#"{"reason":"rain"}"#),
            [r#"cancelled {"reason":"rain"}"#]
        );
        desk.start();
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
        assert_eq!(
            desk.kept(Event::ToolInput).as_deref(),
            Some(r#"input {"a":1}"#)
        );
        assert_eq!(
            desk.kept(Event::ToolResult).as_deref(),
            Some(r#"result {"content":[],"structuredContent":{"b":1}}"#)
        );
        assert_eq!(
            desk.kept(Event::ToolCancelled).as_deref(),
            Some(r#"cancelled {"reason":"rain"}"#)
        );
        assert_eq!(
            desk.kept(Event::ToolInputPartial),
            None,
            "the final input takes its place"
        );
        assert!(desk.notes().is_empty(), "{:?}", desk.notes());
    }
}

#[test]
fn only_the_latest_partial_input_is_kept() {
    let mut desk = Desk::connected();
    for count in 0..3 {
        tool(
            &mut desk,
            "input-partial",
            &format!(r#"{{"arguments":{{"a":{count}}}}}"#),
        );
    }
    assert_eq!(
        desk.kept(Event::ToolInputPartial).as_deref(),
        Some(r#"partial {"a":2}"#)
    );
}

#[test]
fn partial_input_after_the_final_one_is_dropped_and_noted() {
    let mut desk = Desk::connected();
    tool(&mut desk, "input", r#"{"arguments":{"a":1}}"#);
    assert_eq!(
        tool(&mut desk, "input-partial", r#"{"arguments":{"a":0}}"#),
        ["note stale-partial /method"]
    );
    assert_eq!(desk.kept(Event::ToolInputPartial), None);
    assert_eq!(
        desk.kept(Event::ToolInput).as_deref(),
        Some(r#"input {"a":1}"#)
    );
}

/// Hosts repeat themselves after a remount.
#[test]
fn what_is_said_twice_is_marked() {
    let mut desk = Desk::connected();
    tool(&mut desk, "input", r#"{"arguments":{"a":1}}"#);
    assert_eq!(
        tool(&mut desk, "input", r#"{"arguments":{"a":1}}"#),
        [r#"input {"a":1} again"#]
    );
    assert_eq!(
        tool(&mut desk, "input", r#"{"arguments":{"a":2}}"#),
        [r#"input {"a":2}"#]
    );
    assert_eq!(
        tool(&mut desk, "input", r#"{"arguments":{"a":1}}"#),
        [r#"input {"a":1}"#],
        "only the latest is compared"
    );
    tool(&mut desk, "result", r#"{"content":[]}"#);
    assert_eq!(
        tool(&mut desk, "result", r#"{"content":[]}"#),
        [r#"result {"content":[]} again"#]
    );
    assert_eq!(
        tool(&mut desk, "result", r#"{"content":[],"isError":true}"#),
        [r#"result {"content":[],"isError":true}"#]
    );
    assert_eq!(tool(&mut desk, "cancelled", "{}"), ["cancelled {}"]);
    assert_eq!(tool(&mut desk, "cancelled", "{}"), ["cancelled {} again"]);
}

/// What their text says is the surface's matter.
#[test]
fn arguments_that_are_a_text_are_handed_on_and_noted() {
    let mut desk = Desk::connected();
    let text = r#"{"arguments":"{\"a\":1"}"#;
    for (name, told) in [
        ("input-partial", r#"partial "{\"a\":1""#),
        ("input", r#"input "{\"a\":1""#),
        ("input", r#"input "{\"a\":1" again"#),
    ] {
        let log = tool(&mut desk, name, text);
        assert_eq!(log[0], told);
        assert!(
            log[1].starts_with("note arguments-type /params/arguments"),
            "{log:?}"
        );
    }
}

#[test]
fn sequence_numbers_ascend() {
    let mut desk = Desk::started();
    tool(&mut desk, "input", "{}");
    desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
    tool(&mut desk, "input", "{}");
    tool(&mut desk, "input-partial", "{}");
    say(&mut desk, "x", "{}");
    let numbers: Vec<_> = desk
        .seen()
        .filter_map(|effect| {
            if let mcp_widget::app::Effect::Emit(emission) = effect {
                Some(emission.sequence)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(numbers.len(), 5);
    assert!(numbers.is_sorted_by(|one, two| one < two), "{numbers:?}");
    let kept = desk.look(|app| {
        app.stored()
            .latest(Event::ToolInput)
            .map(|emission| emission.sequence)
    });
    assert_eq!(
        kept,
        Some(numbers[2]),
        "what is kept has the number under which it was told"
    );
}

/// Whoever comes late hears the very emission that the others have heard.
#[test]
fn what_is_kept_is_the_latest_of_its_kind() {
    let mut desk = Desk::connected();
    let all = [
        Event::ToolInput,
        Event::ToolInputPartial,
        Event::ToolResult,
        Event::ToolCancelled,
        Event::HostContextChanged,
        Event::StatusChange,
        Event::Diagnostic,
        Event::Notification,
    ];
    let kept = |desk: &Desk, event| {
        desk.look(|app| {
            let latest = app.stored().latest(event)?;
            assert_eq!(latest.event, event);
            Some((latest.sequence, latest.duplicate))
        })
    };
    assert!(all.iter().all(|event| kept(&desk, *event).is_none()));
    tool(&mut desk, "input-partial", r#"{"arguments":{"a":1}}"#);
    assert_eq!(kept(&desk, Event::ToolInputPartial), Some((2, false)));
    for (name, params) in [
        ("input", r#"{"arguments":{"a":1}}"#),
        ("input", r#"{"arguments":{"a":2}}"#),
        ("result", r#"{"content":[]}"#),
        ("result", r#"{"content":[]}"#),
        ("cancelled", r#"{"reason":"a"}"#),
        ("cancelled", r#"{"reason":"b"}"#),
    ] {
        tool(&mut desk, name, params);
    }
    say(&mut desk, "ui/notifications/host-context-changed", "{}");
    say(&mut desk, "x", "{}");
    desk.hear(r#"{"jsonrpc":"2.0","id":77,"result":{}}"#);
    for event in all {
        let said = desk.seen().filter_map(|effect| match effect {
            Effect::Emit(emission) if emission.event == event => {
                Some((emission.sequence, emission.duplicate))
            }
            _ => None,
        });
        let said = said.last();
        assert!(said.is_some(), "{event:?}");
        let expected = said.filter(|_| event.is_kept() && event != Event::ToolInputPartial);
        assert_eq!(kept(&desk, event), expected, "{event:?}");
    }
    assert_eq!(
        [Event::ToolInput, Event::ToolResult, Event::ToolCancelled].map(|event| desk.kept(event)),
        [
            Some(r#"input {"a":2}"#.into()),
            Some(r#"result {"content":[]} again"#.into()),
            Some(r#"cancelled {"reason":"b"} again"#.into())
        ]
    );
}

#[test]
fn arguments_are_an_object_unless_a_text_was_sent() {
    for (params, notes) in [
        ("{}", vec![]),
        (r#"{"arguments":{}}"#, vec![]),
        (
            r#"{"arguments":null}"#,
            vec!["note arguments-type /params/arguments".to_owned()],
        ),
        (
            r#"{"arguments":[1]}"#,
            vec!["note arguments-type /params/arguments".to_owned()],
        ),
        (
            r#"{"arguments":true}"#,
            vec!["note arguments-type /params/arguments".to_owned()],
        ),
        ("null", vec!["note params-type /params".to_owned()]),
        ("[]", vec!["note params-type /params".to_owned()]),
    ] {
        for (method, event) in [("input", "input {}"), ("input-partial", "partial {}")] {
            let expected: Vec<_> = [event.to_owned()]
                .into_iter()
                .chain(notes.clone())
                .collect();
            assert_eq!(
                tool(&mut Desk::connected(), method, params),
                expected,
                "{params}"
            );
        }
    }
    let mut desk = Desk::connected();
    desk.hear(r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input"}"#);
    assert_eq!(desk.log(), ["input {}"]);
}

#[test]
fn a_result_of_the_wrong_shape_is_handed_on_mended() {
    for (params, expected) in [
        (
            r#"{"structuredContent":1}"#,
            vec![
                r#"result {"structuredContent":1,"content":[]}"#,
                "note content-missing /params/content",
            ],
        ),
        (
            r#"{"content":"a"}"#,
            vec![
                r#"result {"content":[{"type":"text","text":"a"}]}"#,
                "note content-type /params/content",
            ],
        ),
        (
            r#"{"result":{"content":[]}}"#,
            vec![r#"result {"content":[]}"#, "note wrapped /params"],
        ),
        (
            r#"{"resultType":"later"}"#,
            vec![
                r#"result {"resultType":"later","content":[]}"#,
                "note field-type /params",
            ],
        ),
        (
            "[]",
            vec![
                r#"result {"content":[]}"#,
                "note params-type /params",
                "note field-type /params",
            ],
        ),
    ] {
        assert_eq!(
            tool(&mut Desk::connected(), "result", params),
            expected,
            "{params}"
        );
    }
    let mut desk = Desk::connected();
    let arrived = r#"{"structuredContent":1}"#;
    tool(&mut desk, "result", arrived);
    let raw = desk.look(|app| {
        match &app
            .stored()
            .latest(Event::ToolResult)
            .expect("a result")
            .payload
        {
            mcp_widget::app::Payload::Tool(result) => result.raw.clone(),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(text(&raw), arrived);
}

#[test]
fn a_change_of_context_is_merged_into_the_host() {
    let mut desk = Desk::started();
    assert_eq!(
        say(
            &mut desk,
            "ui/notifications/host-context-changed",
            r#"{"theme":"light"}"#
        ),
        [r#"context {"theme":"light"}"#]
    );
    desk.hear(r#"{"jsonrpc":"2.0","id":1001,"result":{"protocolVersion":"v","hostInfo":{"name":"h","version":"1"},"hostCapabilities":{},"hostContext":{"theme":"dark","locale":"en"}}}"#);
    desk.log();
    let change = r#"{"theme":"light","x":{"y":null}}"#;
    assert_eq!(
        say(&mut desk, "ui/notifications/host-context-changed", change),
        [format!("context {change}")]
    );
    assert_eq!(
        desk.look(|app| text(&app.host().expect("a host").context)),
        r#"{"theme":"light","locale":"en","x":{"y":null}}"#
    );
    assert_eq!(
        say(&mut desk, "ui/notifications/host-context-changed", "[]"),
        ["context {}", "note params-type /params"]
    );
    assert_eq!(
        desk.look(|app| text(&app.host().expect("a host").context)),
        r#"{"theme":"light","locale":"en","x":{"y":null}}"#
    );
}

#[test]
fn names_of_drafts_are_understood() {
    let mut desk = Desk::connected();
    assert_eq!(say(&mut desk, "ui/tool-cancelled", "{}"), ["cancelled {}"]);
    assert_eq!(
        say(&mut desk, "ui/host-context-change", r#"{"a":1}"#),
        [r#"context {"a":1}"#]
    );
    assert_eq!(
        say(
            &mut desk,
            "ui/notifications/host-context-change",
            r#"{"b":1}"#
        ),
        [r#"context {"b":1}"#]
    );
    assert_eq!(
        desk.look(|app| text(&app.host().expect("a host").context)),
        r#"{"a":1,"b":1}"#
    );
}

#[test]
fn other_notifications_are_handed_on_and_those_of_the_sandbox_are_not() {
    let mut desk = Desk::connected();
    assert_eq!(
        say(&mut desk, "notifications/tools/list_changed", "{}"),
        ["notification notifications/tools/list_changed {}"]
    );
    desk.hear(r#"{"jsonrpc":"2.0","method":"x"}"#);
    assert_eq!(desk.log(), ["notification x <Absent>"]);
    for method in [
        "sandbox-proxy-ready",
        "sandbox-resource-ready",
        "sandbox-ready",
    ] {
        assert_eq!(
            say(&mut desk, &format!("ui/notifications/{method}"), "{}"),
            Vec::<String>::new(),
            "{method}"
        );
    }
}

/// An oddity is told each time it is met, with its count, and fills one entry.
#[test]
fn diagnostics_are_counted() {
    let mut desk = Desk::connected();
    for count in ["", " x2", " x3"] {
        let mut log = Vec::new();
        desk.hear(r#"{"jsonrpc":"2.0","id":77,"result":{}}"#);
        log.append(&mut desk.log());
        assert_eq!(log, [format!("note unknown-reply /id{count}")]);
    }
    assert_eq!(desk.notes(), ["unknown-reply /id x3"]);
}
