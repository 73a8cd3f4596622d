//! Answers that come as event streams.

use mcp_widget::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Server, number, soon, start, text, turn};

const NONE: JsValue = JsValue::UNDEFINED;

#[wasm_bindgen_test]
async fn a_stream_cut_into_bytes_anywhere() {
    let server = Server::legacy();
    let client = server.client();
    // In two at every byte: in lines, in line ends, in characters.
    server.on("own/method", "((bytes) => stream([bytes.slice(0, server.at), bytes.slice(server.at)]))(
        new TextEncoder().encode(`: hello\\r\\nid: 1\\r\\n${answer(request, { text: 'größe 🎁' }).replaceAll('\\n', '\\r\\n')}`))");
    let length = 120;
    for at in 0..length {
        server.ask(&format!("it.at = {at}"));
        let result = soon(client.request("own/method", NONE)).await;
        assert_eq!(
            text(&result.expect("a result"), "text"),
            "größe 🎁",
            "at {at}"
        );
    }
    // And into single bytes.
    server.on("own/method", "stream([...new TextEncoder().encode(answer(request, { text: 'größe 🎁' }))].map((byte) => Uint8Array.of(byte)))");
    let result = soon(client.request("own/method", NONE)).await;
    assert_eq!(text(&result.expect("a result"), "text"), "größe 🎁");
}

#[wasm_bindgen_test]
async fn a_stream_that_ends_anywhere() {
    let server = Server::legacy();
    let client = server.client();
    server.on(
        "own/method",
        "((bytes) => (server.length = bytes.length, stream([bytes.slice(0, server.at)])))(
        new TextEncoder().encode(answer(request, { text: 'größe 🎁' })))",
    );
    let mut answered = 0;
    for at in 0_u32.. {
        server.ask(&format!("it.at = {at}"));
        match soon(client.request("own/method", NONE)).await {
            Ok(result) => {
                assert_eq!(text(&result, "text"), "größe 🎁", "at {at}");
                answered += 1;
            }
            Err(Error::Http { status: 200, .. }) => assert_eq!(answered, 0, "at {at}"),
            Err(other) => panic!("{other:?} at {at}"),
        }
        if f64::from(at) == number(&server.0, "length") {
            break;
        }
    }
    // The two line ends at its end need not be there.
    assert_eq!(answered, 3);
}

#[wasm_bindgen_test]
async fn a_stream_that_breaks() {
    let server = Server::legacy();
    let client = server.client();
    server.on(
        "own/method",
        "stream([': hello\\n'], (controller) => controller.error(new TypeError('gone')))",
    );
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(end, Err(Error::Http { status: 200, .. })),
        "{end:?}"
    );
}

#[wasm_bindgen_test]
async fn json_that_breaks() {
    let server = Server::legacy();
    let client = server.client();
    server.on(
        "own/method",
        "((response) => new Response(response.body, { headers: { 'content-type': 'application/json' } }))(
            stream(['{'], (controller) => controller.error(new TypeError('gone'))))",
    );
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(
            end,
            Err(Error::Http {
                status: 0,
                cause: Some(_),
                ..
            })
        ),
        "{end:?}"
    );
    assert_eq!(server.count("own/method"), 1);
}

#[wasm_bindgen_test]
async fn a_stream_is_taken_up_again() {
    let server = Server::legacy();
    let client = server.client();
    server.on(
        "own/method",
        "(server.asked = request, stream(['id: mark-1\\nretry: 0\\ndata:\\n\\n']))",
    );
    // It breaks once more on the way, without a mark of its own.
    server.on("GET", "(server.gets = (server.gets ?? 0) + 1) === 1 ? stream([': hello\\n\\n']) : stream([answer(server.asked, { late: 1 }, 'mark-2')])");
    let result = soon(client.request("own/method", NONE))
        .await
        .expect("a result");
    assert_eq!(number(&result, "late"), 1.0);
    let gets = server.requests("GET");
    assert_eq!(gets.len(), 2);
    for get in gets {
        assert_eq!(text(&get, "headers.last-event-id"), "mark-1");
        assert_eq!(text(&get, "headers.mcp-session-id"), "session-1");
        assert_eq!(text(&get, "headers.accept"), "text/event-stream");
    }
    assert_eq!(server.count("own/method"), 1);
}

#[wasm_bindgen_test]
async fn a_stream_that_cannot_be_taken_up() {
    let server = Server::legacy();
    let client = server.client();
    // The server has none any more.
    server.on("own/method", "stream(['id: 1\\nretry: 0\\ndata:\\n\\n'])");
    server.on("GET", "status(404)");
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(end, Err(Error::Http { status: 404, .. })),
        "{end:?}"
    );
    assert_eq!(server.count("GET"), 1);
    // A mark that no header takes.
    server.on("own/method", "stream(['id: 日\\nretry: 0\\ndata:\\n\\n'])");
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(end, Err(Error::Http { status: 200, .. })),
        "{end:?}"
    );
    // One that was taken back.
    server.on(
        "own/method",
        "stream(['id: 1\\nretry: 0\\ndata:\\n\\nid:\\ndata:\\n\\n'])",
    );
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(end, Err(Error::Http { status: 200, .. })),
        "{end:?}"
    );
    assert_eq!(server.count("GET"), 1);
    // Twice in a row, no more.
    server.on("own/method", "stream(['id: 1\\nretry: 0\\ndata:\\n\\n'])");
    server.on("GET", "status(503)");
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(end, Err(Error::Http { status: 200, .. })),
        "{end:?}"
    );
    assert_eq!(server.count("GET"), 3);
}

#[wasm_bindgen_test]
async fn who_waits_to_take_up_a_stream_can_be_dropped() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    // An hour.
    server.on(
        "own/method",
        "stream(['id: 1\\nretry: 3600000\\ndata:\\n\\n'])",
    );
    for _ in 0..4 {
        let call = start(client.request("own/method", NONE).timeout(1.0));
        turn().await;
        let mut waited = 0;
        while call.borrow().is_none() {
            turn().await;
            waited += 1;
            assert!(waited < 100, "it waits for ever");
        }
    }
    // None of them takes a place any more.
    server.on("own/method", "result(request, {})");
    soon(client.request("own/method", NONE))
        .await
        .expect("a result");
    assert_eq!(server.count("GET"), 0);
}

#[wasm_bindgen_test]
async fn several_messages_in_one_stream() {
    let server = Server::legacy();
    let client = server.client();
    let heard = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let hearing = std::rc::Rc::clone(&heard);
    let listening =
        client.on_notification(move |method, _| hearing.borrow_mut().push(method.to_owned()));
    server.on(
        "own/method",
        "stream([
        event({ jsonrpc: '2.0', method: 'own/a' }) + event({ jsonrpc: '2.0', method: 'own/b' }),
        'event: other\\ndata: x\\n\\n',
        answer(request, { text: 1 }) + event({ jsonrpc: '2.0', method: 'own/late' }),
    ])",
    );
    let result = soon(client.request("own/method", NONE))
        .await
        .expect("a result");
    assert_eq!(number(&result, "text"), 1.0);
    assert_eq!(*heard.borrow(), ["own/a", "own/b"]);
    let odd: Vec<_> = client
        .diagnostics()
        .iter()
        .map(|it| it.finding.oddity)
        .collect();
    assert_eq!(odd, [mcp_widget::wire::Oddity::EventName]);
    drop(listening);
}

#[wasm_bindgen_test]
async fn no_stream_is_taken_up_since_2026() {
    let server = Server::modern();
    let client = server.client();
    server.on("own/method", "stream(['id: 1\\nretry: 0\\ndata:\\n\\n'])");
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(end, Err(Error::Http { status: 200, .. })),
        "{end:?}"
    );
    assert_eq!(server.count("GET"), 0);
}
