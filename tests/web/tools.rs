//! Tools that the widget offers to the host.

use std::cell::Cell;
use std::collections::HashMap;
use std::future::{pending, ready};
use std::rc::Rc;

use mcp_widget::widget::ToolConfig;
use mcp_widget::{Error, Widget};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Delivery, Host, get, js, json, number, soon, turn};

#[derive(Deserialize)]
struct Pick {
    name: String,
    #[serde(default)]
    count: u32,
}

#[derive(Serialize)]
struct Picked {
    picked: String,
    left: u32,
}

/// A host and a widget with tools that is connected with it.
async fn with_tools() -> (Host, Widget) {
    let host = Host::new(Delivery::Task);
    let widget = host.connect_as(Widget::builder("test", "1").auto_resize(false).tools());
    soon(widget.ready()).await.expect("the handshake");
    turn().await;
    (host, widget)
}

/// What the host gets for this request.
async fn ask(host: &Host, method: &str, params: &str) -> JsValue {
    let id = host.all().len();
    host.ask(&format!("'q{id}'"), method, params);
    turn().await;
    let all = host.all();
    let reply = all
        .iter()
        .find(|message| get(message, "id") == format!("q{id}").as_str());
    reply.cloned().unwrap_or_default()
}

async fn call(host: &Host, params: &str) -> String {
    let reply = ask(host, "tools/call", params).await;
    json(&get(&reply, "result"))
}

async fn names(host: &Host) -> String {
    let reply = ask(host, "tools/list", "{}").await;
    json(&crate::support::with(
        &get(&reply, "result.tools"),
        "it.map(({ name }) => name)",
    ))
}

fn changes(host: &Host) -> usize {
    host.sent("notifications/tools/list_changed").len()
}

#[wasm_bindgen_test]
async fn a_tool_is_announced_listed_and_called() {
    let (host, widget) = with_tools().await;
    let announced = host.only("ui/initialize").0;
    assert_eq!(
        json(&get(&announced, "params.appCapabilities")),
        r#"{"tools":{"listChanged":true}}"#
    );
    let schema = HashMap::from([("type", "object")]);
    let config = ToolConfig::new()
        .title("Pick")
        .description("Picks a gift")
        .input_schema(&schema)
        .and_then(|config| config.output_schema(&schema))
        .expect("it serializes")
        .with("annotations", &js("{ readOnlyHint: true }"));
    let _pick = widget
        .register_tool("pick_gift", config, |pick: Pick| async move {
            Ok::<_, Error>(Picked {
                picked: pick.name,
                left: pick.count,
            })
        })
        .expect("a tool");
    turn().await;
    assert_eq!(changes(&host), 1);
    let reply = ask(&host, "tools/list", "{}").await;
    assert_eq!(
        json(&get(&reply, "result")),
        r#"{"tools":[{"inputSchema":{"type":"object"},"title":"Pick","description":"Picks a gift","outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"name":"pick_gift"}]}"#
    );
    assert_eq!(
        call(
            &host,
            "{ name: 'pick_gift', arguments: { name: 'Kite', count: 2, more: 1 } }"
        )
        .await,
        r#"{"structuredContent":{"picked":"Kite","left":2},"content":[{"type":"text","text":"{\"picked\":\"Kite\",\"left\":2}"}]}"#
    );
    widget.close();
}

#[wasm_bindgen_test]
async fn what_fails_is_a_result_and_only_a_tool_that_does_not_exist_is_an_error() {
    let (host, widget) = with_tools().await;
    let calls = Rc::new(Cell::new(0));
    let calling = Rc::clone(&calls);
    let _pick = widget.register_tool("pick", ToolConfig::new(), move |pick: Pick| {
        calling.set(calling.get() + 1);
        ready(if pick.name.is_empty() {
            Err("which one?")
        } else {
            Ok(())
        })
    });
    assert_eq!(
        call(&host, "{ name: 'pick', arguments: { name: '' } }").await,
        r#"{"content":[{"type":"text","text":"which one?"}],"isError":true}"#
    );
    assert_eq!(calls.replace(0), 1);
    for odd in [
        "{ name: 'pick' }",
        "{ name: 'pick', arguments: null }",
        "{ name: 'pick', arguments: {} }",
        "{ name: 'pick', arguments: { name: 5 } }",
        "{ name: 'pick', arguments: { name: 'a', count: -1 } }",
        "{ name: 'pick', arguments: ['a'] }",
        "{ name: 'pick', arguments: '{\"name\":\"a\"}' }",
        "{ name: 'pick', arguments: 5 }",
        "{ name: 'pick', arguments: { get name() { throw 1 } } }",
    ] {
        let reply = ask(&host, "tools/call", odd).await;
        assert_eq!(get(&reply, "result.isError"), JsValue::TRUE, "{odd}");
        assert!(get(&reply, "result.content.0.text").is_string(), "{odd}");
    }
    assert_eq!(calls.get(), 0);
    for (odd, text) in [
        ("{ name: 'other', arguments: {} }", "Unknown tool: other"),
        ("{ name: 5 }", "Unknown tool: "),
        ("{}", "Unknown tool: "),
    ] {
        let reply = ask(&host, "tools/call", odd).await;
        assert_eq!(number(&reply, "error.code"), -32602.0, "{odd}");
        assert_eq!(get(&reply, "error.message"), text, "{odd}");
    }
    widget.close();
}

#[wasm_bindgen_test]
async fn what_a_handler_gives_becomes_a_result() {
    let (host, widget) = with_tools().await;
    let text = |text: &str| format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#);
    let tool = |name| {
        let config = ToolConfig::new();
        widget.register_tool(name, config, move |(): ()| {
            ready(Ok::<_, Error>(match name {
                "text" => Some("a text"),
                _ => None,
            }))
        })
    };
    let _tools = (tool("text"), tool("nothing"));
    let _number = widget.register_tool("number", ToolConfig::new(), |(): ()| {
        ready(Ok::<_, Error>([1.5, 2.0]))
    });
    assert_eq!(call(&host, "{ name: 'text' }").await, text("a text"));
    assert_eq!(
        call(&host, "{ name: 'nothing', arguments: {} }").await,
        r#"{"content":[]}"#
    );
    assert_eq!(call(&host, "{ name: 'number' }").await, text("[1.5,2]"));
    // JavaScript's own.
    let _own = widget.register_tool_with("own", ToolConfig::new(), |arguments| {
        ready(Ok::<_, Error>(get(&arguments, "give")))
    });
    for (give, result) in [
        ("undefined", r#"{"content":[]}"#),
        ("null", r#"{"content":[]}"#),
        (
            "'a text'",
            r#"{"content":[{"type":"text","text":"a text"}]}"#,
        ),
        (
            "{ content: [], isError: true, _meta: { a: 1 } }",
            r#"{"content":[],"isError":true,"_meta":{"a":1}}"#,
        ),
        (
            "{ structuredContent: { a: 1 } }",
            r#"{"structuredContent":{"a":1},"content":[{"type":"text","text":"{\"a\":1}"}]}"#,
        ),
        ("{ content: 'odd' }", r#"{"content":[]}"#),
    ] {
        let params = format!("{{ name: 'own', arguments: {{ give: {give} }} }}");
        assert_eq!(call(&host, &params).await, result, "{give}");
    }
    for odd in ["5", "[]", "true", "() => 1"] {
        let params = format!("{{ name: 'own', arguments: {{ give: {odd} }} }}");
        assert!(
            call(&host, &params).await.contains(r#""isError":true"#),
            "{odd}"
        );
    }
    widget.close();
}

#[wasm_bindgen_test]
async fn tools_come_and_go_and_the_host_is_told_once() {
    let (host, widget) = with_tools().await;
    let tool = |name: &str| {
        widget
            .register_tool_with(name, ToolConfig::new(), |_| {
                ready(Ok::<_, Error>(JsValue::UNDEFINED))
            })
            .expect("a tool")
    };
    let (one, two) = (tool("one"), tool("two"));
    tool("kept").forget();
    turn().await;
    assert_eq!(changes(&host), 1, "several at once");
    assert_eq!(names(&host).await, r#"["one","two","kept"]"#);
    one.disable();
    one.disable();
    assert!(!one.is_enabled() && two.is_enabled());
    turn().await;
    assert_eq!(changes(&host), 2);
    assert_eq!(names(&host).await, r#"["two","kept"]"#);
    let reply = ask(&host, "tools/call", "{ name: 'one' }").await;
    assert_eq!(number(&reply, "error.code"), -32602.0);
    two.enable();
    turn().await;
    assert_eq!(changes(&host), 2, "it was enabled");
    one.enable();
    two.remove();
    turn().await;
    assert_eq!(changes(&host), 3);
    assert_eq!(names(&host).await, r#"["one","kept"]"#);
    assert_eq!(call(&host, "{ name: 'one' }").await, r#"{"content":[]}"#);
    // A name is free again when its tool is gone.
    let again = widget.register_tool_with("one", ToolConfig::new(), |_| {
        ready(Ok::<_, Error>(JsValue::UNDEFINED))
    });
    assert!(matches!(again, Err(Error::Convert(_))), "{again:?}");
    drop(one);
    let again = tool("one");
    assert_eq!(names(&host).await, r#"["kept","one"]"#);
    widget.close();
    assert!(!again.is_enabled());
    again.disable();
    drop(again);
    let late = widget.register_tool_with("late", ToolConfig::new(), |_| {
        ready(Ok::<_, Error>(JsValue::UNDEFINED))
    });
    assert!(matches!(late, Err(Error::Closed)), "{late:?}");
    turn().await;
    assert_eq!(changes(&host), 4);
}

#[wasm_bindgen_test]
async fn who_has_not_announced_tools_or_changes_does_not_tell_of_them() {
    let offer = |widget: &Widget| {
        widget.register_tool_with("a", ToolConfig::new(), |_| {
            ready(Ok::<_, Error>(JsValue::UNDEFINED))
        })
    };
    let (host, widget) = Host::ready(Delivery::Task).await;
    let refused = offer(&widget);
    assert!(matches!(refused, Err(Error::Convert(_))), "{refused:?}");
    let reply = ask(&host, "tools/list", "{}").await;
    assert_eq!(number(&reply, "error.code"), -32601.0);
    widget.close();

    // The caller's own capabilities count, and stay as they are.
    let own = js("{ tools: {}, 'x/own': 1 }");
    let host = Host::new(Delivery::Task);
    let builder = Widget::builder("test", "1")
        .capabilities(own.clone())
        .tools();
    let widget = host.connect_as(builder);
    let before = offer(&widget).expect("a tool");
    soon(widget.ready()).await.expect("the handshake");
    before.disable();
    turn().await;
    let announced = host.only("ui/initialize").0;
    assert_eq!(json(&get(&announced, "params.appCapabilities")), json(&own));
    assert_eq!(changes(&host), 0);
    widget.close();

    // Before the handshake nobody has asked.
    let host = Host::silent(Delivery::Task);
    let own = js("{ 'x/own': 1 }");
    let widget = host.connect_as(
        Widget::builder("test", "1")
            .tools()
            .capabilities(own.clone()),
    );
    let _early = offer(&widget);
    turn().await;
    let announced = host.only("ui/initialize");
    assert_eq!(
        json(&get(&announced.0, "params.appCapabilities")),
        r#"{"x/own":1,"tools":{"listChanged":true}}"#
    );
    assert_eq!(json(&own), r#"{"x/own":1}"#);
    host.say(&announced.result(&js(
        "{ protocolVersion: '2026-01-26', hostInfo: { name: 'h', version: '1' }, hostCapabilities: {}, hostContext: {} }",
    )));
    turn().await;
    assert_eq!(changes(&host), 0);
    assert_eq!(names(&host).await, r#"["a"]"#);
    widget.close();
}

#[wasm_bindgen_test]
async fn a_call_that_is_cancelled_is_dropped_and_a_tool_may_take_itself_back() {
    struct Held(Rc<Cell<bool>>);
    impl Drop for Held {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let (host, widget) = with_tools().await;
    let dropped = Rc::new(Cell::new(false));
    let holding = Rc::clone(&dropped);
    let slow = widget.register_tool_with("slow", ToolConfig::new(), move |_| {
        let held = Held(Rc::clone(&holding));
        async move {
            pending::<()>().await;
            drop(held);
            Ok::<_, Error>(JsValue::UNDEFINED)
        }
    });
    host.ask("'slow'", "tools/call", "{ name: 'slow' }");
    turn().await;
    host.tell("notifications/cancelled", "{ requestId: 'slow' }");
    turn().await;
    assert!(dropped.get());
    assert_eq!(host.replies(), [""; 0]);
    drop(slow);

    let tool = Rc::new(Cell::new(None));
    let own = Rc::clone(&tool);
    let once = widget.register_tool_with("once", ToolConfig::new(), move |_| {
        drop(own.take());
        ready(Ok::<_, Error>("done".into()))
    });
    tool.set(once.ok());
    assert_eq!(
        call(&host, "{ name: 'once' }").await,
        r#"{"content":[{"type":"text","text":"done"}]}"#
    );
    assert_eq!(names(&host).await, "[]");
    widget.close();
}
