//! Serving the other side's requests with futures.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use wasm_bindgen::JsValue;

#[cfg(feature = "widget")]
use super::Subscription;
use super::handlers::Handler;
use super::{RpcError, Serving};
use crate::session::Served;
use crate::wire::{Js, Value};

type Work = Pin<Box<dyn Future<Output = Result<JsValue, RpcError>>>>;

#[cfg(feature = "widget")]
pub(crate) fn serve<S: Serving, F>(
    serving: &Rc<S>,
    method: &str,
    handler: impl Fn(JsValue) -> F + 'static,
) -> Subscription
where
    F: Future<Output = Result<JsValue, RpcError>> + 'static,
{
    let id = attach(serving, method, handler);
    Subscription::new(serving, move |serving| {
        if let Some(handlers) = serving.handlers() {
            handlers.remove(id);
        }
    })
}

/// Serves a method until its handler is taken away by this number.
pub(crate) fn attach<S: Serving, F>(
    serving: &Rc<S>,
    method: &str,
    handler: impl Fn(JsValue) -> F + 'static,
) -> u32
where
    F: Future<Output = Result<JsValue, RpcError>> + 'static,
{
    let Some(handlers) = serving.handlers() else {
        return 0;
    };
    let futures = Futures {
        serving: Rc::downgrade(serving),
        handler: Box::new(move |params| Box::pin(handler(params))),
        at_work: Rc::default(),
    };
    handlers.add(method.into(), Rc::new(futures))
}

struct Futures<S> {
    serving: Weak<S>,
    handler: Box<dyn Fn(JsValue) -> Work>,
    /// What can be aborted.
    at_work: Rc<RefCell<BTreeMap<Served, Rc<RefCell<Job>>>>>,
}

/// A future that can be dropped before its end.
#[derive(Default)]
struct Job {
    work: Option<Work>,
    waker: Option<Waker>,
    aborted: bool,
}

impl<S: Serving> Handler for Futures<S> {
    fn serve(&self, served: Served, params: Js) {
        let params = if params.is_absent() {
            Js::object()
        } else {
            params
        };
        let job = Rc::new(RefCell::new(Job::default()));
        self.at_work.borrow_mut().insert(served, Rc::clone(&job));
        // The handler may abort what it is about to begin.
        let work = (self.handler)(params.into_js());
        if job.borrow().aborted {
            return;
        }
        job.borrow_mut().work = Some(work);
        let (serving, at_work) = (self.serving.clone(), Rc::clone(&self.at_work));
        wasm_bindgen_futures::spawn_local(async move {
            let answer = Running(job).await;
            at_work.borrow_mut().remove(&served);
            if let (Some(serving), Some(answer)) = (serving.upgrade(), answer) {
                let answer = answer.map(Js::from);
                serving.reply(
                    served,
                    answer.map_err(|error| {
                        (error.code, Js::from_text(&error.message), error.data.into())
                    }),
                );
            }
        });
    }

    fn abort(&self, served: Served) {
        let job = self.at_work.borrow_mut().remove(&served);
        let Some(job) = job else { return };
        let (work, waker) = {
            let mut job = job.borrow_mut();
            job.aborted = true;
            (job.work.take(), job.waker.take())
        };
        drop(work);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Ends with the answer, or with nothing if the job was aborted.
struct Running(Rc<RefCell<Job>>);

impl Future for Running {
    type Output = Option<Result<JsValue, RpcError>>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Out of its cell while it runs: what it does may abort it.
        let Some(mut work) = self.0.borrow_mut().work.take() else {
            return Poll::Ready(None);
        };
        self.0.borrow_mut().waker = Some(context.waker().clone());
        match work.as_mut().poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending => {
                let mut job = self.0.borrow_mut();
                if job.aborted {
                    drop(job);
                    drop(work);
                    return Poll::Ready(None);
                }
                job.work = Some(work);
                Poll::Pending
            }
        }
    }
}
