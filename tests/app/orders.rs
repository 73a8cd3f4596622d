//! What is to be done, flat and typed: both say the same.

use std::cell::RefCell;

use mcp_widget::app::{
    Act, App, Call, Effect, Event, Failure, Order, Outcome, Payload, Status, receive,
};
use mcp_widget::session::Timing;
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{
    Diagnostic, Expect, Findings, Invalid, Oddity, Path, Reason, ToolResult, Value,
};

use crate::support::desk::HOST;
use crate::support::line::line;
use crate::support::{json, member, text};

const VALUE: &str = r#"{"v":1}"#;

fn order(act: Act, value: &str, more: Json) -> Order<Json, u32> {
    Order {
        act,
        duplicate: false,
        number: 7.0,
        value: json(value),
        more,
        waiter: None,
    }
}

/// What is told of an oddity, or of an answer of no use: 8 bits, 8 bits, and the rest.
fn packed(text: u8, path: Path, item: u32) -> Json {
    let number = (u64::from(item) << 16) | (u64::from(path as u8) << 8) | u64::from(text);
    json(&number.to_string())
}

/// The end of a call of waiter 3.
fn end(act: Act, value: &str) -> Outcome<Json> {
    let order = Order {
        waiter: Some(3),
        ..order(act, value, json("[1]"))
    };
    match Effect::from(order) {
        Effect::Settle {
            waiter: 3,
            id,
            outcome,
        } => {
            assert_eq!(id, 7.0, "{act:?}");
            outcome
        }
        other => panic!("{act:?}: {other:?}"),
    }
}

#[test]
fn what_is_numbered_is_where_its_number_says() {
    for (index, status) in Status::ALL.into_iter().enumerate() {
        assert_eq!(status as usize, index, "{status:?}");
    }
    for (index, expect) in Expect::ALL.into_iter().enumerate() {
        assert_eq!(expect as usize, index, "{expect:?}");
    }
}

#[test]
fn a_calls_end_is_told_as_it_is() {
    match end(Act::Result, VALUE) {
        Ok(answer) => assert_eq!(
            (text(&answer.value).as_str(), text(&answer.raw).as_str()),
            (VALUE, "[1]")
        ),
        Err(failure) => panic!("{failure:?}"),
    }
    match end(Act::Error, r#"{"code":5}"#) {
        Err(Failure::Error(fault)) => assert_eq!(fault.code(), Some(5.0)),
        other => panic!("{other:?}"),
    }
    match end(Act::Timeout, "250") {
        Err(Failure::Timeout(timeout)) => assert_eq!(timeout, 250.0),
        other => panic!("{other:?}"),
    }
    match end(Act::Aborted, VALUE) {
        Err(Failure::Aborted(reason)) => assert_eq!(text(&reason), VALUE),
        other => panic!("{other:?}"),
    }
    match end(Act::Transport, VALUE) {
        Err(Failure::Transport(reason)) => assert_eq!(text(&reason), VALUE),
        other => panic!("{other:?}"),
    }
    assert!(matches!(end(Act::Closed, "null"), Err(Failure::Closed)));
    assert!(matches!(end(Act::NoHost, "null"), Err(Failure::NoHost)));
    let wrong = Invalid {
        path: Path::Contents,
        reason: Reason::NotAnArray,
    };
    let order = Order {
        waiter: Some(3),
        ..order(
            Act::Invalid,
            VALUE,
            packed(wrong.reason as u8, wrong.path, 0),
        )
    };
    match Effect::from(order) {
        Effect::Settle {
            waiter: 3,
            id,
            outcome: Err(Failure::Invalid { invalid, raw }),
        } => assert_eq!((id, invalid, text(&raw).as_str()), (7.0, wrong, VALUE)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn progress_ends_nothing() {
    let order = Order {
        waiter: Some(3),
        ..order(Act::Progress, VALUE, Json::Absent)
    };
    match Effect::from(order) {
        Effect::Progress { waiter: 3, params } => assert_eq!(text(&params), VALUE),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_frame_and_a_request_are_handed_on() {
    match Effect::from(order(Act::Send, VALUE, Json::Absent)) {
        Effect::<_, u32>::Send(frame) => assert_eq!(text(&frame), VALUE),
        other => panic!("{other:?}"),
    }
    let lines = [
        (Act::Serve, r#"serve 7: m {"v":1}"#),
        (Act::Abort, r#"abort 7: {"v":1}"#),
    ];
    for (act, expected) in lines {
        let effect = Effect::from(order(act, VALUE, Json::from_text("m")));
        assert_eq!(line(&effect), expected);
    }
}

#[test]
fn each_event_carries_what_its_act_says() {
    for (act, event, value, more, expected) in [
        (
            Act::ToolInput,
            Event::ToolInput,
            VALUE,
            "null",
            "input {\"v\":1}",
        ),
        (
            Act::ToolInputPartial,
            Event::ToolInputPartial,
            VALUE,
            "null",
            "partial {\"v\":1}",
        ),
        (
            Act::ToolResult,
            Event::ToolResult,
            VALUE,
            "[1]",
            "result {\"v\":1}",
        ),
        (
            Act::ToolCancelled,
            Event::ToolCancelled,
            VALUE,
            "null",
            "cancelled {\"v\":1}",
        ),
        (
            Act::HostContextChanged,
            Event::HostContextChanged,
            VALUE,
            "{}",
            "context {\"v\":1}",
        ),
        (
            Act::StatusChange,
            Event::StatusChange,
            "0",
            "[]",
            "status connecting",
        ),
        (
            Act::StatusChange,
            Event::StatusChange,
            "1",
            "[]",
            "status ready",
        ),
        (
            Act::StatusChange,
            Event::StatusChange,
            "2",
            "[]",
            "status failed",
        ),
        (
            Act::StatusChange,
            Event::StatusChange,
            "3",
            "[]",
            "status closed",
        ),
        (
            Act::Notification,
            Event::Notification,
            VALUE,
            "\"m\"",
            "notification m {\"v\":1}",
        ),
    ] {
        for duplicate in [false, true] {
            let flat = Order {
                duplicate,
                ..order(act, value, json(more))
            };
            let effect = Effect::from(flat);
            assert!(line(&effect).starts_with(expected), "{}", line(&effect));
            let Effect::Emit(emission) = effect else {
                panic!("{act:?}: {effect:?}")
            };
            assert_eq!(
                (emission.event, emission.sequence, emission.duplicate),
                (event, 7, duplicate)
            );
            if let Payload::Tool(ToolResult { raw, .. }) = emission.payload {
                assert_eq!(text(&raw), more, "{act:?}");
            }
        }
    }
}

/// Oddity, place and item are one number, to the last bit of each.
#[test]
fn an_oddity_is_unpacked_as_it_was_packed() {
    let mut findings = Findings::new();
    for path in [Path::Root, Path::Jsonrpc, Path::Content, Path::Tools] {
        for oddity in [
            Oddity::JsonrpcMissing,
            Oddity::BlockType,
            Oddity::Bom,
            Oddity::NumberRange,
        ] {
            findings.add(oddity, path);
            for index in [0, 1, 31, 254, 255, 256] {
                findings.add_item(oddity, path, index);
            }
        }
    }
    for finding in findings.iter() {
        let note = Diagnostic {
            finding: *finding,
            count: 70_000,
        };
        let item = finding.index().map_or(0, |index| index + 1);
        let order = Order {
            value: packed(finding.oddity as u8, finding.path, item),
            ..order(Act::Diagnostic, "null", Json::from_number(70_000.0))
        };
        match Effect::<_, u32>::from(order) {
            Effect::Emit(emission) => {
                assert_eq!(emission.event, Event::Diagnostic);
                assert!(
                    matches!(emission.payload, Payload::Diagnostic(known) if known == note),
                    "{note:?}: {emission:?}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A state machine whose orders are taken as they are.
struct Flat(RefCell<App<Json, u32>>);

impl Flat {
    fn new() -> Self {
        Self(RefCell::new(App::new(json(r#"{"a":1}"#), 1000.0)))
    }

    fn connected() -> Self {
        let mut flat = Self::new();
        flat.step(|app| app.start(0.0));
        flat.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
        flat
    }

    fn orders(&mut self) -> Vec<Order<Json, u32>> {
        std::iter::from_fn(|| self.0.get_mut().next_order()).collect()
    }

    fn step(&mut self, change: impl FnOnce(&mut App<Json, u32>)) -> Vec<Order<Json, u32>> {
        change(self.0.get_mut());
        self.orders()
    }

    fn hear(&mut self, message: &str) -> Vec<Order<Json, u32>> {
        receive(&self.0, &json(message), &|| 0.0);
        self.orders()
    }

    /// The only order.
    fn only(orders: Vec<Order<Json, u32>>) -> Order<Json, u32> {
        let [order] = <[_; 1]>::try_from(orders).expect("one order");
        order
    }

    fn call(&mut self, waiter: u32) -> f64 {
        let call = Call {
            method: &Json::from_text("resources/read"),
            params: &Json::object(),
            meta: Json::Absent,
            expect: Expect::Contents,
            timing: Timing::default(),
        };
        let mut id = 0.0;
        self.step(|app| id = app.call(call, waiter, 0.0));
        id
    }
}

/// What goes with a status is all that whoever shows it needs.
#[test]
fn a_status_brings_the_host_or_the_reason_along() {
    let mut flat = Flat::new();
    flat.step(|app| app.start(0.0));
    let orders = flat.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
    let status = orders.last().expect("a status");
    assert_eq!(status.act, Act::StatusChange);
    assert_eq!(text(&status.value), "1");
    assert_eq!(
        text(&status.more),
        r#"[{"name":"host","version":"1"},{},{},"2026-01-26"]"#
    );
    let closed = Flat::only(flat.step(App::close));
    assert_eq!(
        (text(&closed.value).as_str(), closed.more.item(0).number()),
        ("3", Some(f64::from(Act::Closed as u8)))
    );

    let mut refused = Flat::new();
    refused.step(|app| app.start(0.0));
    let error = r#"{"code":-32603,"message":"no"}"#;
    let failed =
        Flat::only(refused.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"error":{error}}}"#)));
    assert_eq!(
        (failed.act, text(&failed.value).as_str()),
        (Act::StatusChange, "2")
    );
    assert_eq!(
        text(&failed.more),
        format!("[{},{error}]", Act::Error as u8)
    );
}

#[test]
fn a_change_brings_the_whole_context_along() {
    let change =
        r#"{"jsonrpc":"2.0","method":"ui/notifications/host-context-changed","params":{"a":1}}"#;
    let early = Flat::only(Flat::new().hear(change));
    assert!(early.more.is_absent(), "there is no host yet");
    let mut flat = Flat::connected();
    let first = Flat::only(flat.hear(change));
    assert_eq!(
        (text(&first.value).as_str(), text(&first.more).as_str()),
        (r#"{"a":1}"#, r#"{"a":1}"#)
    );
    let second = Flat::only(flat.hear(&change.replace("\"a\"", "\"b\"")));
    assert_eq!(
        (text(&second.value).as_str(), text(&second.more).as_str()),
        (r#"{"b":1}"#, r#"{"a":1,"b":1}"#)
    );
}

/// Ids and methods are the values that came, and numbers are those of the call, the request or the event.
#[test]
fn numbers_and_values_are_where_they_are_said_to_be() {
    let mut flat = Flat::connected();
    let id = flat.call(9);
    let reply = r#"{"contents":{}}"#;
    let end = Flat::only(flat.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{reply}}}"#
    )));
    assert_eq!(
        (end.act, end.number, end.waiter),
        (Act::Invalid, id, Some(9))
    );
    assert_eq!(
        end.more,
        packed(Reason::NotAnArray as u8, Path::Contents, 0)
    );
    assert_eq!(text(&end.value), reply);

    let odd = flat.hear(r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{"content":[{"type":"text"},5]}}"#);
    let note = odd.last().expect("an oddity");
    assert_eq!((note.act, note.number), (Act::Diagnostic, 3.0));
    assert_eq!(
        note.value,
        packed(Oddity::BlockType as u8, Path::ParamsContent, 2)
    );
    assert_eq!(text(&note.more), "1");

    let serve = Flat::only(
        flat.hear(r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"x","params":{"a":1}}"#)
            .into_iter()
            .filter(|order| order.act != Act::Diagnostic)
            .collect(),
    );
    assert_eq!(
        (serve.act, serve.number, serve.waiter),
        (Act::Serve, 1.0, None)
    );
    assert_eq!(
        (text(&serve.more).as_str(), text(&serve.value).as_str()),
        ("\"x\"", r#"{"a":1}"#)
    );
    let send = Flat::only(flat.step(|app| app.answer(1, Ok(Json::Absent))));
    assert_eq!(send.act, Act::Send);
    assert_eq!(text(&member(&send.value, "id")), "9007199254740993");

    // Of events, and of nothing else: the status, the result and two oddities were four.
    let event = Flat::only(flat.hear(r#"{"jsonrpc":"2.0","method":"n"}"#));
    assert_eq!((event.act, event.number), (Act::Notification, 5.0));
    assert_eq!(text(&event.more), "\"n\"");
    assert!(event.value.is_absent());

    let id = flat.call(10);
    let timeout = flat.step(|app| app.tick(60_000.0));
    let [told, ended] = &timeout[..] else {
        panic!("{timeout:?}")
    };
    assert_eq!((told.act, ended.act), (Act::Send, Act::Timeout));
    assert_eq!((ended.number, ended.value.number()), (id, Some(60_000.0)));
}
