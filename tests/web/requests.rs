//! Requests of the host's.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;

use mcp_widget::RpcError;
use mcp_widget::wire::ErrorCode;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, js, json, number, sleep, soon, turn, with};

/// Says when it is dropped.
struct Guard(Rc<Cell<u32>>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[wasm_bindgen_test]
async fn a_request_is_answered_with_what_its_future_gives() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        let _serving = widget.on_request("x/double", |params| async move {
            sleep(5.0).await;
            Ok(with(&params, "({ doubled: it.number * 2 })"))
        });
        host.ask("'one'", "x/double", "{ number: 21 }");
        host.ask("2", "x/double", "{ number: 4 }");
        sleep(20.0).await;
        turn().await;
        assert_eq!(
            host.replies(),
            [
                r#"{"id":"one","result":{"doubled":42}}"#,
                r#"{"id":2,"result":{"doubled":8}}"#
            ],
            "{delivery:?}"
        );
    }
}

#[wasm_bindgen_test]
async fn nothing_as_a_result_is_an_empty_object_and_no_params_are_too() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let seen = Rc::new(RefCell::new(Vec::new()));
    let seeing = Rc::clone(&seen);
    let _serving = widget.on_request("x/own", move |params| {
        seeing.borrow_mut().push(json(&params));
        async { Ok(JsValue::UNDEFINED) }
    });
    host.ask("1", "x/own", "undefined");
    turn().await;
    assert_eq!(host.replies(), [r#"{"id":1,"result":{}}"#]);
    assert_eq!(*seen.borrow(), ["{}"]);
}

#[wasm_bindgen_test]
async fn a_handlers_error_is_the_answer() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let _plain = widget.on_request("x/plain", |_| async {
        Err(RpcError::new(ErrorCode::InvalidParams, "no such page"))
    });
    let _full = widget.on_request("x/full", |_| async {
        Err(RpcError {
            code: 7.0,
            message: "seven".into(),
            data: js("[7]"),
        })
    });
    host.ask("1", "x/plain", "{}");
    host.ask("2", "x/full", "{}");
    turn().await;
    assert_eq!(
        host.replies(),
        [
            r#"{"id":1,"error":{"code":-32602,"message":"no such page"}}"#,
            r#"{"id":2,"error":{"code":7,"message":"seven","data":[7]}}"#
        ]
    );
}

#[wasm_bindgen_test]
async fn what_nobody_serves_is_refused_and_ping_is_served() {
    let (host, _widget) = Host::ready(Delivery::Task).await;
    host.ask("1", "x/unknown", "{}");
    host.ask("2", "ping", "undefined");
    host.ask("3", "x/own", "[]");
    host.ask("4.5", "x/own", "{}");
    host.say(&js("{ jsonrpc: '2.0', id: 6, method: 6 }"));
    assert_eq!(
        host.replies(),
        [
            r#"{"id":1,"error":{"code":-32601,"message":"Method not found"}}"#,
            r#"{"id":2,"result":{}}"#,
            r#"{"id":3,"error":{"code":-32602,"message":"Invalid params"}}"#,
            r#"{"id":4.5,"error":{"code":-32600,"message":"Invalid request"}}"#,
            r#"{"id":6,"error":{"code":-32600,"message":"Invalid request"}}"#,
        ]
    );
}

#[wasm_bindgen_test]
async fn the_newest_handler_serves_until_it_is_dropped() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let _old = widget.on_request("x/who", |_| async { Ok(js("{ who: 'old' }")) });
    let new = widget.on_request("x/who", |_| async { Ok(js("{ who: 'new' }")) });
    host.ask("1", "x/who", "{}");
    turn().await;
    drop(new);
    host.ask("2", "x/who", "{}");
    turn().await;
    assert_eq!(
        host.replies(),
        [
            r#"{"id":1,"result":{"who":"new"}}"#,
            r#"{"id":2,"result":{"who":"old"}}"#
        ]
    );
}

#[wasm_bindgen_test]
async fn a_request_that_is_under_way_is_answered_after_its_handler_is_gone() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let serving = widget.on_request("x/own", |_| async {
        sleep(10.0).await;
        Ok(js("{ done: true }"))
    });
    host.ask("1", "x/own", "{}");
    drop(serving);
    sleep(30.0).await;
    assert_eq!(host.replies(), [r#"{"id":1,"result":{"done":true}}"#]);
}

#[wasm_bindgen_test]
async fn a_cancelled_request_drops_its_future_and_gets_no_answer() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let dropped = Rc::new(Cell::new(0));
    let guarding = Rc::clone(&dropped);
    let _serving = widget.on_request("x/slow", move |params| {
        let guard = Guard(Rc::clone(&guarding));
        let time = number(&params, "time");
        async move {
            let _guard = guard;
            sleep(time).await;
            Ok(js("{}"))
        }
    });
    host.ask("7", "x/slow", "{ time: 5_000 }");
    host.ask("8", "x/slow", "{ time: 5_000 }");
    // Once before its first poll, once while it waits.
    host.tell("notifications/cancelled", "{ requestId: 7 }");
    assert_eq!(dropped.get(), 1);
    turn().await;
    host.tell(
        "notifications/cancelled",
        "{ requestId: 8, reason: 'enough' }",
    );
    assert_eq!(dropped.get(), 2);
    host.tell("notifications/cancelled", "{ requestId: 8 }");
    sleep(60.0).await;
    assert_eq!(host.replies(), [""; 0]);
    let codes: Vec<_> = widget
        .diagnostics()
        .iter()
        .map(|one| one.finding.oddity.code())
        .collect();
    assert_eq!(codes, ["unknown-cancel"]);
    // The id is free again.
    host.ask("7", "x/slow", "{ time: 0 }");
    sleep(60.0).await;
    assert_eq!(host.replies(), [r#"{"id":7,"result":{}}"#]);
}

#[wasm_bindgen_test]
async fn a_request_that_is_cancelled_while_its_handler_starts_drops_its_future() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.on("x/started", |_| {
        vec![js(
            "{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } }",
        )]
    });
    let dropped = Rc::new(Cell::new(0));
    let (guarding, notifying) = (Rc::clone(&dropped), widget.clone());
    let _serving = widget.on_request("x/slow", move |_| {
        notifying.notify("x/started", js("{}"));
        let guard = Guard(Rc::clone(&guarding));
        async move {
            let _guard = guard;
            pending::<()>().await;
            Ok(js("{}"))
        }
    });
    host.ask("9", "x/slow", "{}");
    turn().await;
    assert_eq!(dropped.get(), 1);
    assert_eq!(host.replies(), [""; 0]);
}

#[wasm_bindgen_test]
async fn closing_drops_the_futures_of_requests() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let dropped = Rc::new(Cell::new(0));
    let guarding = Rc::clone(&dropped);
    let _serving = widget.on_request("x/slow", move |_| {
        let guard = Guard(Rc::clone(&guarding));
        async move {
            let _guard = guard;
            pending::<()>().await;
            Ok(js("{}"))
        }
    });
    host.ask("1", "x/slow", "{}");
    turn().await;
    widget.close();
    assert_eq!(dropped.get(), 1);
    turn().await;
    assert_eq!(host.replies(), [""; 0]);
}

#[wasm_bindgen_test]
async fn closing_inside_a_handler_drops_its_future() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let dropped = Rc::new(Cell::new(0));
    let (guarding, closing) = (Rc::clone(&dropped), widget.clone());
    let _serving = widget.on_request("x/close", move |_| {
        closing.close();
        let guard = Guard(Rc::clone(&guarding));
        async move {
            let _guard = guard;
            pending::<()>().await;
            Ok(js("{}"))
        }
    });
    host.ask("1", "x/close", "{}");
    turn().await;
    assert_eq!(dropped.get(), 1);
}

#[wasm_bindgen_test]
async fn a_handler_may_use_the_widget() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        host.tools_give("{ content: [], structuredContent: { from: 'tool' } }");
        let calling = widget.clone();
        let _serving = widget.on_request("x/ask", move |_| {
            let widget = calling.clone();
            async move {
                let result = widget.call_tool_with("a", js("{}")).await;
                result
                    .map(|result| result.structured_content())
                    .map_err(|error| RpcError::new(ErrorCode::InternalError, error.to_string()))
            }
        });
        host.ask("1", "x/ask", "{}");
        sleep(10.0).await;
        turn().await;
        assert_eq!(
            host.replies(),
            [r#"{"id":1,"result":{"from":"tool"}}"#],
            "{delivery:?}"
        );
    }
}

#[wasm_bindgen_test]
async fn an_answer_that_cannot_be_sent_becomes_an_error() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    host.clone_messages();
    let _serving = widget.on_request("x/own", |_| async { Ok(js("{ later() {} }")) });
    host.ask("1", "x/own", "{}");
    turn().await;
    let replies = host.replies();
    assert_eq!(replies.len(), 1, "{replies:?}");
    assert!(
        replies[0].starts_with(r#"{"id":1,"error":{"code":-32603,"message":"#)
            && replies[0].contains("could not be cloned"),
        "{replies:?}"
    );
    host.tools_give("{ content: [] }");
    assert!(soon(widget.call_tool_with("next", js("{}"))).await.is_ok());
}

#[wasm_bindgen_test]
async fn an_id_that_is_used_twice_is_answered_twice() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let _serving = widget.on_request("x/own", |params| async move { Ok(params) });
    host.ask("1", "x/own", "{ a: 1 }");
    host.ask("1", "x/own", "{ a: 2 }");
    turn().await;
    assert_eq!(
        host.replies(),
        [
            r#"{"id":1,"result":{"a":1}}"#,
            r#"{"id":1,"result":{"a":2}}"#
        ]
    );
    assert_eq!(widget.diagnostics()[0].finding.oddity.code(), "id-reused");
}
