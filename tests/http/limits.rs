//! What is too long is told once, and then nothing more.

use mcp_widget::http::sse::{Found, Limits, Parser, TooLong};

use crate::reference::parsed;

const LIMITS: Limits = Limits { value: 4, data: 8 };

fn fits(stream: &str) -> bool {
    let whole = parsed(LIMITS, [stream.as_bytes()]);
    for length in 1..stream.len() {
        let cut = parsed(LIMITS, stream.as_bytes().chunks(length));
        assert_eq!(cut, whole, "{stream:?} by {length}");
    }
    whole.is_ok()
}

#[test]
fn as_much_as_allowed_is_fine_and_one_more_is_not() {
    for (just, over) in [
        ("data: 12345678\n\n", "data: 123456789\n\n"),
        ("data: 123456789"[..14].trim(), "data: 123456789"),
        // Line ends count.
        ("data: 123\ndata: 4567\n\n", "data: 1234\ndata: 4567\n\n"),
        (&"data\n".repeat(9), &"data\n".repeat(10)),
        ("event: 1234\n\n", "event: 12345\n\n"),
        ("id: 1234\n\n", "id: 12345\n\n"),
        ("retry: 1234\n\n", "retry: 12345\n\n"),
        ("retry: abcd\n\n", "retry: abcde\n\n"),
    ] {
        assert!(fits(just), "{just:?}");
        assert!(!fits(over), "{over:?}");
    }
}

#[test]
fn each_event_and_each_line_counts_anew() {
    assert!(fits(&"data: 12345678\n\n".repeat(5)));
    assert!(fits(&"event: 1234\nid: 1234\n".repeat(5)));
}

#[test]
fn what_is_not_kept_may_be_long() {
    let long = "x".repeat(100);
    assert!(fits(&format!(
        ": {long}\n{long}: {long}\n{long}\ndata: 1\n\n"
    )));
}

#[test]
fn after_that_nothing_is_read() {
    let mut parser = Parser::new(LIMITS);
    let chunk = b"id: 1\ndata: 1\n\nid: 2\ndata: 2\ndata: 12345678\n\ndata: 3\n\n";
    let mut at = 0;
    let mut told = 0;
    let error = loop {
        match parser.read(chunk, &mut at) {
            Ok(found) => told += usize::from(found.is_some()),
            Err(error) => break error,
        }
    };
    assert_eq!((error, told), (TooLong, 4), "data, event, data, new line");
    assert_eq!(parser.read(chunk, &mut at), Ok(None));
    assert_eq!(at, chunk.len());
    assert_eq!(parser.read(b"data: 4\n\n", &mut 0), Ok(None));
    assert_eq!(parser.finish(), None);
    assert_eq!(parser.last_event_id(), "1");
}

#[test]
fn the_defaults_let_a_large_result_pass() {
    let data = vec![b'x'; 16 << 20];
    let chunk = [b"data: ", &data[..], b"\n\n"].concat();
    let mut parser = Parser::new(Limits::default());
    let mut at = 0;
    let found = parser.read(&chunk, &mut at);
    assert_eq!(found, Ok(Some(Found::Data(6..6 + data.len()))));
    let mut parser = Parser::new(Limits::default());
    let chunk = [b"data: x", &data[..]].concat();
    assert_eq!(parser.read(&chunk, &mut 0), Err(TooLong));
}
