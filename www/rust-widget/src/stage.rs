//! What is shown below the inputs: gifts as cards, or a message.

use mcp_widget::{Error, ToolResult};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::dom::{el, member, text, words};
use crate::gifts::{Answer, Gift, amount};
use crate::page::Page;

/// No more cards than this, and no more tags on one, whatever the server sends.
const MOST_CARDS: usize = 50;
const MOST_TAGS: usize = 5;

/// One of the states that people meet.
pub(crate) enum Stage {
    Idle,
    Looking,
    Gifts(Answer),
    Message(Message),
}

/// What is said instead of cards.
pub(crate) struct Message {
    tone: &'static str,
    title: &'static str,
    /// In somebody else's words.
    quote: String,
    text: String,
}

impl Stage {
    /// What a tool's result means.
    pub(crate) fn of_result(result: &ToolResult) -> Self {
        if result.is_error() {
            return Self::Message(Message {
                tone: "notice",
                title: "No ideas this time",
                quote: result.text(),
                text: "Another budget or occasion may help.".into(),
            });
        }
        match result.structured::<Answer>() {
            Ok(answer) if answer.gifts.is_empty() => Self::Message(Message {
                tone: "plain",
                title: "Nothing found",
                quote: String::new(),
                text: "Another budget or occasion may help.".into(),
            }),
            Ok(answer) => Self::Gifts(answer),
            Err(error) => Self::Message(Message::of_error(&error)),
        }
    }
}

impl Message {
    /// Why there is no result.
    pub(crate) fn of_error(error: &Error) -> Self {
        let (tone, title, quote, text) = match error {
            Error::Rpc(error) => (
                "error",
                "The request was refused",
                error.message.clone(),
                format!("Error code {}", error.code),
            ),
            Error::Timeout(timeout) => (
                "notice",
                "No answer in time",
                String::new(),
                format!(
                    "We waited {} seconds and told the server to stop.",
                    amount(timeout / 1_000.0)
                ),
            ),
            Error::NoHost => (
                "plain",
                "Nobody to ask",
                String::new(),
                "This widget runs inside an app that speaks MCP Apps.".into(),
            ),
            Error::Convert(reason) => (
                "error",
                "The answer holds no list of gifts",
                reason.clone(),
                String::new(),
            ),
            other => (
                "error",
                "Something went wrong",
                other.to_string(),
                String::new(),
            ),
        };
        Self {
            tone,
            title,
            quote,
            text,
        }
    }

    /// The host's own call was cancelled.
    pub(crate) fn cancelled(cancelled: &JsValue) -> Self {
        Self {
            tone: "plain",
            title: "Cancelled",
            quote: member(cancelled, "reason").as_string().unwrap_or_default(),
            text: "Ask again, if you like.".into(),
        }
    }

    fn element(&self) -> Result<Element, JsValue> {
        let mut parts = vec![text("p", "message-title", self.title)?];
        if !self.quote.is_empty() {
            parts.push(words("p", "message-quote", cut(&self.quote, 1_000))?);
        }
        if !self.text.is_empty() {
            parts.push(text("p", "message-text", &self.text)?);
        }
        el("div", &format!("message {}", self.tone), &parts)
    }
}

/// At most so many characters.
fn cut(text: &str, most: usize) -> &str {
    text.char_indices()
        .nth(most)
        .map_or(text, |(end, _)| &text[..end])
}

/// Shows it.
pub(crate) fn render(page: &Page, stage: &Stage) -> Result<(), JsValue> {
    let busy = matches!(stage, Stage::Looking);
    page.stage
        .set_attribute("aria-busy", if busy { "true" } else { "false" })?;
    page.message.set_text_content(None);
    // A message says it all; the status is for screen readers then.
    let told = matches!(stage, Stage::Message(_));
    page.stage
        .set_class_name(if told { "stage told" } else { "stage" });
    if busy {
        // The cards that are there stay, dimmed, so that the page does not jump.
        page.cards.set_class_name("cards stale");
        page.status.set_text_content(Some("Looking for gifts…"));
        return Ok(());
    }
    page.cards.set_class_name("cards");
    page.cards.set_text_content(None);
    let status = match stage {
        Stage::Gifts(answer) => {
            let shown = &answer.gifts[..answer.gifts.len().min(MOST_CARDS)];
            for (index, gift) in shown.iter().enumerate() {
                let card = card(gift, index == 0 && shown.len() > 1)?;
                page.cards.append_child(&card)?;
            }
            let ideas = if shown.len() == 1 { "idea" } else { "ideas" };
            let occasion = cut(&answer.occasion, 60);
            format!(
                "{} {ideas} · {occasion} · up to ${}",
                shown.len(),
                amount(answer.budget)
            )
        }
        Stage::Message(message) => {
            let message_box = message.element()?;
            page.message.append_child(&message_box)?;
            message.title.into()
        }
        Stage::Idle | Stage::Looking => "Choose an occasion and a budget".into(),
    };
    page.status.set_text_content(Some(&status));
    Ok(())
}

fn card(gift: &Gift, best: bool) -> Result<Element, JsValue> {
    let mut top = vec![words("p", "category", cut(&gift.category, 40))?];
    if best {
        top.push(text("p", "badge", "Best match")?);
    }
    let title = [
        words("h2", "", cut(&gift.name, 120))?,
        words("p", "price", cut(&gift.price(), 24))?,
    ];
    let mut parts = vec![
        el("div", "card-top", &top)?,
        el("div", "card-title", &title)?,
        words("p", "why", cut(&gift.why, 400))?,
    ];
    if !gift.tags.is_empty() {
        let tags = gift.tags.iter().take(MOST_TAGS);
        let tags: Result<Vec<_>, _> = tags.map(|tag| words("li", "", cut(tag, 24))).collect();
        let tags = el("ul", "tags", &tags?)?;
        tags.set_attribute("aria-label", "Tags")?;
        parts.push(el("div", "card-foot", &[tags])?);
    }
    let article = el("article", "card", &parts)?;
    el("li", if best { "best" } else { "" }, &[article])
}
