//! An MCP client as a pure state machine: which version the server speaks, calls, what it asks for in between, and serving it.
//!
//! [`Client`] holds the state; a transition queues [`Order`](crate::rpc::Order)s, as in [`crate::app`]. It is no HTTP: whoever carries its
//! messages tells it what became of each ([`Client::sent`], [`receive`], [`Client::refused`]), and asks it for the headers that go with one
//! ([`hints`]). It keeps no clock: time comes in as an argument.
//!
//! ```mermaid
//! stateDiagram-v2
//!     [*] --> Discovering: start (server/discover, 2026-07-28)
//!     [*] --> Initializing: start, with a version or an origin that is known for one
//!     Discovering --> Ready: it speaks that version
//!     Discovering --> Initializing: it does not know the method, or names versions
//!     Initializing --> Ready: a version that is spoken here (notifications/initialized)
//!     Initializing --> Initializing: it names another version, once
//!     Initializing --> OldStream: 400, 404 or 405 without a word
//!     OldStream --> Initializing: its stream is open (2024-11-05)
//!     Ready --> Initializing: the session is lost
//!     Ready --> [*]: close
//! ```

mod cache;
mod header;
mod inbound;
mod input;
mod refusal;
mod state;
mod version;

pub use header::{Hints, hints};
pub use inbound::receive;
pub use refusal::Refusal;
pub use state::{Call, Client};
pub use version::Version;

/// How many pages of tools are read to find the headers of one.
const PAGES: u32 = 32;

/// What a server said of itself.
#[derive(Clone, Debug)]
pub struct Server<V> {
    /// `serverInfo`: name, version, …; `{}` if it did not say.
    pub info: V,
    /// Its capabilities, unknown ones too.
    pub capabilities: V,
    /// What a model should know about it: a text, or absent.
    pub instructions: V,
    /// The version that is spoken with it.
    pub version: Version,
}
