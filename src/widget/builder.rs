//! Options of a connection.

use std::fmt;
use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::JsValue;

use super::registry::{Registry, Runtime};
use super::tools::Tools;
use super::{Widget, set, teardown};
use crate::app::{Act, PROTOCOL_VERSION};
use crate::session::{Millis, Timing};
use crate::transport::{Member, Transport};
use crate::wire::{Js, Value};

/// A widget that is about to connect.
#[derive(Debug)]
#[must_use = "it does not connect by itself"]
pub struct Builder {
    info: JsValue,
    capabilities: JsValue,
    tools: bool,
    timeout: Millis,
    teardown_timeout: Millis,
    auto_resize: bool,
}

impl Builder {
    pub(super) fn new(name: &str, version: &str) -> Self {
        let info = Object::new().into();
        set(&info, "name", &name.into());
        set(&info, "version", &version.into());
        Self {
            info,
            capabilities: Object::new().into(),
            tools: false,
            timeout: Timing::DEFAULT_TIMEOUT,
            teardown_timeout: teardown::PATIENCE,
            auto_resize: true,
        }
    }

    /// A name for people to read.
    pub fn title(self, title: &str) -> Self {
        set(&self.info, "title", &title.into());
        self
    }

    /// What the widget can do: `appCapabilities`, an object.
    pub fn capabilities(mut self, capabilities: JsValue) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Says that the widget has tools, see [`Widget::register_tool`], and that they may come and go: `tools` of the capabilities, unless
    /// these have it already.
    pub fn tools(mut self) -> Self {
        self.tools = true;
        self
    }

    /// How many milliseconds a call may wait for its answer, by default 60,000; 0 or infinity: for ever.
    pub fn timeout(mut self, timeout: Millis) -> Self {
        self.timeout = timeout;
        self
    }

    /// How many milliseconds the handlers of [`Widget::on_teardown`] may take before the host gets its answer, by default 200, for a host is
    /// known that waits no longer than 250; 0 or infinity: for ever.
    ///
    /// ```no_run
    /// let widget = mcp_widget::Widget::builder("gift-ideas", "1.0.0").teardown_timeout(1_000.0).connect();
    /// ```
    pub fn teardown_timeout(mut self, timeout: Millis) -> Self {
        self.teardown_timeout = timeout;
        self
    }

    /// Whether the host is told how large the content is whenever that changes, see [`Widget::auto_resize`]; true by default.
    pub fn auto_resize(mut self, auto_resize: bool) -> Self {
        self.auto_resize = auto_resize;
        self
    }

    /// Connects to the parent window.
    pub fn connect(self) -> Widget {
        let widget = self.build();
        widget.runtime.start_in_window();
        widget
    }

    /// Connects over a transport of the caller's, which is made around the way in.
    pub fn connect_over<T: Transport + 'static>(
        self,
        transport: impl FnOnce(Inbox) -> T,
    ) -> Widget {
        let widget = self.build();
        let inbox = Inbox(Rc::clone(&widget.runtime));
        widget.runtime.start(Rc::new(transport(inbox)));
        widget
    }

    fn build(self) -> Widget {
        let mut capabilities = Js::from(self.capabilities);
        if self.tools && capabilities.named("tools").is_absent() {
            let (list, tools) = (Object::new().into(), Object::new().into());
            set(&list, "listChanged", &JsValue::TRUE);
            set(&tools, "tools", &list);
            // The caller's stay as they are.
            capabilities = capabilities
                .merged(&Js::from(tools))
                .unwrap_or(capabilities);
        }
        let initialize = Object::new().into();
        set(&initialize, "appInfo", &self.info);
        set(&initialize, "appCapabilities", capabilities.as_js());
        set(&initialize, "protocolVersion", &PROTOCOL_VERSION.into());
        let patience = self.teardown_timeout;
        let tools = Tools::new(&capabilities);
        let runtime = Runtime::new(Js::from(initialize), |runtime| {
            Registry::new(runtime, patience, tools)
        });
        let widget = Widget {
            runtime,
            timeout: self.timeout,
        };
        if self.auto_resize {
            widget.auto_resize().forget();
        }
        widget
    }
}

/// The way in, for a transport of the caller's. It keeps the widget connected until that is closed.
#[derive(Clone)]
pub struct Inbox(Rc<Runtime>);

impl fmt::Debug for Inbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Inbox").finish_non_exhaustive()
    }
}

impl Inbox {
    /// A message came in.
    pub fn receive(&self, message: JsValue) {
        self.0.receive(&Js::from(message));
    }

    /// A frame that the transport had taken could not be sent after all: the request that it carries fails.
    pub fn refused(&self, frame: JsValue, reason: JsValue) {
        self.0.refused(&Js::from(frame), Js::from(reason));
    }

    /// There is no connection, and there will be none.
    pub fn failed(&self, reason: JsValue) {
        self.0
            .transition(|app, _| app.fail(Act::Transport, Js::from(reason)));
    }

    /// The other side is gone.
    pub fn closed(&self) {
        self.0.close();
    }
}
