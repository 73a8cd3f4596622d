//! The messages in an event stream. Bytes are copied once, to find the lines; data is decoded and parsed by JavaScript.

use js_sys::{JsString, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{TextDecodeOptions, TextDecoder, TextDecoderOptions};

use crate::bindings;
use crate::http::sse::{Found, Limits, Parser, TooLong};

/// What the stream said.
pub(crate) enum Said<'a> {
    /// A message, parsed.
    Message(JsValue),
    /// Data that is no JSON, or none of its business: the event's name, and the data.
    Other(&'a str, JsString),
}

/// Reads a stream.
pub(crate) struct Events {
    parser: Parser,
    decoder: TextDecoder,
    more: TextDecodeOptions,
    /// The last id of the streams before this one.
    before: String,
    /// The latest data may have ended inside a character.
    cut: bool,
    /// The data of the current event, so far.
    text: Option<JsString>,
    bytes: Vec<u8>,
    /// What the server wants waited for, in milliseconds.
    pub(crate) retry: Option<u32>,
}

impl Events {
    /// `None` where the page has no decoder.
    pub(crate) fn new() -> Option<Self> {
        let more = TextDecodeOptions::new();
        more.set_stream(true);
        Some(Self {
            parser: Parser::new(Limits::default()),
            decoder: Self::decoder()?,
            more,
            before: String::new(),
            cut: false,
            text: None,
            bytes: Vec::new(),
            retry: None,
        })
    }

    /// A mark at the beginning of data is the data's own.
    fn decoder() -> Option<TextDecoder> {
        let options = TextDecoderOptions::new();
        Reflect::set(&options, &"ignoreBOM".into(), &JsValue::TRUE).ok()?;
        TextDecoder::new_with_label_and_options("utf-8", &options).ok()
    }

    /// Takes a chunk. What it completes is told by `tell`, which says whether to go on.
    ///
    /// # Errors
    /// An event is too long.
    pub(crate) fn take(
        &mut self,
        chunk: &Uint8Array,
        tell: &mut dyn FnMut(Said<'_>) -> bool,
    ) -> Result<bool, TooLong> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.resize(chunk.length() as usize, 0);
        chunk.copy_to(&mut bytes);
        let mut at = 0;
        let mut goes_on = true;
        let taken = loop {
            match self.parser.read(&bytes, &mut at) {
                Ok(Some(Found::Data(range))) => {
                    let piece = chunk.subarray(range.start as u32, range.end as u32);
                    let decoded = self
                        .decoder
                        .decode_with_buffer_source_and_options(&piece, &self.more);
                    // Half a character would go into the next event.
                    self.cut = bytes
                        .get(range.end.wrapping_sub(1))
                        .is_some_and(|byte| !byte.is_ascii());
                    if let Ok(decoded) = decoded {
                        self.text = Some(join(self.text.take(), JsString::from(decoded)));
                    }
                }
                Ok(Some(Found::NewLine)) => {
                    self.text = Some(join(self.text.take(), JsString::from("\n")));
                }
                Ok(Some(Found::Event(event))) => {
                    self.retry = event.retry.or(self.retry);
                    if std::mem::take(&mut self.cut) {
                        drop(self.decoder.decode());
                    }
                    // Priming, or nothing at all.
                    let Some(text) = self.text.take().filter(|_| event.has_data) else {
                        continue;
                    };
                    let parsed = match event.name {
                        "" | "message" => bindings::json_parse(&text).ok(),
                        _ => None,
                    };
                    goes_on = tell(match parsed {
                        Some(message) => Said::Message(message),
                        None => Said::Other(event.name, text),
                    });
                    if !goes_on {
                        break Ok(false);
                    }
                }
                Ok(None) => break Ok(goes_on),
                Err(error) => break Err(error),
            }
        };
        self.bytes = bytes;
        taken
    }

    /// The stream has ended: a last message without the blank line behind it, if it is a whole one.
    pub(crate) fn finish(&mut self) -> Option<JsValue> {
        self.parser.finish()?;
        let text = self.text.take()?;
        bindings::json_parse(&text).ok()
    }

    /// Where the stream can be taken up again; nothing if it cannot.
    pub(crate) fn last_id(&self) -> String {
        let last = self.parser.last_event_id();
        if last.is_empty() {
            self.before.clone()
        } else {
            last.to_owned()
        }
    }

    /// What comes now is another stream, taken up where this one was cut.
    pub(crate) fn reopen(&mut self) {
        self.before = self.last_id();
        self.parser = Parser::new(Limits::default());
        self.text = None;
        // What is left of a character that was cut is of no use.
        drop(self.decoder.decode());
    }
}

fn join(one: Option<JsString>, two: JsString) -> JsString {
    match one {
        Some(one) => one.concat(&two),
        None => two,
    }
}
