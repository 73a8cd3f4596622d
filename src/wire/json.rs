//! Text as [`Value`]s, without a browser: for native tests, fuzzers and tools. A widget parses with the browser's `JSON.parse`.
//!
//! Unlike `serde_json::Value` a [`Json`] keeps the order of members, the digits of numbers that no double holds, and says what it
//! mended: a byte order mark, half a surrogate pair, a member that stands twice.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{BadId, Fields, Findings, Id, Kind, Oddity, Path, Value, Word};

/// How deep arrays and objects may be nested.
pub const MAX_DEPTH: usize = 512;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// No value.
    Absent,
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its digits.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// An array.
    Array(Vec<Json>),
    /// An object, in the order of its text.
    Object(Vec<(Box<str>, Json)>),
    /// A value that was nested too deep to be read.
    TooDeep,
}

/// The text is not JSON.
#[derive(Debug)]
pub struct NotJson(serde_json::Error);

impl fmt::Display for NotJson {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::error::Error for NotJson {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl Json {
    /// The own member called `name`; absent if there is none, or this is no object.
    #[must_use]
    pub fn named(&self, name: &str) -> Self {
        let Self::Object(members) = self else {
            return Self::Absent;
        };
        members
            .iter()
            .find(|(own, _)| **own == *name)
            .map_or(Self::Absent, |(_, value)| value.clone())
    }

    /// Parses a text. What can be mended is, and noted.
    ///
    /// A value nested deeper than [`MAX_DEPTH`] becomes [`Json::TooDeep`] where it stands under a member of the outermost
    /// object, so that a reply whose payload is too deep still says to which request it belongs.
    ///
    /// # Errors
    /// [`NotJson`] with the place.
    pub fn parse(text: &str, findings: &mut Findings) -> Result<Self, NotJson> {
        let text = text
            .strip_prefix('\u{feff}')
            .inspect(|_| findings.add(Oddity::Bom, Path::Root))
            .unwrap_or(text);
        let mended = mend_surrogates(text);
        if mended.is_some() {
            findings.add(Oddity::Surrogate, Path::Root);
        }
        let raw: &RawValue =
            serde_json::from_str(mended.as_deref().unwrap_or(text)).map_err(NotJson)?;
        Self::read(raw, MAX_DEPTH, findings).map_err(NotJson)
    }

    // Each level is scanned again by the level inside it. That is quadratic in the depth, which is bounded, and keeps the digits of
    // numbers without serde_json's `arbitrary_precision`, a feature that would change the meaning of numbers for a whole build.
    fn read(
        raw: &RawValue,
        depth: usize,
        findings: &mut Findings,
    ) -> Result<Self, serde_json::Error> {
        let text = raw.get();
        Ok(match text.as_bytes().first() {
            Some(b'{') => {
                let members = serde_json::Deserializer::from_str(text).deserialize_map(Members)?;
                let mut object: Vec<(Box<str>, Self)> = Vec::with_capacity(members.len());
                let mut places: HashMap<Box<str>, usize> = HashMap::new();
                for (name, member) in members {
                    let value = Self::below(member, depth, findings)?;
                    let place = *places.entry(name.clone()).or_insert(object.len());
                    match object.get_mut(place) {
                        Some((_, known)) => {
                            findings.add(Oddity::DuplicateKey, Path::Root);
                            *known = value;
                        }
                        None => object.push((name, value)),
                    }
                }
                Self::Object(object)
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(text)?;
                // A batch: each of its messages is an outermost object.
                let read = |item: &RawValue, findings: &mut Findings| {
                    if depth == MAX_DEPTH && item.get().starts_with('{') {
                        Self::read(item, depth, findings)
                    } else {
                        Self::below(item, depth, findings)
                    }
                };
                Self::Array(
                    items
                        .into_iter()
                        .map(|item| read(item, findings))
                        .collect::<Result<_, _>>()?,
                )
            }
            Some(b'"') => Self::String(serde_json::from_str(text)?),
            Some(b't') => Self::Bool(true),
            Some(b'f') => Self::Bool(false),
            Some(b'n') => Self::Null,
            _ => {
                if text.parse::<f64>().is_ok_and(f64::is_infinite) {
                    findings.add(Oddity::NumberRange, Path::Root);
                }
                Self::Number(text.into())
            }
        })
    }

    fn below(
        raw: &RawValue,
        depth: usize,
        findings: &mut Findings,
    ) -> Result<Self, serde_json::Error> {
        let nested = matches!(raw.get().as_bytes().first(), Some(b'{' | b'['));
        // Looked at once, at the outermost level, and without recursion.
        if depth == MAX_DEPTH && nested && nesting(raw.get()) >= MAX_DEPTH {
            findings.add(Oddity::Depth, Path::Root);
            return Ok(Self::TooDeep);
        }
        Self::read(raw, depth - 1, findings)
    }

    /// The text of this value. `None` for what is no JSON.
    pub fn to_text(&self) -> Option<String> {
        let mut text = String::new();
        self.write(&mut text).then_some(text)
    }

    fn write(&self, text: &mut String) -> bool {
        let quote = |string: &str, text: &mut String| {
            let quoted = serde_json::to_string(string).unwrap_or_default();
            text.push_str(&quoted);
        };
        match self {
            Self::Absent | Self::TooDeep => return false,
            Self::Null => text.push_str("null"),
            Self::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
            Self::Number(digits) => text.push_str(digits),
            Self::String(string) => quote(string, text),
            Self::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    if !item.write(text) {
                        return false;
                    }
                }
                text.push(']');
            }
            Self::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    quote(name, text);
                    text.push(':');
                    if !value.write(text) {
                        return false;
                    }
                }
                text.push('}');
            }
        }
        true
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(Box<str>, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

/// How deep the arrays and objects of a well-formed text are nested.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The text with each lone half of a surrogate pair replaced by the escape of U+FFFD; `None` if there was none.
fn mend_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let escape = |at: usize| -> Option<u16> {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut mended: Option<String> = None;
    let (mut at, mut copied) = (0, 0);
    while let Some(offset) = bytes[at..].iter().position(|byte| *byte == b'\\') {
        at += offset;
        let Some(unit) = escape(at) else {
            // Any other escape is two bytes: the second may be a backslash itself.
            at = bytes.len().min(at + 2);
            continue;
        };
        let paired =
            matches!(unit, 0xD800..=0xDBFF) && matches!(escape(at + 6), Some(0xDC00..=0xDFFF));
        if matches!(unit, 0xD800..=0xDFFF) && !paired {
            let mended = mended.get_or_insert_with(String::new);
            mended.push_str(&text[copied..at]);
            mended.push_str("\\ufffd");
            copied = at + 6;
        }
        at += if paired { 12 } else { 6 };
    }
    let mut mended = mended?;
    mended.push_str(&text[copied..]);
    Some(mended)
}

impl Value for Json {
    type Access = ();

    const PLAIN: () = ();

    const SHARED: bool = false;

    fn kind(&self) -> Kind {
        match self {
            Self::Absent => Kind::Absent,
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
            Self::TooDeep => Kind::Other,
        }
    }

    fn access(&self) -> Option<()> {
        matches!(self, Self::Object(_)).then_some(())
    }

    fn member(&self, (): (), key: Word) -> Self {
        self.named(key.as_str())
    }

    #[cfg(feature = "client")]
    fn named(&self, name: &str) -> Self {
        let Self::Object(members) = self else {
            return Self::Absent;
        };
        let known = members.iter().find(|(own, _)| **own == *name);
        known.map_or(Self::Absent, |(_, value)| value.clone())
    }

    #[cfg(feature = "client")]
    fn put_named(&mut self, name: &str, value: &Self) {
        let Self::Object(members) = self else { return };
        match members.iter_mut().find(|(own, _)| **own == *name) {
            Some((_, known)) => *known = value.clone(),
            None => members.push((name.into(), value.clone())),
        }
    }

    fn names(&self) -> Vec<String> {
        let Self::Object(members) = self else {
            return Vec::new();
        };
        members.iter().map(|(name, _)| name.to_string()).collect()
    }

    fn size(&self) -> usize {
        let Self::Object(members) = self else {
            return 0;
        };
        members.len()
    }

    fn len(&self) -> usize {
        let Self::Array(items) = self else { return 0 };
        items.len()
    }

    fn item(&self, index: usize) -> Self {
        let Self::Array(items) = self else {
            return Self::Absent;
        };
        items.get(index).cloned().unwrap_or(Self::Absent)
    }

    fn number(&self) -> Option<f64> {
        let Self::Number(digits) = self else {
            return None;
        };
        digits.parse().ok()
    }

    fn boolean(&self) -> Option<bool> {
        let Self::Bool(truth) = self else { return None };
        Some(*truth)
    }

    fn text(&self) -> Option<String> {
        let Self::String(text) = self else {
            return None;
        };
        Some(text.to_string())
    }

    fn id(&self) -> Result<Id, BadId> {
        if let Self::Number(digits) = self {
            let integer = digits
                .strip_prefix('-')
                .unwrap_or(digits)
                .bytes()
                .all(|byte| byte.is_ascii_digit());
            if integer
                && self
                    .number()
                    .is_some_and(|number| number.abs() > super::id::MAX_SAFE_INTEGER)
            {
                return Ok(Id::Big(digits.clone()));
            }
        }
        Id::read(self)
    }

    fn from_id(id: &Id) -> Self {
        match id {
            Id::Number(number) => Self::from_number(*number),
            Id::Big(digits) => Self::Number(digits.clone()),
            Id::Text(text) => Self::from_text(text),
        }
    }

    fn absent() -> Self {
        Self::Absent
    }

    fn null() -> Self {
        Self::Null
    }

    fn object() -> Self {
        Self::Object(Vec::new())
    }

    fn array(items: Vec<Self>) -> Self {
        Self::Array(items)
    }

    fn from_number(number: f64) -> Self {
        if number.is_finite() {
            Self::Number(number.to_string().into())
        } else {
            Self::Null
        }
    }

    fn from_bool(truth: bool) -> Self {
        Self::Bool(truth)
    }

    fn from_text(text: &str) -> Self {
        Self::String(text.into())
    }

    fn copy(&self) -> Option<Self> {
        Fields::of(self).map(|_| self.clone())
    }

    fn merged(&self, over: &Self) -> Option<Self> {
        let (Self::Object(own), Self::Object(over)) = (self, over) else {
            return None;
        };
        let mut merged = own.clone();
        for (name, value) in over {
            match merged.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known = value.clone(),
                None => merged.push((name.clone(), value.clone())),
            }
        }
        Some(Self::Object(merged))
    }

    fn is_same_data(&self, other: &Self) -> bool {
        self.to_text() == other.to_text()
    }

    fn put(&mut self, key: Word, value: &Self) {
        let Self::Object(members) = self else { return };
        match members.iter_mut().find(|(name, _)| **name == *key.as_str()) {
            Some((_, known)) => *known = value.clone(),
            None => members.push((key.as_str().into(), value.clone())),
        }
    }
}
