//! The host's context on the page: theme, variables, fonts, insets, dimensions, display mode and language.
//!
//! What the host says may be anything. Each value is taken by itself or not at all.

use std::cell::{Cell, RefCell};
use std::mem;
use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, Document, HtmlElement};

use super::{Subscription, Widget};
use crate::app::Event;
use crate::bindings::{self, DOCUMENT};
use crate::cell;
use crate::wire::{Js, Value};

impl Widget {
    /// Applies the host's look to the page, now or as soon as the host is known, and after each change, before other listeners are told
    /// of it. Of several widgets in a page the newest leads. When the [`Subscription`] is dropped, what was applied stays.
    ///
    /// On the root element, from the members of the host's context:
    ///
    /// | member | becomes |
    /// |---|---|
    /// | `theme` | `data-theme` and `color-scheme`, if it is `light` or `dark` |
    /// | `styles.variables` | the custom properties |
    /// | `safeAreaInsets` | `--host-safe-area-inset-top`, `-right`, `-bottom` and `-left` |
    /// | `containerDimensions` | `--host-width` or `--host-max-width`, `--host-height` or `--host-max-height` |
    /// | `displayMode` | `data-display-mode` |
    /// | `locale` | `lang` |
    ///
    /// `styles.css.fonts` goes into a `<style>` of its own. What is gone from the context is as the page had it before; what the page has
    /// set in its place meanwhile stays.
    ///
    /// ```no_run
    /// let widget = mcp_widget::Widget::connect("gift-ideas", "1.0.0");
    /// widget.apply_host_styles().forget(); // for as long as the widget is connected
    /// ```
    #[must_use = "dropping it ends it"]
    pub fn apply_host_styles(&self) -> Subscription {
        let follower = Rc::new(Follower::new());
        let runtime = Rc::downgrade(&self.runtime);
        let meet: Rc<dyn Fn()> = Rc::new(move || {
            let runtime = runtime.upgrade();
            let host = runtime.and_then(|runtime| runtime.look(|app| app.host().cloned()));
            if let Some(host) = host {
                follower.meet(host.context.into_js());
            }
        });
        meet();
        let listen = |event| {
            let meet = Rc::clone(&meet);
            self.runtime.listen_first(event, Rc::new(move |_| meet()))
        };
        let (status, context) = (
            listen(Event::StatusChange),
            listen(Event::HostContextChanged),
        );
        Subscription::new(&self.runtime, move |runtime| {
            runtime.unlisten(status);
            runtime.unlisten(context);
        })
    }
}

thread_local! {
    /// Those who follow a host, with the context that each has met last; the newest leads.
    static FOLLOWERS: RefCell<Vec<(u32, JsValue)>> = const { RefCell::new(Vec::new()) };
    static LAST: Cell<u32> = const { Cell::new(0) };
    /// What was done to the page. Not there while it is at work: a page may see each change at once, and come back in.
    static LOOK: RefCell<Option<Look>> = const { RefCell::new(Some(Look::new())) };
}

/// Somebody who follows a host. Lives as long as its listeners.
struct Follower(u32);

impl Follower {
    fn new() -> Self {
        LAST.set(LAST.get().wrapping_add(1));
        Self(LAST.get())
    }

    fn meet(&self, context: JsValue) {
        let is_new = FOLLOWERS.with(|followers| {
            let followers = &mut *cell::write(followers);
            match followers.iter_mut().find(|(id, _)| *id == self.0) {
                Some((_, known)) if *known == context => false,
                Some((_, known)) => {
                    *known = context;
                    true
                }
                None => {
                    followers.push((self.0, context));
                    true
                }
            }
        });
        if is_new {
            lead();
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let left = FOLLOWERS.with(|followers| {
            let followers = &mut *cell::write(followers);
            let index = followers.iter().position(|(id, _)| *id == self.0);
            index.map(|index| followers.remove(index))
        });
        if left.is_some() {
            lead();
        }
    }
}

fn leading() -> Option<JsValue> {
    FOLLOWERS.with(|followers| Some(cell::read(followers).last()?.1.clone()))
}

/// Applies the leading context, and the one that leads by then.
fn lead() {
    let Some(mut look) = LOOK.with(|look| cell::write(look).take()) else {
        return;
    };
    let mut applied = None;
    while let Some(context) = leading().filter(|context| applied.as_ref() != Some(context)) {
        look.apply(Js::lent(&context));
        applied = Some(context);
    }
    LOOK.with(|known| *cell::write(known) = Some(look));
}

/// What was put in a place. `stands` is how the page has it: a browser may write a value in its own way, or not take it.
struct Put {
    name: String,
    asked: String,
    stands: Option<String>,
    before: Option<String>,
}

/// What was done to a root. Nothing but that is taken away.
struct Look {
    root: Option<HtmlElement>,
    puts: Vec<Put>,
    fonts: String,
}

impl Look {
    const fn new() -> Self {
        Self {
            root: None,
            puts: Vec::new(),
            fonts: String::new(),
        }
    }

    /// A value that is the same as before is not put again, so that what the page has set in its place stays.
    fn apply(&mut self, context: &Js) {
        // Without a page nothing happens.
        let Some(document) = DOCUMENT.with(Clone::clone) else {
            return;
        };
        let root = document.document_element();
        let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) else {
            return;
        };
        if self.root.as_ref() != Some(&root) {
            *self = Self::new();
            self.root = Some(root.clone());
        }
        self.put(&Place::of(root), Wanted::of(context));
        let fonts = text(&context.named("styles").named("css").named("fonts"));
        if fonts != self.fonts {
            put_fonts(&document, &fonts);
            self.fonts = fonts;
        }
    }

    fn put(&mut self, place: &Place, mut wanted: Wanted) {
        for old in mem::take(&mut self.puts) {
            let asked = wanted.take(&old.name);
            if asked.as_ref() == Some(&old.asked) {
                self.puts.push(old);
                continue;
            }
            let mut before = place.look(&old.name);
            if before == old.stands {
                // Also where something follows: what the browser does not take is not to leave the last value behind.
                place.write(&old.name, old.before.as_deref());
                before = old.before;
            }
            if let Some(asked) = asked {
                self.puts.push(place.put(old.name, asked, before));
            }
        }
        for (name, asked) in wanted.0 {
            let before = place.look(&name);
            self.puts.push(place.put(name, asked, before));
        }
    }
}

/// A root, by the names of its attributes and of its style's properties.
struct Place {
    root: HtmlElement,
    style: CssStyleDeclaration,
}

impl Place {
    fn of(root: HtmlElement) -> Self {
        let style = root.style();
        Self { root, style }
    }

    fn look(&self, name: &str) -> Option<String> {
        if is_property(name) {
            self.style.get_property_value(name).ok()
        } else {
            self.root.get_attribute(name)
        }
    }

    fn write(&self, name: &str, value: Option<&str>) {
        // What the page will not have, it has not.
        _ = match value {
            // Empty takes it away.
            value if is_property(name) => self.style.set_property(name, value.unwrap_or_default()),
            Some(value) => self.root.set_attribute(name, value),
            None => self.root.remove_attribute(name),
        };
    }

    fn put(&self, name: String, asked: String, before: Option<String>) -> Put {
        self.write(&name, Some(&asked));
        Put {
            stands: self.look(&name),
            name,
            asked,
            before,
        }
    }
}

fn is_property(name: &str) -> bool {
    name.starts_with("--") || name == "color-scheme"
}

/// What is wanted on a root, sorted by name. Nothing is empty.
struct Wanted(Vec<(String, String)>);

const INSETS: [(&str, &str); 4] = [
    ("top", "--host-safe-area-inset-top"),
    ("right", "--host-safe-area-inset-right"),
    ("bottom", "--host-safe-area-inset-bottom"),
    ("left", "--host-safe-area-inset-left"),
];
const DIMENSIONS: [(&str, &str); 4] = [
    ("width", "--host-width"),
    ("height", "--host-height"),
    ("maxWidth", "--host-max-width"),
    ("maxHeight", "--host-max-height"),
];

impl Wanted {
    fn of(context: &Js) -> Self {
        let mut wanted = Self(Vec::new());
        let variables = context.named("styles").named("variables");
        if variables.is_object() {
            for name in variables.names() {
                if name.starts_with("--") {
                    let value = text(&variables.named(&name));
                    wanted.set(&name, value);
                }
            }
        }
        let theme = text(&context.named("theme"));
        if theme == "light" || theme == "dark" {
            wanted.set("color-scheme", theme.clone());
            wanted.set("data-theme", theme);
        }
        let insets = context.named("safeAreaInsets");
        wanted.lengths(&|side| insets.named(side), &INSETS, 0.0);
        // Less than a pixel is what a frame has that is not shown yet.
        wanted.lengths(&|side| limit(context, side), &DIMENSIONS, 1.0);
        wanted.set("data-display-mode", text(&context.named("displayMode")));
        // Some hosts write `de_DE`.
        let locale = text(&context.named("locale")).replace('_', "-");
        if is_language(&locale) {
            wanted.set("lang", locale);
        }
        wanted
    }

    fn lengths(&mut self, read: &dyn Fn(&str) -> Js, names: &[(&str, &str)], least: f64) {
        for (member, name) in names {
            let pixels = read(member).number();
            if let Some(pixels) = pixels.filter(|pixels| pixels.is_finite() && *pixels >= least) {
                let mut length = bindings::to_text(pixels);
                length.push_str("px");
                self.set(name, length);
            }
        }
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0
            .binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    fn set(&mut self, name: &str, value: String) {
        match self.find(name) {
            _ if value.is_empty() => {}
            Ok(index) => self.0[index].1 = value,
            Err(index) => self.0.insert(index, (name.into(), value)),
        }
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let index = self.find(name).ok()?;
        Some(self.0.remove(index).1)
    }
}

/// Puts the host's rules into a `<style>` of their own, and takes it away when there are none.
fn put_fonts(document: &Document, css: &str) {
    // The id that the official library gives its element: with both in a page there is still one.
    const ID: &str = "__mcp-host-fonts";
    let style = document.query_selector("style#__mcp-host-fonts");
    if let Ok(Some(style)) = style {
        if style.text_content().as_deref() == Some(css) {
            return;
        }
        style.remove();
    }
    if css.is_empty() {
        return;
    }
    if let (Some(head), Ok(style)) = (document.head(), document.create_element("style")) {
        // Complete before it is in the page: what a policy forbids is reported once.
        style.set_id(ID);
        style.set_text_content(Some(css));
        _ = head.append_child(&style);
    }
}

/// How large the host lets the page be on this side. Hosts of drafts call it `viewport`, where only the limits mean the same: width and
/// height say how large the frame is.
pub(super) fn limit(context: &Js, side: &str) -> Js {
    let container = context.named("containerDimensions");
    if !container.is_absent() && !container.is_null() {
        container.named(side)
    } else if side.starts_with("max") {
        context.named("viewport").named(side)
    } else {
        Js::absent()
    }
}

/// Two letters or more, and then parts of letters and digits; none is longer than eight.
fn is_language(tag: &str) -> bool {
    let mut length = 0;
    let mut first = true;
    for byte in tag.bytes() {
        if byte == b'-' {
            if length < 1 + usize::from(first) {
                return false;
            }
            (length, first) = (0, false);
        } else if length < 8 && (byte.is_ascii_alphabetic() || (!first && byte.is_ascii_digit())) {
            length += 1;
        } else {
            return false;
        }
    }
    length > usize::from(first)
}

/// The text, if it is one.
fn text(value: &Js) -> String {
    value.text().unwrap_or_default()
}
