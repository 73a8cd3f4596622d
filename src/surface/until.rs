//! Waiting for a state.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use super::Subscription;

/// Waits until `look` has something. `subscribe` has its argument called whenever that may be so.
pub(crate) async fn until<T>(
    subscribe: impl FnOnce(Box<dyn Fn()>) -> Subscription,
    look: impl Fn() -> Option<T>,
) -> T {
    let waker: Rc<RefCell<Option<Waker>>> = Rc::default();
    let waking = Rc::clone(&waker);
    let _subscription = subscribe(Box::new(move || {
        let waker = waking.take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }));
    poll_fn(|context| match look() {
        Some(found) => Poll::Ready(found),
        None => {
            waker.replace(Some(context.waker().clone()));
            Poll::Pending
        }
    })
    .await
}
