//! JSON that is cut off.

use std::fmt::Write;
use std::time::{Duration, Instant};

use mcp_widget::wire::heal_json;
use mcp_widget::wire::json::Json;
use proptest::prelude::*;

use crate::support::arbitrary;

/// The table that the package's `healJson` is tested with, too.
const CASES: &str = include_str!("../heal/cases.json");

fn healed(text: &str) -> Option<serde_json::Value> {
    let healed = heal_json(text)?;
    let value = serde_json::from_str(&healed);
    Some(value.unwrap_or_else(|error| panic!("{error}: {text:?} became {healed:?}")))
}

#[test]
fn the_cases_that_both_have_in_common() {
    let cases: Vec<serde_json::Value> = serde_json::from_str(CASES).expect("the table is JSON");
    assert!(cases.len() > 150);
    for case in cases {
        let text = case["text"].as_str().expect("each has a text");
        let (found, wanted) = (healed(text), case.get("value"));
        let same = match (&found, wanted) {
            (Some(found), Some(wanted)) => same(found, wanted),
            (None, None) => true,
            _ => false,
        };
        assert!(same, "{text:?} became {found:?}, not {wanted:?}");
    }
}

/// JavaScript has one kind of number.
fn same(one: &serde_json::Value, two: &serde_json::Value) -> bool {
    one == two || (one.is_number() && one.as_f64() == two.as_f64())
}

#[test]
fn what_is_whole_is_not_copied() {
    for text in [r#"{"a":1}"#, r#" ["a"]  "#, "12", r#""a" behind it"#] {
        let healed = heal_json(text);
        assert!(
            matches!(healed, Some(std::borrow::Cow::Borrowed(_))),
            "{text}: {healed:?}"
        );
    }
}

/// Half a pair that is not cut off is what the text says; what a parser makes of it is the parser's matter.
#[test]
fn halves_of_surrogate_pairs_that_are_whole_escapes_stay() {
    for (text, wanted) in [
        (r#"["\ud83d""#, r#"["\ud83d"]"#),
        (r#"["\ud83dx"#, r#"["\ud83dx"]"#),
        (r#"["\ud83d\n\"#, r#"["\ud83d\n"]"#),
        (r#"["\ud83d\ud83d"#, r#"["\ud83d"]"#),
        (r#"["\ud83d\ud83d\u"#, r#"["\ud83d"]"#),
        (r#"["\ude00\ude0"#, r#"["\ude00"]"#),
    ] {
        assert_eq!(heal_json(text).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn what_is_deep_needs_no_stack() {
    const DEPTH: usize = 100_000;
    for (open, closed) in [("[", "]"), (r#"{"a":"#, "}"), (r#"[{"a":"#, "}]")] {
        let text = open.repeat(DEPTH);
        // The last name has no value.
        let kept = text.strip_suffix(r#""a":"#).unwrap_or(&text);
        assert_eq!(
            heal_json(&text).as_deref(),
            Some(format!("{kept}{}", closed.repeat(DEPTH)).as_str())
        );
    }
}

/// With the square of its time, each of these would take minutes.
#[test]
fn a_megabyte_takes_no_square_of_its_time() {
    for (first, piece) in [
        (r#"{"a":""#, "x"),
        (r#"{"a":""#, r"\n"),
        (r#"[""#, r"\ud83d"),
        (r#"{""#, "x"),
        ("[", "1,"),
        ("[", "1"),
        ("[", "t"),
        ("[", r#"{"a":1,"b":"c"},"#),
        ("", "[{\"a\":"),
        ("", " "),
        ("", "]"),
        ("{}", "x"),
    ] {
        let text = format!("{first}{}", piece.repeat(1_000_000 / piece.len()));
        let start = Instant::now();
        let _ = heal_json(&text);
        let took = start.elapsed();
        assert!(
            took < Duration::from_secs(5),
            "{first}{piece}… took {took:?}"
        );
    }
}

/// The text of a value, with spaces and escapes as the choices have it.
struct Writer<'a> {
    choices: &'a [u8],
    at: usize,
    text: String,
}

impl Writer<'_> {
    fn choose(&mut self) -> u8 {
        self.at += 1;
        self.choices[self.at % self.choices.len()]
    }

    fn space(&mut self) {
        let space = ["", "", "", " ", "\n\t", "\r "][usize::from(self.choose() % 6)];
        self.text.push_str(space);
    }

    fn string(&mut self, string: &str) {
        self.text.push('"');
        for character in string.chars() {
            if self.choose().is_multiple_of(3) {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let _ = write!(self.text, "\\u{unit:04x}");
                }
            } else {
                let plain = Json::String(character.to_string().into()).to_text();
                let plain = plain.unwrap_or_default();
                self.text.push_str(&plain[1..plain.len() - 1]);
            }
        }
        self.text.push('"');
    }

    fn value(&mut self, value: &Json) {
        self.space();
        match value {
            Json::Array(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    self.value(item);
                }
                self.space();
                self.text.push(']');
            }
            Json::Object(members) => {
                self.text.push('{');
                for (index, (name, item)) in members.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    self.space();
                    self.string(name);
                    self.space();
                    self.text.push(':');
                    self.value(item);
                }
                self.space();
                self.text.push('}');
            }
            Json::String(string) => self.string(string),
            other => self.text.push_str(&other.to_text().unwrap_or_default()),
        }
        self.space();
    }
}

/// Whether `two` is `one` or adds to its end.
fn grows(one: &Json, two: &Json) -> bool {
    match (one, two) {
        (Json::String(one), Json::String(two)) => two.starts_with(&**one),
        (Json::Array(one), Json::Array(two)) => {
            let last = one.len().saturating_sub(1);
            one.len() <= two.len()
                && (one.iter().zip(two).enumerate())
                    .all(|(index, (one, two))| one == two || (index == last && grows(one, two)))
        }
        (Json::Object(one), Json::Object(two)) => {
            let last = one.len().saturating_sub(1);
            one.len() <= two.len()
                && (one.iter().zip(two).enumerate()).all(|(index, (one, two))| {
                    one.0 == two.0 && (one.1 == two.1 || (index == last && grows(&one.1, &two.1)))
                })
        }
        (one, two) => one == two,
    }
}

fn parse(text: &str) -> Json {
    let mut findings = mcp_widget::wire::Findings::new();
    let value = Json::parse(text, &mut findings);
    assert!(!findings.has(mcp_widget::wire::Oddity::Surrogate), "{text}");
    value.unwrap_or_else(|error| panic!("{error}: {text}"))
}

proptest! {
    #![proptest_config(arbitrary::cases(300))]

    /// Of every beginning: it is healed, the longer adds to the shorter, and the whole is the value.
    #[test]
    fn the_longer_only_adds_to_the_shorter(value in arbitrary::value(), choices in prop::collection::vec(any::<u8>(), 1..50)) {
        let mut writer = Writer { choices: &choices, at: 0, text: String::new() };
        writer.value(&value);
        let text = writer.text;
        let mut last = None;
        for (end, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let part = &text[..end];
            let healed = heal_json(part);
            // A number on its own is whole wherever it can be.
            if matches!(value, Json::Number(_)) {
                prop_assert!(healed.is_none() || part.trim().parse::<f64>().is_ok(), "{part:?}");
                continue;
            }
            prop_assert_eq!(healed.is_none(), part.trim().is_empty(), "{:?}", part);
            let Some(healed) = healed else { continue };
            let now = parse(&healed);
            let again = heal_json(&healed);
            prop_assert_eq!(again.as_deref(), Some(&*healed), "healed is whole");
            if let Some(last) = &last {
                prop_assert!(grows(last, &now), "{last:?}, then {now:?} of {part:?}");
            }
            last = Some(now);
        }
        let whole = heal_json(&text);
        prop_assert_eq!(whole.as_deref().map(str::trim), Some(text.trim()));
        let behind = format!("{text} behind it");
        let whole = heal_json(&behind);
        prop_assert_eq!(whole.as_deref().map(str::trim), Some(text.trim()));
    }

    /// Whatever the text: what comes out is JSON, and only a JSON text's own value if it is one.
    #[test]
    fn what_comes_out_is_json(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..9)) {
        let text = pieces.concat();
        let healed = heal_json(&text);
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
        match (&healed, json(&text)) {
            (Some(healed), true) => prop_assert_eq!(&**healed, text.trim_end()),
            (None, true) => prop_assert!(false, "{text:?} is JSON"),
            (Some(healed), false) => prop_assert!(json(healed), "{text:?} became {healed:?}"),
            (None, false) => {}
        }
    }
}

const PIECES: [&str; 24] = [
    "\"", "\\", "u", "12", "{", "}", "[", "]", ",", ":", " ", "-", ".", "e", "0", "true", "nul",
    "\"a\"", "a", "ä", "\n", "\\n", "\"a\":", "false",
];
