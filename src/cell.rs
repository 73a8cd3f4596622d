//! Borrowing that does not fail, for a transition runs no foreign code: nothing comes back in while it is under way. Only an exception
//! that unwinds through one, such as a stack overflow, leaves a borrow behind; whatever follows stops here then.
//!
//! `RefCell`'s own methods would bring the machinery that formats their panics into every widget.

use std::cell::{Ref, RefCell, RefMut};

/// Borrows to look.
pub(crate) fn read<T>(cell: &RefCell<T>) -> Ref<'_, T> {
    cell.try_borrow().unwrap_or_else(|_| stop())
}

/// Borrows to change.
pub(crate) fn write<T>(cell: &RefCell<T>) -> RefMut<'_, T> {
    cell.try_borrow_mut().unwrap_or_else(|_| stop())
}

/// A borrow was left behind.
#[cold]
fn stop() -> ! {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    unreachable!("a transition ran foreign code");
}
