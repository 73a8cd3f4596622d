//! `postMessage` to the parent window.
//!
//! All connections of a page share one listener, so that a request of the host's is answered by one of them, and a reply reaches the
//! one that asked.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::{Member, Transport};
use crate::bindings::{MessageEvent, WINDOW, Window};
use crate::cell;
use crate::wire::{Address, Findings, Js, Message, Sort, Value, batch_length};

/// Messages to and from the window that embeds this one.
#[derive(Debug)]
pub struct PostMessage {
    _private: (),
}

/// There is no parent window: the page was opened by itself, or there is no window at all.
#[derive(Clone, Copy, Debug)]
pub struct NoParent;

impl std::fmt::Display for NoParent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("there is no parent window")
    }
}

impl std::error::Error for NoParent {}

impl PostMessage {
    /// The way to the parent window.
    ///
    /// # Errors
    /// [`NoParent`] in a top-level window.
    pub fn new() -> Result<Self, NoParent> {
        parent().map(|_| Self { _private: () }).ok_or(NoParent)
    }
}

impl Transport for PostMessage {
    fn send(&self, message: &JsValue) -> Result<(), JsValue> {
        // Read anew for each message: VS Code replaces `window.parent` after the page has started. `"*"`: the host's origin cannot be
        // known (the widget's own is often opaque), and what is sent is for whoever embeds us.
        let gone = || js_sys::Error::new("The parent window is gone");
        let parent: Window = parent().ok_or_else(gone)?.unchecked_into();
        parent.post_message(message, "*")
    }
}

fn window() -> Option<Window> {
    WINDOW.with(Clone::clone)
}

/// The parent window, unless that is the window itself.
fn parent() -> Option<JsValue> {
    let window = window()?;
    let parent = window.parent().ok()?;
    (parent.is_object() && parent != *AsRef::<JsValue>::as_ref(&window)).then_some(parent)
}

thread_local! {
    /// Oldest first. Held until they close: a page need not keep its widget to keep its listeners.
    static MEMBERS: RefCell<Vec<Rc<dyn Member>>> = const { RefCell::new(Vec::new()) };

    /// The one listener. A plain function: VS Code's wrapper of addEventListener knows no listener objects.
    static LISTENER: Closure<dyn Fn(MessageEvent)> = Closure::new(|event| heard(&event));
}

impl PostMessage {
    /// Delivers what the parent window says to this member too.
    pub fn join(member: Rc<dyn Member>) {
        MEMBERS.with(|members| cell::write(members).push(member));
        if let Some(window) = window() {
            // Each time, for `document.open` takes listeners away; a second time changes nothing.
            LISTENER.with(|listener| {
                window.add_event_listener("message", listener.as_ref().unchecked_ref());
            });
        }
    }

    /// Whether what the parent window says is delivered to this member.
    #[must_use]
    pub fn is_member<M: Member>(member: &M) -> bool {
        let same = |known: &Rc<dyn Member>| std::ptr::addr_eq(Rc::as_ptr(known), member);
        MEMBERS.with(|members| cell::read(members).iter().any(same))
    }

    /// No more for this member. The last one takes the listener along.
    pub fn leave<M: Member>(member: &M) {
        let (left, empty) = MEMBERS.with(|members| {
            let members = &mut *cell::write(members);
            let same = |known: &Rc<dyn Member>| std::ptr::addr_eq(Rc::as_ptr(known), member);
            let index = members.iter().position(same);
            (index.map(|index| members.remove(index)), members.is_empty())
        });
        let joined = left.is_some();
        // Dropped outside of the borrow.
        drop(left);
        if joined
            && empty
            && let Some(window) = window()
        {
            LISTENER.with(|listener| {
                window.remove_event_listener("message", listener.as_ref().unchecked_ref());
            });
        }
    }
}

fn heard(event: &MessageEvent) {
    // Compared for each message and against the parent of now, which may be a Proxy. Anything else in the window (other frames, our own
    // echo, development tools) is not for us.
    let (Ok(source), Some(parent)) = (event.source(), parent()) else {
        return;
    };
    if source != parent {
        return;
    }
    let Ok(data) = event.data() else { return };
    deliver(&data.into());
}

fn deliver(message: &Js) {
    let (only, members) = MEMBERS.with(|members| {
        let members = cell::read(members);
        match members.as_slice() {
            [only] => (Some(Rc::clone(only)), Vec::new()),
            members => (None, members.to_vec()),
        }
    });
    if let Some(only) = only {
        return only.receive(message);
    }
    let Some(first) = members.first() else { return };
    let parts = Message::read(message, &mut Findings::new());
    match parts.sort {
        // One of them answers: the one that knows how to, else the oldest.
        Sort::Request | Sort::InvalidRequest | Sort::InvalidParams => members
            .iter()
            .find(|member| member.can_serve(&parts.method))
            .unwrap_or(first)
            .receive(message),
        // Each for whom it is.
        Sort::Batch => {
            for index in 0..batch_length(&parts.payload) {
                let item = parts.payload.item(index);
                if item.is_object() {
                    deliver(&item);
                }
            }
        }
        _ => {
            let address = Address::of(&parts);
            let mut taken = false;
            for member in members.iter().filter(|member| member.takes(&address)) {
                member.receive(message);
                taken = true;
            }
            // So that an oddity is noted, once.
            if !taken {
                first.receive(message);
            }
        }
    }
}
