//! What the client's engine exports to the npm package: the state machine with HTTP below it, behind one opaque handle.
//!
//! Payloads go through untouched; whatever is to be told goes to one function, as a number of [`Act`](crate::rpc::Act) and what belongs
//! to it.

use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;

use crate::bindings::Callee;
use crate::client::{self, Call, Version};
use crate::rpc::Order;
use crate::runtime::{Above, Link};
use crate::session::Timing;
use crate::transport::http::{self, Http, Tokens};
use crate::wire::{Expect, Js, Value};

struct Ear(Function);

impl Above for Ear {
    type Waiter = u32;

    fn perform(&self, order: Order<Js, u32>) -> bool {
        let tell: &Callee = self.0.unchecked_ref();
        let tag = order.waiter.unwrap_or(0);
        tell.tell(
            &JsValue::UNDEFINED,
            order.act as u32,
            tag,
            order.number,
            order.value.as_js(),
            order.more.as_js(),
        )
    }
}

/// Gives a token, or a promise of one. It is told what the last one was refused with.
struct Provider(Function);

impl Tokens for Provider {
    fn token(&self, refused: Option<&str>) -> Result<JsValue, JsValue> {
        let refused = refused.map_or(JsValue::UNDEFINED, JsValue::from_str);
        self.0.call1(&JsValue::UNDEFINED, &refused)
    }
}

/// One connection with a server.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client(Rc<Link<Ear>>);

#[wasm_bindgen]
impl Client {
    /// A connection that is not started. `headers` is a list of names and values in turn, `auth` a function or nothing, `wanted` a version
    /// or nothing. `tell` gets (act, tag, number, value, more) and must not throw; of a request it says whether anybody serves it.
    ///
    /// # Errors
    /// The number of the first header that cannot be sent.
    #[wasm_bindgen(constructor)]
    pub fn new(
        url: String,
        info: JsValue,
        capabilities: JsValue,
        wanted: JsValue,
        headers: &Array,
        auth: JsValue,
        tell: Function,
    ) -> Result<Self, JsValue> {
        let texts: Vec<String> = headers.iter().filter_map(|text| text.as_string()).collect();
        let mut own = http::Headers::new();
        for (index, pair) in texts.chunks(2).enumerate() {
            match pair {
                [name, value] if http::is_header(name, value) => {
                    own.push((name.clone(), value.clone()));
                }
                _ => return Err(JsValue::from_f64(index as f64)),
            }
        }
        let tokens = auth
            .dyn_into::<Function>()
            .ok()
            .map(|auth| Box::new(Provider(auth)) as Box<dyn Tokens>);
        let wanted = Version::read(&Js::from(wanted));
        let state = client::Client::new(info.into(), capabilities.into(), wanted);
        let carrier = |sink| Http::new(url, own, tokens, sink);
        Ok(Self(Link::new(state, carrier, Ear(tell))))
    }

    /// Finds out who the server is. `known` is the version that it spoke last time, or nothing.
    pub fn start(&self, known: JsValue) {
        self.0.start(Version::read(&Js::from(known)));
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
        self.0.transition(|client, now| client.call(call, tag, now))
    }

    /// Gives a call up; `text` is what the server is told.
    pub fn abort(&self, id: f64, reason: JsValue, text: JsValue) {
        self.0
            .transition(|client, now| client.abort(id, reason.into(), &text.into(), now));
    }

    /// Sends a notification.
    pub fn notify(&self, method: &JsValue, params: JsValue) {
        self.0
            .transition(|client, _| client.notify(Js::lent(method), &params.into()));
    }

    /// Answers a request with a result, or with an error if there is a code (NaN for none).
    pub fn answer(&self, served: u32, code: f64, value: JsValue, data: JsValue) {
        let answer = if code.is_nan() {
            Ok(value.into())
        } else {
            Err((code, value.into(), data.into()))
        };
        self.0
            .transition(|client, now| client.answer(served, answer, now));
    }

    /// Sets what is to be heard of besides answers: the filter of `subscriptions/listen`, or nothing.
    pub fn listen(&self, wanted: JsValue) {
        self.0
            .transition(|client, now| client.listen(wanted.into(), now));
    }

    /// From which level on the server tells what it does, where that goes with each request. Whether it does.
    #[wasm_bindgen(js_name = setLogLevel)]
    pub fn set_log_level(&self, level: JsValue) -> bool {
        self.0
            .transition(|client, _| client.set_log_level(level.into()))
    }

    /// Ends the connection. The promise is kept when the server knows, or could have known.
    pub fn close(&self) -> Promise {
        self.0.close()
    }
}
