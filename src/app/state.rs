//! The state of one widget's connection, and its transitions.

use super::handshake::{ATTEMPTS, Handshake, Step};
use super::{Effect, Host, Stored};
use crate::rpc::{Act, Endpoint, Failure, Order, Sent, Status, Ticket, failure};
use crate::session::{GivenUp, Millis, Served, Timing};
use crate::wire::{
    Address, Diagnostics, ErrorCode, Expect, Finding, Message, Oddity, Path, Value, Word,
    notification_frame, request_frame,
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

/// A widget's connection with its host. `V` is a payload, `T` is who waits for a call.
#[derive(Debug)]
pub struct App<V, T> {
    pub(super) end: Endpoint<V, T>,
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
}

impl<V: Value, T: Clone> App<V, T> {
    /// A connection that is not started. `initialize` is the params of `ui/initialize`; `base` is where ids start and should be random.
    pub fn new(initialize: V, base: f64) -> Self {
        Self {
            end: Endpoint::new(base),
            status: Status::Connecting,
            handshake: None,
            attempts: [f64::NAN; ATTEMPTS.len()],
            initialize,
            queue: Vec::new(),
            host: None,
            failure: (Act::NoHost, V::absent()),
            stored: Stored::default(),
        }
    }

    /// The next thing to do.
    pub fn next_effect(&mut self) -> Option<Effect<V, T>> {
        self.next_order().map(Effect::from)
    }

    /// The same, flat.
    pub fn next_order(&mut self) -> Option<Order<V, T>> {
        self.end.next_order()
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
        self.end.diagnostics()
    }

    /// How many calls wait for their answer.
    pub fn pending(&self) -> usize {
        let waits = |id: &&f64| self.end.session.ticket(**id).is_some();
        self.end.session.len() - self.attempts.iter().filter(waits).count()
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
        handshake.min(self.end.session.wake())
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
        while let Some(given_up) = self.end.session.expire(now) {
            let timeout = V::from_number(given_up.timeout);
            let reason = V::word(Word::TimedOut);
            self.give_up(given_up, Act::Timeout, timeout, &reason);
        }
    }

    fn attempt(&mut self, now: Millis) {
        let id = self.end.open_own(0.0, ());
        self.end.session.sent(id, now);
        if let Some(handshake) = &mut self.handshake {
            if let Some(attempt) = self.attempts.get_mut(handshake.attempts) {
                *attempt = id;
            }
            handshake.attempts += 1;
        }
        let frame = request_frame(id, &V::word(Word::Initialize), &self.initialize);
        self.end.send(frame);
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
            self.end.end(waiter, 0.0, act, value, V::absent());
            return 0.0;
        }
        let waiter = Some(waiter);
        let ticket = Ticket {
            expect,
            waiter,
            more: (),
        };
        let id = self.end.session.open(timing, ticket);
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
            self.end.session.sent(id, now);
            self.end.send(frame);
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
            && let Some(given_up) = self.end.session.give_up(id)
        {
            self.give_up(given_up, Act::Aborted, reason, text);
        }
    }

    /// `text` is what the host is told, or absent; it is not told what it does not know of, or can hear no more.
    fn give_up(&mut self, given_up: GivenUp<Ticket<T, ()>>, act: Act, value: V, text: &V) {
        let GivenUp {
            id, ticket, sent, ..
        } = given_up;
        let Some(waiter) = ticket.waiter else { return };
        if sent && self.status == Status::Ready && matches!(act, Act::Aborted | Act::Timeout) {
            self.end.cancel(id, text);
        }
        self.end.end(waiter, id, act, value, V::absent());
    }

    /// The transport refused a frame; `message` is what it said, or absent.
    pub fn send_failed(&mut self, sent: Sent<V>, reason: V, message: V) {
        match sent {
            Sent::Request(id) if self.is_attempt(id) => self.fail(Act::Transport, reason),
            Sent::Request(id) => {
                if let Some(given_up) = self.end.session.give_up(id) {
                    self.give_up(given_up, Act::Transport, reason, &V::absent());
                }
            }
            Sent::Answer(_) if self.status == Status::Closed => {}
            Sent::Answer(id) => self.end.answer_failed(&id, message),
            Sent::Other => self
                .end
                .diagnose(Finding::new(Oddity::SendFailed, Path::Root)),
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
        while let Some(given_up) = self.end.session.expire(f64::INFINITY) {
            self.give_up(given_up, act, value.clone(), &V::absent());
        }
        if status == Status::Closed {
            self.end.stop_serving();
        }
        let why = vec![V::from_number(f64::from(act as u8)), value.clone()];
        self.failure = (act, value);
        self.change_status(status, V::array(why));
    }

    fn change_status(&mut self, status: Status, more: V) {
        self.status = status;
        let number = V::from_number(f64::from(status as u8));
        self.end.emit(Act::StatusChange, number, more);
    }

    /// An event that the host says once.
    pub(super) fn keep(&mut self, act: Act, duplicate: bool, value: V, more: V) {
        if act == Act::ToolInput {
            self.stored.forget(Act::ToolInputPartial);
        }
        self.stored
            .keep(act, self.end.next_event(), duplicate, &value, &more);
        if let Some(order) = self.end.emit(act, value, more) {
            order.duplicate = duplicate;
        }
    }

    // What a message does, once it is read.

    pub(super) fn is_attempt(&self, id: f64) -> bool {
        self.attempts.contains(&id)
    }

    /// Whether a message with this address is for this connection.
    pub fn takes(&self, address: &Address<V>) -> bool {
        self.end.takes(address)
    }

    pub(super) fn connected(&mut self, host: Host<V>, now: Millis) {
        if self.handshake.take().is_none() {
            return;
        }
        for id in self.attempts {
            self.end.session.settle(id);
        }
        let method = V::word(Word::Initialized);
        self.end.send(notification_frame(&method, &V::object()));
        for (id, frame) in std::mem::take(&mut self.queue) {
            // Unless it was given up while it was queued.
            if id.is_nan() || self.end.session.ticket(id).is_some() {
                self.end.session.sent(id, now);
                self.end.send(frame);
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
        self.end.emit(Act::HostContextChanged, change, context);
    }

    pub(super) fn serve(&mut self, request: Message<V>) {
        if self.status != Status::Closed {
            self.end.serve(request);
        }
    }

    pub(super) fn refuse(&mut self, id: &V, code: ErrorCode) {
        if self.status != Status::Closed {
            self.end.refuse(id, code);
        }
    }

    /// Nobody serves this request.
    pub fn decline(&mut self, served: Served) {
        self.end.decline(served);
    }

    /// Answers a request of the host's, if the answer is still wanted. An absent result becomes `{}`.
    pub fn answer(&mut self, served: Served, answer: Result<V, (f64, V, V)>) {
        self.end.answer(served, answer);
    }

    /// Counts an oddity.
    pub fn diagnose(&mut self, finding: Finding) {
        self.end.diagnose(finding);
    }
}
