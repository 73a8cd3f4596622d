//! Why a server cannot be reached.

use mcp_widget::remote::Problem;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Server, soon, text};

/// A server that does what a page needs, but for what these say: a method, and what answers it.
fn but(server: Server, answers: &[(&str, &str)]) -> Server {
    server.on("ping", "result(request, {})");
    for (method, answer) in answers {
        server.on(method, answer);
    }
    server
}

/// What is found out about a server of either era, and whether it can be reached.
async fn found(server: &Server) -> (bool, Vec<Problem>) {
    let client = server.client();
    let _ = soon(client.ready()).await;
    let diagnosis = soon(client.diagnose()).await;
    soon(client.close()).await;
    assert_eq!(server.count("tools/call"), 0);
    (diagnosis.is_reachable, diagnosis.problems)
}

#[wasm_bindgen_test]
async fn nothing_is_in_the_way() {
    for server in [Server::legacy, Server::modern] {
        assert_eq!(found(&but(server(), &[])).await, (true, vec![]));
    }
}

#[wasm_bindgen_test]
async fn what_a_browser_does_not_let_through_is_told_apart() {
    const NOBODY: &str = "refuse()";
    const OPAQUE: &str = "request.mode === 'cors' ? refuse() : status(200)";
    for (answers, expected) in [
        (
            &[("GET", NOBODY), ("ping", NOBODY), ("initialize", NOBODY)][..],
            (false, vec![Problem::Unreachable]),
        ),
        (&[("GET", OPAQUE)], (true, vec![Problem::NoCors])),
        (&[("ping", NOBODY)], (true, vec![Problem::Preflight])),
        (
            &[(
                "ping",
                "request.headers['mcp-session-id'] ? refuse() : result(request, {})",
            )],
            (
                true,
                vec![Problem::HeaderNotAllowed("mcp-session-id".into())],
            ),
        ),
        (
            &[("DELETE", NOBODY)],
            (true, vec![Problem::MethodNotAllowed]),
        ),
        (
            &[
                (
                    "initialize",
                    "result(request, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} })",
                ),
                (
                    "ping",
                    "request.headers['mcp-session-id'] ? result(request, {}) : status(400)",
                ),
            ],
            (true, vec![Problem::SessionHidden]),
        ),
        (
            &[("initialize", "status(401)")],
            (true, vec![Problem::Unauthorized(401)]),
        ),
        (
            &[("initialize", "reply('<h1>hi</h1>', {}, 404)")],
            (
                true,
                vec![Problem::NotMcp {
                    status: 404,
                    body: "<h1>hi</h1>".into(),
                }],
            ),
        ),
    ] {
        let server = but(Server::legacy(), answers);
        assert_eq!(found(&server).await, expected, "{answers:?}");
    }
}

#[wasm_bindgen_test]
async fn of_a_server_without_sessions_others_are_asked_for() {
    let header = "request.headers['mcp-method'] ? refuse() : result(request, {})";
    let server = but(
        Server::modern(),
        &[("ping", header), ("DELETE", "refuse()")],
    );
    let expected = vec![Problem::HeaderNotAllowed("mcp-method".into())];
    assert_eq!(found(&server).await, (true, expected));
}

#[wasm_bindgen_test]
async fn a_stream_is_not_waited_for() {
    let server = but(
        Server::legacy(),
        &[("initialize", "stream([': wait\\n\\n'], null)")],
    );
    let client = server.client();
    assert_eq!(soon(client.diagnose()).await.problems, []);
    drop(client);
    let last = server.requests("initialize").pop().expect("it was asked");
    assert_eq!(text(&last, "body.params.clientInfo.name"), "diagnosis");
}

#[wasm_bindgen_test]
async fn the_callers_headers_are_tried_too() {
    let tenant = "request.headers['x-tenant'] ? refuse() : result(request, {})";
    let server = but(Server::legacy(), &[("ping", tenant)]);
    let client = server.builder().header("X-Tenant", "gifts").connect();
    let _ = soon(client.ready()).await;
    let problems = soon(client.diagnose()).await.problems;
    assert_eq!(problems, [Problem::HeaderNotAllowed("x-tenant".into())]);
    let advice = problems.first().map(Problem::to_string);
    assert!(advice.is_some_and(|text| text.ends_with("x-tenant")));
    soon(client.close()).await;
}
