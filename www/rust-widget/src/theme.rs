//! The host's look: its theme as `color-scheme`, its CSS variables on the root. What it leaves out, the style sheet's own values
//! supply.

use std::cell::RefCell;

use js_sys::Object;
use mcp_widget::Widget;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, HtmlElement};

use crate::dom::{document, member};

/// Applies the context, and every change of it.
pub(crate) fn follow(widget: &Widget, context: &JsValue) {
    let root = document()
        .ok()
        .and_then(|document| document.document_element())
        .and_then(|root| root.dyn_into::<HtmlElement>().ok());
    let Some(root) = root else { return };
    let look = Look {
        style: root.style(),
        variables: RefCell::default(),
    };
    look.apply(context);
    let host = widget.clone();
    widget
        .on_host_context_changed(move |_| {
            if let Some(host) = host.host() {
                look.apply(&host.context);
            }
        })
        .forget();
}

struct Look {
    style: CssStyleDeclaration,
    /// What was applied, to be taken away again.
    variables: RefCell<Vec<String>>,
}

impl Look {
    fn apply(&self, context: &JsValue) {
        let theme = member(context, "theme").as_string();
        // Without a theme from the host the person's own preference counts.
        let scheme = theme.filter(|theme| theme == "dark" || theme == "light");
        let scheme = scheme.as_deref().unwrap_or("light dark");
        // A value that the browser does not take leaves the style as it is.
        _ = self.style.set_property("color-scheme", scheme);
        for name in self.variables.take() {
            _ = self.style.remove_property(&name);
        }
        let variables = member(&member(context, "styles"), "variables");
        let Some(variables) = variables.dyn_ref::<Object>() else {
            return;
        };
        for name in Object::keys(variables).iter() {
            let Some(name) = name.as_string().filter(|name| name.starts_with("--")) else {
                continue;
            };
            if let Some(value) = member(variables, &name).as_string() {
                _ = self.style.set_property(&name, &value);
                self.variables.borrow_mut().push(name);
            }
        }
    }
}
