//! Options of a connection.

use std::fmt;
use std::future::Future;
use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::JsValue;

use super::registry::{Link, Registry};
use super::{Challenge, Client, Handle, known};
use crate::bindings;
use crate::client::{self, Version};
use crate::http::value::is_header;
use crate::session::{Millis, Timing};
use crate::surface::set;
use crate::transport::fetch;
use crate::transport::http::{Headers, Http, Token, Tokens};
use crate::wire::Js;

/// A client that is about to connect.
///
/// ```no_run
/// use mcp_widget::Client;
/// use mcp_widget::remote::Version;
///
/// let client = Client::builder("https://gifts.example/mcp", "gift-page", "1.0.0")
///     .header("x-tenant", "gifts")
///     .version(Version::V2026July)
///     .timeout(10_000.0)
///     .connect();
/// ```
#[must_use = "it does not connect by itself"]
pub struct Builder {
    url: String,
    info: JsValue,
    capabilities: JsValue,
    headers: Headers,
    tokens: Option<Box<dyn Tokens>>,
    version: Option<Version>,
    timeout: Millis,
    /// What is wrong with it.
    wrong: Option<&'static str>,
}

impl fmt::Debug for Builder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Builder")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

struct Auth<F>(F);

impl<F, R> Tokens for Auth<F>
where
    F: Fn(Option<Challenge>) -> R,
    R: Future<Output = Result<String, JsValue>> + 'static,
{
    fn token(&self, refused: Option<&str>) -> Token {
        Box::pin((self.0)(refused.map(Challenge::read)))
    }
}

impl Builder {
    pub(super) fn new(url: &str, name: &str, version: &str) -> Self {
        let info = Object::new().into();
        set(&info, "name", &name.into());
        set(&info, "version", &version.into());
        Self {
            url: url.into(),
            info,
            capabilities: Object::new().into(),
            headers: Headers::new(),
            tokens: None,
            version: None,
            timeout: Timing::DEFAULT_TIMEOUT,
            wrong: None,
        }
    }

    /// A name for people to read.
    pub fn title(self, title: &str) -> Self {
        set(&self.info, "title", &title.into());
        self
    }

    /// What goes with every request besides the protocol's own. With one that cannot be sent, or is the protocol's, there is no connection:
    /// [`Client::ready`] says so, and every call.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if is_header(name, value) {
            self.headers.push((name.to_ascii_lowercase(), value.into()));
        } else {
            self.wrong = Some("A header cannot be sent");
        }
        self
    }

    /// Gives the token for `Authorization: Bearer`. Asked once, and again when a token was refused (401): with the challenge. Several
    /// requests that are refused at once ask once, and are made once more. What it fails with is what they fail with, as
    /// [`Error::Transport`](crate::Error::Transport).
    ///
    /// ```no_run
    /// # async fn log_in(scope: Option<String>) -> Result<String, mcp_widget::Error> { Ok("abc".into()) }
    /// let client = mcp_widget::Client::builder("https://gifts.example/mcp", "gift-page", "1.0.0")
    ///     .auth(|refused| async move {
    ///         let scope = refused.and_then(|challenge| challenge.scope);
    ///         Ok(log_in(scope).await?)
    ///     })
    ///     .connect();
    /// ```
    pub fn auth<F>(mut self, auth: impl Fn(Option<Challenge>) -> F + 'static) -> Self
    where
        F: Future<Output = Result<String, JsValue>> + 'static,
    {
        self.tokens = Some(Box::new(Auth(auth)));
        self
    }

    /// The version to speak; by default whichever the server does. What an origin speaks is remembered for as long as the page lives.
    pub fn version(mut self, version: Version) -> Self {
        self.version = Some(version);
        self
    }

    /// What the client can do for its server: `ClientCapabilities`, an object.
    pub fn capabilities(mut self, capabilities: JsValue) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// How many milliseconds a call may wait for its answer from when it is sent, by default 60,000; 0 or infinity: for ever. The server may
    /// take as long to say who it is.
    pub fn timeout(mut self, timeout: Millis) -> Self {
        self.timeout = timeout;
        self
    }

    /// Connects. Returns at once; calls wait for the handshake. An address that is none is told by [`Client::ready`], and by every call.
    pub fn connect(self) -> Client {
        let Self {
            info,
            capabilities,
            headers,
            tokens,
            version,
            timeout,
            mut wrong,
            ..
        } = self;
        let (url, origin) = bindings::resolve_here(&self.url).unwrap_or_else(|| {
            wrong = Some("The address of the server is none");
            Default::default()
        });
        let known = known::find(&origin);
        // Who can do nothing for the server is asked nothing.
        let is_asked = bindings::object_keys(&capabilities).is_ok_and(|keys| keys.length() > 0);
        let link = Link::new(
            client::Client::new(Js::from(info), Js::from(capabilities), version, timeout),
            |sink| Http::new(url.clone(), headers.clone(), is_asked, tokens, sink),
            Registry::new(origin),
        );
        match wrong {
            None => link.start(known),
            Some(message) => {
                let refusal = fetch::wrong(message);
                link.transition(|client, _| client.broken(refusal));
            }
        }
        Client(Rc::new(Handle {
            link,
            url,
            headers,
            timeout,
        }))
    }
}
