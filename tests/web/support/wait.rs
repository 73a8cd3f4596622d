//! Time.

use std::cell::RefCell;
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::js;

/// Runs a function later.
pub(super) fn set_timeout(callback: &Function, milliseconds: f64) {
    let later: Function = js("setTimeout").into();
    later
        .call2(&JsValue::UNDEFINED, callback, &milliseconds.into())
        .expect("a timer");
}

/// Lets so many milliseconds pass.
pub(crate) async fn sleep(milliseconds: f64) {
    let passed = Promise::new(&mut |resolve, _| set_timeout(&resolve, milliseconds));
    JsFuture::from(passed).await.expect("it is never rejected");
}

/// Lets everything happen that is due, and what follows from it at once.
pub(crate) async fn turn() {
    for _ in 0..3 {
        sleep(0.0).await;
    }
}

/// What comes of a future that is not to take long.
pub(crate) async fn soon<F: IntoFuture>(future: F) -> F::Output {
    let mut future = pin!(future.into_future());
    let mut patience = pin!(sleep(3_000.0));
    poll_fn(|context| {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return Poll::Ready(output);
        }
        assert!(
            patience.as_mut().poll(context).is_pending(),
            "it takes longer than 3 seconds"
        );
        Poll::Pending
    })
    .await
}

/// Runs a future beside the test; its output is in the cell once it is there.
pub(crate) fn start<F>(future: F) -> Rc<RefCell<Option<F::Output>>>
where
    F: IntoFuture,
    F::IntoFuture: 'static,
    F::Output: 'static,
{
    let output = Rc::new(RefCell::new(None));
    let (kept, future) = (Rc::clone(&output), future.into_future());
    spawn_local(async move {
        let value = future.await;
        kept.replace(Some(value));
    });
    output
}
