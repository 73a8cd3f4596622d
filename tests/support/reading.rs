//! A message, told apart and written down as JSON, so that it can be compared with what a corpus expects.

use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Block, Envelope, Expect, Finding, Findings, Id, ToolResult, Value};
use serde_json::{Map, Value as Plain, json};

use super::text;

/// What the codec makes of a text: `kind`, `id`, `method`, `code`, `items`, `findings`, and what the payload looks like.
///
/// `method` is what a result is the answer to, if that is known.
pub(crate) fn read(message: &str, method: Option<&str>) -> Plain {
    let mut findings = Findings::new();
    match Json::parse(message, &mut findings) {
        Ok(message) => read_value(&message, method, findings),
        Err(_) => json!({ "kind": "unparseable", "findings": spelled(&findings) }),
    }
}

fn read_value(message: &Json, method: Option<&str>, mut findings: Findings) -> Plain {
    let mut summary = Map::new();
    let mut put = |name: &str, value: Plain| summary.insert(name.into(), value);
    match Envelope::read(message, &mut findings) {
        Envelope::Request { id, method, params } => {
            put("kind", "request".into());
            put("id", spell_id(&id));
            put("method", method.into());
            put("params", plain(&params));
        }
        Envelope::Notification { method, params } => {
            put("kind", "notification".into());
            put("method", method.into());
            put("params", plain(&params));
        }
        Envelope::Result { id, result } => {
            put("kind", "result".into());
            put("id", spell_id(&id));
            put("result", plain(&result));
            match method {
                None => {}
                Some("tools/call") => read_tool(result, &mut put, &mut findings),
                Some(method) => read_result(Expect::of(method), result, &mut put, &mut findings),
            }
        }
        Envelope::Error { id, fault } => {
            put("kind", "error".into());
            if let Some(id) = id {
                put("id", spell_id(&id));
            }
            if let Some(code) = fault.code() {
                put("code", number(code));
            }
            put(
                "standard",
                fault
                    .standard_code()
                    .map_or(Plain::Null, |code| code.message().into()),
            );
            put("message", fault.message().map_or(Plain::Null, Plain::from));
            put("data", plain(&fault.data()));
        }
        Envelope::Refused(refusal) => {
            put("kind", "refused".into());
            put("id", spell_id(&refusal.id));
            put("code", refusal.code.number().into());
        }
        Envelope::Batch(items) => {
            put("kind", "batch".into());
            put(
                "items",
                items
                    .iter()
                    .map(|item| read_value(item, method, Findings::new()))
                    .collect(),
            );
        }
        Envelope::Foreign => {
            put("kind", "foreign".into());
        }
    }
    put("findings", spelled(&findings));
    summary.into()
}

fn read_tool(
    result: Json,
    put: &mut impl FnMut(&str, Plain) -> Option<Plain>,
    findings: &mut Findings,
) {
    match ToolResult::read(result, findings) {
        Ok(tool) => {
            let content = tool.content();
            let blocks = (0..content.len())
                .map(|index| Plain::from(format!("{:?}", Block::of(&content.item(index)))));
            put(
                "outcome",
                if tool.raw.is_absent() {
                    "as it came"
                } else {
                    "mended"
                }
                .into(),
            );
            put("blocks", blocks.collect());
            put("isError", tool.is_error().into());
            put("text", tool.text().into());
            put("structured", plain(&tool.structured_content()));
            put("meta", plain(&tool.meta()));
        }
        Err(invalid) => {
            put("outcome", "invalid".into());
            put("path", invalid.path.as_str().into());
        }
    }
}

fn read_result(
    expect: Expect,
    result: Json,
    put: &mut impl FnMut(&str, Plain) -> Option<Plain>,
    findings: &mut Findings,
) {
    let came = text(&result);
    match expect.check(result, findings) {
        Ok(value) => {
            put(
                "outcome",
                if text(&value) == came {
                    "as it came"
                } else {
                    "mended"
                }
                .into(),
            );
            put("value", plain(&value));
        }
        Err(invalid) => {
            put("outcome", "invalid".into());
            put("path", invalid.path.as_str().into());
        }
    }
}

/// An oddity as `code /path index`.
pub(crate) fn spell(finding: Finding) -> String {
    let mut spelled = finding.oddity.code().to_owned();
    let path = finding.path.as_str();
    if !path.is_empty() {
        spelled.push(' ');
        spelled.push_str(path);
    }
    match finding.index() {
        Some(index) => format!("{spelled} {index}"),
        None => spelled,
    }
}

/// The oddities of a message, in order.
pub(crate) fn spelled(findings: &Findings) -> Plain {
    findings
        .iter()
        .map(|finding| Plain::from(spell(*finding)))
        .collect()
}

/// An id as JSON; digits that no double holds as `{"digits": "…"}`.
pub(crate) fn spell_id(id: &Id) -> Plain {
    match id {
        Id::Number(id) => number(*id),
        Id::Big(digits) => json!({ "digits": &**digits }),
        Id::Text(text) => (&**text).into(),
    }
}

fn number(number: f64) -> Plain {
    if number.trunc() == number && number.abs() <= 9_007_199_254_740_991.0 {
        (number as i64).into()
    } else {
        number.into()
    }
}

/// The value as an independent library reads its text; null for what is no JSON.
pub(crate) fn plain(value: &Json) -> Plain {
    value.to_text().map_or(Plain::Null, |text| {
        serde_json::from_str(&text).unwrap_or_else(|_| text.into())
    })
}
