//! Functions of the package's own that are called back.

use js_sys::{Array, Function};
use wasm_bindgen::{JsCast, JsValue};

use crate::app::{Answer, Failure, Outcome};
use crate::bindings::Callee;
use crate::runtime::{Handler, Waiter};
use crate::session::Served;
use crate::wire::Js;

/// Kinds of what a waiter is told; the package has the same list.
mod kind {
    pub(super) const RESULT: u32 = 0;
    pub(super) const PROGRESS: u32 = 1;
    pub(super) const ERROR: u32 = 2;
    pub(super) const INVALID: u32 = 3;
    pub(super) const TIMEOUT: u32 = 4;
    pub(super) const ABORTED: u32 = 5;
    pub(super) const CLOSED: u32 = 6;
    pub(super) const NO_HOST: u32 = 7;
    pub(super) const TRANSPORT: u32 = 8;
}

/// Calls a function of the package's. It does not throw; if it does, that is no matter of the core's.
pub(super) fn call(function: &Function, kind: u32, id: f64, value: &JsValue, more: &JsValue) {
    let function: &Callee = function.unchecked_ref();
    let _ = function.call_back(&JsValue::UNDEFINED, kind, id, value, more);
}

/// Waits for a call.
pub(super) struct Callback(pub(super) Function);

impl Waiter for Callback {
    fn settle(&self, id: f64, outcome: Outcome<Js>) {
        end_of(&self.0, id, outcome);
    }

    fn progress(&self, params: Js) {
        call(
            &self.0,
            kind::PROGRESS,
            0.0,
            params.as_js(),
            &JsValue::UNDEFINED,
        );
    }
}

/// Tells how a call ended.
pub(super) fn end_of(function: &Function, id: f64, outcome: Outcome<Js>) {
    let nothing = JsValue::UNDEFINED;
    let (kind, value, more) = match outcome {
        Ok(Answer { value, raw }) => (
            kind::RESULT,
            value.into_js(),
            raw.map_or(nothing, Js::into_js),
        ),
        Err(Failure::Error(fault)) => (kind::ERROR, fault.raw.into_js(), nothing),
        Err(Failure::Invalid { invalid, raw }) => {
            let more: Array = [invalid.path, invalid.reason]
                .into_iter()
                .map(JsValue::from_str)
                .collect();
            (kind::INVALID, raw.into_js(), more.into())
        }
        Err(Failure::Timeout(timeout)) => (kind::TIMEOUT, timeout.into(), nothing),
        Err(Failure::Aborted(reason)) => (kind::ABORTED, reason.into_js(), nothing),
        Err(Failure::Closed) => (kind::CLOSED, nothing.clone(), nothing),
        Err(Failure::NoHost) => (kind::NO_HOST, nothing.clone(), nothing),
        Err(Failure::Transport(reason)) => (kind::TRANSPORT, reason.into_js(), nothing),
    };
    call(function, kind, id, &value, &more);
}

/// Serves a method of the host's.
pub(super) struct Serve(pub(super) Function);

impl Handler for Serve {
    fn serve(&self, served: Served, params: Js) {
        call(
            &self.0,
            0,
            f64::from(served),
            params.as_js(),
            &JsValue::UNDEFINED,
        );
    }

    fn abort(&self, served: Served, reason: Js) {
        call(
            &self.0,
            1,
            f64::from(served),
            reason.as_js(),
            &JsValue::UNDEFINED,
        );
    }
}
