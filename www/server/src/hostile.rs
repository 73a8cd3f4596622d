//! A tool whose result attacks whoever shows it. Only offered with `--hostile`; the demo's tests call it.
//!
//! Whatever of it runs sets `hostileRan` on its window or its parent's. A widget that treats what comes from a server as
//! text shows strange words and nothing else.

use rmcp::model::{CallToolResult, ContentBlock, Tool, object};
use serde_json::{Value, json};

use crate::tools::{read_only, shown_by_the_widget};

/// The tool's name.
pub const HOSTILE_GIFTS: &str = "hostile_gifts";

const RUN: &str = "window.hostileRan=true;try{parent.hostileRan=true}catch{}";

/// The tool's description. It has no output schema: its results are meant to fit none.
pub fn hostile_gifts() -> Tool {
    Tool::new(
        HOSTILE_GIFTS,
        "For tests: gifts full of markup, scripts, odd types and dangerous links.",
        object(json!({ "type": "object", "properties": {} })),
    )
    .with_title("Hostile gifts")
    .with_annotations(read_only("Hostile gifts"))
    .with_meta(shown_by_the_widget())
}

/// The result, always the same.
pub fn result() -> CallToolResult {
    let mut gifts = vec![
        named(&format!("<img src=x onerror=\"{RUN}\">")),
        named(&format!("<script>{RUN}</script>")),
        named(&format!(
            "</script></style></textarea><svg onload=\"{RUN}\">"
        )),
        named("<style>*{display:none!important}</style><base href=\"https://attacker.invalid/\">"),
        named(&format!(
            "<iframe srcdoc=\"<script>parent.{RUN}</script>\"></iframe>"
        )),
        named(
            "<form action=\"https://attacker.invalid/\"><button autofocus>Sign in</button></form>",
        ),
        named(
            "{{constructor.constructor('hostileRan=true')()}} ${hostileRan=true} <%= hostileRan %>",
        ),
        named(
            "\u{202e}gnp.tfig a ylno\u{2066}\u{200f} \u{0}\u{7}\u{1b}[31m \u{fffe}\u{feff} Z\u{334}\u{350}a\u{337}\u{33e}",
        ),
        named(
            &"A very long name without any space in it"
                .replace(' ', "")
                .repeat(300),
        ),
        named(&"💝👩\u{200d}👩\u{200d}👧\u{200d}👦 ".repeat(200)),
        named(""),
    ];
    let links = [
        format!("javascript:{RUN}"),
        format!("  JaVa\nScRiPt:{RUN}"),
        format!("\u{1}javascript:{RUN}"),
        format!("data:text/html,<script>{RUN}</script>"),
        "vbscript:msgbox(1)".to_owned(),
        "blob:https://attacker.invalid/1".to_owned(),
        "file:///etc/passwd".to_owned(),
        "//attacker.invalid/".to_owned(),
        "https://user:secret@attacker.invalid/".to_owned(),
        "https://attacker.invalid/\" onclick=\"hostileRan=true".to_owned(),
        "http://".to_owned(),
    ];
    gifts.extend(links.iter().enumerate().map(|(at, link)| {
        let mut gift = named(&format!("Dangerous link {at}"));
        gift["url"] = json!(link);
        gift
    }));
    gifts.extend(odd_values());
    let mut result = CallToolResult::structured(json!({
        "gifts": gifts,
        "occasion": format!("<b onmouseover=\"{RUN}\">birthday</b>"),
        "budget": "1e999",
        "recipient": ["not", "a", "text"],
        "considered": -1,
        "__proto__": { "hostileRan": true, "isError": true },
        "constructor": { "prototype": { "hostileRan": true } },
        "toString": "not a function",
    }));
    result.content = vec![ContentBlock::text(format!(
        "<script>{RUN}</script> Gifts that are not what they seem."
    ))];
    result
}

/// A gift of the right shape with a hostile name.
fn named(name: &str) -> Value {
    json!({
        "id": name,
        "name": name,
        "price": 10,
        "currency": "USD",
        "category": name,
        "tags": [name],
        "occasions": [name],
        "why": name,
    })
}

/// Gifts of the wrong shape.
fn odd_values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(42),
        json!("a gift that is a text"),
        json!([]),
        json!({}),
        json!({ "id": 7, "name": { "toString": "x", "html": "<b>x</b>" }, "price": "free", "tags": "none", "why": null }),
        json!({ "id": [], "name": ["a", "b"], "price": { "valueOf": 1 }, "tags": [null, 1, {}, ["x"]], "occasions": 3 }),
        json!({ "id": "same", "name": "The same id twice", "price": 1e308, "currency": "<b>" }),
        json!({ "id": "same", "name": "The same id twice", "price": -5, "currency": "not a currency" }),
        json!({ "id": "__proto__", "name": "__proto__", "price": 1.005, "__proto__": { "hostileRan": true } }),
        json!({ "id": "constructor", "name": "constructor", "price": null, "category": "__proto__" }),
        json!({ "id": "many", "name": "Many tags", "price": 1, "tags": vec!["tag"; 2_000] }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn travels_as_json_unharmed() {
        let result = serde_json::to_value(result()).expect("JSON");
        let text = result.to_string();
        for part in [
            "<script>",
            "javascript:",
            "\"__proto__\":{\"hostileRan\":true}",
            "\u{202e}",
            "</script>",
        ] {
            assert!(text.contains(part), "{part} is missing");
        }
        let gifts = result["structuredContent"]["gifts"]
            .as_array()
            .expect("gifts");
        assert!(gifts.iter().any(Value::is_null) && gifts.len() > 30);
    }
}
