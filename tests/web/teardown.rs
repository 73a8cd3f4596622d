//! Being taken down with the page, and how long that may take.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;

use js_sys::Function;
use mcp_widget::{Subscription, Widget};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Delivery, Host, js, json, sleep, turn};

/// The page goes, or is there again.
pub(crate) fn page(event: &str, persisted: bool) {
    let dispatch = Function::new_with_args(
        "type, persisted",
        "window.dispatchEvent(new PageTransitionEvent(type, { persisted }))",
    );
    dispatch
        .call2(&JsValue::UNDEFINED, &event.into(), &persisted.into())
        .expect("dispatched");
}

/// Counts the listeners for these events that are added to the window and taken away, from here on.
fn listeners() -> impl Fn() -> String {
    let count = js("(() => {
        const listeners = new Set();
        const { addEventListener: add, removeEventListener: remove } = window;
        window.addEventListener = function (type, listener) { if (/^page/.test(type)) listeners.add(type); return add.apply(this, arguments); };
        window.removeEventListener = function (type, listener) { if (/^page/.test(type)) listeners.delete(type); return remove.apply(this, arguments); };
        return () => [...listeners].sort().join();
    })()");
    move || {
        let count: &Function = count.unchecked_ref();
        let text = count.call0(&JsValue::UNDEFINED).expect("a text");
        text.as_string().expect("a text")
    }
}

type Seen = Rc<RefCell<Vec<String>>>;

fn leaving(widget: &Widget, seen: &Seen) -> Subscription {
    let seen = Rc::clone(seen);
    widget.on_teardown(move |params| {
        let seen = Rc::clone(&seen);
        async move { seen.borrow_mut().push(json(&params)) }
    })
}

const GOES: &str = r#"{"reason":"pagehide"}"#;

#[wasm_bindgen_test]
async fn it_is_called_once_when_the_page_goes() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let seen = Seen::default();
    let _one = leaving(&widget, &seen);
    let _other = leaving(&widget, &seen);
    page("pagehide", false);
    // Without a task in between.
    assert_eq!(*seen.borrow(), [GOES, GOES]);
    page("pagehide", false);
    host.ask("1", "ui/resource-teardown", "{}");
    turn().await;
    assert_eq!(host.replies(), [r#"{"id":1,"result":{}}"#]);
    assert_eq!(seen.borrow().len(), 2);
    // Shown for the first time is not shown again.
    page("pageshow", false);
    page("pagehide", false);
    assert_eq!(seen.borrow().len(), 2);
    widget.close();
}

#[wasm_bindgen_test]
async fn what_it_sends_is_sent_before_the_page_is_gone() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let saving = widget.clone();
    let _leaving = widget.on_teardown(move |_| {
        let widget = saving.clone();
        async move {
            let _ = widget.call_tool_with("save", JsValue::UNDEFINED).await;
        }
    });
    page("pagehide", true);
    assert_eq!(host.sent("tools/call").len(), 1);
    turn().await;
    assert_eq!(host.sent("tools/call").len(), 1);
    assert_eq!(host.sent("notifications/cancelled").len(), 0);
    widget.close();
}

#[wasm_bindgen_test]
async fn the_host_and_the_page_do_not_both_take_it_down() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let seen = Seen::default();
    let _leaving = leaving(&widget, &seen);
    host.ask("1", "ui/resource-teardown", "{ reason: 'r' }");
    page("pagehide", false);
    turn().await;
    page("pagehide", false);
    assert_eq!(*seen.borrow(), [r#"{"reason":"r"}"#]);
    assert_eq!(host.replies(), [r#"{"id":1,"result":{}}"#]);
    widget.close();
}

#[wasm_bindgen_test]
async fn a_page_that_came_back_may_go_once_more() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let seen = Seen::default();
    let _leaving = leaving(&widget, &seen);
    page("pagehide", true);
    page("pageshow", true);
    page("pagehide", true);
    assert_eq!(*seen.borrow(), [GOES, GOES]);
    page("pageshow", true);
    host.ask("1", "ui/resource-teardown", "{ reason: 'r' }");
    turn().await;
    assert_eq!(seen.borrow().len(), 3);
    assert_eq!(host.replies().len(), 1);
    page("pageshow", true);
    page("pagehide", true);
    assert_eq!(seen.borrow().len(), 4);
    widget.close();
}

#[wasm_bindgen_test]
async fn the_page_is_listened_to_while_there_is_a_handler() {
    let listening = listeners();
    let (_, one) = Host::ready(Delivery::Task).await;
    let (_, two) = Host::ready(Delivery::Task).await;
    assert_eq!(listening(), "");
    let seen = Seen::default();
    let of_one = leaving(&one, &seen);
    let also = leaving(&one, &seen);
    leaving(&two, &seen).forget();
    assert_eq!(listening(), "pagehide,pageshow");
    drop(of_one);
    page("pagehide", true);
    assert_eq!(seen.borrow().len(), 2, "each widget's own");
    two.close();
    assert_eq!(listening(), "pagehide,pageshow");
    drop(also);
    assert_eq!(listening(), "");
    page("pageshow", true);
    page("pagehide", true);
    assert_eq!(seen.borrow().len(), 2);
    one.close();
    let _late = leaving(&one, &seen);
    assert_eq!(listening(), "", "a widget that is closed has no handlers");
}

#[wasm_bindgen_test]
async fn whoever_comes_after_the_others_have_gone_was_not_called() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let seen = Seen::default();
    let first = leaving(&widget, &seen);
    host.ask("1", "ui/resource-teardown", "{}");
    turn().await;
    drop(first);
    let _second = leaving(&widget, &seen);
    page("pagehide", false);
    assert_eq!(*seen.borrow(), ["{}", GOES]);
    widget.close();
}

#[wasm_bindgen_test]
async fn how_long_it_may_take_is_the_widgets_own() {
    for (timeout, early, late) in [(30.0, 0, 1), (0.0, 0, 0), (f64::INFINITY, 0, 0)] {
        let host = Host::new(Delivery::Task);
        let widget = host.connect_as(Widget::builder("test", "1").teardown_timeout(timeout));
        widget.ready().await.expect("the handshake");
        let _never = widget.on_teardown(|_| pending());
        host.ask("1", "ui/resource-teardown", "{}");
        turn().await;
        assert_eq!(host.replies().len(), early, "{timeout}");
        sleep(280.0).await;
        assert_eq!(host.replies().len(), late, "{timeout}");
        widget.close();
    }
}

#[wasm_bindgen_test]
async fn another_hosts_teardown_is_not_ours() {
    let (host, one) = Host::ready(Delivery::Task).await;
    let (_, two) = Host::ready(Delivery::Task).await;
    let (seen, other) = (Seen::default(), Seen::default());
    let _one = leaving(&one, &seen);
    let _two = leaving(&two, &other);
    host.ask("1", "ui/resource-teardown", "{}");
    turn().await;
    assert_eq!((seen.borrow().len(), other.borrow().len()), (1, 0));
    one.close();
    two.close();
}

#[wasm_bindgen_test]
async fn a_handler_may_close_the_widget_and_take_itself_away() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let calls = Rc::new(Cell::new(0));
    let (closing, calling) = (widget.clone(), Rc::clone(&calls));
    widget
        .on_teardown(move |_| {
            calling.set(calling.get() + 1);
            closing.close();
            async {}
        })
        .forget();
    page("pagehide", false);
    page("pageshow", true);
    page("pagehide", false);
    assert_eq!((calls.get(), host.closed()), (1, 1));
    assert_eq!(Rc::strong_count(&calls), 1, "the handler is gone");
}
