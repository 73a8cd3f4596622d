//! A client's state machine on a desk: a clock that is moved by hand, and a log of all that it wants done.

use std::cell::RefCell;

use mcp_widget::client::{Call, Client, Hints, Refusal, Version, hints, receive};
use mcp_widget::rpc::{Act, Order, Status};
use mcp_widget::session::{Millis, Served, Timing};
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Expect, Reason, Value};

use crate::support::line::frame_line;
use crate::support::{json, member, reading, text};

/// What a server of 2026-07-28 says of itself.
pub(crate) const MODERN: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"server","version":"1"}}}"#;

/// The versions with a handshake.
pub(crate) const LEGACY: [Version; 4] = [
    Version::V2024November,
    Version::V2025March,
    Version::V2025June,
    Version::V2025November,
];

pub(crate) type State = Client<Json, u32>;

/// The state machine, its clock, and what it did.
#[derive(Debug)]
pub(crate) struct Desk {
    client: RefCell<State>,
    pub(crate) now: Millis,
    /// Frames are not on their way before they are said to be.
    pub(crate) held: bool,
    seen: Vec<Order<Json, u32>>,
    taken: usize,
    ids: Vec<f64>,
}

/// What a server of that version answers to `initialize`.
pub(crate) fn greeting(version: Version) -> String {
    let version = version.as_str();
    format!(
        r#"{{"protocolVersion":"{version}","capabilities":{{}},"serverInfo":{{"name":"server","version":"1"}}}}"#
    )
}

impl Desk {
    /// Nothing has happened.
    pub(crate) fn new(wanted: Option<Version>) -> Self {
        Self::able(wanted, r#"{"elicitation":{},"sampling":{},"roots":{}}"#)
    }

    /// The same, for a client that can do this.
    pub(crate) fn able(wanted: Option<Version>, capabilities: &str) -> Self {
        Self::made(wanted, capabilities, Timing::DEFAULT_TIMEOUT)
    }

    /// The same, for one that waits so long for the handshake.
    pub(crate) fn patient(wanted: Option<Version>, patience: Millis) -> Self {
        Self::made(wanted, "{}", patience)
    }

    fn made(wanted: Option<Version>, capabilities: &str, patience: Millis) -> Self {
        let info = json(r#"{"name":"client","version":"1"}"#);
        let client = Client::new(info, json(capabilities), wanted, patience);
        Self {
            client: RefCell::new(client),
            now: 0.0,
            held: false,
            seen: Vec::new(),
            taken: 0,
            ids: Vec::new(),
        }
    }

    /// The server is being asked which version it speaks.
    pub(crate) fn started() -> Self {
        let mut desk = Self::new(None);
        desk.start(None);
        assert_eq!(desk.log(), ["send server/discover #1"]);
        desk
    }

    /// Connected with a server of this version; the next id is 2.
    pub(crate) fn connected(version: Version) -> Self {
        let mut desk = Self::new(None);
        desk.start(Some(version));
        if version.is_modern() {
            desk.result(1, MODERN);
        } else {
            desk.result(1, &greeting(version));
        }
        assert_eq!(desk.status(), Status::Ready);
        desk.log();
        desk
    }

    /// Connected with a server of 2026-07-28.
    pub(crate) fn modern() -> Self {
        Self::connected(Version::V2026July)
    }

    /// Connected with a server of 2025-11-25.
    pub(crate) fn legacy() -> Self {
        Self::connected(Version::V2025November)
    }

    /// Does something, then collects what it wants done.
    pub(crate) fn step<R>(&mut self, change: impl FnOnce(&mut State, Millis) -> R) -> R {
        let result = change(self.client.get_mut(), self.now);
        self.collect();
        result
    }

    /// Does something, and leaves what it wants done for later.
    pub(crate) fn raw(&mut self, change: impl FnOnce(&mut State, Millis)) {
        change(self.client.get_mut(), self.now);
    }

    /// A result comes in, and what that brings is left for later.
    pub(crate) fn raw_result(&mut self, id: u32, result: &str) {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        receive(&self.client, &json(&message), id.into(), &|| self.now);
    }

    fn collect(&mut self) {
        while let Some(order) = self.client.get_mut().next_order() {
            if order.act == Act::Send && !self.held {
                self.client.get_mut().sent(order.number, self.now);
            }
            self.seen.push(order);
        }
    }

    /// Starts.
    pub(crate) fn start(&mut self, known: Option<Version>) {
        self.step(|client, now| client.start(known, now));
    }

    /// A message comes in with the answer to this request; NaN: with none.
    pub(crate) fn hear_with(&mut self, message: &Json, carried: f64) {
        receive(&self.client, message, carried, &|| self.now);
        self.collect();
    }

    /// A message comes in by itself.
    pub(crate) fn hear(&mut self, message: &str) {
        self.hear_with(&json(message), f64::NAN);
    }

    /// A notification comes in.
    pub(crate) fn told(&mut self, method: &str, params: &str) {
        self.hear(&format!(
            r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#
        ));
    }

    /// The result of a request comes in.
    pub(crate) fn result(&mut self, id: u32, result: &str) {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        self.hear_with(&json(&message), id.into());
    }

    /// An error as the answer.
    pub(crate) fn error(&mut self, id: u32, error: &str) {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
        self.hear_with(&json(&message), id.into());
    }

    /// HTTP says so instead of an answer.
    pub(crate) fn refused(&mut self, id: u32, status: u16) {
        self.refused_with(id, status, "", false);
    }

    /// HTTP says so, and with it comes an error of JSON-RPC, if any; `lost`: the session is not known.
    pub(crate) fn refused_with(&mut self, id: u32, status: u16, error: &str, lost: bool) {
        let mut refusal = if status == 0 {
            Refusal::transport(json(r#""offline""#))
        } else {
            Refusal::http(status, Json::Absent, Json::Absent)
        };
        refusal.lost = lost;
        if !error.is_empty() {
            refusal.error = json(error);
        }
        self.step(|client, now| client.refused(id.into(), refusal, now));
    }

    /// The server does not know the session.
    pub(crate) fn lost(&mut self, id: u32) {
        self.refused_with(id, 404, "", true);
    }

    /// What is no request finds out that the server does not know the session.
    pub(crate) fn lost_silently(&mut self) {
        let mut refusal = Refusal::http(404, Json::Absent, Json::Absent);
        refusal.lost = true;
        self.step(|client, now| client.refused(f64::NAN, refusal, now));
    }

    /// Moves the clock, and ticks whenever the machine asked for it.
    pub(crate) fn wait(&mut self, duration: Millis) {
        let end = self.now + duration;
        for _ in 0..1000 {
            let wake = self.client.borrow().wake();
            if wake.is_infinite() || wake > end {
                self.now = end;
                return;
            }
            self.now = self.now.max(wake);
            self.step(State::tick);
        }
        panic!("the machine wants to be woken without an end");
    }

    /// Makes a call with the usual timing. Waiters count from 0.
    pub(crate) fn call(&mut self, method: &str, params: &str) -> u32 {
        self.make(method, params, Json::Absent, Timing::default())
    }

    /// Calls `echo`, with a progress token.
    pub(crate) fn tool(&mut self, timeout: Millis, total: Millis) -> u32 {
        let timing = Timing { timeout, total };
        self.make(
            "tools/call",
            r#"{"name":"echo","arguments":{}}"#,
            Json::object(),
            timing,
        )
    }

    /// Calls `echo` with the usual timing.
    pub(crate) fn echo(&mut self) -> u32 {
        self.tool(Timing::DEFAULT_TIMEOUT, f64::INFINITY)
    }

    /// Makes a call.
    pub(crate) fn make(&mut self, method: &str, params: &str, meta: Json, timing: Timing) -> u32 {
        let waiter = u32::try_from(self.ids.len()).expect("few calls");
        let call = Call {
            method: Json::from_text(method),
            params: if params.is_empty() {
                Json::Absent
            } else {
                json(params)
            },
            meta,
            expect: Expect::of(method),
            timing,
        };
        let id = self.step(|client, now| client.call(call, waiter, now));
        self.ids.push(id);
        waiter
    }

    /// The id by which a call is known.
    pub(crate) fn id(&self, waiter: u32) -> f64 {
        self.ids[waiter as usize]
    }

    /// How many calls were made.
    pub(crate) fn calls(&self) -> u32 {
        u32::try_from(self.ids.len()).expect("few calls")
    }

    /// Gives a call up.
    pub(crate) fn abort(&mut self, waiter: u32) {
        let id = self.id(waiter);
        let reason = json(r#""rain""#);
        self.step(|client, now| client.abort(id, reason.clone(), &reason, now));
    }

    /// Sets what is to be heard of.
    pub(crate) fn listen(&mut self, filter: &str) {
        let wanted = if filter.is_empty() {
            Json::Absent
        } else {
            json(filter)
        };
        self.step(|client, now| client.listen(wanted, now));
    }

    /// Answers a request of the server's with a result.
    pub(crate) fn answer(&mut self, served: Served, result: &str) {
        self.step(|client, _| client.answer(served, Ok(json(result))));
    }

    /// A handler has failed.
    pub(crate) fn fail(&mut self, served: Served) {
        let error = (-32603.0, Json::from_text("no"), Json::Absent);
        self.step(|client, _| client.answer(served, Err(error)));
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str) {
        self.step(|client, _| client.notify(&Json::from_text(method), &Json::Absent));
    }

    /// Ends the connection.
    pub(crate) fn close(&mut self) {
        self.step(|client, _| client.close());
    }

    /// The state machine.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.client.borrow())
    }

    /// Where the connection stands.
    pub(crate) fn status(&self) -> Status {
        self.look(State::status)
    }

    /// The version that is spoken, as text; empty before it is known.
    pub(crate) fn version(&self) -> &'static str {
        self.look(|client| client.server().map_or("", |server| server.version.as_str()))
    }

    /// What has happened since this was last asked, a line each.
    pub(crate) fn log(&mut self) -> Vec<String> {
        let log = self.seen[self.taken..]
            .iter()
            .map(|order| self.line(order))
            .collect();
        self.taken = self.seen.len();
        log
    }

    /// All that has happened.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &Order<Json, u32>> {
        self.seen.iter()
    }

    /// All frames, with the number under which each was sent.
    pub(crate) fn frames(&self) -> impl Iterator<Item = (f64, &Json)> {
        let sends = self.seen.iter().filter(|order| order.act == Act::Send);
        sends.map(|order| (order.number, &order.value))
    }

    /// The last frame.
    pub(crate) fn last(&self) -> &Json {
        self.frames().last().expect("a frame").1
    }

    /// A member of the params of the last frame, as text.
    pub(crate) fn param(&self, name: &str) -> String {
        text(&member(&member(self.last(), "params"), name))
    }

    /// The headers of the last frame, as `name=value` in one line.
    pub(crate) fn headers(&self) -> String {
        let Hints {
            version,
            method,
            name,
            params,
        } = hints(&self.client, self.last());
        let known = [
            (
                "version",
                version.map(|version| version.as_str().to_owned()),
            ),
            ("method", method.text()),
            ("name", name.text()),
        ];
        let known = known.map(|(name, value)| Some(format!("{name}={}", value?)));
        let spelled = |value: &Json| value.text().unwrap_or_else(|| text(value));
        let params = params.iter();
        let params = params.map(|(name, value)| format!("{name}={}", spelled(value)));
        let all: Vec<_> = known.into_iter().flatten().chain(params).collect();
        all.join(" ")
    }

    /// How a call ended, each time that it did.
    pub(crate) fn ends(&self, waiter: u32) -> Vec<String> {
        let of =
            |order: &&Order<Json, u32>| order.waiter == Some(waiter) && order.act != Act::Progress;
        self.seen.iter().filter(of).map(ending).collect()
    }

    /// How a call ended; panics unless it ended once.
    pub(crate) fn end(&self, waiter: u32) -> String {
        let ends = self.ends(waiter);
        assert_eq!(ends.len(), 1, "call {waiter} ended {} times", ends.len());
        ends[0].clone()
    }

    /// The oddities so far, as `code /path xcount`.
    pub(crate) fn notes(&self) -> Vec<String> {
        let spell = |diagnostic: &mcp_widget::wire::Diagnostic| {
            let finding = reading::spell(diagnostic.finding);
            format!("{finding} x{}", diagnostic.count)
        };
        self.look(|client| client.diagnostics().iter().map(spell).collect())
    }

    fn line(&self, order: &Order<Json, u32>) -> String {
        let Order {
            act,
            number,
            value,
            more,
            waiter,
            ..
        } = order;
        if let Some(waiter) = waiter {
            return if *act == Act::Progress {
                format!("progress {waiter}: {}", text(value))
            } else {
                format!("settle {waiter}: {}", ending(order))
            };
        }
        match act {
            Act::Send => format!("send {}", frame_line(value)),
            Act::Serve => format!("serve {number}: {} {}", word(more), text(value)),
            Act::Abort => format!("abort {number}"),
            Act::StatusChange => {
                let status = Status::ALL[value.number().expect("a status") as usize];
                format!("status {status:?}").to_lowercase()
            }
            Act::Diagnostic => {
                let code = value.number().expect("a finding") as u32 & 255;
                let known = self.look(|client| {
                    let mut all = client.diagnostics().iter();
                    let found = all.find(|known| known.finding.oddity as u32 == code);
                    found.map(|known| known.finding.oddity.code())
                });
                format!("note {}", known.unwrap_or("nothing"))
            }
            Act::Notification => format!("notification {} {}", word(more), text(value)),
            Act::Drop => format!("drop {number}"),
            Act::Listen => format!("listen {number}"),
            Act::Forget => "forget".into(),
            Act::ListChanged => format!("changed {}", text(value)),
            act => format!("{act:?}"),
        }
    }
}

fn word(value: &Json) -> String {
    value.text().unwrap_or_default()
}

/// How a call ended, as a line.
fn ending(order: &Order<Json, u32>) -> String {
    let value = text(&order.value);
    match order.act {
        Act::Result if !order.more.is_absent() => format!("mended {value}"),
        Act::Result => value,
        Act::Error => format!("error {value}"),
        Act::Invalid => format!("invalid: {}", reason(&order.more)),
        Act::Timeout => format!("timeout {value}"),
        Act::Aborted => format!("aborted {value}"),
        Act::Closed => "closed".into(),
        Act::Transport => format!("transport {value}"),
        Act::Http => format!("http {value}"),
        act => format!("{act:?}"),
    }
}

/// Why an answer is of no use.
pub(crate) fn reason(packed: &Json) -> &'static str {
    let number = packed.number().expect("a reason") as u32 & 255;
    let all = [
        Reason::NotAnObject,
        Reason::NotAnArray,
        Reason::NotAToolResult,
        Reason::Unreadable,
        Reason::Unfinished,
        Reason::NoVersion,
        Reason::UnknownType,
        Reason::NobodyAnswers,
        Reason::TooManyRounds,
    ];
    let known = all.into_iter().find(|known| *known as u32 == number);
    known.map_or("something else", Reason::as_str)
}
