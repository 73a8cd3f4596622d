//! Anything in any order: each ticket comes back exactly once, when and as a simple model says.

use std::collections::HashMap;

use mcp_widget::session::{Match, Millis, Session, Timing};
use mcp_widget::wire::Id;
use proptest::prelude::*;

/// One thing that can happen. Requests are named by the order in which they were opened, some of them not yet.
#[derive(Clone, Debug)]
enum Step {
    Open(Timing),
    Sent(usize),
    /// A reply, spelled as a string or not.
    Reply(usize, bool),
    /// A reply with an id that is none of ours.
    Stray(i64),
    Progress(usize),
    /// Time passes, and what is due is done.
    Wait(Millis),
    /// Time passes unnoticed.
    Doze(Millis),
    GiveUp(usize),
    Close,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Queued,
    Waiting {
        deadline: Millis,
        limit: Millis,
    },
    Answered,
    /// Given up; whether it had been sent.
    GivenUp(bool),
}

/// The same as a session, without any of its cleverness.
#[derive(Default)]
struct Model {
    requests: HashMap<usize, (Timing, State)>,
}

fn never(time: Millis) -> Millis {
    if time.is_nan() || time <= 0.0 {
        f64::INFINITY
    } else {
        time
    }
}

impl Model {
    fn state(&self, request: usize) -> Option<State> {
        self.requests.get(&request).map(|(_, state)| *state)
    }

    fn is_live(&self, request: usize) -> bool {
        matches!(
            self.state(request),
            Some(State::Queued | State::Waiting { .. })
        )
    }

    fn live(&self) -> Vec<usize> {
        let mut live: Vec<_> = self
            .requests
            .keys()
            .copied()
            .filter(|request| self.is_live(*request))
            .collect();
        live.sort_unstable();
        live
    }

    fn set(&mut self, request: usize, state: State) {
        self.requests.get_mut(&request).expect("a request").1 = state;
    }

    fn sent(&mut self, request: usize, now: Millis) {
        if let Some((timing, state)) = self.requests.get_mut(&request)
            && *state == State::Queued
        {
            let limit = now + never(timing.total);
            *state = State::Waiting {
                deadline: limit.min(now + never(timing.timeout)),
                limit,
            };
        }
    }

    fn progress(&mut self, request: usize, now: Millis) {
        if let Some((timing, State::Waiting { deadline, limit })) = self.requests.get_mut(&request)
        {
            *deadline = limit.min(now + never(timing.timeout));
        }
    }

    /// Those whose time is over, and how long they were to wait.
    fn due(&self, now: Millis) -> Vec<(usize, Millis)> {
        let time = |request: &usize| match self.requests[request] {
            (timing, State::Waiting { deadline, limit }) if deadline <= now => Some((
                *request,
                if limit <= now {
                    timing.total
                } else {
                    timing.timeout
                },
            )),
            _ => None,
        };
        self.live().iter().filter_map(time).collect()
    }

    fn earliest(&self) -> Millis {
        let deadline = |(_, state): &(Timing, State)| {
            if let State::Waiting { deadline, .. } = state {
                *deadline
            } else {
                f64::INFINITY
            }
        };
        self.requests
            .values()
            .map(deadline)
            .fold(f64::INFINITY, f64::min)
    }
}

fn timing() -> impl Strategy<Value = Timing> {
    let time = || {
        prop::sample::select(vec![
            0.0,
            -1.0,
            f64::NAN,
            f64::INFINITY,
            1.0,
            5.0,
            20.0,
            50.0,
            1e300,
        ])
    };
    (time(), time()).prop_map(|(timeout, total)| Timing { timeout, total })
}

fn step(requests: usize) -> impl Strategy<Value = Step> {
    let request = move || 0..requests;
    prop_oneof![
        8 => timing().prop_map(Step::Open),
        8 => request().prop_map(Step::Sent),
        8 => (request(), any::<bool>()).prop_map(|(request, spelled)| Step::Reply(request, spelled)),
        1 => (-3_i64..200).prop_map(Step::Stray),
        4 => request().prop_map(Step::Progress),
        4 => (0_u32..30).prop_map(|time| Step::Wait(time.into())),
        1 => (0_u32..30).prop_map(|time| Step::Doze(time.into())),
        3 => request().prop_map(Step::GiveUp),
        // Seldom, so that most of what happens is not after the end.
        1 => prop::bool::weighted(0.1).prop_map(|close| if close { Step::Close } else { Step::Wait(1.0) }),
    ]
}

/// The session, the model, and who got what back.
struct Pair {
    session: Session<usize>,
    model: Model,
    base: f64,
    ids: Vec<f64>,
    back: HashMap<usize, u32>,
    now: Millis,
}

impl Pair {
    fn new(base: f64) -> Self {
        Self {
            session: Session::new(base),
            model: Model::default(),
            base,
            ids: Vec::new(),
            back: HashMap::new(),
            now: 0.0,
        }
    }

    /// The id of a request, opened or not.
    fn id(&self, request: usize) -> f64 {
        self.base + 1.0 + f64::from(u32::try_from(request).expect("few"))
    }

    fn gave(&mut self, request: usize) {
        *self.back.entry(request).or_default() += 1;
    }

    fn take(&mut self, step: &Step) {
        match *step {
            Step::Open(timing) => {
                let request = self.ids.len();
                let id = self.session.open(timing, request);
                assert_eq!(id, self.id(request));
                self.ids.push(id);
                self.model.requests.insert(request, (timing, State::Queued));
            }
            // A request is sent once; whoever uses a session sees to that.
            Step::Sent(request) if self.model.state(request) == Some(State::Queued) => {
                self.session.sent(self.id(request), self.now);
                self.model.sent(request, self.now);
            }
            Step::Sent(_) => {}
            Step::Reply(request, spelled) => self.reply(request, spelled),
            Step::Stray(offset) => {
                let id = self.base + offset as f64;
                let ours = self.ids.contains(&id);
                for id in [
                    Id::Number(id),
                    Id::Text(id.to_string().into()),
                    Id::Number(id + 0.5),
                ] {
                    let found = self.session.find(id.number());
                    assert!(found == Match::Unknown || ours, "{id:?}: {found:?}");
                }
            }
            Step::Progress(request) => {
                self.session.progress(self.id(request), self.now);
                self.model.progress(request, self.now);
            }
            Step::Wait(time) => {
                self.now += time;
                let due = self.model.due(self.now);
                let expired: Vec<_> = std::iter::from_fn(|| self.session.expire(self.now))
                    .map(|given_up| {
                        (
                            given_up.ticket,
                            given_up.id,
                            given_up.sent,
                            given_up.timeout,
                        )
                    })
                    .collect();
                let expected: Vec<_> = due
                    .iter()
                    .map(|(request, timeout)| (*request, self.id(*request), true, *timeout))
                    .collect();
                assert_eq!(expired, expected);
                for (request, _) in due {
                    self.gave(request);
                    self.model.set(request, State::GivenUp(true));
                }
            }
            Step::Doze(time) => self.now += time,
            Step::GiveUp(request) => {
                let given_up = self
                    .session
                    .give_up(self.id(request))
                    .map(|given_up| (given_up.ticket, given_up.sent));
                let sent = matches!(self.model.state(request), Some(State::Waiting { .. }));
                assert_eq!(
                    given_up,
                    self.model.is_live(request).then_some((request, sent))
                );
                if given_up.is_some() {
                    self.gave(request);
                    self.model.set(request, State::GivenUp(sent));
                }
            }
            Step::Close => {
                let live = self.model.live();
                let sent =
                    |request| matches!(self.model.state(request), Some(State::Waiting { .. }));
                let expected: Vec<_> = live
                    .iter()
                    .map(|request| (self.id(*request), *request, sent(*request)))
                    .collect();
                let closed: Vec<_> = std::iter::from_fn(|| self.session.expire(f64::INFINITY))
                    .map(|given_up| (given_up.id, given_up.ticket, given_up.sent))
                    .collect();
                assert_eq!(closed, expected);
                for (_, request, sent) in expected {
                    self.gave(request);
                    self.model.set(request, State::GivenUp(sent));
                }
            }
        }
    }

    fn reply(&mut self, request: usize, spelled: bool) {
        let id = self.id(request);
        let written = if spelled {
            Id::Text(id.to_string().into())
        } else {
            Id::Number(id)
        };
        assert_eq!(written.number(), id);
        let found = self.session.find(written.number());
        match (self.model.state(request), found) {
            // Nobody can answer what was never sent; what that is called matters to nobody.
            (None, Match::Unknown)
            | (Some(State::Answered), Match::Duplicate)
            | (Some(State::GivenUp(true)), Match::Late)
            | (Some(State::GivenUp(false)), Match::Unknown | Match::Late | Match::Duplicate) => {
                assert_eq!(self.session.settle(id), None);
            }
            (Some(State::Queued | State::Waiting { .. }), Match::Pending) => {
                assert_eq!(self.session.ticket(id), Some(&request));
                assert_eq!(self.session.settle(id), Some(request));
                self.gave(request);
                self.model.set(request, State::Answered);
            }
            (state, found) => panic!("{state:?} found as {found:?}"),
        }
    }

    fn check(&self) {
        assert_eq!(self.session.len(), self.model.live().len());
        assert_eq!(self.session.is_empty(), self.model.live().is_empty());
        let (wake, earliest) = (self.session.wake(), self.model.earliest());
        // Too early is allowed, too late is not.
        assert!(wake <= earliest, "{wake} after {earliest}");
        assert!(wake == f64::INFINITY || !self.session.is_empty());
        for (request, id) in self.ids.iter().enumerate() {
            assert_eq!(
                self.session.ticket(*id),
                self.model.is_live(request).then_some(&request)
            );
        }
    }
}

proptest! {
    // No file of failures: what failed is printed, and belongs into a test of its own.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn every_ticket_comes_back_exactly_once(base in prop::sample::select(vec![0.0, 41.0, 1e9, Session::<()>::MAX_BASE]), steps in prop::collection::vec(step(60), 0..200)) {
        let mut pair = Pair::new(base);
        for step in &steps {
            pair.take(step);
            pair.check();
        }
        pair.take(&Step::Close);
        pair.check();
        prop_assert!(pair.session.is_empty());
        prop_assert_eq!(pair.session.wake(), f64::INFINITY);
        for request in 0..pair.ids.len() {
            prop_assert_eq!(pair.back.get(&request), Some(&1), "request {}", request);
        }
        prop_assert_eq!(pair.back.len(), pair.ids.len());
    }

    /// Woken when it asks to be, a session gives each request up at its very deadline.
    #[test]
    fn nothing_expires_late_or_early(timings in prop::collection::vec((timing(), 0_u32..40), 1..80)) {
        let mut session = Session::new(0.0);
        let mut due = Vec::new();
        for (timing, at) in timings {
            let id = session.open(timing, ());
            session.sent(id, at.into());
            due.push((id, f64::from(at) + never(timing.timeout).min(never(timing.total))));
        }
        let mut now = 0.0_f64;
        while session.wake() < 1e9 {
            now = now.max(session.wake());
            while let Some(given_up) = session.expire(now) {
                let at = due.iter().find(|(id, _)| *id == given_up.id).expect("one of ours").1;
                prop_assert_eq!(at, now);
                due.retain(|(id, _)| *id != given_up.id);
            }
        }
        prop_assert!(due.iter().all(|(_, at)| *at >= 1e9));
        prop_assert_eq!(session.len(), due.len());
    }
}
