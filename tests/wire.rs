//! The codec: what the corpus cannot say, because it is more than telling messages apart.
#![cfg(all(not(target_arch = "wasm32"), feature = "json", feature = "app"))]
#![allow(
    clippy::float_cmp,
    reason = "ids and times are whole numbers, and are to be exact"
)]

mod support;

#[path = "wire/anything.rs"]
mod anything;
#[path = "wire/frames.rs"]
mod frames;
#[cfg(feature = "widget")]
#[path = "wire/heal.rs"]
mod heal;
#[path = "wire/ids.rs"]
mod ids;
#[path = "wire/messages.rs"]
mod messages;
#[path = "wire/texts.rs"]
mod texts;
#[path = "wire/tools.rs"]
mod tools;
