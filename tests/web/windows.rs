//! Real windows: the host is the script of a frame, and what passes goes through `postMessage`.
//!
//! `window.parent` is replaced by the frame's window for the time of a test. That is what VS Code does to it too, and it is read anew
//! for every message.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use mcp_widget::{Error, Widget};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{get, js, json, number, sleep, soon, start, text, turn};

/// The host's script. It answers to whoever speaks to it, and keeps what it heard in `heard`.
const HOST: &str = "<!doctype html><script>
    window.heard = [];
    window.silent = false;
    let asker;
    window.say = (message) => asker.postMessage(message, '*');
    addEventListener('message', ({ data, source }) => {
        asker = source;
        heard.push(data);
        if (silent || data.id === undefined || data.method === undefined) return;
        const results = {
            'ui/initialize': { protocolVersion: '2026-01-26', hostInfo: { name: 'frame', version: '1' }, hostCapabilities: {}, hostContext: {} },
            'tools/call': { content: [{ type: 'text', text: 'from the frame' }], structuredContent: data.params.arguments },
        };
        source.postMessage({ jsonrpc: '2.0', id: data.id, result: results[data.method] ?? {} }, '*');
    });
</script>";

/// A frame, which is the parent window while it is there.
struct Frame {
    element: JsValue,
    window: JsValue,
    before: JsValue,
}

impl Frame {
    async fn open() -> Self {
        let element = Self::load().await;
        let window = get(&element, "contentWindow");
        let global = js_sys::global();
        let before = js("Object.getOwnPropertyDescriptor(window, 'parent')");
        let replace = Function::new_with_args(
            "window, parent",
            "Object.defineProperty(window, 'parent', { value: parent, configurable: true, writable: true, enumerable: true })",
        );
        replace
            .call2(&JsValue::UNDEFINED, &global, &window)
            .expect("it is replaceable");
        Self {
            element,
            window,
            before,
        }
    }

    async fn load() -> JsValue {
        let load = Function::new_with_args(
            "html",
            "return new Promise((resolve) => {
                const frame = document.createElement('iframe');
                frame.onload = () => resolve(frame);
                frame.srcdoc = html;
                document.body.append(frame);
            })",
        );
        let loaded: Promise = load
            .call1(&JsValue::UNDEFINED, &HOST.into())
            .expect("a promise")
            .into();
        soon(JsFuture::from(loaded)).await.expect("it loads")
    }

    /// What the host has heard of this method.
    fn heard(&self, method: &str) -> Vec<JsValue> {
        let heard: js_sys::Array = get(&self.window, "heard").into();
        heard
            .iter()
            .filter(|message| get(message, "method") == method)
            .collect()
    }

    /// Lets the host speak to the window that spoke to it.
    fn say(&self, message: &str) {
        let say: Function = get(&self.window, "say").into();
        say.call1(&JsValue::UNDEFINED, &js(message))
            .expect("posted");
    }

    fn silence(&self) {
        Reflect::set(&self.window, &"silent".into(), &true.into()).expect("an ordinary window");
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        let restore = Function::new_with_args(
            "before, frame",
            "Object.defineProperty(window, 'parent', before); frame.remove();",
        );
        restore
            .call2(&JsValue::UNDEFINED, &self.before, &self.element)
            .expect("it was there before");
    }
}

/// Lets messages between windows arrive.
async fn passed() {
    sleep(20.0).await;
    turn().await;
}

#[wasm_bindgen_test]
async fn a_call_goes_to_the_parent_window_and_back() {
    let frame = Frame::open().await;
    let widget = Widget::connect("in-a-window", "1");
    let host = soon(widget.ready()).await.expect("the handshake");
    assert_eq!(json(&host.info), r#"{"name":"frame","version":"1"}"#);
    let arguments = js("{ budget: 100, when: new Date(0) }");
    let result = soon(widget.call_tool_with("suggest_gifts", arguments.clone()))
        .await
        .expect("a result");
    assert_eq!(result.text(), "from the frame");
    assert_eq!(json(&result.structured_content()), json(&arguments));
    assert!(
        result.structured_content() != arguments,
        "it was cloned on its way"
    );
    assert!(widget.diagnostics().is_empty());
    assert_eq!(frame.heard("ui/notifications/initialized").len(), 1);
    widget.close();
}

#[wasm_bindgen_test]
async fn the_host_speaks_of_its_own_accord() {
    let frame = Frame::open().await;
    let widget = Widget::connect("in-a-window", "1");
    let heard = Rc::new(RefCell::new(None));
    let hearing = Rc::clone(&heard);
    let _listening =
        widget.on_tool_result(move |result| drop(hearing.replace(Some(result.text()))));
    let _serving = widget.on_request("x/own", |params| async move { Ok(params) });
    soon(widget.ready()).await.expect("the handshake");
    frame.say("{ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [{ type: 'text', text: 'first' }] } }");
    frame.say("{ jsonrpc: '2.0', id: 'q', method: 'x/own', params: { a: 1 } }");
    frame.say("{ jsonrpc: '2.0', id: 'p', method: 'ping' }");
    passed().await;
    assert_eq!(heard.borrow().as_deref(), Some("first"));
    let all = json(&get(&frame.window, "heard"));
    assert!(
        all.contains(r#"{"jsonrpc":"2.0","id":"q","result":{"a":1}}"#),
        "{all}"
    );
    assert!(
        all.contains(r#"{"jsonrpc":"2.0","id":"p","result":{}}"#),
        "{all}"
    );
    widget.close();
}

#[wasm_bindgen_test]
async fn only_the_parent_window_is_heard() {
    let frame = Frame::open().await;
    let widget = Widget::connect("in-a-window", "1");
    soon(widget.ready()).await.expect("the handshake");
    frame.silence();
    let call = start(widget.call_tool_with("a", js("{}")));
    passed().await;
    let id = number(&frame.heard("tools/call")[0], "id");
    let heard = Rc::new(Cell::new(0));
    let hearing = Rc::clone(&heard);
    let _listening = widget.on_notification(move |_, _| hearing.set(hearing.get() + 1));

    let forged = format!(
        "{{ jsonrpc: '2.0', id: {id}, result: {{ content: [{{ type: 'text', text: 'forged' }}] }} }}"
    );
    let note = "{ jsonrpc: '2.0', method: 'x/forged' }";
    let stranger = Frame::load().await;
    for forged in [
        forged.as_str(),
        note,
        "{ jsonrpc: '2.0', id: 3, method: 'x/forged' }",
    ] {
        // The window itself, a frame of its own, and an event that nobody posted.
        let forge = Function::new_with_args(
            "frame, message",
            "window.postMessage(message, '*');
             const script = frame.contentDocument.createElement('script');
             script.text = `parent.postMessage(${JSON.stringify(message)}, '*'); top.postMessage(${JSON.stringify(message)}, '*')`;
             frame.contentDocument.head.append(script);
             window.dispatchEvent(new MessageEvent('message', { data: message }));",
        );
        forge
            .call2(&JsValue::UNDEFINED, &stranger, &js(forged))
            .expect("posted");
    }
    passed().await;
    assert!(call.borrow().is_none(), "the forged reply counts");
    assert_eq!(heard.get(), 0);
    assert!(widget.diagnostics().is_empty());
    assert_eq!(frame.heard("x/forged").len(), 0);
    // The same from the right window.
    frame.say(note);
    frame.say(&forged.replace("forged", "real"));
    passed().await;
    assert_eq!(heard.get(), 1);
    let end = call
        .borrow_mut()
        .take()
        .expect("settled")
        .expect("a result");
    assert_eq!(end.text(), "real");
    widget.close();
    crate::support::with(&stranger, "it.remove()");
}

#[wasm_bindgen_test]
async fn the_parent_window_may_be_another_one_later() {
    let first = Frame::open().await;
    let widget = Widget::connect("in-a-window", "1");
    soon(widget.ready()).await.expect("the handshake");
    let second = Frame::open().await;
    let result = soon(widget.call_tool_with("a", js("{ to: 'second' }")))
        .await
        .expect("a result");
    assert_eq!(text(&result.structured_content(), "to"), "second");
    assert_eq!(
        (
            first.heard("tools/call").len(),
            second.heard("tools/call").len()
        ),
        (0, 1)
    );
    widget.close();
    drop(second);
    drop(first);
}

#[wasm_bindgen_test]
async fn what_a_window_cannot_clone_goes_as_json_or_fails_alone() {
    let frame = Frame::open().await;
    let widget = Widget::connect("in-a-window", "1");
    let arguments = js("new Proxy({ budget: 100, later() {} }, {})");
    let result = soon(widget.call_tool_with("a", arguments))
        .await
        .expect("a result");
    assert_eq!(json(&result.structured_content()), r#"{"budget":100}"#);
    let end = soon(widget.call_tool_with("a", js("{ big: 5n, later() {} }"))).await;
    let Err(Error::Transport(reason)) = end else {
        panic!("{end:?}");
    };
    assert_eq!(text(&reason, "name"), "DataCloneError");
    // And an answer becomes an error.
    let _serving = widget.on_request("x/own", |_| async { Ok(js("{ later() {} }")) });
    frame.say("{ jsonrpc: '2.0', id: 9, method: 'x/own', params: {} }");
    passed().await;
    let all = json(&get(&frame.window, "heard"));
    assert!(
        all.contains(r#"{"jsonrpc":"2.0","id":9,"error":{"code":-32603,"#),
        "{all}"
    );
    assert!(soon(widget.call_tool_with("a", js("{}"))).await.is_ok());
    widget.close();
}

#[wasm_bindgen_test]
async fn two_widgets_share_a_window() {
    let frame = Frame::open().await;
    let (one, two) = (Widget::connect("one", "1"), Widget::connect("two", "1"));
    soon(one.ready()).await.expect("the handshake");
    soon(two.ready()).await.expect("the handshake");
    let calls: Vec<_> = (0..10)
        .map(|index| {
            let widget = if index % 2 == 0 { &one } else { &two };
            start(widget.call_tool_with("echo", js(&format!("{{ index: {index} }}"))))
        })
        .collect();
    passed().await;
    for (index, call) in calls.iter().enumerate() {
        let end = call
            .borrow_mut()
            .take()
            .expect("settled")
            .expect("a result");
        assert_eq!(
            json(&end.structured_content()),
            format!(r#"{{"index":{index}}}"#)
        );
    }
    let _serving = two.on_request("x/own", |_| async { Ok(js("{ by: 'two' }")) });
    let heard = Rc::new(Cell::new(0));
    let listen = |widget: &Widget| {
        let heard = Rc::clone(&heard);
        widget.on_notification(move |_, _| heard.set(heard.get() + 1))
    };
    let _both = (listen(&one), listen(&two));
    frame.say("{ jsonrpc: '2.0', id: 1, method: 'x/own', params: {} }");
    frame.say("{ jsonrpc: '2.0', id: 2, method: 'x/unknown', params: {} }");
    frame.say("{ jsonrpc: '2.0', method: 'x/note' }");
    passed().await;
    assert_eq!(heard.get(), 2, "each is told");
    let all: js_sys::Array = get(&frame.window, "heard").into();
    let mut replies: Vec<_> = all
        .iter()
        .filter(|message| get(message, "method").is_undefined())
        .map(|message| json(&message))
        .collect();
    replies.sort();
    assert_eq!(
        replies,
        [
            r#"{"jsonrpc":"2.0","id":1,"result":{"by":"two"}}"#,
            r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}"#,
        ],
        "each request is answered once"
    );
    for widget in [&one, &two] {
        assert!(widget.diagnostics().is_empty());
    }
    // The other goes on when one is closed, and when all are gone nobody listens.
    one.close();
    assert!(soon(two.call_tool_with("a", js("{}"))).await.is_ok());
    two.close();
    turn().await;
    let failures = js(
        "(() => { const failures = []; addEventListener('error', (event) => failures.push(event.message)); return failures })()",
    );
    frame.say("{ jsonrpc: '2.0', id: 3, method: 'ping' }");
    passed().await;
    assert!(!json(&get(&frame.window, "heard")).contains(r#""id":3,"#));
    assert_eq!(json(&failures), "[]", "a listener that is gone is called");
}

#[wasm_bindgen_test]
async fn a_widget_that_nobody_holds_stays_connected() {
    let frame = Frame::open().await;
    let heard = Rc::new(Cell::new(0));
    let hearing = Rc::clone(&heard);
    let widget = Widget::connect("in-a-window", "1");
    widget
        .on_notification(move |_, _| hearing.set(hearing.get() + 1))
        .forget();
    soon(widget.ready()).await.expect("the handshake");
    drop(widget);
    frame.say("{ jsonrpc: '2.0', id: 1, method: 'ping' }");
    frame.say("{ jsonrpc: '2.0', method: 'x/note' }");
    passed().await;
    assert_eq!(heard.get(), 1);
    assert!(json(&get(&frame.window, "heard")).contains(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
}

#[wasm_bindgen_test]
async fn a_teardown_is_that_of_all_widgets_in_the_window() {
    let frame = Frame::open().await;
    let seen = Rc::new(RefCell::new(Vec::new()));
    let connect = |name: &'static str, milliseconds: f64| {
        let widget = Widget::connect(name, "1");
        let seen = Rc::clone(&seen);
        widget
            .on_teardown(move |params| {
                let seen = Rc::clone(&seen);
                async move {
                    sleep(milliseconds).await;
                    seen.borrow_mut().push(format!("{name} {}", json(&params)));
                }
            })
            .forget();
        widget
    };
    let silent = Widget::connect("silent", "1");
    let (one, two, gone) = (
        connect("one", 5.0),
        connect("two", 90.0),
        connect("gone", 1_000.0),
    );
    for widget in [&silent, &one, &two, &gone] {
        soon(widget.ready()).await.expect("the handshake");
    }
    // It has something to say about the page only: its host is another one.
    let elsewhere = crate::support::Host::new(crate::support::Delivery::Task).connect();
    let not_asked = Rc::new(Cell::new(0));
    let asking = Rc::clone(&not_asked);
    let _elsewhere = elsewhere.on_teardown(move |_| {
        asking.set(asking.get() + 1);
        async {}
    });
    let answers = || {
        let heard: js_sys::Array = get(&frame.window, "heard").into();
        heard
            .iter()
            .map(|message| json(&message))
            .filter(|message| message.contains(r#""id":"t""#))
            .collect::<Vec<_>>()
    };
    frame.say(
        "{ jsonrpc: '2.0', id: 't', method: 'ui/resource-teardown', params: { reason: 'r' } }",
    );
    passed().await;
    gone.close();
    sleep(20.0).await;
    assert_eq!(answers(), [""; 0], "one of them is still at work");
    assert_eq!(*seen.borrow(), [r#"one {"reason":"r"}"#]);
    sleep(80.0).await;
    assert_eq!(answers(), [r#"{"jsonrpc":"2.0","id":"t","result":{}}"#]);
    assert_eq!(
        *seen.borrow(),
        [r#"one {"reason":"r"}"#, r#"two {"reason":"r"}"#]
    );
    assert_eq!(not_asked.get(), 0);
    // With the page goes what is not gone yet.
    crate::teardown::page("pagehide", false);
    sleep(110.0).await;
    assert_eq!((seen.borrow().len(), not_asked.get()), (2, 1));
    for widget in [&silent, &one, &two, &elsewhere] {
        widget.close();
    }
}
