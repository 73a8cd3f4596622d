//! The prompt `gift_congrats_style`: how to write the card that goes with a gift.

use rmcp::{
    ErrorData,
    model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role},
};
use serde_json::{Value, json};

/// The prompt's name.
pub const CONGRATS_STYLE: &str = "gift_congrats_style";

const DESCRIPTION: &str = "Style guide for short, warm congratulations that go with a gift";

/// The prompt's description for `prompts/list`.
pub fn congrats_style() -> Prompt {
    let argument = |name: &str, description: &str| {
        PromptArgument::new(name)
            .with_description(description)
            .with_required(false)
    };
    let arguments = vec![
        argument("name", "Who is congratulated"),
        argument("occasion", "What for; a birthday if it is not given"),
    ];
    Prompt::new(CONGRATS_STYLE, Some(DESCRIPTION), Some(arguments))
        .with_title("Style of congratulations")
}

/// The prompt, filled in.
///
/// # Errors
/// -32602 for an unknown prompt and for an argument that is no text.
pub fn get(name: &str, arguments: Option<&JsonObject>) -> Result<GetPromptResult, ErrorData> {
    if name != CONGRATS_STYLE {
        return Err(ErrorData::invalid_params(
            "Unknown prompt",
            Some(json!({ "name": name })),
        ));
    }
    let person = text(arguments, "name")?.unwrap_or("the recipient");
    let occasion = text(arguments, "occasion")?.unwrap_or("birthday");
    let guide = format!(
        "Write congratulations for {person}; the occasion: {occasion}. They go on a card with a gift.\n\
         \n\
         Style:\n\
         - Two to four sentences, warm and friendly, as one would say them aloud.\n\
         - Begin with the name if it is known; no “Dear Sir or Madam”, no titles.\n\
         - One concrete wish that fits the occasion; no clichés, no rhymes, no jokes about age.\n\
         - Do not mention the price of the gift. At most one exclamation mark, at most one emoji.\n\
         - Answer with the text of the card and nothing else."
    );
    Ok(
        GetPromptResult::new(vec![PromptMessage::new_text(Role::User, guide)])
            .with_description(DESCRIPTION),
    )
}

fn text<'a>(arguments: Option<&'a JsonObject>, name: &str) -> Result<Option<&'a str>, ErrorData> {
    match arguments.and_then(|arguments| arguments.get(name)) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
        Some(_) => Err(ErrorData::invalid_params(
            format!("The argument “{name}” must be a text"),
            None,
        )),
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{ErrorCode, object};

    use super::*;

    fn guide(arguments: Value) -> String {
        let result = get(CONGRATS_STYLE, Some(&object(arguments))).expect("the prompt");
        result.messages[0]
            .content
            .as_text()
            .expect("a text")
            .text
            .clone()
    }

    #[test]
    fn arguments_are_filled_in() {
        assert!(
            guide(json!({ "name": "Ada", "occasion": "graduation" }))
                .contains("for Ada; the occasion: graduation")
        );
        assert!(
            guide(json!({ "name": "  " })).contains("for the recipient; the occasion: birthday")
        );
        assert!(get(CONGRATS_STYLE, None).is_ok());
    }

    #[test]
    fn unknown_prompts_and_odd_arguments_are_invalid_params() {
        let unknown = get("nothing", None).expect_err("no such prompt");
        let odd =
            get(CONGRATS_STYLE, Some(&object(json!({ "name": 7 })))).expect_err("7 is no text");
        assert_eq!(
            (unknown.code, odd.code),
            (ErrorCode::INVALID_PARAMS, ErrorCode::INVALID_PARAMS)
        );
    }
}
