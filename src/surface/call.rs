//! A call, from its options to its end.

use std::cell::RefCell;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use js_sys::Object;
use wasm_bindgen::JsValue;

use super::{Error, RpcError, ToolResult, set};
use crate::rpc::{Answer, Failure, Outcome};
use crate::session::{Millis, Timing};
use crate::wire::{self, Expect, Js, Value, Word};

/// Who makes calls.
pub(crate) trait Caller {
    /// Makes one. Gives the number by which it can be given up.
    fn call(&self, request: Request, slot: Rc<Slot>) -> f64;

    /// Gives one up. Of no effect on a call that has ended.
    fn give_up(&self, id: f64);

    /// What the other side has announced of itself.
    fn context(&self) -> Js {
        Js::absent()
    }
}

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: Js,
    pub(crate) params: Js,
    /// The `_meta` of the params, if it is to get a progress token.
    pub(crate) meta: Js,
    pub(crate) expect: Expect,
    pub(crate) timing: Timing,
}

/// A call that is about to be made: it is sent when it is awaited. Dropping its future gives it up, and the other side is told.
#[must_use = "it is sent when it is awaited"]
pub struct Call<R> {
    caller: Rc<dyn Caller>,
    method: String,
    params: Result<JsValue, Error>,
    meta: Option<JsValue>,
    timing: Timing,
    /// It asks for something that the host may refuse.
    asks: bool,
    progress: Option<Box<dyn Fn(Progress)>>,
    result: PhantomData<R>,
}

impl<R> fmt::Debug for Call<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Call")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// Progress of a call (`notifications/progress`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How far it is; NaN if the peer did not say.
    pub progress: f64,
    /// How far it has to go, if that is known.
    pub total: Option<f64>,
    /// In words.
    pub message: Option<String>,
}

impl<R> Call<R> {
    /// `params` is an object, or `undefined`.
    pub(crate) fn new(
        caller: Rc<dyn Caller>,
        timeout: Millis,
        method: &str,
        params: &JsValue,
    ) -> Self {
        // A copy: the core completes it.
        let params = if params.is_undefined() {
            Ok(Object::new().into())
        } else {
            object(params, "params")
        };
        Self {
            caller,
            method: method.into(),
            params,
            meta: None,
            timing: Timing {
                timeout,
                ..Timing::default()
            },
            asks: false,
            progress: None,
            result: PhantomData,
        }
    }

    /// With this text among its params.
    pub(crate) fn text(self, name: &str, value: &str) -> Self {
        if let Ok(params) = &self.params {
            set(params, name, &value.into());
        }
        self
    }

    /// With these arguments, unless they could not be made.
    #[cfg(feature = "serde")]
    pub(crate) fn arguments(mut self, arguments: Result<JsValue, Error>) -> Self {
        match arguments {
            Ok(arguments) => self.object("arguments", &arguments),
            Err(error) => {
                self.params = Err(error);
                self
            }
        }
    }

    /// As a call that the host may refuse, with these params; they were checked.
    #[cfg(feature = "widget")]
    pub(crate) fn asking(self, params: Result<JsValue, Error>) -> Self {
        Self {
            asks: true,
            params,
            ..self
        }
    }

    /// Another param, which must be an object; `undefined` for none.
    pub(crate) fn object(mut self, name: &str, value: &JsValue) -> Self {
        if let Ok(params) = &self.params
            && !value.is_undefined()
        {
            // Only looked at: it goes out as it is.
            match object(value, name) {
                Ok(_) => set(params, name, value),
                Err(error) => self.params = Err(error),
            }
        }
        self
    }

    /// How many milliseconds it may wait for its answer, or for its next progress; 0 or infinity: for ever.
    pub fn timeout(mut self, timeout: Millis) -> Self {
        self.timing.timeout = timeout;
        self
    }

    /// How many milliseconds it may take whatever its progress; by default for ever.
    pub fn total_timeout(mut self, total: Millis) -> Self {
        self.timing.total = total;
        self
    }

    /// What goes into `params._meta`: an object.
    pub fn meta(mut self, meta: &JsValue) -> Self {
        match object(meta, "meta") {
            Ok(meta) => self.meta = Some(meta),
            Err(error) => self.params = Err(error),
        }
        self
    }

    /// Listens to its progress.
    pub fn on_progress(mut self, listener: impl Fn(Progress) + 'static) -> Self {
        self.progress = Some(Box::new(listener));
        self
    }

    fn start(self) -> (Rc<dyn Caller>, Rc<Slot>, f64) {
        let wants_token = self.method == "tools/call" || self.progress.is_some();
        let slot = Rc::new(Slot {
            state: RefCell::default(),
            asks: self.asks,
            progress: self.progress,
        });
        let params = match self.params {
            Ok(params) => params,
            Err(error) => {
                slot.end(Err(error));
                return (self.caller, slot, 0.0);
            }
        };
        let meta = match self.meta {
            None if !wants_token => JsValue::UNDEFINED,
            meta => meta.unwrap_or_else(|| Object::new().into()),
        };
        if !meta.is_undefined() {
            set(&params, "_meta", &meta);
        }
        let request = Request {
            expect: Expect::of(&self.method),
            method: Js::from_text(&self.method),
            params: Js::from(params),
            meta: Js::from(if wants_token {
                meta
            } else {
                JsValue::UNDEFINED
            }),
            timing: self.timing,
        };
        let id = self.caller.call(request, Rc::clone(&slot));
        (self.caller, slot, id)
    }
}

impl<R: FromAnswer> IntoFuture for Call<R> {
    type Output = Result<R, Error>;
    type IntoFuture = Pending<R>;

    fn into_future(self) -> Pending<R> {
        let (caller, slot, id) = self.start();
        Pending {
            caller,
            slot,
            id,
            result: PhantomData,
        }
    }
}

/// A copy of what must be an object.
pub(crate) fn object(value: &JsValue, name: &str) -> Result<JsValue, Error> {
    let value = Js::from(value.clone());
    let copy = if value.is_object() {
        value.copy()
    } else {
        None
    };
    copy.map(Js::into_js)
        .ok_or_else(|| Error::Convert(format!("{name} must be an object")))
}

/// A call that was made. Dropping it gives the call up.
#[must_use = "dropping it gives the call up"]
pub struct Pending<R> {
    caller: Rc<dyn Caller>,
    slot: Rc<Slot>,
    id: f64,
    result: PhantomData<fn() -> R>,
}

impl<R> fmt::Debug for Pending<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Pending")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl<R: FromAnswer> Future for Pending<R> {
    type Output = Result<R, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = self.slot.poll(context);
        ended.map(|end| end.map(|answer| R::from_answer(answer, &|| self.caller.context())))
    }
}

impl<R> Drop for Pending<R> {
    fn drop(&mut self) {
        // Nothing is told any more, not even what is on its way already.
        let before = self.slot.state.replace(State::Taken);
        drop(before);
        self.caller.give_up(self.id);
    }
}

/// What a call's answer can become.
pub trait FromAnswer: sealed::Sealed {
    #[doc(hidden)]
    fn from_answer(answer: Answer<Js>, context: &dyn Fn() -> Js) -> Self;
}

pub(crate) mod sealed {
    pub trait Sealed {}
    impl Sealed for super::ToolResult {}
    impl Sealed for wasm_bindgen::JsValue {}
}

impl FromAnswer for ToolResult {
    fn from_answer(answer: Answer<Js>, _: &dyn Fn() -> Js) -> Self {
        answer.into()
    }
}

impl FromAnswer for JsValue {
    fn from_answer(answer: Answer<Js>, _: &dyn Fn() -> Js) -> Self {
        answer.value.into_js()
    }
}

#[derive(Default)]
enum State {
    #[default]
    Waiting,
    Polled(Waker),
    Ended(Box<Result<Answer<Js>, Error>>),
    Taken,
}

/// Where a call's end is left for whoever waits.
#[derive(Default)]
pub(crate) struct Slot {
    state: RefCell<State>,
    asks: bool,
    progress: Option<Box<dyn Fn(Progress)>>,
}

impl Slot {
    fn end(&self, end: Result<Answer<Js>, Error>) {
        let before = self.state.replace(State::Ended(Box::new(end)));
        if let State::Polled(waker) = before {
            waker.wake();
        }
    }

    fn poll(&self, context: &Context<'_>) -> Poll<Result<Answer<Js>, Error>> {
        match self.state.replace(State::Taken) {
            State::Ended(end) => Poll::Ready(*end),
            // Polled again after its end: there is nothing more to say.
            State::Taken => Poll::Pending,
            State::Waiting | State::Polled(_) => {
                self.state.replace(State::Polled(context.waker().clone()));
                Poll::Pending
            }
        }
    }
}

impl Slot {
    pub(crate) fn settle(&self, outcome: Outcome<Js>) {
        self.end(match outcome {
            Err(Failure::Error(fault)) if self.asks => {
                let error = RpcError::from(fault);
                Err(Error::Refused {
                    reason: error.message.clone(),
                    error: Some(error),
                })
            }
            Ok(answer) if self.asks && is_refusal(&answer.value) => Err(Error::Refused {
                reason: reason(answer.value),
                error: None,
            }),
            outcome => outcome.map_err(Error::from),
        });
    }

    pub(crate) fn progress(&self, params: &Js) {
        let Some(listener) = &self.progress else {
            return;
        };
        // Given up in the meantime, perhaps by the listener itself.
        if matches!(*self.state.borrow(), State::Ended(_) | State::Taken) {
            return;
        }
        listener(Progress {
            progress: params.named("progress").number().unwrap_or(f64::NAN),
            total: params.named("total").number(),
            message: params.named("message").text(),
        });
    }
}

fn is_refusal(answer: &Js) -> bool {
    let flag = answer.field(Word::IsError);
    flag.boolean() == Some(true) || wire::is_true(&flag)
}

/// What the host says of it: its text blocks, or its message.
fn reason(value: Js) -> String {
    let message = value.field(Word::Message).text();
    let raw = Js::absent();
    let text = wire::ToolResult { value, raw }.text();
    if text.is_empty() {
        message.unwrap_or_default()
    } else {
        text
    }
}
