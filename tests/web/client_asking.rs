//! What the server asks of the client.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mcp_widget::wire::ErrorCode;
use mcp_widget::{Error, RpcError};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Server, get, js, json, soon, start, text, turn};

#[wasm_bindgen_test]
async fn a_request_in_a_stream_is_answered() {
    let server = Server::legacy();
    let client = server.builder().capabilities(js("{ roots: {} }")).connect();
    let roots = client.on_request("roots/list", |params| async move {
        turn().await;
        Ok(js(&format!("{{ roots: [], params: {} }}", json(&params))))
    });
    server.on("tools/call", "(server.asked = request, stream([event({ jsonrpc: '2.0', id: 'q1', method: 'roots/list' })], null))");
    server.on(
        "answer",
        "(server.say(answer(server.asked, { content: [] })), status(202))",
    );
    soon(client.call_tool("gift", &())).await.expect("a result");
    let answer = get(&server.requests("answer")[0], "body");
    assert_eq!(
        json(&answer),
        r#"{"jsonrpc":"2.0","id":"q1","result":{"roots":[],"params":{}}}"#
    );
    let asked = server.requests("initialize").remove(0);
    assert_eq!(
        json(&get(&asked, "body.params.capabilities")),
        r#"{"roots":{}}"#
    );
    // Nobody serves it any more.
    drop(roots);
    soon(client.call_tool("gift", &())).await.expect("a result");
    let answer = get(&server.requests("answer")[1], "body");
    assert_eq!(get(&answer, "error.code"), -32601);
}

#[wasm_bindgen_test]
async fn an_answer_that_cannot_be_written_is_an_error() {
    let server = Server::legacy();
    let client = server.client();
    let roots = client.on_request("roots/list", |_| async { Ok(js("{ roots: 1n }")) });
    server.on("tools/call", "(server.asked = request, stream([event({ jsonrpc: '2.0', id: 'q1', method: 'roots/list' })], null))");
    server.on(
        "answer",
        "(server.say(answer(server.asked, { content: [] })), status(202))",
    );
    soon(client.call_tool("gift", &())).await.expect("a result");
    let answer = get(&server.requests("answer")[0], "body");
    assert_eq!(text(&answer, "id"), "q1");
    assert_eq!(get(&answer, "error.code"), -32603);
    assert!(text(&answer, "error.message").contains("BigInt"));
    // A call that cannot be written ends.
    let end = soon(client.request("own/method", js("{ big: 1n }"))).await;
    assert!(matches!(end, Err(Error::Transport(_))), "{end:?}");
    drop(roots);
}

#[wasm_bindgen_test]
async fn a_request_that_is_cancelled_is_dropped() {
    struct Dropped(Rc<Cell<bool>>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let server = Server::legacy();
    let client = server.client();
    let dropped = Rc::new(Cell::new(false));
    let seen = Rc::clone(&dropped);
    let handler = client.on_request("roots/list", move |_| {
        let guard = Dropped(Rc::clone(&seen));
        async move {
            std::future::pending::<()>().await;
            drop(guard);
            Ok(JsValue::NULL)
        }
    });
    server.on(
        "tools/call",
        "stream([event({ jsonrpc: '2.0', id: 1, method: 'roots/list' })], null)",
    );
    let call = start(client.call_tool("gift", &()));
    turn().await;
    turn().await;
    assert!(!dropped.get());
    server.ask("it.say(it.event({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }))");
    turn().await;
    assert!(dropped.get());
    assert_eq!(server.count("answer"), 0);
    drop((call, handler));
}

#[wasm_bindgen_test]
async fn a_call_that_needs_input_is_made_again() {
    let server = Server::modern();
    let client = server
        .builder()
        .capabilities(js("{ elicitation: {} }"))
        .connect();
    let elicited = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&elicited);
    let handler = client.on_request("elicitation/create", move |params| {
        seen.borrow_mut().push(text(&params, "message"));
        async { Ok(js("{ action: 'accept', content: { budget: 20 } }")) }
    });
    server.on("tools/call", "request.body.params.inputResponses
        ? result(request, { resultType: 'complete', content: [], structuredContent: {
            budget: request.body.params.inputResponses.budget.content.budget, state: request.body.params.requestState } })
        : result(request, { resultType: 'input_required', requestState: 's1', inputRequests: {
            budget: { method: 'elicitation/create', params: { message: 'How much?' } } } })");
    let result = soon(client.call_tool("gift", &())).await.expect("a result");
    assert_eq!(
        json(&result.structured_content()),
        r#"{"budget":20,"state":"s1"}"#
    );
    assert_eq!(*elicited.borrow(), ["How much?"]);
    assert_eq!(server.count("tools/call"), 2);
    // Who has no handler cannot answer.
    drop(handler);
    let end = soon(client.call_tool("gift", &())).await;
    assert!(matches!(end, Err(Error::InvalidResult { .. })), "{end:?}");
    // Nor who fails.
    let handler = client.on_request("elicitation/create", |_| async {
        Err(RpcError::new(ErrorCode::InvalidParams, "No."))
    });
    let end = soon(client.call_tool("gift", &())).await;
    assert!(
        matches!(&end, Err(Error::Rpc(error)) if error.message == "No."),
        "{end:?}"
    );
    drop(handler);
}

#[wasm_bindgen_test]
async fn a_request_by_the_stream_is_answered() {
    let server = Server::legacy();
    server.on(
        "GET",
        "stream([event({ jsonrpc: '2.0', id: 7, method: 'roots/list' })], null)",
    );
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    turn().await;
    assert_eq!(server.count("GET"), 0);
    let roots = client.on_request("roots/list", |_| async { Ok(js("{ roots: [] }")) });
    for _ in 0..3 {
        turn().await;
    }
    assert_eq!(server.count("GET"), 1);
    let answer = get(&server.requests("answer")[0], "body");
    assert_eq!(
        json(&answer),
        r#"{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}"#
    );
    drop(roots);
    turn().await;
    assert_eq!(get(&server.requests("GET")[0], "aborted"), true);
}
