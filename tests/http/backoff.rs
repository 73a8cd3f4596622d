//! Pauses before a stream is opened again.

use mcp_widget::http::backoff::Backoff;

const PATIENT: Backoff = Backoff {
    attempts: u32::MAX,
    first: 1000.0,
    factor: 1.5,
    longest: 30_000.0,
    jitter: 0.25,
};

#[test]
fn pauses_grow_up_to_the_longest() {
    let waits: Vec<_> = (0..10)
        .map_while(|attempt| PATIENT.wait(attempt, 0.5, None))
        .collect();
    assert_eq!(waits[..4], [1000.0, 1500.0, 2250.0, 3375.0]);
    assert_eq!(waits[8..], [25_628.906_25, 30_000.0]);
    for attempt in [10, 1000, u32::MAX - 1] {
        assert_eq!(PATIENT.wait(attempt, 0.5, None), Some(30_000.0));
    }
}

#[test]
fn chance_changes_them_by_a_quarter() {
    for (random, first, last) in [
        (0.0, 750.0, 22_500.0),
        (0.5, 1000.0, 30_000.0),
        (1.0, 1250.0, 37_500.0),
    ] {
        assert_eq!(PATIENT.wait(0, random, None), Some(first));
        assert_eq!(PATIENT.wait(50, random, None), Some(last));
    }
}

#[test]
fn the_server_has_its_way() {
    for retry in [0.0, 10.0, 2_147_483_647.0] {
        assert_eq!(PATIENT.wait(1, 0.9, Some(retry)), Some(retry));
    }
}

#[test]
fn what_ends_again_and_again_waits_all_the_same() {
    assert_eq!(PATIENT.wait(2, 0.5, Some(0.0)), Some(2250.0));
    assert_eq!(PATIENT.wait(50, 0.5, Some(10.0)), Some(30_000.0));
    assert_eq!(PATIENT.wait(50, 0.5, Some(40_000.0)), Some(40_000.0));
}

#[test]
fn attempts_come_to_an_end() {
    let backoff = Backoff::default();
    assert_eq!(
        backoff,
        Backoff {
            attempts: 2,
            ..PATIENT
        }
    );
    assert!(backoff.wait(1, 0.5, None).is_some());
    assert_eq!(backoff.wait(2, 0.5, None), None);
    assert_eq!(backoff.wait(2, 0.5, Some(1.0)), None);
    assert_eq!(
        Backoff {
            attempts: 0,
            ..PATIENT
        }
        .wait(0, 0.5, None),
        None
    );
}
