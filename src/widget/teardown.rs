//! Being taken down: by the host (`ui/resource-teardown`), which gets its answer when all handlers are done or after a while, or with the
//! page.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use js_sys::Object;
use wasm_bindgen::prelude::*;

use super::registry::Runtime;
use super::{Subscription, incoming, set};
use crate::bindings::{self, WINDOW};
use crate::cell;
use crate::runtime::Timer;
use crate::session::Millis;
use crate::transport::PostMessage;

pub(super) const METHOD: &str = "ui/resource-teardown";

/// A host is known that waits 250 ms and no longer. What the handlers have sent by then takes its way all the same.
pub(super) const PATIENCE: Millis = 200.0;

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
                over: Cell::new(left == 0),
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

    pub(super) fn end(&self) {
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
    enter(runtime);
    let me = Rc::downgrade(runtime);
    let id = incoming::attach(runtime, METHOD, move |params| {
        let runtime = me.upgrade();
        let teardowns = runtime.map_or_else(Vec::new, |runtime| asked(&runtime, &params));
        async move {
            for teardown in teardowns {
                teardown.wait().await;
            }
            Ok(JsValue::UNDEFINED)
        }
    });
    Subscription::new(runtime, move |runtime| {
        runtime.unhandle(id);
        if runtime.remove_leaver(leaver) {
            leave(runtime);
        }
    })
}

/// The host takes down what is in the window: that is all widgets there, of which one answers.
fn asked(runtime: &Rc<Runtime>, params: &JsValue) -> Vec<Rc<Teardown>> {
    let widgets = if PostMessage::is_member(&**runtime) {
        let mut widgets = widgets();
        widgets.retain(|widget| PostMessage::is_member(&**widget));
        widgets
    } else {
        vec![Rc::clone(runtime)]
    };
    let begin = |runtime: &Rc<Runtime>| begin(runtime, params, false);
    widgets.iter().map(begin).collect()
}

/// What the handlers do goes on when the time is over: dropped, it would take back what it has sent.
fn begin(runtime: &Runtime, params: &JsValue, hides: bool) -> Rc<Teardown> {
    let (teardown, leavers) = runtime.teardown(hides);
    let patience = runtime.surface.patience;
    if !leavers.is_empty() && patience > 0.0 {
        teardown.timer.arm(bindings::now() + patience);
    }
    for leaver in leavers {
        let mut work = leaver(params.clone());
        // At once: there may be no task for it any more when the page goes.
        let mut context = Context::from_waker(Waker::noop());
        if work.as_mut().poll(&mut context).is_ready() {
            teardown.done();
            continue;
        }
        let teardown = Rc::clone(&teardown);
        wasm_bindgen_futures::spawn_local(async move {
            work.await;
            teardown.done();
        });
    }
    teardown
}

thread_local! {
    /// The widgets that have handlers, oldest first.
    static WIDGETS: RefCell<Vec<Weak<Runtime>>> = const { RefCell::new(Vec::new()) };

    /// Not `unload`, which keeps a page out of the back/forward cache.
    static HIDDEN: Closure<dyn Fn()> = Closure::new(|| {
        for widget in widgets() {
            let params = Object::new().into();
            set(&params, "reason", &"pagehide".into());
            begin(&widget, &params, true);
        }
    });

    /// A page that comes back from that cache may go once more.
    static SHOWN: Closure<dyn Fn(JsValue)> = Closure::new(|event: JsValue| {
        let persisted = bindings::reflect_get(&event, &"persisted".into());
        if persisted.is_ok_and(|persisted| persisted.is_truthy()) {
            for widget in widgets() {
                widget.stays();
            }
        }
    });
}

fn widgets() -> Vec<Rc<Runtime>> {
    WIDGETS.with(|widgets| {
        let widgets = cell::read(widgets);
        widgets.iter().filter_map(Weak::upgrade).collect()
    })
}

/// It has handlers.
fn enter(runtime: &Rc<Runtime>) {
    let me = Rc::downgrade(runtime);
    WIDGETS.with(|widgets| {
        let widgets = &mut *cell::write(widgets);
        widgets.retain(|known| known.strong_count() > 0);
        if !widgets.iter().any(|known| known.ptr_eq(&me)) {
            widgets.push(me);
        }
    });
    if let Some(window) = WINDOW.with(Clone::clone) {
        // Each time, for `document.open` takes listeners away; a second time changes nothing.
        HIDDEN.with(|hidden| {
            window.add_event_listener("pagehide", hidden.as_ref().unchecked_ref());
        });
        SHOWN.with(|shown| window.add_event_listener("pageshow", shown.as_ref().unchecked_ref()));
    }
}

/// It has none any more. The last one takes the listeners along.
pub(super) fn leave(runtime: &Runtime) {
    let empty = WIDGETS.with(|widgets| {
        let widgets = &mut *cell::write(widgets);
        let is_other = |known: &Weak<Runtime>| !std::ptr::eq(known.as_ptr(), runtime);
        widgets.retain(|known| known.strong_count() > 0 && is_other(known));
        widgets.is_empty()
    });
    if empty && let Some(window) = WINDOW.with(Clone::clone) {
        HIDDEN.with(|hidden| {
            window.remove_event_listener("pagehide", hidden.as_ref().unchecked_ref());
        });
        SHOWN
            .with(|shown| window.remove_event_listener("pageshow", shown.as_ref().unchecked_ref()));
    }
}
