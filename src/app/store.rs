//! What the host says once: kept, so that a listener that comes late hears it too.

use super::effect::payload;
use super::{Emission, Event};
use crate::rpc::Act;
use crate::wire::Value;

#[derive(Debug)]
struct Kept<V> {
    sequence: f64,
    duplicate: bool,
    value: V,
    more: V,
}

/// The latest emission of each event that is said once.
#[derive(Debug)]
pub struct Stored<V>([Option<Kept<V>>; 4]);

impl<V> Default for Stored<V> {
    fn default() -> Self {
        Self([const { None }; 4])
    }
}

impl<V: Value> Stored<V> {
    /// Keeps the latest of its kind, if it is one that is kept.
    pub(super) fn keep(&mut self, act: Act, sequence: f64, duplicate: bool, value: &V, more: &V) {
        if let Some(slot) = self.0.get_mut(slot(act)) {
            *slot = Some(Kept {
                sequence,
                duplicate,
                value: value.clone(),
                more: more.clone(),
            });
        }
    }

    /// Forgets an event: partial input, once the final one is here.
    pub(super) fn forget(&mut self, act: Act) {
        if let Some(slot) = self.0.get_mut(slot(act)) {
            *slot = None;
        }
    }

    /// What the latest of its kind carries; absent if there is none.
    pub(super) fn value(&self, act: Act) -> V {
        let kept = self.0.get(slot(act)).and_then(Option::as_ref);
        kept.map_or_else(V::absent, |kept| kept.value.clone())
    }

    /// The latest emission of this event, if it is one that is kept.
    pub fn latest(&self, event: Event) -> Option<Emission<V>> {
        let act = event.act();
        let kept = self.0.get(slot(act))?.as_ref()?;
        Some(Emission {
            event,
            payload: payload(act, kept.value.clone(), kept.more.clone()),
            sequence: kept.sequence as u32,
            duplicate: kept.duplicate,
        })
    }
}

fn slot(act: Act) -> usize {
    (act as usize).wrapping_sub(Act::ToolInput as usize)
}
