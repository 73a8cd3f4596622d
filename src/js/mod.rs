//! What the npm package's engine exports: one opaque handle. The package's own `Widget` stands around it, in TypeScript.
//!
//! Nothing here is an API for people. Payloads go through untouched; ends of calls come back as a number and what belongs to it.

mod callback;

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use crate::app::{Call, Event, Failure, Host, Payload, Status};
use crate::runtime::{Runtime, State};
use crate::session::Timing;
use crate::transport::{Member, Transport};
use crate::wire::{Diagnostic, ErrorCode, Expect, Finding, Js, Key, Oddity, READS, Value};
use callback::{Callback, Serve, end_of};

/// One connection.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Peer(Rc<Runtime>);

/// A transport that TypeScript has made: two functions.
struct Functions {
    send: Function,
    close: Function,
}

impl Transport for Functions {
    fn send(&self, message: &JsValue) -> Result<(), JsValue> {
        self.send.call1(&JsValue::UNDEFINED, message).map(drop)
    }

    fn close(&self) {
        // What it throws concerns nobody any more.
        let _ = self.close.call0(&JsValue::UNDEFINED);
    }
}

#[wasm_bindgen]
impl Peer {
    /// A connection that is not started; `initialize` is the params of `ui/initialize`.
    #[wasm_bindgen(constructor)]
    pub fn new(initialize: JsValue) -> Self {
        Self(Runtime::new(Js::from(initialize)))
    }

    /// Starts: over `postMessage`, or over these two functions.
    pub fn start(&self, send: Option<Function>, close: Option<Function>) {
        match (send, close) {
            (Some(send), Some(close)) => self.0.start(Rc::new(Functions { send, close })),
            _ => self.0.start_in_window(),
        }
    }

    /// A message came in over the caller's transport.
    pub fn receive(&self, message: JsValue) {
        self.0.receive(&Js::from(message));
    }

    /// The caller's transport could not send a frame after all, or could not start (no frame).
    pub fn refused(&self, frame: JsValue, reason: JsValue) {
        let reason = Js::from(reason);
        if frame.is_undefined() {
            self.0
                .transition(|app, _| app.fail(Failure::Transport(reason)));
        } else {
            self.0.refused(&Js::from(frame), reason);
        }
    }

    /// The caller's transport reported an error that belongs to no frame.
    pub fn troubled(&self) {
        let finding = Finding {
            oddity: Oddity::TransportError,
            path: "",
            index: None,
        };
        self.0.transition(|app, _| app.diagnose(finding));
    }

    /// Makes a call. `expect` is 0 for anything, 1 for an object, 2 for a tool's result, from 3 on for an object with an array in it.
    /// `params` and `meta` are fresh objects. `settle` gets (kind, id, value, more), once with a kind that ends the call.
    #[allow(
        clippy::too_many_arguments,
        reason = "an object would have to be taken apart, at a price per call"
    )]
    pub fn call(
        &self,
        method: JsValue,
        params: JsValue,
        meta: JsValue,
        expect: u32,
        timeout: f64,
        total: f64,
        settle: Function,
    ) -> f64 {
        let call = Call {
            method: Js::from(method),
            params: Js::from(params),
            meta: Js::from(meta),
            expect: expected(expect),
            timing: Timing { timeout, total },
        };
        self.0.call(call, Rc::new(Callback(settle)))
    }

    /// Gives a call up; `text` is what the host is told.
    pub fn abort(&self, id: f64, reason: JsValue, text: JsValue) {
        self.0
            .transition(|app, _| app.abort(id, Js::from(reason), Js::from(text)));
    }

    /// Sends a notification.
    pub fn notify(&self, method: JsValue, params: JsValue) {
        self.0
            .transition(|app, _| app.notify(Js::from(method), Js::from(params)));
    }

    /// Listens to an event, by its number. The listener gets (flags, sequence, value, raw): flag 1 for replayed, 2 for duplicate.
    /// It must not throw.
    pub fn listen(&self, event: u32, listener: Function, replay: bool) -> u32 {
        let event = Event::ALL[event as usize % Event::ALL.len()];
        let listen = move |emission: &crate::app::Emission<Js>, replayed: bool| {
            let flags = u32::from(replayed) | u32::from(emission.duplicate) << 1;
            let (value, raw) = payload(&emission.payload);
            callback::call(&listener, flags, f64::from(emission.sequence), &value, &raw);
        };
        self.0.listen(event, Rc::new(listen), replay)
    }

    /// Does not listen any more.
    pub fn unlisten(&self, id: u32) {
        self.0.unlisten(id);
    }

    /// Serves a method: the handler gets (0, served, params) for a request, and (1, served, reason) when it is aborted. It must not throw.
    pub fn serve(&self, method: String, handler: Function) -> u32 {
        self.0.handle(method, Rc::new(Serve(handler)))
    }

    /// Does not serve it any more.
    pub fn unserve(&self, id: u32) {
        self.0.unhandle(id);
    }

    /// Answers a request with a result, or with an error if there is a code.
    pub fn answer(&self, served: u32, code: Option<f64>, value: JsValue, data: JsValue) {
        let value = Js::from(value);
        let answer = match code {
            None => Ok(value),
            Some(code) => {
                let fallback = ErrorCode::InternalError;
                let code = if code.is_finite() && code.trunc() == code {
                    code
                } else {
                    f64::from(fallback.number())
                };
                let message = if value.as_js().is_string() {
                    value
                } else {
                    Js::from_text(fallback.message())
                };
                Err((code, message, Js::from(data)))
            }
        };
        self.0.answer(served, answer);
    }

    /// `[info, capabilities, context, protocolVersion]`, once there is a host.
    pub fn host(&self) -> Option<Array> {
        self.0.look(|app| app.host().cloned()).map(|host| {
            let Host {
                info,
                capabilities,
                context,
                protocol_version,
            } = host;
            [info, capabilities, context, protocol_version]
                .into_iter()
                .map(Js::into_js)
                .collect()
        })
    }

    /// Why there is no connection: as a call would be settled.
    pub fn failure(&self, settle: &Function) {
        let failure =
            self.0
                .look(|app| app.failure().cloned())
                .unwrap_or(match self.0.look(State::status) {
                    Status::Closed => Failure::Closed,
                    _ => Failure::NoHost,
                });
        end_of(settle, 0.0, Err(failure));
    }

    /// How many calls wait.
    pub fn pending(&self) -> usize {
        self.0.look(State::pending)
    }

    /// Ends the connection.
    pub fn close(&self) {
        self.0.close();
    }
}

/// The numbers are the package's own; from 3 on they count the reading methods.
fn expected(number: u32) -> Expect {
    match number {
        1 => Expect::Object,
        2 => Expect::Tool,
        _ => {
            let read = READS.get((number as usize).wrapping_sub(3));
            read.map_or(Expect::Nothing, |(_, array, _)| Expect::Array(array))
        }
    }
}

fn payload(payload: &Payload<Js>) -> (JsValue, JsValue) {
    let value = match payload {
        Payload::Value(value) => value.clone(),
        Payload::Tool(tool) => {
            let raw = tool.raw.clone().map_or(JsValue::UNDEFINED, Js::into_js);
            return (tool.value.clone().into_js(), raw);
        }
        Payload::Status(status) => Js::from_number(f64::from(*status as u8)),
        Payload::Diagnostic(diagnostic) => Js::from(describe(diagnostic)),
        Payload::Notification { method, params } => {
            let mut value = Js::object();
            value.put(Key::Method, Js::from_text(method));
            if !params.is_absent() {
                value.put(Key::Params, params.clone());
            }
            value
        }
    };
    (value.into_js(), JsValue::UNDEFINED)
}

/// `[code, path, index, message, count]`.
fn describe(diagnostic: &Diagnostic) -> JsValue {
    let Diagnostic { finding, count } = diagnostic;
    let index = finding.index.map_or(JsValue::UNDEFINED, JsValue::from);
    let (code, message) = (finding.oddity.code(), finding.oddity.message());
    [
        code.into(),
        finding.path.into(),
        index,
        message.into(),
        (*count).into(),
    ]
    .into_iter()
    .collect::<Array>()
    .into()
}
