//! What stands in the place of a page's own function, for a while.

use wasm_bindgen::JsValue;

use super::{js, with};

/// Puts it back when it is dropped. What the replacement keeps is a member of it.
pub(crate) struct Instead(JsValue);

impl Instead {
    /// Puts this in the place of the function with this name; in it the former one is called `before`.
    pub(crate) fn of(owner: &str, name: &str, replacement: &str) -> Self {
        Self(js(&format!(
            "(() => {{
                const before = {owner}.{name};
                const own = Object.getOwnPropertyDescriptor({owner}, '{name}');
                {owner}.{name} = {replacement};
                return () => own ? Object.defineProperty({owner}, '{name}', own) : delete {owner}.{name};
            }})()"
        )))
    }

    /// Time stands still, but for what `performance.now.late` is added to.
    pub(crate) fn clock() -> Self {
        Self::of(
            "performance",
            "now",
            "((now) => Object.assign(() => now + performance.now.late, { late: 0 }))(before.call(performance))",
        )
    }

    /// Timers of a second or more are held, until they are fired by hand: `setTimeout.held` has what they call.
    pub(crate) fn long_timers() -> Self {
        Self::of(
            "globalThis",
            "setTimeout",
            "Object.assign((call, milliseconds) => milliseconds < 1000 ? before(call, milliseconds) : -setTimeout.held.push(call), { held: [] })",
        )
    }
}

impl Drop for Instead {
    fn drop(&mut self) {
        with(&self.0, "it()");
    }
}
