//! What a widget says to its host by methods of their own: MCP Apps beyond the server's tools and resources.

use std::fmt;
use std::future::Future;

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

use super::{Call, Error, LogLevel, Subscription, Widget, set, teardown};
use crate::app::Answer;
use crate::bindings;
use crate::surface::{FromAnswer, object, sealed};
use crate::wire::{Fields, Js, Value, Word};

/// How a host shows a widget.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DisplayMode {
    /// In the conversation.
    Inline,
    /// Over all of it.
    Fullscreen,
    /// Picture in picture.
    Pip,
    /// A mode that some host has.
    Other(String),
}

impl DisplayMode {
    /// Its name on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Inline => "inline",
            Self::Fullscreen => "fullscreen",
            Self::Pip => "pip",
            Self::Other(name) => name,
        }
    }
}

impl From<&str> for DisplayMode {
    fn from(name: &str) -> Self {
        match name {
            "inline" => Self::Inline,
            "fullscreen" => Self::Fullscreen,
            "pip" => Self::Pip,
            name => Self::Other(name.into()),
        }
    }
}

impl sealed::Sealed for DisplayMode {}

impl FromAnswer for DisplayMode {
    fn from_answer(answer: Answer<Js>, context: &dyn Fn() -> Js) -> Self {
        let text = |value: &Js, name| value.named(name).text();
        let mode = text(&answer.value, "mode");
        // Who does not say has perhaps announced it.
        let announced = || text(&context(), "displayMode");
        let mode = mode.or_else(announced);
        Self::from(mode.as_deref().unwrap_or("inline"))
    }
}

impl fmt::Display for DisplayMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The calls end with [`Error::Refused`] if the host refuses, by an error or by `isError` in its answer.
impl Widget {
    /// Asks the host to open a link (`ui/open-link`), when it is awaited, as all of these. The URL must be absolute.
    pub fn open_link(&self, url: &str) -> Call<JsValue> {
        let params = match bindings::Url::new(url) {
            Ok(_) => Ok(params(&[("url", &url.into())])),
            Err(_) => Err(Error::Convert("url must be absolute".into())),
        };
        self.asking("ui/open-link", params)
    }

    /// Asks the host to save files (`ui/download-file`): an array of blocks, `resource` or `resource_link`.
    pub fn download_file(&self, contents: impl AsRef<JsValue>) -> Call<JsValue> {
        let contents = contents.as_ref();
        let params = blocks(contents, "contents").map(|()| params(&[("contents", contents)]));
        self.asking("ui/download-file", params)
    }

    /// Puts a message of the user's into the conversation (`ui/message`).
    pub fn send_message(&self, text: &str) -> Call<JsValue> {
        let block = params(&[("type", &"text".into()), ("text", &text.into())]);
        self.send_message_with(Array::of1(&block))
    }

    /// The same with an array of content blocks.
    pub fn send_message_with(&self, content: impl AsRef<JsValue>) -> Call<JsValue> {
        let content = content.as_ref();
        let params = blocks(content, "content")
            .map(|()| params(&[("role", &"user".into()), ("content", content)]));
        self.asking("ui/message", params)
    }

    /// Tells the model something, for its next turn (`ui/update-model-context`): an object that may have `content`, an array of blocks, and
    /// `structuredContent`, an object. Replaces what it was told before.
    pub fn update_model_context(&self, context: impl AsRef<JsValue>) -> Call<JsValue> {
        self.asking("ui/update-model-context", self::context(context.as_ref()))
    }

    /// Asks for a display mode (`ui/request-display-mode`). Gives the one that the host has set, which may be another.
    pub fn request_display_mode(&self, mode: &DisplayMode) -> Call<DisplayMode> {
        let params = params(&[("mode", &mode.as_str().into())]);
        self.asking("ui/request-display-mode", Ok(params))
    }

    /// Asks the host to take the widget down (`ui/notifications/request-teardown`). It may not.
    pub fn request_teardown(&self) {
        self.notify("ui/notifications/request-teardown", Object::new());
    }

    /// Writes to the host's log (`notifications/message`).
    pub fn log(&self, level: LogLevel, data: impl AsRef<JsValue>, logger: Option<&str>) {
        let data = data.as_ref();
        // JSON has no `undefined`, and `data` must be there.
        let data = if data.is_undefined() {
            &JsValue::NULL
        } else {
            data
        };
        let params = params(&[("level", &level.as_str().into()), ("data", data)]);
        if let Some(logger) = logger {
            set(&params, "logger", &logger.into());
        }
        self.notify("notifications/message", params);
    }

    /// Tells the host how large the content is (`ui/notifications/size-changed`), in whole pixels. A side that has no size is left out.
    pub fn send_size(&self, width: impl Into<Option<f64>>, height: impl Into<Option<f64>>) {
        let sizes = [("width", width.into()), ("height", height.into())];
        let params = Object::new().into();
        let mut any = false;
        for (side, size) in sizes {
            if let Some(size) = size.filter(|size| size.is_finite() && *size > 0.0) {
                set(&params, side, &size.ceil().into());
                any = true;
            }
        }
        if any {
            self.notify("ui/notifications/size-changed", params);
        }
    }

    /// Is called with the params when the host is about to take the widget down (`ui/resource-teardown`). The host gets its answer when all
    /// that are called are done, or after 200 ms ([`Builder::teardown_timeout`](super::Builder::teardown_timeout)); what they are at goes
    /// on. Of several widgets in a window all are called, and one answers.
    ///
    /// Hosts are known that take a widget down without a word. So it is called with `{ reason: "pagehide" }` when the page goes, unless it
    /// was called before; and again only if the page comes back from the back/forward cache. What is to be sent then, is to be sent before
    /// the first `await` that waits: there may be no time for more.
    ///
    /// ```no_run
    /// # let widget = mcp_widget::Widget::connect("gift-ideas", "1.0.0");
    /// let saving = widget.clone();
    /// let leaving = widget.on_teardown(move |_| {
    ///     let widget = saving.clone();
    ///     async move {
    ///         let _ = widget.call_tool("save_draft", &()).await;
    ///     }
    /// });
    /// ```
    #[must_use = "dropping it ends it"]
    pub fn on_teardown<F>(&self, handler: impl Fn(JsValue) -> F + 'static) -> Subscription
    where
        F: Future<Output = ()> + 'static,
    {
        teardown::serve(&self.runtime, handler)
    }
}

impl Widget {
    /// A call that the host may refuse, with these params; they were checked.
    fn asking<R>(&self, method: &str, params: Result<JsValue, Error>) -> Call<R> {
        self.call(method, &JsValue::UNDEFINED).asking(params)
    }
}

fn params(members: &[(&str, &JsValue)]) -> JsValue {
    let params = Object::new().into();
    for (name, value) in members {
        set(&params, name, value);
    }
    params
}

/// Whether it is an array of content blocks: each has a type.
fn blocks(value: &JsValue, name: &str) -> Result<(), Error> {
    let value = Js::lent(value);
    let is_block = |index| {
        let block = value.item(index);
        Fields::of(&block).is_some_and(|block| block.get(Word::Type).text().is_some())
    };
    if value.is_array() && (0..value.len()).all(is_block) {
        Ok(())
    } else {
        let message = format!("{name} must be an array of content blocks");
        Err(Error::Convert(message))
    }
}

fn context(value: &JsValue) -> Result<JsValue, Error> {
    let params = object(value, "context")?;
    let fields = Fields::of(Js::lent(value));
    let member = |key| {
        fields
            .as_ref()
            .map_or_else(Js::absent, |fields| fields.get(key))
    };
    let content = member(Word::Content);
    if !content.is_absent() {
        blocks(content.as_js(), "content")?;
    }
    let structured = member(Word::StructuredContent);
    if !structured.is_absent() {
        object(structured.as_js(), "structuredContent")?;
    }
    Ok(params)
}
