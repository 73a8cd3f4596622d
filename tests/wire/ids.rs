//! Ids: read, compared, written, and matched with what was sent.

use mcp_widget::session::{Match, Serving, Session, Timing};
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Address, BadId, Findings, Id, Message, Value};
use proptest::prelude::*;

use crate::support::desk::Desk;
use crate::support::{json, text};

fn id(text: &str) -> Id {
    json(text)
        .id()
        .unwrap_or_else(|bad| panic!("{bad:?}: {text}"))
}

#[test]
fn a_number_and_its_spelling_are_two_ids() {
    assert_eq!(id("1"), id("1.0"));
    assert_ne!(id("1"), id("\"1\""));
    assert_ne!(id("9007199254740993"), id("\"9007199254740993\""));
}

#[test]
fn what_is_no_id_says_why() {
    let bad = |text: &str| json(text).id().expect_err(text);
    assert_eq!(Json::Absent.id(), Err(BadId::Absent));
    assert_eq!(bad("null"), BadId::Null);
    assert_eq!(bad("1.5"), BadId::Fraction);
    assert_eq!(bad("-1e-9"), BadId::Fraction);
    for text in ["true", "[]", "[1]", "{}", "1e400"] {
        assert_eq!(bad(text), BadId::Type, "{text}");
    }
}

/// What other libraries take for the number 1, or 0, and what is it in truth.
#[test]
fn only_the_canonical_decimal_spells_a_number() {
    let mut session = Session::new(0.0);
    for _ in 0..10 {
        session.open(Timing::default(), ());
    }
    let find = |text: &str| session.find(id(text).number());
    for (text, number) in [("1", 1.0), ("\"1\"", 1.0), ("10", 10.0), ("\"10\"", 10.0)] {
        assert_eq!(id(text).number(), number, "{text}");
        assert_eq!(find(text), Match::Pending, "{text}");
    }
    for other in [
        "", " 1", "1 ", "01", "+1", "-1", "0x1", "1e0", "1.0", "1.", "0b1", "1n", "١", "１",
        "true", "null", "1\\n", "1\\u0000", "11",
    ] {
        assert_eq!(find(&format!("\"{other}\"")), Match::Unknown, "{other}");
    }
    assert_eq!(find("\"0\""), Match::Unknown);
}

#[test]
fn the_spelling_of_a_large_number_must_be_exact() {
    let spelled = |text: &str| Id::Text(text.into()).spelled_number();
    assert_eq!(spelled("9007199254740991"), Some(9_007_199_254_740_991.0));
    for text in [
        "9007199254740992",
        "9007199254740993",
        "90071992547409910",
        "99999999999999999999999999",
    ] {
        assert_eq!(spelled(text), None, "{text}");
    }
    assert_eq!(Id::Number(1.0).spelled_number(), None);
}

/// 2^53 and 2^53 + 1 are one double; as digits they are two requests.
#[test]
fn ids_beyond_doubles_are_kept_and_compared_as_digits() {
    let (even, odd) = (id("9007199254740992"), id("9007199254740993"));
    assert_eq!(odd, Id::Big("9007199254740993".into()));
    assert_ne!(even, odd);
    assert_eq!(text(&Json::from_id(&odd)), "9007199254740993");

    let mut serving = Serving::new();
    let (served, reused) = serving.begin(even.clone());
    assert!(!reused);
    assert!(!serving.has(&odd));
    assert_eq!(serving.cancel(&odd), None);
    assert_eq!(serving.finish(served), Some(even));

    let session = Session::<()>::new(9_007_199_254_740_992.0);
    assert_eq!(session.find(odd.number()), Match::Unknown);
}

/// As values of a message's own, ids are what they are as [`Id`]s.
#[test]
fn a_request_is_served_under_the_value_that_came() {
    let mut serving = Serving::new();
    let begin = |serving: &mut Serving<Json>, text: &str| serving.begin(json(text));
    let (number, reused) = begin(&mut serving, "1.0");
    assert!(!reused);
    let (spelled, reused) = begin(&mut serving, "\"1\"");
    assert!(!reused, "a number and its spelling are two ids");
    let (again, reused) = begin(&mut serving, "1");
    assert!(reused, "1 and 1.0 are one");
    let (two, _) = begin(&mut serving, "\"2\"");
    for id in [
        "2", "\"01\"", "\"1.0\"", "\" 1\"", "\"\"", "-1", "1.5", "null", "true", "{}", "[1]",
    ] {
        assert!(!serving.has(&json(id)), "{id}");
        assert_eq!(serving.cancel(&json(id)), None, "{id}");
    }
    assert!(!serving.has(&Json::Absent));
    let finished = serving.finish(number).expect("still wanted");
    assert_eq!(text(&finished), "1.0", "the value that came");
    assert_eq!(serving.finish(number), None);
    let mut cancelled = [
        serving.cancel(&json("\"1\"")),
        serving.cancel(&json("\"1\"")),
        serving.cancel(&json("\"1\"")),
    ];
    cancelled.sort_unstable();
    assert_eq!(
        cancelled,
        [None, Some(spelled), Some(again)],
        "the spelling means both"
    );
    assert_eq!(serving.cancel(&json("\"2\"")), Some(two));
    assert_eq!(serving.forget(), None);
}

#[test]
fn digits_beyond_doubles_are_served_apart() {
    let ids = ["9007199254740992", "9007199254740993", "-9007199254740993"];
    for id in ids {
        let mut serving = Serving::new();
        let (served, _) = serving.begin(json(id));
        for other in ids.iter().filter(|other| **other != id) {
            assert!(!serving.has(&json(other)), "{id} is not {other}");
            assert_eq!(serving.cancel(&json(other)), None, "{id} is not {other}");
            assert!(!serving.begin(json(other)).1, "{id} is not {other}");
        }
        let spelled = json(&format!("\"{id}\""));
        assert!(!serving.has(&spelled), "no double spells {id}");
        assert_eq!(serving.cancel(&json(id)), Some(served), "{id}");
        assert_eq!(serving.finish(served), None);
    }
    let mut serving = Serving::new();
    let (served, _) = serving.begin(json(ids[1]));
    // The same double, and no digits to tell.
    for rounded in ["9007199254740992.0", "9.007199254740992e15"] {
        assert_eq!(serving.cancel(&json(rounded)), None, "{rounded}");
    }
    assert_eq!(
        serving.finish(served).map(|id| text(&id)).as_deref(),
        Some(ids[1])
    );
}

#[test]
fn the_answer_repeats_the_digits_of_the_request() {
    let mut desk = Desk::connected();
    for id in [
        "9007199254740993",
        "-123456789012345678901234567890",
        "\"\"",
        "\"1\"",
        "0",
        "-7",
    ] {
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        assert_eq!(desk.log().first(), Some(&format!("send result {id} {{}}")));
    }
    desk.hear(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#);
    assert_eq!(
        desk.log(),
        ["send error 1.5 -32600", "note id-fraction /id"]
    );
}

#[test]
fn an_address_says_whom_a_message_is_for() {
    let address = |text: &str| Address::of(&Message::read(&json(text), &mut Findings::new()));
    assert_eq!(
        address(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#),
        Address::Caller(json("5"))
    );
    assert_eq!(
        address(r#"{"id":5,"error":{"code":1,"message":"?"}}"#),
        Address::Caller(json("5"))
    );
    assert_eq!(
        address(r#"{"jsonrpc":"2.0","error":{"code":1,"message":"?"}}"#),
        Address::All
    );
    assert_eq!(
        address(
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"5"}}"#
        ),
        Address::Caller(json("\"5\""))
    );
    assert_eq!(
        address(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#),
        Address::Server(json("5"))
    );
    for all in [
        r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}"#,
        r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{"requestId":5,"progressToken":5}}"#,
        r#"[{"jsonrpc":"2.0","id":5,"result":{}}]"#,
        r#""5""#,
    ] {
        assert_eq!(address(all), Address::All, "{all}");
    }
}

proptest! {
    #![proptest_config(crate::support::arbitrary::cases(500))]

    /// An id is written as it was read, and is the same when it is read again.
    #[test]
    fn an_id_survives(value in crate::support::arbitrary::scalar()) {
        if let Ok(read) = value.id() {
            let written = Json::from_id(&read);
            prop_assert_eq!(json(&text(&written)).id(), Ok(read));
        }
    }

    /// A string is taken for a number only if that number is written exactly so.
    #[test]
    fn a_spelled_number_is_spelled_so(spelling in "[0-9+.eExX \\-]{0,18}") {
        if let Some(number) = Id::Text(spelling.as_str().into()).spelled_number() {
            prop_assert_eq!(number.to_string(), spelling);
        }
    }
}
