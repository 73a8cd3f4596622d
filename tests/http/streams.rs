//! Streams case by case, each in one piece and byte by byte.

use mcp_widget::http::sse::{Event, Found, Limits, Parser};

use crate::reference::{Heard, Outcome, expected, parsed};

fn message(data: &str) -> Heard {
    Heard {
        data: data.to_owned(),
        ..Heard::default()
    }
}

/// The outcome, after it was seen to be that of the reference, and of the stream cut into pieces of any one length.
fn outcome(stream: impl AsRef<[u8]>) -> Outcome {
    let stream = stream.as_ref();
    let whole = parsed(Limits::default(), [stream]).expect("short");
    let shown = String::from_utf8_lossy(stream);
    assert_eq!(whole, expected(stream), "{shown:?}");
    for length in 1..stream.len() {
        let cut = parsed(Limits::default(), stream.chunks(length));
        assert_eq!(cut.as_ref(), Ok(&whole), "{shown:?} by {length}");
    }
    whole
}

fn heard(stream: impl AsRef<[u8]>) -> Vec<Heard> {
    outcome(stream).events
}

fn data(stream: impl AsRef<[u8]>) -> Vec<String> {
    heard(stream).into_iter().map(|event| event.data).collect()
}

#[test]
fn lines_end_in_three_ways() {
    for end in ["\n", "\r\n", "\r"] {
        let stream = ["data: a", "data: b", "", "data: c", "", ""].join(end);
        assert_eq!(data(stream), ["a\nb", "c"], "{end:?}");
    }
    assert_eq!(data("data: a\r\rdata: b\n\rdata: c\r\n\n"), ["a", "b", "c"]);
    // An LF belongs to the CR right before it, and to no other.
    assert_eq!(data("data: a\r\n\r\n\n\r\ndata: b\r\n\r"), ["a", "b"]);
    assert_eq!(data("data: a\r\n"), [""; 0]);
}

#[test]
fn an_event_does_not_wait_for_the_lf_after_its_cr() {
    let mut parser = Parser::new(Limits::default());
    let mut at = 0;
    let first = b"data: a\r\n\r";
    assert_eq!(parser.read(first, &mut at), Ok(Some(Found::Data(6..7))));
    assert!(matches!(
        parser.read(first, &mut at),
        Ok(Some(Found::Event(_)))
    ));
    assert_eq!(parser.read(first, &mut at), Ok(None));
    let mut at = 0;
    assert_eq!(parser.read(b"\n", &mut at), Ok(None));
    assert_eq!(at, 1);
    assert_eq!(parser.read(b"", &mut 0), Ok(None));
}

#[test]
fn one_space_is_stripped() {
    assert_eq!(
        data("data:a\n\ndata: a\n\ndata:  a\n\ndata:\ta\n\n"),
        ["a", "a", " a", "\ta"]
    );
    assert_eq!(
        data("data: a \n\ndata:a: b\n\ndata: : \n\n"),
        ["a ", "a: b", ": "]
    );
    // A space before the colon makes another field of it, and so does one in front.
    assert_eq!(data("data : a\n data: a\n\n"), [""; 0]);
}

#[test]
fn data_may_be_empty_lines() {
    assert_eq!(data("data\ndata\n\n"), ["\n"]);
    assert_eq!(data("data:\ndata: \n data\ndata\n\n"), ["\n\n"]);
    assert_eq!(data("data: a\ndata\n\n"), ["a\n"]);
    assert_eq!(data("data\ndata: a\n\n"), ["\na"]);
    for empty in ["data\n\n", "data:\n\n", "data: \n\n"] {
        assert_eq!(heard(empty), [message("")], "{empty:?}");
    }
}

#[test]
fn names_of_fields_are_exact() {
    for other in [
        "dat: a\n\n",
        "datas: a\n\n",
        "Data: a\n\n",
        "datadatadata: a\n\n",
        "eventful: a\n\n",
        "i: a\n\n",
        "ids: a\n\n",
        "retries: 1\n\n",
        ": a\n\n",
        ":\n\n",
        ":data: a\n\n",
        "\u{feff}\u{feff}data: a\n\n",
        "\0data: a\n\n",
    ] {
        assert_eq!(outcome(other), Outcome::default(), "{other:?}");
    }
    assert_eq!(
        data(": keep-alive\ndata: a\n: more\nfoo\nbar: baz\ndata: b\n:\n\n"),
        ["a\nb"]
    );
}

#[test]
fn a_mark_counts_at_the_start_only() {
    assert_eq!(
        data("\u{feff}data: a\n\ndata: \u{feff}b\n\n"),
        ["a", "\u{feff}b"]
    );
    assert_eq!(data("\u{feff}\ndata: a\n\n\u{feff}data: b\n\n"), ["a"]);
    for part in [&b"\xEF"[..], b"\xEF\xBB"] {
        for rest in [&b"data: a\n\n"[..], b"\ndata: b\n\n", b":\r\ndata: b\n\n"] {
            let events = data([part, rest].concat());
            assert_eq!(events.len(), usize::from(rest[0] != b'd'), "{rest:?}");
        }
        assert_eq!(outcome(part), Outcome::default());
    }
}

#[test]
fn a_priming_event_says_its_id_and_how_long_to_wait() {
    for stream in [
        "id: 7\nretry: 500\ndata:\n\n",
        "id: 7\nretry: 500\ndata: \n\n",
        "data\nid:7\nretry:500\n\n",
        "id: 7\nretry: 500\n\n",
    ] {
        let mut parser = Parser::new(Limits::default());
        let priming = Event {
            name: "",
            id: Some("7"),
            retry: Some(500),
            has_data: false,
        };
        let mut at = 0;
        let found = parser.read(stream.as_bytes(), &mut at);
        assert_eq!(found, Ok(Some(Found::Event(priming))), "{stream:?}");
        assert_eq!(parser.read(stream.as_bytes(), &mut at), Ok(None));
        assert_eq!(outcome(stream).last_id, "7");
    }
}

#[test]
fn an_id_lasts_until_another_is_set() {
    let events = heard("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\nid: 3\ndata: d\n\n");
    let ids: Vec<_> = events.iter().map(|event| event.id.as_deref()).collect();
    assert_eq!(ids, [Some("1"), None, Some(""), Some("3")]);
    for (stream, last) in [
        ("id: 1\n\n", "1"),
        ("id: 1\n\ndata: a\n\n", "1"),
        ("id: 1\n\nid: 2\ndata: a\n", "1"),
        ("id: 1\n\nid: 2\n\nid: 3\n\nid: 4\n", "3"),
        ("id: 1\n\nid:\n\n", ""),
        ("id: 1\n\nid\n\n", ""),
        ("id: 1\n\nid: a\0b\n\n", "1"),
        ("id: 1\nid: \0\n\n", "1"),
        ("id:  ü 1 \n\n", " ü 1 "),
    ] {
        assert_eq!(outcome(stream).last_id, last, "{stream:?}");
    }
}

#[test]
fn names_last_for_one_event() {
    let events = heard(
        "event: ping\n\nevent: a\nevent: b\ndata: 1\n\ndata: 2\n\nevent: c\nevent\ndata: 3\n\n",
    );
    let said: Vec<_> = events
        .iter()
        .map(|event| (event.name.as_str(), event.data.as_str()))
        .collect();
    assert_eq!(said, [("ping", ""), ("b", "1"), ("", "2"), ("", "3")]);
}

#[test]
fn a_pause_is_digits_and_no_longer_than_a_timer() {
    for (value, wait) in [
        ("0", Some(0)),
        ("3000", Some(3000)),
        ("0003000", Some(3000)),
        ("2147483647", Some(2_147_483_647)),
        ("2147483648", Some(2_147_483_647)),
        ("4294967296", Some(2_147_483_647)),
        ("99999999999999999999", Some(2_147_483_647)),
        ("", None),
        ("3s", None),
        ("-1", None),
        ("+1", None),
        ("1.5", None),
        (" 1", None),
        ("1 ", None),
        ("٣", None),
    ] {
        let events = heard(format!("retry: {value}\ndata: a\n\n"));
        assert_eq!(events[0].retry, wait, "{value}");
    }
    let events = heard("retry: 1\nretry: x\ndata: a\n\ndata: b\n\n");
    assert_eq!((events[0].retry, events[1].retry), (Some(1), None));
}

#[test]
fn what_is_no_utf8_is_replaced() {
    let events = heard(b"event: a\xFFb\nid: \xE2\x82\ndata: \xF0\x9F\x98\ndata: c\n\n");
    assert_eq!(events[0].name, "a\u{fffd}b");
    assert_eq!(events[0].id.as_deref(), Some("\u{fffd}"));
    assert_eq!(events[0].data, "\u{fffd}\nc");
    assert_eq!(data("data: grüße 😀\n\n"), ["grüße 😀"]);
}

#[test]
fn nothing_is_said_by_blank_lines() {
    for stream in [
        "",
        "\n",
        "\n\n\n",
        "\r\n\r\n",
        ": ping\n\n: ping\n\n",
        "foo\n\n",
        "event\n\n",
    ] {
        assert_eq!(outcome(stream), Outcome::default(), "{stream:?}");
    }
    // What is passed over leaves nothing behind, and takes nothing along.
    assert_eq!(data(": a\n\ndata: b\ndata: c\n\n"), ["b\nc"]);
    assert_eq!(
        data("\n\ndata: b\ndata: c\n\n\n\ndata: d\n\n"),
        ["b\nc", "d"]
    );
}

#[test]
fn what_no_blank_line_follows_is_unfinished() {
    for (stream, left) in [
        ("data: a", Some("a")),
        ("data: a\n", Some("a")),
        ("data: a\r\n", Some("a")),
        ("data: a\ndata:", Some("a\n")),
        ("data: a\ndata", Some("a")),
        ("data: a\ndata\n", Some("a\n")),
        ("data:", None),
        ("data: a\n\n", None),
        ("data: a\n\ndata", None),
        ("id: 1\nevent: a\n", None),
    ] {
        assert_eq!(outcome(stream).unfinished.as_deref(), left, "{stream:?}");
    }
    let mut parser = Parser::new(Limits::default());
    let stream = b"event: ping\nid: 7\nretry: 1\ndata: a\n\n";
    assert!(parser.read(stream, &mut 20).is_ok());
    let mut parser = Parser::new(Limits::default());
    let _ = parser.read(&stream[..stream.len() - 1], &mut 0);
    let left = parser.finish().expect("data was told");
    assert_eq!(
        (left.name, left.id, left.retry),
        ("ping", Some("7"), Some(1))
    );
    assert_eq!(parser.finish(), None);
    assert_eq!(parser.read(stream, &mut 0), Ok(None), "it has ended");
    assert_eq!(parser.last_event_id(), "");
}

#[test]
fn a_place_behind_the_chunk_is_its_end() {
    let mut parser = Parser::new(Limits::default());
    let mut at = 99;
    assert_eq!(parser.read(b"data: a\n\n", &mut at), Ok(None));
    assert_eq!(at, 99);
}

#[test]
fn streams_of_the_standard() {
    let stream =
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event";
    let heard = outcome(stream);
    assert_eq!(heard.events.len(), 2);
    assert_eq!(heard.events[1].id.as_deref(), Some(""));
    assert_eq!(heard.unfinished.as_deref(), Some(" third event"));
    assert_eq!(data("data\n\ndata\ndata\n\ndata:"), ["", "\n"]);
    assert_eq!(data("data:test\n\ndata: test\n\n"), ["test", "test"]);
}
