//! A client's connection with a server, driven by hand: what goes out, what is told, and how calls end.
#![cfg(all(
    not(target_arch = "wasm32"),
    feature = "json",
    feature = "app",
    feature = "client"
))]
#![allow(
    clippy::float_cmp,
    reason = "ids and times are whole numbers, and are to be exact"
)]

mod support;

#[path = "mcp/caching.rs"]
mod caching;
#[path = "mcp/calls.rs"]
mod calls;
#[path = "mcp/closing.rs"]
mod closing;
#[path = "mcp/desk.rs"]
mod desk;
#[path = "mcp/eras.rs"]
mod eras;
#[path = "mcp/headers.rs"]
mod headers;
#[path = "mcp/interleaving.rs"]
mod interleaving;
#[path = "mcp/listening.rs"]
mod listening;
#[path = "mcp/package.rs"]
mod package;
#[path = "mcp/replies.rs"]
mod replies;
#[path = "mcp/rounds.rs"]
mod rounds;
#[path = "mcp/serving.rs"]
mod serving;
#[path = "mcp/sessions.rs"]
mod sessions;
