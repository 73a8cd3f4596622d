//! Something that goes on until it is dropped.

use std::fmt;
use std::rc::{Rc, Weak};

use super::registry::Runtime;

type End = dyn FnOnce(&Runtime);

/// A listener or a handler that is attached. Dropping it detaches it.
#[must_use = "dropping it ends it"]
pub struct Subscription {
    runtime: Weak<Runtime>,
    end: Option<Box<End>>,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Subscription")
            .finish_non_exhaustive()
    }
}

impl Subscription {
    pub(super) fn new(runtime: &Rc<Runtime>, end: impl FnOnce(&Runtime) + 'static) -> Self {
        Self {
            runtime: Rc::downgrade(runtime),
            end: Some(Box::new(end)),
        }
    }

    /// Leaves it attached for as long as the widget is connected.
    pub fn forget(mut self) {
        self.end = None;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let (Some(runtime), Some(end)) = (self.runtime.upgrade(), self.end.take()) {
            end(&runtime);
        }
    }
}
