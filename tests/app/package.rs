//! What stands a second time in the package's TypeScript is the same there.

use mcp_widget::app::{Act, Effect, Order, PROTOCOL_VERSION, Status};
use mcp_widget::session::{Session, Timing};
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{ErrorCode, Expect};

/// All acts, by their numbers.
const ACTS: [Act; 25] = [
    Act::Result,
    Act::Progress,
    Act::Error,
    Act::Invalid,
    Act::Timeout,
    Act::Aborted,
    Act::Closed,
    Act::NoHost,
    Act::Transport,
    Act::Send,
    Act::Serve,
    Act::Abort,
    Act::ToolInput,
    Act::ToolInputPartial,
    Act::ToolResult,
    Act::ToolCancelled,
    Act::HostContextChanged,
    Act::StatusChange,
    Act::Diagnostic,
    Act::Notification,
    Act::Http,
    Act::Drop,
    Act::Listen,
    Act::Forget,
    Act::ListChanged,
];

/// A source of the repository.
fn source(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).expect(&path)
}

/// What stands between the first `start` and the next `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(start);
    rest.split_once(end).expect(end).0
}

/// The rows of a table: `name: value,` a line.
fn rows<'a>(text: &'a str, start: &str) -> Vec<(&'a str, &'a str)> {
    let row = |line: &'a str| line.trim().trim_end_matches(',').split_once(": ");
    let table = between(text, start, "\n}");
    table.lines().filter_map(row).collect()
}

/// `ToolInput` as `TOOL_INPUT`.
fn constant(act: Act) -> String {
    let mut name = String::new();
    for letter in format!("{act:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

#[test]
fn acts_have_the_same_numbers() {
    let text = source("pkg-template/ts/act.ts");
    let mut known = 0;
    for (index, act) in ACTS.into_iter().enumerate() {
        assert_eq!(act as usize, index, "{act:?}");
        let name = constant(act);
        if let Some((_, rest)) = text.split_once(&format!("const {name} = ")) {
            let number = rest.split(';').next();
            assert_eq!(number, Some(index.to_string().as_str()), "{name}");
            known += 1;
        }
    }
    let wake = between(&text, "WAKE = ", ";");
    assert_eq!(wake, between(&source("src/js/mod.rs"), "WAKE: u32 = ", ";"));
    assert_eq!(
        text.matches("export const").count(),
        known + 1,
        "the package has acts of its own"
    );
    assert!(known > 15, "{known} acts are there");
}

#[test]
fn events_have_the_names_of_their_acts_and_the_same_are_kept() {
    let text = source("pkg-template/ts/widget.ts");
    let rows = rows(&text, "const EVENTS: ");
    let events = ACTS
        .split_at(Act::Http as usize)
        .0
        .split_at(Act::ToolInput as usize)
        .1;
    assert_eq!(rows.len(), events.len());
    for (&act, (name, number)) in events.iter().zip(rows) {
        assert_eq!(number, constant(act));
        assert_eq!(name, number.replace('_', "").to_lowercase());
        let order = Order {
            act,
            duplicate: false,
            number: 1.0,
            value: Json::Absent,
            more: Json::Absent,
            waiter: None,
        };
        let Effect::Emit(emission) = Effect::<_, u32>::from(order) else {
            panic!("{act:?} is no event")
        };
        assert_eq!(
            emission.event.is_kept(),
            act as u8 <= Act::ToolCancelled as u8,
            "{act:?}"
        );
    }
    let listeners = source("pkg-template/ts/listeners.ts");
    assert_eq!(listeners.matches("event <= TOOL_CANCELLED").count(), 2);
}

#[test]
fn methods_expect_the_same() {
    let text = source("pkg-template/ts/calls.ts");
    let mut rows = rows(&text, "const EXPECT: ");
    rows.retain(|(method, _)| *method != "__proto__");
    for &(method, number) in &rows {
        let expect = Expect::of(method.trim_matches('"'));
        assert_eq!(number, (expect as u8).to_string(), "{method}");
    }
    let mut numbers: Vec<_> = rows.iter().map(|(_, number)| *number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    // All but nothing.
    assert_eq!(numbers.len(), Expect::ALL.len() - 1);
    let core = between(&source("src/wire/result.rs"), "match method {", "_ =>").to_owned();
    assert_eq!(core.matches('"').count(), 2 * rows.len(), "as many methods");
}

#[test]
fn a_status_has_the_same_number() {
    let text = source("pkg-template/ts/widget.ts");
    let names: Vec<_> = between(&text, "STATUSES: readonly Status[] = [", "]")
        .split(", ")
        .map(str::to_owned)
        .collect();
    let core = Status::ALL.map(|status| format!("\"{status:?}\"").to_lowercase());
    assert_eq!(names, core);
}

#[test]
fn constants_are_the_same() {
    let widget = source("pkg-template/ts/widget.ts");
    assert_eq!(
        between(&widget, "protocolVersion: \"", "\""),
        PROTOCOL_VERSION
    );
    let number = |text: &str| text.replace('_', "").parse::<f64>().expect("a number");
    let timeout = between(&widget, "\"timeout\") ?? ", ";");
    assert_eq!(number(timeout), Timing::DEFAULT_TIMEOUT);
    let bits = between(&widget, "Math.random() * 2 ** ", ",");
    assert_eq!(number(bits).exp2(), Session::<()>::RANDOM_BASE);
    let handler = source("pkg-template/ts/handler.ts");
    let code = between(&handler, "Number.isInteger(code) ? code : ", ",");
    assert_eq!(number(code), f64::from(ErrorCode::InternalError.number()));
    let patience = |path: &str, start: &str| number(between(&source(path), start, ";"));
    assert_eq!(
        patience("pkg-template/ts/transport.ts", "const PATIENCE = "),
        patience("src/app/handshake.rs", "const PATIENCE: Millis = ")
    );
    // The package's way into the page is its own, and keeps to the same limits.
    for (ours, start, theirs, rust) in [
        (
            "window",
            "const BATCH_LIMIT = ",
            "wire/message",
            "const BATCH_LIMIT: usize = ",
        ),
        (
            "line",
            "const LONGEST = ",
            "runtime/timer",
            "const LONGEST: Millis = ",
        ),
        (
            "line",
            "const LATE = ",
            "runtime/timer",
            "const LATE: Millis = ",
        ),
    ] {
        assert_eq!(
            patience(&format!("pkg-template/ts/{ours}.ts"), start),
            patience(&format!("src/{theirs}.rs"), rust),
            "{start}"
        );
    }
}

#[test]
fn envelopes_have_the_same_members() {
    let intrinsics = source("pkg-template/ts/intrinsics.ts");
    let ours: Vec<_> = between(&intrinsics, "const ENVELOPE = [", "]")
        .split(", ")
        .map(str::to_owned)
        .collect();
    let message = source("src/wire/message.rs");
    let theirs: Vec<_> = between(&message, "const MEMBERS: [Word; 6] = [", "];")
        .split_terminator(',')
        .filter_map(|member| member.trim().strip_prefix("Word::"))
        .map(|member| format!("\"{}\"", member.to_lowercase()))
        .collect();
    assert_eq!(ours, theirs);
}
