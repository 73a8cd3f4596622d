//! Requests over the page's `fetch`: the only place that knows gloo-net.
//!
//! gloo-net builds them. It does not send them: it panics where what `fetch` gives is no `Response`, or where it rejects with what is no
//! `Error`, and both are a page's to decide.

use std::rc::Rc;

use gloo_net::http::{Method, Request, RequestBuilder};
use js_sys::{JsString, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache, RequestCredentials,
    Response,
};

use crate::bindings;

/// How many bytes of a body that is no message are read, to be shown.
const EXCERPT: usize = 2_048;

/// Ends a request: when it is dropped, or before.
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
}

impl Drop for Abort {
    fn drop(&mut self) {
        self.now();
    }
}

/// The headers of a request. Names and values are checked by whoever adds them: a bad one would be a panic of gloo-net's.
pub(crate) type Headers = Vec<(String, String)>;

/// Sends a request. Gives the response as soon as its headers are there.
///
/// # Errors
/// What was thrown: a `TypeError` wherever the browser does not say more.
pub(crate) async fn fetch(
    method: Method,
    url: &str,
    headers: &Headers,
    body: Option<&JsString>,
    abort: &Rc<Abort>,
) -> Result<Response, JsValue> {
    let mut builder = RequestBuilder::new(url)
        .method(method)
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .abort_signal(Some(&abort.0.signal()));
    for (name, value) in headers {
        builder = builder.header(name, value);
    }
    let built: Result<Request, _> = match body {
        Some(body) => builder.body(body.clone()),
        None => builder.build(),
    };
    let request = web_sys::Request::from(
        built.map_err(|_| type_error("The request cannot be made: is its address one?"))?,
    );
    let sent = bindings::fetch(&request)?;
    let response = JsFuture::from(Promise::resolve(&sent)).await?;
    // Of another realm, or a page's own: what matters is that it can be read.
    if response.is_object() {
        Ok(response.unchecked_into())
    } else {
        Err(type_error("What fetch gave is no response"))
    }
}

pub(crate) fn type_error(message: &str) -> JsValue {
    js_sys::TypeError::new(message).into()
}

/// A header of a response, if the server lets pages read it.
pub(crate) fn header(response: &Response, name: &str) -> Option<String> {
    response.headers().get(name).ok().flatten()
}

/// Reads the body as JSON, without its passing through here.
pub(crate) async fn json(response: &Response) -> Result<JsValue, JsValue> {
    JsFuture::from(response.json()?).await
}

/// The chunks of a body.
pub(crate) struct Chunks(Option<ReadableStreamDefaultReader>);

impl Chunks {
    /// An empty one if the response has no body.
    pub(crate) fn of(response: &Response) -> Self {
        let reader = response
            .body()
            .map(|body| body.get_reader().unchecked_into());
        Self(reader)
    }

    /// The next chunk; `None` at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Uint8Array>, JsValue> {
        // Put back only if there is more: what has ended need not be cancelled, and what has failed would refuse that.
        let Some(reader) = self.0.take() else {
            return Ok(None);
        };
        let read = JsFuture::from(reader.read()).await?;
        let value = Reflect::get(&read, &JsValue::from_str("value"))?;
        if !value.is_object() {
            return Ok(None);
        }
        self.0 = Some(reader);
        Ok(Some(value.unchecked_into()))
    }
}

impl Drop for Chunks {
    fn drop(&mut self) {
        // Dropping a body does not close its connection.
        if let Some(reader) = &self.0 {
            bindings::quietly(&reader.cancel());
        }
    }
}

/// The beginning of a body, to be shown.
pub(crate) async fn excerpt(response: &Response) -> String {
    let mut chunks = Chunks::of(response);
    let mut bytes = Vec::new();
    while bytes.len() < EXCERPT
        && let Ok(Some(chunk)) = chunks.next().await
    {
        let room = (EXCERPT - bytes.len()).min(chunk.length() as usize);
        bytes.extend(chunk.subarray(0, room as u32).to_vec());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits for so many milliseconds.
pub(crate) async fn sleep(milliseconds: f64) {
    let wait = Promise::new(&mut |resolve, _| {
        // A page without a working timer does not wait.
        if bindings::set_timeout(&resolve, milliseconds).is_err() {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    let _ = JsFuture::from(wait).await;
}
