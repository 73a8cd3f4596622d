//! What a call's arguments and params become.

use std::collections::{BTreeMap, HashMap};

use mcp_widget::Error;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Delivery, Host, get, js, json, number, soon, turn, with};

#[derive(Serialize)]
struct Everything {
    map: BTreeMap<String, Vec<HashMap<&'static str, Option<u8>>>>,
    nothing: Option<u8>,
    unit: (),
    tuple: (u8, &'static str),
    choice: Choice,
    boxed: Choice,
    #[serde(flatten)]
    flat: BTreeMap<&'static str, bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
    exact: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Choice {
    JustSo,
    WithNumber(i8),
}

#[wasm_bindgen_test]
async fn maps_and_structs_become_plain_objects_at_every_depth() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give("{ content: [] }");
    let arguments = Everything {
        map: [(
            "a".into(),
            vec![[("b", Some(1))].into(), [("c", None)].into()],
        )]
        .into(),
        nothing: None,
        unit: (),
        tuple: (2, "two"),
        choice: Choice::JustSo,
        boxed: Choice::WithNumber(-3),
        flat: [("flat", true)].into(),
        left_out: None,
        exact: 9_007_199_254_740_991,
    };
    soon(widget.call_tool("a", &arguments))
        .await
        .expect("a result");
    let arguments = get(&host.only("tools/call").0, "params.arguments");
    assert_eq!(
        json(&arguments),
        r#"{"map":{"a":[{"b":1},{"c":null}]},"nothing":null,"unit":null,"tuple":[2,"two"],"choice":"just-so","boxed":{"with-number":-3},"flat":true,"exact":9007199254740991}"#
    );
    let plain = with(
        &arguments,
        "[it, it.map, it.map.a[0], it.boxed].every((one) => Object.getPrototypeOf(one) === Object.prototype)",
    );
    assert_eq!(plain, true, "no Map among them");
}

#[wasm_bindgen_test]
async fn a_map_can_be_the_arguments() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give("{ content: [] }");
    let arguments: HashMap<String, u8> = [("budget".into(), 100)].into();
    soon(widget.call_tool("a", &arguments))
        .await
        .expect("a result");
    assert_eq!(
        json(&get(&host.only("tools/call").0, "params.arguments")),
        r#"{"budget":100}"#
    );
}

#[wasm_bindgen_test]
async fn arguments_that_are_no_object_are_refused_before_anything_is_sent() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give("{ content: [] }");
    host.on("x/own", |request| vec![request.result(&js("{}"))]);
    let before = host.all().len();
    let refused = [
        soon(widget.call_tool("a", "text")).await,
        soon(widget.call_tool("a", &[1, 2])).await,
        soon(widget.call_tool("a", &7)).await,
        soon(widget.call_tool("a", &Choice::JustSo)).await,
        soon(widget.call_tool(
            "a",
            &[("big", u64::MAX)].into_iter().collect::<BTreeMap<_, _>>(),
        ))
        .await,
        soon(widget.call_tool_with("a", js("[]"))).await,
        soon(widget.call_tool_with("a", JsValue::NULL)).await,
        soon(widget.call_tool_with("a", js("() => {}"))).await,
        soon(widget.call_tool_with("a", js("Symbol()"))).await,
    ];
    for (index, end) in refused.iter().enumerate() {
        assert!(matches!(end, Err(Error::Convert(_))), "{index}: {end:?}");
    }
    turn().await;
    assert_eq!(host.all().len(), before);
    assert_eq!(widget.pending(), 0);
}

#[wasm_bindgen_test]
async fn params_and_meta_that_are_no_objects_are_refused_too() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give("{ content: [] }");
    host.on("x/own", |request| vec![request.result(&js("{}"))]);
    host.on("prompts/get", |request| {
        vec![request.result(&js("{ messages: [] }"))]
    });
    let before = host.all().len();
    let mut taken = Vec::new();
    for wrong in ["null", "[1]", "'text'", "5", "5n", "() => {}"] {
        let value = js(wrong);
        if !matches!(
            soon(widget.request("x/own", value.clone())).await,
            Err(Error::Convert(_))
        ) {
            taken.push(format!("params {wrong}"));
        }
        let call = widget.call_tool_with("a", js("{}")).meta(&value);
        if !matches!(soon(call).await, Err(Error::Convert(_))) {
            taken.push(format!("_meta {wrong}"));
        }
        if !matches!(
            soon(widget.get_prompt("p", &value)).await,
            Err(Error::Convert(_))
        ) {
            taken.push(format!("arguments {wrong}"));
        }
        widget.notify("x/own", &value);
    }
    turn().await;
    assert_eq!(taken, [""; 0]);
    assert_eq!(host.all().len(), before);
}

#[wasm_bindgen_test]
async fn params_that_cannot_be_read_are_refused_and_the_next_call_works() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.tools_give("{ content: [] }");
    host.on("x/own", |request| vec![request.result(&js("{}"))]);
    for params in [
        "{ get a() { throw new Error('no') } }",
        "new Proxy({}, { ownKeys() { throw new Error('no') } })",
        "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
    ] {
        let end = soon(widget.request("x/own", js(params))).await;
        assert!(matches!(end, Err(Error::Convert(_))), "{params}: {end:?}");
        let end = soon(widget.call_tool_with("a", js("{}")).meta(&js(params))).await;
        assert!(
            matches!(end, Err(Error::Convert(_))),
            "_meta {params}: {end:?}"
        );
        widget.notify("x/own", js(params));
    }
    assert!(host.sent("x/own").is_empty() && host.sent("tools/call").is_empty());
    soon(widget.call_tool_with("a", js("{}")))
        .await
        .expect("a result");
}

#[wasm_bindgen_test]
async fn an_own_proto_member_goes_out_as_a_member() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.on("x/own", |request| vec![request.result(&js("{}"))]);
    let params = js(r#"JSON.parse('{"__proto__":{"isAdmin":true},"a":1}')"#);
    soon(widget.request("x/own", params))
        .await
        .expect("a result");
    let sent = get(&host.only("x/own").0, "params");
    assert_eq!(json(&sent), r#"{"__proto__":{"isAdmin":true},"a":1}"#);
    assert!(get(&sent, "isAdmin").is_undefined());
}

#[wasm_bindgen_test]
async fn what_cannot_be_cloned_goes_as_its_json() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    host.clone_messages();
    host.tools_give("{ content: [] }");
    let arguments = js("new Proxy({ budget: 100, later() {} }, {})");
    soon(widget.call_tool_with("a", arguments))
        .await
        .expect("a result");
    let sent = host.only("tools/call").0;
    assert_eq!(json(&get(&sent, "params.arguments")), r#"{"budget":100}"#);
    assert_eq!(
        number(&sent, "params._meta.progressToken").to_bits(),
        number(&sent, "id").to_bits()
    );
    let codes: Vec<_> = widget
        .diagnostics()
        .iter()
        .map(|diagnostic| diagnostic.finding.oddity.code())
        .collect();
    assert_eq!(codes, ["not-cloneable"]);

    // What has no JSON either fails that call alone.
    let end = soon(widget.call_tool_with(
        "a",
        js("(() => { const a = { f() {} }; a.a = a; return a })()"),
    ))
    .await;
    assert!(matches!(end, Err(Error::Transport(_))), "{end:?}");
    soon(widget.call_tool_with("a", js("{}")))
        .await
        .expect("a result");
}
