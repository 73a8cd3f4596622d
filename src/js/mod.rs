//! What the npm package's engines export. Nothing here is an API for people.

#[cfg(feature = "client")]
mod client;
#[cfg(feature = "app")]
mod widget;

#[cfg(feature = "client")]
pub use client::Client;
#[cfg(feature = "app")]
pub use widget::Peer;
