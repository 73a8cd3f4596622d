//! How a client finds out who its server is, and what goes with each request.

use js_sys::Object;
use mcp_widget::remote::{Status, Version};
use mcp_widget::{Client, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Instead, Server, get, json, soon, text, turn};

#[wasm_bindgen_test]
async fn a_server_without_handshake() {
    let server = Server::modern();
    let client = server.client();
    assert_eq!(client.status(), Status::Connecting);
    let said = soon(client.ready()).await.expect("it is there");
    assert_eq!(said.version, Version::V2026July);
    assert_eq!(text(&said.info, "version"), "2");
    assert_eq!(
        json(&said.capabilities),
        r#"{"tools":{},"prompts":{},"resources":{}}"#
    );
    assert_eq!(said.instructions, None);
    assert_eq!(client.status(), Status::Ready);
    assert_eq!(client.server().expect("known").version, said.version);

    server.on(
        "tools/call",
        "result(request, { resultType: 'complete', content: [] })",
    );
    soon(client.call_tool("gift", &())).await.expect("a result");
    let sent = server.requests("tools/call").remove(0);
    let header = |name: &str| text(&get(&sent, "headers"), name);
    assert_eq!(header("mcp-protocol-version"), "2026-07-28");
    assert_eq!(header("mcp-method"), "tools/call");
    assert_eq!(header("mcp-name"), "gift");
    assert_eq!(header("content-type"), "application/json");
    assert_eq!(header("accept"), "application/json, text/event-stream");
    assert!(get(&sent, "headers.mcp-session-id").is_undefined());
    let meta = get(&sent, "body.params._meta");
    let client_info = get(&meta, "io").is_undefined() && json(&meta).contains(r#""name":"test""#);
    assert!(client_info, "{}", json(&meta));
}

#[wasm_bindgen_test]
async fn a_server_with_a_handshake_and_a_session() {
    let server = Server::legacy();
    let client = server.client();
    let said = soon(client.ready()).await.expect("it is there");
    assert_eq!(said.version, Version::V2025November);
    assert_eq!(said.instructions.as_deref(), Some("Be kind."));
    soon(client.ping()).await.expect_err("it knows no ping");
    let sent = server.requests("ping").remove(0);
    assert_eq!(text(&sent, "headers.mcp-session-id"), "session-1");
    assert_eq!(text(&sent, "headers.mcp-protocol-version"), "2025-11-25");
    let initialized = server.requests("notifications/initialized");
    assert_eq!(text(&initialized[0], "headers.mcp-session-id"), "session-1");
    let first = server.requests("initialize").remove(0);
    assert!(get(&first, "headers.mcp-session-id").is_undefined());
    // What the origin speaks is known now.
    let second = server.client();
    soon(second.ready()).await.expect("it is there");
    assert_eq!(server.count("server/discover"), 1);
}

#[wasm_bindgen_test]
async fn a_server_that_takes_no_request_before_it_knows_that_the_handshake_is_over() {
    let server = Server::legacy();
    server.on(
        "notifications/initialized",
        "new Promise((resolve) => setTimeout(resolve, 50)).then(() => ((server.knows = true), status(202)))",
    );
    server.on(
        "ping",
        "server.knows ? result(request, {}) : error(request, { code: -32602, message: 'too early' })",
    );
    let client = server.client();
    soon(client.ping()).await.expect("it knows");
    // One that does not say so is asked all the same.
    server.on("notifications/initialized", "never()");
    let client = server.client();
    soon(client.ping()).await.expect("it has had the time");
}

#[wasm_bindgen_test]
async fn what_an_origin_speaks_is_forgotten_when_it_does_so_no_more() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("initialize", "status(500)");
    soon(server.client().ready()).await.expect_err("it is not");
    assert_eq!(server.count("server/discover"), 1);
    soon(server.client().ready()).await.expect_err("it is not");
    assert_eq!(server.count("server/discover"), 2);
}

#[wasm_bindgen_test]
async fn a_version_by_name() {
    let server = Server::legacy();
    let client = server.builder().version(Version::V2025June).connect();
    soon(client.ready()).await.expect("it is there");
    assert_eq!(server.count("server/discover"), 0);
    let asked = server.requests("initialize").remove(0);
    assert_eq!(text(&asked, "body.params.protocolVersion"), "2025-06-18");
}

#[wasm_bindgen_test]
async fn headers_of_the_callers() {
    let server = Server::legacy();
    let client = server.builder().header("X-Tenant", "gifts").connect();
    soon(client.ready()).await.expect("it is there");
    let sent = server.requests("initialize").remove(0);
    assert_eq!(text(&sent, "headers.x-tenant"), "gifts");
    // What the protocol says counts.
    let server = Server::modern();
    let client = server.builder().header("Mcp-Method", "gifts").connect();
    soon(client.ready()).await.expect("it is there");
    let sent = server.requests("server/discover").remove(0);
    assert_eq!(text(&sent, "headers.mcp-method"), "server/discover");
}

#[wasm_bindgen_test]
async fn an_address_and_headers_that_are_none() {
    let server = Server::silent();
    let wrong = [
        Client::connect("http://[", "test", "1"),
        server.builder().header("X Tenant", "gifts").connect(),
        server.builder().header("x-tenant", "a\nb").connect(),
        server.builder().header("Mcp-Session-Id", "1").connect(),
    ];
    for client in wrong {
        assert_eq!(client.status(), Status::Failed);
        let failure = soon(client.ready()).await;
        assert!(matches!(failure, Err(Error::Transport(_))), "{failure:?}");
        let failure = soon(client.read_resource("gift://1")).await;
        assert!(matches!(failure, Err(Error::Transport(_))), "{failure:?}");
        soon(client.close()).await;
        assert_eq!(client.status(), Status::Closed);
    }
    assert_eq!(server.ask("it.requests.length"), 0);
}

#[wasm_bindgen_test]
async fn nobody_there() {
    let server = Server::silent();
    server.on(
        "server/discover",
        "status(503, 'Later.', { 'retry-after': '7', 'content-type': 'text/plain' })",
    );
    let client = server.client();
    let call = client.read_resource("gift://1");
    let failure = soon(call).await.expect_err("there is no server");
    let text = failure.to_string();
    match failure {
        Error::Http {
            status,
            content_type,
            body,
            challenge,
            retry_after,
            ..
        } => {
            assert_eq!((status, challenge, retry_after), (503, None, Some(7_000.0)));
            assert_eq!(content_type.as_deref(), Some("text/plain"));
            assert_eq!(body.as_deref(), Some("Later."));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(text, "the server answered with HTTP status 503");
    assert_eq!(client.status(), Status::Failed);
    assert!(matches!(
        soon(client.ready()).await,
        Err(Error::Http { status: 503, .. })
    ));
}

#[wasm_bindgen_test]
async fn a_lost_session_begins_anew() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on(
        "prompts/list",
        "request.headers['mcp-session-id'] === 'session-1' ? status(404) : result(request, { prompts: [{ name: 'card' }] })",
    );
    let prompts = soon(client.prompts().collect()).await.expect("the list");
    assert_eq!(prompts[0].name(), "card");
    assert_eq!(server.count("initialize"), 2);
    let again = server.requests("initialize").remove(1);
    assert!(get(&again, "headers.mcp-session-id").is_undefined());
    // A tool is not called twice.
    server.on("tools/call", "status(404)");
    let failure = soon(client.call_tool("gift", &())).await;
    assert!(
        matches!(failure, Err(Error::Http { status: 404, .. })),
        "{failure:?}"
    );
    assert_eq!(server.count("tools/call"), 1);
    soon(client.ready()).await.expect("it is there again");
    assert_eq!(server.count("initialize"), 3);
}

#[wasm_bindgen_test]
async fn what_waits_in_line_is_of_the_next_session() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on(
        "resources/read",
        "({ 'session-1': status(404), 'session-2': result(request, { contents: [] }) })[request.headers['mcp-session-id']] ?? status(400)",
    );
    let reading: Vec<_> = (0..20)
        .map(|_| crate::support::start(client.read_resource("gift://1")))
        .collect();
    for _ in 0..20 {
        turn().await;
    }
    for read in reading {
        let end = read.borrow_mut().take();
        assert!(matches!(end, Some(Ok(_))), "{end:?}");
    }
    assert_eq!(server.count("initialize"), 2);
}

#[wasm_bindgen_test]
async fn the_transport_of_2024() {
    let server = Server::silent();
    server.on("server/discover", "status(404)");
    server.on(
        "initialize",
        "request.url.endsWith('/mcp') ? status(404) : (server.say(answer(request, {
        protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: 'old', version: '1' },
    })), status(202))",
    );
    server.on(
        "GET",
        "stream(['event: endpoint\\ndata: /messages?id=1\\n\\n'], null)",
    );
    server.on("tools/call", "(server.say(answer(request, { content: [{ type: 'text', text: 'a book' }] })), status(202))");
    let client = server.client();
    let said = soon(client.ready()).await.expect("it is there");
    assert_eq!(said.version, Version::V2024November);
    let result = soon(client.call_tool_with("gift", Object::new()))
        .await
        .expect("a result");
    assert_eq!(result.text(), "a book");
    let sent = server.requests("tools/call").remove(0);
    assert!(text(&sent, "url").ends_with("/messages?id=1"));
    // An answer that comes where it should not is one all the same.
    server.on("tools/call", "result(request, { content: [] })");
    soon(client.call_tool("gift", &())).await.expect("a result");
    // Whatever waits when the stream ends has no answer any more.
    server.on("resources/read", "status(202)");
    let call = crate::support::start(client.read_resource("gift://1"));
    turn().await;
    server.ask("it.streams.at(-1).close()");
    turn().await;
    let end = call.borrow_mut().take().expect("it has ended");
    assert!(
        matches!(end, Err(Error::Http { status: 200, .. })),
        "{end:?}"
    );
    assert_eq!(client.status(), Status::Failed);
}

#[wasm_bindgen_test]
async fn an_endpoint_of_another_origin_is_refused() {
    let server = Server::silent();
    server.on("server/discover", "status(404)");
    server.on("initialize", "status(404)");
    server.on(
        "GET",
        "stream(['event: endpoint\\ndata: http://elsewhere.test/\\n\\n'], null)",
    );
    let client = server.client();
    match soon(client.ready()).await {
        Err(Error::Transport(reason)) => assert_eq!(
            text(&reason, "message"),
            "The server wants its messages at another origin"
        ),
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn an_endpoint_belongs_to_the_address_that_was_given() {
    for (endpoint, is_taken) in [("/messages", false), ("${server.url}/messages", true)] {
        let server = Server::silent();
        server.on("server/discover", "status(404)");
        server.on("initialize", "status(404)");
        // The stream was redirected.
        server.on(
            "GET",
            &format!(
                "Object.defineProperty(stream([`event: endpoint\\ndata: {endpoint}\\n\\n`], null), 'url', {{ value: 'http://elsewhere.test/sse' }})"
            ),
        );
        let client = server.client();
        turn().await;
        turn().await;
        assert_eq!(server.count("initialize"), 1 + usize::from(is_taken));
        let sent = server.requests("initialize").pop().expect("it was sent");
        assert_eq!(text(&sent, "url").ends_with("/messages"), is_taken);
        drop(client);
    }
}

#[wasm_bindgen_test]
async fn what_was_said_last_may_still_go_out() {
    let timers = Instead::long_timers();
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    turn().await;
    server.on("own/note", "never()");
    server.on("DELETE", "never()");
    client.notify("own/note", JsValue::UNDEFINED);
    let closing = [
        crate::support::start(client.close()),
        crate::support::start(client.close()),
    ];
    turn().await;
    let noted = || get(&server.requests("own/note")[0], "aborted");
    assert_eq!(noted(), JsValue::FALSE);
    assert!(closing.iter().all(|closed| closed.borrow().is_none()));
    // But not for ever.
    crate::support::js("setTimeout.held.splice(0).forEach((call) => call())");
    turn().await;
    assert_eq!(noted(), JsValue::TRUE);
    assert!(closing.iter().all(|closed| closed.borrow().is_some()));
    assert_eq!(server.count("DELETE"), 1);
    drop(timers);
}

#[wasm_bindgen_test]
async fn a_session_that_is_of_no_use_is_ended() {
    let server = Server::legacy();
    server.on(
        "initialize",
        "result(request, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: {} }, { 'mcp-session-id': 'session-1' })",
    );
    let client = server.client();
    let end = soon(client.ready()).await;
    assert!(matches!(end, Err(Error::InvalidResult { .. })), "{end:?}");
    turn().await;
    let farewell = server.requests("DELETE").remove(0);
    assert_eq!(text(&farewell, "headers.mcp-session-id"), "session-1");
}

#[wasm_bindgen_test]
async fn the_end_is_told() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("tools/call", "never()");
    let call = crate::support::start(client.call_tool("gift", &()));
    turn().await;
    soon(client.close()).await;
    assert!(matches!(call.borrow_mut().take(), Some(Err(Error::Closed))));
    let farewell = server.requests("DELETE").remove(0);
    assert_eq!(text(&farewell, "headers.mcp-session-id"), "session-1");
    assert_eq!(
        get(&server.requests("tools/call")[0], "aborted"),
        JsValue::TRUE
    );
    soon(client.close()).await;
    assert_eq!(server.count("DELETE"), 1);
    assert!(matches!(soon(client.ready()).await, Err(Error::Closed)));
    assert!(matches!(soon(client.ping()).await, Err(Error::Closed)));
}
