//! The resources: the catalogue's filters, and the widgets' HTML from the folder of static files.

use std::{io, path::Path};

use rmcp::{
    ErrorData,
    model::{MetaObject, ReadResourceResult, Resource, ResourceContents, object},
};
use serde_json::json;

use crate::catalogue::Catalogue;

/// What the widget reads for its filters.
pub const CATALOGUE: &str = "mcp://gift-server/resources/gift_catalog";
/// The widget.
pub const WIDGET: &str = "ui://gift-server/gifts.html";
/// The widget that is written in Rust alone; offered if it has been built.
pub const RUST_WIDGET: &str = "ui://gift-server/rust.html";
/// The media type of a view in MCP Apps.
pub const VIEW_TYPE: &str = "text/html;profile=mcp-app";

const WIDGET_FILE: &str = "widget.html";
const RUST_WIDGET_FILE: &str = "rust-widget.html";

/// All resources that there are now.
pub async fn list(root: &Path) -> Vec<Resource> {
    let mut resources = vec![
        Resource::new(CATALOGUE, "gift_catalog")
            .with_title("Gift catalog")
            .with_description("Categories, occasions, tags and prices of all gifts")
            .with_mime_type("application/json"),
        view(
            WIDGET,
            "gifts",
            "Gift ideas",
            "Asks for an occasion, a budget and a recipient, and shows gift ideas",
        ),
    ];
    if tokio::fs::try_exists(root.join(RUST_WIDGET_FILE))
        .await
        .unwrap_or(false)
    {
        resources.push(view(
            RUST_WIDGET,
            "rust",
            "Gift ideas in Rust",
            "A small widget that is written in Rust alone",
        ));
    }
    resources
}

/// Reads one resource.
///
/// # Errors
/// -32002 for a resource that does not exist (the SDK turns it into -32602 for clients of 2026-07-28), -32603 for a
/// widget that has not been built.
pub async fn read(
    uri: &str,
    catalogue: &Catalogue,
    root: &Path,
) -> Result<ReadResourceResult, ErrorData> {
    let contents = match uri {
        CATALOGUE => ResourceContents::text(catalogue.summary().to_string(), uri)
            .with_mime_type("application/json"),
        WIDGET => {
            let html = html(root, WIDGET_FILE).await?;
            view_contents(uri, html.ok_or_else(|| not_built(uri))?)
        }
        RUST_WIDGET => {
            let html = html(root, RUST_WIDGET_FILE).await?;
            view_contents(uri, html.ok_or_else(|| unknown(uri))?)
        }
        _ => return Err(unknown(uri)),
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

fn view(uri: &str, name: &str, title: &str, description: &str) -> Resource {
    Resource::new(uri, name)
        .with_title(title)
        .with_description(description)
        .with_mime_type(VIEW_TYPE)
        .with_meta(view_meta())
}

fn view_contents(uri: &str, html: String) -> ResourceContents {
    ResourceContents::text(html, uri)
        .with_mime_type(VIEW_TYPE)
        .with_meta(view_meta())
}

/// No domain is needed: the HTML is self-contained. What the host takes from the listing and from the contents agrees.
fn view_meta() -> MetaObject {
    MetaObject(object(
        json!({ "ui": { "csp": {}, "prefersBorder": true } }),
    ))
}

/// Read anew each time, so that a rebuilt widget shows without a restart.
async fn html(root: &Path, file: &str) -> Result<Option<String>, ErrorData> {
    match tokio::fs::read_to_string(root.join(file)).await {
        Ok(html) => Ok(Some(html)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ErrorData::internal_error(
            format!("{file} cannot be read: {error}"),
            None,
        )),
    }
}

fn not_built(uri: &str) -> ErrorData {
    let message =
        format!("{WIDGET_FILE} is missing among the static files: build the widget first");
    ErrorData::internal_error(message, Some(json!({ "uri": uri })))
}

fn unknown(uri: &str) -> ErrorData {
    ErrorData::resource_not_found("Resource not found", Some(json!({ "uri": uri })))
}
