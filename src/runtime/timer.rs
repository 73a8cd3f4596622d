//! One timer for all deadlines.

use std::cell::Cell;
use std::fmt;

use wasm_bindgen::prelude::*;

use crate::bindings;
use crate::session::Millis;

/// `setTimeout` takes no more; a longer wait goes in steps.
const LONGEST: Millis = 2_147_483_647.0;

const NEVER: Millis = f64::INFINITY;

/// By how much a timer may be late before that is more than a busy page.
const LATE: Millis = 50.0;

/// Calls back when the earliest deadline may be over. Armed again by whoever is called.
pub(crate) struct Timer {
    callback: Closure<dyn Fn()>,
    armed: Cell<Millis>,
    handle: Cell<Option<JsValue>>,
}

impl fmt::Debug for Timer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Timer")
            .field("armed", &self.armed)
            .finish_non_exhaustive()
    }
}

impl Timer {
    pub(crate) fn new(callback: impl Fn() + 'static) -> Self {
        Self {
            callback: Closure::new(callback),
            armed: Cell::new(NEVER),
            handle: Cell::default(),
        }
    }

    /// The timer has called back. If that is long after its time, it waits for one more task first; whether it does.
    pub(crate) fn fired_late(&self) -> bool {
        let due = self.armed.replace(NEVER);
        self.handle.take();
        let late = due < NEVER && bindings::now() - due > LATE;
        if late {
            self.set(0.0);
        }
        late
    }

    /// Sets it off. If the page has no working timer now, the next arming tries again.
    fn set(&self, delay: Millis) {
        let callback = self.callback.as_ref().unchecked_ref();
        let handle = bindings::set_timeout(callback, delay).ok();
        if handle.is_none() {
            self.armed.set(NEVER);
        }
        self.handle.set(handle);
    }

    /// Arms the timer for this time; infinite stops it. One that is armed for an earlier time stays: it finds nothing due then, and is
    /// armed anew.
    pub(crate) fn arm(&self, wake: Millis) {
        let armed = self.armed.get();
        if armed <= wake && (wake < NEVER || armed == NEVER) {
            return;
        }
        if let Some(handle) = self.handle.take() {
            bindings::clear_timeout(&handle);
        }
        self.armed.set(wake);
        if wake < NEVER {
            self.set((wake - bindings::now()).clamp(0.0, LONGEST).ceil());
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            bindings::clear_timeout(&handle);
        }
    }
}
