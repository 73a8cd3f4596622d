//! A host in memory: it keeps what the widget sends, and answers as it has been told to.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Reflect};
use mcp_widget::Widget;
use mcp_widget::transport::Transport;
use mcp_widget::widget::{Builder, Inbox};
use wasm_bindgen::prelude::*;

use super::wait::set_timeout;
use super::{get, js, text};

/// When the host's messages arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Delivery {
    /// Before `send` returns.
    Inside,
    /// In the next microtask.
    Microtask,
    /// In a task of its own.
    Task,
}

/// All of them.
pub(crate) const DELIVERIES: [Delivery; 3] =
    [Delivery::Inside, Delivery::Microtask, Delivery::Task];

/// A message that the widget sent.
#[derive(Clone)]
pub(crate) struct Request(pub(crate) JsValue);

impl Request {
    /// The reply with this result.
    pub(crate) fn result(&self, result: &JsValue) -> JsValue {
        self.reply("result", result)
    }

    /// The reply with this error.
    pub(crate) fn error(&self, error: &JsValue) -> JsValue {
        self.reply("error", error)
    }

    fn reply(&self, member: &str, value: &JsValue) -> JsValue {
        let reply = js("{ jsonrpc: '2.0' }");
        set(&reply, "id", &get(&self.0, "id"));
        set(&reply, member, value);
        reply
    }

    /// Progress of this request; the token is put into these params.
    pub(crate) fn progress(&self, params: &str) -> JsValue {
        let params = js(params);
        set(
            &params,
            "progressToken",
            &get(&self.0, "params._meta.progressToken"),
        );
        let note = js("{ jsonrpc: '2.0', method: 'notifications/progress' }");
        set(&note, "params", &params);
        note
    }
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    Reflect::set(object, &name.into(), value).expect("an ordinary object");
}

fn clone(value: &JsValue) -> Result<JsValue, JsValue> {
    let clone: Function = js("structuredClone").into();
    clone.call1(&JsValue::UNDEFINED, value)
}

type Script = Rc<dyn Fn(&Request) -> Vec<JsValue>>;
type Refusal = Box<dyn Fn(&JsValue) -> Option<JsValue>>;

struct Inner {
    delivery: Delivery,
    inbox: RefCell<Option<Inbox>>,
    sent: RefCell<Vec<JsValue>>,
    scripts: RefCell<Vec<(String, Script)>>,
    refusal: RefCell<Option<Refusal>>,
    clones: Cell<bool>,
    closed: Cell<u32>,
}

/// The host, which is its own transport.
#[derive(Clone)]
pub(crate) struct Host(Rc<Inner>);

impl Host {
    /// A host that answers the handshake and nothing else.
    pub(crate) fn new(delivery: Delivery) -> Self {
        let host = Self::silent(delivery);
        host.on("ui/initialize", |request| {
            vec![request.result(&js("{
                protocolVersion: '2026-01-26',
                hostInfo: { name: 'test-host', version: '1' },
                hostCapabilities: { serverTools: {}, 'x/own': { kept: true } },
                hostContext: { theme: 'dark' },
            }"))]
        });
        host
    }

    /// A host that says nothing.
    pub(crate) fn silent(delivery: Delivery) -> Self {
        Self(Rc::new(Inner {
            delivery,
            inbox: RefCell::default(),
            sent: RefCell::default(),
            scripts: RefCell::default(),
            refusal: RefCell::default(),
            clones: Cell::new(false),
            closed: Cell::new(0),
        }))
    }

    /// A host and a widget that is connected with it.
    pub(crate) async fn ready(delivery: Delivery) -> (Self, Widget) {
        let host = Self::new(delivery);
        let widget = host.connect();
        super::soon(widget.ready()).await.expect("the handshake");
        super::turn().await;
        (host, widget)
    }

    /// What to send back for a message of this method, from now on.
    pub(crate) fn on(&self, method: &str, script: impl Fn(&Request) -> Vec<JsValue> + 'static) {
        self.0
            .scripts
            .borrow_mut()
            .push((method.into(), Rc::new(script)));
    }

    /// The result of every tool, from now on: an expression.
    pub(crate) fn tools_give(&self, result: &'static str) {
        self.on("tools/call", move |request| {
            vec![request.result(&js(result))]
        });
    }

    /// Which messages are refused from now on, and with what.
    pub(crate) fn refuse(&self, refusal: impl Fn(&JsValue) -> Option<JsValue> + 'static) {
        self.0.refusal.replace(Some(Box::new(refusal)));
    }

    /// Clones what is sent, as a window does.
    pub(crate) fn clone_messages(&self) {
        self.0.clones.set(true);
    }

    /// Connects a widget.
    pub(crate) fn connect(&self) -> Widget {
        self.connect_as(Widget::builder("test", "1").auto_resize(false))
    }

    /// Connects a widget with these options.
    pub(crate) fn connect_as(&self, builder: Builder) -> Widget {
        builder.connect_over(|inbox| {
            self.0.inbox.replace(Some(inbox));
            self.clone()
        })
    }

    /// The way in.
    pub(crate) fn inbox(&self) -> Inbox {
        self.0.inbox.borrow().clone().expect("connected")
    }

    /// Delivers a message, at once.
    pub(crate) fn say(&self, message: &JsValue) {
        self.inbox().receive(message.clone());
    }

    /// Delivers a notification, at once; the params are an expression.
    pub(crate) fn tell(&self, method: &str, params: &str) {
        self.say(&js(&format!(
            "{{ jsonrpc: '2.0', method: '{method}', params: {params} }}"
        )));
    }

    /// Delivers a request, at once.
    pub(crate) fn ask(&self, id: &str, method: &str, params: &str) {
        self.say(&js(&format!(
            "{{ jsonrpc: '2.0', id: {id}, method: '{method}', params: {params} }}"
        )));
    }

    /// The messages of one method so far.
    pub(crate) fn sent(&self, method: &str) -> Vec<JsValue> {
        self.all()
            .into_iter()
            .filter(|message| get(message, "method") == method)
            .collect()
    }

    /// The only message of this method, as something to answer.
    pub(crate) fn only(&self, method: &str) -> Request {
        let mut sent = self.sent(method);
        assert_eq!(sent.len(), 1, "messages of {method}");
        Request(sent.remove(0))
    }

    /// The replies so far, without the version.
    pub(crate) fn replies(&self) -> Vec<String> {
        self.all()
            .iter()
            .filter(|message| get(message, "method").is_undefined())
            .map(|message| {
                assert_eq!(text(message, "jsonrpc"), "2.0");
                super::json(&super::with(message, "{ ...it, jsonrpc: undefined }"))
            })
            .collect()
    }

    /// All that was sent.
    pub(crate) fn all(&self) -> Vec<JsValue> {
        self.0.sent.borrow().clone()
    }

    /// How often the transport was closed.
    pub(crate) fn closed(&self) -> u32 {
        self.0.closed.get()
    }

    fn deliver(&self, messages: Vec<JsValue>) {
        let Some(inbox) = self.0.inbox.borrow().clone() else {
            return;
        };
        if self.0.delivery == Delivery::Inside {
            for message in messages {
                inbox.receive(message);
            }
            return;
        }
        for message in messages {
            let inbox = inbox.clone();
            let arrive = Closure::once_into_js(move || inbox.receive(message));
            match self.0.delivery {
                Delivery::Task => set_timeout(arrive.unchecked_ref(), 0.0),
                _ => drop(super::with(&arrive, "queueMicrotask(it)")),
            }
        }
    }
}

impl Transport for Host {
    fn send(&self, message: &JsValue) -> Result<(), JsValue> {
        let refused = self
            .0
            .refusal
            .borrow()
            .as_ref()
            .and_then(|refusal| refusal(message));
        if let Some(reason) = refused {
            return Err(reason);
        }
        let message = if self.0.clones.get() {
            clone(message)?
        } else {
            message.clone()
        };
        self.0.sent.borrow_mut().push(message.clone());
        let method = get(&message, "method").as_string();
        let script = self
            .0
            .scripts
            .borrow()
            .iter()
            .rev()
            .find(|(name, _)| Some(name) == method.as_ref())
            .map(|(_, script)| Rc::clone(script));
        if let Some(script) = script {
            self.deliver(script(&Request(message)));
        }
        Ok(())
    }

    fn close(&self) {
        self.0.closed.set(self.0.closed.get() + 1);
    }
}
