//! HTTP, as far as it is pure: streams, header values, challenges, pauses.
#![cfg(all(not(target_arch = "wasm32"), feature = "client"))]
#![allow(clippy::float_cmp, reason = "times are whole numbers, or exact halves")]

#[path = "http/backoff.rs"]
mod backoff;
#[path = "http/challenges.rs"]
mod challenges;
#[path = "http/chunks.rs"]
mod chunks;
#[path = "http/limits.rs"]
mod limits;
#[path = "http/reference.rs"]
mod reference;
#[path = "http/streams.rs"]
mod streams;
#[path = "http/values.rs"]
mod values;
