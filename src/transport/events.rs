//! The messages in an event stream. Bytes are copied once, to find the lines; data is decoded and parsed by JavaScript.

use js_sys::{JsString, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{TextDecodeOptions, TextDecoder, TextDecoderOptions};

use crate::bindings;
use crate::http::sse::{Found, Limits, Parser, TooLong};

/// The parser is shown so many bytes at a time: of the rest of a long line of data it need not see more than the length.
const PIECE: u32 = 4_096;

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
        let taken = self.walk(chunk, &mut bytes, tell);
        self.bytes = bytes;
        taken
    }

    fn walk(
        &mut self,
        chunk: &Uint8Array,
        bytes: &mut Vec<u8>,
        tell: &mut dyn FnMut(Said<'_>) -> bool,
    ) -> Result<bool, TooLong> {
        let length = chunk.length();
        let (mut start, mut line) = (0, 0);
        while start < length {
            if line <= start {
                line = line_end(chunk, start);
            }
            if line > start && self.parser.skip_data((line - start) as usize)? {
                self.add(&chunk.subarray(start, line));
                start = line;
                continue;
            }
            let end = length.min(start.saturating_add(PIECE));
            let piece = chunk.subarray(start, end);
            bytes.resize((end - start) as usize, 0);
            piece.copy_to(bytes);
            start = end;
            if !self.read(&piece, bytes, tell)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds to the data of the current event.
    fn add(&mut self, data: &Uint8Array) {
        let decoded = self
            .decoder
            .decode_with_buffer_source_and_options(data, &self.more);
        // Half a character would go into the next event.
        self.cut = data
            .length()
            .checked_sub(1)
            .is_some_and(|last| !data.get_index(last).is_ascii());
        if let Ok(decoded) = decoded {
            self.text = Some(join(self.text.take(), JsString::from(decoded)));
        }
    }

    /// What a piece completes; its bytes are here and there.
    fn read(
        &mut self,
        piece: &Uint8Array,
        bytes: &[u8],
        tell: &mut dyn FnMut(Said<'_>) -> bool,
    ) -> Result<bool, TooLong> {
        let mut at = 0;
        while let Some(found) = self.parser.read(bytes, &mut at)? {
            match found {
                Found::Data(range) => {
                    self.add(&piece.subarray(range.start as u32, range.end as u32));
                }
                Found::NewLine => {
                    end_character(&mut self.cut, &self.decoder, &mut self.text);
                    self.text = Some(join(self.text.take(), JsString::from("\n")));
                }
                Found::Event(event) => {
                    self.retry = event.retry.or(self.retry);
                    end_character(&mut self.cut, &self.decoder, &mut self.text);
                    // Priming, or nothing at all.
                    let Some(text) = self.text.take().filter(|_| event.has_data) else {
                        continue;
                    };
                    let parsed = match event.name {
                        "" | "message" => bindings::json_parse(&text).ok(),
                        _ => None,
                    };
                    let goes_on = tell(match parsed {
                        Some(message) => Said::Message(message),
                        None => Said::Other(event.name, text),
                    });
                    if !goes_on {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
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

/// Where the line ends that goes on from here: at its first byte of two, or with the chunk.
fn line_end(chunk: &Uint8Array, from: u32) -> u32 {
    let find = |to: u32, byte: u8| {
        let found = chunk.subarray(from, to).index_of(byte, 0);
        u32::try_from(found).map_or(to, |at| from + at)
    };
    find(find(chunk.length(), b'\n'), b'\r')
}

/// A character that was cut does not go on in what follows.
fn end_character(cut: &mut bool, decoder: &TextDecoder, text: &mut Option<JsString>) {
    if std::mem::take(cut) {
        // Nothing, or a replacement character.
        if let Ok(rest) = decoder.decode() {
            *text = Some(join(text.take(), JsString::from(rest)));
        }
    }
}

fn join(one: Option<JsString>, two: JsString) -> JsString {
    match one {
        Some(one) => one.concat(&two),
        None => two,
    }
}
