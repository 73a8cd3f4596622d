//! The state of one widget's connection, and its transitions.

use std::collections::VecDeque;

use super::handshake::{Handshake, Step};
use super::{Effect, Emission, Event, Failure, Host, Outcome, Payload, Sent, Status, Stored};
use crate::session::{GivenUp, Match, Millis, Served, Serving, Session, Timing};
use crate::wire::{
    Address, Diagnostics, ErrorCode, Expect, Finding, Findings, Id, Key, Oddity, Refusal,
    ToolResult, Value, error_frame, notification_frame, request_frame, result_frame,
};

/// A request to be made.
#[derive(Clone, Debug)]
pub struct Call<V> {
    /// The method.
    pub method: V,
    /// The params: an object of the caller's making that nobody else holds, or absent.
    pub params: V,
    /// What becomes `params._meta` together with a progress token: an object of the same kind; absent for neither.
    pub meta: V,
    /// What the answer must be.
    pub expect: Expect,
    /// How long to wait.
    pub timing: Timing,
}

/// What is left for a request.
#[derive(Clone, Debug)]
enum Ticket<T> {
    Handshake,
    Call { expect: Expect, waiter: T },
}

/// A widget's connection with its host. `V` is a payload, `T` is who waits for a call.
#[derive(Debug)]
pub struct App<V, T> {
    session: Session<Ticket<T>>,
    serving: Serving,
    status: Status,
    handshake: Option<Handshake>,
    /// The ids of `ui/initialize`. The answer to any of them counts.
    attempts: Vec<f64>,
    initialize: V,
    /// What waits for the handshake: frames, and the request that each is.
    queue: Vec<(Option<f64>, V)>,
    host: Option<Host<V>>,
    failure: Option<Failure<V>>,
    stored: Stored<V>,
    has_input: bool,
    diagnostics: Diagnostics,
    effects: VecDeque<Effect<V, T>>,
}

impl<V: Value, T: Clone> App<V, T> {
    /// A connection that is not started. `initialize` is the params of `ui/initialize`; `base` is where ids start and should be random.
    pub fn new(initialize: V, base: f64) -> Self {
        Self {
            session: Session::new(base),
            serving: Serving::new(),
            status: Status::Connecting,
            handshake: None,
            attempts: Vec::new(),
            initialize,
            queue: Vec::new(),
            host: None,
            failure: None,
            stored: Stored::default(),
            has_input: false,
            diagnostics: Diagnostics::new(),
            effects: VecDeque::new(),
        }
    }

    /// The next thing to do.
    pub fn next_effect(&mut self) -> Option<Effect<V, T>> {
        self.effects.pop_front()
    }

    /// Where the connection stands.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The host, once the handshake is done.
    pub const fn host(&self) -> Option<&Host<V>> {
        self.host.as_ref()
    }

    /// Why there is no connection.
    pub const fn failure(&self) -> Option<&Failure<V>> {
        self.failure.as_ref()
    }

    /// What the host said once.
    pub const fn stored(&self) -> &Stored<V> {
        &self.stored
    }

    /// The oddities so far.
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// How many calls wait for their answer.
    pub fn pending(&self) -> usize {
        let attempts = self
            .handshake
            .as_ref()
            .map_or(0, |handshake| handshake.attempts);
        self.session.len() - attempts
    }

    /// When [`Self::tick`] is to be called next.
    pub fn wake(&self) -> Option<Millis> {
        let handshake = self.handshake.as_ref().map(Handshake::wake);
        match (handshake, self.session.wake()) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        }
    }

    /// Starts the handshake.
    pub fn start(&mut self, now: Millis) {
        if self.status == Status::Connecting && self.handshake.is_none() {
            self.handshake = Some(Handshake::new(now));
            self.tick(now);
        }
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Millis) {
        match self
            .handshake
            .as_ref()
            .map_or(Step::Wait, |handshake| handshake.step(now))
        {
            Step::Wait => {}
            Step::Send => self.attempt(now),
            Step::GiveUp => self.fail(Failure::NoHost),
        }
        for given_up in self.session.expire(now) {
            let timeout = given_up.timeout;
            self.give_up(
                given_up,
                Failure::Timeout(timeout),
                V::from_text("Request timed out"),
            );
        }
    }

    fn attempt(&mut self, now: Millis) {
        let id = self.session.open(
            Timing {
                timeout: 0.0,
                total: 0.0,
            },
            Ticket::Handshake,
        );
        self.session.sent(id, now);
        if let Some(handshake) = &mut self.handshake {
            handshake.attempts += 1;
        }
        self.attempts.push(id);
        let frame = request_frame(id, V::from_text("ui/initialize"), self.initialize.clone());
        self.effects.push_back(Effect::Send {
            frame,
            sent: Sent::Request(id),
        });
    }

    /// Makes a call. Returns the id by which it can be aborted. `waiter` is settled exactly once.
    pub fn call(&mut self, call: Call<V>, waiter: T, now: Millis) -> f64 {
        let Call {
            method,
            mut params,
            mut meta,
            expect,
            timing,
        } = call;
        if let Some(failure) = self.refusal() {
            self.effects.push_back(Effect::Settle {
                waiter,
                id: 0.0,
                outcome: Err(failure),
            });
            return 0.0;
        }
        let id = self.session.open(timing, Ticket::Call { expect, waiter });
        if !meta.is_absent() {
            meta.put(Key::ProgressToken, V::from_number(id));
            params.put(Key::Meta, meta);
        }
        let frame = request_frame(id, method, params);
        if self.status == Status::Ready {
            self.session.sent(id, now);
            self.effects.push_back(Effect::Send {
                frame,
                sent: Sent::Request(id),
            });
        } else {
            self.queue.push((Some(id), frame));
        }
        id
    }

    /// Why nothing can be sent any more.
    fn refusal(&self) -> Option<Failure<V>> {
        match self.status {
            Status::Connecting | Status::Ready => None,
            Status::Closed => Some(Failure::Closed),
            Status::Failed => Some(self.failure.clone().unwrap_or(Failure::NoHost)),
        }
    }

    /// Sends a notification, after the handshake. Nothing happens if there is no connection.
    pub fn notify(&mut self, method: V, params: V) {
        let frame = notification_frame(method, params);
        match self.status {
            Status::Ready => self.effects.push_back(Effect::Send {
                frame,
                sent: Sent::Other,
            }),
            Status::Connecting => self.queue.push((None, frame)),
            Status::Failed | Status::Closed => {}
        }
    }

    /// Gives a call up. The host is told, if it knows of it: `text` is what it is told, or absent.
    pub fn abort(&mut self, id: f64, reason: V, text: V) {
        if self.is_attempt(id) {
            return;
        }
        let Some(given_up) = self.session.give_up(id) else {
            return;
        };
        self.give_up(given_up, Failure::Aborted(reason), text);
    }

    fn give_up(&mut self, given_up: GivenUp<Ticket<T>>, failure: Failure<V>, reason: V) {
        let Ticket::Call { waiter, .. } = given_up.ticket else {
            return;
        };
        if given_up.sent && self.status == Status::Ready {
            let mut params = V::object();
            params.put(Key::RequestId, V::from_number(given_up.id));
            if !reason.is_absent() {
                params.put(Key::Reason, reason);
            }
            self.notify(V::from_text("notifications/cancelled"), params);
        }
        self.effects.push_back(Effect::Settle {
            waiter,
            id: given_up.id,
            outcome: Err(failure),
        });
    }

    /// The transport refused a frame; `message` is what it said, or absent.
    pub fn send_failed(&mut self, sent: Sent, reason: V, message: V) {
        match sent {
            Sent::Request(id) if self.is_attempt(id) => {
                if self.status == Status::Connecting {
                    self.fail(Failure::Transport(reason));
                }
            }
            Sent::Request(id) => {
                if let Some(GivenUp {
                    ticket: Ticket::Call { waiter, .. },
                    ..
                }) = self.session.give_up(id)
                {
                    self.effects.push_back(Effect::Settle {
                        waiter,
                        id,
                        outcome: Err(Failure::Transport(reason)),
                    });
                }
            }
            Sent::Answer(_) | Sent::Refusal(_) if self.status == Status::Closed => {}
            // What was in it, a result or an error's data, cannot be sent; that there is an answer can.
            Sent::Answer(id) | Sent::Refusal(id) => {
                self.diagnose(Finding {
                    oddity: Oddity::SendFailed,
                    path: "/result",
                    index: None,
                });
                let message = if message.is_absent() {
                    V::from_text(ErrorCode::InternalError.message())
                } else {
                    message
                };
                let frame = error_frame(
                    &id,
                    f64::from(ErrorCode::InternalError.number()),
                    message,
                    V::absent(),
                );
                self.effects.push_back(Effect::Send {
                    frame,
                    sent: Sent::Other,
                });
            }
            Sent::Other => self.diagnose(Finding {
                oddity: Oddity::SendFailed,
                path: "",
                index: None,
            }),
        }
    }

    /// There is no connection and there will be none.
    pub fn fail(&mut self, failure: Failure<V>) {
        if self.status == Status::Connecting {
            self.finish(Status::Failed, &failure);
            self.failure = Some(failure);
        }
    }

    /// Ends the connection: every call is settled, nothing is sent any more.
    pub fn close(&mut self) {
        if self.status != Status::Closed {
            self.finish(Status::Closed, &Failure::Closed);
        }
    }

    fn finish(&mut self, status: Status, failure: &Failure<V>) {
        self.handshake = None;
        self.queue.clear();
        for (id, ticket) in self.session.close() {
            if let Ticket::Call { waiter, .. } = ticket {
                self.effects.push_back(Effect::Settle {
                    waiter,
                    id,
                    outcome: Err(failure.clone()),
                });
            }
        }
        if status == Status::Closed {
            for served in self.serving.close() {
                self.effects.push_back(Effect::Abort {
                    served,
                    reason: V::absent(),
                });
            }
        }
        self.change_status(status);
    }

    fn change_status(&mut self, status: Status) {
        self.status = status;
        self.emit(Event::StatusChange, Payload::Status(status));
    }

    fn emit(&mut self, event: Event, payload: Payload<V>) {
        let sequence = self.stored.next();
        self.effects.push_back(Effect::Emit(Emission {
            event,
            payload,
            sequence,
            duplicate: false,
        }));
    }

    fn emit_kept(&mut self, event: Event, payload: Payload<V>, duplicate: bool) {
        let sequence = self.stored.next();
        let emission = Emission {
            event,
            payload,
            sequence,
            duplicate,
        };
        self.stored.keep(&emission);
        self.effects.push_back(Effect::Emit(emission));
    }

    // What a message does, once it is read.

    pub(super) fn find(&self, id: &Id) -> Match {
        self.session.find(id)
    }

    pub(super) fn is_attempt(&self, id: f64) -> bool {
        self.attempts.contains(&id)
    }

    /// What a pending request expects; `None` for the handshake.
    pub(super) fn expects(&self, id: f64) -> Option<Expect> {
        match self.session.ticket(id)? {
            Ticket::Handshake => None,
            Ticket::Call { expect, .. } => Some(*expect),
        }
    }

    /// Whether a message with this address is for this connection.
    pub fn takes(&self, address: &Address) -> bool {
        match address {
            Address::All => true,
            Address::Caller(id) => self.session.find(id) != Match::Unknown,
            Address::Server(id) => self.serving.has(id),
        }
    }

    pub(super) fn settle(&mut self, id: f64, outcome: Outcome<V>) {
        if let Some(Ticket::Call { waiter, .. }) = self.session.settle(id) {
            self.effects.push_back(Effect::Settle {
                waiter,
                id,
                outcome,
            });
        }
    }

    pub(super) fn connected(&mut self, host: Host<V>, now: Millis) {
        if self.handshake.take().is_none() {
            return;
        }
        for id in &self.attempts {
            self.session.settle(*id);
        }
        self.host = Some(host);
        let frame = notification_frame(V::from_text("ui/notifications/initialized"), V::object());
        self.effects.push_back(Effect::Send {
            frame,
            sent: Sent::Other,
        });
        for (id, frame) in std::mem::take(&mut self.queue) {
            // Given up while it was queued.
            if id.is_some_and(|id| self.session.ticket(id).is_none()) {
                continue;
            }
            let sent = id.map_or(Sent::Other, Sent::Request);
            if let Some(id) = id {
                self.session.sent(id, now);
            }
            self.effects.push_back(Effect::Send { frame, sent });
        }
        self.change_status(Status::Ready);
    }

    pub(super) fn tool_input(&mut self, arguments: V, duplicate: bool) {
        self.has_input = true;
        self.stored.forget(Event::ToolInputPartial);
        self.emit_kept(Event::ToolInput, Payload::Value(arguments), duplicate);
    }

    /// Whether it was taken: after the final input it is stale.
    pub(super) fn tool_input_partial(&mut self, arguments: V) -> bool {
        if !self.has_input {
            self.emit_kept(Event::ToolInputPartial, Payload::Value(arguments), false);
        }
        !self.has_input
    }

    pub(super) fn tool_result(&mut self, result: ToolResult<V>, duplicate: bool) {
        self.emit_kept(Event::ToolResult, Payload::Tool(result), duplicate);
    }

    pub(super) fn tool_cancelled(&mut self, params: V) {
        let duplicate = self.stored.latest(Event::ToolCancelled).is_some();
        self.emit_kept(Event::ToolCancelled, Payload::Value(params), duplicate);
    }

    pub(super) fn context_changed(&mut self, merged: Option<V>, change: V) {
        if let (Some(host), Some(merged)) = (&mut self.host, merged) {
            host.context = merged;
        }
        self.emit(Event::HostContextChanged, Payload::Value(change));
    }

    /// Whether a request of ours made this progress.
    pub(super) fn progress(&mut self, token: Option<&Id>, params: V, now: Millis) -> bool {
        let Some(Match::Pending { id, .. }) = token.map(|token| self.session.find(token)) else {
            return false;
        };
        self.session.progress(id, now);
        if let Some(Ticket::Call { waiter, .. }) = self.session.ticket(id) {
            let waiter = waiter.clone();
            self.effects.push_back(Effect::Progress { waiter, params });
        }
        true
    }

    /// Whether the request was still being served.
    pub(super) fn cancelled(&mut self, id: &Id, reason: V) -> bool {
        let Some(served) = self.serving.cancel(id) else {
            return false;
        };
        self.effects.push_back(Effect::Abort { served, reason });
        true
    }

    pub(super) fn notified(&mut self, method: String, params: V) {
        self.emit(
            Event::Notification,
            Payload::Notification { method, params },
        );
    }

    pub(super) fn serve(&mut self, id: Id, method: String, params: V) {
        if self.status == Status::Closed {
            return;
        }
        if method == "ping" {
            let frame = result_frame(&id, V::object());
            self.effects.push_back(Effect::Send {
                frame,
                sent: Sent::Other,
            });
            return;
        }
        let (served, reused) = self.serving.begin(id);
        if reused {
            self.diagnose(Finding {
                oddity: Oddity::Reused,
                path: "/id",
                index: None,
            });
        }
        self.effects.push_back(Effect::Serve {
            served,
            method,
            params,
        });
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        if self.status == Status::Closed {
            return;
        }
        let message = V::from_text(refusal.code.message());
        let frame = error_frame(
            &refusal.id,
            f64::from(refusal.code.number()),
            message,
            V::absent(),
        );
        self.effects.push_back(Effect::Send {
            frame,
            sent: Sent::Other,
        });
    }

    /// Answers a request of the host's, if the answer is still wanted. An absent result becomes `{}`.
    pub fn answer(&mut self, served: Served, answer: Result<V, (f64, V, V)>) {
        let Some(id) = self.serving.finish(served) else {
            return;
        };
        let (frame, sent) = match answer {
            Ok(result) => (result_frame(&id, result), Sent::Answer(id)),
            Err((code, message, data)) => {
                (error_frame(&id, code, message, data), Sent::Refusal(id))
            }
        };
        self.effects.push_back(Effect::Send { frame, sent });
    }

    /// Counts the oddities of a message.
    pub(super) fn note(&mut self, findings: &Findings) {
        for finding in findings.iter() {
            self.diagnose(*finding);
        }
    }

    /// Counts an oddity.
    pub fn diagnose(&mut self, finding: Finding) {
        if let Some(diagnostic) = self.diagnostics.count(finding) {
            self.emit(Event::Diagnostic, Payload::Diagnostic(diagnostic));
        }
    }
}
