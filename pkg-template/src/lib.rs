//! The engine of the npm package: nothing but the crate's `js` surface.
//!
//! It is a crate of its own because a library that is `rlib` and `cdylib` at once is built without link-time optimisation.

pub use mcp_widget::js::*;
