//! Who listens to what, who serves which method, and what the server is to tell.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

use super::known;
use crate::cell;
use crate::client;
use crate::rpc::{Act, Order, Packed, Status, outcome};
use crate::runtime::{self, Above};
use crate::session::Served;
use crate::surface::{Caller, Handlers, Reply, Request, Serving, Slot, Subscription, set};
use crate::transport::http::StreamState;
use crate::wire::{Diagnostic, Expect, Js, Value};

/// A connection with these listeners and handlers.
pub(super) type Link = runtime::Link<Registry>;

/// What can be listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Tools,
    Resources,
    Prompts,
    Status,
    Stream,
    Diagnostic,
    ResourceUpdated,
    Log,
    Notification,
}

impl Event {
    /// The lists, by their numbers, and what asks for their changes.
    const LISTS: [(Self, &'static str); 3] = [
        (Self::Tools, "toolsListChanged"),
        (Self::Resources, "resourcesListChanged"),
        (Self::Prompts, "promptsListChanged"),
    ];
}

/// What goes with an event.
#[derive(Debug)]
pub(super) enum Told {
    Nothing,
    Status(Status),
    Stream(StreamState),
    Diagnostic(Diagnostic),
    Notification { method: Js, params: Js },
}

type Listener = dyn Fn(&Told);

struct Entry {
    id: u32,
    event: Event,
    listener: Rc<Listener>,
}

/// What the server is to tell besides its answers.
#[derive(Default, PartialEq)]
struct Wanted {
    anything: bool,
    lists: [bool; Event::LISTS.len()],
    uris: Vec<String>,
}

impl Wanted {
    /// The filter of `subscriptions/listen`; absent for nothing.
    fn filter(&self) -> Js {
        if !self.anything {
            return Js::absent();
        }
        let filter = Object::new().into();
        for ((_, name), _) in Event::LISTS
            .iter()
            .zip(self.lists)
            .filter(|(_, wanted)| *wanted)
        {
            set(&filter, name, &JsValue::TRUE);
        }
        if !self.uris.is_empty() {
            let uris: Array = self.uris.iter().map(JsValue::from).collect();
            set(&filter, "resourceSubscriptions", &uris);
        }
        Js::from(filter)
    }
}

#[derive(Default)]
struct Lists {
    last: u32,
    /// In the order in which they came.
    listeners: Vec<Entry>,
    /// The resources that are subscribed to, and by how many.
    subscribed: Vec<(String, u32)>,
    wanted: Wanted,
    /// There was a connection before.
    again: bool,
}

/// The listeners and handlers of a client.
///
/// None of them is called, cloned or dropped while the lists are borrowed: it may come back in.
pub(crate) struct Registry {
    lists: RefCell<Lists>,
    handlers: Handlers,
    stream: Cell<StreamState>,
    origin: String,
}

impl Registry {
    pub(super) fn new(origin: String) -> Self {
        Self {
            lists: RefCell::default(),
            handlers: Handlers::default(),
            stream: Cell::new(StreamState::None),
            origin,
        }
    }

    pub(super) fn stream(&self) -> StreamState {
        self.stream.get()
    }

    fn emit(&self, event: Event, told: &Told) {
        let heard = |entry: &&Entry| entry.event == event;
        let ids: Vec<_> = cell::read(&self.lists)
            .listeners
            .iter()
            .filter(heard)
            .map(|entry| entry.id)
            .collect();
        for id in ids {
            // Unless it is gone by now.
            let lists = cell::read(&self.lists);
            let entry = lists.listeners.iter().find(|entry| entry.id == id);
            let listener = entry.map(|entry| Rc::clone(&entry.listener));
            drop(lists);
            if let Some(listener) = listener {
                listener(told);
            }
        }
    }

    fn change_status(&self, link: &Link, status: Status) {
        match status {
            Status::Connecting => {}
            Status::Ready => {
                if let Some(version) = link.look(|client| client.server().map(|it| it.version)) {
                    known::remember(&self.origin, version);
                }
                let mut lists = cell::write(&self.lists);
                let again = std::mem::replace(&mut lists.again, true);
                let uris: Vec<_> = lists
                    .subscribed
                    .iter()
                    .map(|(uri, _)| uri.clone())
                    .collect();
                drop(lists);
                // A server that has forgotten us has forgotten that, too.
                for uri in uris.into_iter().filter(|_| again) {
                    link.ask("resources/subscribe", &uri);
                }
            }
            Status::Failed => {
                known::forget(&self.origin);
                link.hang_up();
                self.handlers.clear();
            }
            Status::Closed => self.handlers.clear(),
        }
        self.emit(Event::Status, &Told::Status(status));
        if status == Status::Closed {
            // Nothing is heard any more.
            let lists = std::mem::take(&mut *cell::write(&self.lists));
            drop(lists);
        }
    }

    fn notify(&self, method: Js, params: Js) {
        let event = match method.text().as_deref() {
            // What our own request has to hear.
            Some("notifications/subscriptions/acknowledged") => return,
            Some("notifications/message") => Some(Event::Log),
            Some("notifications/resources/updated") => Some(Event::ResourceUpdated),
            _ => None,
        };
        let told = Told::Notification { method, params };
        if let Some(event) = event {
            self.emit(event, &told);
        }
        self.emit(Event::Notification, &told);
    }

    fn wanted(&self) -> Wanted {
        let lists = cell::read(&self.lists);
        let listens = |event| lists.listeners.iter().any(|entry| entry.event == event);
        let mut uris: Vec<_> = lists
            .subscribed
            .iter()
            .map(|(uri, _)| uri.clone())
            .collect();
        uris.sort();
        // What is not in the filter is not told.
        let all = listens(Event::Notification);
        let wanted = Event::LISTS.map(|(event, _)| all || listens(event));
        Wanted {
            anything: wanted.contains(&true)
                || !uris.is_empty()
                || !self.handlers.is_empty()
                || listens(Event::Log),
            lists: wanted,
            uris,
        }
    }
}

impl Above for Registry {
    type Waiter = Rc<Slot>;

    fn perform(&self, link: &Link, order: Order<Js, Rc<Slot>>) -> bool {
        let Order {
            act,
            number,
            value,
            more,
            waiter,
            ..
        } = order;
        match (act, waiter) {
            (Act::Progress, Some(waiter)) => waiter.progress(&value),
            (act, Some(waiter)) => waiter.settle(outcome(act, value, more)),
            (Act::Serve, _) => return self.handlers.serve(number as Served, &more, value),
            (Act::Abort, _) => self.handlers.abort(number as Served),
            (Act::StatusChange, _) => {
                let number = value.number().unwrap_or_default() as usize;
                let status = Status::ALL.get(number).copied();
                self.change_status(link, status.unwrap_or(Status::Closed));
            }
            (Act::ListChanged, _) => {
                let number = value.number().unwrap_or_default() as usize;
                if let Some((event, _)) = Event::LISTS.get(number) {
                    self.emit(*event, &Told::Nothing);
                }
            }
            (Act::Diagnostic, _) => {
                let diagnostic = Packed::diagnostic(&value, &more);
                self.emit(Event::Diagnostic, &Told::Diagnostic(diagnostic));
            }
            (Act::Notification, _) => self.notify(more, value),
            _ => {}
        }
        true
    }

    fn streams(&self, state: StreamState) {
        if self.stream.replace(state) != state {
            self.emit(Event::Stream, &Told::Stream(state));
        }
    }
}

impl Link {
    /// Listens to an event. Of no effect on a client that is closed.
    pub(super) fn listen(
        self: &Rc<Self>,
        event: Event,
        listener: impl Fn(&Told) + 'static,
    ) -> Subscription {
        let mut id = 0;
        if !self.is_closed() {
            let mut lists = cell::write(&self.above.lists);
            lists.last = lists.last.wrapping_add(1);
            id = lists.last;
            let listener = Rc::new(listener);
            lists.listeners.push(Entry {
                id,
                event,
                listener,
            });
        }
        self.refresh();
        Subscription::new(self, move |link: &Self| {
            let mut lists = cell::write(&link.above.lists);
            let index = lists.listeners.iter().position(|entry| entry.id == id);
            let removed = index.map(|index| lists.listeners.remove(index));
            drop(lists);
            drop(removed);
            link.refresh();
        })
    }

    /// Has a handler taken away by its number in the end.
    pub(super) fn handled(self: &Rc<Self>, id: u32) -> Subscription {
        self.refresh();
        Subscription::new(self, move |link: &Self| {
            link.above.handlers.remove(id);
            link.refresh();
        })
    }

    /// Counts who subscribes to a resource. The server is not asked here; it is told in the end.
    pub(super) fn subscribe(self: &Rc<Self>, uri: &str) -> Subscription {
        let mut lists = cell::write(&self.above.lists);
        let subscribed = &mut lists.subscribed;
        match subscribed.iter_mut().find(|(known, _)| known == uri) {
            Some((_, count)) => *count += 1,
            None => subscribed.push((uri.into(), 1)),
        }
        drop(lists);
        self.refresh();
        let uri = uri.to_owned();
        Subscription::new(self, move |link: &Self| link.unsubscribe(&uri))
    }

    fn unsubscribe(&self, uri: &str) {
        let mut lists = cell::write(&self.above.lists);
        let subscribed = &mut lists.subscribed;
        let Some(index) = subscribed.iter().position(|(known, _)| known == uri) else {
            return;
        };
        subscribed[index].1 -= 1;
        let last = subscribed[index].1 == 0;
        if last {
            subscribed.swap_remove(index);
        }
        drop(lists);
        if last {
            self.refresh();
            let is_legacy = |server: &client::Server<Js>| !server.version.is_modern();
            if self.look(|client| client.server().is_some_and(is_legacy)) {
                self.ask("resources/unsubscribe", uri);
            }
        }
    }

    /// Tells the core what is to be heard of.
    fn refresh(&self) {
        if self.is_closed() {
            return;
        }
        let wanted = self.above.wanted();
        if cell::read(&self.above.lists).wanted == wanted {
            return;
        }
        let filter = wanted.filter();
        cell::write(&self.above.lists).wanted = wanted;
        self.transition(|client, now| client.listen(filter, now));
    }

    /// Makes a request about a resource for whose answer nobody waits.
    fn ask(&self, method: &str, uri: &str) {
        let params = Object::new().into();
        set(&params, "uri", &uri.into());
        let request = Request {
            method: Js::from_text(method),
            params: Js::from(params),
            meta: Js::absent(),
            expect: Expect::Nothing,
            timing: crate::session::Timing::default(),
        };
        self.call(request, Rc::default());
    }
}

impl Serving for Link {
    fn handlers(&self) -> Option<&Handlers> {
        (!self.is_over()).then_some(&self.above.handlers)
    }

    fn reply(&self, served: Served, answer: Reply) {
        let handler = self.above.handlers.done(served);
        drop(handler);
        self.transition(|client, _| client.answer(served, answer));
    }
}

impl Caller for Link {
    fn call(&self, request: Request, slot: Rc<Slot>) -> f64 {
        let call = client::Call {
            method: request.method,
            params: request.params,
            meta: request.meta,
            expect: request.expect,
            timing: request.timing,
        };
        self.transition(|client, now| client.call(call, slot, now))
    }

    fn give_up(&self, id: f64) {
        self.transition(|client, now| client.abort(id, Js::absent(), &Js::absent(), now));
    }
}
