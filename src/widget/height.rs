//! How high the content of the page is, whatever the height of its window: if that came into it, each report would change the next one.

use std::cell::Cell;

use js_sys::{Array, WeakMap};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, Document, DomRect, Element, Range};

use crate::bindings::{self, Animated, Computed, WINDOW, Window};

/// So much is enough.
const SURE: f64 = 2.0;
/// `Node.ELEMENT_NODE`.
const ELEMENT: u16 = 1;

/// Measures a page. It writes nothing to it.
///
/// A box that is as high as what it holds counts as it is. Of the others, one that keeps its height when the window gets another counts
/// too. One that follows the window (`100vh`, `100%`, the rest of a column) counts as high as it was at first, or as what it holds.
pub(super) struct Ruler {
    document: Document,
    window: Window,
    /// What was seen of a box.
    known: WeakMap,
    range: Range,
    begin: Cell<f64>,
    view: Cell<f64>,
    scrolled: Cell<f64>,
}

/// Where a box is in the page.
#[derive(Clone, Copy)]
struct Place {
    top: f64,
    bottom: f64,
    height: f64,
}

/// What was seen of a box: the window's height and its own at that time, what it counts for if it follows the window, and how much speaks
/// for that.
#[derive(Clone, Copy)]
struct Seen {
    view: f64,
    height: f64,
    first: f64,
    hits: f64,
}

impl Ruler {
    /// None without a page.
    pub(super) fn new(document: Document) -> Option<Self> {
        Some(Self {
            range: document.create_range().ok()?,
            document,
            window: WINDOW.with(Clone::clone)?,
            known: WeakMap::new(),
            begin: Cell::default(),
            view: Cell::default(),
            scrolled: Cell::default(),
        })
    }

    /// The height in pixels; 0 where there is nothing yet. `watch` gets the elements whose size matters.
    pub(super) fn measure(&self, watch: &dyn Fn(&Element)) -> f64 {
        let Some(root) = self.document.document_element() else {
            return 0.0;
        };
        let view = self.window.inner_height().unwrap_or_default();
        self.view.set(view);
        if self.begin.get() == 0.0 {
            self.begin.set(view);
        }
        self.scrolled
            .set(self.window.scroll_y().unwrap_or_default());
        let place = self.place(&root.get_bounding_client_rect());
        self.reach(&root, 0, place, watch)
    }

    /// What has no height ends nowhere.
    fn place(&self, rect: &DomRect) -> Place {
        let scrolled = self.scrolled.get();
        let height = rect.height();
        Place {
            top: rect.top() + scrolled,
            bottom: if height == 0.0 {
                0.0
            } else {
                rect.bottom() + scrolled
            },
            height,
        }
    }

    fn style(&self, element: &Element) -> Style {
        Style(self.window.computed_style(element).ok())
    }

    fn is_body(&self, element: &Element) -> bool {
        let body = self.document.body().map(Element::from);
        body.as_ref() == Some(element)
    }

    /// How far down an element reaches, with what sticks out of it. The root is at depth 0.
    fn reach(&self, element: &Element, depth: u32, place: Place, watch: &dyn Fn(&Element)) -> f64 {
        let Place {
            top,
            bottom,
            height,
        } = place;
        let view = self.view.get();
        // What is drawn inside an SVG stays inside.
        let computed: &Computed = element.unchecked_ref();
        if !matches!(computed.offset_height(), Ok(Some(_))) {
            return bottom;
        }
        let frame = depth == 0 || (depth == 1 && self.is_body(element));
        let tall = frame || 4.0 * height >= view || self.known.has(element);
        // The lowest, as it is and as it counts.
        let (mut raw, mut end): (f64, f64) = (0.0, 0.0);
        let mut lowest = None;
        // The one behind, and where it begins.
        let mut head = None;
        let mut next = 0.0;
        // Backwards: few are lower than those behind them, and only these need a closer look.
        let mut node = element.last_child();
        while let Some(this) = node {
            node = this.previous_sibling();
            let child = (this.node_type() == ELEMENT).then(|| this.unchecked_ref::<Element>());
            let place = match child {
                Some(child) => {
                    if tall {
                        watch(child);
                    }
                    self.place(&child.get_bounding_client_rect())
                }
                None if tall && self.range.select_node(&this).is_ok() => {
                    self.place(&self.range.get_bounding_client_rect())
                }
                None => continue,
            };
            let low = child.map_or(place.bottom, |child| {
                self.reach(child, depth + 1, place, watch)
            });
            if low == 0.0 {
                continue;
            }
            let deep = low.max(place.bottom);
            // What counts less than it is, is as much less above what follows.
            if next >= place.bottom - 1.0 {
                end -= deep - low;
            }
            next = place.top;
            head = child.cloned();
            if (low > end || deep > raw) && (tall || low > bottom) {
                if child.is_some_and(|child| self.style(child).is("position", "fixed")) {
                    end = end.max(low - place.top);
                    continue;
                }
                // Browsers that cannot say throw.
                let is_hidden =
                    |child: &Element| child.unchecked_ref::<Computed>().is_visible() == Ok(false);
                if place.height != 0.0 && child.is_some_and(is_hidden) {
                    continue;
                }
                if deep > raw {
                    raw = deep;
                    lowest = child.cloned();
                }
                end = end.max(low);
            }
        }
        if !tall && end <= bottom {
            return bottom;
        }
        let style = self.style(element);
        if raw > bottom + 1.0 && !frame && !style.is("overflow-y", "visible") {
            (raw, end) = (0.0, 0.0);
        }
        if !tall {
            return bottom.max(end);
        }
        if frame && end == 0.0 {
            return 0.0;
        }
        let below = lowest.map_or(0.0, |lowest| self.below(&lowest, raw));
        let rest = style.px("padding-bottom") + style.px("border-bottom-width") + below;
        if bottom - raw - rest <= 1.0 {
            return (bottom - raw + end).max(end);
        }
        // What comes later, and ends with the window, follows it, likely.
        let loose = if frame {
            bottom + 9.0 > view
        } else {
            (view > self.begin.get() + 1.0 && near(bottom, view)) || style.is("position", "fixed")
        };
        let seen = self.seen(element).unwrap_or(Seen {
            view,
            height,
            first: if loose { 0.0 } else { height },
            hits: if loose { SURE } else { 0.0 },
        });
        let seen = seen.again(view, height, element);
        self.see(element, seen);
        if seen.hits < SURE {
            return bottom.max(end);
        }
        let free = next - top - style.px("padding-top") - style.px("border-top-width");
        (top + seen.first).max(end + rest - self.space(head.as_ref(), free))
    }

    /// How much of the free space above its first child a box has of its own: what it holds is in the middle, or at the end.
    fn space(&self, head: Option<&Element>, free: f64) -> f64 {
        let style = Style(head.and_then(|head| self.window.computed_style(head).ok()));
        if style.is("position", "absolute") || style.is("position", "fixed") {
            return 0.0;
        }
        (free - style.px("margin-top")).max(free.min(0.0))
    }

    /// The margin below an element that ends there, also one that collapses through it.
    fn below(&self, element: &Element, bottom: f64) -> f64 {
        let last = element.last_element_child();
        let ends =
            |last: &Element| near(self.place(&last.get_bounding_client_rect()).bottom, bottom);
        let inner = last
            .filter(ends)
            .map_or(0.0, |last| self.below(&last, bottom));
        self.style(element).px("margin-bottom").max(inner)
    }

    fn seen(&self, element: &Element) -> Option<Seen> {
        let seen = self.known.get(element).dyn_into::<Array>().ok()?;
        let number = |index| seen.get(index).as_f64().unwrap_or_default();
        Some(Seen {
            view: number(0),
            height: number(1),
            first: number(2),
            hits: number(3),
        })
    }

    fn see(&self, element: &Element, seen: Seen) {
        let seen = [seen.view, seen.height, seen.first, seen.hits];
        let seen: Array = seen.into_iter().map(JsValue::from_f64).collect();
        self.known.set(element, &seen);
    }
}

impl Seen {
    fn again(mut self, view: f64, height: f64, element: &Element) -> Self {
        let (still, same) = (near(self.view, view), near(self.height, height));
        if still && same {
            return self;
        }
        let both = !still && !same;
        let alike = both && near(height, (self.height * view) / self.view);
        // It may have grown as the window did by chance; not in proportion, and not twice, unless it is animated, and the window is behind.
        self.hits = if is_moving(element.unchecked_ref()) {
            -1.0
        } else if alike && self.hits >= 0.0 {
            SURE
        } else if both && near(height - self.height, view - self.view) {
            self.hits + 1.0
        } else {
            0.0
        };
        if self.hits < 1.0 && !alike {
            self.first = height;
        }
        Self {
            view,
            height,
            ..self
        }
    }
}

/// An element's style as it is computed.
struct Style(Option<CssStyleDeclaration>);

impl Style {
    fn get(&self, name: &str) -> String {
        let value = self.0.as_ref().map(|style| style.get_property_value(name));
        value.and_then(Result::ok).unwrap_or_default()
    }

    fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == value
    }

    /// A length; what is none, `auto` say, is 0.
    fn px(&self, name: &str) -> f64 {
        let length = bindings::parse_float(&self.get(name));
        if length.is_nan() { 0.0 } else { length }
    }
}

fn near(one: f64, two: f64) -> bool {
    (one - two).abs() < 0.5
}

/// Whether an animation of this element or document runs, and will end.
pub(super) fn is_moving(animated: &Animated) -> bool {
    // Browsers that cannot say throw.
    let Ok(animations) = animated.get_animations() else {
        return false;
    };
    animations.iter().any(|animation| {
        let member = |name: &str| bindings::reflect_get(&animation, &name.into());
        if !member("playState").is_ok_and(|state| state == "running") {
            return false;
        }
        let timing = member("effect").and_then(|effect| {
            effect
                .unchecked_into::<bindings::AnimationEffect>()
                .get_computed_timing()
        });
        let end = timing.and_then(|timing| bindings::reflect_get(&timing, &"endTime".into()));
        !end.is_ok_and(|end| end.as_f64() == Some(f64::INFINITY))
    })
}
