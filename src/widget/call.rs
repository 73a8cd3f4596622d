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

use super::registry::{Registry, Runtime};
use super::saying::DisplayMode;
use super::{Error, Host, RpcError, Subscription, ToolResult, Widget, set};
use crate::app::{self, Answer, Failure, Outcome, Status};
use crate::runtime;
use crate::session::{Millis, Timing};
use crate::wire::{self, Expect, Js, Value, Word};

/// A call that is about to be made: it is sent when it is awaited. Dropping its future gives it up, and the host is told.
#[must_use = "it is sent when it is awaited"]
pub struct Call<R> {
    runtime: Rc<Runtime>,
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

impl Call<ToolResult> {
    pub(super) fn tool(widget: &Widget, name: &str, arguments: Result<JsValue, Error>) -> Self {
        let call = Self::named(widget, "tools/call", "name", name);
        match arguments {
            Ok(arguments) => call.object("arguments", &arguments),
            Err(error) => Self {
                params: Err(error),
                ..call
            },
        }
    }
}

impl<R> Call<R> {
    pub(super) fn new(widget: &Widget, method: &str, params: &JsValue) -> Self {
        // A copy: the core completes it.
        let params = if params.is_undefined() {
            Ok(Object::new().into())
        } else {
            object(params, "params")
        };
        Self {
            runtime: Rc::clone(&widget.runtime),
            method: method.into(),
            params,
            meta: None,
            timing: Timing {
                timeout: widget.timeout,
                ..Timing::default()
            },
            asks: false,
            progress: None,
            result: PhantomData,
        }
    }

    pub(super) fn named(widget: &Widget, method: &str, name: &str, value: &str) -> Self {
        let call = Self::new(widget, method, &JsValue::UNDEFINED);
        if let Ok(params) = &call.params {
            set(params, name, &value.into());
        }
        call
    }

    /// A call that the host may refuse, with these params; they were checked.
    pub(super) fn asking(widget: &Widget, method: &str, params: Result<JsValue, Error>) -> Self {
        let call = Self::new(widget, method, &JsValue::UNDEFINED);
        Self {
            asks: true,
            params,
            ..call
        }
    }

    /// Another param, which must be an object; `undefined` for none.
    pub(super) fn object(mut self, name: &str, value: &JsValue) -> Self {
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

    fn start(self) -> (Rc<Runtime>, Rc<Slot>, f64) {
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
                return (self.runtime, slot, 0.0);
            }
        };
        let meta = match self.meta {
            None if !wants_token => JsValue::UNDEFINED,
            meta => meta.unwrap_or_else(|| Object::new().into()),
        };
        if !meta.is_undefined() {
            set(&params, "_meta", &meta);
        }
        let call = app::Call {
            expect: Expect::of(&self.method),
            method: &Js::from_text(&self.method),
            params: Js::lent(&params),
            meta: Js::from(if wants_token {
                meta
            } else {
                JsValue::UNDEFINED
            }),
            timing: self.timing,
        };
        let id = self.runtime.call(call, Rc::clone(&slot));
        (self.runtime, slot, id)
    }
}

impl<R: FromAnswer> IntoFuture for Call<R> {
    type Output = Result<R, Error>;
    type IntoFuture = Pending<R>;

    fn into_future(self) -> Pending<R> {
        let (runtime, slot, id) = self.start();
        Pending {
            runtime,
            slot,
            id,
            result: PhantomData,
        }
    }
}

/// A copy of what must be an object.
pub(super) fn object(value: &JsValue, name: &str) -> Result<JsValue, Error> {
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
    runtime: Rc<Runtime>,
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
        let widget = || self.runtime.look(|app| app.host().cloned());
        let ended = self.slot.poll(context);
        ended.map(|end| end.map(|answer| R::from_answer(answer, &|| widget().map(Host::from))))
    }
}

impl<R> Drop for Pending<R> {
    fn drop(&mut self) {
        // Nothing is told any more, not even what is on its way already.
        let before = self.slot.state.replace(State::Taken);
        drop(before);
        // Of no effect on a call that has ended.
        self.runtime
            .transition(|app, _| app.abort(self.id, Js::absent(), &Js::absent()));
    }
}

/// What a call's answer can become.
pub trait FromAnswer: sealed::Sealed {
    #[doc(hidden)]
    fn from_answer(answer: Answer<Js>, host: &dyn Fn() -> Option<Host>) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::ToolResult {}
    impl Sealed for wasm_bindgen::JsValue {}
    impl Sealed for super::DisplayMode {}
}

impl FromAnswer for ToolResult {
    fn from_answer(answer: Answer<Js>, _: &dyn Fn() -> Option<Host>) -> Self {
        answer.into()
    }
}

impl FromAnswer for JsValue {
    fn from_answer(answer: Answer<Js>, _: &dyn Fn() -> Option<Host>) -> Self {
        answer.value.into_js()
    }
}

impl FromAnswer for DisplayMode {
    fn from_answer(answer: Answer<Js>, host: &dyn Fn() -> Option<Host>) -> Self {
        let text = |value: &Js, name| value.named(name).text();
        let mode = text(&answer.value, "mode");
        // Who does not say has perhaps announced it.
        let announced = || text(&Js::from(host()?.context), "displayMode");
        let mode = mode.or_else(announced);
        Self::from(mode.as_deref().unwrap_or("inline"))
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
    pub(super) fn settle(&self, outcome: Outcome<Js>) {
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

    pub(super) fn progress(&self, params: &Js) {
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

/// Waits for the handshake.
pub(super) struct Ready {
    widget: Widget,
    waker: Rc<RefCell<Option<Waker>>>,
    _subscription: Subscription,
}

impl Ready {
    pub(super) fn new(widget: &Widget) -> Self {
        let waker: Rc<RefCell<Option<Waker>>> = Rc::default();
        let waking = Rc::clone(&waker);
        let subscription = widget.on_status_change(move |_| {
            let waker = waking.take();
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        Self {
            widget: widget.clone(),
            waker,
            _subscription: subscription,
        }
    }
}

impl Future for Ready {
    type Output = Result<Host, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match (self.widget.status(), self.widget.host()) {
            (Status::Ready, Some(host)) => Poll::Ready(Ok(host)),
            (Status::Closed, _) => Poll::Ready(Err(Error::Closed)),
            (Status::Failed, _) => {
                let failure = self
                    .widget
                    .runtime
                    .look(runtime::State::<Registry>::failure);
                Poll::Ready(Err(failure.map_or(Error::NoHost, Error::from)))
            }
            _ => {
                self.waker.replace(Some(context.waker().clone()));
                Poll::Pending
            }
        }
    }
}
