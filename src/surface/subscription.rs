//! Something that goes on until it is dropped.

use std::fmt;
use std::rc::Rc;

/// A listener or a handler that is attached, or something else that goes on. Dropping it ends that.
#[must_use = "dropping it ends it"]
pub struct Subscription(Option<Box<dyn FnOnce()>>);

impl fmt::Debug for Subscription {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Subscription")
            .finish_non_exhaustive()
    }
}

impl Subscription {
    /// `end` is called with whom it is about, if that is still there. It does not keep it.
    pub(crate) fn new<T: 'static>(whom: &Rc<T>, end: impl FnOnce(&T) + 'static) -> Self {
        let whom = Rc::downgrade(whom);
        Self(Some(Box::new(move || {
            if let Some(whom) = whom.upgrade() {
                end(&whom);
            }
        })))
    }

    /// Leaves it attached for as long as there is a connection.
    pub fn forget(mut self) {
        self.0 = None;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}
