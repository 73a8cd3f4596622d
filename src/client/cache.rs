//! Results that a server allows to be kept for a while (MCP 2026-07-28, `ttlMs`).

use crate::session::Millis;
use crate::wire::{Value, Word};

/// How many are kept.
const LIMIT: usize = 64;

/// Nothing is kept longer than a day.
const LONGEST: Millis = 86_400_000.0;

#[derive(Debug)]
struct Kept<V> {
    method: Word,
    /// The cursor or the address: a text, or absent.
    key: V,
    until: Millis,
    value: V,
}

/// What is kept.
#[derive(Debug)]
pub(super) struct Cache<V>(Vec<Kept<V>>);

impl<V: Value> Cache<V> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// What distinguishes two requests of a method whose results can be kept. `None` if they cannot.
    fn key(method: Word, params: &V) -> Option<V> {
        let key = match method {
            Word::ToolsList | Word::ResourcesList | Word::TemplatesList | Word::PromptsList => {
                Word::Cursor
            }
            Word::ResourcesRead => Word::Uri,
            _ => return None,
        };
        // Whatever else is in the params, somebody else gives it a meaning.
        let known = [key, Word::Meta].map(|key| !params.field(key).is_absent());
        let known = known.into_iter().filter(|known| *known).count();
        (params.size() <= known).then(|| params.field(key))
    }

    /// What is known, and still good.
    pub(super) fn find(&self, method: Word, params: &V, now: Millis) -> Option<V> {
        let key = Self::key(method, params)?;
        let mut fresh = self.0.iter().filter(|kept| now < kept.until);
        let found = fresh.find(|kept| kept.method == method && is_same(&kept.key, &key));
        found.map(|kept| kept.value.clone())
    }

    /// Keeps a result, if its server allows that.
    pub(super) fn keep(&mut self, method: Word, params: &V, value: &V, now: Millis) {
        let Some(key) = Self::key(method, params) else {
            return;
        };
        self.0.retain(|kept| {
            now < kept.until && !(kept.method == method && is_same(&kept.key, &key))
        });
        let time = value.field(Word::TtlMs).number().unwrap_or(0.0);
        if time > 0.0 {
            if self.0.len() >= LIMIT {
                self.0.remove(0);
            }
            self.0.push(Kept {
                method,
                key,
                until: now + time.min(LONGEST),
                value: value.clone(),
            });
        }
    }

    /// Forgets the results of a method; of one address only, unless that is absent.
    pub(super) fn forget(&mut self, method: Word, key: &V) {
        let meant =
            |kept: &Kept<V>| kept.method == method && (key.is_absent() || is_same(&kept.key, key));
        self.0.retain(|kept| !meant(kept));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Both are a text, or nothing.
fn is_same<V: Value>(one: &V, two: &V) -> bool {
    one.is_same_id(two) || (one.is_absent() && two.is_absent())
}
