//! Content blocks. A block is recognised, never converted: what is unknown stays as it is.

use super::{Fields, Key, Value};

/// The type of a content block, over all versions of MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// `text` (2024-11-05).
    Text,
    /// `image` (2024-11-05).
    Image,
    /// `audio` (2025-03-26).
    Audio,
    /// `resource`: an embedded resource (2024-11-05).
    Resource,
    /// `resource_link` (2025-06-18).
    ResourceLink,
    /// `tool_use`: sampling only (2025-11-25).
    ToolUse,
    /// `tool_result`: sampling only (2025-11-25).
    ToolResult,
    /// A type that no version has.
    Unknown,
    /// No object with a `type`.
    Malformed,
}

impl Block {
    /// The type of this block.
    pub fn of<V: Value>(block: &V) -> Self {
        if block.peek(Key::Type).is_text("text") {
            return Self::Text;
        }
        let Some(fields) = Fields::of(block) else {
            return Self::Malformed;
        };
        let Some(kind) = fields.get(Key::Type).text() else {
            return Self::Malformed;
        };
        TYPES
            .iter()
            .find(|(name, _)| *name == kind)
            .map_or(Self::Unknown, |(_, block)| *block)
    }
}

const TYPES: [(&str, Block); 7] = [
    ("text", Block::Text),
    ("image", Block::Image),
    ("audio", Block::Audio),
    ("resource", Block::Resource),
    ("resource_link", Block::ResourceLink),
    ("tool_use", Block::ToolUse),
    ("tool_result", Block::ToolResult),
];
