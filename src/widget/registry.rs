//! Who listens to what, who serves which method, and who waits for which call.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;

use super::call::Slot;
use super::teardown::{self, Leaver, METHOD, Teardown};
use super::tools::Tools;
use crate::app::{Effect, Emission, Event, Order};
use crate::bindings;
use crate::cell;
use crate::runtime::{self, Surface};
use crate::session::{Millis, Served};
use crate::wire::{Js, Value};

/// A connection with these listeners and handlers.
pub(super) type Runtime = runtime::Runtime<Registry>;

/// Told of an emission.
pub(super) type Listener = dyn Fn(&Emission<Js>);

/// Serves one method.
pub(super) trait Handler {
    /// A request; the answer goes to [`Runtime::reply`].
    fn serve(&self, served: Served, params: Js);
    /// No answer is wanted any more.
    fn abort(&self, served: Served);
}

struct Entry {
    id: u32,
    event: Event,
    listener: Rc<Listener>,
    /// The sequence number of what it heard last.
    heard: u32,
    /// It came after what it listens to.
    late: bool,
}

#[derive(Default)]
struct Lists {
    last: u32,
    /// In the order in which they came.
    listeners: Vec<Entry>,
    handlers: Vec<(u32, String, Rc<dyn Handler>)>,
    /// Called for a teardown.
    leavers: Vec<(u32, Rc<Leaver>)>,
    /// The teardown that is under way.
    teardown: Weak<Teardown>,
    /// They were called.
    left: bool,
    /// They were, for the page goes.
    gone: bool,
    /// What is being served.
    busy: Vec<(Served, Rc<dyn Handler>)>,
}

impl Lists {
    fn next(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.last
    }

    /// The newest handler of this method.
    fn handler(&self, method: &Js) -> Option<Rc<dyn Handler>> {
        let method = method.text()?;
        let known = |(_, known, _): &&(u32, String, _)| *known == method;
        let (.., handler) = self.handlers.iter().rev().find(known)?;
        Some(Rc::clone(handler))
    }

    fn done(&mut self, served: Served) -> Option<Rc<dyn Handler>> {
        let index = self.busy.iter().position(|(known, _)| *known == served)?;
        Some(self.busy.swap_remove(index).1)
    }
}

/// The listeners and handlers of a widget.
///
/// None of them is called, cloned or dropped while the lists are borrowed: it may come back in.
pub(crate) struct Registry {
    lists: RefCell<Lists>,
    runtime: Weak<Runtime>,
    /// How long a teardown may take.
    pub(super) patience: Millis,
    /// The listeners of who tells the host of sizes.
    pub(super) resizing: Cell<Option<(u32, u32)>>,
    /// What it offers to the host.
    pub(super) tools: RefCell<Tools>,
    replays: Closure<dyn Fn()>,
}

impl Registry {
    pub(super) fn new(runtime: &Weak<Runtime>, patience: Millis, tools: RefCell<Tools>) -> Self {
        let me = runtime.clone();
        let runtime = runtime.clone();
        Self {
            lists: RefCell::default(),
            runtime: me,
            patience,
            resizing: Cell::default(),
            tools,
            replays: Closure::new(move || {
                if let Some(runtime) = runtime.upgrade() {
                    runtime.replay();
                }
            }),
        }
    }

    fn emit(&self, emission: &Emission<Js>) {
        let lists = cell::read(&self.lists);
        let heard = |entry: &&Entry| entry.event == emission.event;
        let ids: Vec<_> = lists
            .listeners
            .iter()
            .filter(heard)
            .map(|entry| entry.id)
            .collect();
        drop(lists);
        for id in ids {
            self.tell(id, emission);
        }
    }

    /// Tells one listener, unless it is gone or knows already: of what is kept only the latest counts.
    fn tell(&self, id: u32, emission: &Emission<Js>) {
        let mut lists = cell::write(&self.lists);
        let Some(entry) = lists.listeners.iter_mut().find(|entry| entry.id == id) else {
            return;
        };
        if entry.event.is_kept() && entry.heard >= emission.sequence {
            return;
        }
        entry.heard = emission.sequence;
        let listener = Rc::clone(&entry.listener);
        drop(lists);
        listener(emission);
    }
}

impl Surface for Registry {
    type Waiter = Rc<Slot>;

    fn perform(&self, order: Order<Js, Rc<Slot>>) -> bool {
        match Effect::from(order) {
            // The runtime sends by itself.
            Effect::Send(_) => {}
            Effect::Settle {
                waiter, outcome, ..
            } => waiter.settle(outcome),
            Effect::Progress { waiter, params } => waiter.progress(&params),
            Effect::Emit(emission) => self.emit(&emission),
            Effect::Serve {
                served,
                method,
                params,
            } => {
                let handler = cell::read(&self.lists).handler(&method);
                let Some(handler) = handler else {
                    // Who has nothing to say about a teardown need not refuse it.
                    let runtime = method.is_text(METHOD).then(|| self.runtime.upgrade());
                    let Some(runtime) = runtime.flatten() else {
                        return false;
                    };
                    runtime.answer(served, Ok(Js::absent()));
                    return true;
                };
                let busy = (served, Rc::clone(&handler));
                cell::write(&self.lists).busy.push(busy);
                handler.serve(served, params);
            }
            Effect::Abort { served, .. } => {
                let handler = cell::write(&self.lists).done(served);
                if let Some(handler) = handler {
                    handler.abort(served);
                }
            }
        }
        true
    }

    fn can_serve(&self, method: &Js) -> bool {
        cell::read(&self.lists).handler(method).is_some()
    }

    fn end(&self) {
        let lists = std::mem::take(&mut *cell::write(&self.lists));
        if let Some(teardown) = lists.teardown.upgrade() {
            teardown.end();
        }
        drop(lists);
        let tools = std::mem::take(&mut *cell::write(&self.tools));
        drop(tools);
        if let Some(runtime) = self.runtime.upgrade() {
            teardown::leave(&runtime);
        }
    }
}

impl Runtime {
    /// Listens to an event.
    pub(super) fn listen(&self, event: Event, listener: Rc<Listener>) -> u32 {
        // Nothing is heard any more; what was said stays unsaid.
        if self.is_closed() {
            return 0;
        }
        let late = self.look(|app| app.stored().latest(event).is_some());
        let mut lists = cell::write(&self.surface.lists);
        let first = !lists.listeners.iter().any(|entry| entry.late);
        let id = lists.next();
        lists.listeners.push(Entry {
            id,
            event,
            listener,
            heard: 0,
            late,
        });
        drop(lists);
        if late && first {
            bindings::queue_microtask(self.surface.replays.as_ref().unchecked_ref());
        }
        id
    }

    /// Listens to an event that is not kept, before all others.
    pub(super) fn listen_first(&self, event: Event, listener: Rc<Listener>) -> u32 {
        let id = self.listen(event, listener);
        let listeners = &mut cell::write(&self.surface.lists).listeners;
        if let Some(index) = listeners.iter().position(|entry| entry.id == id) {
            let entry = listeners.remove(index);
            listeners.insert(0, entry);
        }
        id
    }

    /// Does not listen any more.
    pub(super) fn unlisten(&self, id: u32) {
        let mut lists = cell::write(&self.surface.lists);
        let index = lists.listeners.iter().position(|entry| entry.id == id);
        let removed = index.map(|index| lists.listeners.remove(index));
        drop(lists);
        drop(removed);
    }

    /// Tells late listeners what they missed, in the order in which it was said.
    fn replay(&self) {
        let mut late = Vec::new();
        for entry in &mut cell::write(&self.surface.lists).listeners {
            if std::mem::take(&mut entry.late) {
                late.push((entry.id, entry.event));
            }
        }
        let said = |event| self.look(|app| app.stored().latest(event));
        late.sort_by_key(|(_, event)| said(*event).map(|emission| emission.sequence));
        for (id, event) in late {
            if let Some(emission) = said(event) {
                self.surface.tell(id, &emission);
            }
        }
    }

    /// Serves a method of the host's requests. The newest handler of a method serves it.
    pub(super) fn handle(&self, method: String, handler: Rc<dyn Handler>) -> u32 {
        if self.is_closed() {
            return 0;
        }
        let mut lists = cell::write(&self.surface.lists);
        let id = lists.next();
        lists.handlers.push((id, method, handler));
        id
    }

    /// Does not serve it any more.
    pub(super) fn unhandle(&self, id: u32) {
        let mut lists = cell::write(&self.surface.lists);
        let index = lists.handlers.iter().position(|(known, ..)| *known == id);
        let removed = index.map(|index| lists.handlers.remove(index));
        drop(lists);
        drop(removed);
    }

    /// Calls this for a teardown.
    pub(super) fn add_leaver(&self, leaver: Rc<Leaver>) -> u32 {
        let mut lists = cell::write(&self.surface.lists);
        let id = lists.next();
        lists.leavers.push((id, leaver));
        id
    }

    /// Does not call it any more. Whether it was the last one.
    pub(super) fn remove_leaver(&self, id: u32) -> bool {
        let mut lists = cell::write(&self.surface.lists);
        let index = lists.leavers.iter().position(|(known, _)| *known == id);
        let removed = index.map(|index| lists.leavers.remove(index));
        let empty = lists.leavers.is_empty();
        if empty {
            // Whoever comes later has not been called.
            (lists.left, lists.gone) = (false, false);
        }
        drop(lists);
        drop(removed);
        empty
    }

    /// The teardown that is under way; else one that begins, and whom it is to call. When the page goes after the host's teardown, or the
    /// other way round, that is the same one, and calls nobody again.
    pub(super) fn teardown(&self, hides: bool) -> (Rc<Teardown>, Vec<Rc<Leaver>>) {
        let mut lists = cell::write(&self.surface.lists);
        let known = lists.teardown.upgrade();
        let mut leavers = Vec::new();
        if known.is_none() && !lists.gone && !(hides && lists.left) {
            leavers.extend(lists.leavers.iter().map(|(_, leaver)| Rc::clone(leaver)));
            lists.left = true;
        }
        lists.gone |= hides;
        let teardown = known.unwrap_or_else(|| Teardown::new(leavers.len()));
        lists.teardown = Rc::downgrade(&teardown);
        (teardown, leavers)
    }

    /// The page is there again.
    pub(super) fn stays(&self) {
        let lists = &mut *cell::write(&self.surface.lists);
        (lists.left, lists.gone) = (false, false);
    }

    /// Answers a request of the host's.
    pub(super) fn reply(&self, served: Served, answer: Result<Js, (f64, Js, Js)>) {
        let handler = cell::write(&self.surface.lists).done(served);
        drop(handler);
        self.answer(served, answer);
    }
}
