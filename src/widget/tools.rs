//! Tools that the widget itself offers to the host (MCP Apps: `tools` in the capabilities of the app).

use std::cell::RefCell;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

use super::registry::{Registry, Runtime};
use super::{Error, RpcError, Widget, incoming, set};
use crate::app::Status;
use crate::bindings;
use crate::cell;
use crate::runtime::State;
use crate::wire::{ErrorCode, Js, Value, Word};

type Work = Pin<Box<dyn Future<Output = Result<JsValue, String>>>>;
type Handler = dyn Fn(JsValue) -> Work;

/// What a host is told of a tool.
///
/// ```no_run
/// # fn example() -> Result<(), mcp_widget::Error> {
/// use mcp_widget::widget::ToolConfig;
/// use std::collections::HashMap;
///
/// // Anything that serializes to an object: what `schemars` makes of a type, say.
/// let schema = HashMap::from([("type", "object")]);
/// let config = ToolConfig::new().description("Picks a gift").input_schema(&schema)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "it is for Widget::register_tool"]
pub struct ToolConfig(JsValue);

impl Default for ToolConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl ToolConfig {
    /// Nothing but the name, and any object for arguments.
    pub fn new() -> Self {
        let schema = Object::new().into();
        set(&schema, "type", &"object".into());
        Self(Object::new().into()).with("inputSchema", &schema)
    }

    /// A name for people to read.
    pub fn title(self, title: &str) -> Self {
        self.with("title", &title.into())
    }

    /// What it does, for the model.
    pub fn description(self, description: &str) -> Self {
        self.with("description", &description.into())
    }

    /// The JSON Schema of its arguments, as the host sees it. What is checked is whether they deserialize.
    ///
    /// # Errors
    /// [`Error::Convert`] if it does not serialize.
    #[cfg(feature = "serde")]
    pub fn input_schema<S: serde::Serialize + ?Sized>(self, schema: &S) -> Result<Self, Error> {
        Ok(self.with("inputSchema", &serialized(schema)?))
    }

    /// The JSON Schema of its `structuredContent`, as the host sees it.
    ///
    /// # Errors
    /// [`Error::Convert`] if it does not serialize.
    #[cfg(feature = "serde")]
    pub fn output_schema<S: serde::Serialize + ?Sized>(self, schema: &S) -> Result<Self, Error> {
        Ok(self.with("outputSchema", &serialized(schema)?))
    }

    /// Any other member of MCP's `Tool` (`annotations`, `_meta`), or a schema that is a JavaScript object already.
    pub fn with(self, member: &str, value: &JsValue) -> Self {
        set(&self.0, member, value);
        self
    }
}

/// A tool that is offered. Dropping it takes it back.
#[must_use = "dropping it takes the tool back"]
pub struct RegisteredTool {
    runtime: Weak<Runtime>,
    id: u32,
    kept: bool,
}

impl fmt::Debug for RegisteredTool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RegisteredTool")
            .field("enabled", &self.is_enabled())
            .finish_non_exhaustive()
    }
}

impl RegisteredTool {
    /// Whether the host is offered it.
    pub fn is_enabled(&self) -> bool {
        self.runtime.upgrade().is_some_and(|runtime| {
            let tools = cell::read(&runtime.surface.tools);
            tools
                .all
                .iter()
                .any(|tool| tool.id == self.id && tool.enabled)
        })
    }

    /// Offers it again.
    pub fn enable(&self) {
        self.switch(true);
    }

    /// Does not offer it for a while: then it is not listed, and who calls it is told that there is no such tool. What it is at goes on.
    pub fn disable(&self) {
        self.switch(false);
    }

    /// Takes it back, as dropping does.
    pub fn remove(self) {}

    /// Leaves it for as long as the widget is connected.
    pub fn forget(mut self) {
        self.kept = true;
    }

    fn switch(&self, enabled: bool) {
        let Some(runtime) = self.runtime.upgrade() else {
            return;
        };
        let changed = cell::write(&runtime.surface.tools)
            .all
            .iter_mut()
            .find(|tool| tool.id == self.id)
            .is_some_and(|tool| std::mem::replace(&mut tool.enabled, enabled) != enabled);
        if changed {
            tell(&runtime);
        }
    }
}

impl Drop for RegisteredTool {
    fn drop(&mut self) {
        let runtime = self.runtime.upgrade().filter(|_| !self.kept);
        let Some(runtime) = runtime else { return };
        let removed = {
            let tools = &mut cell::write(&runtime.surface.tools).all;
            let index = tools.iter().position(|tool| tool.id == self.id);
            index.map(|index| tools.remove(index))
        };
        if removed.is_some() {
            tell(&runtime);
        }
    }
}

struct Tool {
    id: u32,
    name: String,
    config: JsValue,
    enabled: bool,
    handler: Rc<Handler>,
}

/// The tools of a widget.
#[derive(Default)]
pub(super) struct Tools {
    all: Vec<Tool>,
    last: u32,
    /// The host's requests are served.
    serves: bool,
    /// It will be told that the list is another.
    changed: bool,
    /// Whether the widget has announced that it has tools, and that they may change.
    pub(super) announced: Option<bool>,
}

impl Tools {
    /// With these capabilities of the widget's.
    pub(super) fn new(capabilities: &Js) -> RefCell<Self> {
        let tools = capabilities.named("tools");
        let announced = tools
            .is_object()
            .then(|| tools.named("listChanged").boolean() == Some(true));
        RefCell::new(Self {
            announced,
            ..Self::default()
        })
    }
}

impl Widget {
    /// Offers a tool to the host, for its model to call (`tools/list`, `tools/call`). The host learns in the handshake that there are any:
    /// see [`Builder::tools`](super::Builder::tools). When tools come and go later it is told (`notifications/tools/list_changed`).
    ///
    /// The arguments are what the handler takes, which deserializes. What it gives is the result: what serializes to an object becomes
    /// `structuredContent`, and its JSON a text; a string is a text; `()` is nothing. Whatever fails is a result with `isError`, as the
    /// protocol wants it: what the handler fails with, and arguments that do not deserialize. Only a tool that does not exist, or is
    /// disabled, is an error (−32602). When the host cancels a call, its future is dropped.
    ///
    /// No host is known whose model calls tools of a widget yet, so a widget should not depend on it.
    ///
    /// ```no_run
    /// # fn example() -> Result<(), mcp_widget::Error> {
    /// use mcp_widget::Widget;
    /// use mcp_widget::widget::ToolConfig;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Pick {
    ///     name: String,
    /// }
    ///
    /// let widget = Widget::builder("gift-ideas", "1.0.0").tools().connect();
    /// let config = ToolConfig::new().description("Picks a gift");
    /// let pick = widget.register_tool("pick_gift", config, |pick: Pick| async move {
    ///     if pick.name.is_empty() { Err("which one?") } else { Ok(format!("picked {}", pick.name)) }
    /// })?;
    /// pick.disable(); // until there are gifts
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Convert`] if there is a tool of that name, or the widget was not built with tools; [`Error::Closed`].
    #[cfg(feature = "serde")]
    pub fn register_tool<A, R, E, F>(
        &self,
        name: &str,
        config: ToolConfig,
        handler: impl Fn(A) -> F + 'static,
    ) -> Result<RegisteredTool, Error>
    where
        A: serde::de::DeserializeOwned,
        R: serde::Serialize,
        E: fmt::Display,
        F: Future<Output = Result<R, E>> + 'static,
    {
        self.offer(
            name,
            config,
            Rc::new(move |arguments| {
                let work = read::<A>(&arguments).map(&handler);
                Box::pin(async move {
                    let given = work?.await.map_err(|error| error.to_string())?;
                    let value = serialized(&given).map_err(|error| error.to_string())?;
                    if !Js::lent(&value).is_object() {
                        // A number is nobody's text, but may be read as one.
                        let text = !value.is_string() && !value.is_null();
                        return Ok(if text { json(&value) } else { value });
                    }
                    let result = Object::new().into();
                    set(&result, "structuredContent", &value);
                    Ok(result)
                })
            }),
        )
    }

    /// The same with arguments and results that are JavaScript's: a result is an object with `content`, `structuredContent` or both; or a
    /// text; or `undefined`. The arguments are an object, and nothing else of them was checked.
    ///
    /// # Errors
    /// As [`Widget::register_tool`].
    pub fn register_tool_with<E, F>(
        &self,
        name: &str,
        config: ToolConfig,
        handler: impl Fn(JsValue) -> F + 'static,
    ) -> Result<RegisteredTool, Error>
    where
        E: fmt::Display,
        F: Future<Output = Result<JsValue, E>> + 'static,
    {
        self.offer(
            name,
            config,
            Rc::new(move |arguments| {
                let work = handler(arguments);
                Box::pin(async move { work.await.map_err(|error| error.to_string()) })
            }),
        )
    }

    fn offer(
        &self,
        name: &str,
        ToolConfig(config): ToolConfig,
        handler: Rc<Handler>,
    ) -> Result<RegisteredTool, Error> {
        if self.runtime.is_closed() {
            return Err(Error::Closed);
        }
        let mut tools = cell::write(&self.runtime.surface.tools);
        if tools.announced.is_none() {
            let message = "the widget was built without tools (Builder::tools)";
            return Err(Error::Convert(message.into()));
        }
        if tools.all.iter().any(|tool| tool.name == name) {
            return Err(Error::Convert(format!("a tool is called {name} already")));
        }
        tools.last = tools.last.wrapping_add(1);
        let id = tools.last;
        set(&config, "name", &name.into());
        tools.all.push(Tool {
            id,
            name: name.into(),
            config,
            enabled: true,
            handler,
        });
        let serves = std::mem::replace(&mut tools.serves, true);
        drop(tools);
        if !serves {
            serve(&self.runtime);
        }
        tell(&self.runtime);
        Ok(RegisteredTool {
            runtime: Rc::downgrade(&self.runtime),
            id,
            kept: false,
        })
    }
}

fn serve(runtime: &Rc<Runtime>) {
    let me = Rc::downgrade(runtime);
    incoming::attach(runtime, "tools/list", move |_| {
        let result = Object::new().into();
        let list = me.upgrade().map(|runtime| list(&runtime));
        set(&result, "tools", &list.unwrap_or_default());
        async { Ok(result) }
    });
    let me = Rc::downgrade(runtime);
    incoming::attach(runtime, "tools/call", move |params| {
        let work = me.upgrade().map(|runtime| call(&runtime, &params.into()));
        async move {
            match work {
                Some(work) => Ok(result(work?.await)),
                None => Ok(JsValue::UNDEFINED),
            }
        }
    });
}

fn list(runtime: &Runtime) -> JsValue {
    let tools = cell::read(&runtime.surface.tools);
    let offered = tools.all.iter().filter(|tool| tool.enabled);
    let list: Array = offered.map(|tool| &tool.config).collect();
    list.into()
}

fn call(runtime: &Runtime, params: &Js) -> Result<Work, RpcError> {
    let name = params.named("name").text().unwrap_or_default();
    let handler = {
        let tools = cell::read(&runtime.surface.tools);
        let tool = tools
            .all
            .iter()
            .find(|tool| tool.enabled && tool.name == name);
        tool.map(|tool| Rc::clone(&tool.handler))
    };
    let Some(handler) = handler else {
        let message = format!("Unknown tool: {name}");
        return Err(RpcError::new(ErrorCode::InvalidParams, message));
    };
    let arguments = params.named("arguments");
    if arguments.is_object() {
        Ok(handler(arguments.into_js()))
    } else if arguments.is_absent() || arguments.is_null() {
        Ok(handler(Object::new().into()))
    } else {
        Ok(Box::pin(async {
            Err("arguments must be an object".into())
        }))
    }
}

/// What a handler gave, as MCP has it.
fn result(given: Result<JsValue, String>) -> JsValue {
    let given = given.and_then(|value| completed(Js::lent(&value)));
    given.unwrap_or_else(|message| {
        let result = content(&message.into());
        set(&result, "isError", &JsValue::TRUE);
        result
    })
}

fn completed(given: &Js) -> Result<JsValue, String> {
    if given.is_string() {
        return Ok(content(given.as_js()));
    }
    let result = if given.is_absent() || given.is_null() {
        Some(Js::object())
    } else if given.is_object() {
        given.copy()
    } else {
        None
    };
    let mut result = result.ok_or("a tool's result must be an object or a text")?;
    if !result.field(Word::Content).is_array() {
        // As the protocol advises, for hosts that read texts only.
        let structured = result.field(Word::StructuredContent);
        let content = if structured.is_absent() {
            Array::new().into()
        } else {
            bindings::reflect_get(&content(&json(structured.as_js())), &"content".into())
                .unwrap_or_default()
        };
        result.put(Word::Content, &Js::from(content));
    }
    Ok(result.into_js())
}

/// A result of this text.
fn content(text: &JsValue) -> JsValue {
    let block = Object::new().into();
    set(&block, "type", &"text".into());
    set(&block, "text", text);
    let result = Object::new().into();
    set(&result, "content", &Array::of1(&block));
    result
}

fn json(value: &JsValue) -> JsValue {
    bindings::json_stringify(value).unwrap_or_default()
}

/// Tells the host that the list is another; of several changes at once, once. Before the handshake nobody has asked yet, and whoever did
/// not announce changes is not to tell of them.
fn tell(runtime: &Rc<Runtime>) {
    if std::mem::replace(&mut cell::write(&runtime.surface.tools).changed, true) {
        return;
    }
    let me = Rc::downgrade(runtime);
    wasm_bindgen_futures::spawn_local(async move {
        let Some(runtime) = me.upgrade() else { return };
        let announced = {
            let tools = &mut *cell::write(&runtime.surface.tools);
            tools.changed = false;
            tools.announced
        };
        if announced == Some(true) && runtime.look(State::<Registry>::status) == Status::Ready {
            let method = Js::from_text("notifications/tools/list_changed");
            runtime.transition(|app, _| app.notify(&method, &Js::absent()));
        }
    });
}

/// The arguments. Who takes `()` wants none.
#[cfg(feature = "serde")]
fn read<A: serde::de::DeserializeOwned>(arguments: &JsValue) -> Result<A, String> {
    super::typed(arguments).or_else(|error| {
        let none = Js::lent(arguments).size() == 0;
        let read = none.then(|| super::typed(&JsValue::UNDEFINED).ok());
        read.flatten().ok_or_else(|| error.to_string())
    })
}

#[cfg(feature = "serde")]
fn serialized<S: serde::Serialize + ?Sized>(value: &S) -> Result<JsValue, Error> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}
