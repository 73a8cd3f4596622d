//! The handshake, and what it says.

use std::cell::RefCell;
use std::rc::Rc;

use mcp_widget::app::Status;
use mcp_widget::{Error, Widget};
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, get, js, json, soon, start, turn};

#[wasm_bindgen_test]
async fn the_handshake_introduces_both_sides() {
    for delivery in DELIVERIES {
        let host = Host::new(delivery);
        let widget = host.connect_as(
            Widget::builder("gift-ideas", "1.2.3")
                .title("Gift ideas")
                .capabilities(js("{ tools: { listChanged: true } }")),
        );
        let described = soon(widget.ready()).await.expect("the handshake");
        assert_eq!(
            json(&described.info),
            r#"{"name":"test-host","version":"1"}"#
        );
        assert_eq!(
            json(&described.capabilities),
            r#"{"serverTools":{},"x/own":{"kept":true}}"#
        );
        assert_eq!(json(&described.context), r#"{"theme":"dark"}"#);
        assert_eq!(described.protocol_version, "2026-01-26");
        assert_eq!(widget.status(), Status::Ready);
        assert!(widget.host().expect("ready").info == described.info);

        let sent = host.only("ui/initialize").0;
        assert_eq!(
            json(&get(&sent, "params")),
            r#"{"appInfo":{"name":"gift-ideas","version":"1.2.3","title":"Gift ideas"},"appCapabilities":{"tools":{"listChanged":true}},"protocolVersion":"2026-01-26"}"#
        );
        assert_eq!(
            json(&host.only("ui/notifications/initialized").0),
            r#"{"jsonrpc":"2.0","method":"ui/notifications/initialized","params":{}}"#
        );
        assert!(widget.diagnostics().is_empty());
        widget.close();
    }
}

#[wasm_bindgen_test]
async fn nothing_is_known_before_the_handshake() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    assert_eq!(widget.status(), Status::Connecting);
    assert!(widget.host().is_none());
    let ready = start({
        let widget = widget.clone();
        async move { widget.ready().await }
    });
    turn().await;
    assert!(ready.borrow().is_none());
    widget.close();
    turn().await;
    let end = ready.borrow_mut().take();
    assert!(matches!(end, Some(Err(Error::Closed))), "{end:?}");
}

#[wasm_bindgen_test]
async fn the_handshake_is_no_call() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    assert_eq!(widget.pending(), 0);
    let call = start(widget.call_tool_with("a", js("{}")));
    turn().await;
    assert_eq!(widget.pending(), 1, "one that is queued is one");
    widget.close();
    turn().await;
    assert_eq!(widget.pending(), 0);
    assert!(call.borrow().is_some());
}

#[wasm_bindgen_test]
async fn a_host_that_says_little_gets_defaults() {
    let host = Host::silent(Delivery::Inside);
    host.on("ui/initialize", |request| {
        vec![request.result(&js(
            "{ protocolVersion: 7, hostInfo: { name: 'bare' }, hostContext: [] }",
        ))]
    });
    let widget = host.connect();
    let described = soon(widget.ready()).await.expect("the handshake");
    assert_eq!(json(&described.info), r#"{"name":"bare","version":"0"}"#);
    assert_eq!(json(&described.capabilities), "{}");
    assert_eq!(json(&described.context), "{}");
    assert_eq!(described.protocol_version, "2026-01-26");
    let odd: Vec<_> = widget
        .diagnostics()
        .iter()
        .map(|one| (one.finding.oddity.code(), one.finding.path.as_str()))
        .collect();
    assert_eq!(
        odd,
        [
            ("field-missing", "/result/hostCapabilities"),
            ("field-type", "/result/hostContext"),
            ("field-type", "/result/protocolVersion"),
            ("field-missing", "/result/hostInfo/version"),
        ]
    );
}

#[wasm_bindgen_test]
async fn a_refused_handshake_fails_what_waits_for_it() {
    for delivery in DELIVERIES {
        let host = Host::silent(delivery);
        host.on("ui/initialize", |request| {
            vec![request.error(&js("{ code: -32601, message: 'no apps here' }"))]
        });
        let widget = host.connect();
        let queued = soon(widget.call_tool_with("a", js("{}"))).await;
        assert!(
            matches!(&queued, Err(Error::Rpc(error)) if error.message == "no apps here"),
            "{queued:?}"
        );
        let ready = soon(widget.ready()).await;
        assert!(
            matches!(&ready, Err(Error::Rpc(error)) if error.code.to_bits() == (-32601f64).to_bits()),
            "{ready:?}"
        );
        assert_eq!(widget.status(), Status::Failed);
        assert!(host.sent("tools/call").is_empty());
    }
}

#[wasm_bindgen_test]
async fn a_transport_that_refuses_the_handshake_is_the_end() {
    let host = Host::silent(Delivery::Task);
    host.refuse(|_| Some(js("'offline'")));
    let widget = host.connect();
    let ready = soon(widget.ready()).await;
    assert!(
        matches!(&ready, Err(Error::Transport(reason)) if *reason == "offline"),
        "{ready:?}"
    );

    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    let queued = start(widget.call_tool_with("a", js("{}")));
    turn().await;
    host.inbox().failed(js("'unplugged'"));
    turn().await;
    let end = queued.borrow_mut().take();
    assert!(
        matches!(&end, Some(Err(Error::Transport(reason))) if *reason == "unplugged"),
        "{end:?}"
    );
}

#[wasm_bindgen_test]
async fn the_answer_to_a_second_attempt_counts() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    let ready = start({
        let widget = widget.clone();
        async move { widget.ready().await }
    });
    crate::support::sleep(1_200.0).await;
    let attempts = host.sent("ui/initialize");
    assert_eq!(attempts.len(), 2);
    assert!(get(&attempts[0], "id") != get(&attempts[1], "id"));
    for attempt in attempts.into_iter().rev() {
        host.say(&crate::support::Request(attempt).result(&js("{}")));
    }
    turn().await;
    assert!(ready.borrow_mut().take().expect("settled").is_ok());
    host.only("ui/notifications/initialized");
    assert!(
        widget
            .diagnostics()
            .iter()
            .all(|one| one.finding.oddity.code() == "field-missing"),
        "the second answer is no duplicate"
    );
    widget.close();
}

#[wasm_bindgen_test]
async fn without_a_parent_window_there_is_no_host() {
    let widget = Widget::connect("alone", "1");
    assert_eq!(widget.status(), Status::Connecting);
    assert_eq!(widget.pending(), 0, "the handshake is no call");
    let told = Rc::new(RefCell::new(Vec::new()));
    let telling = Rc::clone(&told);
    let _status = widget.on_status_change(move |status| telling.borrow_mut().push(status));
    let call = soon(widget.call_tool_with("a", js("{}"))).await;
    assert!(matches!(call, Err(Error::NoHost)), "{call:?}");
    let ready = soon(widget.ready()).await;
    assert!(matches!(ready, Err(Error::NoHost)), "{ready:?}");
    assert_eq!(
        ready.expect_err("no host").to_string(),
        "no MCP Apps host answers"
    );
    let later = soon(widget.read_resource("a:b")).await;
    assert!(matches!(later, Err(Error::NoHost)), "{later:?}");
    widget.notify("x/own", &JsValue::UNDEFINED);
    widget.close();
    assert_eq!(*told.borrow(), [Status::Failed, Status::Closed]);
}

#[wasm_bindgen_test]
async fn a_change_of_the_context_is_merged_and_told() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let before = widget.host().expect("ready").context;
    let told = Rc::new(RefCell::new(Vec::new()));
    let (telling, seen) = (Rc::clone(&told), widget.clone());
    let _listening = widget.on_host_context_changed(move |change| {
        let context = seen.host().expect("ready").context;
        telling.borrow_mut().push((json(&change), json(&context)));
    });
    host.tell("ui/notifications/host-context-changed", "{ locale: 'de' }");
    host.tell(
        "ui/notifications/host-context-changed",
        "{ theme: 'light' }",
    );
    assert_eq!(
        *told.borrow(),
        [
            (
                r#"{"locale":"de"}"#.into(),
                r#"{"theme":"dark","locale":"de"}"#.into()
            ),
            (
                r#"{"theme":"light"}"#.into(),
                r#"{"theme":"light","locale":"de"}"#.to_owned()
            ),
        ]
    );
    assert_eq!(
        json(&before),
        r#"{"theme":"dark"}"#,
        "what arrived is not changed"
    );
}

#[wasm_bindgen_test]
async fn the_context_can_be_had_typed() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Context {
        theme: String,
        locale: Option<String>,
    }
    let (host, widget) = Host::ready(Delivery::Task).await;
    let typed = || widget.host().expect("ready").context_as::<Context>();
    let dark = Context {
        theme: "dark".into(),
        locale: None,
    };
    assert_eq!(typed().expect("a context"), dark);
    host.tell("ui/notifications/host-context-changed", "{ theme: 5 }");
    assert!(matches!(typed(), Err(Error::Convert(_))));
}

#[wasm_bindgen_test]
async fn diagnostics_are_counted_and_told() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let told = Rc::new(RefCell::new(Vec::new()));
    let telling = Rc::clone(&told);
    let _listening = widget.on_diagnostic(move |diagnostic| {
        telling
            .borrow_mut()
            .push((diagnostic.finding.oddity.code(), diagnostic.count));
    });
    host.say(&js("{ jsonrpc: '2.0', id: 5, result: {} }"));
    host.say(&js("{ jsonrpc: '2.0', id: 'five', result: {} }"));
    host.say(&js("{ jsonrpc: '2.0', id: null, method: 'x/own' }"));
    assert_eq!(
        *told.borrow(),
        [("unknown-reply", 1), ("unknown-reply", 2), ("id-null", 1)]
    );
    assert_eq!(widget.diagnostics().len(), 2);
}
