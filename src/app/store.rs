//! What the host says once: kept, so that a listener that comes late hears it too.

use super::{Emission, Event};

/// The latest emission of each event that is said once.
#[derive(Debug)]
pub struct Stored<V> {
    kept: Vec<Emission<V>>,
    last: u32,
}

impl<V> Default for Stored<V> {
    fn default() -> Self {
        Self {
            kept: Vec::new(),
            last: 0,
        }
    }
}

impl<V: Clone> Stored<V> {
    /// The next sequence number.
    pub(super) fn next(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.last
    }

    /// Keeps the latest of its kind.
    pub(super) fn keep(&mut self, emission: &Emission<V>) {
        self.kept.retain(|kept| kept.event != emission.event);
        self.kept.push(emission.clone());
    }

    /// Forgets an event: partial input, once the final one is here.
    pub(super) fn forget(&mut self, event: Event) {
        self.kept.retain(|kept| kept.event != event);
    }

    /// The latest emission of this event, if it is one that is kept.
    pub fn latest(&self, event: Event) -> Option<&Emission<V>> {
        self.kept.iter().find(|kept| kept.event == event)
    }
}
