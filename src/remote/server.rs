//! What a server says of itself.

use wasm_bindgen::JsValue;

use crate::client::{self, Version};
use crate::wire::{Js, Value};

/// The server, as it described itself.
///
/// ```no_run
/// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
/// let server = client.ready().await?;
/// if server.version.is_modern() {
///     // It has neither handshake nor session.
/// }
/// let instructions = server.instructions.unwrap_or_default();
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Server {
    /// `serverInfo`; `{}` if it did not say.
    pub info: JsValue,
    /// Its capabilities, unknown ones too.
    pub capabilities: JsValue,
    /// What a model should know about it.
    pub instructions: Option<String>,
    /// The version that is spoken with it.
    pub version: Version,
}

impl From<client::Server<Js>> for Server {
    fn from(server: client::Server<Js>) -> Self {
        Self {
            info: server.info.into_js(),
            capabilities: server.capabilities.into_js(),
            instructions: server.instructions.text(),
            version: server.version,
        }
    }
}
