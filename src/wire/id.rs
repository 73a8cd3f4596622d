//! JSON-RPC ids. MCP: "Requests MUST include a string or integer ID. Unlike base JSON-RPC, the ID MUST NOT be null."

use super::Value;

/// The largest integer that every JSON reader keeps exact: 2^53 - 1.
pub(crate) const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// The id of a request. Two ids are equal if their types and values are: `1` is not `"1"`.
#[derive(Clone, Debug, PartialEq)]
pub enum Id {
    /// An integer.
    Number(f64),
    /// An integer beyond 2^53, as its digits. Only text front ends tell it apart.
    Big(Box<str>),
    /// A string.
    Text(Box<str>),
}

/// Why a value is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadId {
    /// There is none.
    Absent,
    /// It is `null`.
    Null,
    /// It is a number with a fraction.
    Fraction,
    /// It is neither a string nor a number that JSON could write.
    Type,
}

impl Id {
    /// Reads an id.
    ///
    /// # Errors
    /// [`BadId`] says what the value is instead.
    pub fn read<V: Value>(value: &V) -> Result<Self, BadId> {
        if let Some(bad) = value.bad_id() {
            return Err(bad);
        }
        match (value.number(), value.text()) {
            (Some(number), _) => Ok(Self::Number(number)),
            (None, Some(text)) => Ok(Self::Text(text.into_boxed_str())),
            (None, None) => Err(BadId::Type),
        }
    }

    /// The number that this id is, or spells; NaN if it does neither.
    pub fn number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            _ => self.spelled_number().unwrap_or(f64::NAN),
        }
    }

    /// The integer that a string spells in canonical decimal: no sign, no leading zero, no space, exact in a number.
    ///
    /// Some peers answer `1` with `"1"`. Anything looser would pair `""` or `"1e0"` with a request.
    pub fn spelled_number(&self) -> Option<f64> {
        let Self::Text(text) = self else { return None };
        let number = spelled_number(text);
        (!number.is_nan()).then_some(number)
    }
}

/// What [`Id::spelled_number`] says; NaN for nothing.
pub(crate) fn spelled_number(text: &str) -> f64 {
    let digits = text.as_bytes();
    let canonical = match digits {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.len() < 16 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let number = digits
        .iter()
        .fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit & 15));
    if canonical && number <= MAX_SAFE_INTEGER {
        number
    } else {
        f64::NAN
    }
}
