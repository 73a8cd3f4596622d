//! Calls that get an answer.

use std::cell::RefCell;
use std::future::IntoFuture;
use std::rc::Rc;

use mcp_widget::Error;
use mcp_widget::widget::Progress;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{
    DELIVERIES, Delivery, Host, Request, get, js, json, number, soon, start, turn,
};

#[derive(Serialize)]
struct Wish<'a> {
    occasion: &'a str,
    budget: f64,
    recipient: Option<&'a str>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Gifts {
    gifts: Vec<Gift>,
    all_considered: u32,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Gift {
    name: String,
    price: f64,
    url: Option<String>,
}

const GIFTS: &str = "{
    content: [{ type: 'text', text: 'a chess set' }],
    structuredContent: {
        gifts: [{ name: 'Chess set', price: 49.5, url: null }, { name: 'Ein Stück Käse', price: 3, url: 'https://a.example/', more: 1 }],
        allConsidered: 7,
    },
}";

fn gifts() -> Gifts {
    let gift = |name: &str, price, url: Option<&str>| Gift {
        name: name.into(),
        price,
        url: url.map(Into::into),
    };
    Gifts {
        gifts: vec![
            gift("Chess set", 49.5, None),
            gift("Ein Stück Käse", 3.0, Some("https://a.example/")),
        ],
        all_considered: 7,
    }
}

#[wasm_bindgen_test]
async fn a_typed_call_gets_a_typed_result_however_it_arrives() {
    for delivery in DELIVERIES {
        let host = Host::new(delivery);
        host.tools_give(GIFTS);
        let widget = host.connect();
        let wish = Wish {
            occasion: "birthday",
            budget: 100.0,
            recipient: None,
        };
        let result = soon(widget.call_tool("suggest_gifts", &wish))
            .await
            .expect("a result");
        assert_eq!(result.structured::<Gifts>().expect("gifts"), gifts());
        assert!(!result.is_error());
        assert_eq!(result.text(), "a chess set");

        let Request(sent) = host.only("tools/call");
        assert_eq!(json(&get(&sent, "params.name")), r#""suggest_gifts""#);
        assert_eq!(
            json(&get(&sent, "params.arguments")),
            r#"{"occasion":"birthday","budget":100,"recipient":null}"#,
            "{delivery:?}"
        );
        assert_eq!(
            number(&sent, "params._meta.progressToken").to_bits(),
            number(&sent, "id").to_bits()
        );
        assert_eq!(widget.pending(), 0);
        widget.close();
    }
}

#[wasm_bindgen_test]
async fn the_result_is_the_object_that_arrived() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let arrived = js(GIFTS);
    let reply = arrived.clone();
    host.on("tools/call", move |request| vec![request.result(&reply)]);
    let result = soon(widget.call_tool_with("suggest_gifts", JsValue::UNDEFINED))
        .await
        .expect("a result");
    assert!(*result.as_js() == arrived, "another object");
    assert!(result.structured_content() == get(&arrived, "structuredContent"));
    assert!(result.content()[0] == get(&arrived, "content.0"));
    assert!(result.raw().is_none());
    assert!(result.meta().is_undefined());
    assert!(get(&host.only("tools/call").0, "params.arguments").is_undefined());
}

#[wasm_bindgen_test]
async fn a_result_without_content_is_completed_and_what_arrived_is_kept() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let arrived = js("Object.freeze({ structuredContent: { gifts: [] }, _meta: { page: 2 } })");
    let reply = arrived.clone();
    host.on("tools/call", move |request| vec![request.result(&reply)]);
    let result = soon(widget.call_tool_with("suggest_gifts", js("{}")))
        .await
        .expect("a result");
    assert_eq!(json(&get(result.as_js(), "content")), "[]");
    assert!(result.content().is_empty());
    assert!(result.structured_content() == get(&arrived, "structuredContent"));
    assert_eq!(json(&result.meta()), r#"{"page":2}"#);
    assert!(*result.raw().expect("it was completed") == arrived);
    assert!(*result.as_js() != arrived);
    let codes: Vec<_> = widget
        .diagnostics()
        .iter()
        .map(|diagnostic| diagnostic.finding.oddity.code())
        .collect();
    assert_eq!(codes, ["content-missing"]);
}

#[wasm_bindgen_test]
async fn a_typed_result_may_stand_in_the_only_text_block() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Count {
        count: u8,
    }
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let ask = || async {
        soon(widget.call_tool_with("count", js("{}")))
            .await
            .expect("a result")
    };
    host.tools_give(r#"{ content: [{ type: 'text', text: '{"count":3}' }] }"#);
    assert_eq!(
        ask().await.structured::<Count>().expect("a count"),
        Count { count: 3 }
    );

    // What is structured comes first, and of two blocks neither is taken.
    host.tools_give(
        r#"{ content: [{ type: 'text', text: '{"count":3}' }], structuredContent: { count: 4 } }"#,
    );
    assert_eq!(
        ask().await.structured::<Count>().expect("a count"),
        Count { count: 4 }
    );
    host.tools_give(
        r#"{ content: [{ type: 'text', text: '{"count":3}' }, { type: 'text', text: '' }] }"#,
    );
    assert!(matches!(
        ask().await.structured::<Count>(),
        Err(Error::Convert(_))
    ));
    for not_this in [
        "{ content: [{ type: 'text', text: 'three' }] }",
        r#"{ content: [{ type: 'text', text: '{"count":"3"}' }] }"#,
        "{ content: [], structuredContent: { count: 300 } }",
        "{ content: [], structuredContent: { count: -1 } }",
        "{ content: [] }",
    ] {
        host.tools_give(not_this);
        let typed = ask().await.structured::<Count>();
        assert!(
            matches!(typed, Err(Error::Convert(_))),
            "{not_this}: {typed:?}"
        );
    }
}

#[wasm_bindgen_test]
async fn a_tool_that_failed_is_a_result() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    host.tools_give(
        "{ content: [{ type: 'text', text: 'No gift' }, { type: 'image', data: '', mimeType: 'image/png' }, { type: 'text', text: 'for this budget' }], isError: true }",
    );
    let result = soon(widget.call_tool_with("suggest_gifts", js("{ budget: 0 }")))
        .await
        .expect("a result");
    assert!(result.is_error());
    assert_eq!(result.text(), "No gift\nfor this budget");
    assert_eq!(result.content().len(), 3);
    assert!(result.structured_content().is_undefined());
}

#[wasm_bindgen_test]
async fn parallel_calls_are_answered_in_any_order() {
    const CALLS: usize = 40;
    let (host, widget) = Host::ready(Delivery::Task).await;
    let calls: Vec<_> = (0..CALLS)
        .map(|index| {
            let arguments = js(&format!("{{ index: {index} }}"));
            start(widget.call_tool_with("echo", arguments))
        })
        .collect();
    turn().await;
    assert_eq!(widget.pending(), CALLS);
    let sent = host.sent("tools/call");
    assert_eq!(sent.len(), CALLS);
    // 17 and 40 share no factor, so this visits each once; every other reply comes twice.
    for step in 0..CALLS {
        let request = Request(sent[step * 17 % CALLS].clone());
        let result = js("{ content: [] }");
        js_sys::Reflect::set(
            &result,
            &"structuredContent".into(),
            &get(&request.0, "params.arguments.index"),
        )
        .expect("an ordinary object");
        let reply = request.result(&result);
        host.say(&reply);
        if step % 2 == 0 {
            host.say(&reply);
        }
    }
    turn().await;
    for (index, call) in calls.iter().enumerate() {
        let end = call
            .borrow_mut()
            .take()
            .expect("settled")
            .expect("a result");
        assert_eq!(end.structured::<usize>().expect("a number"), index);
    }
    assert_eq!(widget.pending(), 0);
    let duplicates: Vec<_> = widget
        .diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.finding.oddity.code(), diagnostic.count))
        .collect();
    assert_eq!(duplicates, [("duplicate-reply", 20)]);
}

#[wasm_bindgen_test]
async fn progress_is_told_before_the_result() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        host.on("tools/call", |request| {
            vec![
                request.progress("{ progress: 1, total: 4, message: 'looking' }"),
                request.progress("{ progress: 2.5 }"),
                request.progress("{ progress: 'much', message: 5 }"),
                request.result(&js("{ content: [] }")),
            ]
        });
        let heard = Rc::new(RefCell::new(Vec::<Progress>::new()));
        let hearing = Rc::clone(&heard);
        let call = widget
            .call_tool_with("slow", js("{}"))
            .on_progress(move |progress| hearing.borrow_mut().push(progress));
        soon(call).await.expect("a result");
        let heard = heard.borrow();
        assert_eq!(heard.len(), 3, "{delivery:?}");
        assert_eq!(
            (
                heard[0].progress.to_bits(),
                heard[0].total,
                heard[0].message.as_deref()
            ),
            (1f64.to_bits(), Some(4.0), Some("looking"))
        );
        assert_eq!(
            (
                heard[1].progress.to_bits(),
                heard[1].total,
                heard[1].message.as_deref()
            ),
            (2.5f64.to_bits(), None, None)
        );
        assert!(heard[2].progress.is_nan() && heard[2].message.is_none());
    }
}

#[wasm_bindgen_test]
async fn a_call_carries_meta_of_the_callers_and_leaves_it_alone() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give("{ content: [] }");
    let meta = js("{ 'x/trace': 'abc' }");
    soon(widget.call_tool_with("a", js("{}")).meta(&meta))
        .await
        .expect("a result");
    let Request(sent) = host.only("tools/call");
    assert_eq!(json(&get(&sent, "params._meta.x/trace")), r#""abc""#);
    assert!(number(&sent, "params._meta.progressToken") > 0.0);
    assert_eq!(json(&meta), r#"{"x/trace":"abc"}"#);

    host.on("x/own", |request| vec![request.result(&js("{}"))]);
    let params = js("Object.freeze({ a: 1 })");
    soon(widget.request("x/own", params.clone()).meta(&meta))
        .await
        .expect("a result");
    assert_eq!(
        json(&get(&host.only("x/own").0, "params")),
        r#"{"a":1,"_meta":{"x/trace":"abc"}}"#
    );
    assert_eq!(json(&params), r#"{"a":1}"#);
}

#[wasm_bindgen_test]
async fn resources_are_read() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let arrived = js("{ contents: [{ uri: 'mcp://a/b', text: '{}' }] }");
    let reply = arrived.clone();
    host.on("resources/read", move |request| {
        vec![request.result(&reply)]
    });
    let result = soon(widget.read_resource("mcp://a/b"))
        .await
        .expect("a result");
    assert!(result == arrived, "another object");
    assert_eq!(
        json(&get(&host.only("resources/read").0, "params")),
        r#"{"uri":"mcp://a/b"}"#
    );
}

#[wasm_bindgen_test]
async fn prompts_are_got() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    host.on("prompts/get", |request| {
        vec![request.result(&js("{ messages: [{ role: 'user' }] }"))]
    });
    let result = soon(widget.get_prompt("style", js("{ occasion: 'wedding' }")))
        .await
        .expect("a result");
    assert_eq!(json(&get(&result, "messages.0.role")), r#""user""#);
    soon(widget.get_prompt("plain", &JsValue::UNDEFINED))
        .await
        .expect("a result");
    let params: Vec<_> = host
        .sent("prompts/get")
        .iter()
        .map(|sent| json(&get(sent, "params")))
        .collect();
    assert_eq!(
        params,
        [
            r#"{"name":"style","arguments":{"occasion":"wedding"}}"#,
            r#"{"name":"plain"}"#
        ]
    );
}

#[wasm_bindgen_test]
async fn any_request_can_be_made() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.on("x/anything", |request| {
        vec![request.result(&js("{ made: true }"))]
    });
    let result = soon(widget.request("x/anything", js("{ with: [1, 2] }")))
        .await
        .expect("a result");
    assert_eq!(json(&result), r#"{"made":true}"#);
    soon(widget.request("x/anything", JsValue::UNDEFINED))
        .await
        .expect("a result");
    let params: Vec<_> = host
        .sent("x/anything")
        .iter()
        .map(|sent| json(&get(sent, "params")))
        .collect();
    assert_eq!(params, [r#"{"with":[1,2]}"#, "{}"]);

    // Nothing is read from the answer of an unknown method, so that null is as good as {}.
    host.on("x/anything", |request| vec![request.result(&JsValue::NULL)]);
    let result = soon(widget.request("x/anything", JsValue::UNDEFINED)).await;
    assert_eq!(json(&result.expect("a result")), "{}");
}

#[wasm_bindgen_test]
async fn notifications_wait_for_the_handshake_and_keep_their_place() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    let params = js("Object.freeze({ level: 'info' })");
    widget.notify("x/first", &params);
    let call = start(widget.call_tool_with("second", js("{}")));
    turn().await;
    widget.notify("x/third", &JsValue::UNDEFINED);
    assert_eq!(host.all().len(), 1, "nothing but the handshake");
    host.say(&host.only("ui/initialize").result(&js("{}")));
    turn().await;
    widget.notify("x/fourth", &JsValue::UNDEFINED);
    let methods: Vec<_> = host
        .all()
        .iter()
        .map(|sent| get(sent, "method").as_string().expect("a method"))
        .collect();
    assert_eq!(
        methods,
        [
            "ui/initialize",
            "ui/notifications/initialized",
            "x/first",
            "tools/call",
            "x/third",
            "x/fourth"
        ]
    );
    assert_eq!(
        json(&host.only("x/first").0),
        r#"{"jsonrpc":"2.0","method":"x/first","params":{"level":"info"}}"#
    );
    assert_eq!(
        json(&host.only("x/third").0),
        r#"{"jsonrpc":"2.0","method":"x/third"}"#
    );
    assert!(call.borrow().is_none());
    widget.close();
}

#[wasm_bindgen_test]
async fn a_call_can_be_awaited_beside_another() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    host.tools_give("{ content: [] }");
    host.on("x/own", |request| vec![request.result(&js("{ n: 1 }"))]);
    let (one, two) = (
        widget.call_tool_with("a", js("{}")).into_future(),
        widget.request("x/own", JsValue::UNDEFINED).into_future(),
    );
    assert_eq!(
        widget.pending(),
        2,
        "both are under way before either is polled"
    );
    let two = soon(two).await.expect("a result");
    assert_eq!(json(&two), r#"{"n":1}"#);
    assert!(soon(one).await.is_ok());
}
