//! Anything in any order, with garbage in between: every call ends exactly once.

use std::collections::{HashMap, HashSet};

use mcp_widget::app::{Act, App, Effect, Failure, Sent, Status};
use mcp_widget::session::Timing;
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Fields, Id, Value, Word};
use proptest::prelude::*;

use crate::support::arbitrary;
use crate::support::damage::{damaged, paths, replacements};
use crate::support::desk::{Desk, HOST};
use crate::support::json;

/// One thing that can happen. Calls are named by the order in which they were made.
#[derive(Clone, Debug)]
enum Step {
    Start,
    Call {
        tool: bool,
        timing: Timing,
    },
    Abort(u32),
    /// A reply to a call, in one of several shapes.
    Reply(u32, usize),
    /// A reply to whatever has this id: a call or an attempt at the handshake.
    Answer(u32),
    Progress(u32),
    Garbage(Json),
    /// A reply to a call with one value replaced.
    Damaged {
        call: u32,
        place: prop::sample::Index,
        by: prop::sample::Index,
    },
    Wait(u32),
    /// The host asks.
    Ask(u8),
    Cancel(u8),
    /// We answer; a number that is nobody's, too.
    Serve(u8, bool),
    Notify,
    Refuse(u32),
    Fail,
    Close,
}

/// Shapes of a reply; `{id}` stands for the id.
const REPLIES: [&str; 7] = [
    r#"{"jsonrpc":"2.0","id":{id},"result":{"content":[],"contents":[]}}"#,
    r#"{"jsonrpc":"2.0","id":"{id}","result":{"content":[]}}"#,
    r#"{"id":{id},"result":{}}"#,
    r#"{"jsonrpc":"2.0","id":{id},"result":null}"#,
    r#"{"jsonrpc":"2.0","id":{id},"error":{"code":-1,"message":"no"}}"#,
    r#"{"jsonrpc":"2.0","id":{id}}"#,
    r#"[{"jsonrpc":"2.0","id":{id},"result":{"content":[]}},{"jsonrpc":"2.0","id":{id},"result":{"content":[]}}]"#,
];

fn timing() -> impl Strategy<Value = Timing> {
    let time = || prop::sample::select(vec![0.0, f64::NAN, f64::INFINITY, 10.0, 100.0, 5_000.0]);
    (time(), time()).prop_map(|(timeout, total)| Timing { timeout, total })
}

fn step() -> impl Strategy<Value = Step> {
    let call = || 0..30_u32;
    prop_oneof![
        2 => Just(Step::Start),
        10 => (any::<bool>(), timing()).prop_map(|(tool, timing)| Step::Call { tool, timing }),
        3 => call().prop_map(Step::Abort),
        8 => (call(), 0..REPLIES.len()).prop_map(|(call, shape)| Step::Reply(call, shape)),
        5 => (1001..1012_u32).prop_map(Step::Answer),
        4 => call().prop_map(Step::Progress),
        6 => arbitrary::message().prop_map(Step::Garbage),
        4 => (call(), any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(call, place, by)| Step::Damaged { call, place, by }),
        6 => prop::sample::select(vec![0, 1, 9, 50, 1_000, 10_000]).prop_map(Step::Wait),
        4 => (0..6_u8).prop_map(Step::Ask),
        2 => (0..6_u8).prop_map(Step::Cancel),
        4 => (0..12_u8, any::<bool>()).prop_map(|(served, good)| Step::Serve(served, good)),
        2 => Just(Step::Notify),
        1 => (1001..1040_u32).prop_map(Step::Refuse),
        1 => prop::bool::weighted(0.05).prop_map(|fail| if fail { Step::Fail } else { Step::Notify }),
        1 => prop::bool::weighted(0.2).prop_map(|close| if close { Step::Close } else { Step::Notify }),
    ]
}

fn take(desk: &mut Desk, step: &Step) {
    match step {
        Step::Start => desk.start(),
        Step::Call { tool: true, timing } => drop(desk.tool(*timing)),
        Step::Call { tool: false, timing } => drop(desk.call("resources/read", r#"{"uri":"u"}"#, Json::Absent, *timing)),
        Step::Abort(call) if *call < desk.calls() => desk.abort(*call, r#""why""#),
        Step::Reply(call, shape) if *call < desk.calls() => {
            let message = REPLIES[*shape].replace("{id}", &desk.id(*call).to_string());
            desk.hear(&message);
        }
        Step::Answer(id) => desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{HOST}}}"#)),
        Step::Progress(call) if *call < desk.calls() => {
            let token = desk.id(*call);
            desk.hear(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token}}}}}"#));
        }
        Step::Garbage(message) => desk.hear_value(message),
        Step::Damaged { call, place, by } if *call < desk.calls() => {
            let message = json(&REPLIES[0].replace("{id}", &desk.id(*call).to_string()));
            let (paths, replacements) = (paths(&message), replacements());
            desk.hear_value(&damaged(&message, &paths[place.index(paths.len())], by.get(&replacements)));
        }
        Step::Wait(time) => desk.wait((*time).into()),
        Step::Ask(id) => desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#)),
        Step::Cancel(id) => desk.hear(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#)),
        Step::Serve(served, true) => desk.answer((*served).into(), "{}"),
        Step::Serve(served, false) => desk.step(|app, _| app.answer((*served).into(), Err((-32603.0, Json::from_text("no"), Json::Absent)))),
        Step::Notify => desk.step(|app, _| app.notify(&Json::from_text("n"), &Json::Absent)),
        Step::Refuse(id) => desk.refuse(Sent::Request((*id).into()), r#""refused""#),
        Step::Fail => desk.step(|app, _| app.fail(Act::NoHost, Json::Absent)),
        Step::Close => desk.close(),
        Step::Abort(_) | Step::Reply(..) | Step::Progress(_) | Step::Damaged { .. } => {}
    }
}

fn method(frame: &Json) -> Option<String> {
    Fields::of(frame)?.get(Word::Method).text()
}

fn id(frame: &Json) -> Option<Id> {
    Fields::of(frame)?.get(Word::Id).id().ok()
}

/// What must hold of all that was done, whatever happened.
fn check(desk: &Desk) {
    let mut sent: HashMap<u64, usize> = HashMap::new();
    let mut cancelled: HashMap<u64, usize> = HashMap::new();
    let mut ended: HashMap<u32, usize> = HashMap::new();
    let (mut initialized, mut latest) = (0, 0.0);
    for (index, effect) in desk.seen().enumerate() {
        match effect {
            Effect::Send(frame) => match (method(frame).as_deref(), id(frame)) {
                (Some("ui/notifications/initialized"), _) => initialized += 1,
                (Some("notifications/cancelled"), _) => {
                    let params = crate::support::member(frame, "params");
                    let number = crate::support::member(&params, "requestId")
                        .number()
                        .expect("an id");
                    assert!(
                        sent.contains_key(&(number as u64)),
                        "{number} was cancelled and never sent"
                    );
                    *cancelled.entry(number as u64).or_default() += 1;
                }
                (Some("ui/initialize"), Some(Id::Number(_))) => {
                    assert_eq!(initialized, 0, "an attempt after the answer");
                }
                (Some(_), Some(Id::Number(number))) => {
                    assert_eq!(initialized, 1, "a request before the handshake was over");
                    assert!(
                        number > latest,
                        "requests go out in the order in which they were made"
                    );
                    latest = number;
                    assert_eq!(
                        sent.insert(number as u64, index),
                        None,
                        "{number} was sent twice"
                    );
                }
                (Some(_), _) => assert_eq!(
                    initialized, 1,
                    "a notification before the handshake was over"
                ),
                (None, _) => {}
            },
            Effect::Settle {
                waiter,
                id,
                outcome,
            } => {
                assert_eq!(
                    ended.insert(*waiter, index),
                    None,
                    "call {waiter} ended twice"
                );
                let told = cancelled.contains_key(&(*id as u64));
                let wants = matches!(outcome, Err(Failure::Timeout(_) | Failure::Aborted(_)))
                    && sent.contains_key(&(*id as u64));
                assert_eq!(told, wants, "call {waiter}: {outcome:?}");
            }
            Effect::Progress { waiter, .. } => {
                assert!(!ended.contains_key(waiter), "progress after the end");
            }
            Effect::Emit(_) | Effect::Serve { .. } | Effect::Abort { .. } => {}
        }
    }
    assert!(initialized <= 1);
    assert!(
        cancelled.values().all(|count| *count == 1),
        "cancelled twice"
    );
}

/// Whether an answer to this request of the host's is still wanted.
fn is_wanted(desk: &Desk, request: u8) -> bool {
    let handed_out = desk.seen().any(
        |effect| matches!(effect, Effect::Serve { served, .. } if *served == u32::from(request)),
    );
    let given_up = desk.seen().any(
        |effect| matches!(effect, Effect::Abort { served, .. } if *served == u32::from(request)),
    );
    handed_out && !given_up
}

proptest! {
    #![proptest_config(arbitrary::cases(200))]

    #[test]
    fn every_call_ends_exactly_once(started in any::<bool>(), steps in prop::collection::vec(step(), 0..80)) {
        let mut desk = if started { Desk::connected() } else { Desk::new() };
        let mut after_close = None;
        let mut answered = HashSet::new();
        for step in &steps {
            let frames = desk.frames().count();
            let wanted = matches!(step, Step::Serve(served, _) if is_wanted(&desk, *served) && answered.insert(*served));
            take(&mut desk, step);
            if let Step::Serve(served, _) = step {
                prop_assert_eq!(desk.frames().count() - frames, usize::from(wanted), "answer to {}", served);
            }
            if desk.status() == Status::Closed && after_close.is_none() {
                after_close = Some(desk.frames().count());
            }
            prop_assert!(desk.look(App::wake).is_none_or(f64::is_finite));
        }
        desk.close();
        check(&desk);
        prop_assert_eq!(desk.look(App::pending), 0);
        prop_assert_eq!(desk.look(App::wake), None);
        for call in 0..desk.calls() {
            prop_assert_eq!(desk.outcomes(call).len(), 1, "call {}", call);
        }
        if let Some(frames) = after_close {
            prop_assert_eq!(desk.frames().count(), frames, "nothing goes out after the end");
        }
    }

    /// Garbage alone neither connects nor ends anything but what it names.
    #[test]
    fn garbage_leaves_a_widget_in_working_order(garbage in prop::collection::vec(arbitrary::message(), 0..30)) {
        let mut desk = Desk::connected();
        for message in &garbage {
            desk.hear_value(message);
        }
        let call = desk.request("resources/read", r#"{"uri":"u"}"#);
        desk.reply(call, r#"{"contents":[]}"#);
        prop_assert_eq!(desk.outcome(call), r#"{"contents":[]}"#);
        prop_assert_eq!(desk.status(), Status::Ready);
    }
}
