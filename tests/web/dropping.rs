//! Calls that are given up, or never made.

use std::cell::Cell;
use std::future::{Future as _, IntoFuture, poll_fn};
use std::rc::Rc;
use std::task::Poll;

use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, get, js, number, sleep, soon, start, turn};

fn codes(widget: &mcp_widget::Widget) -> Vec<(&'static str, u32)> {
    widget
        .diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.finding.oddity.code(), diagnostic.count))
        .collect()
}

#[wasm_bindgen_test]
async fn dropping_a_call_tells_the_host_once_and_a_late_reply_does_nothing() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let call = widget.call_tool_with("slow", js("{}")).into_future();
    assert_eq!(widget.pending(), 1);
    let request = host.only("tools/call");
    drop(call);
    assert_eq!(widget.pending(), 0);
    let cancelled = host.only("notifications/cancelled").0;
    assert_eq!(
        number(&cancelled, "params.requestId").to_bits(),
        number(&request.0, "id").to_bits()
    );
    assert!(get(&cancelled, "id").is_undefined());

    host.say(&request.progress("{ progress: 1 }"));
    host.say(&request.result(&js("{ content: [] }")));
    host.say(&request.error(&js("{ code: 1, message: 'cancelled' }")));
    turn().await;
    assert_eq!(host.sent("notifications/cancelled").len(), 1);
    assert_eq!(codes(&widget), [("unknown-progress", 1), ("late-reply", 2)]);

    host.tools_give("{ content: [] }");
    assert!(soon(widget.call_tool_with("next", js("{}"))).await.is_ok());
}

#[wasm_bindgen_test]
async fn dropping_a_call_that_was_polled_tells_the_host_once() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let mut call = Box::pin(widget.call_tool_with("slow", js("{}")).into_future());
    let waits = poll_fn(|context| Poll::Ready(call.as_mut().poll(context).is_pending()));
    assert!(waits.await);
    drop(call);
    turn().await;
    assert_eq!(host.sent("notifications/cancelled").len(), 1);
    assert!(widget.diagnostics().is_empty());
}

#[wasm_bindgen_test]
async fn dropping_a_call_that_has_ended_tells_nobody() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        host.tools_give("{ content: [] }");
        let unread = widget.call_tool_with("a", js("{}")).into_future();
        let failed = widget.call_tool_with("a", JsValue::NULL).into_future();
        turn().await;
        assert_eq!(widget.pending(), 0, "{delivery:?}");
        drop(unread);
        drop(failed);
        let mut read = Box::pin(widget.call_tool_with("a", js("{}")).into_future());
        soon(read.as_mut()).await.expect("a result");
        drop(read);
        turn().await;
        assert!(
            host.sent("notifications/cancelled").is_empty(),
            "{delivery:?}"
        );
    }
}

#[wasm_bindgen_test]
async fn a_call_that_is_never_awaited_sends_nothing() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let before = host.all().len();
    let call = widget.call_tool_with("a", js("{}")).timeout(1.0);
    sleep(10.0).await;
    assert_eq!(widget.pending(), 0);
    drop(call);
    turn().await;
    assert_eq!(host.all().len(), before);
}

#[wasm_bindgen_test]
async fn dropping_a_queued_call_sends_nothing() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    let dropped = widget.call_tool_with("dropped", js("{}")).into_future();
    let kept = start(widget.call_tool_with("kept", js("{}")));
    turn().await;
    drop(dropped);
    host.tools_give("{ content: [] }");
    host.say(&host.only("ui/initialize").result(&js("{}")));
    turn().await;
    assert_eq!(get(&host.only("tools/call").0, "params.name"), "kept");
    assert!(host.sent("notifications/cancelled").is_empty());
    assert!(kept.borrow_mut().take().expect("settled").is_ok());
}

#[wasm_bindgen_test]
async fn a_call_that_is_dropped_while_it_is_sent_is_given_up() {
    // The transport delivers inside `send`, and what it delivers makes somebody drop another call.
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let victim = Rc::new(Cell::new(Some(
        widget.call_tool_with("victim", js("{}")).into_future(),
    )));
    let id = number(&host.only("tools/call").0, "id");
    let cut = Rc::clone(&victim);
    let _listening = widget.on_notification(move |_, _| drop(cut.take()));
    host.on("tools/call", |request| {
        vec![
            js("{ jsonrpc: '2.0', method: 'x/cut' }"),
            request.result(&js("{ content: [] }")),
        ]
    });
    soon(widget.call_tool_with("second", js("{}")))
        .await
        .expect("a result");
    assert!(victim.take().is_none());
    let cancelled = host.only("notifications/cancelled").0;
    assert_eq!(
        number(&cancelled, "params.requestId").to_bits(),
        id.to_bits()
    );
}

#[wasm_bindgen_test]
async fn a_progress_listener_hears_nothing_after_it_has_dropped_its_call() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let heard = Rc::new(Cell::new(0));
    let call = Rc::new(Cell::new(None));
    let (hearing, cut) = (Rc::clone(&heard), Rc::clone(&call));
    let listened = widget
        .call_tool_with("slow", js("{}"))
        .on_progress(move |_| {
            hearing.set(hearing.get() + 1);
            drop(cut.take());
        });
    call.set(Some(listened.into_future()));
    let request = host.only("tools/call");
    let both = js_sys::Array::of2(
        &request.progress("{ progress: 1 }"),
        &request.progress("{ progress: 2 }"),
    );
    host.say(&both);
    assert_eq!(heard.get(), 1);
    assert_eq!(host.sent("notifications/cancelled").len(), 1);
}

#[wasm_bindgen_test]
async fn what_a_call_held_is_let_go_when_it_ends() {
    struct Held(Rc<Cell<u32>>);
    impl Drop for Held {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let (host, widget) = Host::ready(Delivery::Task).await;
    let gone = Rc::new(Cell::new(0));
    let call = || {
        let held = Held(Rc::clone(&gone));
        widget
            .call_tool_with("a", js("{}"))
            .on_progress(move |_| _ = &held)
    };
    drop(call());
    assert_eq!(gone.get(), 1, "never awaited");
    drop(call().into_future());
    assert_eq!(gone.get(), 2, "given up");
    host.tools_give("{ content: [] }");
    soon(call()).await.expect("a result");
    assert_eq!(gone.get(), 3, "answered");
    let waiting = call().into_future();
    widget.close();
    assert!(soon(waiting).await.is_err());
    assert_eq!(gone.get(), 4, "closed");
}
