//! One end of a connection.

use super::{Act, Order, Packed};
use crate::session::{Match, Millis, Served, Serving, Session, Timing};
#[cfg(feature = "app")]
use crate::wire::Address;
use crate::wire::{
    Diagnostic, Diagnostics, ErrorCode, Expect, Finding, Findings, Message, Oddity, Path, Value,
    Word, error_frame, notification_frame, result_frame,
};

/// What is left for a request. Nobody waits for what the connection asks for itself.
#[derive(Clone, Debug)]
pub(crate) struct Ticket<T, K> {
    pub(crate) expect: Expect,
    pub(crate) waiter: Option<T>,
    /// What else whoever stands above has to know of it.
    #[cfg_attr(
        not(feature = "client"),
        allow(dead_code, reason = "a widget has nothing more to say of a request")
    )]
    pub(crate) more: K,
}

/// Requests, in both directions, and what is to be done about them. `V` is a payload, `T` is who waits for a call, and `K` is what goes with
/// each request.
#[derive(Debug)]
pub(crate) struct Endpoint<V, T, K = ()> {
    pub(crate) session: Session<Ticket<T, K>>,
    serving: Serving<V>,
    /// How many events there were.
    events: f64,
    diagnostics: Diagnostics,
    /// What is to be done, and how much of it is.
    orders: Vec<Option<Order<V, T>>>,
    done: usize,
}

impl<V: Value, T: Clone, K> Endpoint<V, T, K> {
    /// `base` is where ids begin.
    pub(crate) fn new(base: f64) -> Self {
        Self {
            session: Session::new(base),
            serving: Serving::new(),
            events: 0.0,
            diagnostics: Diagnostics::new(),
            orders: Vec::new(),
            done: 0,
        }
    }

    /// The next thing to do.
    pub(crate) fn next_order(&mut self) -> Option<Order<V, T>> {
        let order = self.orders.get_mut(self.done).and_then(Option::take);
        if order.is_some() {
            self.done += 1;
        } else {
            self.orders.clear();
            self.done = 0;
        }
        order
    }

    /// What was to be sent or served, and is not yet, never is.
    #[cfg(feature = "client")]
    pub(crate) fn withhold(&mut self) {
        let stays = |order: &Order<V, T>| !matches!(order.act, Act::Send | Act::Serve);
        self.orders
            .retain(|order| order.as_ref().is_some_and(stays));
        self.done = 0;
    }

    /// Wants something done.
    #[inline(never)]
    pub(crate) fn order(
        &mut self,
        act: Act,
        number: f64,
        value: V,
        more: V,
    ) -> Option<&mut Order<V, T>> {
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

    /// Sends what the other side need not answer, or what needs no number to be known by.
    pub(crate) fn send(&mut self, frame: V) {
        self.order(Act::Send, f64::NAN, frame, V::absent());
    }

    /// Ends a call, or tells of its progress.
    pub(crate) fn end(&mut self, waiter: T, id: f64, act: Act, value: V, more: V) {
        if let Some(order) = self.order(act, id, value, more) {
            order.waiter = Some(waiter);
        }
    }

    /// An event.
    pub(crate) fn emit(&mut self, act: Act, value: V, more: V) -> Option<&mut Order<V, T>> {
        self.events += 1.0;
        self.order(act, self.events, value, more)
    }

    #[cfg(feature = "app")]
    /// The number of the next event.
    pub(crate) const fn next_event(&self) -> f64 {
        self.events + 1.0
    }

    /// The oddities so far.
    pub(crate) const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Counts an oddity.
    pub(crate) fn diagnose(&mut self, finding: Finding) {
        if let Some(Diagnostic { finding, count }) = self.diagnostics.count(finding) {
            let packed = Packed::pack(finding.oddity as u8, finding.path, finding.item);
            self.emit(Act::Diagnostic, packed, V::from_number(f64::from(count)));
        }
    }

    /// Counts the oddities of a message.
    pub(crate) fn note(&mut self, findings: &Findings) {
        for finding in findings.iter() {
            self.diagnose(*finding);
        }
    }

    /// Opens a request of the connection's own. 0: it waits for ever.
    pub(crate) fn open_own(&mut self, timeout: Millis, more: K) -> f64 {
        let timing = Timing {
            timeout,
            total: 0.0,
        };
        let ticket = Ticket {
            expect: Expect::Nothing,
            waiter: None,
            more,
        };
        self.session.open(timing, ticket)
    }

    /// A reply is here: ends the call.
    pub(crate) fn settle(&mut self, id: f64, act: Act, value: V, more: V) {
        let ticket = self.session.settle(id);
        if let Some(waiter) = ticket.and_then(|ticket| ticket.waiter) {
            self.end(waiter, id, act, value, more);
        }
    }

    /// The peer is told that nobody waits for a request any more; `text` is why, or absent.
    pub(crate) fn cancel(&mut self, id: f64, text: &V) {
        let mut params = V::object();
        params.put(Word::RequestId, &V::from_number(id));
        if !text.is_absent() {
            params.put(Word::Reason, text);
        }
        let method = V::word(Word::CancelledNotification);
        self.send(notification_frame(&method, &params));
    }

    #[cfg(feature = "app")]
    /// What a pending request expects, and whether it is a call: else it is the connection's own.
    pub(crate) fn wants(&self, id: f64) -> Option<(Expect, bool)> {
        let ticket = self.session.ticket(id)?;
        Some((ticket.expect, ticket.waiter.is_some()))
    }

    #[cfg(feature = "app")]
    /// Whether a message with this address is for this connection.
    pub(crate) fn takes(&self, address: &Address<V>) -> bool {
        match address {
            Address::All => true,
            Address::Caller(id) => self.session.find(id.id_number()) != Match::Unknown,
            Address::Server(id) => self.serving.has(id),
        }
    }

    /// A reply that no request waits for.
    #[cold]
    pub(crate) fn note_stray(&self, id: f64, findings: &mut Findings) {
        // Without a version it may be anybody's.
        if findings.has(Oddity::JsonrpcMissing) {
            findings.clear();
            return;
        }
        let oddity = match self.session.find(id) {
            Match::Late => Oddity::LateReply,
            Match::Duplicate => Oddity::DuplicateReply,
            Match::Pending | Match::Unknown => Oddity::UnknownReply,
        };
        findings.add(oddity, Path::Id);
    }

    /// Whether a request of ours made this progress.
    pub(crate) fn progress(&mut self, id: f64, params: V, now: Millis) -> bool {
        let Some(ticket) = self.session.ticket(id) else {
            return false;
        };
        if let Some(waiter) = ticket.waiter.clone() {
            self.end(waiter, id, Act::Progress, params, V::absent());
        }
        self.session.progress(id, now);
        true
    }

    /// Serves a request.
    pub(crate) fn serve(&mut self, request: Message<V>) {
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

    /// Serves what was asked for within an answer of the other side's: it has no id, and whoever asked knows where the answer goes.
    #[cfg(feature = "client")]
    pub(crate) fn serve_inside(&mut self, params: V, method: V) -> Served {
        let (served, _) = self.serving.begin(V::absent());
        self.serving.finish(served);
        self.order(Act::Serve, f64::from(served), params, method);
        served
    }

    /// Whether the request was still being served.
    pub(crate) fn cancelled(&mut self, id: &V, reason: V) -> bool {
        let Some(served) = self.serving.cancel(id) else {
            return false;
        };
        self.order(Act::Abort, f64::from(served), reason, V::absent());
        true
    }

    /// Nothing is served any more.
    pub(crate) fn stop_serving(&mut self) {
        while let Some(served) = self.serving.forget() {
            self.order(Act::Abort, f64::from(served), V::absent(), V::absent());
        }
    }

    /// Answers a request with an error of ours.
    pub(crate) fn refuse(&mut self, id: &V, code: ErrorCode) {
        let message = V::word(code.word());
        let number = f64::from(code.number());
        self.send(error_frame(id, number, &message, &V::absent()));
    }

    /// Nobody serves this request.
    pub(crate) fn decline(&mut self, served: Served) {
        if let Some(id) = self.serving.finish(served) {
            self.refuse(&id, ErrorCode::MethodNotFound);
        }
    }

    /// Answers a request, if the answer is still wanted. An absent result becomes `{}`.
    pub(crate) fn answer(&mut self, served: Served, answer: Result<V, (f64, V, V)>) {
        let Some(id) = self.serving.finish(served) else {
            return;
        };
        self.send(match answer {
            Ok(result) => result_frame(&id, &result),
            Err((code, message, data)) => error_frame(&id, code, &message, &data),
        });
    }

    /// What was in an answer, a result or an error's data, cannot be sent; that there is an answer can.
    pub(crate) fn answer_failed(&mut self, id: &V, message: V) {
        self.diagnose(Finding::new(Oddity::SendFailed, Path::Result));
        let code = ErrorCode::InternalError;
        let message = if message.is_absent() {
            V::word(code.word())
        } else {
            message
        };
        let code = f64::from(code.number());
        self.send(error_frame(id, code, &message, &V::absent()));
    }
}

/// How a call ends: see [`Act`].
#[derive(Clone, Debug)]
pub(crate) struct Reply<V> {
    pub(crate) act: Act,
    pub(crate) value: V,
    pub(crate) more: V,
}

impl<V: Value> Reply<V> {
    #[cfg(feature = "client")]
    pub(crate) fn bare(act: Act, value: V) -> Self {
        let more = V::absent();
        Self { act, value, more }
    }

    /// Reads the result of a call.
    pub(crate) fn read(expect: Expect, value: V, findings: &mut Findings) -> Self {
        let read = expect.mend(&value, findings);
        let (act, value, more) = match read {
            Ok(mended) if mended.is_absent() => (Act::Result, value, mended),
            // What arrived goes along where it was a tool's.
            Ok(mended) if expect == Expect::Tool => (Act::Result, mended, value),
            Ok(mended) => (Act::Result, mended, V::absent()),
            Err(crate::wire::Invalid { path, reason }) => {
                (Act::Invalid, value, Packed::pack(reason as u8, path, 0))
            }
        };
        Self { act, value, more }
    }
}
