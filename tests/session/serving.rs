//! The requests of the other side.

use mcp_widget::session::Serving;
use mcp_widget::wire::Id;

fn number(id: f64) -> Id {
    Id::Number(id)
}

fn text(id: &str) -> Id {
    Id::Text(id.into())
}

#[test]
fn a_request_is_answered_once() {
    let mut serving = Serving::new();
    let (served, reused) = serving.begin(text("a"));
    assert!(!reused && serving.has(&text("a")));
    assert_eq!(serving.finish(served), Some(text("a")));
    assert_eq!(serving.finish(served), None);
    assert!(!serving.has(&text("a")));
    assert_eq!(serving.finish(served + 1), None);
}

#[test]
fn a_cancelled_request_is_not_answered() {
    let mut serving = Serving::new();
    let (served, _) = serving.begin(number(1.0));
    assert_eq!(serving.cancel(&number(1.0)), Some(served));
    assert_eq!(serving.finish(served), None);
    assert_eq!(serving.cancel(&number(1.0)), None);
}

#[test]
fn a_number_may_be_cancelled_by_its_spelling_and_nothing_else() {
    let mut serving = Serving::new();
    let (one, _) = serving.begin(number(1.0));
    let (other, _) = serving.begin(text("2"));
    for id in [
        text("01"),
        text(""),
        text(" 1"),
        number(2.0),
        Id::Big("1".into()),
    ] {
        assert_eq!(serving.cancel(&id), None, "{id:?}");
    }
    assert_eq!(serving.cancel(&text("1")), Some(one));
    assert_eq!(serving.cancel(&text("2")), Some(other));
}

#[test]
fn a_reused_id_is_two_requests() {
    let mut serving = Serving::new();
    let (one, first) = serving.begin(text("a"));
    let (two, second) = serving.begin(text("a"));
    assert_eq!((first, second), (false, true));
    assert_ne!(one, two);
    assert!(!serving.begin(text("b")).1);
    assert_eq!(serving.finish(two), Some(text("a")));
    assert_eq!(serving.finish(one), Some(text("a")));
    assert!(!serving.begin(text("a")).1, "free again");
}

#[test]
fn all_are_forgotten_one_by_one() {
    let mut serving = Serving::new();
    let open: Vec<_> = ["a", "b", "c"]
        .into_iter()
        .map(|id| serving.begin(text(id)).0)
        .collect();
    serving.finish(open[1]);
    let mut closed: Vec<_> = std::iter::from_fn(|| serving.forget()).collect();
    closed.sort_unstable();
    assert_eq!(closed, [open[0], open[2]]);
    assert!(open.iter().all(|served| serving.finish(*served).is_none()));
    assert_eq!(serving.forget(), None);
}
