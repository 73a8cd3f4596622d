//! One client's connection with its server, over HTTP.

use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;

use super::message_of;
use super::timer::Timer;
use crate::bindings;
use crate::cell;
use crate::client::{self, Client, Refusal, Version};
use crate::rpc::{Act, Order, Sent, Status};
use crate::session::{Match, Served};
use crate::transport::http::{Http, Sink, StreamState};
use crate::wire::{Finding, Js, Oddity, Path};

/// Who stands above a client's connection, and hears what it has to say.
pub(crate) trait Above: Sized + 'static {
    /// Whoever waits for a call.
    type Waiter: Clone;

    /// Does what the state machine wants done. For a request: whether there is somebody to serve it.
    fn perform(&self, link: &Link<Self>, order: Order<Js, Self::Waiter>) -> bool;

    /// The server can speak for itself, or not.
    fn streams(&self, state: StreamState);
}

pub(crate) type State<A> = Client<Js, <A as Above>::Waiter>;

/// One connection. The state is borrowed for a transition only, as in [`super::Runtime`].
pub(crate) struct Link<A: Above> {
    client: RefCell<State<A>>,
    http: OnceCell<Rc<Http>>,
    timer: Timer,
    pub(crate) above: A,
}

impl<A: Above> fmt::Debug for Link<A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Link").finish_non_exhaustive()
    }
}

impl<A: Above> Link<A> {
    /// A connection that is not started.
    pub(crate) fn new(
        client: State<A>,
        http: impl FnOnce(Weak<dyn Sink>) -> Rc<Http>,
        above: A,
    ) -> Rc<Self> {
        let link = Rc::new_cyclic(|me: &Weak<Self>| {
            let ticker = me.clone();
            let tick = move || {
                if let Some(link) = ticker.upgrade() {
                    link.tick();
                }
            };
            Self {
                client: RefCell::new(client),
                http: OnceCell::new(),
                timer: Timer::new(tick),
                above,
            }
        });
        let me: Weak<Self> = Rc::downgrade(&link);
        let _ = link.http.set(http(me));
        link
    }

    pub(crate) fn start(&self, known: Option<Version>) {
        self.transition(|client, now| client.start(known, now));
    }

    /// Runs a transition, and then what it wants done.
    pub(crate) fn transition<R>(&self, change: impl FnOnce(&mut State<A>, f64) -> R) -> R {
        let now = bindings::now();
        let result = change(&mut cell::write(&self.client), now);
        self.run();
        result
    }

    /// Looks at the state. `look` must run no foreign code.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&State<A>) -> R) -> R {
        look(&cell::read(&self.client))
    }

    fn tick(&self) {
        // After a long stop answers may be waiting behind this task: they come first.
        if !self.timer.fired_late() {
            self.transition(State::<A>::tick);
        }
    }

    /// There will be no connection: whoever has a session for us is told.
    pub(crate) fn hang_up(&self) {
        if let Some(http) = self.http.get() {
            // Nobody waits for the farewell.
            drop(http.close());
        }
    }

    /// Ends the connection. The promise is kept when the server knows, or could have known.
    pub(crate) fn close(&self) -> js_sys::Promise {
        self.transition(|client, _| client.close());
        match self.http.get() {
            Some(http) => http.close(),
            None => js_sys::Promise::resolve(&JsValue::UNDEFINED),
        }
    }

    /// Does what transitions want done, one by one: each may bring new orders, from here or from deeper inside.
    fn run(&self) {
        loop {
            let order = cell::write(&self.client).next_order();
            let Some(order) = order else { break };
            let Some(http) = self.http.get() else { break };
            match order.act {
                Act::Send => {
                    let hints = client::hints(&self.client, &order.value);
                    if let Err(error) = http.send(order.number, &order.value, &hints) {
                        let (sent, message) = (Sent::of(&order.value), message_of(&error));
                        let now = bindings::now();
                        cell::write(&self.client).send_failed(sent, error.into(), message, now);
                    }
                }
                Act::Drop => http.abandon(order.number),
                Act::Forget => http.forget(),
                Act::Listen if order.number == 2.0 => http.open_old(),
                Act::Listen => http.listen(order.number == 1.0),
                act => {
                    let served = (act == Act::Serve).then_some(order.number);
                    if !self.above.perform(self, order)
                        && let Some(served) = served
                    {
                        cell::write(&self.client).decline(served as Served);
                    }
                }
            }
        }
        self.timer.arm(self.look(State::<A>::wake));
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.look(State::<A>::status) == Status::Closed
    }

    /// There is no connection, and there will be none.
    pub(crate) fn is_over(&self) -> bool {
        self.look(|client| matches!(client.status(), Status::Closed | Status::Failed))
    }
}

impl<A: Above> Sink for Link<A> {
    fn sent(&self, id: f64) {
        self.transition(|client, now| client.sent(id, now));
    }

    fn receive(&self, message: &Js, carried: f64) {
        client::receive(&self.client, message, carried, &bindings::now);
        self.run();
    }

    fn refused(&self, id: f64, refusal: Refusal<Js>) {
        self.transition(|client, now| client.refused(id, refusal, now));
    }

    fn waits(&self, id: f64) -> bool {
        !self.is_over() && self.look(|client| client.find(id)) == Match::Pending
    }

    fn opened(&self, refusal: Option<Refusal<Js>>) {
        self.transition(|client, now| client.opened(refusal, now));
    }

    fn odd(&self, is_message: bool) {
        let oddity = if is_message {
            Oddity::EventData
        } else {
            Oddity::EventName
        };
        self.transition(|client, _| client.diagnose(Finding::new(oddity, Path::Root)));
    }

    fn streams(&self, state: StreamState) {
        self.above.streams(state);
    }
}
