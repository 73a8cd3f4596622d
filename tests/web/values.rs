//! The browser's front end of the codec: what only JavaScript values can be.

use js_sys::JsString;
use mcp_widget::wire::{
    Access, Address, Envelope, ErrorCode, Fields, Findings, Js, Kind, Message, Oddity, Path,
    Refusal, ToolResult, Value, Word,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{get, js, json, with};

fn value(expression: &str) -> Js {
    Js::from(js(expression))
}

/// What a message is, in a few words, and the codes of what was odd.
fn read(expression: &str) -> (String, Vec<&'static str>) {
    read_value(&value(expression))
}

fn read_value(message: &Js) -> (String, Vec<&'static str>) {
    let mut findings = Findings::new();
    let envelope = match Envelope::read(message, &mut findings) {
        Envelope::Request { id, method, params } => {
            format!("request {id:?} {method} {:?}", params.kind())
        }
        Envelope::Notification { method, params } => {
            format!("notification {method} {:?}", params.kind())
        }
        Envelope::Result { id, result } => format!("result {id:?} {:?}", result.kind()),
        Envelope::Error { id, fault } => {
            format!("error {id:?} {:?} {:?}", fault.code(), fault.message())
        }
        Envelope::Refused(Refusal { id, code }) => format!("refused {id:?} {code:?}"),
        Envelope::Batch(items) => format!("batch {}", items.len()),
        Envelope::Foreign => "foreign".into(),
    };
    let codes = findings.iter().map(|one| one.oddity.code()).collect();
    (envelope, codes)
}

fn assert_reads(rows: &[(&str, &str, &[&str])]) {
    for (message, expected, odd) in rows {
        let (envelope, codes) = read(message);
        assert_eq!(envelope, *expected, "{message}");
        assert_eq!(codes, *odd, "{message}");
    }
}

#[wasm_bindgen_test]
fn undefined_is_as_good_as_not_there() {
    assert_reads(&[
        (
            "{ jsonrpc: '2.0', id: undefined, method: 'm', params: undefined }",
            "notification m Absent",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, method: 'm', params: undefined, result: undefined }",
            "request Number(1.0) m Absent",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, method: undefined, result: {}, error: undefined }",
            "result Number(1.0) Object",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, result: undefined, error: { code: 1, message: 'm' } }",
            "error Some(Number(1.0)) Some(1.0) Some(\"m\")",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, result: undefined }",
            "result Number(1.0) Absent",
            &[],
        ),
        (
            "{ jsonrpc: undefined, id: 1, result: {} }",
            "result Number(1.0) Object",
            &["jsonrpc-missing"],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, error: undefined, result: null }",
            "result Number(1.0) Null",
            &[],
        ),
        (
            "{ jsonrpc: undefined, method: undefined, result: undefined }",
            "foreign",
            &[],
        ),
    ]);
}

#[wasm_bindgen_test]
fn ids_that_no_json_has_are_no_ids() {
    assert_reads(&[
        (
            "{ jsonrpc: '2.0', id: 5n, method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: 5n, result: {} }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: 5n, error: { code: 1, message: 'm' } }",
            "error None Some(1.0) Some(\"m\")",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: NaN, method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: NaN, result: {} }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: Infinity, method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: -Infinity, result: {} }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: Symbol('1'), method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: () => 1, method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: new Number(1), method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: new String('1'), result: {} }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: [1], result: {} }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: true, method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: -0, result: {} }",
            "result Number(-0.0) Object",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 0.5, method: 'm' }",
            "refused Number(0.5) InvalidRequest",
            &["id-fraction"],
        ),
        (
            "{ jsonrpc: '2.0', id: 2 ** 53, result: {} }",
            "result Number(9007199254740992.0) Object",
            &["id-unsafe"],
        ),
        (
            "{ jsonrpc: '2.0', id: 2 ** 53 - 1, result: {} }",
            "result Number(9007199254740991.0) Object",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: '', result: {} }",
            "result Text(\"\") Object",
            &[],
        ),
    ]);
}

#[wasm_bindgen_test]
fn methods_and_versions_are_strings_and_no_wrappers() {
    assert_reads(&[
        (
            "{ jsonrpc: '2.0', id: 1, method: new String('m') }",
            "refused Number(1.0) InvalidRequest",
            &["method-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, method: Symbol('m') }",
            "refused Number(1.0) InvalidRequest",
            &["method-type"],
        ),
        (
            "{ jsonrpc: '2.0', method: 5n }",
            "foreign",
            &["method-type"],
        ),
        (
            "{ jsonrpc: new String('2.0'), id: 1, method: 'm' }",
            "foreign",
            &[],
        ),
        ("{ jsonrpc: 2.0, id: 1, method: 'm' }", "foreign", &[]),
        (
            "{ jsonrpc: '2.0', id: 1, method: 'm', params: () => {} }",
            "refused Number(1.0) InvalidParams",
            &["params-type"],
        ),
        (
            "{ jsonrpc: '2.0', method: 'm', params: 5n }",
            "notification m Absent",
            &["params-type"],
        ),
    ]);
}

#[wasm_bindgen_test]
fn dates_maps_and_the_like_are_payloads_like_any_other() {
    for payload in [
        "new Date(0)",
        "new Map([['a', 1]])",
        "new Set()",
        "/a/",
        "new Error('e')",
        "new Uint8Array(2)",
        "new ArrayBuffer(1)",
        "Object.create(null)",
    ] {
        let message = with(&js(payload), "({ jsonrpc: '2.0', id: 1, result: it })");
        let mut findings = Findings::new();
        let Envelope::Result { result, .. } =
            Envelope::read(&Js::from(message.clone()), &mut findings)
        else {
            panic!("{payload}: no result");
        };
        assert!(
            *result.as_js() == get(&message, "result"),
            "{payload}: another object"
        );
        assert_eq!(result.kind(), Kind::Object, "{payload}");
        assert!(findings.is_empty(), "{payload}");
        // As the answer of a tool it has no content, which is put into a copy.
        let mut findings = Findings::new();
        let tool = ToolResult::read(result.clone(), &mut findings).expect("an object");
        assert_eq!(
            json(tool.value.as_js()),
            if payload.contains("Uint8Array") {
                r#"{"0":0,"1":0,"content":[]}"#
            } else {
                r#"{"content":[]}"#
            },
            "{payload}"
        );
        assert!(*tool.raw.as_js() == *result.as_js());
        assert!(findings.has(Oddity::ContentMissing));
    }
    // None of them is a message.
    for message in [
        "new Date(0)",
        "new Map([['jsonrpc', '2.0']])",
        "Symbol()",
        "5n",
        "() => {}",
        "NaN",
        "undefined",
        "new Error('e')",
    ] {
        assert_eq!(read(message), ("foreign".into(), vec![]), "{message}");
    }
}

#[wasm_bindgen_test]
fn cycles_are_carried_and_never_walked() {
    let message = js("(() => {
        const cycle = { content: [{ type: 'text', text: 'a' }] };
        cycle.structuredContent = cycle;
        cycle.content.push(cycle.content, cycle);
        return { jsonrpc: '2.0', id: 1, result: cycle };
    })()");
    let mut findings = Findings::new();
    let Envelope::Result { result, .. } = Envelope::read(&Js::from(message.clone()), &mut findings)
    else {
        panic!("no result");
    };
    let tool = ToolResult::read(result, &mut findings).expect("a tool's result");
    assert!(*tool.value.as_js() == get(&message, "result"));
    assert!(*tool.structured_content().as_js() == get(&message, "result"));
    assert_eq!(tool.text(), "a");
    assert!(!value("(() => { const a = {}; a.a = a; return a })()").is_same_data(&value("{}")));
    // A batch that holds itself.
    assert_eq!(
        read("(() => { const a = [{ jsonrpc: '2.0', method: 'm' }]; a.push(a); return a })()"),
        ("batch 2".into(), vec!["batch"])
    );
}

#[wasm_bindgen_test]
fn members_are_own_members() {
    assert_reads(&[
        (
            "Object.create({ jsonrpc: '2.0', id: 1, method: 'm' })",
            "foreign",
            &[],
        ),
        (
            "Object.assign(Object.create({ method: 'm' }), { jsonrpc: '2.0', id: 1, result: {} })",
            "result Number(1.0) Object",
            &[],
        ),
        (
            "Object.assign(Object.create({ jsonrpc: '2.0' }), { id: 1, method: 'm' })",
            "foreign",
            &[],
        ),
        (
            "new (class { jsonrpc = '2.0'; id = 1; get method() { return 'm' } })()",
            "result Number(1.0) Absent",
            &[],
        ),
        (
            "new (class { jsonrpc = '2.0'; id = 1; method = 'm' })()",
            "request Number(1.0) m Absent",
            &[],
        ),
        (
            "Object.assign(Object.create(null), { jsonrpc: '2.0', id: 1, method: 'm' })",
            "request Number(1.0) m Absent",
            &[],
        ),
        (
            "Object.assign([], { jsonrpc: '2.0', id: 1, method: 'm' })",
            "request Number(1.0) m Absent",
            &[],
        ),
        (
            "Object.assign(() => {}, { jsonrpc: '2.0', id: 1, method: 'm' })",
            "foreign",
            &[],
        ),
    ]);
    let inherits = value("Object.create({ content: [], isError: true, structuredContent: 1 })");
    let tool = ToolResult::read(inherits, &mut Findings::new()).expect("an object");
    assert!(!tool.is_error() && tool.structured_content().is_absent());
    assert_eq!(
        value("Object.create({ a: 1 })").named("a").kind(),
        Kind::Absent
    );
    assert_eq!(value("{ a: 1 }").named("toString").kind(), Kind::Absent);
    assert_eq!(value("{ a: 1 }").named("a").number(), Some(1.0));
}

#[wasm_bindgen_test]
fn objects_of_another_window_are_objects() {
    let document = get(&js_sys::global(), "document");
    let message = with(
        &document,
        "(() => {
            const frame = it.createElement('iframe');
            it.body.append(frame);
            const message = frame.contentWindow.JSON.parse('{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"far\"}]}}');
            frame.remove();
            return message;
        })()",
    );
    let mut findings = Findings::new();
    let Envelope::Result { result, .. } = Envelope::read(&Js::from(message.clone()), &mut findings)
    else {
        panic!("no result");
    };
    let tool = ToolResult::read(result, &mut findings).expect("a tool's result");
    assert!(*tool.value.as_js() == get(&message, "result"));
    assert_eq!(tool.text(), "far");
    assert!(findings.is_empty());
}

#[wasm_bindgen_test]
fn a_proxy_is_what_it_shows() {
    let through = "{ get: (target, name) => target[name] }";
    assert_reads(&[
        (
            &format!(
                "new Proxy({{ jsonrpc: '2.0', id: 1, method: 'm', params: {{}} }}, {through})"
            ),
            "request Number(1.0) m Object",
            &[],
        ),
        (
            &format!("new Proxy([{{ jsonrpc: '2.0', method: 'm' }}], {through})"),
            "batch 1",
            &["batch"],
        ),
        (
            &format!("{{ jsonrpc: '2.0', id: 1, result: new Proxy([], {through}) }}"),
            "result Number(1.0) Array",
            &[],
        ),
        // One that answers everything.
        (
            "new Proxy({}, { get: () => '2.0', getOwnPropertyDescriptor: () => ({ value: 1, configurable: true, writable: true, enumerable: true }) })",
            "error Some(Text(\"2.0\")) None Some(\"2.0\")",
            &["method-type", "result-and-error", "error-shape"],
        ),
        // One that lies about its length; nothing is allocated for it.
        (
            "new Proxy([], { get: (target, name) => name === 'length' ? -1 : undefined })",
            "foreign",
            &[],
        ),
        (
            "new Proxy([], { get: (target, name) => name === 'length' ? NaN : undefined })",
            "foreign",
            &[],
        ),
        (
            "new Proxy([], { get: (target, name) => name === 'length' ? 2 ** 60 : undefined })",
            "foreign",
            &[],
        ),
        (
            "new Proxy([], { get: (target, name) => name === 'length' ? '3' : undefined })",
            "foreign",
            &[],
        ),
    ]);
}

#[wasm_bindgen_test]
fn what_throws_is_odd_and_not_fatal() {
    assert_reads(&[
        (
            "{ jsonrpc: '2.0', id: 1, method: 'm', get params() { throw 1 } }",
            "refused Number(1.0) InvalidParams",
            &["params-type"],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, get method() { throw 1 } }",
            "refused Number(1.0) InvalidRequest",
            &["method-type"],
        ),
        (
            "{ jsonrpc: '2.0', get id() { throw 1 }, method: 'm' }",
            "foreign",
            &["id-type"],
        ),
        (
            "{ get jsonrpc() { throw 1 }, id: 1, method: 'm' }",
            "foreign",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, get result() { throw 1 } }",
            "result Number(1.0) Other",
            &[],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, get error() { throw 1 } }",
            "error Some(Number(1.0)) None None",
            &["error-shape"],
        ),
        (
            "{ jsonrpc: '2.0', id: 1, error: { get code() { throw 1 }, get message() { throw 1 } } }",
            "error Some(Number(1.0)) None None",
            &["error-shape", "error-shape"],
        ),
        (
            "new Proxy({ jsonrpc: '2.0', id: 1, method: 'm' }, { ownKeys() { throw 1 } })",
            "request Number(1.0) m Absent",
            &[],
        ),
        (
            "new Proxy({ jsonrpc: '2.0', id: 1, method: 'm' }, { getPrototypeOf() { throw 1 } })",
            "request Number(1.0) m Absent",
            &[],
        ),
        (
            "new Proxy({ jsonrpc: '2.0', id: 1, method: 'm' }, { getOwnPropertyDescriptor() { throw 1 }, getPrototypeOf: () => null })",
            "foreign",
            &[],
        ),
    ]);
}

#[wasm_bindgen_test]
fn a_revoked_proxy_is_an_object_without_anything() {
    let revoked = value(
        "(() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy })()",
    );
    assert_eq!(read_value(&revoked), ("foreign".into(), vec![]));
    assert_eq!(
        (revoked.kind(), revoked.len(), revoked.size()),
        (Kind::Object, 0, 0)
    );
    assert!(revoked.names().is_empty());
    assert_eq!(revoked.named("a").kind(), Kind::Other);
    assert_eq!(revoked.item(0).kind(), Kind::Other);
    assert!(revoked.copy().is_none());
    assert!(!revoked.is_same_data(&revoked));
    assert!(matches!(
        Address::of(&Message::read(&revoked, &mut Findings::new())),
        Address::All
    ));
    let result = ToolResult::read(revoked, &mut Findings::new());
    assert_eq!(result.expect_err("unreadable").path, Path::Result);
}

#[wasm_bindgen_test]
fn kinds_are_those_of_json() {
    for (expression, kind) in [
        ("undefined", Kind::Absent),
        ("null", Kind::Null),
        ("false", Kind::Bool),
        ("NaN", Kind::Number),
        ("''", Kind::String),
        ("[]", Kind::Array),
        ("new (class extends Array {})()", Kind::Array),
        ("{}", Kind::Object),
        ("new Boolean(true)", Kind::Object),
        ("() => {}", Kind::Other),
        ("class {}", Kind::Other),
        ("1n", Kind::Other),
        ("Symbol()", Kind::Other),
    ] {
        let value = value(expression);
        assert_eq!(value.kind(), kind, "{expression}");
        assert_eq!(value.is_object(), kind == Kind::Object, "{expression}");
        assert_eq!(value.is_array(), kind == Kind::Array, "{expression}");
        assert_eq!(value.is_absent(), kind == Kind::Absent, "{expression}");
    }
    assert_eq!(value("{}").access(), Some(Access::Own));
    assert_eq!(value("Object.create({})").access(), Some(Access::Own));
    assert_eq!(value("[]").access(), Some(Access::Own));
    assert_eq!(value("'a'").access(), None);
    assert_eq!(value("() => {}").access(), None);
}

fn parse(text: &str) -> Result<Js, JsValue> {
    Js::parse(&JsString::from(text))
}

#[wasm_bindgen_test]
fn text_is_parsed_by_the_browser() {
    let message =
        parse(r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"a":[1,2,{"b":null}]}}"#)
            .expect("JSON");
    assert_eq!(
        read_value(&message),
        (r#"request Text("a") m Object"#.into(), vec![])
    );
    let Envelope::Request { params, .. } = Envelope::read(&message, &mut Findings::new()) else {
        panic!("no request");
    };
    assert_eq!(json(params.as_js()), r#"{"a":[1,2,{"b":null}]}"#);
    assert_eq!(
        read_value(&parse("5").expect("JSON")),
        ("foreign".into(), vec![])
    );
    assert_eq!(
        read_value(&parse(r#"[{"jsonrpc":"2.0","method":"m"},1]"#).expect("JSON")),
        ("batch 2".into(), vec!["batch"])
    );
}

#[wasm_bindgen_test]
fn one_byte_order_mark_is_skipped() {
    let message = parse("\u{feff}{\"a\":1}").expect("JSON after the mark");
    assert_eq!(json(message.as_js()), r#"{"a":1}"#);
    assert!(parse("\u{feff}\u{feff}{}").is_err());
    assert!(parse(" \u{feff}{}").is_err());
    assert!(parse("\u{feff}").is_err());
    assert_eq!(
        parse("\"\u{feff}a\"").expect("JSON").text().as_deref(),
        Some("\u{feff}a")
    );
}

#[wasm_bindgen_test]
fn a_text_that_is_no_json_is_a_syntax_error() {
    for text in [
        "",
        " ",
        "{",
        "{\"a\":1}}",
        "{'a':1}",
        "[1,]",
        "NaN",
        "undefined",
        "// a",
        "{\"a\":1}\u{0}",
        "\"\n\"",
        "01",
    ] {
        let error = parse(text).expect_err(text);
        assert!(
            error.is_instance_of::<js_sys::SyntaxError>(),
            "{text}: {error:?}"
        );
    }
}

#[wasm_bindgen_test]
fn what_the_browser_makes_of_odd_texts_is_taken() {
    // The last of two members; a number as far as it goes; half a surrogate pair as it is.
    assert_eq!(
        read_value(&parse(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}"#).expect("JSON")).0,
        "request Number(2.0) m Absent"
    );
    assert_eq!(
        read_value(&parse(r#"{"jsonrpc":"2.0","id":1e400,"method":"m"}"#).expect("JSON")),
        ("foreign".into(), vec!["id-type"])
    );
    let half = parse(r#"{"text":"\ud800"}"#).expect("JSON");
    assert_eq!(
        with(half.as_js(), "it.text.charCodeAt(0)"),
        f64::from(0xd800)
    );
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    assert_eq!(
        read_value(&parse(&deep).expect("JSON")),
        ("foreign".into(), vec![])
    );
}

/// Whether its prototype is that of every object.
fn is_plain(value: &Js) -> bool {
    let prototype = |of: &JsValue| JsValue::from(js_sys::Object::get_prototype_of(of));
    prototype(value.as_js()) == prototype(&js("{}"))
}

#[wasm_bindgen_test]
fn an_own_proto_member_is_a_member_like_any_other() {
    let message =
        parse(r#"{"__proto__":{"id":7,"method":"planted"},"jsonrpc":"2.0","id":1,"result":{}}"#)
            .expect("JSON");
    assert_eq!(
        read_value(&message),
        ("result Number(1.0) Object".into(), vec!["extra-member"])
    );
    assert_eq!(message.named("__proto__").named("id").number(), Some(7.0));
    assert_eq!(message.named("method").kind(), Kind::Absent);

    let copy = message.copy().expect("readable");
    assert_eq!(json(copy.as_js()), json(message.as_js()));
    assert!(is_plain(&copy), "its prototype is as it was");
    let merged = value("{ a: 1 }").merged(&message).expect("readable");
    assert!(is_plain(&merged), "its prototype is as it was");
    assert!(get(merged.as_js(), "method").is_undefined());
    // One that stands in the prototype's place is none.
    assert_eq!(
        value("{ __proto__: null }").named("__proto__").kind(),
        Kind::Absent
    );
}

#[wasm_bindgen_test]
fn frames_are_plain_objects_and_share_the_payload() {
    let params = js("{ a: {} }");
    let frame =
        mcp_widget::wire::request_frame(5.0, &Js::from_text("m"), &Js::from(params.clone()));
    assert_eq!(
        json(frame.as_js()),
        r#"{"jsonrpc":"2.0","id":5,"method":"m","params":{"a":{}}}"#
    );
    assert!(get(frame.as_js(), "params") == params);
    let frame = mcp_widget::wire::result_frame(&Js::from_text("x"), &Js::absent());
    assert_eq!(
        json(frame.as_js()),
        r#"{"jsonrpc":"2.0","id":"x","result":{}}"#
    );
    let code = f64::from(ErrorCode::InternalError.number());
    let frame = mcp_widget::wire::error_frame(
        &Js::from_number(0.0),
        code,
        &Js::from_text("no"),
        &Js::null(),
    );
    assert_eq!(
        json(frame.as_js()),
        r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"no","data":null}}"#
    );
}

#[wasm_bindgen_test]
fn a_copy_shares_its_members_and_leaves_the_original_alone() {
    let original = value("Object.freeze({ inner: {}, content: 1 })");
    let mut copy = original.copy().expect("readable");
    copy.put(Word::Content, &Js::array(vec![]));
    assert_eq!(json(original.as_js()), r#"{"inner":{},"content":1}"#);
    assert_eq!(json(copy.as_js()), r#"{"inner":{},"content":[]}"#);
    assert!(get(copy.as_js(), "inner") == get(original.as_js(), "inner"));
    assert_eq!(
        Fields::of(&copy)
            .expect("an object")
            .get(Word::Content)
            .kind(),
        Kind::Array
    );
}
