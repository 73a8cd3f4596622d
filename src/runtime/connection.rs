//! One connection in a page.

use std::cell::RefCell;
use std::fmt;
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;

use super::handlers::{Handler, Handlers};
use super::listeners::{Listener, ListenerId, Listeners};
use super::timer::Timer;
use crate::app::{self, App, Call, Effect, Emission, Event, Failure, Outcome, Sent, Status};
use crate::bindings;
use crate::cell;
use crate::session::{Served, Session, take};
use crate::transport::{Member, PostMessage, Transport};
use crate::wire::{Address, ErrorCode, Finding, Js, Oddity, Value};

/// Whoever waits for a call.
pub(crate) trait Waiter {
    /// How it ended; called exactly once.
    fn settle(&self, id: f64, outcome: Outcome<Js>);
    /// Progress on the way there.
    fn progress(&self, params: Js);
}

pub(crate) type State = App<Js, Rc<dyn Waiter>>;

/// One connection in a page.
///
/// The state is borrowed for a transition only, never while foreign code runs: sends, settles, listeners and handlers may come back in.
pub(crate) struct Runtime {
    app: RefCell<State>,
    transport: RefCell<Option<Rc<dyn Transport>>>,
    /// What is to be sent before the transport has started.
    held: RefCell<Vec<(Js, Sent)>>,
    listeners: RefCell<Listeners>,
    handlers: RefCell<Handlers>,
    timer: Timer,
    replays: Closure<dyn Fn()>,
}

impl fmt::Debug for Runtime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Runtime").finish_non_exhaustive()
    }
}

impl Runtime {
    /// A connection that is not started. `initialize` is the params of `ui/initialize`.
    pub(crate) fn new(initialize: Js) -> Rc<Self> {
        Rc::new_cyclic(|me: &Weak<Self>| {
            let (ticker, replayer) = (me.clone(), me.clone());
            Self {
                app: RefCell::new(App::new(
                    initialize,
                    bindings::random() * Session::<()>::MAX_BASE,
                )),
                transport: RefCell::default(),
                held: RefCell::default(),
                listeners: RefCell::default(),
                handlers: RefCell::default(),
                timer: Timer::new(move || with(&ticker, Self::tick)),
                replays: Closure::new(move || with(&replayer, Self::replay)),
            }
        })
    }

    /// Connects to the parent window.
    pub(crate) fn start_in_window(self: &Rc<Self>) {
        match PostMessage::new() {
            Ok(transport) => {
                PostMessage::join(Rc::clone(self) as Rc<dyn Member>);
                self.start(Rc::new(transport));
            }
            Err(_) => {
                // In a task of its own, so that whoever connects can attach listeners first.
                let me = Rc::downgrade(self);
                let fail = Closure::once_into_js(move || {
                    with(&me, |runtime| {
                        runtime.transition(|app, _| app.fail(Failure::NoHost));
                    });
                });
                let _ = bindings::set_timeout(fail.unchecked_ref(), 0.0);
            }
        }
    }

    /// Starts the handshake over this transport, unless the connection is closed by now.
    pub(crate) fn start(&self, transport: Rc<dyn Transport>) {
        if self.look(State::status) == Status::Closed {
            transport.close();
            return;
        }
        *cell::write(&self.transport) = Some(transport);
        let held = std::mem::take(&mut *cell::write(&self.held));
        for (frame, sent) in held {
            self.send(frame, sent);
        }
        self.transition(State::start);
    }

    /// Runs a transition, and then what it wants done.
    pub(crate) fn transition<R>(&self, change: impl FnOnce(&mut State, f64) -> R) -> R {
        // Read before the state is borrowed: a page may have put anything in the clock's place.
        let now = bindings::now();
        let result = change(&mut cell::write(&self.app), now);
        self.run();
        result
    }

    fn tick(&self) {
        // After a long stop (a breakpoint, a suspended page) answers may be waiting behind this task: they come first.
        if !self.timer.fired_late() {
            self.transition(State::tick);
        }
    }

    /// Looks at the state. `look` must run no foreign code.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&cell::read(&self.app))
    }

    /// Makes a call.
    pub(crate) fn call(&self, call: Call<Js>, waiter: Rc<dyn Waiter>) -> f64 {
        self.transition(|app, now| app.call(call, waiter, now))
    }

    /// Listens to an event.
    pub(crate) fn listen(&self, event: Event, listener: Rc<Listener>, replay: bool) -> ListenerId {
        // Nothing is heard any more; what was said stays unsaid.
        if self.look(State::status) == Status::Closed {
            return 0;
        }
        let id = cell::write(&self.listeners).add(event, listener);
        let kept = replay && self.look(|app| app.stored().latest(event).is_some());
        if kept && cell::write(&self.listeners).want_replay(id) {
            bindings::queue_microtask(self.replays.as_ref().unchecked_ref());
        }
        id
    }

    /// Does not listen any more.
    pub(crate) fn unlisten(&self, id: ListenerId) {
        // Dropped after the borrow: a listener may own what comes back in when it goes.
        let removed = cell::write(&self.listeners).remove(id);
        drop(removed);
    }

    /// Tells late listeners what they missed, in the order in which it was said.
    fn replay(&self) {
        let mut wanting = cell::write(&self.listeners).take_replays();
        // The earliest first, one by one: what one listener does may silence the next.
        loop {
            let earliest = self.look(|app| {
                let latest = |(index, (_, event)): (usize, &(ListenerId, Event))| {
                    Some((app.stored().latest(*event)?.sequence, index))
                };
                wanting.iter().enumerate().filter_map(latest).min()
            });
            let Some((_, index)) = earliest else { break };
            let Some((id, event)) = take(&mut wanting, index) else {
                break;
            };
            let emission = self.look(|app| app.stored().latest(event).cloned());
            if let Some(emission) = emission {
                self.tell(id, &emission, true);
            }
        }
    }

    fn emit(&self, emission: &Emission<Js>) {
        let ids = cell::read(&self.listeners).ids(emission.event);
        for id in ids {
            self.tell(id, emission, false);
        }
    }

    /// Tells one listener, unless it is gone or knows already.
    fn tell(&self, id: ListenerId, emission: &Emission<Js>, replayed: bool) {
        let listener = cell::write(&self.listeners).next_for(id, emission.sequence);
        if let Some(listener) = listener {
            listener(emission, replayed);
        }
    }

    /// Serves a method of the host's requests. The newest handler of a method serves it.
    pub(crate) fn handle(&self, method: String, handler: Rc<dyn Handler>) -> u32 {
        if self.look(State::status) == Status::Closed {
            return 0;
        }
        cell::write(&self.handlers).add(method, handler)
    }

    /// Does not serve it any more.
    pub(crate) fn unhandle(&self, id: u32) {
        let removed = cell::write(&self.handlers).remove(id);
        drop(removed);
    }

    /// Answers a request of the host's.
    pub(crate) fn answer(&self, served: Served, answer: Result<Js, (f64, Js, Js)>) {
        let handler = cell::write(&self.handlers).done(served);
        drop(handler);
        self.transition(|app, _| app.answer(served, answer));
    }

    /// The transport refused a frame after it had taken it.
    pub(crate) fn refused(&self, frame: &Js, reason: Js) {
        let sent = Sent::of(frame);
        let message = message_of(reason.as_js());
        self.transition(|app, _| app.send_failed(sent, reason, message));
    }

    /// Ends the connection.
    pub(crate) fn close(&self) {
        self.transition(|app, _| app.close());
        let transport = cell::write(&self.transport).take();
        if let Some(transport) = transport {
            transport.close();
        }
        PostMessage::leave(self);
        cell::write(&self.held).clear();
        let listeners = std::mem::take(&mut *cell::write(&self.listeners));
        let handlers = std::mem::take(&mut *cell::write(&self.handlers));
        drop((listeners, handlers));
    }

    /// Does what transitions want done, one by one: each may bring new effects, from here or from deeper inside.
    fn run(&self) {
        loop {
            let effect = cell::write(&self.app).next_effect();
            match effect {
                Some(effect) => self.perform(effect),
                None => break,
            }
        }
        self.timer.arm(self.look(State::wake));
    }

    fn perform(&self, effect: Effect<Js, Rc<dyn Waiter>>) {
        match effect {
            Effect::Send { frame, sent } => self.send(frame, sent),
            Effect::Settle {
                waiter,
                id,
                outcome,
            } => waiter.settle(id, outcome),
            Effect::Progress { waiter, params } => waiter.progress(params),
            Effect::Emit(emission) => self.emit(&emission),
            Effect::Serve {
                served,
                method,
                params,
            } => {
                let handler = cell::write(&self.handlers).begin(&method, served);
                match handler {
                    Some(handler) => handler.serve(served, params),
                    None => {
                        let code = ErrorCode::MethodNotFound;
                        let message = Js::from_text(code.message());
                        cell::write(&self.app).answer(
                            served,
                            Err((f64::from(code.number()), message, Js::absent())),
                        );
                    }
                }
            }
            Effect::Abort { served, reason } => {
                let handler = cell::write(&self.handlers).done(served);
                if let Some(handler) = handler {
                    handler.abort(served, reason);
                }
            }
        }
    }

    fn send(&self, frame: Js, sent: Sent) {
        let transport = cell::read(&self.transport).clone();
        let Some(transport) = transport else {
            if self.look(State::status) != Status::Closed {
                cell::write(&self.held).push((frame, sent));
            }
            return;
        };
        let Err(error) = transport.send(frame.as_js()) else {
            return;
        };
        // A request with a Proxy or a function in it (a framework's reactive object, say) goes as the JSON that it stands for.
        if !matches!(sent, Sent::Answer(_)) && is_clone_error(&error) {
            let copy = bindings::json_stringify(frame.as_js())
                .and_then(|text| bindings::json_parse(&text));
            if let Ok(copy) = copy
                && transport.send(&copy).is_ok()
            {
                cell::write(&self.app).diagnose(Finding {
                    oddity: Oddity::NotCloneable,
                    path: "/params",
                    index: None,
                });
                return;
            }
        }
        let message = message_of(&error);
        cell::write(&self.app).send_failed(sent, Js::from(error), message);
    }
}

impl Member for Runtime {
    fn receive(&self, message: &Js) {
        app::receive(&self.app, message, &bindings::now);
        self.run();
    }

    fn takes(&self, address: &Address) -> bool {
        self.look(|app| app.takes(address))
    }

    fn can_serve(&self, method: &str) -> bool {
        cell::read(&self.handlers).find(method).is_some()
    }
}

fn is_clone_error(error: &JsValue) -> bool {
    read(error, "name").is_text("DataCloneError")
}

/// What an exception says; absent if nothing.
fn message_of(error: &JsValue) -> Js {
    let message = read(error, "message");
    if message.as_js().is_string() {
        message
    } else {
        Js::absent()
    }
}

/// A member of an exception, inherited too: a `DOMException` has no others.
fn read(error: &JsValue, name: &str) -> Js {
    let read = if error.is_object() {
        bindings::reflect_get(error, &name.into()).ok()
    } else {
        None
    };
    read.map_or_else(Js::absent, Js::from)
}

fn with(runtime: &Weak<Runtime>, run: impl FnOnce(&Runtime)) {
    if let Some(runtime) = runtime.upgrade() {
        run(&runtime);
    }
}
