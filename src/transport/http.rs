//! Streamable HTTP (MCP 2025-03-26 and later), and the older HTTP with a stream beside it (2024-11-05).
//!
//! It moves messages, and reports what became of each: sent, answered by messages, refused. Which headers go with one it is told; the
//! session's id is its own matter. It knows nothing of tools, nor of versions but by those headers.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};

use gloo_net::http::Method;
use js_sys::{Date, JsString, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

use super::events::{Events, Said};
pub(crate) use super::fetch::Headers;
use super::fetch::{self, Abort, Chunks, Response, fetch};
use crate::bindings;
use crate::client::{Hints, Refusal};
use crate::http::backoff::Backoff;
use crate::http::value::{encode, essence, is_session_id, retry_after};
use crate::wire::{Js, Value, Word};

/// How many requests are under way at once: a browser opens six connections to a host, and answers to the server's requests need one too.
const AT_ONCE: usize = 4;

/// How long the server may take to hear that the session has begun, or is over, in milliseconds.
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

    /// The stream of 2024-11-05 is open; or cannot be, or has ended.
    fn opened(&self, refusal: Option<Refusal<Js>>);

    /// A stream said what is no message; whether its data should have been one.
    fn odd(&self, is_message: bool);

    /// Whether the server can speak for itself.
    fn streams(&self, state: StreamState);
}

/// Whether the server can speak for itself: by a stream that is asked for when somebody listens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StreamState {
    /// Nobody listens, the server offers none, or its version needs none.
    #[default]
    None,
    /// It is being opened.
    Connecting,
    /// It is open.
    Open,
    /// It was cut, and is opened again in a while.
    Waiting,
}

/// Where tokens come from.
pub(crate) trait Tokens {
    /// Gets one. `refused` is the challenge that the last one met, if any.
    fn token(&self, refused: Option<&str>) -> Token;
}

pub(crate) type Token = Pin<Box<dyn Future<Output = Result<String, JsValue>>>>;

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
    /// One is being fetched: a promise.
    renewing: RefCell<Option<Promise>>,
    session: RefCell<Option<String>>,
    /// Where 2024-11-05 takes messages.
    endpoint: RefCell<Option<String>>,
    version: RefCell<Option<String>>,
    running: RefCell<Vec<(f64, Rc<Abort>)>>,
    /// What waits for the server's own words: it has no end, and takes no turn from others.
    listens: RefCell<Vec<(f64, Rc<Abort>)>>,
    waiting: RefCell<VecDeque<Outgoing>>,
    stream: RefCell<Option<Rc<Abort>>>,
    /// Tells the server that the handshake is over, until it knows: many take no request before.
    greeting: RefCell<Option<Rc<Abort>>>,
    /// How often a stream did not last.
    attempt: Cell<u32>,
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
            renewing: RefCell::default(),
            session: RefCell::default(),
            endpoint: RefCell::default(),
            version: RefCell::default(),
            running: RefCell::default(),
            listens: RefCell::default(),
            waiting: RefCell::default(),
            stream: RefCell::default(),
            greeting: RefCell::default(),
            attempt: Cell::new(0),
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
                return self.refuse(id, fetch::wrong("The message is no JSON"));
            }
            Err(error) => return self.refuse(id, Refusal::transport(error.into())),
        };
        let method = frame.field(Word::Method);
        let outgoing = Outgoing {
            id,
            body,
            headers: self.hinted(hints),
            begins: method.is_word(Word::ClientInitialize),
        };
        if id.is_nan() {
            // Answers and notifications wait for nobody: somebody may wait for them.
            let Some(abort) = Abort::new().map(Rc::new) else {
                return;
            };
            if method.is_word(Word::ClientInitialized) {
                *self.greeting.borrow_mut() = Some(Rc::clone(&abort));
                let (late, me) = (Rc::clone(&abort), Rc::downgrade(self));
                spawn_local(async move {
                    late.sleep(FAREWELL).await;
                    if let Some(me) = me.upgrade() {
                        me.greeted(&late);
                    }
                });
            }
            let me = Rc::clone(self);
            spawn_local(async move {
                me.exchange(&outgoing, &abort).await;
                me.greeted(&abort);
            });
        } else if method.is_word(Word::Listen) {
            self.start(outgoing, true);
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
        if let Some(method) = hints.method.text() {
            headers.push(("mcp-method".into(), encode(&method).into_owned()));
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

    /// The server knows, or has had the time to.
    fn greeted(self: &Rc<Self>, abort: &Rc<Abort>) {
        let is_it = |greeting: &mut Rc<Abort>| Rc::ptr_eq(greeting, abort);
        let found = self.greeting.borrow_mut().take_if(is_it);
        if found.is_some() {
            self.next();
        }
    }

    /// Sends what waits, as far as there is room.
    fn next(self: &Rc<Self>) {
        while self.greeting.borrow().is_none() && self.running.borrow().len() < AT_ONCE {
            let Some(outgoing) = self.waiting.borrow_mut().pop_front() else {
                return;
            };
            self.start(outgoing, false);
        }
    }

    /// Sends a request; `listens`: it takes no turn.
    fn start(self: &Rc<Self>, outgoing: Outgoing, listens: bool) {
        let id = outgoing.id;
        let Some(abort) = Abort::new().map(Rc::new) else {
            return self.refuse(id, fetch::wrong("This page has no AbortController"));
        };
        self.among(listens)
            .borrow_mut()
            .push((id, Rc::clone(&abort)));
        if let Some(sink) = self.sink.upgrade() {
            sink.sent(id);
        }
        let me = Rc::clone(self);
        spawn_local(async move {
            me.exchange(&outgoing, &abort).await;
            me.among(listens)
                .borrow_mut()
                .retain(|(_, known)| !Rc::ptr_eq(known, &abort));
            me.next();
        });
    }

    fn among(&self, listens: bool) -> &RefCell<Vec<(f64, Rc<Abort>)>> {
        if listens {
            &self.listens
        } else {
            &self.running
        }
    }

    /// A request needs no answer any more: whatever carries it ends.
    pub(crate) fn abandon(self: &Rc<Self>, id: f64) {
        self.waiting.borrow_mut().retain(|waiting| waiting.id != id);
        let find = |among: &RefCell<Vec<(f64, Rc<Abort>)>>| {
            let among = among.borrow();
            let found = among.iter().find(|(known, _)| *known == id);
            found.map(|(_, abort)| Rc::clone(abort))
        };
        let found = find(&self.running).or_else(|| find(&self.listens));
        if let Some(abort) = found {
            abort.now();
        }
    }

    /// The server knows the session no more.
    pub(crate) fn forget(&self) {
        self.session.take();
        self.greeting.take();
        if let Some(abort) = self.stream.take() {
            abort.now();
        }
    }

    /// Ends everything. The server is told, if it has a session for us; the promise is kept when it knows, or could have known.
    pub(crate) fn close(self: &Rc<Self>) -> js_sys::Promise {
        let first = !self.closed.replace(true);
        self.waiting.borrow_mut().clear();
        let (running, listens) = (self.running.take(), self.listens.take());
        for (_, abort) in running.iter().chain(&listens) {
            abort.now();
        }
        if let Some(abort) = self.stream.take() {
            abort.now();
        }
        let me = Rc::clone(self);
        future_to_promise(async move {
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
            late.sleep(FAREWELL).await;
            late.now();
        });
        let headers = self.with_common(&Headers::new());
        // Whether it minds is its own matter.
        if let Ok(response) = fetch(Method::DELETE, &self.url, &headers, None, &abort).await {
            response.discard();
        }
        abort.now();
    }

    fn refuse(&self, id: f64, refusal: Refusal<Js>) {
        if let Some(sink) = self.sink.upgrade() {
            sink.refused(id, refusal);
        }
    }

    /// The headers of every request, and these: of two with one name the later one is sent.
    fn with_common(&self, own: &Headers) -> Headers {
        let mut headers = self.headers.clone();
        if let Some(session) = &*self.session.borrow() {
            headers.push((SESSION.into(), session.clone()));
        }
        if let Some(version) = &*self.version.borrow() {
            headers.push(("mcp-protocol-version".into(), version.clone()));
        }
        if let Some(token) = &*self.token.borrow() {
            headers.push(("authorization".into(), "Bearer ".to_owned() + token));
        }
        headers.extend(own.iter().cloned());
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
    ) -> Result<Response, Refusal<Js>> {
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
            let mut headers = self.with_common(own);
            headers.push(("accept".into(), accept.into()));
            if body.is_some() {
                headers.push(("content-type".into(), JSON.into()));
            }
            let response = fetch(method.clone(), &url, &headers, body, abort).await?;
            if response.status() != 401 || !again {
                return Ok(response);
            }
            again = false;
            let challenge = response.header("www-authenticate").unwrap_or_default();
            response.discard();
            self.renew(renewed, Some(&challenge)).await?;
        }
    }

    /// Gets a token, unless somebody else has got one since; once for all who want one.
    async fn renew(self: &Rc<Self>, seen: u32, challenge: Option<&str>) -> Result<(), Refusal<Js>> {
        let Some(tokens) = &self.tokens else {
            return Ok(());
        };
        if seen != self.renewed.get() {
            return Ok(());
        }
        let renewing = self.renewing.borrow().clone();
        let renewing = match renewing {
            Some(renewing) => renewing,
            None => {
                let (me, token) = (Rc::clone(self), tokens.token(challenge));
                let renewing = future_to_promise(async move {
                    let token = token.await;
                    me.renewing.take();
                    let token = token?;
                    if !is_session_id(&token) {
                        let message = "auth must give a token: a text of visible ASCII";
                        return Err(fetch::type_error(message));
                    }
                    me.renewed.set(me.renewed.get().wrapping_add(1));
                    *me.token.borrow_mut() = Some(token);
                    Ok(JsValue::UNDEFINED)
                });
                *self.renewing.borrow_mut() = Some(renewing.clone());
                renewing
            }
        };
        let renewed = JsFuture::from(renewing).await;
        renewed
            .map(drop)
            .map_err(|reason| Refusal::transport(reason.into()))
    }

    /// One message and whatever comes of it.
    async fn exchange(self: &Rc<Self>, outgoing: &Outgoing, abort: &Rc<Abort>) {
        let Outgoing {
            id,
            body,
            headers,
            begins,
        } = outgoing;
        let named = self.session.borrow().is_some() && !id.is_nan();
        let response = self
            .request(Method::POST, BOTH, headers, Some(body), abort)
            .await;
        match response {
            Err(refusal) => self.refuse(*id, refusal),
            Ok(response) if response.is_ok() => {
                if *begins
                    && let Some(session) = response
                        .header(SESSION)
                        .filter(|session| is_session_id(session))
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
        let kind = essence(&response.header("content-type").unwrap_or_default());
        // The answers of 2024-11-05 come by its stream, or should.
        let is_old = self.endpoint.borrow().is_some();
        if is_old && kind != JSON {
            return response.discard();
        }
        if kind == STREAM {
            return self.hear(id, response, abort).await;
        }
        if id.is_nan() {
            return response.discard();
        }
        if matches!(response.status(), 202 | 204) {
            response.discard();
            return self.unanswered(id, &response, "");
        }
        if kind != JSON {
            let body = response.excerpt(fetch::EXCERPT).await;
            return self.unanswered(id, &response, &body);
        }
        match response.json().await {
            Ok(message) => self.receive(&Js::from(message), id),
            // Only what is no JSON has nothing to say.
            Err(reason) if !is_syntax_error(&reason) => {
                return self.refuse(id, Refusal::unreachable(&reason.into()));
            }
            Err(_) => {}
        }
        if !is_old {
            self.unanswered(id, &response, "");
        }
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
    fn unanswered(&self, id: f64, response: &Response, body: &str) {
        if self.waits(id) {
            self.refuse(id, refusal(response, body));
        }
    }

    /// What a response says that is a failure. `named`: it is to a request of a session.
    async fn failure(&self, response: &Response, named: bool) -> Refusal<Js> {
        let is_json = essence(&response.header("content-type").unwrap_or_default()) == JSON;
        let length = if is_json {
            fetch::ERROR
        } else {
            fetch::EXCERPT
        };
        let body = response.excerpt(length).await;
        let shown = &body[..body.floor_char_boundary(fetch::EXCERPT)];
        let mut refusal = refusal(response, shown);
        let text: JsString = body.into();
        let message = Js::from(bindings::json_parse(&text).unwrap_or(JsValue::UNDEFINED));
        refusal.error = message.field(Word::Error);
        refusal.lost = refusal.status == 404 && named;
        let mut put = |key, value: Option<Js>| {
            if let Some(value) = value {
                refusal.value.put(key, &value);
            }
        };
        let challenge = response.header("www-authenticate");
        put(Word::Challenge, challenge.map(|text| Js::from_text(&text)));
        let retry = response
            .header("retry-after")
            .and_then(|text| retry_after(&text, Date::now()));
        put(Word::RetryAfter, retry.map(Js::from_number));
        refusal
    }

    /// Hears a stream that answers a request, and takes it up again where it is cut.
    async fn hear(self: &Rc<Self>, id: f64, mut response: Response, abort: &Rc<Abort>) {
        let Some(mut events) = Events::new() else {
            return self.refuse(id, fetch::wrong("This page has no TextDecoder"));
        };
        // Nothing is taken up since 2026-07-28.
        let is_modern = self.version.borrow().as_deref() >= Some("2026");
        let backoff = Backoff::default();
        let mut attempt = 0;
        loop {
            let before = events.last_id();
            let odd = self.drain(id, &response, &mut events).await;
            if abort.is_over() || (!id.is_nan() && !self.waits(id)) {
                return;
            }
            // A stream that was not marked cannot be taken up: what it carried is lost.
            let last = events.last_id();
            let marked = !last.is_empty() && fetch::is_sendable(&last);
            if id.is_nan() || !marked || is_modern {
                return self.unanswered(id, &response, &odd);
            }
            if last != before {
                attempt = 0;
            }
            let headers = vec![("last-event-id".to_owned(), last)];
            loop {
                let retry = events.retry.map(f64::from);
                let Some(pause) = backoff.wait(attempt, bindings::random(), retry) else {
                    return self.unanswered(id, &response, &odd);
                };
                attempt += 1;
                abort.sleep(pause).await;
                if abort.is_over() || !self.waits(id) {
                    return;
                }
                match self
                    .request(Method::GET, STREAM, &headers, None, abort)
                    .await
                {
                    Ok(next) if is_stream(&next) => {
                        response = next;
                        events.reopen();
                        break;
                    }
                    Ok(next) if next.status() < 500 => {
                        let refusal = self.failure(&next, false).await;
                        return self.refuse(id, refusal);
                    }
                    Ok(next) => next.discard(),
                    Err(_) => {}
                }
            }
        }
    }

    /// Reads a stream to its end, or until the answer is there. Gives what it said last that is no message.
    async fn drain(self: &Rc<Self>, id: f64, response: &Response, events: &mut Events) -> String {
        let mut chunks = Chunks::of(response);
        let mut odd = String::new();
        while let Ok(Some(chunk)) = chunks.next().await {
            let taken = events.take(&chunk, &mut |said| {
                match said {
                    Said::Message(message) => self.receive(&Js::from(message), id),
                    Said::Other(name, text) => {
                        if self.other(id, name, &text) {
                            odd = text.into();
                        }
                    }
                }
                id.is_nan() || self.waits(id)
            });
            match taken {
                Ok(true) => {}
                Ok(false) => return odd,
                Err(_) => {
                    self.refuse(id, fetch::wrong("An event of the server's is too large"));
                    return odd;
                }
            }
        }
        if let Some(message) = events.finish() {
            self.receive(&Js::from(message), id);
        }
        odd
    }

    /// An event that is no message. Whether it may have been the answer.
    fn other(&self, id: f64, name: &str, text: &JsString) -> bool {
        let is_message = matches!(name, "" | "message");
        if name == "error" && !id.is_nan() {
            let text = Js::from(JsValue::from(text.clone()));
            self.refuse(id, Refusal::http(200, Js::from_text(STREAM), text));
        } else if let Some(sink) = self.sink.upgrade() {
            sink.odd(is_message);
        }
        is_message
    }

    /// Hears what the server says by itself, from now on or no more.
    pub(crate) fn listen(self: &Rc<Self>, on: bool) {
        let listens = self.stream.borrow().is_some();
        if on == listens || self.endpoint.borrow().is_some() {
            return;
        }
        if !on {
            let abort = self.stream.take();
            if let Some(abort) = abort {
                abort.now();
            }
            return self.streams(StreamState::None);
        }
        let Some(abort) = Abort::new().map(Rc::new) else {
            return;
        };
        *self.stream.borrow_mut() = Some(Rc::clone(&abort));
        let me = Rc::clone(self);
        spawn_local(async move { me.listening(&abort).await });
    }

    fn streams(&self, state: StreamState) {
        if let Some(sink) = self.sink.upgrade() {
            sink.streams(state);
        }
    }

    async fn listening(self: &Rc<Self>, abort: &Rc<Abort>) {
        let Some(mut events) = Events::new() else {
            return;
        };
        let few = Backoff::default();
        let backoff = Backoff {
            attempts: u32::MAX,
            ..few
        };
        let changed = |state| {
            if !abort.is_over() {
                self.streams(state);
            }
        };
        let mut is_offered = false;
        while !abort.is_over() {
            changed(StreamState::Connecting);
            let mut headers = Headers::new();
            let last = events.last_id();
            if !last.is_empty() && fetch::is_sendable(&last) {
                headers.push(("last-event-id".into(), last));
            }
            match self
                .request(Method::GET, STREAM, &headers, None, abort)
                .await
            {
                Ok(response) if is_stream(&response) => {
                    changed(StreamState::Open);
                    is_offered = true;
                    events.reopen();
                    let opened = bindings::now();
                    self.drain(f64::NAN, &response, &mut events).await;
                    if bindings::now() - opened > backoff.longest {
                        self.attempt.set(0);
                    }
                }
                Ok(response) => {
                    response.discard();
                    let named = self.session.borrow().is_some();
                    // Perhaps nobody calls for hours, and so finds out that the session is lost.
                    if response.status() == 404 && is_offered && named && !abort.is_over() {
                        let mut gone = refusal(&response, "");
                        gone.lost = true;
                        return self.refuse(f64::NAN, gone);
                    }
                    // It offers none, or not to us.
                    if response.status() < 500 {
                        return changed(StreamState::None);
                    }
                }
                Err(_) => {}
            }
            changed(StreamState::Waiting);
            let attempt = self.attempt.get();
            let random = bindings::random();
            let own = backoff.wait(attempt, random, None).unwrap_or_default();
            // The server's word counts, but not for what ends again and again.
            let pause = match events.retry.map(f64::from) {
                Some(retry) if attempt < few.attempts => retry,
                retry => retry.unwrap_or_default().max(own),
            };
            self.attempt.set(attempt.saturating_add(1));
            abort.sleep(pause).await;
        }
    }

    /// Opens the stream of 2024-11-05, which says where messages go.
    pub(crate) fn open_old(self: &Rc<Self>) {
        let me = Rc::clone(self);
        spawn_local(async move {
            let Some(abort) = Abort::new().map(Rc::new) else {
                return;
            };
            let before = me.stream.replace(Some(Rc::clone(&abort)));
            if let Some(before) = before {
                before.now();
            }
            let refusal = me.hear_old(&abort).await;
            let Some(sink) = me.sink.upgrade().filter(|_| !abort.is_over()) else {
                return;
            };
            me.endpoint.take();
            sink.opened(Some(refusal));
        });
    }

    /// Hears that stream to its end, and says how it ended.
    async fn hear_old(self: &Rc<Self>, abort: &Rc<Abort>) -> Refusal<Js> {
        let response = match self
            .request(Method::GET, STREAM, &Headers::new(), None, abort)
            .await
        {
            Ok(response) => response,
            Err(refusal) => return refusal,
        };
        if !is_stream(&response) {
            return self.failure(&response, false).await;
        }
        let Some(mut events) = Events::new() else {
            return fetch::wrong("This page has no TextDecoder");
        };
        let mut chunks = Chunks::of(&response);
        let mut elsewhere = None;
        while let Ok(Some(chunk)) = chunks.next().await {
            let taken = events.take(&chunk, &mut |said| {
                match said {
                    Said::Message(message) => self.receive(&Js::from(message), f64::NAN),
                    Said::Other("endpoint", text) if self.endpoint.borrow().is_none() => {
                        elsewhere = self.endpoint(&text, &response.url()).err();
                    }
                    Said::Other(name, text) => {
                        self.other(f64::NAN, name, &text);
                    }
                }
                elsewhere.is_none()
            });
            if let Some(refusal) = elsewhere {
                return refusal;
            }
            if taken.is_err() {
                break;
            }
        }
        refusal(&response, "")
    }

    /// Messages go there, if it is of the same origin: they carry tokens.
    fn endpoint(&self, text: &JsString, base: &str) -> Result<(), Refusal<Js>> {
        let base = if base.is_empty() { &self.url } else { base };
        let origin = bindings::resolve(&base.into(), base).map(|(_, origin)| origin);
        match bindings::resolve(text, base) {
            Some((href, of)) if Some(&of) == origin.as_ref() => {
                *self.endpoint.borrow_mut() = Some(href);
                if let Some(sink) = self.sink.upgrade() {
                    sink.opened(None);
                }
                Ok(())
            }
            _ => Err(fetch::wrong(
                "The server wants its messages at another origin",
            )),
        }
    }
}

/// Whether what comes is a stream of events.
fn is_stream(response: &Response) -> bool {
    response.is_ok() && essence(&response.header("content-type").unwrap_or_default()) == STREAM
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
    let kind = essence(&response.header("content-type").unwrap_or_default());
    Refusal::http(response.status(), text(&kind), text(body))
}

/// Whether this is what `JSON.parse` throws, of whichever realm.
fn is_syntax_error(reason: &JsValue) -> bool {
    let name = Js::from(bindings::reflect_get(reason, &"name".into()).unwrap_or_default());
    reason.is_object() && name.is_text("SyntaxError")
}
