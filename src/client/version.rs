//! The versions of MCP, and how to find out which one a server speaks.

use crate::wire::{Value, Word};

/// A version of MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// 2024-11-05: HTTP with a stream of its own for what the server says.
    V2024November,
    /// 2025-03-26: Streamable HTTP; batches.
    V2025March,
    /// 2025-06-18: its number is in a header of every request.
    V2025June,
    /// 2025-11-25: streams that can be resumed.
    V2025November,
    /// 2026-07-28: no handshake and no session; every request says all of it.
    V2026July,
}

impl Version {
    /// All of them, the oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024November,
        Self::V2025March,
        Self::V2025June,
        Self::V2025November,
        Self::V2026July,
    ];

    /// The newest one with a handshake.
    pub(super) const LEGACY: Self = Self::V2025November;

    const WORDS: [Word; 5] = [
        Word::V2024,
        Word::V2025March,
        Word::V2025June,
        Word::V2025November,
        Word::V2026,
    ];

    /// How it is written.
    pub const fn as_str(self) -> &'static str {
        self.word().as_str()
    }

    pub(crate) const fn word(self) -> Word {
        Self::WORDS[self as usize]
    }

    /// The version that is written like this.
    pub fn read<V: Value>(value: &V) -> Option<Self> {
        let word = value.as_word()?;
        Self::ALL.into_iter().find(|known| known.word() == word)
    }

    /// Whether it has neither handshake nor session.
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::V2026July)
    }
}

/// What a list of versions has of ours: the newest with a handshake, and whether the one without is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) legacy: Option<Version>,
    pub(super) modern: bool,
}

impl Offer {
    /// Reads an array of versions; what is none offers nothing.
    pub(super) fn read<V: Value>(list: &V) -> Self {
        let mut offer = Self::default();
        let length = if list.is_array() {
            list.len().min(64)
        } else {
            0
        };
        for version in (0..length).filter_map(|index| Version::read(&list.item(index))) {
            if version.is_modern() {
                offer.modern = true;
            } else {
                offer.legacy = offer.legacy.max(Some(version));
            }
        }
        offer
    }
}
