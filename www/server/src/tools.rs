//! The tool `suggest_gifts` as MCP sees it: its description, and its results.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject, Tool, ToolAnnotations, object};
use serde_json::{Value, json};

use crate::{
    arguments::{DEFAULT_LIMIT, MAX_DELAY, MAX_LIMIT},
    catalogue::{CURRENCY, number},
    resources,
    scoring::{Ideas, NoIdea, Wish, dollars},
};

/// The tool's name.
pub const SUGGEST_GIFTS: &str = "suggest_gifts";

/// The tool's description for `tools/list`.
pub fn suggest_gifts() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "occasion": {
                "type": "string",
                "description": "What the gift is for, such as birthday, wedding or housewarming",
            },
            "budget": { "type": "number", "minimum": 0, "description": "The most that the gift may cost, in US dollars" },
            "recipient": {
                "type": "string",
                "description": "Who it is for and what they like, such as “friend who loves board games”",
            },
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MAX_LIMIT,
                "default": DEFAULT_LIMIT,
                "description": "At most so many ideas",
            },
            "delay": {
                "type": "integer",
                "minimum": 0,
                "maximum": MAX_DELAY,
                "default": 0,
                "description": "For demonstrations: how long to pretend to work, in milliseconds",
            },
        },
        "required": ["occasion", "budget"],
    });
    Tool::new(
        SUGGEST_GIFTS,
        "Suggests gift ideas for a given occasion and budget, matched to a description of the recipient.",
        object(input),
    )
    .with_title("Gift ideas generator")
    .with_raw_output_schema(object(output_schema()).into())
    .with_annotations(read_only("Gift ideas generator"))
    .with_meta(shown_by_the_widget())
}

/// Nothing changes, nobody else is asked, the same call gets the same answer.
pub fn read_only(title: &str) -> ToolAnnotations {
    ToolAnnotations::with_title(title)
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false)
}

/// `_meta` of a tool whose results the widget shows.
pub fn shown_by_the_widget() -> MetaObject {
    MetaObject(object(json!({
        "ui": { "resourceUri": resources::WIDGET },
        // The same under the name of MCP Apps before 2026-01-26; some hosts look for nothing else.
        "ui/resourceUri": resources::WIDGET,
    })))
}

fn output_schema() -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "type": "object",
        "properties": {
            "gifts": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "string" },
                        "name": { "type": "string" },
                        "price": { "type": "number" },
                        "currency": { "type": "string", "description": "ISO 4217" },
                        "category": { "type": "string" },
                        "tags": texts,
                        "occasions": texts,
                        "why": { "type": "string", "description": "Why this gift was chosen" },
                        "url": { "type": "string", "description": "Where to read about it" },
                    },
                    "required": ["id", "name", "price", "currency", "category", "tags", "occasions", "why"],
                },
            },
            "occasion": { "type": "string", "description": "The occasion as the catalogue calls it" },
            "budget": { "type": "number" },
            "recipient": { "type": "string", "description": "As it was given; empty if it was not" },
            "considered": { "type": "integer", "description": "How many gifts suit the occasion and the budget" },
        },
        "required": ["gifts", "occasion", "budget", "recipient", "considered"],
    })
}

/// The result of a call: structured, in words, and as JSON text for clients that know no structured content.
pub fn result(wish: &Wish, found: &Result<Ideas<'_>, NoIdea<'_>>) -> CallToolResult {
    match found {
        Ok(ideas) => {
            let structured = structured(wish, ideas);
            let json = structured.to_string();
            let mut result = CallToolResult::structured(structured);
            result.content = vec![
                ContentBlock::text(in_words(wish, ideas)),
                ContentBlock::text(json),
            ];
            result
        }
        // The call was fine and found nothing: a result, which a model can read and react to, not a protocol error.
        Err(none) => CallToolResult::error(vec![ContentBlock::text(excuse(wish, none))]),
    }
}

fn structured(wish: &Wish, ideas: &Ideas<'_>) -> Value {
    let gifts: Vec<Value> = ideas
        .ideas
        .iter()
        .map(|idea| {
            let gift = idea.gift;
            let mut value = json!({
                "id": gift.id,
                "name": gift.name,
                "price": number(gift.price),
                "currency": CURRENCY,
                "category": gift.category,
                "tags": gift.tags,
                "occasions": gift.occasions,
                "why": idea.why,
            });
            if let Some(url) = &gift.url {
                value["url"] = json!(url);
            }
            value
        })
        .collect();
    json!({
        "gifts": gifts,
        "occasion": ideas.occasion,
        "budget": number(wish.budget),
        "recipient": wish.recipient,
        "considered": ideas.considered,
    })
}

fn in_words(wish: &Wish, ideas: &Ideas<'_>) -> String {
    let recipient = if wish.recipient.trim().is_empty() {
        String::new()
    } else {
        format!(" for “{}”", wish.recipient)
    };
    let count = match ideas.ideas.len() {
        1 => "One gift idea".to_owned(),
        count => format!("{count} gift ideas"),
    };
    let mut text = format!(
        "{count}{recipient}, occasion: {}, budget: {}; {} gifts considered.",
        ideas.occasion,
        dollars(wish.budget),
        ideas.considered
    );
    for (at, idea) in ideas.ideas.iter().enumerate() {
        let line = format!(
            "\n{}. {} ({}): {}",
            at + 1,
            idea.gift.name,
            dollars(idea.gift.price),
            idea.why
        );
        text.push_str(&line);
    }
    text
}

fn excuse(wish: &Wish, none: &NoIdea<'_>) -> String {
    match none {
        NoIdea::UnknownOccasion { known } => {
            format!(
                "There are no gifts for the occasion “{}”. Known occasions: {}.",
                wish.occasion,
                known.join(", ")
            )
        }
        NoIdea::BudgetTooSmall { occasion, cheapest } => format!(
            "No gift for this budget: {} is not enough for the occasion “{occasion}”. The cheapest gift is {} for {}.",
            dollars(wish.budget),
            cheapest.name,
            dollars(cheapest.price)
        ),
        NoIdea::AllRuledOut {
            occasion,
            considered,
        } => format!(
            "No gift is left: “{}” rules out all {considered} that suit the occasion “{occasion}” and the budget of {}.",
            wish.recipient,
            dollars(wish.budget)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::Catalogue, scoring::suggest};

    fn call(occasion: &str, budget: f64, recipient: &str) -> Value {
        let catalogue = Catalogue::load().expect("the catalogue");
        let wish = Wish {
            occasion: occasion.into(),
            budget,
            recipient: recipient.into(),
            limit: 2,
        };
        serde_json::to_value(result(&wish, &suggest(&wish, &catalogue))).expect("a result is JSON")
    }

    #[test]
    fn ideas_come_structured_in_words_and_as_json_text() {
        let result = call("birthday", 100.0, "board games");
        assert_eq!(result["isError"], json!(false));
        assert_eq!(result["structuredContent"]["budget"].to_string(), "100");
        let words = result["content"][0]["text"].as_str().expect("words");
        assert!(
            words.starts_with("2 gift ideas for “board games”, occasion: birthday, budget: $100; "),
            "{words}"
        );
        let json: Value =
            serde_json::from_str(result["content"][1]["text"].as_str().expect("JSON"))
                .expect("JSON");
        assert_eq!(json, result["structuredContent"]);
        for gift in result["structuredContent"]["gifts"]
            .as_array()
            .expect("gifts")
        {
            assert!(words.contains(gift["name"].as_str().expect("a name")));
            assert!(
                !gift
                    .as_object()
                    .expect("an object")
                    .values()
                    .any(Value::is_null)
            );
        }
    }

    #[test]
    fn no_idea_is_a_failed_tool_with_words() {
        for (result, says) in [
            (
                call("birthday", 1.0, ""),
                "No gift for this budget: $1 is not enough for the occasion “birthday”.",
            ),
            (
                call("moon landing", 1.0, ""),
                "There are no gifts for the occasion “moon landing”.",
            ),
            (
                call("thank you", 5.0, "no chocolate"),
                "No gift is left: “no chocolate” rules out all 1",
            ),
        ] {
            assert_eq!(result["isError"], json!(true));
            assert!(
                result["content"][0]["text"]
                    .as_str()
                    .is_some_and(|text| text.starts_with(says)),
                "{result}"
            );
            assert!(result.get("structuredContent").is_none());
        }
    }
}
