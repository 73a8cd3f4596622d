//! The `error` member of a reply.

use super::{ErrorCode, Fields, Findings, Kind, Oddity, Path, Value, Word};

/// A JSON-RPC error as it arrived. `code`, `message` and `data` are untouched, also where they are not what the standard says.
#[derive(Clone, Debug)]
pub struct Fault<V> {
    /// The `error` member itself.
    pub raw: V,
}

impl<V: Value> Fault<V> {
    /// Takes an `error` member, and notes what is odd about it.
    pub fn read(raw: V, findings: &mut Findings) -> Self {
        Self::check(&raw, findings);
        Self { raw }
    }

    pub(super) fn check(raw: &V, findings: &mut Findings) {
        let Some(fields) = Fields::of(raw) else {
            findings.add(Oddity::ErrorShape, Path::Error);
            return;
        };
        let code = fields.get(Word::Code).number();
        if code.is_none_or(|number| number.trunc() != number) {
            findings.add(Oddity::ErrorShape, Path::ErrorCode);
        }
        if fields.get(Word::Message).kind() != Kind::String {
            findings.add(Oddity::ErrorShape, Path::ErrorMessage);
        }
    }

    /// The number in `code`, if it is one.
    pub fn code(&self) -> Option<f64> {
        Fields::of(&self.raw)?.get(Word::Code).number()
    }

    /// The standard's name for the code, if it has one.
    pub fn standard_code(&self) -> Option<ErrorCode> {
        let code = self.code()?;
        if code.trunc() != code || !(-40_000.0..0.0).contains(&code) {
            return None;
        }
        ErrorCode::from_number(code as i32)
    }

    /// The text in `message`, or the error itself where it is a mere string.
    pub fn message(&self) -> Option<String> {
        match Fields::of(&self.raw) {
            Some(fields) => fields.get(Word::Message).text(),
            None => self.raw.text(),
        }
    }

    /// What `data` carries; absent if there is none.
    pub fn data(&self) -> V {
        Fields::of(&self.raw).map_or_else(V::absent, |fields| fields.get(Word::Data))
    }
}
