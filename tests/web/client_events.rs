//! What the server says by itself.

use std::cell::RefCell;
use std::rc::Rc;

use mcp_widget::remote::StreamState;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Instead, Server, get, json, sleep, soon, start, text, turn};

type Heard = Rc<RefCell<Vec<String>>>;

fn hearing(heard: &Heard) -> impl Fn(String) + use<> {
    let heard = Rc::clone(heard);
    move |what| heard.borrow_mut().push(what)
}

#[wasm_bindgen_test]
async fn the_stream_is_open_while_somebody_listens() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("GET", "stream([], null)");
    let (heard, states) = (Heard::default(), Rc::new(RefCell::new(Vec::new())));
    let saw = Rc::clone(&states);
    let watching = client.on_stream_change(move |state| saw.borrow_mut().push(state));
    turn().await;
    assert_eq!(server.count("GET"), 0);
    let tell = hearing(&heard);
    let logging = client.on_log(move |params| tell(json(&params)));
    let tell = hearing(&heard);
    let noting = client.on_notification(move |method, _| tell(method.into()));
    turn().await;
    assert_eq!(server.count("GET"), 1);
    assert_eq!(client.stream(), StreamState::Open);
    server.ask("it.say(it.event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }))");
    turn().await;
    assert_eq!(
        *heard.borrow(),
        [r#"{"level":"info","data":1}"#, "notifications/message"]
    );
    drop(logging);
    turn().await;
    assert_eq!(get(&server.requests("GET")[0], "aborted"), false);
    drop(noting);
    turn().await;
    assert_eq!(get(&server.requests("GET")[0], "aborted"), true);
    assert_eq!(
        *states.borrow(),
        [
            StreamState::Connecting,
            StreamState::Open,
            StreamState::None
        ]
    );
    drop(watching);
}

#[wasm_bindgen_test]
async fn the_stream_is_taken_up_again() {
    let server = Server::legacy();
    server.on(
        "GET",
        "(server.gets = (server.gets ?? 0) + 1) === 1
        ? stream(['retry: 0\\n' + event({ jsonrpc: '2.0', method: 'own/a' }, 'mark')])
        : stream([event({ jsonrpc: '2.0', method: 'own/b' })], null)",
    );
    let client = server.client();
    let heard = Heard::default();
    let tell = hearing(&heard);
    let noting = client.on_notification(move |method, _| tell(method.into()));
    soon(client.ready()).await.expect("it is there");
    for _ in 0..5 {
        turn().await;
    }
    assert_eq!(*heard.borrow(), ["own/a", "own/b"]);
    let gets = server.requests("GET");
    assert!(get(&gets[0], "headers.last-event-id").is_undefined());
    assert_eq!(text(&gets[1], "headers.last-event-id"), "mark");
    assert_eq!(gets.len(), 2);
    drop(noting);
}

#[wasm_bindgen_test]
async fn a_session_that_the_stream_finds_lost_is_begun_anew() {
    let server = Server::legacy();
    server.on(
        "GET",
        "(server.gets = (server.gets ?? 0) + 1) === 1 ? stream(['retry: 0\\ndata:\\n\\n'])
        : server.gets === 2 ? status(404)
        : stream([event({ jsonrpc: '2.0', method: 'own/a' })], null)",
    );
    let client = server.client();
    let heard = Heard::default();
    let tell = hearing(&heard);
    let noting = client.on_notification(move |method, _| tell(method.into()));
    soon(client.ready()).await.expect("it is there");
    for _ in 0..10 {
        turn().await;
    }
    assert_eq!(*heard.borrow(), ["own/a"]);
    assert_eq!(server.count("initialize"), 2);
    assert_eq!(server.requests("GET").len(), 3);
    drop(noting);
}

#[wasm_bindgen_test]
async fn a_stream_that_ends_at_once_is_not_asked_for_all_the_time() {
    let _timers = Instead::long_timers();
    let server = Server::legacy();
    server.on("GET", "stream(['retry: 0\\ndata:\\n\\n'])");
    let client = server.client();
    let logging = client.on_log(|_| {});
    soon(client.ready()).await.expect("it is there");
    for _ in 0..10 {
        turn().await;
    }
    assert_eq!(server.count("GET"), 3);
    drop(logging);
}

#[wasm_bindgen_test]
async fn an_id_in_any_language_is_where_the_stream_is_taken_up() {
    let server = Server::legacy();
    server.on(
        "GET",
        "request.headers['last-event-id'] ? stream([], null) : stream(['id: 日é\\nretry: 0\\ndata:\\n\\n'])",
    );
    let client = server.client();
    let logging = client.on_log(|_| {});
    soon(client.ready()).await.expect("it is there");
    for _ in 0..5 {
        turn().await;
    }
    assert_eq!(client.stream(), StreamState::Open);
    assert_eq!(server.last_event_id(), "日é");
    drop(logging);
}

#[wasm_bindgen_test]
async fn changes_of_lists_are_told_once_for_a_swarm() {
    let server = Server::legacy();
    server.on("GET", "stream([event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }).repeat(3)], null)");
    let client = server.client();
    let heard = Heard::default();
    let (tools, prompts) = (hearing(&heard), hearing(&heard));
    let listening = (
        client.on_tools_changed(move || tools("tools".into())),
        client.on_prompts_changed(move || prompts("prompts".into())),
    );
    soon(client.ready()).await.expect("it is there");
    sleep(400.0).await;
    assert_eq!(*heard.borrow(), ["tools"]);
    drop(listening);
}

#[wasm_bindgen_test]
async fn a_resource_is_subscribed_to() {
    let server = Server::legacy();
    server.on("resources/subscribe", "result(request, {})");
    server.on("GET", "stream([], null)");
    let client = server.client();
    let heard = Heard::default();
    let tell = hearing(&heard);
    let listening = client.on_resource_updated(move |uri| tell(uri.into()));
    let subscribed = soon(client.subscribe("gift://1")).await.expect("it is");
    let another = soon(client.subscribe("gift://1")).await.expect("it is");
    turn().await;
    server.ask("it.say(it.event({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'gift://1' } }))");
    turn().await;
    assert_eq!(*heard.borrow(), ["gift://1"]);
    // A session that begins anew asks again.
    server.on(
        "ping",
        "request.headers['mcp-session-id'] === 'session-1' ? status(404) : result(request, {})",
    );
    let before = server.count("resources/subscribe");
    soon(client.ping()).await.expect("there");
    turn().await;
    assert_eq!(server.count("resources/subscribe"), before + 1);
    drop(subscribed);
    turn().await;
    assert_eq!(server.count("resources/unsubscribe"), 0);
    drop(another);
    turn().await;
    assert_eq!(
        text(
            &server.requests("resources/unsubscribe")[0],
            "body.params.uri"
        ),
        "gift://1"
    );
    drop(listening);
}

#[wasm_bindgen_test]
async fn a_resource_that_cannot_be_subscribed_to() {
    let server = Server::legacy();
    let client = server.client();
    assert!(soon(client.subscribe("gift://1")).await.is_err());
    turn().await;
    // What came of it is ended.
    assert_eq!(server.count("resources/unsubscribe"), 1);
    assert_eq!(client.stream(), StreamState::None);
}

#[wasm_bindgen_test]
async fn what_is_to_be_heard_of_is_asked_for_since_2026() {
    let server = Server::modern();
    server.on("subscriptions/listen", "stream([], null)");
    let client = server.client();
    let heard = Heard::default();
    let tell = hearing(&heard);
    let listening = client.on_tools_changed(|| {});
    let updated = client.on_resource_updated(move |uri| tell(uri.into()));
    let subscribed = soon(client.subscribe("gift://1")).await.expect("it is");
    turn().await;
    let asked = server
        .requests("subscriptions/listen")
        .pop()
        .expect("asked");
    assert_eq!(
        json(&get(&asked, "body.params.notifications")),
        r#"{"toolsListChanged":true,"resourceSubscriptions":["gift://1"]}"#
    );
    server.ask("it.say(it.event({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'gift://1' } }))");
    turn().await;
    assert_eq!(*heard.borrow(), ["gift://1"]);
    assert_eq!(server.count("resources/subscribe"), 0);
    // Whoever wants to hear of everything does.
    let noting = client.on_notification(|_, _| {});
    turn().await;
    let asked = server
        .requests("subscriptions/listen")
        .pop()
        .expect("asked");
    assert_eq!(
        json(&get(&asked, "body.params.notifications")),
        r#"{"toolsListChanged":true,"resourcesListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["gift://1"]}"#
    );
    // It is one of five.
    server.on("own/method", "never()");
    let calls: Vec<_> = (0..6)
        .map(|_| start(client.request("own/method", JsValue::UNDEFINED)))
        .collect();
    turn().await;
    assert_eq!(server.count("own/method"), 4);
    drop(calls);
    drop(noting);
    drop((listening, updated, subscribed));
    turn().await;
    assert_eq!(
        get(
            &server
                .requests("subscriptions/listen")
                .pop()
                .expect("asked"),
            "aborted"
        ),
        true
    );
}
