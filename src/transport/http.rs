//! Streamable HTTP (MCP 2025-03-26 and later), and the older HTTP with a stream beside it (2024-11-05).
//!
//! It moves messages, and reports what became of each: sent, answered by messages, refused. Which headers go with one it is told; the
//! session's id is its own matter. It knows nothing of tools, nor of versions but by those headers.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use gloo_net::http::Method;
use js_sys::{Date, JsString};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::Response;

use super::events::{Events, Said};
pub(crate) use super::fetch::Headers;
use super::fetch::{self, Abort, Chunks, fetch};
use crate::bindings;
use crate::client::{Hints, Refusal};
use crate::http::backoff::Backoff;
use crate::http::challenge::bearer;
use crate::http::value::{encode, essence, is_plain, is_session_id, retry_after};
use crate::wire::{Js, Value, Word};

/// How many requests are under way at once: a browser opens six connections to a host, and answers to the server's requests need one too.
const AT_ONCE: usize = 4;

/// How long the server may take to hear that the session is over, in milliseconds.
const FAREWELL: f64 = 1_000.0;

const JSON: &str = "application/json";
const STREAM: &str = "text/event-stream";
const BOTH: &str = "application/json, text/event-stream";
const SESSION: &str = "mcp-session-id";

/// Who hears what becomes of messages.
pub(crate) trait Sink {
    /// A request is on its way.
    fn sent(&self, id: f64);

    /// A message came in, with the answer to this request; NaN if with none.
    fn receive(&self, message: &Js, carried: f64);

    /// There will be no answer; NaN: it was no request.
    fn refused(&self, id: f64, refusal: Refusal<Js>);

    /// Whether this request has no answer yet.
    fn waits(&self, id: f64) -> bool;

    /// The stream of 2024-11-05 is open, or cannot be.
    fn opened(&self, refusal: Option<Refusal<Js>>);

    /// It has ended: there is no connection any more.
    fn broken(&self, refusal: Refusal<Js>);

    /// A stream said what is no message; whether its data should have been one.
    fn odd(&self, is_message: bool);
}

/// Where tokens come from. `refused` is the challenge that the last one met, if any.
pub(crate) trait Tokens {
    /// A promise of a text, or the text.
    fn token(&self, refused: Option<&str>) -> Result<JsValue, JsValue>;
}

/// What waits for its turn.
struct Outgoing {
    id: f64,
    body: JsString,
    headers: Headers,
    /// `initialize`: the session begins with its answer.
    begins: bool,
}

/// A connection over HTTP.
pub(crate) struct Http {
    url: String,
    /// The caller's.
    headers: Headers,
    tokens: Option<Box<dyn Tokens>>,
    token: RefCell<Option<String>>,
    /// Counts the tokens: whoever was refused with an older one than now needs no new one.
    renewed: Cell<u32>,
    session: RefCell<Option<String>>,
    /// Where 2024-11-05 takes messages.
    endpoint: RefCell<Option<String>>,
    version: RefCell<Option<String>>,
    running: RefCell<Vec<(f64, Rc<Abort>)>>,
    waiting: RefCell<VecDeque<Outgoing>>,
    stream: RefCell<Option<Rc<Abort>>>,
    closed: Cell<bool>,
    sink: Weak<dyn Sink>,
}

impl Http {
    /// `headers` are checked already: see [`checked`].
    pub(crate) fn new(
        url: String,
        headers: Headers,
        tokens: Option<Box<dyn Tokens>>,
        sink: Weak<dyn Sink>,
    ) -> Rc<Self> {
        Rc::new(Self {
            url,
            headers,
            tokens,
            token: RefCell::default(),
            renewed: Cell::new(0),
            session: RefCell::default(),
            endpoint: RefCell::default(),
            version: RefCell::default(),
            running: RefCell::default(),
            waiting: RefCell::default(),
            stream: RefCell::default(),
            closed: Cell::new(false),
            sink,
        })
    }

    /// Sends a message: a request, if it has an id. It is on its way when that is told.
    pub(crate) fn send(self: &Rc<Self>, id: f64, frame: &Js, hints: &Hints<Js>) {
        let body = match bindings::json_stringify(frame.as_js()).map(JsValue::dyn_into::<JsString>)
        {
            Ok(Ok(body)) => body,
            Ok(Err(_)) => {
                return self.refuse(
                    id,
                    Refusal::transport(fetch::type_error("The message is no JSON").into()),
                );
            }
            Err(error) => return self.refuse(id, Refusal::transport(error.into())),
        };
        let outgoing = Outgoing {
            id,
            body,
            headers: self.hinted(hints),
            begins: frame.field(Word::Method).is_word(Word::ClientInitialize),
        };
        if id.is_nan() {
            // Answers and notifications wait for nobody: somebody may wait for them.
            let me = Rc::clone(self);
            spawn_local(async move {
                if let Some(abort) = Abort::new().map(Rc::new) {
                    me.exchange(&outgoing, &abort).await;
                }
            });
        } else {
            self.waiting.borrow_mut().push_back(outgoing);
            self.next();
        }
    }

    /// The headers of the protocol. What cannot stand in one is encoded, or left out.
    fn hinted(&self, hints: &Hints<Js>) -> Headers {
        let mut headers = Headers::new();
        let version = hints.version.map(|version| version.as_str().to_owned());
        if let Some(version) = &version {
            headers.push(("mcp-protocol-version".into(), version.clone()));
        }
        *self.version.borrow_mut() = version;
        if let Some(method) = hints.method.text().filter(|method| is_plain(method)) {
            headers.push(("mcp-method".into(), method));
        }
        if let Some(name) = hints.name.text() {
            headers.push(("mcp-name".into(), encode(&name).into_owned()));
        }
        for (name, value) in &hints.params {
            let spelled = match (value.boolean(), value.number()) {
                (Some(truth), _) => truth.to_string(),
                (None, Some(number)) => (number as i64).to_string(),
                (None, None) => value.text().unwrap_or_default(),
            };
            headers.push((
                "mcp-param-".to_owned() + name,
                encode(&spelled).into_owned(),
            ));
        }
        headers
    }

    /// Sends what waits, as far as there is room.
    fn next(self: &Rc<Self>) {
        while self.running.borrow().len() < AT_ONCE {
            let Some(outgoing) = self.waiting.borrow_mut().pop_front() else {
                return;
            };
            let id = outgoing.id;
            let Some(abort) = Abort::new().map(Rc::new) else {
                self.refuse(
                    id,
                    Refusal::transport(
                        fetch::type_error("This page has no AbortController").into(),
                    ),
                );
                continue;
            };
            self.running.borrow_mut().push((id, Rc::clone(&abort)));
            if let Some(sink) = self.sink.upgrade() {
                sink.sent(id);
            }
            let me = Rc::clone(self);
            spawn_local(async move {
                me.exchange(&outgoing, &abort).await;
                me.running
                    .borrow_mut()
                    .retain(|(_, known)| !Rc::ptr_eq(known, &abort));
                me.next();
            });
        }
    }

    /// A request needs no answer any more: whatever carries it ends.
    pub(crate) fn abandon(self: &Rc<Self>, id: f64) {
        self.waiting.borrow_mut().retain(|waiting| waiting.id != id);
        let found = self
            .running
            .borrow()
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, abort)| Rc::clone(abort));
        if let Some(abort) = found {
            abort.now();
        }
    }

    /// The server knows the session no more.
    pub(crate) fn forget(&self) {
        self.session.take();
        if let Some(abort) = self.stream.take() {
            abort.now();
        }
    }

    /// Ends everything. The server is told, if it has a session for us; the promise is kept when it knows, or could have known.
    pub(crate) fn close(self: &Rc<Self>) -> js_sys::Promise {
        let first = !self.closed.replace(true);
        self.waiting.borrow_mut().clear();
        let running = self.running.take();
        for (_, abort) in &running {
            abort.now();
        }
        if let Some(abort) = self.stream.take() {
            abort.now();
        }
        let me = Rc::clone(self);
        wasm_bindgen_futures::future_to_promise(async move {
            if first && me.session.borrow().is_some() {
                me.farewell().await;
            }
            Ok(JsValue::UNDEFINED)
        })
    }

    async fn farewell(self: &Rc<Self>) {
        let Some(abort) = Abort::new().map(Rc::new) else {
            return;
        };
        let late = Rc::clone(&abort);
        spawn_local(async move {
            fetch::sleep(FAREWELL).await;
            late.now();
        });
        let headers = self.with_session(Headers::new());
        // Whether it minds is its own matter.
        drop(fetch(Method::DELETE, &self.url, &headers, None, &abort).await);
    }

    fn refuse(&self, id: f64, refusal: Refusal<Js>) {
        if let Some(sink) = self.sink.upgrade() {
            sink.refused(id, refusal);
        }
    }

    /// These headers, and those of every request.
    fn with_session(&self, mut headers: Headers) -> Headers {
        headers.extend(self.headers.iter().cloned());
        if let Some(session) = &*self.session.borrow() {
            headers.push((SESSION.into(), session.clone()));
        }
        if let Some(version) = &*self.version.borrow()
            && !headers
                .iter()
                .any(|(name, _)| name == "mcp-protocol-version")
        {
            headers.push(("mcp-protocol-version".into(), version.clone()));
        }
        if let Some(token) = &*self.token.borrow() {
            headers.push(("authorization".into(), "Bearer ".to_owned() + token));
        }
        headers
    }

    /// Makes a request; with a new token, and once more, if the one it went with is refused.
    async fn request(
        self: &Rc<Self>,
        method: Method,
        accept: &str,
        own: &Headers,
        body: Option<&JsString>,
        abort: &Rc<Abort>,
    ) -> Result<Response, JsValue> {
        if self.tokens.is_some() && self.token.borrow().is_none() {
            self.renew(self.renewed.get(), None).await?;
        }
        let endpoint = self.endpoint.borrow().clone();
        let url = endpoint
            .filter(|_| body.is_some())
            .unwrap_or_else(|| self.url.clone());
        let mut again = self.tokens.is_some();
        loop {
            let renewed = self.renewed.get();
            let mut headers = own.clone();
            headers.push(("accept".into(), accept.into()));
            if body.is_some() {
                headers.push(("content-type".into(), JSON.into()));
            }
            let headers = self.with_session(headers);
            let response = fetch(method.clone(), &url, &headers, body, abort).await?;
            if response.status() != 401 || !again {
                return Ok(response);
            }
            again = false;
            let challenge = fetch::header(&response, "www-authenticate").unwrap_or_default();
            drop(Chunks::of(&response));
            self.renew(renewed, Some(&challenge)).await?;
        }
    }

    /// Gets a token, unless somebody else has got one since.
    async fn renew(&self, seen: u32, challenge: Option<&str>) -> Result<(), JsValue> {
        let Some(tokens) = &self.tokens else {
            return Ok(());
        };
        if seen != self.renewed.get() {
            return Ok(());
        }
        let token = tokens.token(challenge)?;
        let token = wasm_bindgen_futures::JsFuture::from(js_sys::Promise::resolve(&token)).await?;
        let token = token.as_string().filter(|token| is_plain(token));
        let Some(token) = token else {
            return Err(fetch::type_error(
                "auth must give a token: a text of visible ASCII",
            ));
        };
        self.renewed.set(self.renewed.get().wrapping_add(1));
        *self.token.borrow_mut() = Some(token);
        Ok(())
    }

    /// One message and whatever comes of it.
    async fn exchange(self: &Rc<Self>, outgoing: &Outgoing, abort: &Rc<Abort>) {
        let Outgoing {
            id,
            body,
            headers,
            begins,
        } = outgoing;
        let named = self.session.borrow().is_some();
        let response = self
            .request(Method::POST, BOTH, headers, Some(body), abort)
            .await;
        match response {
            Err(reason) => self.refuse(*id, Refusal::transport(reason.into())),
            Ok(response) if response.ok() => {
                if *begins
                    && let Some(session) =
                        fetch::header(&response, SESSION).filter(|session| is_session_id(session))
                {
                    *self.session.borrow_mut() = Some(session);
                }
                self.read(*id, response, abort).await;
            }
            Ok(response) => {
                let refusal = self.failure(&response, named).await;
                self.refuse(*id, refusal);
            }
        }
    }

    /// Reads a response that is no failure.
    async fn read(self: &Rc<Self>, id: f64, response: Response, abort: &Rc<Abort>) {
        let kind = essence(&fetch::header(&response, "content-type").unwrap_or_default());
        // The answers of 2024-11-05 come by its stream.
        if self.endpoint.borrow().is_some() {
            return drop(Chunks::of(&response));
        }
        if kind == STREAM {
            return self.hear(id, response, abort).await;
        }
        if id.is_nan() {
            return drop(Chunks::of(&response));
        }
        let empty = matches!(response.status(), 202 | 204);
        if kind == JSON && !empty {
            match fetch::json(&response).await {
                Ok(message) => self.receive(&Js::from(message), id),
                Err(reason) if abort.is_over() => {
                    return self.refuse(id, Refusal::transport(reason.into()));
                }
                Err(_) => {}
            }
            return self.unanswered(id, &response, String::new());
        }
        let body = if empty {
            String::new()
        } else {
            fetch::excerpt(&response).await
        };
        self.unanswered(id, &response, body);
    }

    fn receive(&self, message: &Js, id: f64) {
        if let Some(sink) = self.sink.upgrade() {
            sink.receive(message, id);
        }
    }

    fn waits(&self, id: f64) -> bool {
        self.sink.upgrade().is_some_and(|sink| sink.waits(id))
    }

    /// A response is at its end. If there was no answer in it, there will be none.
    fn unanswered(&self, id: f64, response: &Response, body: String) {
        if self.waits(id) {
            self.refuse(id, refusal(response, &body));
        }
    }

    /// What a response says that is a failure. `named`: the request was one of a session.
    async fn failure(&self, response: &Response, named: bool) -> Refusal<Js> {
        let body = fetch::excerpt(response).await;
        let mut refusal = refusal(response, &body);
        let text: JsString = body.into();
        let message = Js::from(bindings::json_parse(&text).unwrap_or(JsValue::UNDEFINED));
        refusal.error = message.field(Word::Error);
        refusal.lost = refusal.status == 404 && named;
        let mut put = |key, value: Option<Js>| {
            if let Some(value) = value {
                refusal.value.put(key, &value);
            }
        };
        put(
            Word::Challenge,
            fetch::header(response, "www-authenticate").map(|text| challenge_of(&text)),
        );
        let retry =
            fetch::header(response, "retry-after").and_then(|text| retry_after(&text, Date::now()));
        put(Word::RetryAfter, retry.map(Js::from_number));
        refusal
    }

    /// Hears a stream that answers a request, and takes it up again where it is cut.
    async fn hear(self: &Rc<Self>, id: f64, mut response: Response, abort: &Rc<Abort>) {
        let Some(mut events) = Events::new() else {
            return self.refuse(
                id,
                Refusal::transport(fetch::type_error("This page has no TextDecoder").into()),
            );
        };
        let backoff = Backoff::default();
        let mut attempt = 0;
        loop {
            if self.drain(id, &response, &mut events).await {
                attempt = 0;
            }
            if abort.is_over() || (!id.is_nan() && !self.waits(id)) {
                return;
            }
            // A stream that was not marked cannot be taken up: what it carried is lost.
            let pause = backoff.wait(attempt, bindings::random(), events.retry.map(f64::from));
            let Some(pause) = pause.filter(|_| events.resumable && !id.is_nan()) else {
                return self.unanswered(id, &response, String::new());
            };
            attempt += 1;
            fetch::sleep(pause).await;
            if abort.is_over() || !self.waits(id) {
                return;
            }
            let headers = vec![("last-event-id".to_owned(), events.last_id())];
            match self
                .request(Method::GET, STREAM, &headers, None, abort)
                .await
            {
                Ok(next)
                    if next.ok()
                        && essence(&fetch::header(&next, "content-type").unwrap_or_default())
                            == STREAM =>
                {
                    response = next;
                    events.reopen();
                }
                Ok(next) if next.status() < 500 => {
                    let refusal = self.failure(&next, false).await;
                    return self.refuse(id, refusal);
                }
                _ => {}
            }
        }
    }

    /// Reads a stream to its end, or until the answer is there. Whether anything came.
    async fn drain(self: &Rc<Self>, id: f64, response: &Response, events: &mut Events) -> bool {
        let mut chunks = Chunks::of(response);
        let mut came = false;
        loop {
            let taken = match chunks.next().await {
                Ok(Some(chunk)) => events.take(&chunk, &mut |said| {
                    came = true;
                    match said {
                        Said::Message(message) => self.receive(&Js::from(message), id),
                        Said::Other(name, text) => self.other(id, name, &text),
                    }
                    id.is_nan() || self.waits(id)
                }),
                _ => break,
            };
            match taken {
                Ok(true) => {}
                Ok(false) => return true,
                Err(_) => {
                    let reason = fetch::type_error("An event of the server's is too large");
                    self.refuse(id, Refusal::transport(reason.into()));
                    return true;
                }
            }
        }
        if let Some(message) = events.finish() {
            self.receive(&Js::from(message), id);
        }
        came
    }

    /// An event that is no message.
    fn other(&self, id: f64, name: &str, text: &JsString) {
        let Some(sink) = self.sink.upgrade() else {
            return;
        };
        if name == "error" && !id.is_nan() {
            return sink.refused(
                id,
                Refusal::http(
                    200,
                    Js::from_text(STREAM),
                    Js::from(JsValue::from(text.clone())),
                ),
            );
        }
        let is_message = matches!(name, "" | "message");
        sink.odd(is_message);
        // It may have been the answer: nobody is left waiting for what cannot be read.
        if is_message && !id.is_nan() {
            sink.refused(
                id,
                Refusal::http(
                    200,
                    Js::from_text(STREAM),
                    Js::from(JsValue::from(text.clone())),
                ),
            );
        }
    }

    /// Hears what the server says by itself, from now on or no more.
    pub(crate) fn listen(self: &Rc<Self>, on: bool) {
        let listens = self.stream.borrow().is_some();
        if on == listens || self.endpoint.borrow().is_some() {
            return;
        }
        if !on {
            if let Some(abort) = self.stream.take() {
                abort.now();
            }
            return;
        }
        let Some(abort) = Abort::new().map(Rc::new) else {
            return;
        };
        *self.stream.borrow_mut() = Some(Rc::clone(&abort));
        let me = Rc::clone(self);
        spawn_local(async move { me.listening(&abort).await });
    }

    async fn listening(self: &Rc<Self>, abort: &Rc<Abort>) {
        let Some(mut events) = Events::new() else {
            return;
        };
        let backoff = Backoff {
            attempts: u32::MAX,
            ..Backoff::default()
        };
        let mut attempt = 0;
        while !abort.is_over() {
            let mut headers = Headers::new();
            let last = events.last_id();
            if !last.is_empty() {
                headers.push(("last-event-id".into(), last));
            }
            match self
                .request(Method::GET, STREAM, &headers, None, abort)
                .await
            {
                Ok(response)
                    if response.ok()
                        && essence(
                            &fetch::header(&response, "content-type").unwrap_or_default(),
                        ) == STREAM =>
                {
                    events.reopen();
                    if self.drain(f64::NAN, &response, &mut events).await {
                        attempt = 0;
                    }
                }
                // It offers none, or not to us.
                Ok(response) if response.status() < 500 => {
                    drop(Chunks::of(&response));
                    return;
                }
                Ok(response) => drop(Chunks::of(&response)),
                Err(_) => {}
            }
            let Some(pause) =
                backoff.wait(attempt, bindings::random(), events.retry.map(f64::from))
            else {
                return;
            };
            attempt += 1;
            fetch::sleep(pause).await;
        }
    }

    /// Opens the stream of 2024-11-05, which says where messages go.
    pub(crate) fn open_old(self: &Rc<Self>) {
        let me = Rc::clone(self);
        spawn_local(async move {
            let Some(abort) = Abort::new().map(Rc::new) else {
                return;
            };
            if let Some(before) = me.stream.borrow_mut().replace(Rc::clone(&abort)) {
                before.now();
            }
            let refusal = me.hear_old(&abort).await;
            let Some(sink) = me.sink.upgrade().filter(|_| !abort.is_over()) else {
                return;
            };
            if me.endpoint.take().is_some() {
                sink.broken(refusal);
            } else {
                sink.opened(Some(refusal));
            }
        });
    }

    /// Hears that stream to its end, and says how it ended.
    async fn hear_old(self: &Rc<Self>, abort: &Rc<Abort>) -> Refusal<Js> {
        let response = match self
            .request(Method::GET, STREAM, &Headers::new(), None, abort)
            .await
        {
            Ok(response) => response,
            Err(reason) => return Refusal::transport(reason.into()),
        };
        let kind = essence(&fetch::header(&response, "content-type").unwrap_or_default());
        if !response.ok() || kind != STREAM {
            return self.failure(&response, false).await;
        }
        let Some(mut events) = Events::new() else {
            return Refusal::transport(fetch::type_error("This page has no TextDecoder").into());
        };
        let mut chunks = Chunks::of(&response);
        while let Ok(Some(chunk)) = chunks.next().await {
            let taken = events.take(&chunk, &mut |said| {
                match said {
                    Said::Message(message) => self.receive(&Js::from(message), f64::NAN),
                    Said::Other("endpoint", text) => self.endpoint(&text, &response.url()),
                    Said::Other(name, text) => self.other(f64::NAN, name, &text),
                }
                true
            });
            if taken.is_err() {
                break;
            }
        }
        refusal(&response, "")
    }

    /// Messages go there, if it is of the same origin: they carry tokens.
    fn endpoint(&self, text: &JsString, base: &str) {
        let base = if base.is_empty() { &self.url } else { base };
        let known = self.endpoint.borrow().is_some();
        let resolved = bindings::resolve(text, base);
        if let Some(resolved) = resolved.filter(|_| !known)
            && let Some(sink) = self.sink.upgrade()
        {
            *self.endpoint.borrow_mut() = Some(resolved);
            sink.opened(None);
        }
    }
}

/// What a response says without being read.
fn refusal(response: &Response, body: &str) -> Refusal<Js> {
    let text = |text: &str| {
        if text.is_empty() {
            Js::absent()
        } else {
            Js::from_text(text)
        }
    };
    let kind = fetch::header(response, "content-type").unwrap_or_default();
    Refusal::http(response.status(), text(&kind), text(body))
}

/// What a server asks of whoever may not do what was asked: the header as it came, and what `Bearer` says in it.
fn challenge_of(header: &str) -> Js {
    let mut challenge = Js::object();
    let mut put = |name, text: Option<&str>| {
        if let Some(text) = text {
            challenge.put_named(name, &Js::from_text(text));
        }
    };
    put("text", Some(header));
    if let Some(bearer) = bearer(header) {
        put("resourceMetadata", bearer.resource_metadata.as_deref());
        put("scope", bearer.scope.as_deref());
        put("error", bearer.error.as_deref());
        put("errorDescription", bearer.error_description.as_deref());
    }
    challenge
}
