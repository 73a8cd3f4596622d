//! The runtime inside an MCP Apps widget.

#[cfg(feature = "app")]
pub mod app;
mod bindings;
#[cfg(feature = "js")]
pub mod js;
pub mod session;
#[cfg(feature = "app")]
pub mod transport;
#[cfg(feature = "app")]
pub mod widget;
pub mod wire;

#[cfg(feature = "app")]
pub use widget::{Error, Host, RpcError, Subscription, ToolResult, Widget};
