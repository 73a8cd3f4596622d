//! The parts of a message, as they came.

use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Envelope, Findings, Message, Sort, Value};

use crate::support::{json, text};

fn read(message: &str) -> Message<Json> {
    Message::read(&json(message), &mut Findings::new())
}

/// Each part as text; nothing where it is absent.
fn parts(message: &Message<Json>) -> [String; 3] {
    [&message.id, &message.method, &message.payload].map(|part| {
        if part.is_absent() {
            String::new()
        } else {
            text(part)
        }
    })
}

#[test]
fn each_part_is_what_stood_in_the_message() {
    use Sort::{Error, Notification, Request, Result};
    for (message, sort, expected) in [
        (
            r#"{"jsonrpc":"2.0","id":1.0,"method":"m\u0041","params":{"a":[1.50]}}"#,
            Request,
            ["1.0", r#""mA""#, r#"{"a":[1.50]}"#],
        ),
        (
            r#"{"jsonrpc":"2.0","id":"1","method":"m"}"#,
            Request,
            [r#""1""#, r#""m""#, ""],
        ),
        (
            r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"m","params":{}}"#,
            Request,
            ["9007199254740993", r#""m""#, "{}"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#,
            Request,
            ["1", r#""ping""#, ""],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","result":null,"error":null}"#,
            Request,
            ["1", r#""m""#, ""],
        ),
        (
            r#"{"jsonrpc":"2.0","method":"m","params":{"a":1}}"#,
            Notification,
            ["", r#""m""#, r#"{"a":1}"#],
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"m","params":[1]}"#,
            Notification,
            ["", r#""m""#, ""],
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","result":[{"b":1e400}]}"#,
            Result,
            [r#""a""#, "", r#"[{"b":1e400}]"#],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            Result,
            ["1", "", "null"],
        ),
        (r#"{"jsonrpc":"2.0","id":1}"#, Result, ["1", "", ""]),
        (
            r#"{"id":1,"result":{},"error":null}"#,
            Result,
            ["1", "", "{}"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1},"result":{}}"#,
            Result,
            ["1", "", "{}"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1}}"#,
            Error,
            ["1", "", r#"{"code":1}"#],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":null}"#,
            Error,
            ["1", "", "null"],
        ),
        (
            r#"{"jsonrpc":"2.0","error":"no"}"#,
            Error,
            ["", "", r#""no""#],
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"error":{}}"#,
            Error,
            ["", "", "{}"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"error":{}}"#,
            Error,
            ["", "", "{}"],
        ),
    ] {
        let read = read(message);
        assert_eq!(read.sort, sort, "{message}");
        assert_eq!(parts(&read), expected, "{message}");
    }
}

/// Whoever refuses it repeats the id as it came, a fraction too.
#[test]
fn what_is_refused_keeps_its_id() {
    for (message, sort, id) in [
        (
            r#"{"jsonrpc":"2.0","id":1.50,"method":"m"}"#,
            Sort::InvalidRequest,
            "1.50",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":{}}"#,
            Sort::InvalidRequest,
            r#""a""#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"m","params":[]}"#,
            Sort::InvalidParams,
            "9007199254740993",
        ),
        (
            r#"{"jsonrpc":"2.0","id":0,"method":"m","params":"a"}"#,
            Sort::InvalidParams,
            "0",
        ),
    ] {
        let read = read(message);
        assert_eq!((read.sort, text(&read.id).as_str()), (sort, id));
    }
}

#[test]
fn a_batch_is_its_own_payload() {
    let batch = r#"[{"jsonrpc":"2.0","method":"m"},5,[]]"#;
    let read = read(batch);
    assert_eq!(read.sort, Sort::Batch);
    assert_eq!(parts(&read), ["", "", batch]);
    let Envelope::Batch(items) = Envelope::from(read) else {
        panic!("a batch")
    };
    assert_eq!(items.len(), 3);
}

/// An array may claim any length; that it was cut is noted.
#[test]
fn a_batch_is_read_as_far_as_ten_thousand() {
    let item = r#"{"jsonrpc":"2.0","method":"m"}"#;
    for (length, read, oddities) in [(10_000, 10_000, 1), (10_001, 10_000, 2)] {
        let batch = Json::Array(vec![json(item); length]);
        let mut findings = Findings::new();
        let Envelope::Batch(items) = Envelope::read(&batch, &mut findings) else {
            panic!("a batch")
        };
        assert_eq!((items.len(), findings.iter().count()), (read, oddities));
    }
}

#[test]
fn what_is_nobodys_has_no_id() {
    for message in [
        r#"{"jsonrpc":"1.0","id":1,"method":"m"}"#,
        r#"{"id":1,"method":"m"}"#,
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":null,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
        r#"{"jsonrpc":"2.0","method":{}}"#,
        "[]",
        "[[]]",
        "null",
        "\"2.0\"",
    ] {
        let read = read(message);
        assert_eq!(read.sort, Sort::Foreign, "{message}");
        assert!(read.id.is_absent(), "{message}");
    }
}
