//! Who listens to what, who serves which method, and who waits for which call.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;

use super::teardown::{self, Leaver, METHOD, Teardown};
use super::tools::Tools;
use crate::app::{self, Effect, Emission, Event, Order};
use crate::bindings;
use crate::cell;
use crate::runtime::{self, Surface};
use crate::session::{Millis, Served};
use crate::surface::{Caller, Handlers, Reply, Request, Serving, Slot};
use crate::wire::{Js, Value};

/// A connection with these listeners and handlers.
pub(super) type Runtime = runtime::Runtime<Registry>;

/// Told of an emission.
pub(super) type Listener = dyn Fn(&Emission<Js>);

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
    /// Called for a teardown.
    leavers: Vec<(u32, Rc<Leaver>)>,
    /// The teardown that is under way.
    teardown: Weak<Teardown>,
    /// They were called.
    left: bool,
    /// They were, for the page goes.
    gone: bool,
}

impl Lists {
    fn next(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.last
    }
}

/// The listeners and handlers of a widget.
///
/// None of them is called, cloned or dropped while the lists are borrowed: it may come back in.
pub(crate) struct Registry {
    lists: RefCell<Lists>,
    handlers: Handlers,
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
            handlers: Handlers::default(),
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
                if self.handlers.serve(served, &method, params) {
                    return true;
                }
                // Who has nothing to say about a teardown need not refuse it.
                let runtime = method.is_text(METHOD).then(|| self.runtime.upgrade());
                let Some(runtime) = runtime.flatten() else {
                    return false;
                };
                runtime.answer(served, Ok(Js::absent()));
            }
            Effect::Abort { served, .. } => self.handlers.abort(served),
        }
        true
    }

    fn can_serve(&self, method: &Js) -> bool {
        self.handlers.can_serve(method)
    }

    fn end(&self) {
        let lists = std::mem::take(&mut *cell::write(&self.lists));
        if let Some(teardown) = lists.teardown.upgrade() {
            teardown.end();
        }
        drop(lists);
        self.handlers.clear();
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

    /// Does not serve it any more.
    pub(super) fn unhandle(&self, id: u32) {
        self.surface.handlers.remove(id);
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
}

impl Serving for Runtime {
    fn handlers(&self) -> Option<&Handlers> {
        (!self.is_closed()).then_some(&self.surface.handlers)
    }

    fn reply(&self, served: Served, answer: Reply) {
        let handler = self.surface.handlers.done(served);
        drop(handler);
        self.answer(served, answer);
    }
}

impl Caller for Runtime {
    fn call(&self, request: Request, slot: Rc<Slot>) -> f64 {
        let call = app::Call {
            method: &request.method,
            params: &request.params,
            meta: request.meta,
            expect: request.expect,
            timing: request.timing,
        };
        self.transition(|app, now| app.call(call, slot, now))
    }

    fn give_up(&self, id: f64) {
        self.transition(|app, _| app.abort(id, Js::absent(), &Js::absent()));
    }

    fn context(&self) -> Js {
        self.look(|app| app.host().map(|host| host.context.clone()))
            .unwrap_or_else(Js::absent)
    }
}
