//! What the client's engine exports to the npm package: the state machine and the parser of event streams, behind opaque handles. HTTP and
//! the timer are the package's own, in TypeScript.
//!
//! Payloads go through untouched; whatever is to be told goes to one function, as a number of [`Act`](crate::rpc::Act) and what belongs
//! to it.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::*;

use super::{NEVER, WAKE, tell};
use crate::bindings;
use crate::cell;
use crate::client::{self, Call, Refusal, Version};
use crate::http::sse::{Found, Limits, Parser};
use crate::http::value;
use crate::rpc::Act;
use crate::session::{Match, Millis, Timing};
use crate::wire::{Expect, Finding, Js, Oddity, Path, Value};

type State = client::Client<Js, u32>;

/// One connection with a server.
///
/// The state is borrowed for a transition only, never while it tells: what is told may come back in.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client {
    state: RefCell<State>,
    tell: Function,
    /// For when the package's timer is set.
    armed: Cell<Millis>,
}

#[wasm_bindgen]
impl Client {
    /// A connection that is not started. `wanted` is a version or nothing. `tell` gets (act, tag, number, value, more) and must not throw:
    /// of a request it says whether anybody serves it, and of a time whether it is to be woken.
    #[wasm_bindgen(constructor)]
    pub fn new(
        info: JsValue,
        capabilities: JsValue,
        wanted: &JsValue,
        patience: f64,
        tell: Function,
    ) -> Self {
        let wanted = Version::read(Js::lent(wanted));
        Self {
            state: RefCell::new(State::new(
                info.into(),
                capabilities.into(),
                wanted,
                patience,
            )),
            tell,
            armed: Cell::new(NEVER),
        }
    }

    /// Finds out who the server is. `known` is the version that it spoke last time, or nothing.
    pub fn start(&self, known: &JsValue) {
        let known = Version::read(Js::lent(known));
        self.transition(|client, now| client.start(known, now));
    }

    /// It is the time that was asked for.
    pub fn wake(&self) {
        self.armed.set(NEVER);
        self.transition(State::tick);
    }

    /// What goes with a frame in headers: names and values in turn.
    pub fn hints(&self, frame: &JsValue) -> Array {
        let hints = client::hints(&self.state, Js::lent(frame));
        let list = Array::new();
        let add = |name: &str, value: &Js| {
            list.push(&name.into());
            list.push(&match value.text() {
                Some(text) => JsValue::from_str(&value::encode(&text)),
                None => value.as_js().clone(),
            });
        };
        if let Some(version) = hints.version {
            add("mcp-protocol-version", &Js::word(version.word()));
        }
        if !hints.method.is_absent() {
            add("mcp-method", &hints.method);
        }
        if !hints.name.is_absent() {
            add("mcp-name", &hints.name);
        }
        for (name, value) in hints.params {
            add(&("mcp-param-".to_owned() + &name), &value);
        }
        list
    }

    /// A request is on its way.
    pub fn sent(&self, id: f64) {
        self.transition(|client, now| client.sent(id, now));
    }

    /// A message came in, with the answer to this request; NaN if with none.
    pub fn receive(&self, message: &JsValue, carried: f64) {
        client::receive(&self.state, Js::lent(message), carried, &bindings::now);
        self.run();
    }

    /// Whether a request has no answer yet.
    pub fn waits(&self, id: f64) -> bool {
        cell::read(&self.state).find(id) == Match::Pending
    }

    /// There will be no answer, NaN: it was no request. `status` is HTTP's, 0 if there was none; `value` what whoever waits is told;
    /// `error` the error of a JSON-RPC message that came with it; `lost`: the server knows the session no more.
    pub fn refused(&self, id: f64, status: u16, lost: bool, error: JsValue, value: JsValue) {
        let refusal = refusal(status, lost, error, value);
        self.transition(|client, now| client.refused(id, refusal, now));
    }

    /// The stream of 2024-11-05 is open; or, with a value, could not be, or has ended: see [`Self::refused`].
    pub fn opened(&self, status: u16, value: JsValue) {
        let refusal =
            (!value.is_undefined()).then(|| refusal(status, false, JsValue::UNDEFINED, value));
        self.transition(|client, now| client.opened(refusal, now));
    }

    /// A stream said what is no message; whether its data should have been one.
    pub fn odd(&self, message: bool) {
        let oddity = if message {
            Oddity::EventData
        } else {
            Oddity::EventName
        };
        self.transition(|client, _| client.diagnose(Finding::new(oddity, Path::Root)));
    }

    /// Makes a call, under a number of the package's: see the widget's.
    #[allow(
        clippy::too_many_arguments,
        reason = "an object would have to be taken apart, at a price per call"
    )]
    pub fn call(
        &self,
        tag: u32,
        method: JsValue,
        params: JsValue,
        meta: JsValue,
        expect: u32,
        timeout: f64,
        total: f64,
    ) -> f64 {
        let expect = Expect::ALL.get(expect as usize).copied();
        let call = Call {
            method: method.into(),
            params: params.into(),
            meta: meta.into(),
            expect: expect.unwrap_or(Expect::Nothing),
            timing: Timing { timeout, total },
        };
        self.transition(|client, now| client.call(call, tag, now))
    }

    /// Gives a call up; `text` is what the server is told.
    pub fn abort(&self, id: f64, reason: JsValue, text: JsValue) {
        self.transition(|client, now| client.abort(id, reason.into(), &text.into(), now));
    }

    /// Sends a notification.
    pub fn notify(&self, method: &JsValue, params: JsValue) {
        self.transition(|client, _| client.notify(Js::lent(method), &params.into()));
    }

    /// Answers a request with a result, or with an error if there is a code (NaN for none).
    pub fn answer(&self, served: u32, code: f64, value: JsValue, data: JsValue) {
        let answer = if code.is_nan() {
            Ok(value.into())
        } else {
            Err((code, value.into(), data.into()))
        };
        self.transition(|client, _| client.answer(served, answer));
    }

    /// Sets what is to be heard of besides answers: the filter of `subscriptions/listen`, or nothing.
    pub fn listen(&self, wanted: JsValue) {
        self.transition(|client, now| client.listen(wanted.into(), now));
    }

    /// From which level on the server tells what it does, where that goes with each request. Whether it does.
    #[wasm_bindgen(js_name = setLogLevel)]
    pub fn set_log_level(&self, level: JsValue) -> bool {
        self.transition(|client, _| client.set_log_level(level.into()))
    }

    /// Ends the connection.
    pub fn close(&self) {
        self.transition(|client, _| client.close());
    }
}

impl Client {
    /// Runs a transition, and then what it wants done.
    fn transition<R>(&self, change: impl FnOnce(&mut State, Millis) -> R) -> R {
        // Read before the state is borrowed: a page may have put anything in the clock's place.
        let now = bindings::now();
        let result = change(&mut cell::write(&self.state), now);
        self.run();
        result
    }

    /// Tells what transitions want done, one by one: each may bring new orders, from here or from deeper inside.
    fn run(&self) {
        loop {
            let order = cell::write(&self.state).next_order();
            let Some(order) = order else { break };
            let (act, number) = (order.act, order.number);
            let tag = order.waiter.unwrap_or(0);
            if !tell(
                &self.tell,
                act as u32,
                tag,
                number,
                &order.value,
                &order.more,
            ) && act == Act::Serve
            {
                cell::write(&self.state).decline(number as u32);
            }
        }
        let wake = cell::read(&self.state).wake();
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

fn refusal(status: u16, lost: bool, error: JsValue, value: JsValue) -> Refusal<Js> {
    Refusal {
        status,
        lost,
        error: error.into(),
        act: if status == 0 {
            Act::Transport
        } else {
            Act::Http
        },
        value: value.into(),
    }
}

/// Whether a caller's header can be sent, and is not the protocol's own.
#[wasm_bindgen(js_name = isHeader)]
pub fn is_header(name: &str, text: &str) -> bool {
    value::is_header(name, text)
}

/// The events of a stream: where they are in its bytes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Events {
    parser: Parser,
    bytes: Vec<u8>,
    at: usize,
    from: u32,
    to: u32,
    name: String,
    retry: f64,
}

#[wasm_bindgen]
impl Events {
    /// Of a stream of which nothing is read yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "it is for JavaScript")]
    pub fn new() -> Self {
        Self {
            parser: Parser::new(Limits::default()),
            bytes: Vec::new(),
            at: 0,
            from: 0,
            to: 0,
            name: String::new(),
            retry: f64::NAN,
        }
    }

    /// Takes a chunk.
    pub fn take(&mut self, chunk: &Uint8Array) {
        self.bytes.resize(chunk.length() as usize, 0);
        chunk.copy_to(&mut self.bytes);
        self.at = 0;
    }

    /// Counts so many bytes as data, if they stand in a line of data: 0 if they do not, 1 if they do, 5 if that is too long.
    pub fn skip(&mut self, bytes: u32) -> u32 {
        match self.parser.skip_data(bytes as usize) {
            Ok(inside) => u32::from(inside),
            Err(_) => 5,
        }
    }

    /// What comes next in it: 0 nothing, 1 a piece of data (from, to), 2 a line end in the data, 3 the end of an event without data, 4 the
    /// end of one with data, 5 it is too long.
    #[wasm_bindgen(js_name = next)]
    pub fn find(&mut self) -> u32 {
        match self.parser.read(&self.bytes, &mut self.at) {
            Ok(None) => 0,
            Ok(Some(Found::Data(range))) => {
                (self.from, self.to) = (range.start as u32, range.end as u32);
                1
            }
            Ok(Some(Found::NewLine)) => 2,
            Ok(Some(Found::Event(event))) => {
                self.retry = event.retry.map_or(self.retry, f64::from);
                self.name.clear();
                self.name.push_str(event.name);
                3 + u32::from(event.has_data)
            }
            Err(_) => 5,
        }
    }

    /// Where the piece begins.
    pub fn from(&self) -> u32 {
        self.from
    }

    /// Where it ends.
    pub fn to(&self) -> u32 {
        self.to
    }

    /// The event's name is `message`, or nothing.
    #[wasm_bindgen(js_name = isMessage)]
    pub fn is_message(&self) -> bool {
        matches!(&*self.name, "" | "message")
    }

    /// The event's name.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// What the server wants waited for, in milliseconds; NaN if it has not said.
    pub fn retry(&self) -> f64 {
        self.retry
    }

    /// The id of the last event that had one; empty if none had.
    #[wasm_bindgen(js_name = lastId)]
    pub fn last_id(&self) -> String {
        self.parser.last_event_id().to_owned()
    }

    /// The stream has ended: whether an event was left unfinished.
    pub fn finish(&mut self) -> bool {
        self.parser.finish().is_some()
    }
}
