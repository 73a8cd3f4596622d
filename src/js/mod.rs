//! What the npm package's engine exports: one opaque handle. The package's own `Widget` stands around it, in TypeScript.
//!
//! Nothing here is an API for people. Payloads go through untouched; whatever is to be told goes to one function, as a number of
//! [`Act`] and what belongs to it. Listeners, handlers and promises are the package's own.

use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::app::{Act, Call, Order};
use crate::bindings::Callee;
use crate::runtime::{Runtime, Surface};
use crate::session::Timing;
use crate::transport::{Member, Transport};
use crate::wire::{ErrorCode, Expect, Finding, Js, Oddity, Path, Value};

/// One connection.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Peer(Rc<Runtime<Package>>);

/// A transport that TypeScript has made: two functions.
struct Functions {
    send: Function,
    close: Function,
}

impl Transport for Functions {
    fn send(&self, message: &JsValue) -> Result<(), JsValue> {
        let send: &Callee = self.send.unchecked_ref();
        send.send(&JsValue::UNDEFINED, message)
    }

    fn close(&self) {
        // What it throws concerns nobody any more.
        let _ = self.close.call0(&JsValue::UNDEFINED);
    }
}

/// The package's function that is told everything.
struct Package(Function);

/// Asks whether anybody serves the method that goes with it; stands beside the numbers of [`Act`], in `act.ts` too.
const CAN_SERVE: u32 = 255;

impl Package {
    /// Calls it. It does not throw; if it does, that is no matter of the core's.
    fn tell(&self, act: u32, tag: u32, number: f64, value: &Js, more: &Js) -> bool {
        let tell: &Callee = self.0.unchecked_ref();
        tell.tell(
            &JsValue::UNDEFINED,
            act,
            tag,
            number,
            value.as_js(),
            more.as_js(),
        )
        .unwrap_or(false)
    }
}

impl Surface for Package {
    /// The package's own number.
    type Waiter = u32;

    fn perform(&self, order: Order<Js, u32>) -> bool {
        let tag = order.waiter.unwrap_or(u32::from(order.duplicate));
        self.tell(
            order.act as u32,
            tag,
            order.number,
            &order.value,
            &order.more,
        )
    }

    fn can_serve(&self, method: &Js) -> bool {
        self.tell(CAN_SERVE, 0, 0.0, &Js::absent(), method)
    }
}

#[wasm_bindgen]
impl Peer {
    /// A connection that is not started; `initialize` is the params of `ui/initialize`. `tell` gets (act, tag, number, value, more), see
    /// [`Order`]: the tag is a call's, or 1 for a duplicate. It must not throw, and says of a request whether anybody serves it.
    #[wasm_bindgen(constructor)]
    pub fn new(initialize: JsValue, tell: Function) -> Self {
        Self(Runtime::new(Js::from(initialize), |_| Package(tell)))
    }

    /// Starts: over `postMessage`, or over these two functions.
    pub fn start(&self, send: Option<Function>, close: Option<Function>) {
        match (send, close) {
            (Some(send), Some(close)) => self.0.start(Rc::new(Functions { send, close })),
            _ => self.0.start_in_window(),
        }
    }

    /// A message came in over the caller's transport.
    pub fn receive(&self, message: &JsValue) {
        self.0.receive(Js::lent(message));
    }

    /// The caller's transport could not send a frame after all; or could not start (no frame); or reported something else (no reason).
    pub fn refused(&self, frame: JsValue, reason: JsValue) {
        let (frame, reason) = (Js::from(frame), Js::from(reason));
        if !frame.is_absent() {
            self.0.refused(&frame, reason);
        } else if !reason.is_absent() {
            self.0.transition(|app, _| app.fail(Act::Transport, reason));
        } else {
            let finding = Finding::new(Oddity::TransportError, Path::Root);
            self.0.transition(|app, _| app.diagnose(finding));
        }
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
        self.0.call(call, tag)
    }

    /// Gives a call up; `text` is what the host is told.
    pub fn abort(&self, id: f64, reason: JsValue, text: JsValue) {
        self.0
            .transition(|app, _| app.abort(id, Js::from(reason), &Js::from(text)));
    }

    /// Sends a notification. The params may be missing: what is lent has a handle of its own, `undefined` too.
    pub fn notify(&self, method: &JsValue, params: JsValue) {
        self.0
            .transition(|app, _| app.notify(Js::lent(method), &Js::from(params)));
    }

    /// Answers a request with a result, or with an error if there is a code (NaN for none). A text that is none becomes the standard's.
    pub fn answer(&self, served: u32, code: f64, value: JsValue, data: JsValue) {
        let mut value = Js::from(value);
        let answer = if code.is_nan() {
            Ok(value)
        } else {
            if !value.as_js().is_string() {
                value = Js::from_text(ErrorCode::InternalError.message());
            }
            Err((code, value, Js::from(data)))
        };
        self.0.answer(served, answer);
    }

    /// Ends the connection.
    pub fn close(&self) {
        self.0.close();
    }
}
