//! Results: what a request may be answered with, and the parts of a tool's answer.

use super::{Block, Fields, Findings, Key, Kind, Oddity, Value};

/// What the answer to a request must be to be of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Nothing is read from it: null, missing or no object becomes `{}`.
    Nothing,
    /// An object.
    Object,
    /// An object with this array in it.
    Array(&'static str),
    /// The answer to `tools/call`.
    Tool,
}

impl Expect {
    /// What the answer to this method must be.
    pub fn of(method: &str) -> Self {
        if method == "tools/call" {
            return Self::Tool;
        }
        match READS.iter().find(|(name, ..)| *name == method) {
            Some((_, array, _)) => Self::Array(array),
            None if method == "sampling/createMessage" || method == "completion/complete" => {
                Self::Object
            }
            None => Self::Nothing,
        }
    }
}

/// The reading methods: the array that each answer must have, and where that stands in the reply.
pub(crate) const READS: [(&str, &str, &str); 6] = [
    ("resources/read", "contents", "/result/contents"),
    ("resources/list", "resources", "/result/resources"),
    (
        "resources/templates/list",
        "resourceTemplates",
        "/result/resourceTemplates",
    ),
    ("prompts/list", "prompts", "/result/prompts"),
    ("prompts/get", "messages", "/result/messages"),
    ("tools/list", "tools", "/result/tools"),
];

/// Why an answer is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Where: a JSON pointer into the reply.
    pub path: &'static str,
    /// What was wanted.
    pub reason: &'static str,
}

impl Expect {
    /// Checks an answer. Gives the payload to hand out: the result itself wherever it is of use as it came.
    ///
    /// # Errors
    /// [`Invalid`] if it is of none.
    pub fn check<V: Value>(self, result: V, findings: &mut Findings) -> Result<V, Invalid> {
        if self == Self::Nothing {
            if result.is_object() {
                return Ok(result);
            }
            findings.add(Oddity::ResultType, "/result");
            return Ok(V::object());
        }
        let Some(fields) = Fields::of(&result).filter(|_| result.is_object()) else {
            return Err(Invalid {
                path: "/result",
                reason: "a result must be an object",
            });
        };
        if let Self::Array(member) = self
            && !fields.named(member).is_array()
        {
            return Err(Invalid {
                path: pointer(member),
                reason: "must be an array",
            });
        }
        Ok(result)
    }
}

fn pointer(member: &str) -> &'static str {
    let read = READS.iter().find(|(_, array, _)| *array == member);
    read.map_or("/result", |(.., path)| *path)
}

/// What a tool answered.
#[derive(Clone, Debug)]
pub struct ToolResult<V> {
    /// The result: the very object that arrived if it was well formed, else a new one that shares its members.
    pub value: V,
    /// What arrived, where `value` is not that.
    pub raw: Option<V>,
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
        Self::read_within(raw, WRAPPERS, findings)
    }

    fn read_within(raw: V, wrappers: u32, findings: &mut Findings) -> Result<Self, Invalid> {
        let Some(fields) = Fields::of(&raw) else {
            return Err(Invalid {
                path: "/result",
                reason: "a tool result must be an object",
            });
        };
        let content = fields.get(Key::Content);
        let is_error = fields.get(Key::IsError);
        if content.is_array() && matches!(is_error.kind(), Kind::Absent | Kind::Bool) {
            note_blocks(&content, findings);
            return Ok(Self {
                value: raw,
                raw: None,
            });
        }
        Self::mend(raw, wrappers, findings)
    }

    /// The less common half: a result that is not what the specification says.
    fn mend(raw: V, wrappers: u32, findings: &mut Findings) -> Result<Self, Invalid> {
        let unreadable = Invalid {
            path: "/result",
            reason: "a tool result could not be read",
        };
        let Some(fields) = Fields::of(&raw).filter(|_| raw.is_object()) else {
            return Err(Invalid {
                path: "/result",
                reason: "a tool result must be an object",
            });
        };
        let mut content = fields.get(Key::Content);
        if matches!(content.kind(), Kind::Absent | Kind::Null)
            && fields.get(Key::StructuredContent).is_absent()
        {
            let kind = fields.named("resultType");
            if !kind.is_absent() && !kind.is_text("complete") {
                return Err(Invalid {
                    path: "/result/resultType",
                    reason: "the tool has not finished",
                });
            }
            if fields.named("task").is_object() {
                return Err(Invalid {
                    path: "/result/task",
                    reason: "the tool has not finished",
                });
            }
            if let Some(inner) = wrapped(&fields).filter(|_| wrappers > 0) {
                findings.add(Oddity::Wrapped, "/result");
                if inner.is_object() {
                    let inner = Self::read_within(inner, wrappers - 1, findings)?;
                    // A copy even if it is well formed: `raw` is for what was mended, and must not be put onto what arrived.
                    let Some(value) = inner.value.copy() else {
                        return Err(unreadable);
                    };
                    return Ok(Self {
                        value,
                        raw: Some(raw),
                    });
                }
                content = inner;
            }
        }
        let Some(mut value) = raw.copy() else {
            return Err(unreadable);
        };
        value.put(Key::Content, as_blocks(content, findings));
        let is_error = fields.get(Key::IsError);
        if !matches!(is_error.kind(), Kind::Absent | Kind::Bool) {
            findings.add(Oddity::IsErrorType, "/result/isError");
            value.put(Key::IsError, V::from_bool(is_true(&is_error)));
        }
        let meta = fields.named("meta");
        if meta.is_object() && fields.get(Key::Meta).is_absent() {
            findings.add(Oddity::MetaName, "/result/meta");
            value.put(Key::Meta, meta);
        }
        Ok(Self {
            value,
            raw: Some(raw),
        })
    }

    /// The content blocks, as they are.
    pub fn content(&self) -> V {
        self.get(Key::Content)
    }

    /// The structured result; absent if there is none. Any JSON since 2026-07-28, an object before.
    pub fn structured_content(&self) -> V {
        self.get(Key::StructuredContent)
    }

    /// What server and host say about the result beside it; absent if nothing.
    pub fn meta(&self) -> V {
        self.get(Key::Meta)
    }

    /// Whether the tool failed. That is a result, not a protocol error.
    pub fn is_error(&self) -> bool {
        self.get(Key::IsError).boolean() == Some(true)
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
            if let Some(line) = Fields::of(&block).and_then(|fields| fields.get(Key::Text).text()) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&line);
            }
        }
        text
    }

    fn get(&self, key: Key) -> V {
        Fields::of(&self.value).map_or_else(V::absent, |fields| fields.get(key))
    }
}

fn wrapped<V: Value>(fields: &Fields<V>) -> Option<V> {
    let named = ["mcp_tool_result", "call_tool_result"].map(|name| fields.named(name));
    let result = fields.get(Key::Result);
    let usable = |value: &V| matches!(value.kind(), Kind::Object | Kind::String);
    named.into_iter().chain([result]).find(usable)
}

/// Blocks out of what stands in the place of `content`.
fn as_blocks<V: Value>(content: V, findings: &mut Findings) -> V {
    match content.kind() {
        Kind::Array => {
            note_blocks(&content, findings);
            content
        }
        Kind::Absent | Kind::Null => {
            findings.add(Oddity::ContentMissing, "/result/content");
            V::array(Vec::new())
        }
        Kind::String => {
            findings.add(Oddity::ContentType, "/result/content");
            let mut block = V::object();
            block.put(Key::Type, V::from_text("text"));
            block.put(Key::Text, content);
            V::array(vec![block])
        }
        Kind::Object => {
            findings.add(Oddity::ContentType, "/result/content");
            V::array(vec![content])
        }
        _ => {
            findings.add(Oddity::ContentType, "/result/content");
            V::array(Vec::new())
        }
    }
}

/// A hand-written host writes `"false"` as readily as `false`.
fn is_true<V: Value>(value: &V) -> bool {
    value.is_text("true") || value.number().is_some_and(|number| number != 0.0)
}

fn note_blocks<V: Value>(content: &V, findings: &mut Findings) {
    for index in 0..content.len().min(BLOCKS_CHECKED) {
        let block = content.item(index);
        let Some(fields) = Fields::of(&block) else {
            findings.add_item(Oddity::BlockType, "/result/content", index);
            continue;
        };
        if fields.get(Key::Type).is_text("text") {
            continue;
        }
        match Block::of(&block) {
            Block::Malformed => findings.add_item(Oddity::BlockType, "/result/content", index),
            Block::Unknown => findings.add_item(Oddity::BlockUnknown, "/result/content", index),
            _ => {}
        }
    }
}
