//! A message with one thing in it that is not as it should be.

use mcp_widget::wire::json::Json;

use super::{json, nested, text};

/// One step on the way to a value: the position of a member or an item.
pub(crate) type Path = Vec<usize>;

/// The ways to all values inside this one.
pub(crate) fn paths(value: &Json) -> Vec<Path> {
    let parts: Vec<&Json> = match value {
        Json::Array(items) => items.iter().collect(),
        Json::Object(members) => members.iter().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        all.push(vec![index]);
        all.extend(
            paths(part)
                .into_iter()
                .map(|rest| [vec![index], rest].concat()),
        );
    }
    all
}

/// What a value can be replaced by; the last is nothing at all.
pub(crate) fn replacements() -> Vec<Json> {
    let mut all: Vec<Json> = [
        "null",
        "true",
        "0",
        "-1",
        "1.5",
        "1e400",
        "9007199254740993",
        "\"\"",
        "\"1\"",
        "\"x\"",
        "[]",
        "[null]",
        "{}",
        "{\"a\":{}}",
    ]
    .map(json)
    .into();
    all.push(Json::TooDeep);
    all.push(Json::Absent);
    all
}

/// The message with the value at `path` replaced, or taken out.
pub(crate) fn damaged(message: &Json, path: &[usize], by: &Json) -> Json {
    let Some((&index, rest)) = path.split_first() else {
        return by.clone();
    };
    let mut copy = message.clone();
    match &mut copy {
        Json::Array(items) if rest.is_empty() && *by == Json::Absent => drop(items.remove(index)),
        Json::Array(items) => items[index] = damaged(&items[index], rest, by),
        Json::Object(members) if rest.is_empty() && *by == Json::Absent => {
            drop(members.remove(index));
        }
        Json::Object(members) => members[index].1 = damaged(&members[index].1, rest, by),
        _ => {}
    }
    copy
}

/// Where a path leads, as a JSON pointer.
pub(crate) fn pointer(message: &Json, path: &[usize]) -> String {
    let Some((&index, rest)) = path.split_first() else {
        return String::new();
    };
    match message {
        Json::Array(items) => format!("/{index}{}", pointer(&items[index], rest)),
        Json::Object(members) => {
            format!("/{}{}", members[index].0, pointer(&members[index].1, rest))
        }
        _ => String::new(),
    }
}

/// The message as a text, what is too deep spelled out.
pub(crate) fn spelled(message: &Json) -> String {
    match message {
        Json::Array(items) => format!(
            "[{}]",
            items.iter().map(spelled).collect::<Vec<_>>().join(",")
        ),
        Json::Object(members) => {
            let member = |(name, value): &(Box<str>, Json)| {
                format!("{}:{}", text(&Json::String(name.clone())), spelled(value))
            };
            format!(
                "{{{}}}",
                members.iter().map(member).collect::<Vec<_>>().join(",")
            )
        }
        Json::TooDeep => nested(600),
        value => text(value),
    }
}
