//! Objects that never went through a clone: Proxies, getters that throw or call back in, at every member of a message. After each of
//! them the next call works.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, Reflect};
use mcp_widget::{Error, RpcError, Widget};
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, get, js, json, soon, turn, with};

/// What can be wrong with an object, as expressions around `it`.
const SPOILED: [&str; 7] = [
    "new Proxy(it, { get() { throw new Error('get') } })",
    "new Proxy(it, { getOwnPropertyDescriptor() { throw new Error('own') } })",
    "new Proxy(it, { ownKeys() { throw new Error('keys') } })",
    "new Proxy(it, { getPrototypeOf() { throw new Error('prototype') } })",
    "new Proxy(it, new Proxy({}, { get() { throw new Error('any trap') } }))",
    "(() => { const { proxy, revoke } = Proxy.revocable(it, {}); revoke(); return proxy })()",
    "Object.create(it)",
];

async fn works(host: &Host, widget: &Widget, after: &str) {
    host.tools_give("{ content: [], structuredContent: 'works' }");
    let result = soon(widget.call_tool_with("next", js("{}"))).await;
    let result = result.unwrap_or_else(|error| panic!("after {after}: {error}"));
    assert_eq!(result.structured_content(), "works", "after {after}");
}

#[wasm_bindgen_test]
async fn a_spoiled_message_does_no_harm() {
    let messages = [
        "{ jsonrpc: '2.0', id: 1, method: 'x/own', params: {} }",
        "{ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [] } }",
        "{ jsonrpc: '2.0', id: 1, result: {} }",
        "{ jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }",
        "[{ jsonrpc: '2.0', method: 'x/own' }]",
    ];
    let (host, widget) = Host::ready(Delivery::Inside).await;
    for message in messages {
        for spoiled in SPOILED {
            let what = format!("{message} as {spoiled}");
            host.say(&with(&js(message), spoiled));
            works(&host, &widget, &what).await;
        }
    }
}

#[wasm_bindgen_test]
async fn a_spoiled_member_does_no_harm() {
    let messages = [
        "{ jsonrpc: '2.0', id: 1, method: 'x/own', params: { a: 1 } }",
        "{ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } }",
        "{ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [{ type: 'text', text: 'a' }], isError: false, _meta: {} } }",
        "{ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { mcp_tool_result: { content: 'a' } } }",
        "{ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } }",
        "{ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: { reason: 'a' } }",
        "{ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }",
        "{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }",
        "{ jsonrpc: '2.0', id: 1, result: { content: [] } }",
        "{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a', data: 1 } }",
    ];
    // Every path of the message in turn gets a getter that throws.
    let paths = Function::new_with_args(
        "message",
        "const paths = [];
         const walk = (value, path) => {
             for (const [name, inner] of Object.entries(value)) {
                 paths.push([...path, name]);
                 if (typeof inner === 'object' && inner !== null) walk(inner, [...path, name]);
             }
         };
         walk(message, []);
         return paths;",
    );
    let spoil = Function::new_with_args(
        "message, path",
        "let holder = message;
         for (const name of path.slice(0, -1)) holder = holder[name];
         Object.defineProperty(holder, path.at(-1), { enumerable: true, get() { throw new Error('getter') } });",
    );
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let mut count = 0;
    for message in messages {
        let all: js_sys::Array = paths
            .call1(&JsValue::UNDEFINED, &js(message))
            .expect("paths")
            .into();
        for path in all.iter() {
            let spoiled = js(message);
            spoil
                .call2(&JsValue::UNDEFINED, &spoiled, &path)
                .expect("spoiled");
            host.say(&spoiled);
            works(
                &host,
                &widget,
                &format!("{message} without {}", json(&path)),
            )
            .await;
            count += 1;
        }
    }
    assert!(count > 50, "only {count}");
}

#[wasm_bindgen_test]
async fn a_spoiled_result_ends_its_call_and_breaks_nothing() {
    for result in [
        "{ get content() { throw new Error('no') } }",
        "{ content: [], get isError() { throw new Error('no') } }",
        "{ content: [{ get type() { throw new Error('no') } }] }",
        "{ content: new Proxy([], { get() { throw new Error('no') } }) }",
        "{ get structuredContent() { throw new Error('no') } }",
        "new Proxy({}, { ownKeys() { throw new Error('no') } })",
        "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
    ] {
        for delivery in DELIVERIES {
            let (host, widget) = Host::ready(delivery).await;
            host.on("tools/call", move |request| {
                vec![request.result(&js(result))]
            });
            // What can be read of it can be read, the rest is as if it were not there.
            match soon(widget.call_tool_with("a", js("{}"))).await {
                Ok(read) => {
                    assert!(!read.is_error(), "{result}");
                    assert_eq!(read.text(), "", "{result}");
                    assert!(read.content().len() < 2 && read.meta().is_undefined());
                }
                Err(error) => assert!(
                    matches!(error, Error::InvalidResult { .. }),
                    "{result}: {error}"
                ),
            }
            works(&host, &widget, result).await;
        }
    }
}

#[wasm_bindgen_test]
async fn a_reply_whose_result_throws_is_an_answer_of_no_use() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.on("tools/call", |request| {
        vec![with(
            &get(&request.0, "id"),
            "({ jsonrpc: '2.0', id: it, get result() { throw new Error('no') } })",
        )]
    });
    let end = soon(widget.call_tool_with("a", js("{}"))).await;
    assert!(
        matches!(
            end,
            Err(Error::InvalidResult {
                path: "/result",
                ..
            })
        ),
        "{end:?}"
    );
    works(&host, &widget, "a result that throws").await;
}

#[wasm_bindgen_test]
async fn a_reactive_result_is_handed_on_as_it_is() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let reactive = js(
        "new Proxy({ content: [{ type: 'text', text: 'a' }], structuredContent: { count: 2 } }, { get: (target, name) => target[name] })",
    );
    let reply = reactive.clone();
    host.on("tools/call", move |request| vec![request.result(&reply)]);
    let result = soon(widget.call_tool_with("a", js("{}")))
        .await
        .expect("a result");
    assert!(*result.as_js() == reactive);
    assert_eq!(result.text(), "a");
    assert_eq!(json(&result.structured_content()), r#"{"count":2}"#);
}

#[derive(Deserialize, Debug)]
struct Count {
    #[expect(dead_code, reason = "it is only to be read")]
    count: u8,
}

#[wasm_bindgen_test]
async fn reading_by_type_what_throws_is_an_error() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give(
        "{ content: [], structuredContent: { get count() { throw new Error('no') } } }",
    );
    let result = soon(widget.call_tool_with("a", js("{}")))
        .await
        .expect("a result");
    // An exception that passes through Rust ends the test.
    let typed = result.structured::<Count>();
    assert!(matches!(typed, Err(Error::Convert(_))), "{typed:?}");
    works(&host, &widget, "a member that throws").await;
}

#[wasm_bindgen_test]
async fn a_tool_result_without_content_keeps_an_own_proto_member() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give(
        r#"JSON.parse('{"__proto__":{"structuredContent":{"planted":true}},"_meta":{}}')"#,
    );
    let result = soon(widget.call_tool_with("a", js("{}")))
        .await
        .expect("a result");
    assert!(result.structured_content().is_undefined());
    let planted = get(result.as_js(), "structuredContent");
    assert!(
        planted.is_undefined(),
        "a prototype was planted: {}",
        json(&planted)
    );
    assert_eq!(
        with(result.as_js(), "Object.hasOwn(it, '__proto__')"),
        true,
        "the member is lost"
    );
}

#[wasm_bindgen_test]
async fn a_context_change_with_an_own_proto_member_plants_no_prototype() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tell(
        "ui/notifications/host-context-changed",
        r#"JSON.parse('{"__proto__":{"planted":true},"locale":"de"}')"#,
    );
    let context = widget.host().expect("ready").context;
    assert_eq!(get(&context, "locale"), "de");
    assert!(
        get(&context, "planted").is_undefined(),
        "a prototype was planted"
    );
}

/// An object with a member that calls back in when it is read.
fn calls_back_in(widget: &Widget, name: &str, value: &str) -> (JsValue, Rc<Cell<u32>>) {
    let called = Rc::new(Cell::new(0));
    let (calling, counting) = (widget.clone(), Rc::clone(&called));
    let call = Closure::<dyn FnMut()>::new(move || {
        _ = calling.status();
        calling.notify("x/inside", &JsValue::UNDEFINED);
        // Only counted if it came through.
        counting.set(counting.get() + 1);
    });
    let object = js("{}");
    let getter = Function::new_with_args(
        "object, name, call",
        &format!(
            "Object.defineProperty(object, name, {{ enumerable: true, get() {{ call(); return {value}; }} }})"
        ),
    );
    getter
        .call3(
            &JsValue::UNDEFINED,
            &object,
            &name.into(),
            &call.into_js_value(),
        )
        .expect("an ordinary object");
    (object, called)
}

#[wasm_bindgen_test]
async fn a_getter_may_call_back_in_while_a_reply_is_read() {
    for (name, value) in [
        ("content", "[]"),
        ("isError", "false"),
        ("structuredContent", "1"),
        ("_meta", "({})"),
    ] {
        let (host, widget) = Host::ready(Delivery::Task).await;
        let (result, called) = calls_back_in(&widget, name, value);
        host.on("tools/call", move |request| vec![request.result(&result)]);
        let end = soon(widget.call_tool_with("a", js("{}"))).await;
        assert!(end.is_ok(), "{name}: {end:?}");
        assert!(called.get() > 0, "{name} is read");
        works(&host, &widget, name).await;
    }
}

#[wasm_bindgen_test]
async fn a_getter_may_call_back_in_while_a_repetition_is_looked_for() {
    for method in ["tool-result", "tool-input"] {
        let (host, widget) = Host::ready(Delivery::Task).await;
        let (payload, called) = calls_back_in(&widget, "deep", "1");
        let say = || {
            let message = js(&format!(
                "{{ jsonrpc: '2.0', method: 'ui/notifications/{method}', params: {{ content: [], structuredContent: null, arguments: null }} }}"
            ));
            let params = get(&message, "params");
            for name in ["structuredContent", "arguments"] {
                Reflect::set(&params, &name.into(), &payload).expect("an ordinary object");
            }
            host.say(&message);
        };
        say();
        say();
        assert!(
            called.get() > 0,
            "{method}: it is compared with the one before"
        );
        works(&host, &widget, method).await;
    }
}

#[wasm_bindgen_test]
async fn what_a_transport_throws_may_call_back_in() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let (reason, called) = calls_back_in(&widget, "message", "'refused'");
    let thrown = reason.clone();
    host.refuse(move |message| {
        (get(message, "id") == 5.0 && !get(message, "result").is_undefined())
            .then(|| thrown.clone())
    });
    let _serving = widget.on_request("x/own", |_| async { Ok::<_, RpcError>(js("{}")) });
    host.ask("5", "x/own", "{}");
    turn().await;
    assert!(called.get() > 0, "the message is read");
    assert_eq!(
        host.replies(),
        [r#"{"id":5,"error":{"code":-32603,"message":"refused"}}"#]
    );
    works(&host, &widget, "a reason with a getter").await;
}

#[wasm_bindgen_test]
async fn a_member_may_have_any_name() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tell(
        "constructor",
        "{ hasOwnProperty: 1, toString: null, then: 5, ['__proto__']: 7 }",
    );
    host.tell("__proto__", "{}");
    host.ask("'__proto__'", "toString", "{}");
    assert_eq!(
        host.replies(),
        [r#"{"id":"__proto__","error":{"code":-32601,"message":"Method not found"}}"#]
    );
    works(&host, &widget, "odd names").await;
}
