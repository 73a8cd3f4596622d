//! How long a request waits.

use mcp_widget::session::{Millis, Session, Timing};

use super::PATIENT;

/// A request that is sent at 100.
fn waiting(timeout: Millis, total: Millis) -> (Session<()>, f64) {
    let mut session = Session::new(0.0);
    let id = session.open(Timing { timeout, total }, ());
    session.sent(id, 100.0);
    (session, id)
}

fn expired(session: &mut Session<()>, now: Millis) -> Vec<(f64, Millis)> {
    std::iter::from_fn(|| session.expire(now))
        .map(|given_up| (given_up.id, given_up.timeout))
        .collect()
}

#[test]
fn the_default_is_a_minute_without_a_total() {
    assert_eq!(
        Timing::default(),
        Timing {
            timeout: 60_000.0,
            total: f64::INFINITY
        }
    );
}

#[test]
fn a_request_is_given_up_at_its_deadline_and_not_before() {
    let (mut session, id) = waiting(50.0, f64::INFINITY);
    assert_eq!(session.wake(), 150.0);
    assert!(expired(&mut session, 149.9).is_empty());
    assert_eq!(session.len(), 1);
    assert_eq!(expired(&mut session, 150.0), [(id, 50.0)]);
    assert!(expired(&mut session, 1e9).is_empty());
    assert_eq!((session.len(), session.wake()), (0, f64::INFINITY));
}

#[test]
fn no_time_or_a_senseless_one_means_for_ever() {
    for time in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::INFINITY, f64::NAN] {
        let (mut session, _) = waiting(time, time);
        assert_eq!(session.wake(), f64::INFINITY, "{time}");
        assert!(expired(&mut session, f64::MAX).is_empty(), "{time}");
        assert_eq!(session.len(), 1);
    }
}

#[test]
fn a_clock_that_tells_no_time_keeps_no_request() {
    let mut session = Session::new(0.0);
    let timing = Timing {
        timeout: 50.0,
        total: 50.0,
    };
    let id = session.open(timing, ());
    session.sent(id, f64::NAN);
    assert!(expired(&mut session, 1e9).is_empty());
    assert_eq!(expired(&mut session, f64::INFINITY).len(), 1);
    assert!(session.is_empty());
}

#[test]
fn a_hundred_thousand_that_are_over_at_once_take_no_time() {
    let mut session = Session::new(0.0);
    let timing = Timing {
        timeout: 50.0,
        total: 0.0,
    };
    for _ in 0..100_000 {
        let id = session.open(timing, ());
        session.sent(id, 0.0);
    }
    let started = std::time::Instant::now();
    assert_eq!(expired(&mut session, 50.0).len(), 100_000);
    // Seconds, if each passed those before it.
    assert!(started.elapsed().as_millis() < 2_000);
}

#[test]
fn a_huge_time_is_a_time() {
    for time in [1e12, 1e300, f64::MAX] {
        let (mut session, _) = waiting(time, f64::INFINITY);
        assert_eq!(session.wake(), 100.0 + time);
        assert!(expired(&mut session, 1e11).is_empty());
        assert_eq!(session.len(), 1);
    }
    let (mut session, id) = waiting(f64::MIN_POSITIVE, f64::INFINITY);
    assert_eq!(
        expired(&mut session, 100.0),
        [(id, f64::MIN_POSITIVE)],
        "no time at all is over at once"
    );
}

#[test]
fn a_queued_request_has_no_deadline() {
    let mut session = Session::new(0.0);
    let id = session.open(
        Timing {
            timeout: 10.0,
            total: 10.0,
        },
        (),
    );
    assert_eq!(session.wake(), f64::INFINITY);
    session.progress(id, 0.0);
    assert!(expired(&mut session, 1e9).is_empty());
    session.sent(id, 1e9);
    assert_eq!(session.wake(), 1e9 + 10.0);
}

#[test]
fn progress_starts_the_deadline_anew() {
    let (mut session, id) = waiting(50.0, f64::INFINITY);
    for now in [140.0, 180.0, 220.0] {
        session.progress(id, now);
        assert!(expired(&mut session, now + 49.9).is_empty());
    }
    assert_eq!(session.wake(), 270.0);
    assert_eq!(expired(&mut session, 270.0), [(id, 50.0)]);
}

#[test]
fn the_total_is_hard() {
    let (mut session, id) = waiting(50.0, 120.0);
    for now in [140.0, 180.0, 219.0] {
        session.progress(id, now);
        assert!(expired(&mut session, now).is_empty());
    }
    assert_eq!(session.wake(), 220.0);
    assert_eq!(
        expired(&mut session, 220.0),
        [(id, 120.0)],
        "and it is the total that is told"
    );
}

#[test]
fn a_total_alone_is_a_deadline() {
    let (mut session, id) = waiting(0.0, 30.0);
    session.progress(id, 129.0);
    assert_eq!(expired(&mut session, 130.0), [(id, 30.0)]);
    let (mut session, id) = waiting(500.0, 30.0);
    assert_eq!(session.wake(), 130.0);
    assert_eq!(expired(&mut session, 130.0), [(id, 30.0)]);
}

#[test]
fn progress_of_nothing_is_harmless() {
    let (mut session, id) = waiting(50.0, 0.0);
    for id in [0.0, -1.0, 2.0, 1.5, f64::NAN, f64::INFINITY] {
        session.progress(id, 140.0);
        session.sent(id, 140.0);
    }
    assert_eq!(session.wake(), 150.0);
    session.settle(id);
    session.progress(id, 140.0);
    assert_eq!(session.wake(), f64::INFINITY);
}

#[test]
fn those_that_expire_together_do_so_oldest_first() {
    let mut session = Session::new(0.0);
    let ids = [30.0, 10.0, 20.0, 0.0].map(|timeout| {
        let id = session.open(
            Timing {
                timeout,
                total: 0.0,
            },
            (),
        );
        session.sent(id, 0.0);
        id
    });
    assert_eq!(session.wake(), 10.0);
    assert_eq!(
        expired(&mut session, 20.0),
        [(ids[1], 10.0), (ids[2], 20.0)]
    );
    assert_eq!(session.wake(), 30.0);
    assert_eq!(expired(&mut session, 30.0), [(ids[0], 30.0)]);
    assert_eq!(session.len(), 1);
}

/// Waking too early costs nothing: the next time to wake is then the true one.
#[test]
fn a_wake_that_finds_nothing_is_not_repeated() {
    let (mut session, id) = waiting(50.0, 0.0);
    session.progress(id, 120.0);
    let wake = session.wake();
    assert!(wake <= 170.0);
    assert!(expired(&mut session, 150.0).is_empty());
    assert_eq!(session.wake(), 170.0);
}

#[test]
fn what_never_expires_asks_for_no_wake() {
    let mut session = Session::new(0.0);
    let (short, _long) = (
        session.open(
            Timing {
                timeout: 5.0,
                total: 0.0,
            },
            (),
        ),
        session.open(PATIENT, ()),
    );
    session.sent(short, 0.0);
    assert_eq!(expired(&mut session, 5.0), [(short, 5.0)]);
    assert_eq!(session.wake(), f64::INFINITY);
}
