//! The state of one widget's connection, and its transitions.

use super::handshake::{ATTEMPTS, Handshake, Step};
use super::order::{Act, Order, Packed, failure};
use super::{Effect, Failure, Host, Sent, Status, Stored};
use crate::session::{GivenUp, Match, Millis, Served, Serving, Session, Timing};
use crate::wire::{
    Address, Diagnostic, Diagnostics, ErrorCode, Expect, Finding, Findings, Message, Oddity, Path,
    Value, Word, error_frame, notification_frame, request_frame, result_frame,
};

/// A request to be made.
#[derive(Clone, Debug)]
pub struct Call<'a, V> {
    /// The method.
    pub method: &'a V,
    /// The params: an object, or absent.
    pub params: &'a V,
    /// The `_meta` of the params, if it is to get a progress token: an object that nobody else holds; else absent.
    pub meta: V,
    /// What the answer must be.
    pub expect: Expect,
    /// How long to wait.
    pub timing: Timing,
}

/// What is left for a request. Nobody waits for the handshake.
#[derive(Clone, Debug)]
struct Ticket<T> {
    expect: Expect,
    waiter: Option<T>,
}

/// A widget's connection with its host. `V` is a payload, `T` is who waits for a call.
#[derive(Debug)]
pub struct App<V, T> {
    session: Session<Ticket<T>>,
    serving: Serving<V>,
    status: Status,
    handshake: Option<Handshake>,
    /// The ids of `ui/initialize`. The answer to any of them counts.
    attempts: [f64; ATTEMPTS.len()],
    initialize: V,
    /// What waits for the handshake: frames, and the request that each is, or NaN.
    queue: Vec<(f64, V)>,
    host: Option<Host<V>>,
    /// Why there is no connection: how a call ends then.
    failure: (Act, V),
    stored: Stored<V>,
    /// How many events there were.
    events: f64,
    diagnostics: Diagnostics,
    /// What is to be done, and how much of it is.
    orders: Vec<Option<Order<V, T>>>,
    done: usize,
}

impl<V: Value, T: Clone> App<V, T> {
    /// A connection that is not started. `initialize` is the params of `ui/initialize`; `base` is where ids start and should be random.
    pub fn new(initialize: V, base: f64) -> Self {
        Self {
            session: Session::new(base),
            serving: Serving::new(),
            status: Status::Connecting,
            handshake: None,
            attempts: [f64::NAN; ATTEMPTS.len()],
            initialize,
            queue: Vec::new(),
            host: None,
            failure: (Act::NoHost, V::absent()),
            stored: Stored::default(),
            events: 0.0,
            diagnostics: Diagnostics::new(),
            orders: Vec::new(),
            done: 0,
        }
    }

    /// The next thing to do.
    pub fn next_effect(&mut self) -> Option<Effect<V, T>> {
        self.next_order().map(Effect::from)
    }

    /// The same, flat.
    pub fn next_order(&mut self) -> Option<Order<V, T>> {
        let order = self.orders.get_mut(self.done).and_then(Option::take);
        if order.is_some() {
            self.done += 1;
        } else {
            self.orders.clear();
            self.done = 0;
        }
        order
    }

    /// Wants something done.
    #[inline(never)]
    fn order(&mut self, act: Act, number: f64, value: V, more: V) -> Option<&mut Order<V, T>> {
        self.orders.push(Some(Order {
            act,
            duplicate: false,
            number,
            value,
            more,
            waiter: None,
        }));
        self.orders.last_mut()?.as_mut()
    }

    fn send(&mut self, frame: V) {
        self.order(Act::Send, 0.0, frame, V::absent());
    }

    /// Ends a call, or tells of its progress.
    fn end(&mut self, waiter: T, id: f64, act: Act, value: V, more: V) {
        if let Some(order) = self.order(act, id, value, more) {
            order.waiter = Some(waiter);
        }
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
    pub fn failure(&self) -> Option<Failure<V>> {
        let (act, value) = &self.failure;
        (self.status == Status::Failed).then(|| failure(*act, value.clone()))
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
        let waits = |id: &&f64| self.session.ticket(**id).is_some();
        self.session.len() - self.attempts.iter().filter(waits).count()
    }

    /// When [`Self::tick`] is to be called next.
    pub fn wake(&self) -> Option<Millis> {
        let wake = self.next_wake();
        wake.is_finite().then_some(wake)
    }

    /// The same, infinite for never.
    pub(crate) fn next_wake(&self) -> Millis {
        let handshake = self.handshake.as_ref();
        let handshake = handshake.map_or(f64::INFINITY, Handshake::wake);
        handshake.min(self.session.wake())
    }

    /// Starts the handshake.
    pub fn start(&mut self, now: Millis) {
        if self.status == Status::Connecting && self.handshake.is_none() {
            self.handshake = Some(Handshake::new(now));
            self.tick(now);
        }
    }

    /// There is nobody to ask. That is told by the next [`Self::tick`], so that whoever connects can attach listeners first.
    pub fn start_alone(&mut self, now: Millis) {
        self.handshake = Some(Handshake::over(now));
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
            Step::GiveUp => self.fail(Act::NoHost, V::absent()),
        }
        while let Some(given_up) = self.session.expire(now) {
            let timeout = V::from_number(given_up.timeout);
            let reason = V::word(Word::TimedOut);
            self.give_up(given_up, Act::Timeout, timeout, &reason);
        }
    }

    fn attempt(&mut self, now: Millis) {
        let ticket = Ticket {
            expect: Expect::Nothing,
            waiter: None,
        };
        let id = self.session.open(
            Timing {
                timeout: 0.0,
                total: 0.0,
            },
            ticket,
        );
        self.session.sent(id, now);
        if let Some(handshake) = &mut self.handshake {
            if let Some(attempt) = self.attempts.get_mut(handshake.attempts) {
                *attempt = id;
            }
            handshake.attempts += 1;
        }
        let frame = request_frame(id, &V::word(Word::Initialize), &self.initialize);
        self.send(frame);
    }

    /// Makes a call. Returns the id by which it can be aborted. `waiter` is settled exactly once.
    pub fn call(&mut self, call: Call<V>, waiter: T, now: Millis) -> f64 {
        let Call {
            method,
            params,
            mut meta,
            expect,
            timing,
        } = call;
        if self.is_over() {
            let (act, value) = self.failure.clone();
            self.end(waiter, 0.0, act, value, V::absent());
            return 0.0;
        }
        let waiter = Some(waiter);
        let id = self.session.open(timing, Ticket { expect, waiter });
        if !meta.is_absent() {
            meta.put_token(id);
        }
        // What is shared stands in the params already.
        let whole = (!V::SHARED && !meta.is_absent()).then(|| {
            let mut params = params.clone();
            params.put(Word::Meta, &meta);
            params
        });
        let frame = request_frame(id, method, whole.as_ref().unwrap_or(params));
        self.send_when_ready(id, frame, now);
        id
    }

    /// Nothing can be sent any more.
    fn is_over(&self) -> bool {
        matches!(self.status, Status::Failed | Status::Closed)
    }

    /// Sends a request, or a notification (NaN), after the handshake.
    fn send_when_ready(&mut self, id: f64, frame: V, now: Millis) {
        if self.status == Status::Ready {
            self.session.sent(id, now);
            self.send(frame);
        } else {
            self.queue.push((id, frame));
        }
    }

    /// Sends a notification, after the handshake. Nothing happens if there is no connection.
    pub fn notify(&mut self, method: &V, params: &V) {
        if !self.is_over() {
            self.send_when_ready(f64::NAN, notification_frame(method, params), 0.0);
        }
    }

    /// Gives a call up. The host is told, if it knows of it: `text` is what it is told, or absent.
    pub fn abort(&mut self, id: f64, reason: V, text: &V) {
        if !self.is_attempt(id)
            && let Some(given_up) = self.session.give_up(id)
        {
            self.give_up(given_up, Act::Aborted, reason, text);
        }
    }

    /// `text` is what the host is told, or absent; it is not told what it does not know of, or can hear no more.
    fn give_up(&mut self, given_up: GivenUp<Ticket<T>>, act: Act, value: V, text: &V) {
        let GivenUp {
            id, ticket, sent, ..
        } = given_up;
        let Some(waiter) = ticket.waiter else { return };
        if sent && self.status == Status::Ready && matches!(act, Act::Aborted | Act::Timeout) {
            let mut params = V::object();
            params.put(Word::RequestId, &V::from_number(id));
            if !text.is_absent() {
                params.put(Word::Reason, text);
            }
            let method = V::word(Word::CancelledNotification);
            self.send(notification_frame(&method, &params));
        }
        self.end(waiter, id, act, value, V::absent());
    }

    /// The transport refused a frame; `message` is what it said, or absent.
    pub fn send_failed(&mut self, sent: Sent<V>, reason: V, message: V) {
        match sent {
            Sent::Request(id) if self.is_attempt(id) => self.fail(Act::Transport, reason),
            Sent::Request(id) => {
                if let Some(given_up) = self.session.give_up(id) {
                    self.give_up(given_up, Act::Transport, reason, &V::absent());
                }
            }
            Sent::Answer(_) if self.status == Status::Closed => {}
            // What was in it, a result or an error's data, cannot be sent; that there is an answer can.
            Sent::Answer(id) => {
                self.diagnose(Finding::new(Oddity::SendFailed, Path::Result));
                let code = ErrorCode::InternalError;
                let message = if message.is_absent() {
                    V::word(code.word())
                } else {
                    message
                };
                let code = f64::from(code.number());
                self.send(error_frame(&id, code, &message, &V::absent()));
            }
            Sent::Other => self.diagnose(Finding::new(Oddity::SendFailed, Path::Root)),
        }
    }

    /// There is no connection and there will be none: how calls end now.
    pub fn fail(&mut self, act: Act, value: V) {
        if self.status == Status::Connecting {
            self.finish(Status::Failed, act, value);
        }
    }

    /// Ends the connection: every call is settled, nothing is sent any more.
    pub fn close(&mut self) {
        if self.status != Status::Closed {
            self.finish(Status::Closed, Act::Closed, V::absent());
        }
    }

    fn finish(&mut self, status: Status, act: Act, value: V) {
        self.handshake = None;
        self.queue.clear();
        while let Some(given_up) = self.session.expire(f64::INFINITY) {
            self.give_up(given_up, act, value.clone(), &V::absent());
        }
        if status == Status::Closed {
            while let Some(served) = self.serving.forget() {
                self.order(Act::Abort, f64::from(served), V::absent(), V::absent());
            }
        }
        let why = vec![V::from_number(f64::from(act as u8)), value.clone()];
        self.failure = (act, value);
        self.change_status(status, V::array(why));
    }

    fn change_status(&mut self, status: Status, more: V) {
        self.status = status;
        let number = V::from_number(f64::from(status as u8));
        self.emit(Act::StatusChange, number, more);
    }

    fn emit(&mut self, act: Act, value: V, more: V) -> Option<&mut Order<V, T>> {
        self.events += 1.0;
        self.order(act, self.events, value, more)
    }

    /// An event that the host says once.
    pub(super) fn keep(&mut self, act: Act, duplicate: bool, value: V, more: V) {
        if act == Act::ToolInput {
            self.stored.forget(Act::ToolInputPartial);
        }
        self.stored
            .keep(act, self.events + 1.0, duplicate, &value, &more);
        if let Some(order) = self.emit(act, value, more) {
            order.duplicate = duplicate;
        }
    }

    // What a message does, once it is read.

    pub(super) fn find(&self, id: f64) -> Match {
        self.session.find(id)
    }

    pub(super) fn is_attempt(&self, id: f64) -> bool {
        self.attempts.contains(&id)
    }

    /// What a pending request expects, and whether it is a call: else it is the handshake.
    pub(super) fn wants(&self, id: f64) -> Option<(Expect, bool)> {
        let ticket = self.session.ticket(id)?;
        Some((ticket.expect, ticket.waiter.is_some()))
    }

    /// Whether a message with this address is for this connection.
    pub fn takes(&self, address: &Address<V>) -> bool {
        match address {
            Address::All => true,
            Address::Caller(id) => self.session.find(id.id_number()) != Match::Unknown,
            Address::Server(id) => self.serving.has(id),
        }
    }

    pub(super) fn settle(&mut self, id: f64, act: Act, value: V, more: V) {
        let ticket = self.session.settle(id);
        if let Some(waiter) = ticket.and_then(|ticket| ticket.waiter) {
            self.end(waiter, id, act, value, more);
        }
    }

    pub(super) fn connected(&mut self, host: Host<V>, now: Millis) {
        if self.handshake.take().is_none() {
            return;
        }
        for id in self.attempts {
            self.session.settle(id);
        }
        let method = V::word(Word::Initialized);
        self.send(notification_frame(&method, &V::object()));
        for (id, frame) in std::mem::take(&mut self.queue) {
            // Unless it was given up while it was queued.
            if id.is_nan() || self.session.ticket(id).is_some() {
                self.session.sent(id, now);
                self.send(frame);
            }
        }
        let more = V::array(vec![
            host.info.clone(),
            host.capabilities.clone(),
            host.context.clone(),
            host.protocol_version.clone(),
        ]);
        self.host = Some(host);
        self.change_status(Status::Ready, more);
    }

    /// Whether it was taken: after the final input it is stale.
    pub(super) fn tool_input_partial(&mut self, arguments: V) -> bool {
        let early = self.stored.value(Act::ToolInput).is_absent();
        if early {
            self.keep(Act::ToolInputPartial, false, arguments, V::absent());
        }
        early
    }

    pub(super) fn tool_cancelled(&mut self, params: V) {
        let duplicate = !self.stored.value(Act::ToolCancelled).is_absent();
        self.keep(Act::ToolCancelled, duplicate, params, V::absent());
    }

    pub(super) fn context_changed(&mut self, change: V, merged: Option<V>) {
        let mut context = V::absent();
        if let (Some(host), Some(merged)) = (&mut self.host, merged) {
            context = merged.clone();
            host.context = merged;
        }
        self.emit(Act::HostContextChanged, change, context);
    }

    /// Whether a request of ours made this progress.
    pub(super) fn progress(&mut self, id: f64, params: V, now: Millis) -> bool {
        let Some(ticket) = self.session.ticket(id) else {
            return false;
        };
        if let Some(waiter) = ticket.waiter.clone() {
            self.end(waiter, id, Act::Progress, params, V::absent());
        }
        self.session.progress(id, now);
        true
    }

    /// Whether the request was still being served.
    pub(super) fn cancelled(&mut self, id: &V, reason: V) -> bool {
        let Some(served) = self.serving.cancel(id) else {
            return false;
        };
        self.order(Act::Abort, f64::from(served), reason, V::absent());
        true
    }

    pub(super) fn notified(&mut self, method: V, params: V) {
        self.emit(Act::Notification, params, method);
    }

    pub(super) fn serve(&mut self, request: Message<V>) {
        if self.status == Status::Closed {
            return;
        }
        let Message {
            id,
            method,
            payload: params,
            ..
        } = request;
        if method.is_word(Word::Ping) {
            return self.send(result_frame(&id, &V::object()));
        }
        let (served, reused) = self.serving.begin(id);
        if reused {
            self.diagnose(Finding::new(Oddity::Reused, Path::Id));
        }
        self.order(Act::Serve, f64::from(served), params, method);
    }

    pub(super) fn refuse(&mut self, id: &V, code: ErrorCode) {
        if self.status != Status::Closed {
            let message = V::word(code.word());
            let number = f64::from(code.number());
            self.send(error_frame(id, number, &message, &V::absent()));
        }
    }

    /// Nobody serves this request.
    pub fn decline(&mut self, served: Served) {
        if let Some(id) = self.serving.finish(served) {
            self.refuse(&id, ErrorCode::MethodNotFound);
        }
    }

    /// Answers a request of the host's, if the answer is still wanted. An absent result becomes `{}`.
    pub fn answer(&mut self, served: Served, answer: Result<V, (f64, V, V)>) {
        let Some(id) = self.serving.finish(served) else {
            return;
        };
        self.send(match answer {
            Ok(result) => result_frame(&id, &result),
            Err((code, message, data)) => error_frame(&id, code, &message, &data),
        });
    }

    /// Counts the oddities of a message.
    pub(super) fn note(&mut self, findings: &Findings) {
        for finding in findings.iter() {
            self.diagnose(*finding);
        }
    }

    /// Counts an oddity.
    pub fn diagnose(&mut self, finding: Finding) {
        if let Some(Diagnostic { finding, count }) = self.diagnostics.count(finding) {
            let packed = Packed::pack(finding.oddity as u8, finding.path, finding.item);
            self.emit(Act::Diagnostic, packed, V::from_number(f64::from(count)));
        }
    }
}
