//! One connection in a page.

use std::cell::RefCell;
use std::fmt;
use std::rc::{Rc, Weak};

use super::timer::Timer;
use super::{message_of, read};
use crate::app::{self, Act, App, Order, Sent, Status};
use crate::bindings;
use crate::cell;
use crate::session::{Served, Session};
use crate::transport::{Member, PostMessage, Transport};
use crate::wire::{Address, Finding, Js, Oddity, Path, Value};

/// Who stands above a connection, and hears what it has to say.
pub(crate) trait Surface: Sized + 'static {
    /// Whoever waits for a call.
    type Waiter: Clone;

    /// Does what the state machine wants done. For a request: whether there is somebody to serve it.
    fn perform(&self, order: Order<Js, Self::Waiter>) -> bool;

    /// Whether there is somebody to serve this method.
    fn can_serve(&self, method: &Js) -> bool;

    /// Nothing will be said any more.
    fn end(&self) {}
}

pub(crate) type State<S> = App<Js, <S as Surface>::Waiter>;

/// One connection in a page.
///
/// The state is borrowed for a transition only, never while foreign code runs: sends, settles, listeners and handlers may come back in.
pub(crate) struct Runtime<S: Surface> {
    app: RefCell<State<S>>,
    transport: RefCell<Option<Rc<dyn Transport>>>,
    /// What is to be sent before the transport has started.
    held: RefCell<Vec<Js>>,
    timer: Timer,
    pub(crate) surface: S,
}

impl<S: Surface> fmt::Debug for Runtime<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Runtime").finish_non_exhaustive()
    }
}

impl<S: Surface> Runtime<S> {
    /// A connection that is not started. `initialize` is the params of `ui/initialize`.
    pub(crate) fn new(initialize: Js, surface: impl FnOnce(&Weak<Self>) -> S) -> Rc<Self> {
        let base = bindings::random() * Session::<()>::RANDOM_BASE;
        Rc::new_cyclic(|me: &Weak<Self>| {
            let ticker = me.clone();
            let tick = move || {
                if let Some(runtime) = ticker.upgrade() {
                    runtime.tick();
                }
            };
            Self {
                app: RefCell::new(App::new(initialize, base)),
                transport: RefCell::default(),
                held: RefCell::default(),
                timer: Timer::new(tick),
                surface: surface(me),
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
            Err(_) => self.transition(State::<S>::start_alone),
        }
    }

    /// Starts the handshake over this transport, unless the connection is closed by now.
    pub(crate) fn start(&self, transport: Rc<dyn Transport>) {
        if self.is_closed() {
            transport.close();
            return;
        }
        *cell::write(&self.transport) = Some(transport);
        let held = std::mem::take(&mut *cell::write(&self.held));
        for frame in held {
            self.send(&frame);
        }
        self.transition(State::<S>::start);
    }

    /// Runs a transition, and then what it wants done.
    pub(crate) fn transition<R>(&self, change: impl FnOnce(&mut State<S>, f64) -> R) -> R {
        // Read before the state is borrowed: a page may have put anything in the clock's place.
        let now = bindings::now();
        let result = change(&mut cell::write(&self.app), now);
        self.run();
        result
    }

    fn tick(&self) {
        // After a long stop (a breakpoint, a suspended page) answers may be waiting behind this task: they come first.
        if !self.timer.fired_late() {
            self.transition(State::<S>::tick);
        }
    }

    /// Looks at the state. `look` must run no foreign code.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&State<S>) -> R) -> R {
        look(&cell::read(&self.app))
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.look(State::<S>::status) == Status::Closed
    }

    /// Answers a request of the host's.
    pub(crate) fn answer(&self, served: Served, answer: Result<Js, (f64, Js, Js)>) {
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
        self.surface.end();
    }

    /// Does what transitions want done, one by one: each may bring new orders, from here or from deeper inside.
    fn run(&self) {
        loop {
            let order = cell::write(&self.app).next_order();
            let Some(order) = order else { break };
            let served = (order.act == Act::Serve).then_some(order.number);
            if order.act == Act::Send {
                self.send(&order.value);
            } else if !self.surface.perform(order)
                && let Some(served) = served
            {
                cell::write(&self.app).decline(served as Served);
            }
        }
        self.timer.arm(self.look(State::<S>::next_wake));
    }

    fn send(&self, frame: &Js) {
        let transport = cell::read(&self.transport).clone();
        let Some(transport) = transport else {
            if !self.is_closed() {
                cell::write(&self.held).push(frame.clone());
            }
            return;
        };
        let Err(error) = transport.send(frame.as_js()) else {
            return;
        };
        let sent = Sent::of(frame);
        // A request with a Proxy or a function in it (a framework's reactive object, say) goes as the JSON that it stands for.
        if !matches!(sent, Sent::Answer(_)) && read(&error, "name").is_text("DataCloneError") {
            let copy = bindings::json_stringify(frame.as_js())
                .and_then(|text| bindings::json_parse(&text));
            if let Ok(copy) = copy
                && transport.send(&copy).is_ok()
            {
                let finding = Finding::new(Oddity::NotCloneable, Path::Params);
                cell::write(&self.app).diagnose(finding);
                return;
            }
        }
        let message = message_of(&error);
        cell::write(&self.app).send_failed(sent, Js::from(error), message);
    }
}

impl<S: Surface> Member for Runtime<S> {
    fn receive(&self, message: &Js) {
        app::receive(&self.app, message, &bindings::now);
        self.run();
    }

    fn takes(&self, address: &Address<Js>) -> bool {
        self.look(|app| app.takes(address))
    }

    fn can_serve(&self, method: &Js) -> bool {
        self.surface.can_serve(method)
    }
}
