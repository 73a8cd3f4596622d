//! What a page may have put in the place of `fetch`.

use mcp_widget::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Instead, Server, js, soon, turn};

const NONE: JsValue = JsValue::UNDEFINED;

#[wasm_bindgen_test]
async fn what_it_throws_or_rejects_with_ends_the_call() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    for (fetch, reason) in [
        ("() => { throw new TypeError('no') }", "TypeError: no"),
        ("() => { throw 'no' }", "no"),
        ("() => { throw undefined }", "undefined"),
        ("() => Promise.reject('no')", "no"),
        ("() => Promise.reject(null)", "null"),
        ("() => Promise.reject({})", "[object Object]"),
        (
            "async () => { throw new DOMException('no', 'NetworkError') }",
            "NetworkError: no",
        ),
        ("undefined", "TypeError: fetch is not a function"),
    ] {
        let _instead = Instead::of("globalThis", "fetch", fetch);
        match soon(client.request("own/method", NONE)).await {
            Err(error @ Error::Http { status: 0, .. }) => {
                assert!(error.to_string().starts_with("the server was not reached"));
                let Error::Http { cause, .. } = error else {
                    continue;
                };
                let thrown = cause.unwrap_or_default();
                assert_eq!(
                    crate::support::with(&thrown, "String(it)"),
                    reason,
                    "{fetch}"
                );
            }
            other => panic!("{fetch}: {other:?}"),
        }
    }
}

#[wasm_bindgen_test]
async fn what_is_no_response_ends_the_call() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    for fetch in [
        "() => undefined",
        "() => null",
        "async () => 'a text'",
        "async () => 200",
        "async () => ({})",
        "async () => []",
        "async () => ({ get status() { throw 1 }, get headers() { throw 1 }, get body() { throw 1 }, get url() { throw 1 } })",
        "async () => ({ ok: true, status: 200 })",
        "async () => ({ ok: true, status: 200, headers: { get: () => { throw 1 } } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'application/json' } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'application/json' }, json: () => { throw 1 } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'application/json' }, json: () => undefined })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'application/json' }, json: () => Promise.reject('x') })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: 1 })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: {} })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => null } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => ({}) } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => ({ read: () => null }) } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => ({ read: () => ({ value: 'text' }), cancel: () => { throw 1 } }) } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => ({ read: () => ({ value: { length: 9 } }) }) } })",
        "async () => ({ ok: true, status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => ({ read: () => ({ get value() { throw 1 } }) }) } })",
        "async () => { const response = new Response('data: 1\\n\\n', { headers: { 'content-type': 'text/event-stream' } }); response.body.getReader(); return response; }",
    ] {
        let _instead = Instead::of("globalThis", "fetch", fetch);
        let end = soon(client.request("own/method", NONE)).await;
        assert!(
            matches!(end, Err(Error::Http { .. } | Error::Transport(_))),
            "{fetch}: {end:?}"
        );
    }
    // All that came to an end: there is room for more.
    server.on("own/method", "result(request, {})");
    soon(client.request("own/method", NONE))
        .await
        .expect("a result");
}

#[wasm_bindgen_test]
async fn a_response_of_another_realm_is_one() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    let frame = js("document.body.appendChild(document.createElement('iframe'))");
    for kind in ["application/json", "text/event-stream"] {
        server.on("own/method", &format!(
            "((text) => {{ const {{ Response, Uint8Array, TextEncoder }} = document.body.lastElementChild.contentWindow;
            return new Response(new TextEncoder().encode('{kind}' === 'application/json' ? text : `data: ${{text}}\\n\\n`), {{ headers: {{ 'content-type': '{kind}' }} }});
            }})(JSON.stringify({{ jsonrpc: '2.0', id: request.body.id, result: {{}} }}))"
        ));
        soon(client.request("own/method", NONE)).await.expect(kind);
    }
    turn().await;
    crate::support::with(&frame, "it.remove()");
}
