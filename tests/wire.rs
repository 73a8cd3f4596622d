//! The codec: what the corpus cannot say, because it is more than telling messages apart.
#![cfg(all(not(target_arch = "wasm32"), feature = "json", feature = "app"))]

mod support;

#[path = "wire/damage.rs"]
mod damage;
#[path = "wire/frames.rs"]
mod frames;
#[path = "wire/ids.rs"]
mod ids;
#[path = "wire/texts.rs"]
mod texts;
#[path = "wire/tools.rs"]
mod tools;
