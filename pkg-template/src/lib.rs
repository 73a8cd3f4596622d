//! The engine of the npm package: nothing but the crate's `js` surface.
//!
//! It is a crate of its own because a library that is `rlib` and `cdylib` at once is built without link-time optimisation.

pub use mcp_widget::js::*;

/// A third of the size of the default allocator, and as fast for what a widget does.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

// Whoever changes the list links the engine anew.
const _: &[u8] = include_bytes!("../cut.txt");
