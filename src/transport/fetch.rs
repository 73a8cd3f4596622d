//! Requests over the page's `fetch`: the only place that knows gloo-net.
//!
//! gloo-net builds them. It does not send them: it panics where what `fetch` gives is no `Response`, or where it rejects with what is no
//! `Error`, and both are a page's to decide.

use std::rc::Rc;

use gloo_net::http::{Method, Request, RequestBuilder};
use js_sys::{Array, ArrayBuffer, JsString, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestMode};

use crate::bindings;
use crate::client::Refusal;
use crate::http::value::{essence, is_token};
use crate::wire::Js;

/// How many bytes of a body that is no message are read, to be shown.
pub(crate) const EXCERPT: usize = 2_048;

/// The same of one that may be an error of JSON-RPC's.
pub(crate) const ERROR: usize = 1 << 20;

/// How many milliseconds the rest of a body is waited for that nobody needs.
const LINGER: f64 = 50.0;

/// How many milliseconds an attempt may take that finds out what is in the way.
const PATIENCE: f64 = 5_000.0;

/// A timer fires at once if it is to wait longer.
const LONGEST: f64 = 2_147_483_647.0;

/// Ends a request.
#[derive(Debug)]
pub(crate) struct Abort(AbortController);

impl Abort {
    /// `None` where the page has none.
    pub(crate) fn new() -> Option<Self> {
        AbortController::new().ok().map(Self)
    }

    /// Ends it. Without a reason: what `fetch` rejects with then is an `Error`.
    pub(crate) fn now(&self) {
        self.0.abort();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.signal().aborted()
    }

    /// What comes of a promise, unless it is over before. One waits at a time.
    pub(crate) async fn unless_over(&self, promise: &Promise) -> Result<JsValue, JsValue> {
        let signal = self.0.signal();
        let over = Promise::new(&mut |_, reject| {
            if signal.aborted() {
                let _ = reject.call0(&JsValue::UNDEFINED);
            }
            signal.set_onabort(Some(&reject));
        });
        let ended = JsFuture::from(Promise::race(&Array::of2(promise, &over))).await;
        signal.set_onabort(None);
        ended
    }

    /// Waits for so many milliseconds, or until it is over. One waits at a time.
    pub(crate) async fn sleep(&self, milliseconds: f64) {
        let signal = self.0.signal();
        let mut timer = None;
        let wait = Promise::new(&mut |resolve, _| {
            let set = bindings::set_timeout(&resolve, milliseconds.min(LONGEST));
            // A page without a working timer does not wait.
            if set.is_err() || signal.aborted() {
                let _ = resolve.call0(&JsValue::UNDEFINED);
            }
            timer = set.ok();
            signal.set_onabort(Some(&resolve));
        });
        let _ = JsFuture::from(wait).await;
        signal.set_onabort(None);
        if let Some(timer) = timer {
            bindings::clear_timeout(&timer);
        }
    }
}

/// The headers of a request: names in small letters. Of two with one name the later one counts.
pub(crate) type Headers = Vec<(String, String)>;

/// Sends a request. Gives the response as soon as its headers are there.
///
/// # Errors
/// Why there is none.
pub(crate) async fn fetch(
    method: Method,
    url: &str,
    headers: &Headers,
    body: Option<&JsString>,
    abort: &Rc<Abort>,
) -> Result<Response, Refusal<Js>> {
    fetch_as(method, RequestMode::Cors, url, headers, body, abort).await
}

async fn fetch_as(
    method: Method,
    mode: RequestMode,
    url: &str,
    headers: &Headers,
    body: Option<&JsString>,
    abort: &Abort,
) -> Result<Response, Refusal<Js>> {
    let mut builder = RequestBuilder::new(url)
        .method(method)
        .mode(mode)
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .abort_signal(Some(&abort.0.signal()));
    for (name, value) in headers {
        // gloo-net would panic.
        if !is_token(name) || !is_sendable(value) {
            return Err(wrong("A header of the request cannot be sent"));
        }
        builder = builder.header(name, value);
    }
    let built: Result<Request, _> = match body {
        Some(body) => builder.body(body.clone()),
        None => builder.build(),
    };
    let request = web_sys::Request::from(
        built.map_err(|_| wrong("The request cannot be made: is its address one?"))?,
    );
    let response = match bindings::fetch(&request) {
        Ok(sent) => JsFuture::from(Promise::resolve(&sent)).await,
        Err(thrown) => Err(thrown),
    };
    match response {
        // Of another realm, or a page's own: what matters is that it can be read.
        Ok(response) if response.is_object() => Ok(Response(response.unchecked_into())),
        Ok(_) => Err(wrong("What fetch gave is no response")),
        Err(reason) => Err(Refusal::unreachable(&reason.into())),
    }
}

/// What is tried to find out why nothing comes.
#[derive(Clone, Copy)]
pub(crate) enum Attempt {
    /// A page may always ask so, and sees nothing of what comes.
    Blind,
    Get,
    Delete,
    Post(&'static str),
}

/// Tries that, for five seconds at most. Gives what came as soon as its headers are there; nothing if the browser gives none.
pub(crate) async fn ask(url: &str, attempt: Attempt, headers: &[(&str, &str)]) -> Option<Response> {
    let (method, mode, body) = match attempt {
        Attempt::Blind => (Method::GET, RequestMode::NoCors, None),
        Attempt::Get => (Method::GET, RequestMode::Cors, None),
        Attempt::Delete => (Method::DELETE, RequestMode::Cors, None),
        Attempt::Post(body) => (Method::POST, RequestMode::Cors, Some(body.into())),
    };
    let named = |(name, value): &(&str, &str)| ((*name).into(), (*value).into());
    let headers = headers.iter().map(named).collect();
    let (abort, patience) = (Rc::new(Abort::new()?), Rc::new(Abort::new()?));
    let (late, over) = (Rc::clone(&abort), Rc::clone(&patience));
    spawn_local(async move {
        over.sleep(PATIENCE).await;
        if !over.is_over() {
            late.now();
        }
    });
    let response = fetch_as(method, mode, url, &headers, body.as_ref(), &abort).await;
    patience.now();
    let response = response.ok()?;
    // A stream is not waited for; what else there is may be read.
    let kind = response.header("content-type").unwrap_or_default();
    if matches!(attempt, Attempt::Blind) || essence(&kind) == "text/event-stream" {
        abort.now();
    }
    Some(response)
}

/// The failure of a request that could not be made.
pub(crate) fn wrong(message: &str) -> Refusal<Js> {
    Refusal::transport(type_error(message).into())
}

/// Whether a browser takes this as the value of a header.
fn is_sendable(value: &str) -> bool {
    value
        .chars()
        .all(|char| !matches!(char, '\0' | '\r' | '\n' | '\u{100}'..))
}

pub(crate) fn type_error(message: &str) -> JsValue {
    js_sys::TypeError::new(message).into()
}

/// What came. Whatever it lacks is as if it were empty.
pub(crate) struct Response(bindings::Response);

impl Response {
    pub(crate) fn status(&self) -> u16 {
        let status = self.0.status().ok();
        status.and_then(|it| it.as_f64()).unwrap_or_default() as u16
    }

    pub(crate) fn is_ok(&self) -> bool {
        matches!(self.status(), 200..=299)
    }

    /// Where it came from; empty if it does not say.
    pub(crate) fn url(&self) -> String {
        let url = self.0.url().ok();
        url.and_then(|it| it.as_string()).unwrap_or_default()
    }

    /// A header, if the server lets pages read it.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let headers = self.0.headers().ok()?;
        headers.get(name).ok()?.as_string()
    }

    /// Reads the body as JSON, without its passing through here.
    pub(crate) async fn json(&self) -> Result<JsValue, JsValue> {
        JsFuture::from(Promise::resolve(&self.0.json()?)).await
    }

    /// The beginning of the body: so many bytes.
    pub(crate) async fn excerpt(&self, length: usize) -> String {
        let mut chunks = Chunks::of(self);
        let mut bytes = Vec::new();
        while bytes.len() < length
            && let Ok(Some(chunk)) = chunks.next().await
        {
            let room = (length - bytes.len()).min(chunk.length() as usize);
            bytes.extend(chunk.subarray(0, room as u32).to_vec());
        }
        // Perhaps half a character is at the end.
        if let Err(error) = str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Nobody reads it: dropping a body does not close its connection.
    pub(crate) fn discard(&self) {
        if let Some(reader) = Chunks::of(self).0.take() {
            bindings::quietly(reader.cancel());
        }
    }
}

/// The chunks of a body.
pub(crate) struct Chunks(Option<bindings::Reader>);

impl Chunks {
    /// An empty one if the response has no body.
    pub(crate) fn of(response: &Response) -> Self {
        let body = response.0.body().ok().filter(|body| body.is_object());
        let reader = body.and_then(|body| body.get_reader().ok());
        Self(reader.filter(|reader| reader.is_object()))
    }

    /// The next chunk; `None` at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Uint8Array>, JsValue> {
        // Put back only if there is more: what has ended need not be cancelled, and what has failed would refuse that.
        let Some(reader) = self.0.take() else {
            return Ok(None);
        };
        let read = JsFuture::from(Promise::resolve(&reader.read()?)).await?;
        let value = if read.is_object() {
            Reflect::get(&read, &JsValue::from_str("value"))?
        } else {
            JsValue::UNDEFINED
        };
        if value.is_undefined() {
            return Ok(None);
        }
        let chunk = match value.dyn_into::<Uint8Array>() {
            Ok(chunk) => chunk,
            // Of another realm.
            Err(value) if ArrayBuffer::is_view(&value) => Uint8Array::new(&value),
            Err(_) => {
                bindings::quietly(reader.cancel());
                return Err(type_error("The body is not of bytes"));
            }
        };
        self.0 = Some(reader);
        Ok(Some(chunk))
    }
}

/// Nobody needs more. A body that ends by itself leaves its connection to others; one that does not is closed.
impl Drop for Chunks {
    fn drop(&mut self) {
        let Some(reader) = self.0.take() else {
            return;
        };
        let Some(abort) = Abort::new().map(Rc::new) else {
            return bindings::quietly(reader.cancel());
        };
        let (late, mut rest) = (Rc::clone(&abort), Self(Some(reader.clone())));
        spawn_local(async move {
            late.sleep(LINGER).await;
            bindings::quietly(reader.cancel());
        });
        spawn_local(async move {
            while let Ok(Some(_)) = rest.next().await {}
            abort.now();
        });
    }
}
