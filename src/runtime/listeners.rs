//! Who listens to what.

use std::rc::Rc;

use crate::app::{Emission, Event};
use crate::wire::Js;

/// Told of an emission, and whether it is a replay.
pub(crate) type Listener = dyn Fn(&Emission<Js>, bool);

/// A listener's number.
pub(crate) type ListenerId = u32;

struct Entry {
    id: ListenerId,
    event: Event,
    listener: Rc<Listener>,
    /// The sequence number of what it heard last.
    heard: u32,
    wants_replay: bool,
}

/// The listeners of a connection, in the order in which they came.
#[derive(Default)]
pub(crate) struct Listeners {
    last: ListenerId,
    entries: Vec<Entry>,
}

impl Listeners {
    pub(crate) fn add(&mut self, event: Event, listener: Rc<Listener>) -> ListenerId {
        self.last = self.last.wrapping_add(1);
        self.entries.push(Entry {
            id: self.last,
            event,
            listener,
            heard: 0,
            wants_replay: false,
        });
        self.last
    }

    pub(crate) fn remove(&mut self, id: ListenerId) -> Option<Rc<Listener>> {
        let found = self.entries.iter().find(|entry| entry.id == id)?;
        let listener = Rc::clone(&found.listener);
        self.entries.retain(|entry| entry.id != id);
        Some(listener)
    }

    pub(crate) fn ids(&self, event: Event) -> Vec<ListenerId> {
        self.entries
            .iter()
            .filter(|entry| entry.event == event)
            .map(|entry| entry.id)
            .collect()
    }

    /// The listener, if it is there and has not heard this yet. It counts as told. Of what is kept it is not told what a newer
    /// emission has overtaken.
    pub(crate) fn next_for(&mut self, id: ListenerId, sequence: u32) -> Option<Rc<Listener>> {
        let entry = self.entries.iter_mut().find(|entry| entry.id == id)?;
        if entry.event.is_kept() && entry.heard >= sequence {
            return None;
        }
        entry.heard = sequence;
        Some(Rc::clone(&entry.listener))
    }

    /// Marks a listener that came late. Whether it is the first to be marked.
    pub(crate) fn want_replay(&mut self, id: ListenerId) -> bool {
        let first = !self.entries.iter().any(|entry| entry.wants_replay);
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == id) {
            entry.wants_replay = true;
        }
        first
    }

    /// The listeners that came late.
    pub(crate) fn take_replays(&mut self) -> Vec<(ListenerId, Event)> {
        let late = self.entries.iter_mut().filter(|entry| entry.wants_replay);
        late.map(|entry| {
            entry.wants_replay = false;
            (entry.id, entry.event)
        })
        .collect()
    }
}
