//! The engine of the client of the npm package: nothing but the crate's `js` surface.
//!
//! It is a crate of its own because a library that is `rlib` and `cdylib` at once is built without link-time optimisation.

pub use mcp_widget::js::*;

/// A fraction of the size of the default allocator. It walks the list of what is free, which is short: what lives long stands in a few
/// vectors, and payloads are not here at all.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

// Whoever changes what is cut out, or how, links the engine anew.
const _: [&[u8]; 3] = [
    include_bytes!("../../cut.txt"),
    include_bytes!("../../../xtask/src/link.rs"),
    include_bytes!("../../../xtask/src/object.rs"),
];
