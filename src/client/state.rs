//! The state of a client's connection with its server, and its transitions.

use super::cache::Cache;
use super::header::{Marked, Param};
use super::input::Input;
use super::version::Offer;
use super::{Refusal, Server, Version};
use crate::rpc::{Act, Endpoint, Failure, Order, Packed, Reply, Sent, Status, Ticket, outcome};
use crate::session::{GivenUp, Match, Millis, Served, Timing};
use crate::wire::{
    Diagnostics, ErrorCode, Expect, Finding, Message, Oddity, Path, Reason, Value, Word,
    notification_frame, request_frame,
};

/// A request to be made.
#[derive(Clone, Debug)]
pub struct Call<V> {
    /// The method.
    pub method: V,
    /// The params: an object that nobody else changes, or absent.
    pub params: V,
    /// The `_meta` of the params, if it is to get a progress token: an object that nobody else holds; else absent.
    pub meta: V,
    /// What the answer must be.
    pub expect: Expect,
    /// How long to wait.
    pub timing: Timing,
}

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Somebody waits for it.
    Call,
    /// `server/discover`: does the server speak the version without a handshake?
    Discover,
    /// `initialize`.
    Initialize,
    /// `tools/list`, for the headers that a call needs.
    Tools,
    /// `subscriptions/listen`.
    Listen,
}

/// What is known of a request, so that it can be sent again.
#[derive(Clone, Debug)]
pub(super) struct Asked<V> {
    pub(super) kind: Kind,
    pub(super) method: V,
    pub(super) params: V,
    pub(super) meta: V,
    pub(super) timing: Timing,
    /// When it ends in any case, however often it is sent.
    pub(super) until: Millis,
    /// The id by which whoever waits knows it.
    pub(super) first: f64,
    /// What the server has asked for meanwhile.
    pub(super) responses: V,
    pub(super) state: V,
    pub(super) rounds: u32,
    /// It was sent again because the server could not take it.
    pub(super) again: bool,
    /// The session in which it was sent, or what was known by then.
    pub(super) session: u32,
}

impl<V: Value> Asked<V> {
    pub(super) fn own(kind: Kind, method: V, params: V) -> Self {
        Self {
            kind,
            method,
            params,
            meta: V::absent(),
            timing: Timing {
                timeout: 0.0,
                total: 0.0,
            },
            until: f64::INFINITY,
            first: 0.0,
            responses: V::absent(),
            state: V::absent(),
            rounds: 0,
            again: false,
            session: 0,
        }
    }
}

pub(super) type Tag<V, T> = Ticket<T, Asked<V>>;

/// Changes of a list come in swarms: they are told this long after the first.
const SWARM: Millis = 300.0;

/// How soon a stream that has ended is opened anew, at first; twice as long each time it ends at once.
const RELISTEN: Millis = 1_000.0;
const RELISTEN_MOST: Millis = 30_000.0;

/// The lists that change: what they are called by, and which results are stale then.
const LISTS: [&[Word]; 3] = [
    &[Word::ToolsList],
    &[Word::ResourcesList, Word::TemplatesList],
    &[Word::PromptsList],
];

/// A client's connection with its server. `V` is a payload, `T` is who waits for a call.
#[derive(Debug)]
pub struct Client<V, T> {
    pub(super) end: Endpoint<V, T, Asked<V>>,
    status: Status,
    /// The version that was asked for by name.
    wanted: Option<Version>,
    /// `clientInfo`.
    info: V,
    capabilities: V,
    /// How long the server may take to say who it is.
    patience: Millis,
    /// The version that is spoken, or being tried.
    version: Option<Version>,
    /// How many sessions there were; or, without sessions, how often results went out of date.
    sessions: u32,
    /// When the stream of 2024-11-05 is not waited for any more.
    opening: Millis,
    /// It was asked for.
    old: bool,
    /// `initialize` was sent with another version than the first.
    corrected: bool,
    server: Option<Server<V>>,
    /// What waits for the handshake: requests, and notifications (NaN).
    queue: Vec<(f64, V)>,
    /// Why there is no connection: how a call ends then.
    failure: Reply<V>,
    log_level: V,
    pub(super) cache: Cache<V>,
    marked: Marked,
    pub(super) inputs: Vec<Input<V, T>>,
    /// When each list's change is told.
    changed: [Millis; LISTS.len()],
    /// What is to be heard of besides answers: the filter of `subscriptions/listen`, or absent.
    listening: V,
    /// When that is asked for again, and how long it takes the next time.
    relisten: Millis,
    pause: Millis,
}

impl<V: Value, T: Clone> Client<V, T> {
    /// A connection that is not started. `info` is who we are, `capabilities` what we can do for the server; `patience` is how long it may
    /// take to say who it is, each time it is asked.
    pub fn new(info: V, capabilities: V, wanted: Option<Version>, patience: Millis) -> Self {
        Self {
            // Some servers take 0 for none, and large numbers badly.
            end: Endpoint::new(0.0),
            status: Status::Connecting,
            wanted,
            info,
            capabilities,
            patience,
            version: None,
            sessions: 0,
            opening: f64::INFINITY,
            old: false,
            corrected: false,
            server: None,
            queue: Vec::new(),
            failure: Reply::bare(Act::Closed, V::absent()),
            log_level: V::absent(),
            cache: Cache::new(),
            marked: Vec::new(),
            inputs: Vec::new(),
            changed: [f64::INFINITY; LISTS.len()],
            listening: V::absent(),
            relisten: f64::INFINITY,
            pause: RELISTEN,
        }
    }

    /// The next thing to do.
    pub fn next_order(&mut self) -> Option<Order<V, T>> {
        self.end.next_order()
    }

    /// Where the connection stands.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// There is no connection and there will be none.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.status, Status::Failed | Status::Closed)
    }

    /// The server, once it has said who it is.
    pub const fn server(&self) -> Option<&Server<V>> {
        self.server.as_ref()
    }

    /// Why there is no connection.
    pub fn failure(&self) -> Option<Failure<V>> {
        let Reply { act, value, more } = self.failure.clone();
        let failed = self.status == Status::Failed;
        failed.then(|| outcome(act, value, more).err()).flatten()
    }

    /// The oddities so far.
    pub const fn diagnostics(&self) -> &Diagnostics {
        self.end.diagnostics()
    }

    /// How many calls have not ended.
    pub fn pending(&self) -> usize {
        let calls = |ticket: &Tag<V, T>| ticket.more.kind == Kind::Call;
        self.end.session.count(calls) + self.inputs.len()
    }

    /// When [`Self::tick`] is to be called next; infinite for never.
    pub fn wake(&self) -> Millis {
        let changed = self.changed.iter().copied().fold(f64::INFINITY, f64::min);
        let inputs = self.inputs.iter().map(Input::wake);
        let inputs = inputs.fold(changed, f64::min);
        let own = self.relisten.min(self.opening);
        self.end.session.wake().min(inputs).min(own)
    }

    /// The version that headers name: from 2025-06-18 on, and not before it is known.
    pub(super) fn header_version(&self) -> Option<Version> {
        self.version.filter(|version| {
            *version >= Version::V2025June && (version.is_modern() || self.server.is_some())
        })
    }

    /// The arguments that a tool wants in headers.
    pub(super) fn marks(&self, tool: &str) -> Vec<Param> {
        let known = self.marked.iter().find(|(name, _)| name == tool);
        known.map_or_else(Vec::new, |(_, params)| params.clone())
    }

    /// `found` are all the tools that are known anew, those too that want nothing.
    pub(super) fn mark(&mut self, found: Marked) {
        self.marked
            .retain(|(known, _)| found.iter().all(|(name, _)| name != known));
        let wants = found.into_iter().filter(|(_, params)| !params.is_empty());
        self.marked.extend(wants);
    }

    /// Whether we have said that we can answer this.
    pub(super) fn declares<'a>(&self, mut methods: impl Iterator<Item = &'a V>) -> bool
    where
        V: 'a,
    {
        methods.all(|method| {
            let name = match method.as_word() {
                Some(Word::Elicit) => Word::Elicitation,
                Some(Word::CreateMessage) => Word::Sampling,
                Some(Word::RootsList) => Word::Roots,
                _ => return true,
            };
            self.capabilities.has(name)
        })
    }

    pub(super) fn is_modern(&self) -> bool {
        self.version.is_some_and(Version::is_modern)
    }

    /// Finds out who the server is. `known` is what it spoke last time.
    pub fn start(&mut self, known: Option<Version>, now: Millis) {
        if self.status != Status::Connecting || self.version.is_some() {
            return;
        }
        match self.wanted.or(known) {
            Some(Version::V2024November) if self.wanted.is_some() => self.open_old(now),
            Some(version) if !version.is_modern() => self.initialize(version, now),
            _ => self.discover(now),
        }
    }

    fn discover(&mut self, now: Millis) {
        self.version = Some(Version::V2026July);
        let method = V::word(Word::ServerDiscover);
        self.ask(
            Asked::own(Kind::Discover, method, V::object()),
            self.patience,
            now,
        );
    }

    fn initialize(&mut self, version: Version, now: Millis) {
        self.version = Some(version);
        self.server = None;
        let mut params = V::object();
        params.put(Word::ProtocolVersion, &V::word(version.word()));
        params.put(Word::Capabilities, &self.capabilities);
        params.put(Word::ClientInfo, &self.info);
        let method = V::word(Word::ClientInitialize);
        self.ask(
            Asked::own(Kind::Initialize, method, params),
            self.patience,
            now,
        );
    }

    /// The server may speak nothing but 2024-11-05.
    fn open_old(&mut self, now: Millis) {
        self.old = true;
        if self.patience > 0.0 {
            self.opening = now + self.patience;
        }
        self.version = Some(Version::V2024November);
        self.end.order(Act::Listen, 2.0, V::absent(), V::absent());
    }

    /// The stream of 2024-11-05 is open, or could not be.
    pub fn opened(&mut self, refusal: Option<Refusal<V>>, now: Millis) {
        self.opening = f64::INFINITY;
        match refusal {
            None if self.status == Status::Connecting => {
                self.initialize(Version::V2024November, now);
            }
            Some(refusal) => self.broken(refusal),
            None => {}
        }
    }

    /// Makes a request of the connection's own.
    fn ask(&mut self, asked: Asked<V>, timeout: Millis, now: Millis) -> f64 {
        let id = self.end.open_own(timeout, asked);
        self.end.session.sent(id, now);
        self.transmit(id);
        id
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Millis) {
        while let Some(given_up) = self.end.session.expire(now) {
            let timeout = V::from_number(given_up.timeout);
            self.give_up(
                given_up,
                Act::Timeout,
                timeout,
                &V::word(Word::TimedOut),
                now,
            );
        }
        for (list, due) in self.changed.iter_mut().enumerate() {
            if *due <= now {
                *due = f64::INFINITY;
                let which = V::from_number(list as f64);
                self.end.emit(Act::ListChanged, which, V::absent());
            }
        }
        self.expire_inputs(now);
        self.resume_inputs(now);
        if self.opening <= now {
            let timeout = V::from_number(self.patience);
            self.give_way(Act::Timeout, timeout);
        }
        if self.relisten <= now {
            self.listen_again(now);
        }
    }

    /// Makes a call. Returns the id by which it can be aborted. `waiter` is settled exactly once.
    pub fn call(&mut self, call: Call<V>, waiter: T, now: Millis) -> f64 {
        if self.is_over() {
            let Reply { act, value, more } = self.failure.clone();
            self.end.end(waiter, 0.0, act, value, more);
            return 0.0;
        }
        let known = call.method.as_word();
        if let Some(value) = known.and_then(|word| self.cache.find(word, &call.params, now)) {
            self.end.end(waiter, 0.0, Act::Result, value, V::absent());
            return 0.0;
        }
        let mut asked = Asked::own(Kind::Call, call.method, call.params);
        asked.meta = call.meta;
        asked.timing = call.timing;
        let ticket = Ticket {
            expect: call.expect,
            waiter: Some(waiter),
            more: asked,
        };
        self.open(ticket)
    }

    /// Opens a call under a new id, and sends it when it can be.
    pub(super) fn open(&mut self, ticket: Tag<V, T>) -> f64 {
        let id = self.number(ticket);
        if self.status == Status::Ready {
            self.transmit(id);
        } else {
            self.queue.push((id, V::absent()));
        }
        id
    }

    /// Gives a call a new id.
    fn number(&mut self, mut ticket: Tag<V, T>) -> f64 {
        let Asked {
            timing,
            until,
            first,
            ..
        } = ticket.more;
        if !V::SHARED && !ticket.more.meta.is_absent() {
            // Put in when it is sent.
            ticket.more.params.put(Word::Meta, &V::absent());
        }
        let id = self.end.session.open(timing, ticket);
        self.end.session.limit(id, until);
        if first == 0.0
            && let Some(ticket) = self.end.session.ticket_mut(id)
        {
            ticket.more.first = id;
        }
        id
    }

    /// Puts a request into the words of the version that is spoken, and sends it.
    fn transmit(&mut self, id: f64) {
        let modern = self.is_modern();
        let Some(ticket) = self.end.session.ticket_mut(id) else {
            return;
        };
        let asked = &mut ticket.more;
        asked.session = self.sessions;
        if !asked.meta.is_absent() {
            asked.meta.put_token(id);
        }
        let mut params = asked.params.clone();
        if modern || !asked.meta.is_absent() {
            params = params.copy().unwrap_or_else(V::object);
            let meta = if asked.meta.is_absent() {
                params.field(Word::Meta)
            } else {
                asked.meta.clone()
            };
            let mut meta = meta.copy().unwrap_or_else(V::object);
            if modern {
                meta.put(Word::MetaVersion, &V::word(Word::V2026));
                meta.put(Word::MetaCapabilities, &self.capabilities);
                meta.put(Word::MetaClient, &self.info);
                if !self.log_level.is_absent() {
                    meta.put(Word::MetaLogLevel, &self.log_level);
                }
            }
            params.put(Word::Meta, &meta);
            for (key, value) in [
                (Word::InputResponses, &asked.responses),
                (Word::RequestState, &asked.state),
            ] {
                if !value.is_absent() {
                    params.put(key, value);
                }
            }
        }
        let frame = request_frame(id, &asked.method, &params);
        self.end.order(Act::Send, id, frame, V::absent());
    }

    /// A request is on its way: its time begins. All of it has begun when it was sent first.
    pub fn sent(&mut self, id: f64, now: Millis) {
        self.end.session.sent(id, now);
        if let Some(ticket) = self.end.session.ticket_mut(id) {
            let Asked { timing, until, .. } = &mut ticket.more;
            if until.is_infinite() && timing.total > 0.0 {
                *until = now + timing.total;
            }
            let until = *until;
            self.end.session.limit(id, until);
        }
    }

    /// Sends a notification, after the handshake. Nothing happens if there is no connection.
    pub fn notify(&mut self, method: &V, params: &V) {
        let frame = notification_frame(method, params);
        match self.status {
            Status::Ready => self.end.send(frame),
            Status::Connecting => self.queue.push((f64::NAN, frame)),
            Status::Failed | Status::Closed => {}
        }
    }

    /// From which level on the server tells what it does, where that goes with each request. Whether it does.
    pub fn set_log_level(&mut self, level: V) -> bool {
        self.log_level = level;
        self.is_modern()
    }

    /// Gives a call up, by the id that [`Self::call`] gave. The server is told, if it knows of it: `text` is what it is told, or absent.
    pub fn abort(&mut self, id: f64, reason: V, text: &V, now: Millis) {
        if let Some(at) = self
            .inputs
            .iter()
            .position(|input| input.ticket.more.first == id)
        {
            let input = self.inputs.remove(at);
            return self.end_input(input, Reply::bare(Act::Aborted, reason));
        }
        let current = self.end.session.find_ticket(
            |ticket| ticket.more.kind == Kind::Call && ticket.more.first == id,
            id,
        );
        if let Some(given_up) = current.and_then(|id| self.end.session.give_up(id)) {
            self.give_up(given_up, Act::Aborted, reason, text, now);
        }
    }

    /// `text` is what the server is told, or absent.
    fn give_up(&mut self, given_up: GivenUp<Tag<V, T>>, act: Act, value: V, text: &V, now: Millis) {
        let GivenUp {
            id, ticket, sent, ..
        } = given_up;
        if matches!(act, Act::Aborted | Act::Timeout) {
            // Whoever reads no more is not heard: without a handshake that is all there is to say.
            let told = sent && self.status == Status::Ready && !self.is_modern();
            if told && ticket.more.kind == Kind::Call {
                self.end.cancel(id, text);
            }
            self.end.order(Act::Drop, id, V::absent(), V::absent());
        }
        self.ended(id, ticket, act, value, now);
    }

    /// A request has ended without a result.
    fn ended(&mut self, id: f64, ticket: Tag<V, T>, act: Act, value: V, now: Millis) {
        match ticket.more.kind {
            Kind::Call => {
                if let Some(waiter) = ticket.waiter {
                    self.end.end(waiter, id, act, value, V::absent());
                }
            }
            Kind::Discover | Kind::Initialize => self.give_way(act, value),
            // The call goes on without.
            Kind::Tools => self.tools_known(),
            Kind::Listen => self.listen_ended(now),
        }
    }

    // The handshake.

    /// There is no connection and there will be none.
    fn give_way(&mut self, act: Act, value: V) {
        if self.status == Status::Connecting {
            self.finish(Status::Failed, Reply::bare(act, value));
        }
    }

    /// Ends the connection: every call is settled, nothing is sent any more.
    pub fn close(&mut self) {
        if self.status != Status::Closed {
            self.finish(Status::Closed, Reply::bare(Act::Closed, V::absent()));
        }
    }

    fn finish(&mut self, status: Status, why: Reply<V>) {
        // First, so that nothing that ends begins anything.
        self.status = status;
        self.failure = why.clone();
        // What is told may close: nothing goes out that stood behind it.
        self.end.withhold();
        self.queue.clear();
        self.cache.clear();
        self.marked.clear();
        self.listening = V::absent();
        self.changed = [f64::INFINITY; LISTS.len()];
        self.relisten = f64::INFINITY;
        self.opening = f64::INFINITY;
        while let Some(given_up) = self.end.session.expire(f64::INFINITY) {
            let GivenUp { id, ticket, .. } = given_up;
            self.end.order(Act::Drop, id, V::absent(), V::absent());
            if let Some(waiter) = ticket.waiter {
                self.end
                    .end(waiter, id, why.act, why.value.clone(), why.more.clone());
            }
        }
        for input in std::mem::take(&mut self.inputs) {
            self.end_input(input, why.clone());
        }
        self.end.stop_serving();
        self.end.order(Act::Listen, 0.0, V::absent(), V::absent());
        let act = V::from_number(f64::from(why.act as u8));
        self.tell_status(V::array(vec![act, why.value, why.more]));
    }

    fn tell_status(&mut self, more: V) {
        let number = V::from_number(f64::from(self.status as u8));
        self.end.emit(Act::StatusChange, number, more);
    }

    /// What a server says of itself, in answer to the handshake.
    fn connected(&mut self, version: Version, result: &V, now: Millis) {
        let mut info = result.field(Word::ServerInfo);
        if !info.is_object() {
            info = result.field(Word::Meta).field(Word::MetaServer);
        }
        let part = |value: V| {
            if value.is_object() {
                value
            } else {
                V::object()
            }
        };
        let server = Server {
            info: part(info),
            capabilities: part(result.field(Word::Capabilities)),
            instructions: result.field(Word::Instructions),
            version,
        };
        let more = V::array(vec![
            server.info.clone(),
            server.capabilities.clone(),
            server.instructions.clone(),
            V::word(version.word()),
        ]);
        self.version = Some(version);
        self.server = Some(server);
        self.status = Status::Ready;
        if !version.is_modern() {
            let method = V::word(Word::ClientInitialized);
            self.end.send(notification_frame(&method, &V::absent()));
        }
        self.tell_status(more);
        for (id, frame) in std::mem::take(&mut self.queue) {
            if id.is_nan() {
                self.end.send(frame);
            } else {
                // Unless it was given up while it was queued.
                self.transmit(id);
            }
        }
        self.listen_again(now);
    }

    /// The answer to the handshake.
    fn greeted(&mut self, kind: Kind, result: &V, now: Millis) {
        if kind == Kind::Discover {
            let offer = Offer::read(&result.field(Word::SupportedVersions));
            if offer.modern {
                self.connected(Version::V2026July, result, now);
            } else if self.wanted.is_some() {
                self.refuse_version(result);
            } else {
                self.initialize(offer.legacy.unwrap_or(Version::LEGACY), now);
            }
            return;
        }
        match Version::read(&result.field(Word::ProtocolVersion)) {
            Some(version) if !version.is_modern() => self.connected(version, result, now),
            _ => self.refuse_version(result),
        }
    }

    fn refuse_version(&mut self, result: &V) {
        let more = Packed::pack(Reason::NoVersion as u8, Path::ProtocolVersion, 0);
        let (act, value) = (Act::Invalid, result.clone());
        if self.status == Status::Connecting {
            self.finish(Status::Failed, Reply { act, value, more });
        }
    }

    /// The handshake was answered with an error; HTTP's status is 404 where that is known.
    fn rebuffed(&mut self, kind: Kind, error: V, status: u16, now: Millis) {
        let code = error.field(Word::Code).integer();
        let data = error.field(Word::Data);
        let offer = Offer::read(&data.field(Word::Supported));
        let is = |known: ErrorCode| code == f64::from(known.number());
        if kind == Kind::Discover {
            // It speaks the version, and has refused it all the same: perhaps it is one of several.
            if is(ErrorCode::UnsupportedProtocolVersion) && offer.modern && !self.corrected {
                self.corrected = true;
                return self.discover(now);
            }
            let firm = is(ErrorCode::HeaderMismatch)
                || is(ErrorCode::MissingRequiredClientCapability)
                || (is(ErrorCode::UnsupportedProtocolVersion) && offer.legacy.is_none());
            if is(ErrorCode::MethodNotFound) && status == 404 {
                // It has no handshake, and does not say who it is either.
                self.connected(Version::V2026July, &V::object(), now);
            } else if firm || self.wanted.is_some() {
                self.give_way(Act::Error, error);
            } else {
                self.initialize(offer.legacy.unwrap_or(Version::LEGACY), now);
            }
            return;
        }
        match offer.legacy {
            Some(version)
                if !self.corrected && self.wanted.is_none() && Some(version) != self.version =>
            {
                self.corrected = true;
                self.initialize(version, now);
            }
            // It is not what is remembered of it any more.
            None if offer.modern && !self.corrected && self.wanted.is_none() => {
                self.corrected = true;
                self.discover(now);
            }
            _ => self.give_way(Act::Error, error),
        }
    }

    /// A message could not be delivered, or HTTP says that it is not answered. NaN: it was no request.
    pub fn refused(&mut self, id: f64, refusal: Refusal<V>, now: Millis) {
        if id.is_nan() {
            if refusal.lost && !self.is_modern() {
                self.begin_anew(now);
            } else {
                let finding = Finding::new(Oddity::SendFailed, Path::Root);
                self.end.diagnose(finding);
            }
            return;
        }
        let Some(given_up) = self.end.session.give_up(id) else {
            return;
        };
        let GivenUp { ticket, .. } = given_up;
        let Refusal {
            status,
            lost,
            error,
            act,
            value,
        } = refusal;
        // Who we are, and how often we ask, is HTTP's to say.
        let answered = error.is_object() && !matches!(status, 401 | 403 | 429);
        let missing = f64::from(ErrorCode::MethodNotFound.number());
        let lost = lost && !self.is_modern() && error.field(Word::Code).integer() != missing;
        match ticket.more.kind {
            kind @ (Kind::Discover | Kind::Initialize) if answered => {
                self.rebuffed(kind, error, status, now);
            }
            Kind::Discover => {
                // Without a word of ours, and unless it is about who we are or how the server is: it knows no requests without a handshake.
                let other = !matches!(status, 401 | 403 | 429 | 500..);
                if other && self.wanted.is_none() {
                    self.initialize(Version::LEGACY, now);
                } else {
                    self.give_way(act, value);
                }
            }
            Kind::Initialize => {
                if matches!(status, 400 | 404 | 405) && self.wanted.is_none() && !self.old {
                    self.open_old(now);
                } else {
                    self.give_way(act, value);
                }
            }
            Kind::Call if lost => {
                // Others may have found out before.
                if ticket.more.session == self.sessions && !ticket.more.again {
                    self.begin_anew(now);
                }
                // The server has not looked at it. A tool is not called twice, whatever happens.
                if ticket.more.again || ticket.more.method.is_word(Word::ToolsCall) {
                    self.ended(id, ticket, act, value, now);
                } else {
                    self.send_again(ticket);
                }
            }
            _ if answered => self.failed(id, ticket, error, now),
            _ => self.ended(id, ticket, act, value, now),
        }
    }

    fn send_again(&mut self, mut ticket: Tag<V, T>) {
        ticket.more.again = true;
        self.open(ticket);
    }

    /// The server knows our session no more.
    fn begin_anew(&mut self, now: Millis) {
        if self.status == Status::Ready
            && let Some(version) = self.version
        {
            self.status = Status::Connecting;
            self.sessions += 1;
            self.corrected = false;
            self.end.order(Act::Forget, 0.0, V::absent(), V::absent());
            self.tell_status(V::array(vec![V::from_number(f64::from(Act::Closed as u8))]));
            self.initialize(version, now);
        }
    }

    /// A request was answered with an error.
    fn failed(&mut self, id: f64, ticket: Tag<V, T>, error: V, now: Millis) {
        let mismatch = f64::from(ErrorCode::HeaderMismatch.number());
        let again = error.field(Word::Code).integer() == mismatch
            && self.is_modern()
            && self.status == Status::Ready
            && !ticket.more.again
            && ticket.more.method.is_word(Word::ToolsCall);
        // A stream that there is not is not asked for again.
        if ticket.more.kind == Kind::Listen {
            return;
        }
        if !again {
            return self.ended(id, ticket, Act::Error, error, now);
        }
        // The tool wants arguments in headers; its schema, perhaps a new one, says which.
        self.cache.forget(Word::ToolsList, &V::absent());
        let mut ticket = ticket;
        ticket.more.again = true;
        let id = self.number(ticket);
        self.queue.push((id, V::absent()));
        self.ask(
            Asked::own(Kind::Tools, V::word(Word::ToolsList), V::object()),
            self.patience,
            now,
        );
    }

    /// The tools are known again: calls that wait for them go out.
    fn tools_known(&mut self) {
        if self.status == Status::Ready {
            for (id, _) in std::mem::take(&mut self.queue) {
                self.transmit(id);
            }
        }
    }

    // What a message does, once it is read.

    /// What a reply is to: what its result must be, and for what the request was.
    pub(super) fn asked(&self, id: f64) -> Option<(Expect, Kind, Option<Word>)> {
        let ticket = self.end.session.ticket(id)?;
        let word = ticket.more.method.as_word();
        Some((ticket.expect, ticket.more.kind, word))
    }

    /// The result of a request of the connection's own.
    pub(super) fn own_result(&mut self, id: f64, result: &V, now: Millis) {
        let Some(ticket) = self.end.session.settle(id) else {
            return;
        };
        match ticket.more.kind {
            kind @ (Kind::Discover | Kind::Initialize) => self.greeted(kind, result, now),
            Kind::Tools => {
                let next = result.field(Word::NextCursor);
                if next.is_string() && ticket.more.rounds < super::PAGES {
                    let mut params = V::object();
                    params.put(Word::Cursor, &next);
                    let mut asked = Asked::own(Kind::Tools, V::word(Word::ToolsList), params);
                    asked.rounds = ticket.more.rounds + 1;
                    self.ask(asked, self.patience, now);
                } else {
                    self.tools_known();
                }
            }
            Kind::Listen => self.listen_ended(now),
            Kind::Call => {}
        }
    }

    /// An error as the answer.
    pub(super) fn error(&mut self, id: f64, error: V, now: Millis) {
        let Some(ticket) = self.end.session.settle(id) else {
            return;
        };
        match ticket.more.kind {
            kind @ (Kind::Discover | Kind::Initialize) => self.rebuffed(kind, error, 0, now),
            _ => self.failed(id, ticket, error, now),
        }
    }

    /// The result of a call, to be handed out; `result` is what may be kept of it.
    pub(super) fn result(
        &mut self,
        id: f64,
        word: Option<Word>,
        act: Act,
        value: V,
        more: V,
        now: Millis,
    ) {
        if let (Some(word), Act::Result, true) = (word, act, self.is_modern())
            && let Some(ticket) = self.end.session.ticket(id)
            // What was asked for before the news may be older.
            && ticket.more.session == self.sessions
            && ticket.more.responses.is_absent()
            && ticket.more.state.is_absent()
        {
            self.cache.keep(word, &ticket.more.params, &value, now);
        }
        self.end.settle(id, act, value, more);
    }

    /// Whatever carried a request is at its end, and it has no answer: `refusal` says how that is told.
    pub fn finished(&mut self, id: f64, refusal: Refusal<V>, now: Millis) {
        self.refused(id, refusal, now);
    }

    /// What is known of this method's results is out of date.
    pub(super) fn outdate(&mut self, word: Word, key: &V) {
        self.cache.forget(word, key);
        if self.is_modern() {
            self.sessions = self.sessions.wrapping_add(1);
        }
    }

    pub(super) fn list_changed(&mut self, list: usize, now: Millis) {
        for word in LISTS.get(list).copied().unwrap_or_default() {
            self.outdate(*word, &V::absent());
        }
        if let Some(due) = self.changed.get_mut(list)
            && due.is_infinite()
        {
            *due = now + SWARM;
        }
    }

    /// Sets what is to be heard of: the filter of `subscriptions/listen`; absent for nothing.
    pub fn listen(&mut self, wanted: V, now: Millis) {
        if self.is_over() {
            return;
        }
        self.listening = wanted;
        self.pause = RELISTEN;
        if self.status == Status::Ready {
            self.listen_again(now);
        }
    }

    fn listen_again(&mut self, now: Millis) {
        self.relisten = f64::INFINITY;
        let wanted = self.listening.clone();
        if !self.is_modern() {
            let number = if wanted.is_absent() { 0.0 } else { 1.0 };
            self.end
                .order(Act::Listen, number, V::absent(), V::absent());
            return;
        }
        let before = self
            .end
            .session
            .find_ticket(|ticket| ticket.more.kind == Kind::Listen, f64::NAN);
        // What is not in the filter is not told.
        if wanted.size() > 0 {
            let mut params = V::object();
            params.put(Word::Notifications, &wanted);
            let asked = Asked::own(Kind::Listen, V::word(Word::Listen), params);
            self.ask(asked, 0.0, now);
        }
        // Only then, so that nothing is missed.
        if let Some(id) = before {
            self.end.session.give_up(id);
            self.end.order(Act::Drop, id, V::absent(), V::absent());
        }
    }

    fn listen_ended(&mut self, now: Millis) {
        if self.status == Status::Ready && !self.listening.is_absent() {
            self.relisten = now + self.pause;
            self.pause = (self.pause * 2.0).min(RELISTEN_MOST);
        }
    }

    /// Something was heard: the next pause is short again.
    pub(super) fn heard(&mut self) {
        self.pause = RELISTEN;
    }

    pub(super) fn serve(&mut self, request: Message<V>) {
        if self.is_over() {
            return;
        }
        if self.is_modern() {
            self.end
                .diagnose(Finding::new(Oddity::ServerRequest, Path::Method));
        } else {
            self.end.serve(request);
        }
    }

    pub(super) fn refuse(&mut self, id: &V, code: ErrorCode) {
        if !self.is_over() && !self.is_modern() {
            self.end.refuse(id, code);
        }
    }

    /// Nobody serves this request.
    pub fn decline(&mut self, served: Served) {
        if !self.decline_input(served) {
            self.end.decline(served);
        }
    }

    /// Answers a request of the server's, if the answer is still wanted. An absent result becomes `{}`.
    pub fn answer(&mut self, served: Served, answer: Result<V, (f64, V, V)>) {
        if self.inputs.iter().any(|input| input.wants(served)) {
            self.answer_input(served, answer);
        } else {
            self.end.answer(served, answer);
        }
    }

    /// What a frame of ours could not be sent for is told to whoever waits.
    pub fn send_failed(&mut self, sent: Sent<V>, reason: V, message: V, now: Millis) {
        match sent {
            Sent::Request(id) => self.refused(id, Refusal::transport(reason), now),
            Sent::Answer(id) if !self.is_over() => {
                self.end.answer_failed(&id, message);
            }
            _ => self
                .end
                .diagnose(Finding::new(Oddity::SendFailed, Path::Root)),
        }
    }

    /// What a reply with this id is to us.
    pub fn find(&self, id: f64) -> Match {
        self.end.session.find(id)
    }

    /// What carried everything is gone.
    pub fn broken(&mut self, refusal: Refusal<V>) {
        if !self.is_over() {
            let Refusal { act, value, .. } = refusal;
            self.finish(Status::Failed, Reply::bare(act, value));
        }
    }

    /// Counts an oddity.
    pub fn diagnose(&mut self, finding: Finding) {
        self.end.diagnose(finding);
    }
}
