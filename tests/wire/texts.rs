//! Text: what is mended, what is kept, and what is no JSON.

use mcp_widget::wire::json::{Json, MAX_DEPTH};
use mcp_widget::wire::{Envelope, Findings, Oddity, Value};
use proptest::prelude::*;

use crate::support::reading::{plain, spelled};
use crate::support::{arbitrary, member, nested, text};

fn parse(text: &str) -> (Json, Findings) {
    let mut findings = Findings::new();
    let value =
        Json::parse(text, &mut findings).unwrap_or_else(|error| panic!("{error} in {text}"));
    (value, findings)
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_and_once() {
    let (value, findings) = parse("\u{feff}{}");
    assert_eq!(value, Json::object());
    assert!(findings.has(Oddity::Bom));
    assert!(Json::parse("\u{feff}\u{feff}{}", &mut Findings::new()).is_err());
    let (value, findings) = parse("[\"\u{feff}\"]");
    assert_eq!(value.item(0).text().as_deref(), Some("\u{feff}"));
    assert!(findings.is_empty());
}

#[test]
fn half_a_surrogate_pair_never_costs_the_message() {
    for (damaged, mended) in [
        (r"\ud800", "\u{fffd}"),
        (r"\uDFFF", "\u{fffd}"),
        (r"a\ud800b\udc00c", "a\u{fffd}b\u{fffd}c"),
        (r"\ud83d\ude00\ud83d", "😀\u{fffd}"),
        (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
        (r"\ud83d\n", "\u{fffd}\n"),
        (r"\ud83d\\ude00", "\u{fffd}\\ude00"),
        (r"ü\ud800ü", "ü\u{fffd}ü"),
    ] {
        let (value, findings) = parse(&format!("{{\"{damaged}\":\"{damaged}\"}}"));
        assert_eq!(
            member(&value, mended).text().as_deref(),
            Some(mended),
            "{damaged}"
        );
        assert!(findings.has(Oddity::Surrogate), "{damaged}");
    }
    for whole in [
        r"\ud83d\ude00",
        r"\\ud800",
        r"\\\ud83d\ude00",
        r"\u00e9",
        "😀",
    ] {
        assert!(parse(&format!("[\"{whole}\"]")).1.is_empty(), "{whole}");
    }
    // A cut-off escape is no JSON, and nothing to fall over.
    for cut in [
        r#"["\ud8"#,
        r#"["\"#,
        r#"["\ud800\u"#,
        r#"["\ud800\udc0"]"#,
        r#"["\u+d80"]"#,
        "[\"\\ud8é0\"]",
    ] {
        assert!(Json::parse(cut, &mut Findings::new()).is_err(), "{cut}");
    }
}

#[test]
fn digits_are_kept() {
    for digits in [
        "1e400",
        "-1e400",
        "0.1",
        "1.0",
        "1.00",
        "1E5",
        "-0",
        "123456789012345678901234567890",
        "3.141592653589793238462643383279",
    ] {
        let (value, findings) = parse(&format!(r#"{{"a":[{digits}]}}"#));
        assert_eq!(text(&value), format!(r#"{{"a":[{digits}]}}"#));
        assert_eq!(
            findings.has(Oddity::NumberRange),
            digits.contains("400"),
            "{digits}"
        );
    }
}

#[test]
fn the_last_of_two_members_counts() {
    let (value, findings) = parse(r#"{"a":1,"b":2,"a":{"c":1,"c":[]}}"#);
    assert_eq!(text(&value), r#"{"a":{"c":[]},"b":2}"#);
    assert_eq!(
        spelled(&findings),
        serde_json::json!(["duplicate-key", "duplicate-key"])
    );
    // Of an id, a method, a result: the whole message goes by the last.
    let (message, mut findings) = parse(
        r#"{"jsonrpc":"1.0","id":1,"jsonrpc":"2.0","id":2,"result":1,"result":{"last":true}}"#,
    );
    let Envelope::Result { id, result } = Envelope::read(&message, &mut findings) else {
        panic!("no result")
    };
    assert_eq!(
        (text(&Json::from_id(&id)), text(&result)),
        ("2".into(), r#"{"last":true}"#.into())
    );
    assert!(!findings.has(Oddity::JsonrpcMissing));
}

#[test]
fn a_member_called_proto_is_a_plain_member() {
    let (value, findings) = parse(r#"{"__proto__":{"id":1},"constructor":{"prototype":null}}"#);
    assert!(findings.is_empty());
    assert_eq!(text(&member(&value, "__proto__")), r#"{"id":1}"#);
    assert_eq!(member(&value, "id"), Json::Absent);
    assert_eq!(
        text(&value.copy().expect("a copy")),
        r#"{"__proto__":{"id":1},"constructor":{"prototype":null}}"#
    );
    assert_eq!(
        text(&Json::object().merged(&value).expect("merged")),
        text(&value)
    );
}

/// The message is one level, its result the next.
#[test]
fn a_payload_may_be_nested_so_deep_and_no_deeper() {
    let reply = |depth: usize| {
        parse(&format!(
            r#"{{"jsonrpc":"2.0","id":7,"result":{}}}"#,
            nested(depth)
        ))
    };
    let (message, findings) = reply(MAX_DEPTH - 1);
    assert!(findings.is_empty());
    assert_eq!(text(&member(&message, "result")), nested(MAX_DEPTH - 1));
    for depth in [MAX_DEPTH, MAX_DEPTH + 1, 100_000] {
        let (message, mut findings) = reply(depth);
        assert!(findings.has(Oddity::Depth));
        let Envelope::Result { id, result } = Envelope::read(&message, &mut findings) else {
            panic!("{depth}: no result")
        };
        assert_eq!(
            (text(&Json::from_id(&id)), result),
            ("7".into(), Json::TooDeep)
        );
    }
}

#[test]
fn brackets_in_strings_are_no_depth() {
    let brackets = "[{".repeat(2000);
    for string in [
        brackets.clone(),
        format!("\\\"{brackets}"),
        format!("{brackets}\\\\"),
        format!("\\\\\\\"{brackets}"),
    ] {
        let text = format!(r#"{{"a":["\\","{string}",[]],"{string}":"{string}"}}"#);
        let (value, findings) = parse(&text);
        assert!(findings.is_empty(), "{}", &text[..20]);
        assert_eq!(value.to_text(), Some(text));
    }
}

#[test]
fn an_error_says_where() {
    let error = Json::parse("{\n  \"a\": nope\n}", &mut Findings::new()).expect_err("no JSON");
    assert!(error.to_string().contains("line 2"), "{error}");
}

/// A reply that is nested too deep fails its request wherever it stands, in a batch too.
#[test]
fn a_reply_in_a_batch_that_is_too_deep_is_attributed() {
    let (batch, mut findings) = parse(&format!(
        r#"[{{"jsonrpc":"2.0","id":7,"result":{}}},{{"jsonrpc":"2.0","id":8,"result":{{}}}}]"#,
        nested(600)
    ));
    let Envelope::Batch(items) = Envelope::read(&batch, &mut findings) else {
        panic!("no batch")
    };
    let read: Vec<_> = items
        .iter()
        .map(|item| Envelope::read(item, &mut findings))
        .collect();
    assert!(matches!(&read[1], Envelope::Result { .. }), "the other one");
    assert!(
        matches!(
            &read[0],
            Envelope::Result {
                result: Json::TooDeep,
                ..
            }
        ),
        "{:?}",
        read[0]
    );
}

proptest! {
    #![proptest_config(arbitrary::cases(500))]

    /// What is written is what is read, and an independent library reads the same.
    #[test]
    fn a_value_survives(value in arbitrary::value()) {
        let written = text(&value);
        let (read, findings) = parse(&written);
        prop_assert_eq!(&read, &value);
        prop_assert!(findings.iter().all(|finding| finding.oddity == Oddity::NumberRange), "{}", spelled(&findings));
        if findings.is_empty() {
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&written).ok(), Some(plain(&read)));
        }
    }

    /// Any text: the same texts are JSON as elsewhere, with the same meaning.
    #[test]
    fn any_text_is_read_or_refused(text in "(\u{feff})?[\\[\\]{}\":,\\\\ud8Dc0-9a-e.+\\- tnulfrs\\PC]{0,40}") {
        let mut findings = Findings::new();
        let own = Json::parse(&text, &mut findings).ok();
        if let Ok(other) = serde_json::from_str::<serde_json::Value>(&text) {
            prop_assert_eq!(own.as_ref().map(plain), Some(other));
        } else {
            prop_assert!(own.is_none() || !findings.is_empty(), "{} is no JSON", text);
        }
    }
}
