//! Transports: they move messages, and know nothing of tools.
//!
//! [`PostMessage`] talks to the parent window. Anything else is the caller's: it implements [`Transport`], and hands what comes in
//! to its widget.

#[cfg(feature = "http")]
mod events;
#[cfg(feature = "http")]
pub(crate) mod fetch;
#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "widget")]
mod post_message;

#[cfg(feature = "widget")]
pub use post_message::{NoParent, PostMessage};

#[cfg(feature = "widget")]
use wasm_bindgen::JsValue;

#[cfg(feature = "widget")]
use crate::wire::{Address, Js};

/// The way in: a connection, as far as a transport sees it.
#[cfg(feature = "widget")]
pub trait Member {
    /// A message came in.
    fn receive(&self, message: &Js);

    /// Whether a message with this address is for this connection.
    fn takes(&self, address: &Address<Js>) -> bool;

    /// Whether this connection has somebody to serve this method.
    fn can_serve(&self, method: &Js) -> bool;
}

/// The way out.
#[cfg(feature = "widget")]
pub trait Transport {
    /// Sends one message. It may deliver replies before it returns.
    ///
    /// # Errors
    /// What was thrown: the request that the message carries fails with it at once.
    fn send(&self, message: &JsValue) -> Result<(), JsValue>;

    /// Stops. Nothing is sent or delivered afterwards.
    fn close(&self) {}
}
