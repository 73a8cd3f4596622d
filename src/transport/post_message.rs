//! `postMessage` to the parent window.
//!
//! All connections of a page share one listener, so that a request of the host's is answered by one of them, and a reply reaches the
//! one that asked.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::{Member, Transport};
use crate::bindings::{self, MessageEvent, WINDOW, Window};
use crate::cell;
use crate::wire::{Address, Envelope, Findings, Js, Value};

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
        bindings::ANY_ORIGIN.with(|origin| parent.post_message(message, origin))
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

#[derive(Default)]
struct Hub {
    /// Oldest first. Held until they close: a page need not keep its widget to keep its listeners.
    members: Vec<Rc<dyn Member>>,
    listener: Option<Closure<dyn Fn(MessageEvent)>>,
}

thread_local! {
    static HUB: RefCell<Hub> = RefCell::default();
}

impl PostMessage {
    /// Delivers what the parent window says to this member too.
    pub fn join(member: Rc<dyn Member>) {
        HUB.with(|hub| {
            let hub = &mut *cell::write(hub);
            hub.members.push(member);
            let Some(window) = window() else { return };
            // A plain function: VS Code's wrapper of addEventListener knows no listener objects.
            let listener = hub
                .listener
                .get_or_insert_with(|| Closure::<dyn Fn(MessageEvent)>::new(|event| heard(&event)));
            // Each time, for `document.open` takes listeners away; a second time changes nothing.
            window.add_event_listener("message", listener.as_ref().unchecked_ref());
        });
    }

    /// No more for this member. The last one takes the listener along.
    pub fn leave<M: Member>(member: &M) {
        let same = |known: &Rc<dyn Member>| std::ptr::addr_eq(Rc::as_ptr(known), member);
        let left = HUB.with(|hub| {
            let hub = &mut *cell::write(hub);
            let left: Vec<_> = std::mem::take(&mut hub.members);
            let (left, members) = left.into_iter().partition(same);
            hub.members = members;
            let listener = if hub.members.is_empty() {
                hub.listener.take()
            } else {
                None
            };
            (left, listener)
        });
        // Dropped outside of the borrow.
        let (_left, listener): (Vec<_>, _) = left;
        if let Some(listener) = listener {
            if let Some(window) = window() {
                window.remove_event_listener("message", listener.as_ref().unchecked_ref());
            }
            // It may be the one that is running: dropped once it has returned.
            drop_later(listener);
        }
    }
}

fn drop_later(listener: Closure<dyn Fn(MessageEvent)>) {
    let dropper = Closure::once_into_js(move || drop(listener));
    bindings::queue_microtask(dropper.unchecked_ref());
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
    let members = HUB.with(|hub| cell::read(hub).members.clone());
    let first = match members.as_slice() {
        [] => return,
        [only] => return only.receive(message),
        [first, ..] => first,
    };
    match Envelope::read(message, &mut Findings::new()) {
        // One of them answers: the one that knows how to, else the oldest.
        Envelope::Request { method, .. } => members
            .iter()
            .find(|member| member.can_serve(&method))
            .unwrap_or(first)
            .receive(message),
        Envelope::Refused(_) => first.receive(message),
        // Each for whom it is.
        Envelope::Batch(items) => items
            .iter()
            .filter(|item| item.is_object())
            .for_each(deliver),
        envelope => {
            let address = Address::of(&envelope);
            let mut taken = false;
            for member in members.iter().filter(|member| member.takes(&address)) {
                member.receive(message);
                taken = true;
            }
            // So that an oddity is noted, once.
            if !taken && address != Address::All {
                first.receive(message);
            }
        }
    }
}
