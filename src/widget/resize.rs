//! Tells the host how large the content is, whenever that changes.

use std::cell::{Cell, OnceCell};
use std::rc::{Rc, Weak};

use js_sys::{Function, Object, WeakSet};
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, MutationObserver, ResizeObserver};

use super::height::{Ruler, is_moving};
use super::registry::Runtime;
use super::{Subscription, Widget, set, styles};
use crate::app::Event;
use crate::bindings::{self, DOCUMENT, WINDOW, Window};
use crate::runtime::Timer;
use crate::session::Millis;
use crate::wire::{Finding, Oddity, Path, Value};

/// From a change to its measurement: about a frame. Not a frame, for a page that nobody draws gets none.
const PAUSE: Millis = 16.0;
/// How often in a row the content may grow with the window while the window grows with the content.
const CHANCES: u32 = 3;
/// Without a change so long, after which that is tried once more, or taken for proven.
const QUIET: Millis = 300.0;
/// What changes no box, but sticks out of one.
const SIGNS: [&str; 3] = ["load", "transitionend", "animationend"];

impl Widget {
    /// Tells the host how large the content is, now and whenever that changes; from the end of the handshake on, until the widget is closed
    /// or the [`Subscription`] is dropped. Once is enough, and a widget does it by itself unless
    /// [`Builder::auto_resize`](super::Builder::auto_resize) is false; what this gives ends that then.
    ///
    /// The height is that of the content, whatever the height of the window. Nothing is written to the page. What grows with its own
    /// report all the same is noticed: its height is kept, and [`Widget::diagnostics`] has
    /// [`Oddity::SizeLoop`].
    ///
    /// ```no_run
    /// use mcp_widget::Widget;
    ///
    /// let widget = Widget::builder("gift-ideas", "1.0.0").auto_resize(false).connect();
    /// // When the first gifts are there:
    /// let resizing = widget.auto_resize();
    /// ```
    #[must_use = "dropping it ends it"]
    pub fn auto_resize(&self) -> Subscription {
        let (status, context) = match self.runtime.surface.resizing.get() {
            Some(listeners) => listeners,
            None => self.start_resizing(),
        };
        Subscription::new(&self.runtime, move |runtime| {
            let resizing = &runtime.surface.resizing;
            if resizing.get() == Some((status, context)) {
                resizing.set(None);
            }
            runtime.unlisten(status);
            runtime.unlisten(context);
        })
    }

    /// It lives as long as its listeners. Their numbers.
    fn start_resizing(&self) -> (u32, u32) {
        let Some(resizing) = Resizing::new(&self.runtime) else {
            return (0, 0);
        };
        let listen = |event| {
            let resizing = Rc::clone(&resizing);
            self.runtime
                .listen(event, Rc::new(move |_| resizing.soon()))
        };
        let listeners = (
            listen(Event::StatusChange),
            listen(Event::HostContextChanged),
        );
        self.runtime.surface.resizing.set(Some(listeners));
        resizing.soon();
        listeners
    }
}

/// The measurements of a page.
struct Resizing {
    runtime: Weak<Runtime>,
    document: Document,
    window: Window,
    ruler: Ruler,
    watched: WeakSet,
    boxes: ResizeObserver,
    nodes: MutationObserver,
    timer: Timer,
    trial: Timer,
    /// Boxes are told of while the page is being drawn.
    drawing: Cell<bool>,
    /// What was sent last.
    width: Cell<f64>,
    height: Cell<f64>,
    /// What was seen last: of the window, of the content, and of what does not fit.
    view: Cell<f64>,
    content: Cell<f64>,
    wide: Cell<f64>,
    /// How often it followed the window, and the height that is kept since.
    followed: Cell<u32>,
    kept: Cell<f64>,
    tried: Cell<u32>,
    /// How long the latest measurement took: a page of very many elements is measured less often.
    cost: Cell<Millis>,
    /// Called for what may have changed the size, now or soon; and while the page is being drawn.
    looks: Closure<dyn Fn()>,
    waits: Closure<dyn Fn()>,
    _draws: Closure<dyn Fn()>,
}

impl Resizing {
    /// None without a page that can be watched.
    fn new(runtime: &Rc<Runtime>) -> Option<Rc<Self>> {
        let document = DOCUMENT.with(Clone::clone)?;
        let window = WINDOW.with(Clone::clone)?;
        let ruler = Ruler::new(document.clone())?;
        let me = Rc::new(OnceCell::<Weak<Self>>::new());
        let run = |run: fn(&Self)| {
            let me = Rc::clone(&me);
            move || {
                if let Some(resizing) = me.get().and_then(Weak::upgrade) {
                    run(&resizing);
                }
            }
        };
        let looks = Closure::new(run(Self::look));
        let waits = Closure::new(run(Self::soon));
        // At once, for when the window changes next it must be known how high things were before.
        let draws = Closure::new(run(|resizing| {
            resizing.drawing.set(true);
            resizing.look();
            resizing.drawing.set(false);
        }));
        let boxes = ResizeObserver::new(function(&draws)).ok()?;
        let nodes = MutationObserver::new(function(&waits)).ok()?;
        let resizing = Rc::new(Self {
            runtime: Rc::downgrade(runtime),
            document,
            window,
            ruler,
            watched: WeakSet::new(),
            boxes,
            nodes,
            timer: Timer::new(run(|resizing| {
                if !resizing.timer.fired_late() {
                    resizing.look();
                }
            })),
            trial: Timer::new(run(|resizing| {
                if !resizing.trial.fired_late() {
                    resizing.retry();
                }
            })),
            drawing: Cell::default(),
            width: Cell::default(),
            height: Cell::default(),
            view: Cell::default(),
            content: Cell::default(),
            wide: Cell::default(),
            followed: Cell::default(),
            kept: Cell::default(),
            tried: Cell::default(),
            cost: Cell::default(),
            looks,
            waits,
            _draws: draws,
        });
        _ = me.set(Rc::downgrade(&resizing));
        resizing.listen();
        Some(resizing)
    }

    fn listen(&self) {
        let options = Object::new().into();
        for option in ["subtree", "childList", "characterData", "attributes"] {
            set(&options, option, &JsValue::TRUE);
        }
        _ = self
            .nodes
            .observe_with_options(&self.document, options.unchecked_ref());
        for sign in SIGNS {
            // Captured: not all of them bubble.
            _ = self.document.add_event_listener_with_callback_and_bool(
                sign,
                function(&self.waits),
                true,
            );
        }
        self.window
            .add_event_listener("resize", function(&self.looks));
    }

    /// Looks when what is being changed is likely to be complete.
    fn soon(&self) {
        let pause = PAUSE.max(8.0 * self.cost.get());
        self.timer.arm(bindings::now() + pause);
    }

    fn watch(&self, element: &Element) {
        // To observe one again would be a change; to observe more from within could be an error of the page's.
        if self.watched.has(element) {
            return;
        }
        if self.drawing.get() {
            self.soon();
            return;
        }
        self.watched.add(element);
        self.boxes.observe(element);
    }

    fn look(&self) {
        self.timer.arm(f64::INFINITY);
        let Some(runtime) = self.runtime.upgrade() else {
            return;
        };
        let host = runtime.look(|app| app.host().cloned());
        let wide = self.window.inner_width().unwrap_or_default();
        // A frame that is not shown at all has no size. One that is shown may have no height yet.
        let (Some(host), Some(root)) = (host, self.document.document_element()) else {
            return;
        };
        if wide == 0.0 {
            return;
        }
        let limit = |side| {
            let limit = styles::limit(&host.context, side).number();
            limit.filter(|limit| *limit > 0.0)
        };
        self.watch(&root);
        let begun = bindings::now();
        let before = (self.width.get(), self.height.get());
        let broad = f64::from(root.scroll_width());
        self.height.set(if limit("height").is_some() {
            0.0
        } else {
            let high = self.settle(self.ruler.measure(&|element| self.watch(element)));
            let most = limit("maxHeight").unwrap_or(f64::INFINITY);
            (high - 0.02).ceil().min(most)
        });
        self.cost.set(bindings::now() - begun);
        // What fits fills the width that it gets, and says nothing of it.
        let most = limit("maxWidth").filter(|most| limit("width").is_none() && *most > wide);
        if let Some(most) = most {
            let over = broad - wide;
            if self.wide.replace(over) != over && over > 0.0 {
                self.width.set(broad.min(most));
            }
        }
        let (width, height) = (self.width.get(), self.height.get());
        if before != (width, height) {
            // A side that is 0 is left out.
            Widget {
                runtime,
                timeout: 0.0,
            }
            .send_size(width, height);
        }
    }

    /// The height that counts: what was measured, unless it runs away with the window.
    fn settle(&self, high: f64) -> f64 {
        let view = self.window.inner_height().unwrap_or_default();
        let before = self.view.replace(view);
        let turned = view - before;
        let changed = high - self.content.replace(high);
        if turned == 0.0 {
            // The content changes by itself.
            if self.kept.get() != 0.0 {
                self.kept.set((self.kept.get() + changed).max(1.0));
            }
            if changed != 0.0 {
                self.followed.set(0);
                if self.tried.get() < 2 {
                    self.tried.set(0);
                }
            }
        } else if before != 0.0
            && turned * changed > 0.0
            && changed.abs() > turned.abs() - 1.0
            // What is animated looks the same, for the window is always a little behind.
            && !is_moving(self.document.unchecked_ref())
        {
            self.followed.set(self.followed.get() + 1);
            if self.followed.get() == CHANCES {
                self.kept.set(self.height.get());
            }
        } else {
            self.followed.set(0);
            self.kept.set(0.0);
            self.tried.set(0);
        }
        let kept = self.kept.get();
        if kept != 0.0 && changed != 0.0 && self.tried.get() < 2 {
            self.trial.arm(f64::INFINITY);
            self.trial.arm(bindings::now() + QUIET);
        }
        if kept == 0.0 { high } else { kept }
    }

    /// It may have been chance. Once more when all is quiet; if that goes the same way, that was it.
    fn retry(&self) {
        let tried = self.tried.replace(self.tried.get() + 1);
        if tried > 0 {
            self.note_loop();
            return;
        }
        self.kept.set(0.0);
        self.followed.set(CHANCES - 1);
        self.look();
    }

    /// Whatever height the window gets, the content wants more. Noted once.
    fn note_loop(&self) {
        let Some(runtime) = self.runtime.upgrade() else {
            return;
        };
        let known = runtime.look(|app| {
            let mut diagnostics = app.diagnostics().iter();
            diagnostics.any(|known| known.finding.oddity == Oddity::SizeLoop)
        });
        if !known {
            let finding = Finding::new(Oddity::SizeLoop, Path::Root);
            runtime.transition(|app, _| app.diagnose(finding));
        }
    }
}

impl Drop for Resizing {
    fn drop(&mut self) {
        self.boxes.disconnect();
        self.nodes.disconnect();
        for sign in SIGNS {
            _ = self.document.remove_event_listener_with_callback_and_bool(
                sign,
                function(&self.waits),
                true,
            );
        }
        self.window
            .remove_event_listener("resize", function(&self.looks));
    }
}

fn function(closure: &Closure<dyn Fn()>) -> &Function {
    closure.as_ref().unchecked_ref()
}
