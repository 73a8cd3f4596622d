//! Streams of events twice: as the HTML standard describes it, over the whole text at once, and through the parser. The fuzzers have this file too.

use mcp_widget::http::sse::{Found, Limits, Parser, TooLong};

/// A complete event, as an owner of all it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    pub name: String,
    pub data: String,
    pub id: Option<String>,
    pub retry: Option<u32>,
}

/// What came of a stream: its events, the last id, and the data that no blank line followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub events: Vec<Heard>,
    pub last_id: String,
    pub unfinished: Option<String>,
}

/// The standard, word by word.
pub(crate) fn expected(stream: &[u8]) -> Outcome {
    let text = String::from_utf8_lossy(stream).into_owned();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<&str> = text.split('\n').collect();
    let rest = lines.pop().unwrap_or("");

    let mut outcome = Outcome::default();
    let mut event = Heard::default();
    // Each line of data with an LF behind it.
    let mut data = String::new();
    for line in lines {
        if line.is_empty() {
            if let Some(id) = &event.id {
                outcome.last_id.clone_from(id);
            }
            let said = !data.is_empty() || event != Heard::default();
            event.data = data.strip_suffix('\n').unwrap_or("").into();
            if said {
                outcome.events.push(event);
            }
            event = Heard::default();
            data.clear();
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => data = data + value + "\n",
            "event" => event.name = value.into(),
            "id" if !value.contains('\0') => event.id = Some(value.to_owned()),
            "retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                // More digits than a number has are more than the longest pause too.
                let wait = value.parse().unwrap_or(u128::MAX).min(0x7FFF_FFFF);
                event.retry = u32::try_from(wait).ok();
            }
            _ => {}
        }
    }
    // Of the last line, which has not ended, only data counts: it is told as it comes.
    let mut unfinished = data.strip_suffix('\n').unwrap_or("").to_owned();
    if let Some(value) = rest.strip_prefix("data:") {
        if !data.is_empty() {
            unfinished.push('\n');
        }
        unfinished += value.strip_prefix(' ').unwrap_or(value);
    }
    outcome.unfinished = (!unfinished.is_empty()).then_some(unfinished);
    outcome
}

/// The parser, over a stream in pieces.
pub(crate) fn parsed<'a>(
    limits: Limits,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Outcome, TooLong> {
    run(limits, chunks, false)
}

/// The same, where the parser is not shown what the rest of a line of data is at the beginning of a piece.
pub(crate) fn skipped<'a>(
    limits: Limits,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Outcome, TooLong> {
    run(limits, chunks, true)
}

fn run<'a>(
    limits: Limits,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    skips: bool,
) -> Result<Outcome, TooLong> {
    let mut parser = Parser::new(limits);
    let mut outcome = Outcome::default();
    let mut data = Vec::new();
    for chunk in chunks {
        let mut at = 0;
        let line = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = line.unwrap_or(chunk.len());
        if skips && parser.skip_data(line)? {
            data.extend_from_slice(&chunk[..line]);
            at = line;
        }
        while let Some(found) = parser.read(chunk, &mut at)? {
            match found {
                Found::Data(range) => {
                    assert!(!range.is_empty(), "a piece of nothing");
                    data.extend_from_slice(&chunk[range]);
                }
                Found::NewLine => data.push(b'\n'),
                Found::Event(event) => {
                    assert_eq!(event.has_data, !data.is_empty());
                    outcome.events.push(Heard {
                        name: event.name.to_owned(),
                        data: String::from_utf8_lossy(&data).into_owned(),
                        id: event.id.map(str::to_owned),
                        retry: event.retry,
                    });
                    data.clear();
                }
            }
        }
        assert_eq!(at, chunk.len(), "a chunk is read to its end");
    }
    outcome.last_id = parser.last_event_id().into();
    assert_eq!(parser.finish().is_some(), !data.is_empty());
    outcome.unfinished = (!data.is_empty()).then(|| String::from_utf8_lossy(&data).into_owned());
    Ok(outcome)
}
