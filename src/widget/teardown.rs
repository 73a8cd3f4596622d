//! Being taken down (`ui/resource-teardown`): all handlers are called, and the host gets its answer when they are done, or after a while.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

use wasm_bindgen::JsValue;

use super::registry::Runtime;
use super::{Subscription, incoming};
use crate::bindings;
use crate::runtime::Timer;
use crate::session::Millis;

pub(super) const METHOD: &str = "ui/resource-teardown";

/// A host is known that waits 250 ms and no longer. What the handlers have sent by then takes its way all the same.
const GRACE: Millis = 200.0;

/// Is called for a teardown.
pub(super) type Leaver = dyn Fn(JsValue) -> Pin<Box<dyn Future<Output = ()>>>;

/// A teardown whose handlers are at work. A host that asks again meanwhile waits for the same.
pub(super) struct Teardown {
    left: Cell<usize>,
    over: Cell<bool>,
    wakers: RefCell<Vec<Waker>>,
    timer: Timer,
}

impl Teardown {
    pub(super) fn new(left: usize) -> Rc<Self> {
        Rc::new_cyclic(|me: &Weak<Self>| {
            let me = me.clone();
            let end = move || {
                if let Some(teardown) = me.upgrade() {
                    teardown.end();
                }
            };
            Self {
                left: Cell::new(left),
                over: Cell::default(),
                wakers: RefCell::default(),
                timer: Timer::new(end),
            }
        })
    }

    /// One of its handlers is done.
    fn done(&self) {
        self.left.set(self.left.get().saturating_sub(1));
        if self.left.get() == 0 {
            self.end();
        }
    }

    fn end(&self) {
        self.over.set(true);
        for waker in self.wakers.take() {
            waker.wake();
        }
    }

    async fn wait(&self) {
        poll_fn(|context| {
            if self.over.get() {
                return Poll::Ready(());
            }
            self.wakers.borrow_mut().push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

pub(super) fn serve<F>(
    runtime: &Rc<Runtime>,
    handler: impl Fn(JsValue) -> F + 'static,
) -> Subscription
where
    F: Future<Output = ()> + 'static,
{
    if runtime.is_closed() {
        return Subscription::new(runtime, |_| {});
    }
    let leaver = runtime.add_leaver(Rc::new(move |params| Box::pin(handler(params))));
    let me = Rc::downgrade(runtime);
    let id = incoming::attach(runtime, METHOD, move |params| {
        let teardown = me.upgrade().map(|runtime| begin(&runtime, &params));
        async move {
            if let Some(teardown) = teardown {
                teardown.wait().await;
            }
            Ok(JsValue::UNDEFINED)
        }
    });
    Subscription::new(runtime, move |runtime| {
        runtime.unhandle(id);
        runtime.remove_leaver(leaver);
    })
}

/// What the handlers do goes on when the time is over: dropped, it would take back what it has sent.
fn begin(runtime: &Runtime, params: &JsValue) -> Rc<Teardown> {
    let (teardown, leavers) = runtime.teardown();
    if !leavers.is_empty() {
        teardown.timer.arm(bindings::now() + GRACE);
    }
    for leaver in leavers {
        let work = leaver(params.clone());
        let teardown = Rc::clone(&teardown);
        wasm_bindgen_futures::spawn_local(async move {
            work.await;
            teardown.done();
        });
    }
    teardown
}
