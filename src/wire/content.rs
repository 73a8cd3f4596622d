//! Content blocks. A block is recognised, never converted: what is unknown stays as it is.

use super::{Fields, Kind, Value, Word};

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
        if block.peek(Word::Type).is_word(Word::Text) {
            return Self::Text;
        }
        let Some(fields) = Fields::of(block) else {
            return Self::Malformed;
        };
        let kind = fields.get(Word::Type);
        match kind.as_word() {
            Some(Word::Text) => Self::Text,
            Some(Word::Image) => Self::Image,
            Some(Word::Audio) => Self::Audio,
            Some(Word::Resource) => Self::Resource,
            Some(Word::ResourceLink) => Self::ResourceLink,
            Some(Word::ToolUse) => Self::ToolUse,
            Some(Word::ToolResultBlock) => Self::ToolResult,
            _ if kind.kind() == Kind::String => Self::Unknown,
            _ => Self::Malformed,
        }
    }
}
