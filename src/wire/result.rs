//! Results: what a request may be answered with, and the parts of a tool's answer.

use super::{Block, Fields, Findings, Kind, Oddity, Path, Reason, Value, Word};

/// What the answer to a request must be to be of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Expect {
    /// Nothing is read from it: null, missing or no object becomes `{}`.
    Nothing,
    /// An object.
    Object,
    /// The answer to `tools/call`.
    Tool,
    /// An object with an array `contents` (`resources/read`).
    Contents,
    /// An object with an array `resources` (`resources/list`).
    Resources,
    /// An object with an array `resourceTemplates` (`resources/templates/list`).
    ResourceTemplates,
    /// An object with an array `prompts` (`prompts/list`).
    Prompts,
    /// An object with an array `messages` (`prompts/get`).
    Messages,
    /// An object with an array `tools` (`tools/list`).
    Tools,
    /// The display mode that the host has set, `mode` (`ui/request-display-mode`). Nothing is an answer too.
    DisplayMode,
}

impl Expect {
    /// All of them, by their numbers.
    pub const ALL: [Self; 10] = [
        Self::Nothing,
        Self::Object,
        Self::Tool,
        Self::Contents,
        Self::Resources,
        Self::ResourceTemplates,
        Self::Prompts,
        Self::Messages,
        Self::Tools,
        Self::DisplayMode,
    ];

    /// What the answer to this method must be.
    pub fn of(method: &str) -> Self {
        match method {
            "tools/call" => Self::Tool,
            "sampling/createMessage" | "completion/complete" => Self::Object,
            "resources/read" => Self::Contents,
            "resources/list" => Self::Resources,
            "resources/templates/list" => Self::ResourceTemplates,
            "prompts/list" => Self::Prompts,
            "prompts/get" => Self::Messages,
            "tools/list" => Self::Tools,
            "ui/request-display-mode" => Self::DisplayMode,
            _ => Self::Nothing,
        }
    }

    /// The array that must be there, and where that is.
    const fn array(self) -> Option<(Word, Path)> {
        Some(match self {
            Self::Contents => (Word::Contents, Path::Contents),
            Self::Resources => (Word::Resources, Path::Resources),
            Self::ResourceTemplates => (Word::ResourceTemplates, Path::ResourceTemplates),
            Self::Prompts => (Word::Prompts, Path::Prompts),
            Self::Messages => (Word::Messages, Path::Messages),
            Self::Tools => (Word::Tools, Path::Tools),
            Self::Nothing | Self::Object | Self::Tool | Self::DisplayMode => return None,
        })
    }
}

/// Why an answer is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Where in the reply.
    pub path: Path,
    /// What was wanted.
    pub reason: Reason,
}

const fn invalid<T>(path: Path, reason: Reason) -> Result<T, Invalid> {
    Err(Invalid { path, reason })
}

impl Expect {
    /// Checks an answer. Gives the payload to hand out: the result itself wherever it is of use as it came.
    ///
    /// # Errors
    /// [`Invalid`] if it is of none.
    pub fn check<V: Value>(self, result: V, findings: &mut Findings) -> Result<V, Invalid> {
        let mended = self.mend(&result, findings)?;
        Ok(if mended.is_absent() { result } else { mended })
    }

    /// What is to be handed out in the result's place; absent if it is of use as it is.
    pub(crate) fn mend<V: Value>(self, result: &V, findings: &mut Findings) -> Result<V, Invalid> {
        if self == Self::Tool {
            return if is_well_formed(result, findings) {
                Ok(V::absent())
            } else {
                mend(result, WRAPPERS, findings)
            };
        }
        let Some(fields) = Fields::of(result).filter(|_| result.is_object()) else {
            if !matches!(self, Self::Nothing | Self::DisplayMode) {
                return invalid(Path::Result, Reason::NotAnObject);
            }
            findings.add(Oddity::ResultType, Path::Result);
            return Ok(V::object());
        };
        if let Some((key, path)) = self.array()
            && !fields.get(key).is_array()
        {
            return invalid(path, Reason::NotAnArray);
        }
        Ok(V::absent())
    }
}

/// What a tool answered.
#[derive(Clone, Debug)]
pub struct ToolResult<V> {
    /// The result: the very object that arrived if it was well formed, else a new one that shares its members.
    pub value: V,
    /// What arrived, where `value` is not that; else absent.
    pub raw: V,
}

/// How deep a result may stand inside others. A peer in the same realm can send one that contains itself.
const WRAPPERS: u32 = 3;

/// How many blocks are looked at for oddities; the hot path must not grow with the payload.
const BLOCKS_CHECKED: usize = 32;

impl<V: Value> ToolResult<V> {
    /// Takes a `CallToolResult` apart as far as needed to see that it is one.
    ///
    /// `content` is required in every version of MCP, hosts leave it out all the same: it becomes `[]`. The shapes of older
    /// hosts (the result inside `call_tool_result`, `mcp_tool_result` or `result`; `meta` for `_meta`; a text for `content`) are understood.
    ///
    /// # Errors
    /// [`Invalid`] if it is no object, or the answer of a tool that has not finished.
    pub fn read(raw: V, findings: &mut Findings) -> Result<Self, Invalid> {
        let mended = Expect::Tool.mend(&raw, findings)?;
        Ok(if mended.is_absent() {
            Self {
                value: raw,
                raw: mended,
            }
        } else {
            Self { value: mended, raw }
        })
    }

    /// The content blocks, as they are.
    pub fn content(&self) -> V {
        self.get(Word::Content)
    }

    /// The structured result; absent if there is none. Any JSON since 2026-07-28, an object before.
    pub fn structured_content(&self) -> V {
        self.get(Word::StructuredContent)
    }

    /// What server and host say about the result beside it; absent if nothing.
    pub fn meta(&self) -> V {
        self.get(Word::Meta)
    }

    /// Whether the tool failed. That is a result, not a protocol error.
    pub fn is_error(&self) -> bool {
        self.get(Word::IsError).boolean() == Some(true)
    }

    /// The text blocks, one per line.
    pub fn text(&self) -> String {
        let content = self.content();
        let mut text = String::new();
        for index in 0..content.len() {
            let block = content.item(index);
            if Block::of(&block) != Block::Text {
                continue;
            }
            if let Some(line) = block.field(Word::Text).text() {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&line);
            }
        }
        text
    }

    fn get(&self, key: Word) -> V {
        self.value.field(key)
    }
}

/// Whether a tool result is what the specification says, and can be handed out as it is.
fn is_well_formed<V: Value>(raw: &V, findings: &mut Findings) -> bool {
    let content = raw.peek(Word::Content);
    let well_formed = content.is_array() && is_flag(&raw.peek(Word::IsError));
    if well_formed {
        note_blocks(&content, findings);
    }
    well_formed
}

/// The less common half: a copy that is what the specification says, of a result that is not.
fn mend<V: Value>(raw: &V, wrappers: u32, findings: &mut Findings) -> Result<V, Invalid> {
    let Some(fields) = Fields::of(raw).filter(|_| raw.is_object()) else {
        return invalid(Path::Result, Reason::NotAToolResult);
    };
    let mut content = fields.get(Word::Content);
    if is_nothing(&content) && fields.get(Word::StructuredContent).is_absent() {
        let kind = fields.get(Word::ResultType);
        if !kind.is_absent() && !kind.is_word(Word::Complete) {
            return invalid(Path::ResultType, Reason::Unfinished);
        }
        if fields.get(Word::Task).is_object() {
            return invalid(Path::Task, Reason::Unfinished);
        }
        let inner = wrapped(&fields);
        if wrappers > 0 && !inner.is_absent() {
            findings.add(Oddity::Wrapped, Path::Result);
            if inner.is_object() {
                // A copy even if it is well formed: `raw` is for what was mended, and must not be put onto what arrived.
                return if is_well_formed(&inner, findings) {
                    copy(&inner)
                } else {
                    mend(&inner, wrappers - 1, findings)
                };
            }
            content = inner;
        }
    }
    let mut value = copy(raw)?;
    value.put(Word::Content, &as_blocks(content, findings));
    let is_error = fields.get(Word::IsError);
    if !is_flag(&is_error) {
        findings.add(Oddity::IsErrorType, Path::IsError);
        value.put(Word::IsError, &V::from_bool(is_true(&is_error)));
    }
    let meta = fields.get(Word::MetaPlain);
    if meta.is_object() && fields.get(Word::Meta).is_absent() {
        findings.add(Oddity::MetaName, Path::Meta);
        value.put(Word::Meta, &meta);
    }
    Ok(value)
}

fn copy<V: Value>(raw: &V) -> Result<V, Invalid> {
    raw.copy().ok_or(Invalid {
        path: Path::Result,
        reason: Reason::Unreadable,
    })
}

fn is_nothing<V: Value>(value: &V) -> bool {
    value.is_absent() || value.is_null()
}

fn is_flag<V: Value>(value: &V) -> bool {
    matches!(value.kind(), Kind::Absent | Kind::Bool)
}

/// The result inside another member, where older hosts put it; absent if there is none.
fn wrapped<V: Value>(fields: &Fields<V>) -> V {
    for key in [Word::McpToolResult, Word::CallToolResult, Word::Result] {
        let inner = fields.get(key);
        if matches!(inner.kind(), Kind::Object | Kind::String) {
            return inner;
        }
    }
    V::absent()
}

/// Blocks out of what stands in the place of `content`.
fn as_blocks<V: Value>(content: V, findings: &mut Findings) -> V {
    let kind = content.kind();
    if kind == Kind::Array {
        note_blocks(&content, findings);
        return content;
    }
    let oddity = if is_nothing(&content) {
        Oddity::ContentMissing
    } else {
        Oddity::ContentType
    };
    findings.add(oddity, Path::Content);
    V::array(match kind {
        Kind::String => {
            let mut block = V::object();
            block.put(Word::Type, &V::word(Word::Text));
            block.put(Word::Text, &content);
            vec![block]
        }
        Kind::Object => vec![content],
        _ => Vec::new(),
    })
}

/// A hand-written host writes `"false"` as readily as `false`.
pub(crate) fn is_true<V: Value>(value: &V) -> bool {
    value.is_word(Word::True) || value.number().is_some_and(|number| number != 0.0)
}

fn note_blocks<V: Value>(content: &V, findings: &mut Findings) {
    for index in 0..BLOCKS_CHECKED {
        let block = content.item(index);
        // Behind the end.
        if block.is_absent() {
            break;
        }
        match Block::of(&block) {
            Block::Malformed => findings.add_item(Oddity::BlockType, Path::Content, index),
            Block::Unknown => findings.add_item(Oddity::BlockUnknown, Path::Content, index),
            _ => {}
        }
    }
}
