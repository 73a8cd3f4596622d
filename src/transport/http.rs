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
use js_sys::{Date, JsString, Object, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{future_to_promise, spawn_local};

use super::events::{Events, Said};
pub(crate) use super::fetch::Headers;
use super::fetch::{self, Abort, Chunks, Response, fetch};
use crate::bindings;
use crate::client::{Hints, Refusal};
use crate::http::backoff::Backoff;
use crate::http::value::{encode, essence, is_session_id, retry_after};
use crate::wire::{Js, Value, Word};

/// How many requests without a response, and streams, there are at once: a browser opens six connections to a host, and answers to the
/// server's requests need one too.
const AT_ONCE: usize = 5;

/// How many while responses take no longer than so many milliseconds, if the server has nothing to ask: none of the connections idles then,
/// and none is held.
const BURST: usize = 16;
const QUICK: f64 = 100.0;

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

/// What carries messages, by their ids.
type Carriers = RefCell<Vec<(f64, Rc<Abort>)>>;

/// A connection over HTTP.
pub(crate) struct Http {
    url: String,
    /// The caller's.
    headers: Headers,
    /// The server may ask, and wait for answers.
    is_asked: bool,
    tokens: Option<Box<dyn Tokens>>,
    token: RefCell<Option<String>>,
    /// One is being fetched: a promise.
    renewing: RefCell<Option<Promise>>,
    session: RefCell<Option<String>>,
    /// Where 2024-11-05 takes messages.
    endpoint: RefCell<Option<String>>,
    version: RefCell<Option<String>>,
    running: Carriers,
    /// What waits for the server's own words, and has no end.
    listens: Carriers,
    /// What is being said that nobody waits for.
    saying: Carriers,
    waiting: RefCell<VecDeque<Outgoing>>,
    /// When each of the running was sent that may take long yet: an answer whose length is known is there soon.
    long: RefCell<Vec<(Rc<Abort>, f64)>>,
    /// How many responses in a row were quick.
    quick: Cell<usize>,
    stream: RefCell<Option<Rc<Abort>>>,
    /// Tells the server that the handshake is over, until it knows: many take no request before.
    greeting: RefCell<Option<Rc<Abort>>>,
    /// How often a stream did not last.
    attempt: Cell<u32>,
    streams: Cell<StreamState>,
    /// A session is lost, and the next has not begun.
    between: Cell<bool>,
    /// It is closed: a promise.
    closing: RefCell<Option<Promise>>,
    sink: Weak<dyn Sink>,
}

impl Http {
    /// `headers` are checked already: see [`checked`].
    pub(crate) fn new(
        url: String,
        headers: Headers,
        is_asked: bool,
        tokens: Option<Box<dyn Tokens>>,
        sink: Weak<dyn Sink>,
    ) -> Rc<Self> {
        Rc::new(Self {
            url,
            headers,
            is_asked,
            tokens,
            token: RefCell::default(),
            renewing: RefCell::default(),
            session: RefCell::default(),
            endpoint: RefCell::default(),
            version: RefCell::default(),
            running: RefCell::default(),
            listens: RefCell::default(),
            saying: RefCell::default(),
            waiting: RefCell::default(),
            long: RefCell::default(),
            quick: Cell::default(),
            stream: RefCell::default(),
            greeting: RefCell::default(),
            attempt: Cell::new(0),
            streams: Cell::default(),
            between: Cell::default(),
            closing: RefCell::default(),
            sink,
        })
    }

    /// Sends a message: a request, if it has an id. It is on its way when that is told.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(crate) fn send(
        self: &Rc<Self>,
        id: f64,
        frame: &Js,
        hints: &Hints<Js>,
    ) -> Result<(), JsValue> {
        let body = bindings::json_stringify(frame.as_js())?
            .dyn_into::<JsString>()
            .map_err(|_| fetch::type_error("The message is no JSON"))?;
        let method = frame.field(Word::Method);
        let outgoing = Outgoing {
            id,
            body,
            headers: self.hinted(hints),
            begins: method.is_word(Word::ClientInitialize),
        };
        if id.is_nan() {
            // Answers and notifications wait for nobody: somebody may wait for them.
            let greets = method.is_word(Word::ClientInitialized);
            let carrier = self.start(outgoing, |me| &me.saying, false);
            if let Some(abort) = carrier.filter(|_| greets) {
                *self.greeting.borrow_mut() = Some(Rc::clone(&abort));
                let me = Rc::downgrade(self);
                spawn_local(async move {
                    abort.sleep(FAREWELL).await;
                    if let Some(me) = me.upgrade() {
                        me.greeted(&abort);
                        me.next();
                    }
                });
            }
        } else if method.is_word(Word::Listen) {
            self.start(outgoing, |me| &me.listens, false);
        } else {
            let mut waiting = self.waiting.borrow_mut();
            // What waits is of the session that is to begin.
            if outgoing.begins {
                waiting.push_front(outgoing);
            } else {
                waiting.push_back(outgoing);
            }
            drop(waiting);
            self.next();
        }
        Ok(())
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
    fn greeted(&self, abort: &Rc<Abort>) {
        let is_it = |greeting: &mut Rc<Abort>| Rc::ptr_eq(greeting, abort);
        drop(self.greeting.borrow_mut().take_if(is_it));
    }

    /// Since 2026-07-28 no stream can be taken up again, and no server asks.
    fn is_modern(&self) -> bool {
        self.version.borrow().as_deref() >= Some("2026")
    }

    /// Sends what waits, as far as there is room.
    fn next(self: &Rc<Self>) {
        let long = self.long.borrow().len();
        let oldest = self.long.borrow().first().map(|(_, sent)| *sent);
        let is_burst = self.quick.get() >= AT_ONCE
            && oldest.is_none_or(|sent| bindings::now() - sent < QUICK)
            && (!self.is_asked || self.is_modern());
        // Requests that are made one right after the other cost less than each at a time of its own.
        if is_burst && long > AT_ONCE + 1 {
            return;
        }
        let has_stream =
            self.endpoint.borrow().is_some() || self.streams.get() != StreamState::None;
        let taken = self.listens.borrow().len() + usize::from(has_stream);
        let all = if is_burst { BURST } else { AT_ONCE };
        let room = all.saturating_sub(taken).max(1);
        let is_held = self.between.get() || self.greeting.borrow().is_some();
        while self.long.borrow().len() < room {
            let mut waiting = self.waiting.borrow_mut();
            let first = waiting.front();
            if !first.is_some_and(|first| first.begins || !is_held) {
                return;
            }
            let first = waiting.pop_front();
            drop(waiting);
            if let Some(first) = first {
                self.start(first, |me| &me.running, true);
            }
        }
    }

    /// Sends a message, which is carried among these. Whether it takes a turn from others. Gives what carries it.
    fn start(
        self: &Rc<Self>,
        outgoing: Outgoing,
        among: fn(&Self) -> &Carriers,
        takes_turn: bool,
    ) -> Option<Rc<Abort>> {
        let Outgoing { id, begins, .. } = outgoing;
        let Some(abort) = Abort::new().map(Rc::new) else {
            self.refuse(id, fetch::wrong("This page has no AbortController"));
            return None;
        };
        let carrier = Rc::clone(&abort);
        among(self).borrow_mut().push((id, Rc::clone(&abort)));
        if takes_turn {
            let sent = (Rc::clone(&abort), bindings::now());
            self.long.borrow_mut().push(sent);
        }
        if let Some(sink) = self.sink.upgrade().filter(|_| !id.is_nan()) {
            sink.sent(id);
        }
        let me = Rc::clone(self);
        spawn_local(async move {
            me.exchange(&outgoing, &abort).await;
            among(&me)
                .borrow_mut()
                .retain(|(_, known)| !Rc::ptr_eq(known, &abort));
            if begins {
                me.between.set(false);
            }
            me.greeted(&abort);
            me.free(&abort);
        });
        Some(carrier)
    }

    /// Another may take the turn.
    fn free(self: &Rc<Self>, abort: &Rc<Abort>) {
        let mut long = self.long.borrow_mut();
        let at = long.iter().position(|(known, _)| Rc::ptr_eq(known, abort));
        if let Some((_, sent)) = at.map(|at| long.remove(at)) {
            let is_quick = bindings::now() - sent < QUICK;
            let quick = self.quick.get().saturating_add(1);
            self.quick.set(if is_quick { quick } else { 0 });
        }
        drop(long);
        self.next();
    }

    /// A request needs no answer any more: whatever carries it ends.
    pub(crate) fn abandon(self: &Rc<Self>, id: f64) {
        self.waiting.borrow_mut().retain(|waiting| waiting.id != id);
        let find = |among: &Carriers| {
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
    pub(crate) fn forget(self: &Rc<Self>) {
        self.session.take();
        self.greeting.take();
        self.between.set(true);
        self.listen(false);
    }

    /// Ends everything. The server is told, if it has a session for us; the promise is kept when it knows, or could have known.
    pub(crate) fn close(self: &Rc<Self>) -> Promise {
        let closing = self.closing.borrow().clone();
        if let Some(closing) = closing {
            return closing;
        }
        let me = Rc::clone(self);
        let closing = future_to_promise(async move {
            me.farewell().await;
            Ok(JsValue::UNDEFINED)
        });
        *self.closing.borrow_mut() = Some(closing.clone());
        self.waiting.borrow_mut().clear();
        let (running, listens) = (self.running.take(), self.listens.take());
        for (_, abort) in running.iter().chain(&listens) {
            abort.now();
        }
        if let Some(abort) = self.stream.take() {
            abort.now();
        }
        closing
    }

    async fn farewell(self: &Rc<Self>) {
        let has_session = self.session.borrow().is_some();
        if !has_session && self.saying.borrow().is_empty() {
            return;
        }
        let Some(abort) = Abort::new().map(Rc::new) else {
            return;
        };
        let (me, late) = (Rc::clone(self), Rc::clone(&abort));
        spawn_local(async move {
            late.sleep(FAREWELL).await;
            late.now();
            // What was said last could go out.
            for (_, abort) in me.saying.take() {
                abort.now();
            }
        });
        if !has_session {
            return;
        }
        let headers = self.with_common(&Headers::new());
        // Whether it minds is its own matter.
        if let Ok(response) = fetch(Method::DELETE, &self.url, &headers, None, &abort).await {
            response.discard();
        }
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
            self.renew(None, abort).await?;
        }
        let endpoint = self.endpoint.borrow().clone();
        let url = endpoint
            .filter(|_| body.is_some())
            .unwrap_or_else(|| self.url.clone());
        let mut again = self.tokens.is_some();
        loop {
            let token = self.token.borrow().clone();
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
            // Somebody else may have got a new one since.
            let is_same = *self.token.borrow() == token;
            if is_same {
                self.renew(Some(&challenge), abort).await?;
            }
        }
    }

    /// Gets a token, once for all who want one. Who wants none any more does not wait.
    async fn renew(&self, refused: Option<&str>, abort: &Abort) -> Result<(), Refusal<Js>> {
        let Some(tokens) = &self.tokens else {
            return Ok(());
        };
        let renewing = self.renewing.borrow().clone();
        let renewing = match renewing {
            Some(renewing) => renewing,
            None => {
                let token = tokens.token(refused);
                let renewing = future_to_promise(async move { token.await.map(JsValue::from) });
                *self.renewing.borrow_mut() = Some(renewing.clone());
                renewing
            }
        };
        let token = abort.unless_over(&renewing).await;
        // Perhaps it never gives one: the next is asked anew.
        self.renewing
            .borrow_mut()
            .take_if(|known| Object::is(known, &renewing));
        let token = token.map_err(|reason| Refusal::transport(reason.into()))?;
        let Some(token) = token.as_string().filter(|token| is_session_id(token)) else {
            return Err(fetch::wrong(
                "auth must give a token: a text of visible ASCII",
            ));
        };
        *self.token.borrow_mut() = Some(token);
        if self.closing.borrow().is_some() {
            return Err(fetch::wrong("The connection is closed"));
        }
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
        let named = self.session.borrow().is_some() && !id.is_nan();
        let response = self
            .request(Method::POST, BOTH, headers, Some(body), abort)
            .await;
        if let Ok(response) = &response
            && !begins
            && response.header("content-length").is_some()
        {
            self.free(abort);
        }
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
        let backoff = Backoff::default();
        let mut attempt = 0;
        loop {
            let before = events.last_id();
            let odd = self.drain(id, &response, &mut events).await;
            if abort.is_over() || (!id.is_nan() && !self.waits(id)) {
                return;
            }
            // A stream that was not marked cannot be taken up: what it carried is lost. Nor can any since 2026-07-28.
            let last = events.last_id();
            if id.is_nan() || last.is_empty() || self.is_modern() {
                return self.unanswered(id, &response, &odd);
            }
            if last != before {
                attempt = 0;
            }
            let headers = from_event(&last);
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

    fn streams(self: &Rc<Self>, state: StreamState) {
        self.streams.set(state);
        if let Some(sink) = self.sink.upgrade() {
            sink.streams(state);
        }
        // A server without a stream leaves its turn to a call.
        if state == StreamState::None {
            self.next();
        }
    }

    async fn listening(self: &Rc<Self>, abort: &Rc<Abort>) {
        let Some(mut events) = Events::new() else {
            return;
        };
        let backoff = Backoff {
            attempts: u32::MAX,
            ..Backoff::default()
        };
        let changed = |state| {
            if !abort.is_over() {
                self.streams(state);
            }
        };
        let mut is_offered = false;
        while !abort.is_over() {
            changed(StreamState::Connecting);
            let headers = from_event(&events.last_id());
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
            let retry = events.retry.map(f64::from);
            let Some(pause) = backoff.wait(attempt, bindings::random(), retry) else {
                return;
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

    /// Messages go there, if it is of the caller's origin, wherever the stream was redirected to: they carry tokens.
    fn endpoint(&self, text: &JsString, base: &str) -> Result<(), Refusal<Js>> {
        let base = if base.is_empty() { &self.url } else { base };
        let url = self.url.as_str();
        let origin = bindings::resolve(&url.into(), url).map(|(_, origin)| origin);
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

/// What takes up a stream behind this event: a header has the bytes of its id's UTF-8.
fn from_event(id: &str) -> Headers {
    if id.is_empty() {
        return Headers::new();
    }
    let bytes = id.bytes().map(char::from).collect();
    vec![("last-event-id".into(), bytes)]
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
