//! What the host says, and who hears it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mcp_widget::{Subscription, Widget};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, get, js, json, soon, turn};

type Heard = Rc<RefCell<Vec<String>>>;

/// Listens to the tool's result, and writes the text that came.
fn listen(widget: &Widget) -> (Heard, Subscription) {
    let heard = Heard::default();
    let hearing = Rc::clone(&heard);
    let subscription =
        widget.on_tool_result(move |result| hearing.borrow_mut().push(result.text()));
    (heard, subscription)
}

const RESULT: &str = "ui/notifications/tool-result";

fn say_result(host: &Host, text: &str) {
    host.tell(
        RESULT,
        &format!("{{ content: [{{ type: 'text', text: '{text}' }}] }}"),
    );
}

#[wasm_bindgen_test]
async fn what_the_host_says_once_is_told_with_its_types() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let heard = Heard::default();
    let note = |what: &'static str| {
        let heard = Rc::clone(&heard);
        move |value| heard.borrow_mut().push(format!("{what} {}", json(&value)))
    };
    let hearing = Rc::clone(&heard);
    let _all = [
        widget.on_tool_input(note("input")),
        widget.on_tool_input_partial(note("partial")),
        widget.on_tool_cancelled(note("cancelled")),
        widget.on_tool_result(move |result| {
            hearing.borrow_mut().push(format!(
                "result {} {} {}",
                result.is_error(),
                result.text(),
                json(&result.structured_content())
            ));
        }),
    ];
    host.tell(
        "ui/notifications/tool-input-partial",
        "{ arguments: { budget: 1 } }",
    );
    host.tell(
        "ui/notifications/tool-input",
        "{ arguments: { budget: 100 } }",
    );
    host.tell(
        RESULT,
        "{ content: [{ type: 'text', text: 'hm' }], structuredContent: [1], isError: true }",
    );
    host.tell("ui/notifications/tool-cancelled", "{ reason: 'user' }");
    assert_eq!(
        *heard.borrow(),
        [
            r#"partial {"budget":1}"#,
            r#"input {"budget":100}"#,
            "result true hm [1]",
            r#"cancelled {"reason":"user"}"#,
        ]
    );
}

#[wasm_bindgen_test]
async fn arguments_that_are_a_text_are_what_it_is_the_json_of() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let heard = Heard::default();
    let note = || {
        let heard = Rc::clone(&heard);
        move |value| heard.borrow_mut().push(json(&value))
    };
    let _all = [
        widget.on_tool_input_partial(note()),
        widget.on_tool_input(note()),
    ];
    for text in [
        r#"{"a":"b"#,
        r#"{"a":"b😀","c":1"#,
        r#"{"a":"b\ud83d"#,
        "[",
        "birthday",
        "",
    ] {
        let text = text.replace('\\', "\\\\");
        host.tell(
            "ui/notifications/tool-input-partial",
            &format!("{{ arguments: '{text}' }}"),
        );
    }
    // Half a pair that is no escape.
    host.tell(
        "ui/notifications/tool-input-partial",
        r#"{ arguments: '{"a":"b\ud83d' }"#,
    );
    host.tell(
        "ui/notifications/tool-input",
        r#"{ arguments: '{"a":"b😀","c":1}' }"#,
    );
    let _late = widget.on_tool_input(note());
    turn().await;
    assert_eq!(
        *heard.borrow(),
        [
            r#"{"a":"b"}"#,
            r#"{"a":"b😀"}"#,
            r#"{"a":"b"}"#,
            "{}",
            "{}",
            "{}",
            r#"{"a":"b"}"#,
            r#"{"a":"b😀","c":1}"#,
            r#"{"a":"b😀","c":1}"#,
        ]
    );
}

#[wasm_bindgen_test]
async fn a_notification_hands_on_the_very_payload() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let params = js("{ content: [], structuredContent: { a: 1 } }");
    let seen = Rc::new(RefCell::new(None));
    let seeing = Rc::clone(&seen);
    let _listening = widget.on_tool_result(move |result| drop(seeing.replace(Some(result))));
    let message = js("{ jsonrpc: '2.0', method: 'ui/notifications/tool-result' }");
    js_sys::Reflect::set(&message, &"params".into(), &params).expect("an ordinary object");
    host.say(&message);
    let seen = seen.take().expect("told");
    assert!(*seen.as_js() == params, "another object");
    assert!(seen.structured_content() == get(&params, "structuredContent"));
}

#[wasm_bindgen_test]
async fn a_late_listener_is_told_once_and_only_the_latest() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    say_result(&host, "old");
    say_result(&host, "new");
    let (heard, _late) = listen(&widget);
    assert!(heard.borrow().is_empty(), "not before it is attached");
    turn().await;
    assert_eq!(*heard.borrow(), ["new"]);
    say_result(&host, "newer");
    turn().await;
    assert_eq!(*heard.borrow(), ["new", "newer"]);
}

#[wasm_bindgen_test]
async fn what_comes_before_the_handshake_is_kept_too() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    host.tell(
        "ui/notifications/tool-input",
        "{ arguments: { early: true } }",
    );
    let heard = Heard::default();
    let hearing = Rc::clone(&heard);
    let _late = widget.on_tool_input(move |input| hearing.borrow_mut().push(json(&input)));
    turn().await;
    assert_eq!(*heard.borrow(), [r#"{"early":true}"#]);
    widget.close();
}

#[wasm_bindgen_test]
async fn a_listener_that_hears_it_in_time_is_not_told_again() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    say_result(&host, "old");
    let (heard, _late) = listen(&widget);
    say_result(&host, "new");
    assert_eq!(*heard.borrow(), ["new"], "the replay is not due yet");
    turn().await;
    assert_eq!(*heard.borrow(), ["new"]);
}

#[wasm_bindgen_test]
async fn replays_come_in_the_order_in_which_it_was_said() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    host.tell("ui/notifications/tool-input", "{ arguments: {} }");
    say_result(&host, "a");
    let heard = Heard::default();
    let note = |what: &'static str| {
        let heard = Rc::clone(&heard);
        move || heard.borrow_mut().push(what.into())
    };
    let (result, input, second) = (note("result"), note("input"), note("second input"));
    let _all = [
        widget.on_tool_result(move |_| result()),
        widget.on_tool_input(move |_| input()),
        widget.on_tool_input(move |_| second()),
    ];
    turn().await;
    assert_eq!(*heard.borrow(), ["input", "second input", "result"]);
}

#[wasm_bindgen_test]
async fn each_late_listener_is_told_once_whenever_it_comes() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    say_result(&host, "a");
    let (first, _first) = listen(&widget);
    let (second, _second) = listen(&widget);
    turn().await;
    let (third, _third) = listen(&widget);
    // Its replay is asked for, and there will be nobody.
    let (gone, leaving) = listen(&widget);
    drop(leaving);
    turn().await;
    let (fourth, leaving) = listen(&widget);
    drop(leaving);
    let (fifth, _fifth) = listen(&widget);
    turn().await;
    for heard in [&first, &second, &third, &fifth] {
        assert_eq!(*heard.borrow(), ["a"]);
    }
    assert!(gone.borrow().is_empty() && fourth.borrow().is_empty());
    say_result(&host, "a");
    turn().await;
    for heard in [first, second, third, fifth] {
        assert_eq!(*heard.borrow(), ["a", "a"], "said again, heard again");
    }
}

#[wasm_bindgen_test]
async fn a_listener_of_a_replay_may_bring_another() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    say_result(&host, "a");
    let heard = Heard::default();
    let inner = Rc::new(RefCell::new(Vec::new()));
    let (hearing, keeping, attaching) = (Rc::clone(&heard), Rc::clone(&inner), widget.clone());
    let _outer = widget.on_tool_result(move |result| {
        hearing
            .borrow_mut()
            .push(format!("outer {}", result.text()));
        let hearing = Rc::clone(&hearing);
        let another = attaching.on_tool_result(move |result| {
            hearing
                .borrow_mut()
                .push(format!("inner {}", result.text()));
        });
        keeping.borrow_mut().push(another);
    });
    turn().await;
    assert_eq!(*heard.borrow(), ["outer a", "inner a"]);
    inner.borrow_mut().clear();
}

#[wasm_bindgen_test]
async fn a_listener_that_another_one_ends_is_told_no_more() {
    // Once while the host says something, and once while it is told late.
    for late in [false, true] {
        let (host, widget) = Host::ready(Delivery::Task).await;
        if late {
            say_result(&host, "a");
        }
        let victim = Rc::new(Cell::new(None));
        let ending = Rc::clone(&victim);
        let _first = widget.on_tool_result(move |_| drop(ending.take()));
        let (ended, subscription) = listen(&widget);
        victim.set(Some(subscription));
        let (last, _last) = listen(&widget);
        if !late {
            say_result(&host, "a");
        }
        turn().await;
        assert!(ended.borrow().is_empty(), "late: {late}");
        assert_eq!(*last.borrow(), ["a"], "late: {late}");
    }
}

#[wasm_bindgen_test]
async fn a_listener_may_end_those_before_it_and_nobody_is_passed_over() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let (before, subscription) = listen(&widget);
    let ended = Cell::new(Some(subscription));
    let _ending = widget.on_tool_result(move |_| drop(ended.take()));
    let (next, _next) = listen(&widget);
    let (last, _last) = listen(&widget);
    for text in ["a", "b"] {
        say_result(&host, text);
    }
    assert_eq!(*before.borrow(), ["a"]);
    assert_eq!(*next.borrow(), ["a", "b"]);
    assert_eq!(*last.borrow(), ["a", "b"]);
}

#[wasm_bindgen_test]
async fn a_subscription_ends_when_it_is_dropped() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let (first, dropped) = listen(&widget);
    let (second, kept) = listen(&widget);
    say_result(&host, "a");
    drop(dropped);
    say_result(&host, "b");
    assert_eq!(*first.borrow(), ["a"]);
    assert_eq!(*second.borrow(), ["a", "b"]);
    // Before its replay too.
    let (third, dropped) = listen(&widget);
    drop(dropped);
    turn().await;
    assert!(third.borrow().is_empty());
    drop(kept);
}

#[wasm_bindgen_test]
async fn a_subscription_goes_on_when_it_is_forgotten() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let (heard, subscription) = listen(&widget);
    subscription.forget();
    say_result(&host, "a");
    say_result(&host, "b");
    assert_eq!(*heard.borrow(), ["a", "b"]);
    widget.close();
    say_result(&host, "c");
    assert_eq!(*heard.borrow(), ["a", "b"]);
}

#[wasm_bindgen_test]
async fn dropping_a_subscription_lets_go_of_what_the_listener_held() {
    let (_host, widget) = Host::ready(Delivery::Task).await;
    let held = Rc::new(());
    let (one, two, three) = (Rc::clone(&held), Rc::clone(&held), Rc::clone(&held));
    let dropped = widget.on_notification(move |_, _| _ = &one);
    widget.on_diagnostic(move |_| _ = &two).forget();
    let serving = widget.on_request("x/own", move |_| {
        _ = &three;
        async { Ok(js("{}")) }
    });
    assert_eq!(Rc::strong_count(&held), 4);
    drop(dropped);
    assert_eq!(Rc::strong_count(&held), 3);
    drop(serving);
    assert_eq!(Rc::strong_count(&held), 2);
    widget.close();
    assert_eq!(Rc::strong_count(&held), 1);
}

#[wasm_bindgen_test]
async fn a_subscription_may_outlive_its_widget() {
    let host = Host::new(Delivery::Task);
    let widget = host.connect();
    let (heard, subscription) = listen(&widget);
    soon(widget.ready()).await.expect("the handshake");
    widget.close();
    drop(widget);
    drop(subscription);
    say_result(&host, "a");
    host.inbox().closed();
    assert!(heard.borrow().is_empty());
}

#[wasm_bindgen_test]
async fn other_notifications_are_told_with_method_and_params() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let heard = Heard::default();
    let hearing = Rc::clone(&heard);
    let _listening = widget.on_notification(move |method, params| {
        let params = if params.is_undefined() {
            "none".into()
        } else {
            json(&params)
        };
        hearing.borrow_mut().push(format!("{method} {params}"));
    });
    host.tell("notifications/tools/list_changed", "undefined");
    host.tell("x/own", "{ a: 1 }");
    say_result(&host, "is no other");
    host.tell("ui/notifications/sandbox-proxy-ready", "{}");
    assert_eq!(
        *heard.borrow(),
        ["notifications/tools/list_changed none", r#"x/own {"a":1}"#]
    );
}

#[wasm_bindgen_test]
async fn nothing_is_heard_after_the_end() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    say_result(&host, "before");
    widget.close();
    let (heard, _late) = listen(&widget);
    say_result(&host, "after");
    turn().await;
    assert!(heard.borrow().is_empty(), "{:?}", heard.borrow());
}

#[wasm_bindgen_test]
async fn each_listener_hears_every_notification_also_those_that_overtake() {
    // What the first listener does makes the host say something else before the second one has heard.
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        host.on("x/poke", |_| {
            vec![js("{ jsonrpc: '2.0', method: 'x/two' }")]
        });
        let first = Cell::new(true);
        let poking = widget.clone();
        let one = widget.on_notification(move |_, _| {
            if first.take() {
                poking.notify("x/poke", js("{}"));
            }
        });
        let heard = Heard::default();
        let hearing = Rc::clone(&heard);
        let two = widget.on_notification(move |method, _| hearing.borrow_mut().push(method.into()));
        host.tell("x/one", "{}");
        turn().await;
        let mut all = heard.borrow().clone();
        all.sort();
        assert_eq!(all, ["x/one", "x/two"], "{delivery:?}");
        drop((one, two));
    }
}
