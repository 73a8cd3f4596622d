//! What ends when it is dropped.

use mcp_widget::remote::Status;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Server, get, soon, start, turn};

const NONE: JsValue = JsValue::UNDEFINED;

#[wasm_bindgen_test]
async fn dropping_a_call_aborts_its_request() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on("own/method", "never()");
    let call = std::future::IntoFuture::into_future(client.request("own/method", NONE));
    turn().await;
    assert_eq!(
        get(&server.requests("own/method")[0], "aborted"),
        JsValue::FALSE
    );
    drop(call);
    turn().await;
    assert_eq!(
        get(&server.requests("own/method")[0], "aborted"),
        JsValue::TRUE
    );
    assert_eq!(server.count("notifications/cancelled"), 1);
    // One that is being read, too.
    server.on("own/method", "stream([': hello\\n'], null)");
    let call = std::future::IntoFuture::into_future(client.request("own/method", NONE));
    turn().await;
    drop(call);
    turn().await;
    assert_eq!(
        get(&server.requests("own/method")[1], "aborted"),
        JsValue::TRUE
    );
    assert_eq!(client.pending(), 0);
}

#[wasm_bindgen_test]
async fn dropping_a_call_before_it_is_sent_sends_nothing() {
    let server = Server::legacy();
    let client = server.client();
    let call = std::future::IntoFuture::into_future(client.request("own/method", NONE));
    drop(call);
    // Never awaited: never made.
    drop(client.request("own/method", NONE));
    soon(client.ready()).await.expect("it is there");
    turn().await;
    assert_eq!(server.count("own/method"), 0);
}

#[wasm_bindgen_test]
async fn dropping_the_last_client_closes_it() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    let clone = client.clone();
    drop(client);
    turn().await;
    assert_eq!(server.count("DELETE"), 0);
    // A listener does not keep it.
    let listening = clone.on_status_change(|_| {});
    drop(clone);
    turn().await;
    assert_eq!(server.count("DELETE"), 1);
    drop(listening);
}

#[wasm_bindgen_test]
async fn a_call_and_a_list_keep_it() {
    let server = Server::legacy();
    let client = server.client();
    soon(client.ready()).await.expect("it is there");
    server.on(
        "own/method",
        "new Promise((resolve) => (server.let = () => resolve(result(request, {}))))",
    );
    let call = start(client.request("own/method", NONE));
    let pages = client.tools();
    drop(client);
    turn().await;
    server.ask("it.let()");
    turn().await;
    assert!(matches!(call.borrow_mut().take(), Some(Ok(_))));
    assert_eq!(server.count("DELETE"), 0);
    drop(pages);
    turn().await;
    assert_eq!(server.count("DELETE"), 1);
}

#[wasm_bindgen_test]
async fn dropping_it_during_the_handshake() {
    let server = Server::silent();
    server.on("server/discover", "never()");
    let client = server.client();
    turn().await;
    assert_eq!(client.status(), Status::Connecting);
    drop(client);
    turn().await;
    assert_eq!(
        get(&server.requests("server/discover")[0], "aborted"),
        JsValue::TRUE
    );
}

#[wasm_bindgen_test]
async fn dropping_it_in_its_own_listener() {
    let server = Server::legacy();
    let client = std::rc::Rc::new(std::cell::RefCell::new(Some(server.client())));
    let held = std::rc::Rc::clone(&client);
    let listening = client.borrow().as_ref().map(|client| {
        client.on_status_change(move |status| {
            if status == Status::Ready {
                let client = held.borrow_mut().take();
                drop(client);
            }
        })
    });
    for _ in 0..10 {
        turn().await;
    }
    assert!(client.borrow().is_none());
    assert_eq!(server.count("DELETE"), 1);
    drop(listening);
}
