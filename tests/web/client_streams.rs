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
async fn a_stream_is_taken_up_by_an_id_in_any_language() {
    let server = Server::legacy();
    let client = server.client();
    server.on(
        "own/method",
        "(server.asked = request, stream(['id: 日é\\nretry: 0\\ndata:\\n\\n']))",
    );
    server.on("GET", "stream([answer(server.asked, {})])");
    soon(client.request("own/method", NONE))
        .await
        .expect("a result");
    assert_eq!(server.last_event_id(), "日é");
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

/// What answers with a text of `server.filled` letters and `server.last`, in a line that ends at `server.length` behind the first cut.
/// The stream goes on: only its lines' ends say that the answer is there.
const LONG: &str = "((id) => {
    const { length, last, end, cuts } = server;
    const encoder = new TextEncoder();
    const head = `data: {\"jsonrpc\":\"2.0\",\"id\":${id},\"result\":{\"text\":\"`;
    server.filled = 10 + length - encoder.encode(`${head}${last}\"}}`).length;
    const bytes = encoder.encode(`${head}${'a'.repeat(server.filled)}${last}\"}}${end}${end}`);
    return stream([0, ...cuts].map((from, index) => bytes.slice(from, cuts[index] ?? bytes.length)), null);
})(request.body.id)";

#[wasm_bindgen_test]
async fn a_line_that_ends_around_what_is_read_at_a_time() {
    let server = Server::legacy();
    let client = server.client();
    server.on("own/method", LONG);
    for border in [4_096, 65_536, 65_536 + 4_096] {
        for (end, last) in [("\\n", "a"), ("\\r\\n", "é"), ("\\r", "🎁")] {
            for length in border - 4..=border + 4 {
                let of = format!("{length} {end} {last}");
                server.ask(&format!(
                    "Object.assign(it, {{ length: {length}, end: '{end}', last: '{last}', cuts: [10] }})"
                ));
                let result = soon(client.request("own/method", NONE)).await;
                let text = text(&result.expect(&of), "text");
                let filled = number(&server.0, "filled") as usize;
                assert_eq!(text.strip_suffix(last).map(str::len), Some(filled), "{of}");
            }
        }
    }
}

#[wasm_bindgen_test]
async fn a_long_line_cut_anywhere_in_its_characters_and_ends() {
    let server = Server::legacy();
    let client = server.client();
    server.on("own/method", LONG);
    for length in [4_200, 66_000] {
        for cut in length - 10..=length + 14 {
            server.ask(&format!(
                "Object.assign(it, {{ length: {length}, end: '\\r\\n', last: '🎁', cuts: [10, {cut}] }})"
            ));
            let result = soon(client.request("own/method", NONE)).await;
            let text = text(&result.expect("a result"), "text");
            let filled = number(&server.0, "filled") as usize;
            assert_eq!(text.strip_suffix("🎁").map(str::len), Some(filled), "{cut}");
        }
    }
    // Nothing but characters of four bytes, cut at each of these and where it is read.
    server.on("own/method", "((bytes) => stream([bytes.slice(0, server.at), bytes.slice(server.at, server.at + 4097), bytes.slice(server.at + 4097)]))(
        new TextEncoder().encode(answer(request, { text: '🎁'.repeat(20_000) })))");
    for at in 60..64 {
        server.ask(&format!("it.at = {at}"));
        let result = soon(client.request("own/method", NONE)).await;
        assert!(
            text(&result.expect("a result"), "text") == "🎁".repeat(20_000),
            "{at}"
        );
    }
}

#[wasm_bindgen_test]
async fn half_a_character_does_not_go_beyond_its_line() {
    let server = Server::legacy();
    let client = server.client();
    // In two, around the half character and the line's end behind it.
    server.on("own/method", "((bytes) => stream([bytes.slice(0, 100), bytes.slice(100, server.at), bytes.slice(server.at)]))(
        ((encode) => Uint8Array.of(...encode(`data: \"${'a'.repeat(8192)}`), 0xf0, 0x9f, 0x0a, ...encode('data: \"\\n\\n'), ...(server.more ? encode(answer(request, { text: 'é' })) : [])))(
        (text) => new TextEncoder().encode(text)))");
    let wanted = format!("\"{}\u{fffd}\n\"", "a".repeat(8_192));
    for at in 8_197..8_205 {
        server.ask(&format!("(it.more = false, it.at = {at})"));
        match soon(client.request("own/method", NONE)).await {
            Err(Error::Http { body, .. }) => assert!(body.as_ref() == Some(&wanted), "{at}"),
            other => panic!("{other:?}"),
        }
        server.ask("it.more = true");
        let result = soon(client.request("own/method", NONE)).await;
        assert_eq!(text(&result.expect("a result"), "text"), "é", "{at}");
    }
}
