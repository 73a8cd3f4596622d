//! Listeners that call back in.

use std::cell::{Cell, RefCell};
use std::future::IntoFuture;
use std::rc::Rc;

use mcp_widget::{Error, Subscription};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, js, json, soon, start, turn};

const RESULT: &str = "ui/notifications/tool-result";

#[wasm_bindgen_test]
async fn a_listener_may_call_a_tool() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        host.tools_give("{ content: [], structuredContent: 5 }");
        let end = Rc::new(RefCell::new(None));
        let (ending, calling) = (Rc::clone(&end), widget.clone());
        let _listening = widget.on_tool_result(move |_| {
            ending.replace(Some(start(calling.call_tool_with("inner", js("{}")))));
        });
        host.tell(RESULT, "{ content: [] }");
        turn().await;
        let started = end.take().expect("told");
        let result = started
            .borrow_mut()
            .take()
            .expect("settled")
            .expect("a result");
        assert_eq!(
            result.structured::<u8>().expect("a number"),
            5,
            "{delivery:?}"
        );
    }
}

#[wasm_bindgen_test]
async fn a_call_inside_a_progress_listener_inside_a_call() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.on("tools/call", |request| {
        vec![
            request.progress("{ progress: 1 }"),
            request.result(&js("{ content: [], structuredContent: 1 }")),
        ]
    });
    host.on("x/own", |request| {
        vec![request.result(&js("{ inner: true }"))]
    });
    let inner = Rc::new(RefCell::new(None));
    let (keeping, calling) = (Rc::clone(&inner), widget.clone());
    let call = widget
        .call_tool_with("outer", js("{}"))
        .on_progress(move |_| {
            keeping.replace(Some(
                calling.request("x/own", JsValue::UNDEFINED).into_future(),
            ));
        });
    assert!(soon(call).await.is_ok());
    let inner = inner.take().expect("told");
    assert_eq!(
        json(&soon(inner).await.expect("a result")),
        r#"{"inner":true}"#
    );
    assert_eq!(widget.pending(), 0);
}

#[wasm_bindgen_test]
async fn a_listener_may_close_the_widget_and_the_others_hear_no_more() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        let waiting = start(widget.call_tool_with("slow", js("{}")));
        let closing = widget.clone();
        let heard = Rc::new(Cell::new(0));
        let hearing = Rc::clone(&heard);
        let _first = widget.on_tool_result(move |_| closing.close());
        let _second = widget.on_tool_result(move |_| hearing.set(hearing.get() + 1));
        turn().await;
        host.tell(RESULT, "{ content: [] }");
        turn().await;
        assert_eq!(heard.get(), 0, "{delivery:?}");
        let end = waiting.borrow_mut().take();
        assert!(matches!(end, Some(Err(Error::Closed))), "{end:?}");
    }
}

#[wasm_bindgen_test]
async fn a_listener_may_subscribe_and_unsubscribe() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let inner = Rc::new(RefCell::new(Vec::<Subscription>::new()));
    let heard = Rc::new(Cell::new(0));
    let (keeping, hearing, subscribing) = (Rc::clone(&inner), Rc::clone(&heard), widget.clone());
    let outer = Rc::new(Cell::new(None));
    let ending = Rc::clone(&outer);
    outer.set(Some(widget.on_tool_result(move |_| {
        let hearing = Rc::clone(&hearing);
        keeping
            .borrow_mut()
            .push(subscribing.on_tool_result(move |_| hearing.set(hearing.get() + 1)));
        drop(ending.take());
    })));
    host.tell(RESULT, "{ content: [] }");
    assert_eq!(heard.get(), 0, "attached too late for this one");
    turn().await;
    assert_eq!(heard.get(), 1, "but told in a moment");
    assert!(outer.take().is_none(), "the outer one has ended itself");
    host.tell(RESULT, "{ content: [] }");
    turn().await;
    assert_eq!((heard.get(), inner.borrow().len()), (2, 1));
    inner.borrow_mut().clear();
}

#[wasm_bindgen_test]
async fn a_replay_may_call_back_in() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tell(RESULT, "{ content: [] }");
    host.tell("ui/notifications/tool-input", "{ arguments: {} }");
    let heard = Rc::new(Cell::new(0));
    let (closing, hearing) = (widget.clone(), Rc::clone(&heard));
    let _first = widget.on_tool_result(move |_| closing.close());
    let _second = widget.on_tool_input(move |_| hearing.set(hearing.get() + 1));
    turn().await;
    assert_eq!(heard.get(), 0, "closed before its turn");
    assert!(matches!(soon(widget.ready()).await, Err(Error::Closed)));
}

#[wasm_bindgen_test]
async fn a_status_listener_may_call() {
    let host = Host::silent(Delivery::Inside);
    host.tools_give("{ content: [] }");
    let widget = host.connect();
    let end = Rc::new(RefCell::new(None));
    let (ending, calling) = (Rc::clone(&end), widget.clone());
    let _status = widget.on_status_change(move |_| {
        ending.replace(Some(start(calling.call_tool_with("a", js("{}")))));
    });
    host.say(&host.only("ui/initialize").result(&js("{}")));
    turn().await;
    let started = end.take().expect("told");
    assert!(started.borrow_mut().take().expect("settled").is_ok());
}

#[wasm_bindgen_test]
async fn what_a_dropped_listener_held_may_call_back_in() {
    struct Closes(mcp_widget::Widget);
    impl Drop for Closes {
        fn drop(&mut self) {
            self.0.close();
        }
    }
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let closes = Closes(widget.clone());
    let listening = widget.on_tool_result(move |_| _ = &closes);
    drop(listening);
    assert!(matches!(soon(widget.ready()).await, Err(Error::Closed)));
    assert_eq!(host.closed(), 1);

    let (_host, widget) = Host::ready(Delivery::Inside).await;
    let closes = Closes(widget.clone());
    drop(
        widget
            .call_tool_with("slow", js("{}"))
            .on_progress(move |_| _ = &closes)
            .into_future(),
    );
    assert!(matches!(soon(widget.ready()).await, Err(Error::Closed)));
}
