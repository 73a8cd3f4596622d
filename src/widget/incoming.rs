//! Serving the host's requests with futures.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use wasm_bindgen::JsValue;

use super::registry::{Handler, Runtime};
use super::{RpcError, Subscription};
use crate::session::Served;
use crate::wire::{Js, Value};

type Work = Pin<Box<dyn Future<Output = Result<JsValue, RpcError>>>>;

pub(super) fn serve<F>(
    runtime: &Rc<Runtime>,
    method: &str,
    handler: impl Fn(JsValue) -> F + 'static,
) -> Subscription
where
    F: Future<Output = Result<JsValue, RpcError>> + 'static,
{
    let id = attach(runtime, method, handler);
    Subscription::new(runtime, move |runtime| runtime.unhandle(id))
}

/// Serves a method until its handler is taken away by this number.
pub(super) fn attach<F>(
    runtime: &Rc<Runtime>,
    method: &str,
    handler: impl Fn(JsValue) -> F + 'static,
) -> u32
where
    F: Future<Output = Result<JsValue, RpcError>> + 'static,
{
    let serve = Futures {
        runtime: Rc::downgrade(runtime),
        handler: Box::new(move |params| Box::pin(handler(params))),
        at_work: Rc::default(),
    };
    runtime.handle(method.into(), Rc::new(serve))
}

struct Futures {
    runtime: Weak<Runtime>,
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

impl Handler for Futures {
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
        let (runtime, at_work) = (self.runtime.clone(), Rc::clone(&self.at_work));
        wasm_bindgen_futures::spawn_local(async move {
            let answer = Running(job).await;
            at_work.borrow_mut().remove(&served);
            if let (Some(runtime), Some(answer)) = (runtime.upgrade(), answer) {
                let answer = answer.map(Js::from);
                runtime.reply(
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
