//! Calls, their answers, and what comes instead.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use mcp_widget::remote::{LogLevel, Reference};
use mcp_widget::{Client, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Instead, Server, get, js, json, soon, start, text, turn};

#[wasm_bindgen_test]
async fn a_result() {
    let server = Server::modern();
    let client = server.client();
    server.on("tools/call", "result(request, { resultType: 'complete', content: [], structuredContent: request.body.params.arguments })");
    let arguments = HashMap::from([("occasion", "birthday")]);
    let result = soon(client.call_tool("gift", &arguments))
        .await
        .expect("a result");
    let given: HashMap<String, String> = result.structured().expect("what was sent");
    assert_eq!(given["occasion"], "birthday");
    assert_eq!(client.pending(), 0);
    // A tool that fails is a result.
    server.on("tools/call", "result(request, { resultType: 'complete', isError: true, content: [{ type: 'text', text: 'No.' }] })");
    let result = soon(client.call_tool("gift", &())).await.expect("a result");
    assert!(result.is_error());
    assert_eq!(result.text(), "No.");
}

#[wasm_bindgen_test]
async fn the_methods() {
    let server = Server::legacy();
    let client = server.client();
    for (method, answer) in [
        (
            "resources/read",
            "{ contents: [{ uri: request.body.params.uri, text: 'a' }] }",
        ),
        (
            "prompts/get",
            "{ messages: [], description: request.body.params.arguments.to }",
        ),
        (
            "completion/complete",
            "{ completion: { values: ['german'] } }",
        ),
        ("logging/setLevel", "{}"),
        ("ping", "{}"),
        ("own/method", "{ own: request.body.params.own }"),
    ] {
        server.on(method, &format!("result(request, {answer})"));
    }
    let read = soon(client.read_resource("gift://1"))
        .await
        .expect("contents");
    assert_eq!(text(&read, "contents.0.uri"), "gift://1");
    let prompt = soon(client.get_prompt("card", js("{ to: 'Ada' }")))
        .await
        .expect("messages");
    assert_eq!(text(&prompt, "description"), "Ada");
    soon(client.complete(Reference::Prompt("card"), "language", "ger"))
        .await
        .expect("completion");
    assert_eq!(
        json(&get(
            &server.requests("completion/complete")[0],
            "body.params"
        )),
        r#"{"ref":{"type":"ref/prompt","name":"card"},"argument":{"name":"language","value":"ger"}}"#
    );
    soon(client.set_log_level(LogLevel::Warning))
        .await
        .expect("done");
    assert_eq!(
        text(&server.requests("logging/setLevel")[0], "body.params.level"),
        "warning"
    );
    soon(client.ping()).await.expect("there");
    let own = soon(client.request("own/method", js("{ own: 1 }")))
        .await
        .expect("a result");
    assert_eq!(get(&own, "own"), 1);
    client.notify("own/note", js("{ a: 1 }"));
    turn().await;
    assert_eq!(
        json(&get(&server.requests("own/note")[0], "body.params")),
        r#"{"a":1}"#
    );
}

#[wasm_bindgen_test]
async fn a_level_goes_with_each_request_of_2026() {
    let server = Server::modern();
    let client = server.client();
    soon(client.set_log_level(LogLevel::Error))
        .await
        .expect("done");
    server.on("own/method", "result(request, { resultType: 'complete' })");
    soon(client.request("own/method", JsValue::UNDEFINED))
        .await
        .expect("a result");
    let params = json(&get(&server.requests("own/method")[0], "body.params"));
    assert!(
        params.contains(r#""io.modelcontextprotocol/logLevel":"error""#),
        "{params}"
    );
    soon(client.ping()).await.expect("there");
    assert_eq!(server.count("server/discover"), 2);
}

#[wasm_bindgen_test]
async fn failures() {
    let server = Server::legacy();
    let client = server.client();
    server.on(
        "own/method",
        "error(request, { code: -32001, message: 'No.', data: { why: 1 } })",
    );
    match soon(client.request("own/method", JsValue::UNDEFINED)).await {
        Err(Error::Rpc(error)) => {
            assert_eq!((error.code, error.message.as_str()), (-32001.0, "No."));
            assert_eq!(get(&error.data, "why"), 1);
        }
        other => panic!("{other:?}"),
    }
    // With a status that fails, too.
    server.on(
        "own/method",
        "error(request, { code: -32001, message: 'No.' }, 400)",
    );
    let end = soon(client.request("own/method", JsValue::UNDEFINED)).await;
    assert!(matches!(end, Err(Error::Rpc(_))), "{end:?}");
    for (answer, wanted, says) in [
        (
            "status(202)",
            202,
            "the server took the request with HTTP status 202 and gave no answer",
        ),
        (
            "status(500, 'Oh.')",
            500,
            "the server answered with HTTP status 500",
        ),
        ("reply('{')", 200, "there is no answer in the server's JSON"),
        (
            "reply('[]')",
            200,
            "there is no answer in the server's JSON",
        ),
        (
            "reply({ jsonrpc: '2.0', id: 999, result: {} })",
            200,
            "there is no answer in the server's JSON",
        ),
        (
            "reply('<p>', { 'content-type': 'text/html' })",
            200,
            "the server answered with text/html, which is no message",
        ),
        (
            "stream([])",
            200,
            "the server's stream ended before the answer",
        ),
        (
            "stream(['data: {\\n\\n'])",
            200,
            "the server's stream says what is no message",
        ),
        (
            "stream(['event: error\\ndata: gone\\n\\n'], null)",
            200,
            "the server's stream says what is no message",
        ),
    ] {
        server.on("own/method", answer);
        let end = soon(client.request("own/method", JsValue::UNDEFINED)).await;
        let error = end.expect_err(answer);
        assert_eq!(error.to_string(), says, "{answer}");
        assert!(
            matches!(error, Error::Http { status, .. } if status == wanted),
            "{answer}: {error:?}"
        );
    }
    assert_eq!(client.pending(), 0);
}

#[wasm_bindgen_test]
async fn the_answer_of_2026_that_says_what_it_lacks() {
    let server = Server::modern();
    server.on("tools/call", "status(403, '', { 'www-authenticate': 'Bearer error=\"insufficient_scope\", scope=\"gifts\"' })");
    let client = server.client();
    match soon(client.call_tool("gift", &())).await {
        Err(Error::Http {
            status: 403,
            challenge: Some(challenge),
            ..
        }) => {
            assert_eq!(challenge.error.as_deref(), Some("insufficient_scope"));
            assert_eq!(challenge.scope.as_deref(), Some("gifts"));
        }
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn no_answer_in_time() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("own/method", "never()");
    let end = soon(
        client
            .request("own/method", JsValue::UNDEFINED)
            .timeout(1.0),
    )
    .await;
    assert!(matches!(end, Err(Error::Timeout(_))), "{end:?}");
    turn().await;
    assert_eq!(
        get(&server.requests("own/method")[0], "aborted"),
        JsValue::TRUE
    );
    assert_eq!(server.count("notifications/cancelled"), 1);
}

#[wasm_bindgen_test]
async fn progress_comes_with_the_stream() {
    let server = Server::legacy();
    server.on("tools/call", "stream([
        event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: request.body.params._meta.progressToken, progress: 1, total: 2 } }),
        answer(request, { content: [] }),
    ], null)");
    let client = server.client();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hearing = Rc::clone(&heard);
    let call = client.call_tool("gift", &()).on_progress(move |progress| {
        hearing
            .borrow_mut()
            .push((progress.progress, progress.total));
    });
    soon(call).await.expect("a result");
    assert_eq!(*heard.borrow(), [(1.0, Some(2.0))]);
    // Nobody reads on behind the answer for long.
    let mut waited = 0;
    while server.ask("it.cancelled") != 1 {
        turn().await;
        waited += 1;
        assert!(waited < 1_000, "it is read for ever");
    }
}

#[wasm_bindgen_test]
async fn a_stream_that_ends_behind_its_answer_leaves_its_connection_to_others() {
    let server = Server::legacy();
    let client = server.client();
    server.on("own/method", "stream([answer(request, {}), ': more\\n'])");
    soon(client.request("own/method", JsValue::UNDEFINED))
        .await
        .expect("a result");
    turn().await;
    assert_eq!(server.ask("it.cancelled"), 0);
    let aborted = get(&server.requests("own/method")[0], "aborted");
    assert_eq!(aborted, JsValue::FALSE);
}

/// What answers when it is let to.
const HELD: &str =
    "new Promise((resolve) => (server.let ??= []).push(() => resolve(result(request, {}))))";

type Ended = Rc<RefCell<Option<Result<JsValue, Error>>>>;

/// Makes so many calls that wait.
fn calls(client: &Client, count: usize) -> Vec<Ended> {
    (0..count)
        .map(|_| start(client.request("own/method", JsValue::UNDEFINED)))
        .collect()
}

#[wasm_bindgen_test]
async fn five_requests_at_once() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("own/method", HELD);
    let calls = calls(&client, 7);
    turn().await;
    assert_eq!(server.count("own/method"), 5);
    server.ask("it.let.shift()()");
    turn().await;
    assert_eq!(server.count("own/method"), 6);
    for _ in 0..6 {
        server.ask("it.let.shift()()");
        turn().await;
    }
    for call in calls {
        assert!(matches!(call.borrow_mut().take(), Some(Ok(_))));
    }
}

#[wasm_bindgen_test]
async fn a_stream_is_one_of_the_five_if_it_is_there() {
    let server = Server::legacy();
    server.on(
        "GET",
        "new Promise((resolve) => (server.refuse = () => resolve(status(405))))",
    );
    server.on("own/method", HELD);
    let client = server.client();
    let logging = client.on_log(|_| {});
    soon(client.ready()).await.expect("it is there");
    turn().await;
    assert_eq!(server.count("GET"), 1);
    let calls = calls(&client, 7);
    turn().await;
    assert_eq!(server.count("own/method"), 4);
    // A server without one leaves its turn to a call.
    server.ask("it.refuse()");
    turn().await;
    assert_eq!(server.count("own/method"), 5);
    drop((calls, logging));
}

#[wasm_bindgen_test]
async fn an_answer_of_known_length_leaves_its_turn_to_others() {
    for (headers, sent) in [("{}", 5), ("{ 'content-length': '9' }", 8)] {
        let server = Server::legacy();
        let client = server.client();
        soon(client.ready()).await.expect("it is there");
        // Its body never comes.
        server.on(
            "own/method",
            &format!("reply(new ReadableStream(), {headers})"),
        );
        let waiting = calls(&client, 8);
        turn().await;
        assert_eq!(server.count("own/method"), sent, "{headers}");
        drop(waiting);
    }
}

/// How many of thirty calls are on their way at once, after five that took so many milliseconds each.
async fn at_once(server: &Server, capabilities: &str, milliseconds: u32) -> usize {
    let client = server.builder().capabilities(js(capabilities)).connect();
    soon(client.ready()).await.expect("it is there");
    let result = "result(request, { resultType: 'complete' })";
    server.on(
        "own/method",
        &format!("(performance.now.late += {milliseconds}, {result})"),
    );
    for _ in 0..5 {
        soon(client.request("own/method", JsValue::UNDEFINED))
            .await
            .expect("a result");
    }
    server.on("own/method", HELD);
    let waiting = calls(&client, 30);
    turn().await;
    // Calls that come one by one wait until few are left.
    server.ask("it.let.shift()()");
    turn().await;
    drop(waiting);
    server.count("own/method") - 6
}

type Make = fn() -> Server;

#[wasm_bindgen_test]
async fn a_quick_server_with_nothing_to_ask_gets_sixteen() {
    let _clock = Instead::clock();
    let (legacy, modern): (Make, Make) = (Server::legacy, Server::modern);
    for (server, capabilities, milliseconds, wanted) in [
        (legacy, "{}", 99, 16),
        (legacy, "{}", 100, 5),
        // It may ask, but since 2026-07-28.
        (legacy, "{ roots: {} }", 0, 5),
        (modern, "{ roots: {} }", 0, 16),
    ] {
        let count = at_once(&server(), capabilities, milliseconds).await;
        assert_eq!(count, wanted, "{capabilities} {milliseconds}");
    }
}

#[wasm_bindgen_test]
async fn sixteen_are_filled_up_when_few_are_left() {
    let _clock = Instead::clock();
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("own/method", "result(request, {})");
    for _ in 0..5 {
        soon(client.request("own/method", JsValue::UNDEFINED))
            .await
            .expect("a result");
    }
    server.on("own/method", HELD);
    let waiting = calls(&client, 60);
    for (released, sent) in [(0, 7), (1, 17), (9, 17), (1, 27), (9, 27), (1, 37)] {
        for _ in 0..released {
            server.ask("it.let.shift()()");
            turn().await;
        }
        turn().await;
        assert_eq!(server.count("own/method"), 5 + sent);
    }
    // One that takes longer is the end of it.
    js("performance.now.late += 100");
    for _ in 0..11 {
        server.ask("it.let.shift()()");
        turn().await;
    }
    assert_eq!(server.count("own/method"), 5 + 37);
    server.ask("it.let.shift()()");
    turn().await;
    assert_eq!(server.count("own/method"), 5 + 38);
    drop(waiting);
}

#[wasm_bindgen_test]
async fn sixteen_wait_for_none_that_takes_longer() {
    let _clock = Instead::clock();
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("own/method", "result(request, {})");
    for _ in 0..5 {
        soon(client.request("own/method", JsValue::UNDEFINED))
            .await
            .expect("a result");
    }
    server.on("own/method", HELD);
    let first = calls(&client, 1);
    turn().await;
    js("performance.now.late += 100");
    let others = calls(&client, 10);
    turn().await;
    assert_eq!(server.count("own/method"), 5 + 5);
    drop((first, others));
}

#[wasm_bindgen_test]
async fn lists_page_by_page() {
    let server = Server::legacy();
    let client = server.client();
    // An empty cursor is one; a cursor that was there before is none.
    server.on("tools/list", "result(request, {
        tools: [{ name: `tool-${request.body.params.cursor}`, title: 'T', inputSchema: { type: 'object' } }, { name: 'b' }],
        nextCursor: { undefined: '', '': 'c', c: '' }[request.body.params.cursor],
    })");
    let mut tools = client.tools();
    turn().await;
    assert_eq!(server.count("tools/list"), 0);
    let first = soon(tools.next()).await.expect("a tool").expect("no error");
    assert_eq!(
        (first.name().as_str(), first.title().as_deref()),
        ("tool-undefined", Some("T"))
    );
    assert_eq!(json(&first.input_schema()), r#"{"type":"object"}"#);
    assert_eq!(first.description(), None);
    soon(tools.next()).await.expect("a tool").expect("no error");
    assert_eq!(server.count("tools/list"), 1);
    let rest = soon(tools.collect()).await.expect("the rest");
    let names: Vec<_> = rest.iter().map(mcp_widget::remote::Tool::name).collect();
    assert_eq!(names, ["tool-", "b", "tool-c", "b"]);
    assert_eq!(server.count("tools/list"), 3);

    server.on("resources/list", "result(request, { resources: [{ uri: 'gift://1', name: 'one', mimeType: 'text/plain' }] })");
    let resources = soon(client.resources().collect()).await.expect("a list");
    assert_eq!(
        (
            resources[0].uri().as_str(),
            resources[0].mime_type().as_deref()
        ),
        ("gift://1", Some("text/plain"))
    );
    server.on(
        "resources/templates/list",
        "result(request, { resourceTemplates: [{ uriTemplate: 'gift://{id}', name: 'any' }] })",
    );
    let templates = soon(client.resource_templates().collect())
        .await
        .expect("a list");
    assert_eq!(templates[0].uri_template(), "gift://{id}");

    // What is no object is no prompt.
    server.on(
        "prompts/list",
        "result(request, { prompts: [null, 'a', { name: 'b' }] })",
    );
    let prompts = soon(client.prompts().collect()).await.expect("a list");
    assert_eq!(prompts.len(), 1);

    // An error is told once, and is the end.
    server.on(
        "prompts/list",
        "error(request, { code: 1, message: 'No.' })",
    );
    let mut prompts = client.prompts();
    assert!(matches!(
        soon(prompts.next()).await,
        Some(Err(Error::Rpc(_)))
    ));
    assert!(soon(prompts.next()).await.is_none());
}

#[wasm_bindgen_test]
async fn a_list_that_is_not_offered_is_empty() {
    let server = Server::legacy();
    server.on(
        "initialize",
        "result(request, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} })",
    );
    let client = server.client();
    assert!(soon(client.prompts().next()).await.is_none());
    assert!(soon(client.resource_templates().next()).await.is_none());
    assert!(
        soon(client.tools().next())
            .await
            .is_some_and(|tool| tool.is_err())
    );
    assert_eq!(server.count("tools/list"), 1);
    assert_eq!(server.count("prompts/list"), 0);
    assert_eq!(server.count("resources/templates/list"), 0);
}
