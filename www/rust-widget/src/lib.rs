//! Gift ideas in Rust alone: no framework, and no JavaScript but wasm-bindgen's glue.
//!
//! It shows what the host's own call brought, and calls the same tool when its button is pressed. Arguments and gifts are Rust's types;
//! what is shown is text, whatever the server sends.

mod dom;
mod gifts;
mod page;
mod stage;

use std::rc::Rc;

use js_sys::JSON;
use mcp_widget::Widget;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use gifts::Wish;
use page::Page;
use stage::{Message, Stage};

/// How long a person waits for ideas, in milliseconds.
const PATIENCE: f64 = 30_000.0;
/// What the host is told for its log.
const LOG: &str =
    r#"{ "level": "info", "logger": "rust-gift-ideas", "data": { "engine": "wasm" } }"#;

/// Runs when the module has been instantiated.
#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    // Listening from this line on; what comes early is told again to whoever comes late.
    let widget = Widget::builder("rust-gift-ideas", env!("CARGO_PKG_VERSION"))
        .title("Gift ideas in Rust")
        .timeout(PATIENCE)
        .connect();
    widget.apply_host_styles().forget();
    let page = Rc::new(Page::find()?);

    let showing = Rc::clone(&page);
    widget
        .on_tool_input(move |input| {
            showing.adopt(&input);
            if !showing.is_busy() {
                showing.show(&Stage::Looking);
            }
        })
        .forget();
    let showing = Rc::clone(&page);
    widget
        .on_tool_result(move |result| {
            // A person who has asked for something else meanwhile gets that.
            if !showing.is_busy() {
                showing.show(&Stage::of_result(&result));
            }
        })
        .forget();
    let showing = Rc::clone(&page);
    widget
        .on_tool_cancelled(move |cancelled| {
            if !showing.is_busy() {
                showing.show(&Stage::Message(Message::cancelled(&cancelled)));
            }
        })
        .forget();

    let (asking, inputs) = (widget.clone(), Rc::clone(&page));
    page.on_ask(move || {
        if let Some(wish) = inputs.wish() {
            spawn_local(ask(asking.clone(), Rc::clone(&inputs), wish));
        }
    })?;

    spawn_local(connected(widget, page));
    Ok(())
}

/// Waits for the host.
async fn connected(widget: Widget, page: Rc<Page>) {
    match widget.ready().await {
        Ok(_) => {
            page.enable();
            // A host cannot look into the frame; the demo's shows it.
            if let Ok(log) = JSON::parse(LOG) {
                widget.notify("notifications/message", log);
            }
        }
        Err(error) => page.show(&Stage::Message(Message::of_error(&error))),
    }
}

/// Asks the server for gifts, and shows what comes of it.
async fn ask(widget: Widget, page: Rc<Page>, wish: Wish) {
    page.busy(true);
    page.show(&Stage::Looking);
    let outcome = widget.call_tool("suggest_gifts", &wish).await;
    page.busy(false);
    page.show(&match outcome {
        Ok(result) => Stage::of_result(&result),
        Err(error) => Stage::Message(Message::of_error(&error)),
    });
}
