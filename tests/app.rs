//! A widget's connection, driven by hand: what goes out, what is told, and how calls end.
#![cfg(all(not(target_arch = "wasm32"), feature = "json", feature = "app"))]
#![allow(
    clippy::float_cmp,
    reason = "ids and times are whole numbers, and are to be exact"
)]

mod support;

#[path = "app/calls.rs"]
mod calls;
#[path = "app/closing.rs"]
mod closing;
#[path = "app/damage.rs"]
mod damage;
#[path = "app/events.rs"]
mod events;
#[path = "app/handshake.rs"]
mod handshake;
#[path = "app/interleaving.rs"]
mod interleaving;
#[path = "app/orders.rs"]
mod orders;
#[path = "app/package.rs"]
mod package;
#[path = "app/replies.rs"]
mod replies;
#[path = "app/serving.rs"]
mod serving;
