//! What the npm package's engine exports: the state machine behind one opaque handle. The package's own `Widget` stands around it, in
//! TypeScript, and so do the window, the transports and the timer.
//!
//! Nothing here is an API for people. Payloads go through untouched; whatever is to be told goes to one function, as a number of
//! [`Act`] and what belongs to it. No text crosses in either direction, so that the glue needs no way into memory.

use std::cell::{Cell, RefCell};

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::{NEVER, WAKE, tell};
use crate::app::{self, Act, App, Call, Sent};
use crate::bindings;
use crate::cell;
use crate::session::{Millis, Timing};
use crate::wire::{Address, Expect, Finding, Findings, Js, Message, Oddity, Path, Sort, Value};

type State = App<Js, u32>;

/// One connection.
///
/// The state is borrowed for a transition only, never while it tells: what is told may come back in.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Peer {
    app: RefCell<State>,
    tell: Function,
    /// For when the package's timer is set.
    armed: Cell<Millis>,
}

#[wasm_bindgen]
impl Peer {
    /// A connection that is not started; `initialize` is the params of `ui/initialize`, `base` is where ids begin.
    ///
    /// `tell` gets (act, tag, number, value, more), see [`app::Order`]: the tag is a call's, or 1 for a duplicate. It must not throw.
    /// Of a request it says whether anybody serves it, and of a time whether it is to be woken.
    #[wasm_bindgen(constructor)]
    pub fn new(initialize: JsValue, base: f64, tell: Function) -> Self {
        Self {
            app: RefCell::new(App::new(initialize.into(), base)),
            tell,
            armed: Cell::new(NEVER),
        }
    }

    /// Starts the handshake. Alone: there is nobody to ask.
    pub fn start(&self, alone: bool) {
        self.transition(|app, now| {
            if alone {
                app.start_alone(now);
            } else {
                app.start(now);
            }
        });
    }

    /// It is the time that was asked for.
    pub fn wake(&self) {
        self.armed.set(NEVER);
        self.transition(State::tick);
    }

    /// A message came in.
    pub fn receive(&self, message: &JsValue) {
        app::receive(&self.app, Js::lent(message), &bindings::now);
        self.run();
    }

    /// Whose a message is, where several connections hear it: 0 if it is for another one, 1 for this one, 2 for one of them to answer.
    pub fn concerns(&self, message: &JsValue) -> u32 {
        let message = Message::read(Js::lent(message), &mut Findings::new());
        match message.sort {
            Sort::Request | Sort::InvalidRequest | Sort::InvalidParams => 2,
            _ => u32::from(cell::read(&self.app).takes(&Address::of(&message))),
        }
    }

    /// A frame could not be sent, and why; `text` is what that says, if anything. No frame: the transport could not start.
    pub fn refused(&self, frame: JsValue, reason: JsValue, text: JsValue) {
        let (frame, reason) = (Js::from(frame), Js::from(reason));
        if frame.is_absent() {
            self.transition(|app, _| app.fail(Act::Transport, reason));
        } else {
            let sent = Sent::of(&frame);
            self.transition(|app, _| app.send_failed(sent, reason, text.into()));
        }
    }

    /// The transport reported an error, or took a frame only as the JSON that it stands for.
    pub fn odd(&self, cloned: bool) {
        let finding = if cloned {
            Finding::new(Oddity::NotCloneable, Path::Params)
        } else {
            Finding::new(Oddity::TransportError, Path::Root)
        };
        self.transition(|app, _| app.diagnose(finding));
    }

    /// Makes a call, under a number of the package's. `expect` is a number of [`Expect`]; `meta` is the `_meta` of
    /// the params, if it is to get a progress token. Gives the id.
    #[allow(
        clippy::too_many_arguments,
        reason = "an object would have to be taken apart, at a price per call"
    )]
    pub fn call(
        &self,
        tag: u32,
        method: &JsValue,
        params: &JsValue,
        meta: JsValue,
        expect: u32,
        timeout: f64,
        total: f64,
    ) -> f64 {
        let expect = Expect::ALL.get(expect as usize).copied();
        let call = Call {
            method: Js::lent(method),
            params: Js::lent(params),
            meta: Js::from(meta),
            expect: expect.unwrap_or(Expect::Nothing),
            timing: Timing { timeout, total },
        };
        self.transition(|app, now| app.call(call, tag, now))
    }

    /// Gives a call up; `text` is what the host is told.
    pub fn abort(&self, id: f64, reason: JsValue, text: JsValue) {
        self.transition(|app, _| app.abort(id, reason.into(), &text.into()));
    }

    /// Sends a notification. The params may be missing: what is lent has a handle of its own, `undefined` too.
    pub fn notify(&self, method: &JsValue, params: JsValue) {
        self.transition(|app, _| app.notify(Js::lent(method), &params.into()));
    }

    /// Answers a request with a result, or with an error if there is a code (NaN for none).
    pub fn answer(&self, served: u32, code: f64, value: JsValue, data: JsValue) {
        let answer = if code.is_nan() {
            Ok(value.into())
        } else {
            Err((code, value.into(), data.into()))
        };
        self.transition(|app, _| app.answer(served, answer));
    }

    /// Ends the connection.
    pub fn close(&self) {
        self.transition(|app, _| app.close());
    }
}

impl Peer {
    /// Runs a transition, and then what it wants done.
    fn transition<R>(&self, change: impl FnOnce(&mut State, Millis) -> R) -> R {
        // Read before the state is borrowed: a page may have put anything in the clock's place.
        let now = bindings::now();
        let result = change(&mut cell::write(&self.app), now);
        self.run();
        result
    }

    /// Tells what transitions want done, one by one: each may bring new orders, from here or from deeper inside.
    fn run(&self) {
        loop {
            let order = cell::write(&self.app).next_order();
            let Some(order) = order else { break };
            let tag = order.waiter.unwrap_or(u32::from(order.duplicate));
            let (act, number) = (order.act, order.number);
            if !tell(
                &self.tell,
                act as u32,
                tag,
                number,
                &order.value,
                &order.more,
            ) && act == Act::Serve
            {
                cell::write(&self.app).decline(number as u32);
            }
        }
        let wake = cell::read(&self.app).next_wake();
        let armed = self.armed.get();
        // A timer that is set for an earlier time stays: it finds nothing due then, and is set anew.
        if armed > wake || (wake == NEVER && armed < NEVER) {
            let nothing = Js::absent();
            // Set before it is told: what is told may come back in.
            self.armed.set(wake);
            if !tell(&self.tell, WAKE, 0, wake, &nothing, &nothing) {
                self.armed.set(NEVER);
            }
        }
    }
}
