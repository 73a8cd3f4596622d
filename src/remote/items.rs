//! What stands in a server's lists. Each stays the object that arrived.

use wasm_bindgen::JsValue;

#[cfg(feature = "serde")]
use crate::surface::{Error, typed};
use crate::wire::{Js, Value};

/// What a list is of.
pub trait Item: sealed::Sealed + Sized {
    #[doc(hidden)]
    fn from_js(value: JsValue) -> Self;
}

pub(super) mod sealed {
    pub trait Sealed {}
}

macro_rules! items {
    ($($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $member:ident = $key:literal,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub struct $name(Js);

        impl sealed::Sealed for $name {}

        impl Item for $name {
            fn from_js(value: JsValue) -> Self {
                Self(Js::from(value))
            }
        }

        impl $name {
            /// What it is called by; empty if the server did not say.
            pub fn name(&self) -> String {
                self.0.named("name").text().unwrap_or_default()
            }

            /// A name for people to read.
            pub fn title(&self) -> Option<String> {
                self.0.named("title").text()
            }

            /// What it is, in words.
            pub fn description(&self) -> Option<String> {
                self.0.named("description").text()
            }

            $(
                $(#[$what])*
                pub fn $member(&self) -> JsValue {
                    self.0.named($key).into_js()
                }
            )*

            /// The object that arrived.
            pub fn as_js(&self) -> &JsValue {
                self.0.as_js()
            }

            /// It as a `T`.
            ///
            /// # Errors
            /// [`Error::Convert`] if it is no `T`.
            #[cfg(feature = "serde")]
            pub fn typed<T: serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
                typed(self.0.as_js())
            }
        }
    )*};
}

items! {
    /// A tool of a server's.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// for tool in client.tools().collect().await? {
    ///     let label = tool.title().unwrap_or_else(|| tool.name());
    ///     let schema = tool.input_schema(); // an object of JavaScript
    /// }
    /// # Ok(())
    /// # }
    /// ```
    Tool {
        /// What its arguments are: JSON Schema; `undefined` if the server did not say.
        input_schema = "inputSchema",
        /// What its structured result is: JSON Schema; `undefined` if the server did not say.
        output_schema = "outputSchema",
        /// What it does to the world (MCP `ToolAnnotations`); `undefined` if the server did not say.
        annotations = "annotations",
    }

    /// A resource of a server's.
    Resource {}

    /// Resources of a server's whose addresses follow a pattern.
    ResourceTemplate {}

    /// A prompt of a server's.
    Prompt {
        /// What it takes: an array of objects with a `name`; `undefined` if the server did not say.
        arguments = "arguments",
    }
}

impl Resource {
    /// Its address, for [`Client::read_resource`](super::Client::read_resource); empty if the server did not say.
    ///
    /// ```no_run
    /// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
    /// let mut resources = client.resources();
    /// if let Some(first) = resources.next().await.transpose()? {
    ///     let contents = client.read_resource(&first.uri()).await?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn uri(&self) -> String {
        self.0.named("uri").text().unwrap_or_default()
    }

    /// Its media type.
    pub fn mime_type(&self) -> Option<String> {
        self.0.named("mimeType").text()
    }
}

impl ResourceTemplate {
    /// The pattern of the addresses (RFC 6570); empty if the server did not say.
    pub fn uri_template(&self) -> String {
        self.0.named("uriTemplate").text().unwrap_or_default()
    }

    /// The media type, if all of them have the same.
    pub fn mime_type(&self) -> Option<String> {
        self.0.named("mimeType").text()
    }
}
