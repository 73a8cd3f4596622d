//! The runtime inside an MCP Apps widget: a small web page that an AI host shows in a sandboxed iframe beside a conversation.
//!
//! It speaks JSON-RPC with the host: MCP (`tools/call`, `resources/read`, …) and MCP Apps (`ui/initialize`,
//! `ui/notifications/tool-result`, …). This crate encodes and decodes the messages, pairs replies with requests, unpacks results, and
//! keeps the handshake. The npm package `mcp-widget` is this crate, compiled to WebAssembly and lowered to JavaScript; a widget in Rust
//! uses [`Widget`].
//!
//! # A widget in Rust
//!
//! ```no_run
//! # async fn example() -> Result<(), mcp_widget::Error> {
//! use mcp_widget::Widget;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Gifts {
//!     gifts: Vec<Gift>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Gift {
//!     name: String,
//! }
//!
//! let widget = Widget::connect("gift-ideas", "1.0.0");
//! let arguments = std::collections::HashMap::from([("occasion", "birthday")]);
//! let gifts: Gifts = widget.call_tool("suggest_gifts", &arguments).await?.structured()?;
//! # Ok(())
//! # }
//! ```
//!
//! # A client in Rust
//!
//! With the feature `http`, a page that is no widget, or a widget whose policy allows it, reaches an MCP server by itself: `Client`, over the
//! page's `fetch`. Its calls and results are those of a widget.
//!
#![cfg_attr(feature = "http", doc = "```no_run")]
#![cfg_attr(not(feature = "http"), doc = "```ignore")]
//! # async fn example() -> Result<(), mcp_widget::Error> {
//! use mcp_widget::Client;
//!
//! let client = Client::connect("https://gifts.example/mcp", "gift-page", "1.0.0");
//! let arguments = std::collections::HashMap::from([("occasion", "birthday")]);
//! let result = client.call_tool("suggest_gifts", &arguments).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Layers
//!
//! An arrow points down only: a layer knows those below it.
//!
//! | layer | what it is | what it is not |
//! |---|---|---|
//! | [`widget`] | the widget for Rust: futures, listeners, handlers, typed values | a framework |
//! | `remote` | the client for Rust: the same with a server over HTTP | an OAuth client |
//! | `surface` | what these two have in common: calls, results, errors, guards, handlers | a protocol |
//! | `runtime` | runs the state machine in a page for them: one transport, one timer | a place for rules of the protocol, or for listeners |
//! | [`transport`] | `postMessage`, or whatever the caller brings; a client's `fetch` | a parser |
//! | `js` | the state machine as the npm package's engine exports it: numbers and values, both ways; window and timer are TypeScript's | an API for people |
//! | [`app`] | MCP Apps as a pure state machine | DOM code |
//! | `client` | an MCP client as a pure state machine | HTTP |
//! | `http` | HTTP as far as it is pure: where events are in a stream, header values, challenges | a transport |
//! | [`session`] | which reply belongs to which request; never sees a payload | a client |
//! | [`wire`] | the codec, over the trait [`wire::Value`] | a JSON parser |
//!
//! Three facts decide the design. A payload that crosses the boundary to WebAssembly costs more than everything else together, so it never
//! does: it stays a JavaScript value, by reference, and a result *is* the object that arrived. WebAssembly does not run under the policy
//! that MCP Apps prescribes by default, so the same compile also becomes JavaScript. And hosts are wrong in small ways all the time, so a
//! message is read member by member: what is odd is put up with and noted as a [`wire::Diagnostic`]; what can be attributed to a request
//! ends that request at once.
//!
//! # Features
//!
//! * `widget` (default): [`Widget`], and with it `app`.
//! * `app`: the MCP Apps state machine, which both surfaces stand on.
//! * `http`: `Client`, and with it `client`.
//! * `client`: what an MCP client over HTTP stands on.
//! * `serde` (default): typed arguments and results, through serde-wasm-bindgen.
//! * `json`: the codec's front end for text, without a browser.
//! * `js`: the exports of the npm package. A widget in Rust must not turn it on: a `cdylib` exports all of them, and `undefined` is known
//!   by the one handle that only the package's glue gives it.

#[cfg(feature = "app")]
pub mod app;
mod bindings;
#[cfg(any(feature = "app", feature = "client"))]
mod cell;
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "client")]
pub mod http;
#[cfg(feature = "js")]
pub mod js;
#[cfg(feature = "http")]
pub mod remote;
#[cfg(any(feature = "app", feature = "client"))]
pub mod rpc;
#[cfg(any(feature = "widget", feature = "http"))]
mod runtime;
pub mod session;
#[cfg(any(feature = "widget", feature = "http"))]
mod surface;
#[cfg(any(feature = "widget", feature = "http"))]
pub mod transport;
#[cfg(feature = "widget")]
pub mod widget;
pub mod wire;

#[cfg(feature = "http")]
pub use remote::{Challenge, Client, Server};
#[cfg(any(feature = "widget", feature = "http"))]
pub use surface::{Error, RpcError, Subscription, ToolResult};
#[cfg(feature = "widget")]
pub use widget::{Host, Widget};
