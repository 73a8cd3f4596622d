//! JSON that nobody would write on purpose.

use mcp_widget::wire::json::Json;
use proptest::prelude::*;

/// Names that mean something to the codec, and a few that mean something to JavaScript.
const NAMES: [&str; 24] = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "code",
    "message",
    "data",
    "content",
    "structuredContent",
    "isError",
    "_meta",
    "meta",
    "type",
    "text",
    "progressToken",
    "requestId",
    "reason",
    "arguments",
    "resultType",
    "task",
    "__proto__",
    "toJSON",
];

/// Texts that mean something.
const TEXTS: [&str; 16] = [
    "2.0",
    "1.0",
    "1001",
    "1002",
    "01",
    "",
    "ping",
    "tools/call",
    "text",
    "notifications/progress",
    "notifications/cancelled",
    "ui/notifications/tool-input",
    "ui/notifications/tool-input-partial",
    "ui/notifications/tool-result",
    "ui/notifications/tool-cancelled",
    "ui/notifications/host-context-changed",
];

/// Numbers as digits.
const DIGITS: [&str; 12] = [
    "0",
    "-0",
    "1",
    "1.0",
    "1.5",
    "1001",
    "1002",
    "1003",
    "1e400",
    "9007199254740993",
    "-32601",
    "123456789012345678901234567890",
];

/// So many cases. No file of failures: what failed is printed, and belongs into a test of its own.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

fn name() -> impl Strategy<Value = Box<str>> {
    prop_oneof![8 => prop::sample::select(&NAMES[..]).prop_map(Box::from), 1 => "\\PC{0,6}".prop_map(Box::from)]
}

/// A value without parts.
pub(crate) fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        prop::sample::select(&DIGITS[..]).prop_map(|digits| Json::Number(digits.into())),
        any::<i32>().prop_map(|number| Json::Number(number.to_string().into())),
        prop::sample::select(&TEXTS[..]).prop_map(|text| Json::String(text.into())),
        "\\PC{0,8}".prop_map(|text| Json::String(text.into())),
    ]
}

/// Any value.
pub(crate) fn value() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(4, 40, 5, |inner| {
        prop_oneof![1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Json::Array), 3 => object(inner)]
    })
}

fn object(value: impl Strategy<Value = Json>) -> impl Strategy<Value = Json> {
    prop::collection::vec((name(), value), 0..6).prop_map(|members| {
        let mut object: Vec<(Box<str>, Json)> = Vec::new();
        for (name, value) in members {
            if object.iter().all(|(known, _)| *known != name) {
                object.push((name, value));
            }
        }
        Json::Object(object)
    })
}

/// Something with the members of an envelope, each of them anything; or an array of such.
pub(crate) fn message() -> impl Strategy<Value = Json> {
    let version =
        prop_oneof![6 => Just(Json::String("2.0".into())), 1 => scalar(), 1 => Just(Json::Absent)];
    let maybe = || prop_oneof![3 => Just(Json::Absent), 1 => scalar(), 2 => value()];
    let method = prop_oneof![2 => Just(Json::Absent), 3 => prop::sample::select(&TEXTS[6..]).prop_map(|text| Json::String(text.into())), 1 => scalar()];
    let one = (
        version,
        prop_oneof![1 => Just(Json::Absent), 3 => scalar()],
        method,
        maybe(),
        maybe(),
        maybe(),
    )
        .prop_map(|(version, id, method, params, result, error)| {
            let members = [
                ("jsonrpc", version),
                ("id", id),
                ("method", method),
                ("params", params),
                ("result", result),
                ("error", error),
            ];
            Json::Object(
                members
                    .into_iter()
                    .filter(|(_, value)| *value != Json::Absent)
                    .map(|(name, value)| (name.into(), value))
                    .collect(),
            )
        });
    prop_oneof![8 => one.clone(), 1 => prop::collection::vec(one, 0..4).prop_map(Json::Array), 2 => value()]
}
