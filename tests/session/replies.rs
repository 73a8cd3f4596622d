//! Which reply belongs to which request.

use mcp_widget::session::{GivenUp, Match, Session, Timing};
use mcp_widget::wire::Id;

use super::PATIENT;

/// A session with requests that are sent, numbered as their tickets.
fn session(requests: u32) -> (Session<u32>, Vec<f64>) {
    let mut session = Session::new(0.0);
    let ids = (0..requests)
        .map(|ticket| session.open(PATIENT, ticket))
        .collect::<Vec<_>>();
    for id in &ids {
        session.sent(*id, 0.0);
    }
    (session, ids)
}

/// Gives all of them up, queued or not.
fn close<T>(session: &mut Session<T>) -> Vec<(f64, T, bool)> {
    std::iter::from_fn(|| session.expire(f64::INFINITY))
        .map(|given_up| (given_up.id, given_up.ticket, given_up.sent))
        .collect()
}

#[test]
fn ids_start_after_the_base_and_ascend() {
    let mut session = Session::new(41.9);
    assert_eq!(
        [0, 1, 2].map(|ticket| session.open(PATIENT, ticket)),
        [42.0, 43.0, 44.0]
    );
    session.settle(44.0);
    session.give_up(43.0);
    close(&mut session);
    assert_eq!(session.open(PATIENT, 3), 45.0, "an id is never used again");
}

#[test]
fn a_base_is_kept_within_safe_integers() {
    let first = |base| Session::new(base).open(PATIENT, ());
    for (base, id) in [
        (-5.0, 1.0),
        (f64::NAN, 1.0),
        (f64::INFINITY, Session::<()>::MAX_BASE + 1.0),
        (f64::NEG_INFINITY, 1.0),
        (0.9, 1.0),
        (1e300, Session::<()>::MAX_BASE + 1.0),
    ] {
        assert_eq!(first(base), id, "{base}");
    }
    let mut session = Session::new(f64::MAX);
    let (one, two) = (session.open(PATIENT, ()), session.open(PATIENT, ()));
    assert_eq!(two - one, 1.0);
    assert!(two < 9_007_199_254_740_991.0);
}

#[test]
fn replies_come_in_any_order() {
    let (mut session, ids) = session(4);
    for index in [2, 0, 3, 1] {
        assert_eq!(session.find(ids[index]), Match::Pending);
        assert_eq!(session.settle(ids[index]), u32::try_from(index).ok());
    }
    assert!(session.is_empty());
}

#[test]
fn a_second_reply_is_a_duplicate() {
    let (mut session, ids) = session(2);
    assert_eq!(session.settle(ids[0]), Some(0));
    assert_eq!(session.find(ids[0]), Match::Duplicate);
    assert_eq!(
        session.find(Id::Text("1".into()).number()),
        Match::Duplicate
    );
    assert_eq!(session.settle(ids[0]), None);
    assert_eq!(session.give_up(ids[0]), None);
    assert_eq!(session.ticket(ids[0]), None);
    assert_eq!((session.len(), session.find(ids[1])), (1, Match::Pending));
}

#[test]
fn a_reply_after_giving_up_is_late() {
    let (mut session, ids) = session(2);
    assert_eq!(
        session.give_up(ids[0]),
        Some(GivenUp {
            id: ids[0],
            ticket: 0,
            sent: true,
            timeout: 0.0
        })
    );
    assert_eq!(session.find(ids[0]), Match::Late);
    assert_eq!(session.give_up(ids[0]), None);
    assert_eq!(session.settle(ids[0]), None);
    assert_eq!(session.find(ids[0]), Match::Late, "asking changes nothing");
}

#[test]
fn a_reply_to_nothing_is_unknown() {
    let (session, ids) = session(2);
    for id in [0.0, -1.0, 3.0, 1.5, 1e18, -0.0, f64::NAN, f64::INFINITY] {
        assert_eq!(session.find(id), Match::Unknown, "{id}");
    }
    assert_eq!(
        session.find(Id::Big("1".into()).number()),
        Match::Unknown,
        "digits are beyond all ids of ours"
    );
    assert_eq!(session.find(ids[0]), Match::Pending);
}

/// Ids of another session in the same window are beyond the newest, or before the first.
#[test]
fn another_sessions_ids_are_unknown() {
    let mut one = Session::new(1_000.0);
    let mut two = Session::new(2_000.0);
    let (first, second) = (one.open(PATIENT, ()), two.open(PATIENT, ()));
    assert_eq!(
        (one.find(second), two.find(first)),
        (Match::Unknown, Match::Unknown)
    );
}

#[test]
fn what_was_queued_is_given_up_without_being_sent() {
    let mut session = Session::new(0.0);
    let id = session.open(PATIENT, "queued");
    assert_eq!(session.find(id), Match::Pending);
    assert_eq!(
        session.give_up(id),
        Some(GivenUp {
            id,
            ticket: "queued",
            sent: false,
            timeout: 0.0
        })
    );
    assert!(session.is_empty());
}

#[test]
fn the_latest_256_given_up_are_remembered() {
    let (mut session, ids) = session(300);
    for id in &ids {
        session.give_up(*id);
    }
    let (forgotten, remembered) = ids.split_at(300 - 256);
    assert!(remembered.iter().all(|id| session.find(*id) == Match::Late));
    // Known to be ours all the same, and of no harm.
    assert!(
        forgotten
            .iter()
            .all(|id| session.find(*id) == Match::Duplicate)
    );
}

#[test]
fn the_memory_of_the_given_up_goes_round() {
    let (mut session, ids) = session(1000);
    for (count, id) in ids.iter().enumerate() {
        session.give_up(*id);
        let oldest = count.saturating_sub(255);
        assert_eq!(session.find(ids[oldest]), Match::Late, "{count}");
        if oldest > 0 {
            assert_eq!(session.find(ids[oldest - 1]), Match::Duplicate, "{count}");
        }
    }
}

#[test]
fn a_ticket_can_be_looked_at_while_it_waits() {
    let (mut session, ids) = session(1);
    assert_eq!(session.ticket(ids[0]), Some(&0));
    session.settle(ids[0]);
    assert_eq!(session.ticket(ids[0]), None);
    assert_eq!(session.ticket(99.0), None);
}

#[test]
fn close_gives_everything_back_once_and_in_order() {
    let (mut session, ids) = session(5);
    let queued = session.open(PATIENT, 5);
    session.settle(ids[1]);
    session.give_up(ids[3]);
    assert_eq!(
        close(&mut session),
        [
            (ids[0], 0, true),
            (ids[2], 2, true),
            (ids[4], 4, true),
            (queued, 5, false)
        ]
    );
    assert_eq!((session.len(), session.wake()), (0, f64::INFINITY));
    assert!(close(&mut session).is_empty());
    assert_eq!(
        [0, 1, 2].map(|index| session.find(ids[index])),
        [Match::Late, Match::Duplicate, Match::Late]
    );
    assert_eq!(session.settle(ids[0]), None);
}

#[test]
fn at_the_end_of_all_times_all_are_given_up_oldest_first() {
    let mut session = Session::new(0.0);
    let mut left = Vec::new();
    let times = [0.0, 5.0, 1e300, f64::NAN, f64::INFINITY];
    for ticket in 0..200_u32 {
        let time = |index| times[index as usize % times.len()];
        let (timeout, total) = (time(ticket), time(ticket / 5));
        let id = session.open(Timing { timeout, total }, ticket);
        let sent = ticket % 3 != 0;
        if sent {
            session.sent(id, 0.0);
        }
        match ticket % 7 {
            1 => assert_eq!(session.settle(id), Some(ticket)),
            2 => assert!(session.give_up(id).is_some()),
            _ => left.push((id, ticket, sent)),
        }
    }
    assert_eq!(close(&mut session), left);
    assert_eq!((session.len(), session.wake()), (0, f64::INFINITY));
    assert_eq!(close(&mut session), []);
    for (id, _, sent) in left {
        assert_ne!(session.find(id), Match::Pending);
        assert!(!sent || session.find(id) == Match::Late, "{id}");
        assert_eq!(session.settle(id), None);
    }
    assert_eq!(session.open(PATIENT, 200), 201.0, "and on it goes");
}

#[test]
fn what_is_given_up_one_by_one_leaves_the_others_as_they_are() {
    let (mut session, ids) = session(3);
    let first = session
        .expire(f64::INFINITY)
        .map(|given_up| given_up.ticket);
    assert_eq!(first, Some(0));
    assert_eq!(session.len(), 2);
    assert_eq!(session.find(ids[1]), Match::Pending);
    assert_eq!(session.settle(ids[1]), Some(1));
    let next = session
        .expire(f64::INFINITY)
        .map(|given_up| given_up.ticket);
    assert_eq!(next, Some(2));
    assert_eq!(session.expire(f64::INFINITY), None);
}

/// The table shrinks while it is used; nothing gets lost on the way.
#[test]
fn ten_thousand_in_flight_all_come_back() {
    let (mut session, ids) = session(10_000);
    let mut given = vec![0; ids.len()];
    // A stride without a common divisor visits all of them, in no order.
    for step in 0..ids.len() {
        let id = ids[step * 7_919 % ids.len()];
        assert_eq!(session.find(id), Match::Pending);
        given[session.settle(id).expect("a ticket") as usize] += 1;
        assert_eq!(session.find(id), Match::Duplicate);
    }
    assert!(given.iter().all(|count| *count == 1));
    assert!(session.is_empty());
}
