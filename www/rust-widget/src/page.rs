//! The page's parts: inputs, the button, and where the answer is shown.

use std::cell::Cell;

use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use crate::dom::{by_id, member};
use crate::gifts::{Wish, amount};
use crate::stage::{self, Stage};

/// At most so many ideas.
const LIMIT: u32 = 8;

/// The elements that the widget works with.
pub(crate) struct Page {
    occasion: HtmlSelectElement,
    recipient: HtmlInputElement,
    budget: HtmlInputElement,
    budget_error: HtmlElement,
    suggest: HtmlElement,
    pub(crate) stage: Element,
    pub(crate) status: Element,
    pub(crate) message: Element,
    pub(crate) cards: Element,
    connected: Cell<bool>,
    busy: Cell<bool>,
    shown: Cell<bool>,
}

impl Page {
    pub(crate) fn find() -> Result<Self, JsValue> {
        Ok(Self {
            occasion: by_id("occasion")?,
            recipient: by_id("recipient")?,
            budget: by_id("budget")?,
            budget_error: by_id("budget-error")?,
            suggest: by_id("suggest")?,
            stage: by_id("stage")?,
            status: by_id("status")?,
            message: by_id("message")?,
            cards: by_id("cards")?,
            connected: Cell::new(false),
            busy: Cell::new(false),
            shown: Cell::new(false),
        })
    }

    /// Runs this when the button is pressed, or Enter in an input.
    pub(crate) fn on_ask(&self, ask: impl Fn() + Clone + 'static) -> Result<(), JsValue> {
        let pressed = ask.clone();
        let click = Closure::<dyn Fn()>::new(pressed).into_js_value();
        self.suggest
            .add_event_listener_with_callback("click", click.unchecked_ref())?;
        let enter = Closure::<dyn Fn(KeyboardEvent)>::new(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !event.is_composing() {
                ask();
            }
        })
        .into_js_value();
        for input in [&self.recipient, &self.budget] {
            input.add_event_listener_with_callback("keydown", enter.unchecked_ref())?;
        }
        Ok(())
    }

    /// What is asked for; nothing if nobody can be asked now, or the amount is none.
    pub(crate) fn wish(&self) -> Option<Wish> {
        if self.busy.get() || !self.connected.get() {
            return None;
        }
        let budget = self.budget.value().trim().replace(',', ".").parse().ok();
        let budget = budget.filter(|amount: &f64| amount.is_finite() && *amount > 0.0);
        self.budget_error.set_hidden(budget.is_some());
        // Of no consequence beyond the look.
        _ = self.budget.set_attribute(
            "aria-invalid",
            if budget.is_some() { "false" } else { "true" },
        );
        Some(Wish {
            occasion: self.occasion.value(),
            budget: budget?,
            recipient: self.recipient.value().trim().to_owned(),
            limit: LIMIT,
        })
    }

    /// Takes over the arguments of the host's own call.
    pub(crate) fn adopt(&self, input: &JsValue) {
        if let Some(occasion) = member(input, "occasion").as_string() {
            let before = self.occasion.selected_index();
            self.occasion.set_value(&occasion);
            if self.occasion.selected_index() < 0 {
                self.occasion.set_selected_index(before);
            }
        }
        if let Some(recipient) = member(input, "recipient").as_string() {
            self.recipient.set_value(&recipient);
        }
        if let Some(budget) = member(input, "budget").as_f64() {
            self.budget.set_value(&amount(budget));
        }
    }

    /// The host is there.
    pub(crate) fn enable(&self) {
        self.connected.set(true);
        self.look();
        if !self.shown.get() {
            self.show(&Stage::Idle);
        }
    }

    /// Whether a call of the person's is under way.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.get()
    }

    pub(crate) fn busy(&self, busy: bool) {
        self.busy.set(busy);
        self.look();
    }

    fn look(&self) {
        let usable = self.connected.get() && !self.busy.get();
        _ = self
            .suggest
            .set_attribute("aria-disabled", if usable { "false" } else { "true" });
    }

    /// Shows this in the place of what was there.
    pub(crate) fn show(&self, shown: &Stage) {
        self.shown.set(true);
        // It can only fail if the page has been taken apart; then there is nothing to show it on.
        _ = stage::render(self, shown);
    }
}
