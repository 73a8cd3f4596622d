//! The client, for Rust: a page, or a widget whose policy allows it, that reaches an MCP server by itself, over the page's `fetch`.
//!
//! ```no_run
//! # async fn example() -> Result<(), mcp_widget::Error> {
//! use mcp_widget::Client;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Gifts {
//!     gifts: Vec<Gift>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Gift {
//!     name: String,
//! }
//!
//! let client = Client::connect("https://gifts.example/mcp", "gift-page", "1.0.0");
//! for tool in client.tools().collect().await? {
//!     let name = tool.name(); // pages are fetched as they are needed
//! }
//!
//! let arguments = std::collections::HashMap::from([("occasion", "birthday")]);
//! let gifts: Gifts = client.call_tool("suggest_gifts", &arguments).await?.structured()?;
//! client.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! It finds out which of the five versions of MCP the server speaks, from 2024-11-05 with its two addresses to 2026-07-28, which has neither
//! handshake nor session. A stream that is cut is taken up again where the server allows that, and a lost session begins anew.
//!
//! Calls, results and errors are those of a widget: a payload stays a JavaScript value until it is asked for by type, and dropping a call's
//! future cancels the call and aborts its request. Dropping a [`Subscription`] ends it. Dropping the last [`Client`] closes the connection;
//! a call and a list that is being read count as one, a listener does not.

mod builder;
mod diagnose;
mod items;
mod known;
mod pages;
mod registry;
mod server;

pub use crate::client::Version;
pub use crate::rpc::Status;
pub use crate::surface::{
    Call, Challenge, Error, LogLevel, Pending, Progress, RpcError, Subscription, ToolResult,
};
pub use crate::transport::http::StreamState;
pub use builder::Builder;
pub use diagnose::{Diagnosis, Problem};
pub use items::{Item, Prompt, Resource, ResourceTemplate, Tool};
pub use pages::Pages;
pub use server::Server;

use std::fmt;
use std::future::Future;
use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::runtime::LinkState as State;
use crate::session::Millis;
#[cfg(feature = "serde")]
use crate::surface::arguments_of;
use crate::surface::{Caller, Request, Slot, attach, params_of, set, until};
use crate::transport::fetch::Headers;
use crate::wire::{Diagnostic, Js, Value};
use registry::{Event, Link, Registry, Told};

/// A connection with a server.
///
/// Clones are the same client. It is closed by [`Client::close`], or with the last of them.
///
/// ```no_run
/// # async fn example() -> Result<(), mcp_widget::Error> {
/// let client = mcp_widget::Client::connect("/mcp", "gift-page", "1.0.0");
/// let resource = client.read_resource("gift://list").await?; // an object with `contents`
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client(Rc<Handle>);

/// Closes the connection when it is dropped.
struct Handle {
    link: Rc<Link>,
    /// Where the server is, and what goes with every request of the caller's.
    url: String,
    headers: Headers,
    /// How long a call waits that says nothing of it.
    timeout: Millis,
}

impl Drop for Handle {
    fn drop(&mut self) {
        // Nobody waits for the farewell.
        drop(self.link.close());
    }
}

impl Caller for Handle {
    fn call(&self, request: Request, slot: Rc<Slot>) -> f64 {
        self.link.call(request, slot)
    }

    fn give_up(&self, id: f64) {
        self.link.give_up(id);
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

/// What is to be completed: an argument of what?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reference<'a> {
    /// Of the prompt with this name.
    Prompt(&'a str),
    /// Of the resource template with this pattern.
    Resource(&'a str),
}

impl Client {
    /// Connects to the server at this address, which may be relative to the page's. Returns at once; calls wait for the handshake.
    ///
    /// `name` and `version` say who asks.
    pub fn connect(url: &str, name: &str, version: &str) -> Self {
        Self::builder(url, name, version).connect()
    }

    /// The same, with options.
    pub fn builder(url: &str, name: &str, version: &str) -> Builder {
        Builder::new(url, name, version)
    }

    /// Finds out what is in the way of a server that cannot be reached, or not in full: asks it for less, and then for more. Takes some
    /// requests, and calls no tool.
    pub async fn diagnose(&self) -> Diagnosis {
        let handle = Rc::clone(&self.0);
        let is_modern = |server: Server| server.version.is_modern();
        let is_legacy = !self.server().is_some_and(is_modern);
        diagnose::diagnose(&handle.url, &handle.headers, is_legacy).await
    }

    /// Where the connection stands.
    pub fn status(&self) -> Status {
        self.0.link.look(State::<Registry>::status)
    }

    /// The server, once it has said who it is.
    pub fn server(&self) -> Option<Server> {
        let server = self.0.link.look(|client| client.server().cloned());
        server.map(Server::from)
    }

    /// Waits for the handshake.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let server = client.ready().await?;
    /// let version = server.version.as_str();
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Why there is no connection: what the server refused with, [`Error::Http`], [`Error::Transport`] if its address or a header is none,
    /// or a token was not to be had, [`Error::Timeout`], [`Error::Closed`].
    pub async fn ready(&self) -> Result<Server, Error> {
        until(
            |told| self.on_status_change(move |_| told()),
            || match (self.status(), self.server()) {
                (Status::Ready, Some(server)) => Some(Ok(server)),
                (Status::Closed, _) => Some(Err(Error::Closed)),
                (Status::Failed, _) => {
                    let failure = self.0.link.look(State::<Registry>::failure);
                    Some(Err(failure.map_or(Error::Closed, Error::from)))
                }
                _ => None,
            },
        )
        .await
    }

    /// The oddities that were met and put up with: at most 100 different ones.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.0
            .link
            .look(|client| client.diagnostics().iter().copied().collect())
    }

    /// How many calls wait for their answer.
    pub fn pending(&self) -> usize {
        self.0.link.look(State::<Registry>::pending)
    }

    /// Whether the server can speak for itself (versions with a handshake).
    pub fn stream(&self) -> StreamState {
        self.0.link.above.stream()
    }

    /// Calls a tool (`tools/call`), when it is awaited, as all of these. A tool that fails gives a result too, with
    /// [`ToolResult::is_error`].
    ///
    /// `arguments` must serialize to an object (a struct or a map with string keys); `()` is none.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let arguments = std::collections::HashMap::from([("occasion", "birthday")]);
    /// let call = client.call_tool("suggest_gifts", &arguments);
    /// let result = call.timeout(5_000.0).on_progress(|progress| { /* how far it is */ }).await?;
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "serde")]
    pub fn call_tool<A: serde::Serialize + ?Sized>(
        &self,
        name: &str,
        arguments: &A,
    ) -> Call<ToolResult> {
        self.named("tools/call", "name", name)
            .arguments(arguments_of(arguments))
    }

    /// The same with arguments that are a JavaScript object already; `undefined` for none.
    pub fn call_tool_with(&self, name: &str, arguments: impl AsRef<JsValue>) -> Call<ToolResult> {
        self.named("tools/call", "name", name)
            .object("arguments", arguments.as_ref())
    }

    /// Reads a resource (`resources/read`): an object with `contents`.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let resource = client.read_resource("gift://list").await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn read_resource(&self, uri: &str) -> Call<JsValue> {
        self.named("resources/read", "uri", uri)
    }

    /// Gets a prompt (`prompts/get`): an object with `messages`. `arguments` is an object of strings, or `undefined`.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let prompt = client.get_prompt("gift_card", wasm_bindgen::JsValue::UNDEFINED).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn get_prompt(&self, name: &str, arguments: impl AsRef<JsValue>) -> Call<JsValue> {
        self.named("prompts/get", "name", name)
            .object("arguments", arguments.as_ref())
    }

    /// What an argument may become that begins like this (`completion/complete`): an object with `completion`. For a `context` there is
    /// [`Client::request`].
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// use mcp_widget::remote::Reference;
    ///
    /// let found = client.complete(Reference::Prompt("gift_card"), "language", "ger").await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn complete(&self, of: Reference<'_>, argument: &str, value: &str) -> Call<JsValue> {
        let (kind, key, name) = match of {
            Reference::Prompt(name) => ("ref/prompt", "name", name),
            Reference::Resource(uri) => ("ref/resource", "uri", uri),
        };
        let reference = object(&[("type", kind), (key, name)]);
        let argument = object(&[("name", argument), ("value", value)]);
        self.call("completion/complete", &JsValue::UNDEFINED)
            .object("ref", &reference)
            .object("argument", &argument)
    }

    /// From which level on the server tells of its doings, see [`Client::on_log`].
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// use mcp_widget::remote::LogLevel;
    ///
    /// let told = client.on_log(|entry| { /* `level` and `data` */ });
    /// client.set_log_level(LogLevel::Warning).await?;
    /// # drop(told);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Why it will not.
    pub async fn set_log_level(&self, level: LogLevel) -> Result<(), Error> {
        self.ready().await?;
        let text = Js::from_text(level.as_str());
        // It goes with each request since 2026-07-28.
        if self
            .0
            .link
            .transition(|client, _| client.set_log_level(text))
        {
            return Ok(());
        }
        let set: Call<JsValue> = self.named("logging/setLevel", "level", level.as_str());
        set.await.map(drop)
    }

    /// Whether the server is there (`ping`; since 2026-07-28, which has none, `server/discover`).
    ///
    /// # Errors
    /// Why not.
    pub async fn ping(&self) -> Result<(), Error> {
        let method = if self.ready().await?.version.is_modern() {
            "server/discover"
        } else {
            "ping"
        };
        let answer: Call<JsValue> = self.call(method, &JsValue::UNDEFINED);
        answer.await.map(drop)
    }

    /// Asks to be told when a resource changes, see [`Client::on_resource_updated`], until what it gives is dropped. A session that begins
    /// anew asks again.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let told = client.on_resource_updated(|uri| { /* read it again */ });
    /// let subscribed = client.subscribe("gift://list").await?;
    /// # drop((told, subscribed));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Why it will not be told.
    pub async fn subscribe(&self, uri: &str) -> Result<Subscription, Error> {
        let server = self.ready().await?;
        // First, so that it ends with this future.
        let subscription = self.0.link.subscribe(uri);
        if !server.version.is_modern() {
            let subscribed: Call<JsValue> = self.named("resources/subscribe", "uri", uri);
            subscribed.await?;
        }
        Ok(subscription)
    }

    /// The server's tools.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let names: Vec<_> = client.tools().collect().await?.iter().map(|tool| tool.name()).collect();
    /// # Ok(())
    /// # }
    /// ```
    pub fn tools(&self) -> Pages<Tool> {
        Pages::new(self, "tools/list", "tools")
    }

    /// The server's resources.
    pub fn resources(&self) -> Pages<Resource> {
        Pages::new(self, "resources/list", "resources")
    }

    /// The patterns of the server's other resources.
    pub fn resource_templates(&self) -> Pages<ResourceTemplate> {
        Pages::new(self, "resources/templates/list", "resourceTemplates")
    }

    /// The server's prompts.
    pub fn prompts(&self) -> Pages<Prompt> {
        Pages::new(self, "prompts/list", "prompts")
    }

    /// Makes any other request, when it is awaited. `params` is an object, or `undefined`.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let result = client.request("gifts/count", wasm_bindgen::JsValue::UNDEFINED).timeout(5_000.0).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn request(&self, method: &str, params: impl AsRef<JsValue>) -> Call<JsValue> {
        self.call(method, params.as_ref())
    }

    /// Sends any notification, after the handshake. `params` is an object, or `undefined`; nothing happens if it is neither, or if there
    /// is no connection.
    pub fn notify(&self, method: &str, params: impl AsRef<JsValue>) {
        if let Some(params) = params_of(params.as_ref()) {
            let method = Js::from_text(method);
            self.0
                .link
                .transition(|client, _| client.notify(&method, &params));
        }
    }

    /// Listens to the connection's status.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// use mcp_widget::remote::Status;
    ///
    /// let listening = client.on_status_change(|status| {
    ///     if status == Status::Failed { /* say so */ }
    /// });
    /// # drop(listening);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use = "dropping it ends it"]
    pub fn on_status_change(&self, listener: impl Fn(Status) + 'static) -> Subscription {
        self.0.link.listen(Event::Status, move |told| {
            if let Told::Status(status) = told {
                listener(*status);
            }
        })
    }

    /// Listens to whether the server can speak for itself (versions with a handshake). It can when somebody listens to what it may say:
    /// changes of its lists and resources, its log, any notification, or with a handler of its requests.
    #[must_use = "dropping it ends it"]
    pub fn on_stream_change(&self, listener: impl Fn(StreamState) + 'static) -> Subscription {
        self.0.link.listen(Event::Stream, move |told| {
            if let Told::Stream(state) = told {
                listener(*state);
            }
        })
    }

    /// Listens to oddities.
    #[must_use = "dropping it ends it"]
    pub fn on_diagnostic(&self, listener: impl Fn(Diagnostic) + 'static) -> Subscription {
        self.0.link.listen(Event::Diagnostic, move |told| {
            if let Told::Diagnostic(diagnostic) = told {
                listener(*diagnostic);
            }
        })
    }

    /// Listens to changes of the list of tools: told once for a swarm of them.
    #[must_use = "dropping it ends it"]
    pub fn on_tools_changed(&self, listener: impl Fn() + 'static) -> Subscription {
        self.0.link.listen(Event::Tools, move |_| listener())
    }

    /// Listens to changes of the list of resources, likewise.
    #[must_use = "dropping it ends it"]
    pub fn on_resources_changed(&self, listener: impl Fn() + 'static) -> Subscription {
        self.0.link.listen(Event::Resources, move |_| listener())
    }

    /// Listens to changes of the list of prompts, likewise.
    #[must_use = "dropping it ends it"]
    pub fn on_prompts_changed(&self, listener: impl Fn() + 'static) -> Subscription {
        self.0.link.listen(Event::Prompts, move |_| listener())
    }

    /// Listens to changes of the resources that are subscribed to: is told their addresses.
    #[must_use = "dropping it ends it"]
    pub fn on_resource_updated(&self, listener: impl Fn(&str) + 'static) -> Subscription {
        self.0.link.listen(Event::ResourceUpdated, move |told| {
            if let Told::Notification { params, .. } = told {
                listener(&params.named("uri").text().unwrap_or_default());
            }
        })
    }

    /// Listens to what the server tells of its doings (`notifications/message`): an object with `level`, `data` and perhaps `logger`.
    #[must_use = "dropping it ends it"]
    pub fn on_log(&self, listener: impl Fn(JsValue) + 'static) -> Subscription {
        self.0.link.listen(Event::Log, move |told| {
            if let Told::Notification { params, .. } = told {
                listener(params.as_js().clone());
            }
        })
    }

    /// Listens to any notification but progress and cancellation: its method and its params (`undefined` if it has none).
    #[must_use = "dropping it ends it"]
    pub fn on_notification(&self, listener: impl Fn(&str, JsValue) + 'static) -> Subscription {
        self.0.link.listen(Event::Notification, move |told| {
            if let Told::Notification { method, params } = told {
                let method = method.text().unwrap_or_default();
                listener(&method, params.as_js().clone());
            }
        })
    }

    /// Serves a method of the server's requests (`sampling/createMessage`, `elicitation/create`, `roots/list`), also where it asks for that
    /// within a call. The newest handler of a method serves it; a method without one is refused. When a request is cancelled, its future is
    /// dropped.
    ///
    /// A handler that has a clone of the client keeps it connected until it is closed.
    ///
    /// ```no_run
    /// # let client = mcp_widget::Client::connect("/mcp", "gift-page", "1.0.0");
    /// use js_sys::{Array, Object, Reflect};
    ///
    /// let roots = client.on_request("roots/list", |_| async {
    ///     let answer = Object::new();
    ///     let _ = Reflect::set(&answer, &"roots".into(), &Array::new());
    ///     Ok(answer.into())
    /// });
    /// ```
    #[must_use = "dropping it ends it"]
    pub fn on_request<F>(
        &self,
        method: &str,
        handler: impl Fn(JsValue) -> F + 'static,
    ) -> Subscription
    where
        F: Future<Output = Result<JsValue, RpcError>> + 'static,
    {
        let link = &self.0.link;
        link.handled(attach(link, method, handler))
    }

    /// Ends the connection at once: what is pending fails with [`Error::Closed`], nothing is sent or heard any more. What it gives is ready
    /// when the server knows, or could have known; nobody need wait for that.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) {
    /// client.close().await;
    /// # }
    /// ```
    pub fn close(&self) -> impl Future<Output = ()> + use<> {
        let told = self.0.link.close();
        async move {
            let _ = JsFuture::from(told).await;
        }
    }

    fn call<R>(&self, method: &str, params: &JsValue) -> Call<R> {
        let handle = Rc::clone(&self.0);
        Call::new(handle, self.0.timeout, method, params)
    }

    fn named<R>(&self, method: &str, name: &str, value: &str) -> Call<R> {
        self.call(method, &JsValue::UNDEFINED).text(name, value)
    }
}

/// An object of these texts.
fn object(members: &[(&str, &str)]) -> JsValue {
    let object = Object::new().into();
    for (name, text) in members {
        set(&object, name, &(*text).into());
    }
    object
}
