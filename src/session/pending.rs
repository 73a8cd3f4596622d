//! The requests that wait for a reply.

/// A point in time or a duration, in milliseconds.
pub type Millis = f64;

/// How long a request may wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// From sending, or from the latest progress, to the reply. 0, negative or infinite: for ever.
    pub timeout: Millis,
    /// From sending to the reply, whatever the progress. 0, negative or infinite: for ever.
    pub total: Millis,
}

impl Timing {
    /// What MCP's own libraries wait for a reply.
    pub const DEFAULT_TIMEOUT: Millis = 60_000.0;
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            timeout: Self::DEFAULT_TIMEOUT,
            total: f64::INFINITY,
        }
    }
}

/// What a reply's id says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// A request waits for it.
    Pending,
    /// The request was given up: aborted, or out of time.
    Late,
    /// The request has its reply already.
    Duplicate,
    /// No request of this session had that id.
    Unknown,
}

/// A request that nobody waits for any more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenUp<T> {
    /// The request.
    pub id: f64,
    /// What was left for it.
    pub ticket: T,
    /// Whether it was sent, so that the peer should be told.
    pub sent: bool,
    /// How long it was to wait.
    pub timeout: Millis,
}

#[derive(Debug)]
struct Entry<T> {
    offset: u32,
    timing: Timing,
    /// When the time is over; infinite while it is queued.
    deadline: Millis,
    /// When it is over in any case.
    limit: Millis,
    sent: bool,
    /// Gone once the request is settled; the entry itself goes when many are.
    ticket: Option<T>,
}

/// Correlates the replies of one connection with its requests.
///
/// Ids are `base + 1`, `base + 2`, …: never used twice, and with a random base two sessions in one window do not take each
/// other's replies.
#[derive(Debug)]
pub struct Session<T> {
    base: f64,
    /// The offset of the newest id.
    last: u32,
    /// Ascending by offset, for ids ascend.
    entries: Vec<Entry<T>>,
    /// How many of them, the oldest, are known to be settled.
    settled: usize,
    live: usize,
    /// No deadline is before this.
    earliest: Millis,
    /// The ids that were given up most recently.
    given_up: Vec<u32>,
    oldest: usize,
}

/// How many ids that were given up are remembered, to tell a late reply from a second one.
const TOMBSTONES: usize = 256;

impl<T> Session<T> {
    /// What a random base should be below: ids then are small integers to JavaScript engines, and to hosts that keep them in 32 bits.
    pub const RANDOM_BASE: f64 = 536_870_912.0;

    /// The largest base: every id stays a safe integer.
    pub const MAX_BASE: f64 = 4_503_599_627_370_496.0;

    /// A session without requests. `base` is rounded and kept within 0 and [`Self::MAX_BASE`]; it should be random.
    pub fn new(base: f64) -> Self {
        // NaN is no number to start from either.
        let base = if base > 0.0 {
            base.min(Self::MAX_BASE).trunc()
        } else {
            0.0
        };
        Self {
            base,
            last: 0,
            entries: Vec::new(),
            settled: 0,
            live: 0,
            earliest: f64::INFINITY,
            given_up: Vec::new(),
            oldest: 0,
        }
    }

    /// Opens a request that is not sent yet, and gives its id.
    pub fn open(&mut self, timing: Timing, ticket: T) -> f64 {
        self.last += 1;
        let entry = Entry {
            offset: self.last,
            timing,
            deadline: f64::INFINITY,
            limit: f64::INFINITY,
            sent: false,
            ticket: Some(ticket),
        };
        self.entries.push(entry);
        self.live += 1;
        self.base + f64::from(self.last)
    }

    /// Starts the deadline of a request that is being sent.
    pub fn sent(&mut self, id: f64, now: Millis) {
        let Some(entry) = self.waiting(id) else {
            return;
        };
        entry.sent = true;
        entry.limit = after(now, entry.timing.total);
        entry.deadline = after(now, entry.timing.timeout).min(entry.limit);
        let deadline = entry.deadline;
        self.earliest = self.earliest.min(deadline);
    }

    /// A request ends by then in any case, even if it is not sent.
    #[cfg(feature = "client")]
    pub(crate) fn limit(&mut self, id: f64, until: Millis) {
        let Some(entry) = self.waiting(id) else {
            return;
        };
        entry.limit = entry.limit.min(until);
        entry.deadline = entry.deadline.min(until);
        let deadline = entry.deadline;
        self.earliest = self.earliest.min(deadline);
    }

    /// What a reply with this id is to us; see [`crate::wire::Id::number`].
    pub fn find(&self, id: f64) -> Match {
        let Some(offset) = self.offset(id) else {
            return Match::Unknown;
        };
        if self.index(id).is_some() {
            Match::Pending
        } else if self.given_up.contains(&offset) {
            Match::Late
        } else {
            Match::Duplicate
        }
    }

    /// What was left for a pending request.
    pub fn ticket(&self, id: f64) -> Option<&T> {
        self.entries.get(self.index(id)?)?.ticket.as_ref()
    }

    /// The same, to be changed.
    #[cfg(feature = "client")]
    pub(crate) fn ticket_mut(&mut self, id: f64) -> Option<&mut T> {
        self.waiting(id)?.ticket.as_mut()
    }

    /// The request whose ticket this is true of; `likely` is looked at first. Slow, if it is not that one.
    #[cfg(feature = "client")]
    pub(crate) fn find_ticket(&self, is: impl Fn(&T) -> bool, likely: f64) -> Option<f64> {
        if self.ticket(likely).is_some_and(&is) {
            return Some(likely);
        }
        let wanted = |entry: &&Entry<T>| entry.ticket.as_ref().is_some_and(&is);
        let found = self.entries.iter().find(wanted)?;
        Some(self.base + f64::from(found.offset))
    }

    /// The reply is here: gives the ticket back.
    pub fn settle(&mut self, id: f64) -> Option<T> {
        let ticket = self.waiting(id)?.ticket.take();
        self.live -= 1;
        self.compact();
        ticket
    }

    /// Nobody waits any more: gives the ticket back, and remembers the id so that a later reply is known for late.
    pub fn give_up(&mut self, id: f64) -> Option<GivenUp<T>> {
        let entry = self.waiting(id)?;
        let (offset, sent, timeout) = (entry.offset, entry.sent, entry.timing.timeout);
        let ticket = self.settle(id)?;
        if sent {
            self.remember(offset);
        }
        Some(GivenUp {
            id,
            ticket,
            sent,
            timeout,
        })
    }

    /// Progress was made: the deadline starts anew, within the total.
    pub fn progress(&mut self, id: f64, now: Millis) {
        if let Some(entry) = self.waiting(id).filter(|entry| entry.sent) {
            entry.deadline = after(now, entry.timing.timeout).min(entry.limit);
        }
    }

    /// Gives up a request whose time is over, the oldest first: to be called until there is none. At the end of all times that is
    /// every request.
    pub fn expire(&mut self, now: Millis) -> Option<GivenUp<T>> {
        if now < self.earliest {
            return None;
        }
        let waits = |entry: &&Entry<T>| entry.ticket.is_some();
        let due = |entry: &Entry<T>| entry.deadline <= now;
        // Many may be over at once: not each of them is to pass those before it.
        while (self.entries.get(self.settled)).is_some_and(|entry| entry.ticket.is_none()) {
            self.settled += 1;
        }
        let mut waiting = self.entries.iter().skip(self.settled).filter(waits);
        let Some(entry) = waiting.find(|entry| due(entry)) else {
            let deadlines = self
                .entries
                .iter()
                .filter(waits)
                .map(|entry| entry.deadline);
            self.earliest = deadlines.fold(f64::INFINITY, f64::min);
            return None;
        };
        let (id, by_total, total) = (
            self.base + f64::from(entry.offset),
            entry.limit <= now,
            entry.timing.total,
        );
        let mut given_up = self.give_up(id)?;
        if by_total {
            given_up.timeout = total;
        }
        Some(given_up)
    }

    /// When [`Self::expire`] is to be called next, infinite for never; it may find nothing then.
    pub fn wake(&self) -> Millis {
        if self.live == 0 {
            f64::INFINITY
        } else {
            self.earliest
        }
    }

    /// How many requests wait.
    pub const fn len(&self) -> usize {
        self.live
    }

    /// How many requests wait whose ticket this is true of.
    #[cfg(feature = "client")]
    pub(crate) fn count(&self, is: impl Fn(&T) -> bool) -> usize {
        let tickets = self.entries.iter();
        tickets
            .filter(|entry| entry.ticket.as_ref().is_some_and(&is))
            .count()
    }

    /// Whether no request waits.
    pub const fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// The offset of an id that this session has given.
    fn offset(&self, id: f64) -> Option<u32> {
        let offset = (id - self.base) as u32;
        let ours = (1..=self.last).contains(&offset) && self.base + f64::from(offset) == id;
        ours.then_some(offset)
    }

    /// Where a waiting request stands.
    fn index(&self, id: f64) -> Option<usize> {
        let offset = self.offset(id)?;
        let index = self
            .entries
            .binary_search_by_key(&offset, |entry| entry.offset)
            .ok()?;
        let waits = self.entries.get(index)?.ticket.is_some();
        waits.then_some(index)
    }

    /// A waiting request.
    #[inline(never)]
    fn waiting(&mut self, id: f64) -> Option<&mut Entry<T>> {
        let index = self.index(id)?;
        self.entries.get_mut(index)
    }

    fn remember(&mut self, offset: u32) {
        match self.given_up.get_mut(self.oldest) {
            Some(oldest) => *oldest = offset,
            None => self.given_up.push(offset),
        }
        self.oldest = (self.oldest + 1) % TOMBSTONES;
    }

    /// Drops settled entries once they are the larger half, so that settling costs the same however many wait.
    fn compact(&mut self) {
        if self.live == 0 {
            self.entries.clear();
            self.settled = 0;
            self.earliest = f64::INFINITY;
        } else if self.entries.len() >= 32 && self.live * 2 <= self.entries.len() {
            self.entries.retain(|entry| entry.ticket.is_some());
            self.settled = 0;
        }
    }
}

/// `now` and a duration; a duration that is none means never, and so does a clock that tells no time.
fn after(now: Millis, duration: Millis) -> Millis {
    if duration > 0.0 {
        (now + duration).min(f64::INFINITY)
    } else {
        f64::INFINITY
    }
}
