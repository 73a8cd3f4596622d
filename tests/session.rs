//! Correlation: each transition by itself, and any interleaving of all of them against a simple model.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::float_cmp,
    reason = "ids and times are whole numbers, and are to be exact"
)]

#[path = "session/deadlines.rs"]
mod deadlines;
#[path = "session/interleaving.rs"]
mod interleaving;
#[path = "session/replies.rs"]
mod replies;
#[path = "session/serving.rs"]
mod serving;

use mcp_widget::session::Timing;

/// Waits for ever.
const PATIENT: Timing = Timing {
    timeout: 0.0,
    total: 0.0,
};
