//! What a widget says to its host by methods of their own, and how hosts refuse.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;

use mcp_widget::widget::{Call, DisplayMode, LogLevel};
use mcp_widget::{Error, Widget};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, get, js, json, sleep, turn};

const METHODS: [&str; 4] = [
    "ui/open-link",
    "ui/download-file",
    "ui/message",
    "ui/update-model-context",
];

/// One call of each method that gives the host's answer.
fn calls(widget: &Widget) -> [Call<JsValue>; 4] {
    [
        widget.open_link("https://example.com/kite"),
        widget.download_file(js("[{ type: 'resource_link', uri: 'a:b', name: 'b' }]")),
        widget.send_message("Order the kite"),
        widget.update_model_context(js("{ structuredContent: { liked: 1 } }")),
    ]
}

/// What was sent after the handshake.
fn said(host: &Host) -> Vec<(String, String)> {
    let said = |frame: &JsValue| {
        let method = get(frame, "method").as_string().unwrap_or_default();
        (method, json(&get(frame, "params")))
    };
    host.all().iter().skip(2).map(said).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs
        .iter()
        .map(|(one, other)| ((*one).into(), (*other).into()))
        .collect()
}

/// A host that answers all of it.
async fn answering(delivery: Delivery, answer: &'static str) -> (Host, Widget) {
    let (host, widget) = Host::ready(delivery).await;
    for method in METHODS.into_iter().chain(["ui/request-display-mode"]) {
        host.on(method, move |request| vec![request.result(&js(answer))]);
    }
    (host, widget)
}

#[wasm_bindgen_test]
async fn each_goes_out_with_its_params_and_gives_the_answer() {
    for delivery in DELIVERIES {
        let (host, widget) = answering(delivery, "{ more: 1 }").await;
        for call in calls(&widget) {
            let answer = call.await.expect("an answer");
            assert_eq!(json(&answer), r#"{"more":1}"#);
        }
        let blocks = js("[{ type: 'text', text: 'one' }]");
        widget.send_message_with(&blocks).await.expect("an answer");
        assert_eq!(
            said(&host),
            pairs(&[
                ("ui/open-link", r#"{"url":"https://example.com/kite"}"#),
                (
                    "ui/download-file",
                    r#"{"contents":[{"type":"resource_link","uri":"a:b","name":"b"}]}"#
                ),
                (
                    "ui/message",
                    r#"{"role":"user","content":[{"type":"text","text":"Order the kite"}]}"#
                ),
                (
                    "ui/update-model-context",
                    r#"{"structuredContent":{"liked":1}}"#
                ),
                (
                    "ui/message",
                    r#"{"role":"user","content":[{"type":"text","text":"one"}]}"#
                ),
            ])
        );
    }
}

#[wasm_bindgen_test]
async fn an_error_is_a_refusal() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    for method in METHODS {
        host.on(method, |request| {
            vec![request.error(&js("{ code: -32601, message: 'Method not found' }"))]
        });
    }
    for call in calls(&widget) {
        let refused = call.await.expect_err("a refusal");
        assert_eq!(refused.to_string(), "the host refused: Method not found");
        assert!(
            matches!(&refused, Error::Refused { reason, error: Some(error) }
                if reason == "Method not found" && error.code.to_bits() == (-32601f64).to_bits())
        );
    }
    // Any other request is none that may be refused.
    let error = widget.request("ui/message", js("{}")).await;
    assert!(matches!(error, Err(Error::Rpc(_))));
}

#[wasm_bindgen_test]
async fn is_error_is_a_refusal_with_the_reason_that_can_be_found() {
    for (answer, reason) in [
        ("{ isError: true }", ""),
        ("{ isError: 'true', message: 'Not now' }", "Not now"),
        ("{ isError: true, message: 5, content: 'text' }", ""),
        (
            "{ isError: true, message: 'Not now', content: [{ type: 'text', text: 'Full' }] }",
            "Full",
        ),
    ] {
        let (_host, widget) = answering(Delivery::Task, answer).await;
        for call in calls(&widget) {
            let refused = call.await.expect_err("a refusal");
            assert!(
                matches!(&refused, Error::Refused { reason: said, error: None } if said == reason),
                "{answer}: {refused}"
            );
        }
        let mode = widget.request_display_mode(&DisplayMode::Pip).await;
        assert!(matches!(mode, Err(Error::Refused { .. })));
    }
    for answer in [
        "{ isError: false }",
        "{ isError: 'false' }",
        "{ isError: null }",
    ] {
        let (_host, widget) = answering(Delivery::Task, answer).await;
        for call in calls(&widget) {
            assert!(call.await.is_ok(), "{answer}");
        }
    }
}

#[wasm_bindgen_test]
async fn the_mode_is_the_one_that_the_host_has_set() {
    for (answer, mode) in [
        ("{ mode: 'fullscreen' }", DisplayMode::Fullscreen),
        ("{ mode: 'split' }", DisplayMode::Other("split".into())),
        ("{ mode: 5 }", DisplayMode::Inline),
        ("null", DisplayMode::Inline),
    ] {
        let (_host, widget) = answering(Delivery::Task, answer).await;
        let set = widget.request_display_mode(&DisplayMode::Fullscreen).await;
        assert_eq!(set.expect("a mode"), mode, "{answer}");
    }
    let (host, widget) = answering(Delivery::Task, "{}").await;
    host.tell(
        "ui/notifications/host-context-changed",
        "{ displayMode: 'pip' }",
    );
    turn().await;
    let set = widget.request_display_mode(&DisplayMode::Fullscreen).await;
    assert_eq!(set.expect("a mode"), DisplayMode::Pip);
}

#[wasm_bindgen_test]
async fn wrong_arguments_are_refused_before_anything_is_sent() {
    let (host, widget) = answering(Delivery::Task, "{}").await;
    let mut wrong: Vec<Call<JsValue>> = ["", "/kite", "kite.html", "https://"]
        .map(|url| widget.open_link(url))
        .into();
    for blocks in [
        "null",
        "'text'",
        "{}",
        "[5]",
        "[null]",
        "[{}]",
        "[{ type: 5 }]",
        "[{ type: 'text', text: '' }, {}]",
    ] {
        wrong.push(widget.download_file(js(blocks)));
        wrong.push(widget.send_message_with(js(blocks)));
        wrong.push(widget.update_model_context(js(&format!("{{ content: {blocks} }}"))));
    }
    for value in ["null", "'text'", "5"] {
        wrong.push(widget.update_model_context(js(value)));
        wrong.push(widget.update_model_context(js(&format!("{{ structuredContent: {value} }}"))));
    }
    wrong.push(widget.update_model_context(JsValue::UNDEFINED));
    for (index, call) in wrong.into_iter().enumerate() {
        assert!(matches!(call.await, Err(Error::Convert(_))), "call {index}");
    }
    assert_eq!(said(&host), []);
}

#[wasm_bindgen_test]
async fn teardown_log_and_size() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    widget.request_teardown();
    widget.log(LogLevel::Warning, js("{ gifts: 0 }"), Some("gift-ideas"));
    widget.log(LogLevel::Debug, JsValue::UNDEFINED, None);
    widget.send_size(300.0, 99.2);
    widget.send_size(None, 0.1);
    for none in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        widget.send_size(none, None);
    }
    widget.close();
    widget.request_teardown();
    widget.send_size(1.0, 1.0);
    assert_eq!(
        said(&host),
        pairs(&[
            ("ui/notifications/request-teardown", "{}"),
            (
                "notifications/message",
                r#"{"level":"warning","data":{"gifts":0},"logger":"gift-ideas"}"#
            ),
            ("notifications/message", r#"{"level":"debug","data":null}"#),
            (
                "ui/notifications/size-changed",
                r#"{"width":300,"height":100}"#
            ),
            ("ui/notifications/size-changed", r#"{"height":1}"#),
        ])
    );
}

#[wasm_bindgen_test]
async fn a_teardown_is_answered_without_a_handler() {
    for delivery in DELIVERIES {
        let (host, _widget) = Host::ready(delivery).await;
        host.ask("'t'", "ui/resource-teardown", "{ reason: 'r' }");
        turn().await;
        assert_eq!(host.replies(), [r#"{"id":"t","result":{}}"#]);
    }
}

#[wasm_bindgen_test]
async fn a_teardown_is_answered_when_all_handlers_are_done() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let seen = Rc::new(RefCell::new(Vec::new()));
    let (one, other, gone) = (Rc::clone(&seen), Rc::clone(&seen), Rc::clone(&seen));
    let _one = widget.on_teardown(move |params| {
        one.borrow_mut().push(json(&params));
        async {}
    });
    let _other = widget.on_teardown(move |_| {
        let seen = Rc::clone(&other);
        async move {
            sleep(30.0).await;
            seen.borrow_mut().push("late".into());
        }
    });
    drop(widget.on_teardown(move |_| {
        gone.borrow_mut().push("gone".into());
        async {}
    }));
    // Twice at once: one teardown, two answers.
    host.ask("1", "ui/resource-teardown", "{ reason: 'r' }");
    host.ask("2", "ui/resource-teardown", "{}");
    sleep(5.0).await;
    assert_eq!(host.replies(), [""; 0]);
    sleep(60.0).await;
    assert_eq!(
        host.replies(),
        [r#"{"id":1,"result":{}}"#, r#"{"id":2,"result":{}}"#]
    );
    assert_eq!(*seen.borrow(), [r#"{"reason":"r"}"#, "late"]);
    // And again, when it is asked again.
    host.ask("3", "ui/resource-teardown", "{}");
    sleep(60.0).await;
    assert_eq!(host.replies().len(), 3);
    assert_eq!(seen.borrow().len(), 4);
}

#[wasm_bindgen_test]
async fn a_teardown_is_answered_after_a_while_and_what_was_begun_goes_on() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let calls = Rc::new(Cell::new(0));
    let calling = Rc::clone(&calls);
    let saving = widget.clone();
    let _leaving = widget.on_teardown(move |_| {
        calling.set(calling.get() + 1);
        let widget = saving.clone();
        async move {
            let _ = widget.call_tool_with("save", JsValue::UNDEFINED).await;
        }
    });
    let _never = widget.on_teardown(|_| pending());
    host.ask("1", "ui/resource-teardown", "{}");
    sleep(120.0).await;
    assert_eq!(host.replies(), [""; 0]);
    sleep(150.0).await;
    assert_eq!(host.replies(), [r#"{"id":1,"result":{}}"#]);
    host.ask("2", "ui/resource-teardown", "{}");
    turn().await;
    assert_eq!(host.replies().len(), 2);
    assert_eq!(calls.get(), 1);
    assert_eq!(host.sent("tools/call").len(), 1);
    assert_eq!(host.sent("notifications/cancelled").len(), 0);
    widget.close();
}

#[wasm_bindgen_test]
async fn a_handler_that_was_forgotten_stays_and_one_of_a_closed_widget_is_none() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let calls = Rc::new(Cell::new(0));
    let calling = Rc::clone(&calls);
    widget
        .on_teardown(move |_| {
            calling.set(calling.get() + 1);
            async {}
        })
        .forget();
    host.ask("1", "ui/resource-teardown", "{}");
    turn().await;
    turn().await;
    assert_eq!((calls.get(), host.replies().len()), (1, 1));
    widget.close();
    widget.on_teardown(|_| async {}).forget();
    assert_eq!(Rc::strong_count(&calls), 1, "the handler is gone");
}
