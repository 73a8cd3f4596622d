//! A list of a server's, fetched page by page.

use std::fmt;
use std::marker::PhantomData;
use std::vec;

use js_sys::Object;
use wasm_bindgen::JsValue;

use super::items::Item;
use super::{Client, Error, Server};
use crate::surface::set;
use crate::wire::{Js, Value};

/// How many pages of a list are fetched: a server whose list has no end does not keep anybody for ever.
const PAGES: usize = 1_000;

/// The items of a list. Pages are fetched as they are needed, none before the first [`next`](Self::next).
///
/// What the server does not offer, by its capabilities, is an empty list. It keeps its client connected. A server whose pages lead back to one that was there ends the list.
///
/// ```no_run
/// # async fn example(client: mcp_widget::Client) -> Result<(), mcp_widget::Error> {
/// let mut tools = client.tools();
/// while let Some(tool) = tools.next().await {
///     let name = tool?.name();
/// }
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is fetched before it is asked for"]
pub struct Pages<T> {
    client: Client,
    method: &'static str,
    /// What the items are called in a page.
    key: &'static str,
    page: vec::IntoIter<JsValue>,
    /// The cursors of the pages so far.
    cursors: Vec<String>,
    count: usize,
    over: bool,
    item: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Pages")
            .field("method", &self.method)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

impl<T: Item> Pages<T> {
    pub(super) fn new(client: &Client, method: &'static str, key: &'static str) -> Self {
        Self {
            client: client.clone(),
            method,
            key,
            page: Vec::new().into_iter(),
            cursors: Vec::new(),
            count: 0,
            over: false,
            item: PhantomData,
        }
    }

    /// The next item; `None` at the end, and after an error. Dropping the future before its end loses nothing.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        loop {
            if let Some(item) = self.page.next() {
                return Some(Ok(T::from_js(item)));
            }
            if self.over {
                return None;
            }
            if self.count == 0 {
                match self.client.ready().await {
                    Ok(server) if !offers(&server, self.method) => {
                        self.over = true;
                        return None;
                    }
                    Ok(_) => {}
                    Err(error) => {
                        self.over = true;
                        return Some(Err(error));
                    }
                }
            }
            let params = Object::new().into();
            if let Some(cursor) = self.cursors.last() {
                set(&params, "cursor", &cursor.into());
            }
            let fetched: Result<JsValue, Error> = self.client.request(self.method, &params).await;
            match fetched {
                Ok(page) => self.turn(Js::lent(&page)),
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
    }

    /// A page is there.
    fn turn(&mut self, page: &Js) {
        let items = page.named(self.key);
        let items: Vec<_> = (0..items.len())
            .map(|index| items.item(index))
            // One that is none does not spoil the others.
            .filter(Value::is_object)
            .map(Js::into_js)
            .collect();
        self.page = items.into_iter();
        self.count += 1;
        // An empty text is a cursor. One that was there before leads nowhere.
        match page.named("nextCursor").text() {
            Some(cursor) if self.count < PAGES && !self.cursors.contains(&cursor) => {
                self.cursors.push(cursor);
            }
            _ => self.over = true,
        }
    }

    /// All that is left.
    ///
    /// # Errors
    /// What a page could not be had for.
    pub async fn collect(mut self) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        while let Some(item) = self.next().await {
            items.push(item?);
        }
        Ok(items)
    }
}

/// Whether there may be such a list: what a server does not offer it need not be asked for. One that says nothing of what it offers is.
fn offers(server: &Server, method: &str) -> bool {
    let names = Js::lent(&server.capabilities).names();
    let of = method.split('/').next().unwrap_or_default();
    names.is_empty() || names.iter().any(|name| name == of)
}
