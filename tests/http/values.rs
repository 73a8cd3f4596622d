//! Header values.

use mcp_widget::http::value::{encode, essence, is_plain, is_session_id, is_token, retry_after};
use proptest::prelude::*;

#[test]
fn tokens() {
    for token in ["a", "Mcp-Param-X", "0", "!#$%&'*+-.^_`|~"] {
        assert!(is_token(token), "{token:?}");
    }
    for other in [
        "", "a b", "a:b", "a\n", "(a)", "a/b", "a\"", "ä", "a,", "\u{7f}", "a=", "[a]", "{a}", "@",
        ";", "\\",
    ] {
        assert!(!is_token(other), "{other:?}");
    }
}

#[test]
fn plain_values() {
    for plain in [
        "a",
        "~",
        "a b",
        "a\tb",
        "file:///a?b=%20",
        "=?base64?",
        "?=",
        "=?utf-8?a?=",
        "a=?base64??=",
        "=?base64?a?=b",
    ] {
        assert!(is_plain(plain), "{plain:?}");
        assert_eq!(encode(plain), plain);
    }
    for other in [
        "",
        " ",
        "a ",
        " a",
        "\ta",
        "a\t",
        "a\nb",
        "a\rb",
        "\0",
        "a\u{7f}b",
        "é",
        "😀",
        "=?base64??=",
        "=?BASE64?Zw==?=",
        "=?base64?=",
    ] {
        assert!(!is_plain(other), "{other:?}");
        assert!(encode(other).starts_with("=?base64?") && encode(other).ends_with("?="));
    }
}

/// The examples of RFC 4648, section 10, and some more.
#[test]
fn base64() {
    for (text, coded) in [
        ("", ""),
        ("f\n", "Zgo="),
        ("foo\n", "Zm9vCg=="),
        ("fo\n", "Zm8K"),
        (" foobar", "IGZvb2Jhcg=="),
        ("größe", "Z3LDtsOfZQ=="),
        ("\u{3ff}\u{3ff}", "z7/Pvw=="),
        ("ϻϾ", "z7vPvg=="),
        ("😀", "8J+YgA=="),
    ] {
        assert_eq!(encode(text), format!("=?base64?{coded}?="), "{text:?}");
    }
}

#[test]
fn ids_of_sessions() {
    assert!(is_session_id("!~") && is_session_id("1868a90c-4e8b-11ee"));
    for other in ["", " ", "a b", "a\t", "a\u{7f}", "é", "a\n"] {
        assert!(!is_session_id(other), "{other:?}");
    }
}

#[test]
fn essences() {
    for (value, expected) in [
        ("application/json", "application/json"),
        ("Application/JSON;charset=UTF-8", "application/json"),
        ("  text/event-stream ; charset=utf-8", "text/event-stream"),
        ("text/event-stream, text/event-stream", "text/event-stream"),
        (";", ""),
        ("", ""),
        ("größe; ü", "größe"),
    ] {
        assert_eq!(essence(value), expected, "{value:?}");
    }
}

const SECOND: f64 = 1000.0;
const LONGEST: f64 = 2_147_483_647.0;

#[test]
fn a_number_of_seconds() {
    for (value, wait) in [
        ("0", Some(0.0)),
        ("120", Some(120.0 * SECOND)),
        (" 5 ", Some(5.0 * SECOND)),
        ("99999999999999999999999999", Some(LONGEST)),
        ("-1", None),
        ("1.5", None),
        ("1s", None),
        ("", None),
        ("٣", None),
    ] {
        assert_eq!(retry_after(value, 1e12), wait, "{value:?}");
    }
}

/// 6 November 1994, 08:49:37, as in RFC 9110, 5.6.7.
const THEN: f64 = 784_111_777.0 * SECOND;

#[test]
fn a_date_in_each_of_its_forms() {
    for date in [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "sun, 6 nov 1994 8:49:37 gmt",
        "06 Nov 1994 08:49:37",
    ] {
        assert_eq!(
            retry_after(date, THEN - 30.0 * SECOND),
            Some(30.0 * SECOND),
            "{date}"
        );
        assert_eq!(retry_after(date, THEN + 1.0), Some(0.0), "{date}");
        assert_eq!(retry_after(date, 0.0), Some(LONGEST), "{date}");
    }
}

#[test]
fn two_digits_of_a_year() {
    let day = 86_400.0 * SECOND;
    let at_2000 = 10_957.0 * day;
    let wait = retry_after("Saturday, 01-Jan-00 00:00:01 GMT", at_2000);
    assert_eq!(wait, Some(SECOND));
    // Seen from 2026, 94 was, and 40 is to come.
    let now = 20_454.0 * day;
    assert_eq!(
        retry_after("Sunday, 06-Nov-94 08:49:37 GMT", now),
        Some(0.0)
    );
    assert_eq!(
        retry_after("Sunday, 06-Nov-40 08:49:37 GMT", now),
        Some(LONGEST)
    );
}

#[test]
fn days_of_the_calendar() {
    for (date, days) in [
        ("1 Jan 1970", 0.0),
        ("28 Feb 1972", 788.0),
        ("29 Feb 1972", 789.0),
        ("1 Mar 1972", 790.0),
        ("31 Dec 1999", 10_956.0),
        ("29 Feb 2000", 11_016.0),
        ("1 Mar 2000", 11_017.0),
        ("31 Dec 2026", 20_818.0),
        ("1 Mar 2100", 47_541.0),
    ] {
        let now = days * 86_400.0 * SECOND;
        assert_eq!(
            retry_after(&format!("{date} 00:00:07 GMT"), now),
            Some(7.0 * SECOND),
            "{date}"
        );
    }
}

#[test]
fn what_is_no_date() {
    for text in [
        "soon",
        "Sun, 06 Nov 1994",
        "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 08:49:37:00 GMT",
        "Sun, 06 Nov 1994 :: GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nox 1994 08:49:37 GMT",
        "Sun, 06 Nov Dec 1994 08:49:37 GMT",
        "Sun, 06 Nov 19940 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 +0100",
        "Sun, 06 Nov 1994 08:49:37 -0100",
        "1994-11-06T08:49:37Z",
        "06 11 1994 08:49:37",
        "1994 Nov 06 08:49:37",
    ] {
        assert_eq!(retry_after(text, 0.0), None, "{text}");
    }
}

/// What the other end does.
fn decode(value: &str) -> Option<String> {
    let Some(coded) = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="))
    else {
        return Some(value.to_owned());
    };
    let digit = |char: char| match char {
        'A'..='Z' => Some(char as u32 - 'A' as u32),
        'a'..='z' => Some(char as u32 - 'a' as u32 + 26),
        '0'..='9' => Some(char as u32 - '0' as u32 + 52),
        '+' => Some(62),
        '/' => Some(63),
        _ => None,
    };
    let digits: Option<Vec<String>> = coded
        .trim_end_matches('=')
        .chars()
        .map(|char| digit(char).map(|digit| format!("{digit:06b}")))
        .collect();
    let bits = digits?.concat();
    let whole = bits.len() / 8 * 8;
    let bytes: Result<Vec<u8>, _> = (0..whole)
        .step_by(8)
        .map(|at| u8::from_str_radix(&bits[at..at + 8], 2))
        .collect();
    // Padded to whole groups, and with nothing left over.
    (coded.len() % 4 == 0 && bits[whole..].bytes().all(|bit| bit == b'0')).then_some(())?;
    String::from_utf8(bytes.ok()?).ok()
}

proptest! {
    #[test]
    fn what_is_encoded_arrives(text in r"\PC{0,9}|[\x00-\xff]{0,9}|[ a\t]{0,4}|=\?base64\?[A-Za-z0-9+/=]{0,9}\?=") {
        let value = encode(&text);
        prop_assert!(value.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')));
        prop_assert!(!value.is_empty() && value.trim_ascii() == value);
        prop_assert_eq!(decode(&value), Some(text));
    }

    #[test]
    fn a_pause_is_never_negative_nor_too_long(value in r"\PC{0,40}|[0-9]{0,30}|[A-Za-z]{3}, [0-9]{1,4} [a-zA-Z]{3} [0-9]{1,9} [0-9:]{1,9} GMT", now in 0.0..1e14) {
        if let Some(wait) = retry_after(&value, now) {
            prop_assert!((0.0..=LONGEST).contains(&wait));
        }
    }
}
