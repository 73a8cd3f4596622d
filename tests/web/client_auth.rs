//! Tokens.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mcp_widget::{Client, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Server, soon, start, text, turn};

const NONE: JsValue = JsValue::UNDEFINED;

type Asked = Rc<RefCell<Vec<Option<String>>>>;

/// A client that numbers its tokens, and what it was asked with.
fn numbering(server: &Server) -> (Client, Asked) {
    let asked = Asked::default();
    let asking = Rc::clone(&asked);
    let client = server.builder().auth(move |refused| {
        let mut asked = asking.borrow_mut();
        asked.push(refused.map(|challenge| challenge.error.unwrap_or_default()));
        let token = format!("token-{}", asked.len());
        async move {
            turn().await;
            Ok(token)
        }
    });
    (client.connect(), asked)
}

#[wasm_bindgen_test]
async fn a_token_goes_with_every_request() {
    let server = Server::legacy();
    let (client, asked) = numbering(&server);
    soon(client.ready()).await.expect("it is there");
    turn().await;
    soon(client.close()).await;
    assert_eq!(*asked.borrow(), [None]);
    for method in [
        "server/discover",
        "initialize",
        "notifications/initialized",
        "DELETE",
    ] {
        let sent = server.requests(method).remove(0);
        assert_eq!(
            text(&sent, "headers.authorization"),
            "Bearer token-1",
            "{method}"
        );
    }
}

#[wasm_bindgen_test]
async fn a_refused_token_is_renewed_once_for_all() {
    let server = Server::legacy();
    let (client, asked) = numbering(&server);
    soon(client.ready()).await.expect("it is there");
    server.on(
        "own/method",
        "request.headers.authorization === 'Bearer token-1'
        ? status(401, '', { 'www-authenticate': 'Bearer error=\"invalid_token\"' })
        : result(request, {})",
    );
    let calls: Vec<_> = (0..4)
        .map(|_| start(client.request("own/method", NONE)))
        .collect();
    for _ in 0..5 {
        turn().await;
    }
    for call in calls {
        assert!(matches!(call.borrow_mut().take(), Some(Ok(_))));
    }
    assert_eq!(*asked.borrow(), [None, Some("invalid_token".into())]);
    assert_eq!(server.count("own/method"), 8);
}

#[wasm_bindgen_test]
async fn a_token_that_is_refused_again_is_an_error() {
    let server = Server::legacy();
    let (client, asked) = numbering(&server);
    soon(client.ready()).await.expect("it is there");
    server.on(
        "own/method",
        "status(401, 'No.', { 'www-authenticate': 'Bearer error=\"invalid_token\"' })",
    );
    let end = soon(client.request("own/method", NONE)).await;
    assert!(
        matches!(
            &end,
            Err(Error::Http {
                status: 401,
                challenge: Some(_),
                ..
            })
        ),
        "{end:?}"
    );
    assert_eq!(asked.borrow().len(), 2);
}

#[wasm_bindgen_test]
async fn no_token() {
    let server = Server::legacy();
    let client = server
        .builder()
        .auth(|_| async { Err("not logged in".into()) })
        .connect();
    match soon(client.ready()).await {
        Err(Error::Transport(reason)) => assert_eq!(reason, "not logged in"),
        other => panic!("{other:?}"),
    }
    // One that no header takes.
    for token in ["", "a b", "a\nb", "größe"] {
        let server = Server::legacy();
        let client = server
            .builder()
            .auth(move |_| async move { Ok(token.into()) })
            .connect();
        let end = soon(client.ready()).await;
        assert!(matches!(end, Err(Error::Transport(_))), "{token}: {end:?}");
        assert_eq!(server.ask("it.requests.length"), 0);
    }
}

#[wasm_bindgen_test]
async fn a_token_that_never_comes_blocks_nobody() {
    let server = Server::legacy();
    let asked = Rc::new(Cell::new(0));
    let counted = Rc::clone(&asked);
    let client = server.builder().auth(move |_| {
        counted.set(counted.get() + 1);
        let number = counted.get();
        async move {
            if number == 2 {
                std::future::pending::<()>().await;
            }
            Ok(format!("token-{number}"))
        }
    });
    let client = client.connect();
    soon(client.ready()).await.expect("it is there");
    server.on(
        "own/method",
        "request.headers.authorization === 'Bearer token-3' ? result(request, {}) : status(401)",
    );
    let mut calls: Vec<_> = (0..7)
        .map(|_| std::future::IntoFuture::into_future(client.request("own/method", NONE)))
        .collect();
    turn().await;
    assert_eq!(asked.get(), 2);
    // Who gives up does not wait for it, and the next asks anew.
    calls.clear();
    turn().await;
    soon(client.request("own/method", NONE))
        .await
        .expect("a result");
    assert_eq!(asked.get(), 3);
}

#[wasm_bindgen_test]
async fn a_token_may_be_got_by_the_client_itself() {
    // The closure comes back in while a request waits for it.
    let server = Server::legacy();
    let client: Rc<RefCell<Option<Client>>> = Rc::default();
    let (inside, calls) = (Rc::clone(&client), Rc::new(Cell::new(0)));
    let counted = Rc::clone(&calls);
    let made = server
        .builder()
        .auth(move |_| {
            counted.set(counted.get() + 1);
            let status = inside.borrow().as_ref().map(Client::status);
            async move {
                let _ = status;
                Ok("a".into())
            }
        })
        .connect();
    client.replace(Some(made.clone()));
    soon(made.ready()).await.expect("it is there");
    assert_eq!(calls.get(), 1);
    client.take();
}
