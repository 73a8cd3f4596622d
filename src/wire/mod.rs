//! The codec: JSON-RPC envelopes, ids, errors, tool results and content blocks, over the trait [`Value`].
//!
//! It is not a JSON parser and not a model of MCP: it reads the members that decide where a message goes, and hands the
//! payload on as it came. Nothing here changes a value that arrived, keeps state, or knows the time.
//!
//! | module | what it is |
//! |---|---|
//! | [`Value`] | all that the codec asks of a payload |
//! | [`Word`] | the texts of the protocol that the codec reads and writes by itself |
//! | [`Message`] | one message, told apart: request, notification, reply, batch, or none of these |
//! | [`Envelope`] | the same, with its parts in Rust's own types |
//! | [`Address`] | whom a message is for, where several connections share a window |
//! | [`Id`] | a JSON-RPC id: a string or an integer, compared with its type |
//! | [`Fault`] | the `error` member of a reply, read with care |
//! | [`Expect`] | what an answer must be to be of use |
//! | [`ToolResult`] | `content`, `structuredContent`, `_meta` and `isError` of a tool's answer |
//! | [`Block`] | the type of a content block, of any MCP version |
//! | [`heal_json`] | completes a JSON text that is cut off (feature `widget`) |
//! | [`Diagnostic`] | an oddity that was met, and what was done about it |
//!
//! Front ends: [`Js`] reads the objects of a page, and [`json`] (feature `json`) reads text without a browser.

mod address;
mod code;
mod content;
mod diagnostic;
mod envelope;
mod fault;
mod frame;
#[cfg(feature = "widget")]
mod heal;
mod id;
mod intrinsics;
mod js;
#[cfg(feature = "json")]
pub mod json;
mod message;
mod result;
mod value;
mod word;

pub use address::Address;
pub use code::ErrorCode;
pub use content::Block;
pub use diagnostic::{Diagnostic, Diagnostics, Finding, Findings, Oddity, Path, Reason};
pub use envelope::{Envelope, Refusal};
pub use fault::Fault;
pub use frame::{error_frame, notification_frame, request_frame, result_frame};
#[cfg(feature = "widget")]
pub use heal::heal_json;
#[cfg(any(not(feature = "js"), feature = "widget"))]
pub(crate) use id::spelled_number;
pub use id::{BadId, Id};
pub use js::{Access, Js};
#[cfg(any(feature = "app", feature = "client"))]
pub(crate) use message::batch_length;
pub use message::{Message, Sort};
#[cfg(any(feature = "widget", feature = "http"))]
pub(crate) use result::is_true;
pub use result::{Expect, Invalid, ToolResult};
pub use value::{Fields, Kind, Value};
pub use word::Word;
