//! Server-sent events: where the events are in the bytes of a `text/event-stream`. Not a decoder: data is never copied, nor looked into.

use std::{mem, ops::Range};

/// U+FEFF, which may stand at the very start.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
/// The longest name of a field that means something.
const NAME: usize = b"event".len();
/// Beyond this a timer of the browser fires at once.
const LONGEST_WAIT: u32 = i32::MAX as u32;

/// How much of a stream is put up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in the value of `event`, `id` or `retry`. Comments and unknown fields are not kept, so they may have any length.
    pub value: usize,
    /// Bytes in the data of one event, with the line ends between.
    pub data: usize,
}

/// 8 KiB for a value, 16 MiB for data.
///
/// ```
/// assert_eq!(mcp_widget::http::sse::Limits::default().data, 16 << 20);
/// ```
impl Default for Limits {
    fn default() -> Self {
        Self {
            value: 8 << 10,
            data: 16 << 20,
        }
    }
}

/// More than the [`Limits`] allow. The parser reads no further.
///
/// ```
/// use mcp_widget::http::sse::{Limits, Parser, TooLong};
///
/// let mut parser = Parser::new(Limits { data: 3, ..Limits::default() });
/// assert_eq!(parser.read(b"data: 1234\n", &mut 0), Err(TooLong));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// What is found in a chunk.
///
/// ```
/// use mcp_widget::http::sse::{Found, Limits, Parser};
///
/// let mut parser = Parser::new(Limits::default());
/// let (chunk, mut at) = (b"data: {\ndata:}", 0);
/// assert_eq!(parser.read(chunk, &mut at), Ok(Some(Found::Data(6..7))));
/// assert_eq!(parser.read(chunk, &mut at), Ok(Some(Found::NewLine)));
/// assert_eq!(parser.read(chunk, &mut at), Ok(Some(Found::Data(13..14))));
/// assert_eq!(parser.read(chunk, &mut at), Ok(None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A piece of the current event's data, in this chunk; never empty. Pieces follow on one another, over chunks too, and are cut anywhere:
    /// inside a character as well.
    Data(Range<usize>),
    /// The data goes on in another line: `"\n"` belongs between.
    NewLine,
    /// A blank line: the event is complete.
    Event(Event<'a>),
}

/// What an event has beside its data. Blank lines with no field before them are no event.
///
/// ```
/// use mcp_widget::http::sse::{Event, Found, Limits, Parser};
///
/// let mut parser = Parser::new(Limits::default());
/// let priming = Event { id: Some("7"), retry: Some(500), ..Event::default() };
/// assert_eq!(parser.read(b"id: 7\nretry: 500\ndata:\n\n", &mut 0), Ok(Some(Found::Event(priming))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event<'a> {
    /// The type as sent, or nothing, which means `message`.
    pub name: &'a str,
    /// The id, if this event has set one. An empty one takes back the last.
    pub id: Option<&'a str>,
    /// Milliseconds to wait before the stream is opened again, if this event has set them; no more than a timer can wait.
    pub retry: Option<u32>,
    /// Whether there is any data: a piece of it or a line end.
    pub has_data: bool,
}

/// Where in a line the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before the byte of this number of the mark at the start.
    Mark(usize),
    Name,
    /// Behind the colon, where one space does not count.
    Space,
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Reading,
    /// The current event is told, and another begins with the next byte.
    Told,
    /// Nothing more is read.
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Data,
    Event,
    Id,
    Retry,
    /// A comment, or a field that means nothing.
    Other,
}

/// Reads a stream chunk by chunk, by the rules of the HTML standard. Takes time in proportion to the bytes, and memory for an event's name and
/// ids only.
///
/// Data is told as ranges of the chunk, for whoever has the bytes to decode them from there: as a stream of UTF-8, ended with the event, in which
/// U+FEFF is a character like any other (`new TextDecoder("utf-8", { ignoreBOM: true })`).
///
/// ```
/// use mcp_widget::http::sse::{Found, Limits, Parser, TooLong};
///
/// let mut parser = Parser::new(Limits::default());
/// let (mut data, mut events) = (Vec::new(), Vec::new());
/// for chunk in [&b": hello\r\n\r\nid: 1\r\ndata: [1,"[..], b" 2]\r\n\r", b"\ndata"] {
///     let mut at = 0;
///     while let Some(found) = parser.read(chunk, &mut at)? {
///         match found {
///             Found::Data(range) => data.extend_from_slice(&chunk[range]),
///             Found::NewLine => data.push(b'\n'),
///             Found::Event(_) => events.push(std::mem::take(&mut data)),
///         }
///     }
/// }
/// assert_eq!(events, [b"[1, 2]"]);
/// assert_eq!(parser.last_event_id(), "1");
/// # Ok::<(), TooLong>(())
/// ```
#[derive(Debug)]
pub struct Parser {
    limits: Limits,
    place: Place,
    field: Field,
    /// The field's name, as far as it is there; longer ones are known by their length.
    name: [u8; NAME],
    named: usize,
    /// The value of a field that is kept, while it is read.
    value: Vec<u8>,
    /// The last line ended with CR: an LF that follows belongs to it.
    returned: bool,
    stage: Stage,

    kind: String,
    /// The id that the current event sets, and whether it does.
    id: String,
    has_id: bool,
    last_id: String,
    retry: Option<u32>,
    /// Whether there was a line of data, and how much data there is.
    lines: bool,
    data: usize,
}

impl Parser {
    /// A parser for a stream of which nothing is read yet.
    ///
    /// ```
    /// use mcp_widget::http::sse::{Limits, Parser};
    ///
    /// let parser = Parser::new(Limits::default());
    /// assert_eq!(parser.last_event_id(), "");
    /// ```
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            place: Place::Mark(0),
            field: Field::Other,
            name: [0; NAME],
            named: 0,
            value: Vec::new(),
            returned: false,
            stage: Stage::Reading,
            kind: String::new(),
            id: String::new(),
            has_id: false,
            last_id: String::new(),
            retry: None,
            lines: false,
            data: 0,
        }
    }

    /// Reads on from `at`, and moves it, up to the next thing that is to be told; `None` if the rest of the chunk has nothing more.
    ///
    /// An event is told with its last byte: of a blank line that ends with CR, the LF that may follow is not waited for.
    ///
    /// # Errors
    ///
    /// [`TooLong`], once: whatever follows is passed over.
    ///
    /// ```
    /// use mcp_widget::http::sse::{Found, Limits, Parser};
    ///
    /// let mut parser = Parser::new(Limits::default());
    /// let mut at = 0;
    /// assert_eq!(parser.read(b"data:1", &mut at), Ok(Some(Found::Data(5..6))));
    /// assert_eq!(parser.read(b"data:1", &mut at), Ok(None));
    /// assert!(matches!(parser.read(b"\r\r", &mut 0), Ok(Some(Found::Event(event))) if event.has_data));
    /// ```
    pub fn read(&mut self, chunk: &[u8], at: &mut usize) -> Result<Option<Found<'_>>, TooLong> {
        self.begin();
        if self.stage == Stage::Ended {
            *at = chunk.len();
        }
        while let Some(&byte) = chunk.get(*at) {
            if mem::take(&mut self.returned) && byte == b'\n' {
                *at += 1;
                continue;
            }
            match self.place {
                Place::Mark(count) if byte == MARK[count] => {
                    *at += 1;
                    self.place = match count {
                        0 | 1 => Place::Mark(count + 1),
                        _ => Place::Name,
                    };
                }
                Place::Mark(0) => self.place = Place::Name,
                // A part of the mark begins a field that nobody knows.
                Place::Mark(_) => self.place = Place::Value,
                Place::Name => {
                    let blank = self.named == 0;
                    match byte {
                        b':' => {
                            *at += 1;
                            if self.goes_on(Place::Space) {
                                return self.more_data(1).map(|()| Some(Found::NewLine));
                            }
                        }
                        b'\n' | b'\r' if blank => {
                            // An LF behind a CR is a blank line more, which says nothing.
                            *at += 1;
                            if self.completes() {
                                return Ok(Some(Found::Event(self.event(&self.last_id))));
                            }
                        }
                        // The line's end is seen once more, as that of an empty value.
                        b'\n' | b'\r' => {
                            if self.goes_on(Place::Value) {
                                return self.more_data(1).map(|()| Some(Found::NewLine));
                            }
                        }
                        _ => {
                            *at += 1;
                            if let Some(place) = self.name.get_mut(self.named) {
                                *place = byte;
                            }
                            self.named = (self.named + 1).min(NAME + 1);
                        }
                    }
                }
                Place::Space => {
                    *at += usize::from(byte == b' ');
                    self.place = Place::Value;
                }
                Place::Value => {
                    let start = *at;
                    let rest = &chunk[start..];
                    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
                    let length = rest.iter().position(is_end).unwrap_or(rest.len());
                    if length == 0 {
                        *at += 1;
                        self.returned = byte == b'\r';
                        self.end_line();
                        continue;
                    }
                    *at += length;
                    match self.field {
                        Field::Data => {
                            self.more_data(length)?;
                            return Ok(Some(Found::Data(start..*at)));
                        }
                        Field::Event | Field::Id | Field::Retry => {
                            self.fits(self.value.len(), length, self.limits.value)?;
                            self.value.extend_from_slice(&rest[..length]);
                        }
                        Field::Other => {}
                    }
                }
            }
        }
        Ok(None)
    }

    /// Counts so many bytes as data without being shown them, if they stand in a line of data; whether they do. They must hold no line end: for
    /// whoever finds the ends of long lines faster.
    ///
    /// # Errors
    ///
    /// [`TooLong`], as by [`Self::read`].
    ///
    /// ```
    /// use mcp_widget::http::sse::{Found, Limits, Parser};
    ///
    /// let mut parser = Parser::new(Limits::default());
    /// let mut at = 0;
    /// assert_eq!(parser.skip_data(4), Ok(false));
    /// assert_eq!(parser.read(b"data: {", &mut at), Ok(Some(Found::Data(6..7))));
    /// // A chunk of `"gift": 1}`, whose end is known.
    /// assert_eq!(parser.skip_data(10), Ok(true));
    /// assert!(matches!(parser.read(b"\n\n", &mut 0), Ok(Some(Found::Event(_)))));
    /// ```
    pub fn skip_data(&mut self, bytes: usize) -> Result<bool, TooLong> {
        let inside =
            self.stage == Stage::Reading && self.place == Place::Value && self.field == Field::Data;
        if inside {
            self.more_data(bytes)?;
        }
        Ok(inside)
    }

    /// The stream has ended; whatever follows is passed over. The event that was left unfinished, if any of its data has been told: by the
    /// standard it does not count, and its id is not the last one.
    ///
    /// ```
    /// use mcp_widget::http::sse::{Limits, Parser};
    ///
    /// let mut parser = Parser::new(Limits::default());
    /// let _ = parser.read(b"data: {}", &mut 0);
    /// assert!(parser.finish().is_some());
    /// ```
    pub fn finish(&mut self) -> Option<Event<'_>> {
        self.begin();
        let before = mem::replace(&mut self.stage, Stage::Ended);
        (self.data > 0 && before == Stage::Reading).then(|| self.event(&self.id))
    }

    /// The id of the last complete event that had one: what `Last-Event-ID` says when the stream is taken up again; nothing if it is empty.
    ///
    /// ```
    /// use mcp_widget::http::sse::{Limits, Parser};
    ///
    /// let mut parser = Parser::new(Limits::default());
    /// let _ = parser.read(b"id: 7\n", &mut 0);
    /// assert_eq!(parser.last_event_id(), "");
    /// let _ = parser.read(b"\n", &mut 0);
    /// assert_eq!(parser.last_event_id(), "7");
    /// ```
    pub fn last_event_id(&self) -> &str {
        &self.last_id
    }

    /// Makes room for another event if the current one has been told.
    fn begin(&mut self) {
        if self.stage == Stage::Told {
            self.stage = Stage::Reading;
            self.kind.clear();
            self.has_id = false;
            self.retry = None;
            self.lines = false;
            self.data = 0;
        }
    }

    /// The field's name is there; whether it is one more line of data.
    fn goes_on(&mut self, then: Place) -> bool {
        self.place = then;
        self.field = match self.name.get(..self.named) {
            Some(b"data") => Field::Data,
            Some(b"event") => Field::Event,
            Some(b"id") => Field::Id,
            Some(b"retry") => Field::Retry,
            _ => Field::Other,
        };
        self.named = 0;
        self.value.clear();
        self.field == Field::Data && mem::replace(&mut self.lines, true)
    }

    fn more_data(&mut self, length: usize) -> Result<(), TooLong> {
        self.fits(self.data, length, self.limits.data)?;
        self.data += length;
        Ok(())
    }

    fn fits(&mut self, there: usize, more: usize, limit: usize) -> Result<(), TooLong> {
        // What is there is never above the limit.
        if more <= limit - there {
            return Ok(());
        }
        self.stage = Stage::Ended;
        Err(TooLong)
    }

    /// Takes over the value of the field whose line has ended.
    fn end_line(&mut self) {
        self.place = Place::Name;
        let value = &self.value;
        let text = match self.field {
            Field::Event => &mut self.kind,
            Field::Id if !value.contains(&0) => {
                self.has_id = true;
                &mut self.id
            }
            Field::Retry if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                let digits = value.iter().map(|digit| u32::from(digit - b'0'));
                let wait = digits.fold(0, |sum: u32, digit| {
                    sum.saturating_mul(10).saturating_add(digit)
                });
                self.retry = Some(wait.min(LONGEST_WAIT));
                return;
            }
            _ => return,
        };
        text.clear();
        text.push_str(&String::from_utf8_lossy(value));
    }

    /// Takes over the id of the event that a blank line completes; whether there was any field of one.
    fn completes(&mut self) -> bool {
        if self.has_id {
            mem::swap(&mut self.id, &mut self.last_id);
        }
        let said = self.lines || self.has_id || self.retry.is_some() || !self.kind.is_empty();
        if said {
            self.stage = Stage::Told;
        }
        said
    }

    fn event<'a>(&'a self, id: &'a str) -> Event<'a> {
        Event {
            name: &self.kind,
            id: self.has_id.then_some(id),
            retry: self.retry,
            has_data: self.data > 0,
        }
    }
}
