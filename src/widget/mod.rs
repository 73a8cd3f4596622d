//! The widget, for Rust: Leptos, Yew, Dioxus, or no framework at all.
//!
//! ```no_run
//! # async fn example() -> Result<(), mcp_widget::Error> {
//! use mcp_widget::Widget;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize)]
//! struct Wish<'a> {
//!     occasion: &'a str,
//!     budget: f64,
//! }
//!
//! #[derive(Deserialize)]
//! struct Gifts {
//!     gifts: Vec<Gift>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Gift {
//!     name: String,
//!     price: f64,
//! }
//!
//! let widget = Widget::connect("gift-ideas", "1.0.0"); // listening from this line on
//! let shown = widget.on_tool_result(|result| { /* what the host shows this widget for; told again if it came earlier */ });
//!
//! let result = widget.call_tool("suggest_gifts", &Wish { occasion: "birthday", budget: 100.0 }).await?;
//! if result.is_error() {
//!     let why = result.text(); // a tool that failed is a result
//! } else {
//!     let gifts: Gifts = result.structured()?;
//! }
//! # drop(shown);
//! # Ok(())
//! # }
//! ```
//!
//! By itself it tells the host how high the page is ([`Widget::auto_resize`]). [`Widget::apply_host_styles`] gives the page the host's look,
//! [`Widget::on_teardown`] is told of its end, and [`Widget::register_tool`] offers tools to the host's model.
//!
//! A payload stays a JavaScript value until it is asked for by type; serde-wasm-bindgen does that then. Dropping a call's future
//! cancels the call, dropping a [`Subscription`] ends it. Nothing here needs `Send`: a page has one thread.

mod builder;
mod height;
mod registry;
mod resize;
mod saying;
mod styles;
mod teardown;
mod tools;

pub use crate::surface::{
    Call, Error, LogLevel, Pending, Progress, RpcError, Subscription, ToolResult,
};
pub use builder::{Builder, Inbox};
pub use saying::DisplayMode;
pub use tools::{RegisteredTool, ToolConfig};

use std::fmt;
use std::future::Future;
use std::rc::Rc;

use js_sys::JsString;
use wasm_bindgen::{JsCast, JsValue};

use crate::app::{self, Emission, Event, Payload, Status};
use crate::runtime::State;
use crate::session::Millis;
use crate::surface::{self as incoming, params_of, set, until};
#[cfg(feature = "serde")]
use crate::surface::{arguments_of, typed};
use crate::wire::{Diagnostic, Js, Value};
use registry::{Registry, Runtime};

/// A widget's connection with its host.
///
/// Clones are the same widget. It stays connected until [`Widget::close`], also when the last clone is gone: the page has it, and its
/// listeners go on.
#[derive(Clone)]
pub struct Widget {
    runtime: Rc<Runtime>,
    /// How long a call waits that says nothing of it.
    timeout: Millis,
}

impl fmt::Debug for Widget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Widget")
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

/// The host, as it described itself in the handshake.
#[derive(Clone, Debug)]
pub struct Host {
    /// `hostInfo`; has a `name` and a `version` at least.
    pub info: JsValue,
    /// `hostCapabilities`, unknown ones too.
    pub capabilities: JsValue,
    /// `hostContext`, with every change since.
    pub context: JsValue,
    /// The version of MCP Apps that it speaks.
    pub protocol_version: String,
}

impl Host {
    /// The host's context, or the part of it that a `T` has.
    ///
    /// # Errors
    /// [`Error::Convert`] if it is no `T`.
    #[cfg(feature = "serde")]
    pub fn context_as<T: serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
        typed(&self.context)
    }
}

impl From<app::Host<Js>> for Host {
    fn from(host: app::Host<Js>) -> Self {
        Self {
            info: host.info.into_js(),
            capabilities: host.capabilities.into_js(),
            context: host.context.into_js(),
            protocol_version: host.protocol_version.text().unwrap_or_default(),
        }
    }
}

impl Widget {
    /// Connects to the host that embeds this page. Returns at once; calls wait for the handshake.
    pub fn connect(name: &str, version: &str) -> Self {
        Self::builder(name, version).connect()
    }

    /// The same, with options.
    pub fn builder(name: &str, version: &str) -> Builder {
        Builder::new(name, version)
    }

    /// Where the connection stands.
    pub fn status(&self) -> Status {
        self.runtime.look(State::<Registry>::status)
    }

    /// The host, once the handshake is done.
    pub fn host(&self) -> Option<Host> {
        self.runtime.look(|app| app.host().cloned()).map(Host::from)
    }

    /// Waits for the handshake.
    ///
    /// # Errors
    /// [`Error::NoHost`] if nobody answers within 30 seconds, [`Error::Closed`], or what the host refused with.
    pub async fn ready(&self) -> Result<Host, Error> {
        until(
            |told| self.on_status_change(move |_| told()),
            || match (self.status(), self.host()) {
                (Status::Ready, Some(host)) => Some(Ok(host)),
                (Status::Closed, _) => Some(Err(Error::Closed)),
                (Status::Failed, _) => {
                    let failure = self.runtime.look(State::<Registry>::failure);
                    Some(Err(failure.map_or(Error::NoHost, Error::from)))
                }
                _ => None,
            },
        )
        .await
    }

    /// The oddities that were met and put up with: at most 100 different ones.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.runtime
            .look(|app| app.diagnostics().iter().copied().collect())
    }

    /// How many calls wait for their answer.
    pub fn pending(&self) -> usize {
        self.runtime.look(State::<Registry>::pending)
    }

    /// Calls a tool of the server (`tools/call`), when it is awaited. A tool that fails gives a result too, with
    /// [`ToolResult::is_error`].
    ///
    /// `arguments` must serialize to an object (a struct or a map with string keys).
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

    /// Reads a resource of the server (`resources/read`): an object with `contents`.
    pub fn read_resource(&self, uri: &str) -> Call<JsValue> {
        self.named("resources/read", "uri", uri)
    }

    /// Gets a prompt of the server (`prompts/get`): an object with `messages`. `arguments` is an object of strings, or `undefined`.
    pub fn get_prompt(&self, name: &str, arguments: impl AsRef<JsValue>) -> Call<JsValue> {
        self.named("prompts/get", "name", name)
            .object("arguments", arguments.as_ref())
    }

    /// Makes any request, when it is awaited. `params` is an object, or `undefined`.
    pub fn request(&self, method: &str, params: impl AsRef<JsValue>) -> Call<JsValue> {
        self.call(method, params.as_ref())
    }

    /// Sends any notification, after the handshake. `params` is an object, or `undefined`; nothing happens if it is neither, or if there
    /// is no connection.
    pub fn notify(&self, method: &str, params: impl AsRef<JsValue>) {
        if let Some(params) = params_of(params.as_ref()) {
            self.runtime
                .transition(|app, _| app.notify(&Js::from_text(method), &params));
        }
    }

    /// Listens to the arguments of the tool call that this widget shows. If they came before, the listener is told in the next
    /// microtask, once; so with the other events that a host tells once.
    #[must_use = "dropping it ends it"]
    pub fn on_tool_input(&self, listener: impl Fn(JsValue) + 'static) -> Subscription {
        self.on_value(Event::ToolInput, listener)
    }

    /// Listens to the arguments while they are still being written: any member may be missing or cut off.
    #[must_use = "dropping it ends it"]
    pub fn on_tool_input_partial(&self, listener: impl Fn(JsValue) + 'static) -> Subscription {
        self.on_value(Event::ToolInputPartial, listener)
    }

    /// Listens to the result of the tool call that this widget shows.
    #[must_use = "dropping it ends it"]
    pub fn on_tool_result(&self, listener: impl Fn(ToolResult) + 'static) -> Subscription {
        self.listen(Event::ToolResult, move |emission| {
            if let Payload::Tool(result) = &emission.payload {
                listener(ToolResult::from(result.clone()));
            }
        })
    }

    /// Listens to its being cancelled: an object that may have a `reason`.
    #[must_use = "dropping it ends it"]
    pub fn on_tool_cancelled(&self, listener: impl Fn(JsValue) + 'static) -> Subscription {
        self.on_value(Event::ToolCancelled, listener)
    }

    /// Listens to changes of the host's context: the members that changed. [`Widget::host`] has them all.
    #[must_use = "dropping it ends it"]
    pub fn on_host_context_changed(&self, listener: impl Fn(JsValue) + 'static) -> Subscription {
        self.on_value(Event::HostContextChanged, listener)
    }

    /// Listens to the connection's status.
    #[must_use = "dropping it ends it"]
    pub fn on_status_change(&self, listener: impl Fn(Status) + 'static) -> Subscription {
        self.listen(Event::StatusChange, move |emission| {
            if let Payload::Status(status) = emission.payload {
                listener(status);
            }
        })
    }

    /// Listens to oddities.
    #[must_use = "dropping it ends it"]
    pub fn on_diagnostic(&self, listener: impl Fn(Diagnostic) + 'static) -> Subscription {
        self.listen(Event::Diagnostic, move |emission| {
            if let Payload::Diagnostic(diagnostic) = emission.payload {
                listener(diagnostic);
            }
        })
    }

    /// Listens to any other notification: its method and its params (`undefined` if it has none).
    #[must_use = "dropping it ends it"]
    pub fn on_notification(&self, listener: impl Fn(&str, JsValue) + 'static) -> Subscription {
        self.listen(Event::Notification, move |emission| {
            if let Payload::Notification { method, params } = &emission.payload {
                let method = method.text().unwrap_or_default();
                listener(&method, params.as_js().clone());
            }
        })
    }

    /// Serves a method of the host's requests. The newest handler of a method serves it; a method without one is refused. When the host
    /// cancels a request, its future is dropped.
    #[must_use = "dropping it ends it"]
    pub fn on_request<F>(
        &self,
        method: &str,
        handler: impl Fn(JsValue) -> F + 'static,
    ) -> Subscription
    where
        F: Future<Output = Result<JsValue, RpcError>> + 'static,
    {
        incoming::serve(&self.runtime, method, handler)
    }

    /// Ends the connection: what is pending fails with [`Error::Closed`], nothing is sent or heard any more.
    pub fn close(&self) {
        self.runtime.close();
    }

    fn call<R>(&self, method: &str, params: &JsValue) -> Call<R> {
        let runtime = Rc::clone(&self.runtime);
        Call::new(runtime, self.timeout, method, params)
    }

    fn named<R>(&self, method: &str, name: &str, value: &str) -> Call<R> {
        self.call(method, &JsValue::UNDEFINED).text(name, value)
    }

    fn on_value(&self, event: Event, listener: impl Fn(JsValue) + 'static) -> Subscription {
        self.listen(event, move |emission| {
            if let Payload::Value(value) = &emission.payload {
                listener(healed(value).into_js());
            }
        })
    }

    fn listen(&self, event: Event, listener: impl Fn(&Emission<Js>) + 'static) -> Subscription {
        let id = self.runtime.listen(event, Rc::new(listener));
        Subscription::new(&self.runtime, move |runtime| runtime.unlisten(id))
    }
}

/// What a host says is an object. For the arguments of a tool it may have sent their JSON instead, perhaps only its beginning.
fn healed(value: &Js) -> Js {
    let Some(text) = value.as_js().dyn_ref::<JsString>() else {
        return value.clone();
    };
    let object = Js::heal(text).filter(Value::is_object);
    object.unwrap_or_else(Js::object)
}
