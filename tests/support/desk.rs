//! A widget's state machine on a desk: a clock that is moved by hand, and a log of all that it wants done.

use std::cell::RefCell;

use mcp_widget::app::{App, Call, Effect, Outcome, Sent, Status, receive};
use mcp_widget::session::{Millis, Served, Timing};
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Expect, Value};

use super::line::{frame_line, line, outcome_line};
use super::{json, text};

/// Where ids start: the first is 1001.
pub(crate) const BASE: f64 = 1000.0;

/// A well-formed answer to `ui/initialize`.
pub(crate) const HOST: &str = r#"{"protocolVersion":"2026-01-26","hostInfo":{"name":"host","version":"1"},"hostCapabilities":{},"hostContext":{}}"#;

/// The state machine, its clock, and what it did.
#[derive(Debug)]
pub(crate) struct Desk {
    app: RefCell<App<Json, u32>>,
    pub(crate) now: Millis,
    seen: Vec<(Millis, Effect<Json, u32>)>,
    taken: usize,
    ids: Vec<f64>,
}

impl Desk {
    /// Nothing has happened.
    pub(crate) fn new() -> Self {
        let initialize = json(
            r#"{"appInfo":{"name":"widget","version":"1"},"appCapabilities":{},"protocolVersion":"2026-01-26"}"#,
        );
        Self {
            app: RefCell::new(App::new(initialize, BASE)),
            now: 0.0,
            seen: Vec::new(),
            taken: 0,
            ids: Vec::new(),
        }
    }

    /// The first attempt at the handshake is sent.
    pub(crate) fn started() -> Self {
        let mut desk = Self::new();
        desk.start();
        desk.log();
        desk
    }

    /// Connected; what was logged so far is forgotten.
    pub(crate) fn connected() -> Self {
        let mut desk = Self::started();
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":1001,"result":{HOST}}}"#));
        assert_eq!(
            desk.log(),
            ["send ui/notifications/initialized {}", "status ready"]
        );
        desk
    }

    /// Does something, then collects what it wants done.
    pub(crate) fn step<R>(&mut self, change: impl FnOnce(&mut App<Json, u32>, Millis) -> R) -> R {
        let result = change(self.app.get_mut(), self.now);
        self.collect();
        result
    }

    fn collect(&mut self) {
        while let Some(effect) = self.app.get_mut().next_effect() {
            self.seen.push((self.now, effect));
        }
    }

    /// Starts the handshake.
    pub(crate) fn start(&mut self) {
        self.step(App::start);
    }

    /// A message comes in.
    pub(crate) fn hear(&mut self, message: &str) {
        self.hear_value(&json(message));
    }

    /// A message comes in.
    pub(crate) fn hear_value(&mut self, message: &Json) {
        receive(&self.app, message, &|| self.now);
        self.collect();
    }

    /// The answer to a call comes in.
    pub(crate) fn reply(&mut self, waiter: u32, result: &str) {
        self.hear(&format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#,
            self.id(waiter)
        ));
    }

    /// Moves the clock, and ticks whenever the machine asked for it.
    pub(crate) fn wait(&mut self, duration: Millis) {
        let end = self.now + duration;
        for _ in 0..1000 {
            let Some(wake) = self.app.borrow().wake().filter(|wake| *wake <= end) else {
                self.now = end;
                return;
            };
            self.now = self.now.max(wake);
            self.step(App::tick);
        }
        panic!("the machine wants to be woken without an end");
    }

    /// Calls `echo` with a progress token. Waiters count from 0.
    pub(crate) fn tool(&mut self, timing: Timing) -> u32 {
        self.call(
            "tools/call",
            r#"{"name":"echo","arguments":{}}"#,
            Json::object(),
            timing,
        )
    }

    /// Calls `echo` with the usual timing.
    pub(crate) fn echo(&mut self) -> u32 {
        self.tool(Timing::default())
    }

    /// Makes a request without a progress token.
    pub(crate) fn request(&mut self, method: &str, params: &str) -> u32 {
        self.call(method, params, Json::Absent, Timing::default())
    }

    /// Makes a request.
    pub(crate) fn call(&mut self, method: &str, params: &str, meta: Json, timing: Timing) -> u32 {
        let waiter = u32::try_from(self.ids.len()).expect("few calls");
        let call = Call {
            method: &Json::from_text(method),
            params: &json(params),
            meta,
            expect: Expect::of(method),
            timing,
        };
        let id = self.step(|app, now| app.call(call, waiter, now));
        self.ids.push(id);
        waiter
    }

    /// The id of a call.
    pub(crate) fn id(&self, waiter: u32) -> f64 {
        self.ids[waiter as usize]
    }

    /// How many calls were made.
    pub(crate) fn calls(&self) -> u32 {
        u32::try_from(self.ids.len()).expect("few calls")
    }

    /// Gives a call up.
    pub(crate) fn abort(&mut self, waiter: u32, reason: &str) {
        let id = self.id(waiter);
        let (reason, text) = said(reason);
        self.step(|app, _| app.abort(id, reason, &text));
    }

    /// Answers a request of the host's with a result.
    pub(crate) fn answer(&mut self, served: Served, result: &str) {
        self.step(|app, _| app.answer(served, Ok(json(result))));
    }

    /// The transport refuses a frame.
    pub(crate) fn refuse(&mut self, sent: Sent<Json>, reason: &str) {
        let (reason, message) = said(reason);
        self.step(|app, _| app.send_failed(sent, reason, message));
    }

    /// Ends the connection.
    pub(crate) fn close(&mut self) {
        self.step(|app, _| app.close());
    }

    /// The state machine.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&App<Json, u32>) -> R) -> R {
        look(&self.app.borrow())
    }

    /// Where the connection stands.
    pub(crate) fn status(&self) -> Status {
        self.look(App::status)
    }

    /// What has happened since this was last asked, a line each.
    pub(crate) fn log(&mut self) -> Vec<String> {
        let log = self.seen[self.taken..]
            .iter()
            .map(|(_, effect)| line(effect))
            .collect();
        self.taken = self.seen.len();
        log
    }

    /// All that has happened.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &Effect<Json, u32>> {
        self.seen.iter().map(|(_, effect)| effect)
    }

    /// All frames, with the time when each was sent.
    pub(crate) fn frames(&self) -> impl Iterator<Item = (Millis, &Json)> {
        self.seen.iter().filter_map(|(at, effect)| {
            if let Effect::Send(frame) = effect {
                Some((*at, frame))
            } else {
                None
            }
        })
    }

    /// The frames of this method, as lines with the time in front.
    pub(crate) fn sent(&self, method: &str) -> Vec<String> {
        let lines = self
            .frames()
            .map(|(at, frame)| format!("{at} {}", frame_line(frame)));
        lines
            .filter(|line| line.split(' ').nth(1) == Some(method))
            .collect()
    }

    /// How a call ended, each time that it did.
    pub(crate) fn outcomes(&self, waiter: u32) -> Vec<&Outcome<Json>> {
        let of = |effect| {
            if let &Effect::Settle {
                waiter: own,
                ref outcome,
                ..
            } = effect
            {
                (own == waiter).then_some(outcome)
            } else {
                None
            }
        };
        self.seen().filter_map(of).collect()
    }

    /// How a call ended, as a line; panics unless it ended once.
    pub(crate) fn outcome(&self, waiter: u32) -> String {
        let outcomes = self.outcomes(waiter);
        assert_eq!(
            outcomes.len(),
            1,
            "call {waiter} ended {} times",
            outcomes.len()
        );
        outcome_line(outcomes[0])
    }

    /// The oddities so far, as `code /path xcount`.
    pub(crate) fn notes(&self) -> Vec<String> {
        let spell = |diagnostic: &mcp_widget::wire::Diagnostic| {
            format!(
                "{} x{}",
                super::reading::spell(diagnostic.finding),
                diagnostic.count
            )
        };
        self.look(|app| app.diagnostics().iter().map(spell).collect())
    }

    /// The latest of an event that is kept, as text.
    pub(crate) fn kept(&self, event: mcp_widget::app::Event) -> Option<String> {
        self.look(|app| {
            app.stored()
                .latest(event)
                .map(|emission| line(&Effect::Emit(emission)))
        })
    }
}

/// The params of a frame, as text.
pub(crate) fn params(frame: &Json) -> String {
    text(&super::member(frame, "params"))
}

/// A reason, and the text in it, as whoever drives the state machine reads it.
fn said(reason: &str) -> (Json, Json) {
    let reason = json(reason);
    let text = match &reason {
        Json::String(_) => reason.clone(),
        _ => reason.named("message"),
    };
    let text = if text.text().is_some() {
        text
    } else {
        Json::Absent
    };
    (reason, text)
}
