//! Tells the host how high the widget is, so that it fits the frame to it.

use std::cell::Cell;

use js_sys::{Object, Reflect};
use mcp_widget::Widget;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};

use crate::dom::by_id;

/// Reports the height now and whenever it changes.
pub(crate) fn report(widget: &Widget) {
    let Ok(element) = by_id::<Element>("widget") else {
        return;
    };
    let (widget, measured) = (widget.clone(), element.clone());
    let reported = Cell::new(0.0);
    // Called once at the start too.
    let changed = Closure::<dyn Fn()>::new(move || {
        let height = measured.get_bounding_client_rect().height().ceil();
        if height > 0.0 && reported.replace(height).to_bits() != height.to_bits() {
            let size = Object::new();
            if Reflect::set(&size, &"height".into(), &height.into()).is_ok() {
                widget.notify("ui/notifications/size-changed", &size);
            }
        }
    })
    .into_js_value();
    if let Ok(observer) = ResizeObserver::new(changed.unchecked_ref()) {
        observer.observe(&element);
    }
}
