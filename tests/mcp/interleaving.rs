//! Anything in any order, with garbage in between: every call ends exactly once.

use std::collections::{HashMap, HashSet};

use mcp_widget::client::{Refusal, Version};
use mcp_widget::rpc::{Act, Status};
use mcp_widget::session::Timing;
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{Value, Word};
use proptest::prelude::*;

use crate::desk::{Desk, MODERN};
use crate::support::damage::{damaged, paths, replacements};
use crate::support::{arbitrary, json, member, text};

/// One thing that can happen. Requests are named by their ids, calls by the order in which they were made.
#[derive(Clone, Debug)]
enum Step {
    Start(Option<Version>),
    Call(usize, Timing),
    Abort(u32),
    Reply(u32, usize),
    /// A reply with one value replaced.
    Damaged(u32, usize, prop::sample::Index, prop::sample::Index),
    /// A reply without an id.
    Nameless(u32),
    Refuse(u32, u16, bool, usize),
    Sent(u32),
    Progress(u32),
    Garbage(Json),
    Told(usize),
    Wait(u32),
    Answer(u32, bool),
    Decline(u32),
    Listen(usize),
    Opened(bool),
    Notify,
    Broken,
    Close,
}

const METHODS: [&str; 6] = [
    "tools/call",
    "tools/list",
    "resources/read",
    "prompts/get",
    "ping",
    "completion/complete",
];

/// Results and errors, as members of a reply.
const REPLIES: [&str; 19] = [
    r#""result":{"content":[],"contents":[],"messages":[],"tools":[],"ttlMs":100}"#,
    r#""result":{"resultType":"complete","content":[]}"#,
    r#""result":{"resultType":"later"}"#,
    r#""result":null"#,
    r#""result":{"protocolVersion":"2025-11-25","supportedVersions":["2026-07-28"],"capabilities":{}}"#,
    r#""result":{"protocolVersion":"2025-03-26","supportedVersions":["2025-06-18"]}"#,
    r#""result":{"protocolVersion":"2024-11-05"}"#,
    r#""result":{"protocolVersion":"1999-01-01"}"#,
    r#""result":{"resultType":"input_required","requestState":"s"}"#,
    r#""result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}"#,
    r#""result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"elicitation/create"}},"requestState":"t"}"#,
    r#""result":{"resultType":"input_required","inputRequests":{"a":{"method":"x"}}}"#,
    r#""result":{"tools":[{"name":"t","inputSchema":{"properties":{"n":{"type":"integer","x-mcp-header":"N"}}}},{"name":"u","inputSchema":{"properties":{"n":{"x-mcp-header":""}}}}],"nextCursor":"x"}"#,
    r#""error":{"code":-32020,"message":""}"#,
    r#""error":{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}}"#,
    r#""error":{"code":-32022,"message":"","data":{"supported":["2025-06-18","2024-11-05"]}}"#,
    r#""error":{"code":-32601,"message":""}"#,
    r#""error":7"#,
    r#""other":1"#,
];

const TOLD: [&str; 8] = [
    r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"u"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"x","params":[]}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    r#"[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"method":"x"}]"#,
];

const FILTERS: [&str; 4] = [
    "",
    "{}",
    r#"{"toolsListChanged":true}"#,
    r#"{"promptsListChanged":true}"#,
];

fn timing() -> impl Strategy<Value = Timing> {
    let time = || prop::sample::select(vec![0.0, f64::NAN, f64::INFINITY, 10.0, 100.0, 5_000.0]);
    (time(), time()).prop_map(|(timeout, total)| Timing { timeout, total })
}

fn version() -> impl Strategy<Value = Option<Version>> {
    prop::option::of(prop::sample::select(&Version::ALL[..]))
}

fn step() -> impl Strategy<Value = Step> {
    let id = || 1..24_u32;
    let index = any::<prop::sample::Index>;
    let reply = || 0..REPLIES.len();
    let status = prop::sample::select(vec![0, 200, 202, 400, 401, 404, 404, 404, 405, 500]);
    prop_oneof![
        1 => version().prop_map(Step::Start),
        10 => (0..METHODS.len(), timing()).prop_map(|(method, timing)| Step::Call(method, timing)),
        2 => (0..20_u32).prop_map(Step::Abort),
        14 => (id(), reply()).prop_map(|(id, reply)| Step::Reply(id, reply)),
        3 => (id(), reply(), index(), index()).prop_map(|(id, reply, place, by)| Step::Damaged(id, reply, place, by)),
        1 => id().prop_map(Step::Nameless),
        5 => (id(), status, any::<bool>(), reply()).prop_map(|(id, status, lost, reply)| Step::Refuse(id, status, lost, reply)),
        4 => id().prop_map(Step::Sent),
        2 => id().prop_map(Step::Progress),
        2 => arbitrary::message().prop_map(Step::Garbage),
        4 => (0..TOLD.len()).prop_map(Step::Told),
        4 => prop::sample::select(vec![0, 1, 9, 100, 300, 1_000, 10_000, 60_000]).prop_map(Step::Wait),
        5 => (1..12_u32, any::<bool>()).prop_map(|(served, good)| Step::Answer(served, good)),
        1 => (1..12_u32).prop_map(Step::Decline),
        2 => (0..FILTERS.len()).prop_map(Step::Listen),
        2 => prop::bool::weighted(0.8).prop_map(Step::Opened),
        1 => Just(Step::Notify),
        1 => prop::bool::weighted(0.1).prop_map(|breaks| if breaks { Step::Broken } else { Step::Notify }),
        1 => prop::bool::weighted(0.2).prop_map(|closes| if closes { Step::Close } else { Step::Notify }),
    ]
}

fn reply(id: u32, index: usize) -> Json {
    json(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},{}}}"#,
        REPLIES[index]
    ))
}

fn take(desk: &mut Desk, step: &Step) {
    match step {
        Step::Start(known) => desk.start(*known),
        Step::Call(method, timing) => {
            let params = format!(
                r#"{{"name":"t","uri":"u","arguments":{{"n":{}}}}}"#,
                desk.calls()
            );
            let list = METHODS[*method] == "tools/list";
            let meta = if *method % 2 == 0 {
                Json::object()
            } else {
                Json::Absent
            };
            desk.make(
                METHODS[*method],
                if list { "" } else { &params },
                meta,
                *timing,
            );
        }
        Step::Abort(call) if *call < desk.calls() => desk.abort(*call),
        Step::Reply(id, index) => desk.hear_with(&reply(*id, *index), (*id).into()),
        Step::Damaged(id, index, place, by) => {
            let message = reply(*id, *index);
            let (paths, replacements) = (paths(&message), replacements());
            let place = &paths[place.index(paths.len())];
            desk.hear_with(
                &damaged(&message, place, by.get(&replacements)),
                (*id).into(),
            );
        }
        Step::Nameless(id) => {
            let message = json(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":""}}"#);
            desk.hear_with(&message, (*id).into());
        }
        Step::Refuse(id, status, lost, index) => {
            let error = REPLIES[*index]
                .strip_prefix(r#""error":"#)
                .unwrap_or_default();
            desk.refused_with(*id, *status, error, *lost);
        }
        Step::Sent(id) => desk.step(|client, now| client.sent((*id).into(), now)),
        Step::Progress(id) => desk.told(
            "notifications/progress",
            &format!(r#"{{"progressToken":{id}}}"#),
        ),
        Step::Garbage(message) => desk.hear_with(message, f64::NAN),
        Step::Told(index) => desk.hear(TOLD[*index]),
        Step::Wait(time) => desk.wait((*time).into()),
        Step::Answer(served, true) => desk.answer(*served, r#"{"roots":[]}"#),
        Step::Answer(served, false) => desk.fail(*served),
        Step::Decline(served) => desk.step(|client, _| client.decline(*served)),
        Step::Listen(index) => desk.listen(FILTERS[*index]),
        Step::Opened(opened) => {
            let refusal = (!opened).then(|| Refusal::http(404, Json::Absent, Json::Absent));
            // It comes of what was asked for.
            let asked = desk.seen().filter(|order| order.act == Act::Listen);
            if asked.last().is_some_and(|order| order.number == 2.0) {
                desk.step(|client, now| client.opened(refusal, now));
            }
        }
        Step::Notify => desk.notify("n"),
        Step::Broken => desk.step(|client, _| client.broken(Refusal::transport(Json::Null))),
        Step::Close => desk.close(),
        Step::Abort(_) => {}
    }
}

/// What must hold of all that was done, whatever happened.
fn check(desk: &Desk) {
    let mut requests: HashSet<u64> = HashSet::new();
    let mut cancelled: HashSet<u64> = HashSet::new();
    let mut tools: HashMap<String, usize> = HashMap::new();
    let mut ended: HashSet<u32> = HashSet::new();
    let (mut served, mut aborted) = (HashSet::new(), HashSet::new());
    let mut status = Status::Connecting;
    for order in desk.seen() {
        let over = matches!(status, Status::Failed | Status::Closed);
        if let Some(waiter) = order.waiter {
            let last = order.act != Act::Progress;
            assert!(
                !ended.contains(&waiter),
                "{:?} of {waiter} after its end",
                order.act
            );
            if last {
                ended.insert(waiter);
            }
            continue;
        }
        match order.act {
            Act::Send => {
                let frame = &order.value;
                let (method, id) = (
                    text(&member(frame, "method")),
                    frame.field(Word::Id).integer(),
                );
                let request = method != "<Absent>" && !id.is_nan();
                assert!(!over, "{method} after the end");
                assert_eq!(order.number.is_nan(), !request);
                let params = member(frame, "params");
                if request {
                    assert!(
                        id > 0.0 && requests.insert(id as u64),
                        "{id} was sent twice"
                    );
                    let greets =
                        ["\"initialize\"", "\"server/discover\""].contains(&method.as_str());
                    assert_eq!(
                        greets,
                        status == Status::Connecting,
                        "{method} while {status:?}"
                    );
                }
                let modern = text(&params).contains("io.modelcontextprotocol/protocolVersion");
                if method == "\"tools/call\"" && !modern {
                    let tool = text(&member(&params, "arguments"));
                    let times = tools.entry(tool).or_default();
                    *times += 1;
                    assert_eq!(*times, 1, "a tool was called twice");
                }
                if method == "\"notifications/cancelled\"" {
                    let id = member(&params, "requestId").number().expect("an id") as u64;
                    assert!(requests.contains(&id), "{id} was cancelled and never sent");
                    assert!(cancelled.insert(id), "{id} was cancelled twice");
                }
            }
            Act::StatusChange => {
                let now = Status::ALL[order.value.number().expect("a status") as usize];
                assert!(!over || now == Status::Closed, "{now:?} after {status:?}");
                assert_ne!(now, status);
                status = now;
            }
            Act::Serve => {
                assert!(!over && served.insert(order.number as u64));
            }
            Act::Abort => {
                let number = order.number as u64;
                assert!(served.contains(&number) && aborted.insert(number));
            }
            Act::Diagnostic => {}
            Act::Listen | Act::Drop => {
                assert!(!over || order.act == Act::Listen && order.number == 0.0);
            }
            act => assert!(!over, "{act:?} after the end"),
        }
    }
}

proptest! {
    #![proptest_config(arbitrary::cases(400))]

    #[test]
    fn every_call_ends_exactly_once(
        wanted in prop::option::weighted(0.2, prop::sample::select(&Version::ALL[..])),
        known in prop::option::of(version()),
        held in prop::bool::weighted(0.2),
        steps in prop::collection::vec(step(), 0..100),
    ) {
        let mut desk = Desk::new(wanted);
        desk.held = held;
        if let Some(known) = known {
            // Most of what is of interest comes after the handshake.
            desk.start(known);
            let greeting = known.filter(|version| !version.is_modern());
            desk.result(1, &greeting.map_or_else(|| MODERN.into(), crate::desk::greeting));
        }
        for step in &steps {
            take(&mut desk, step);
            let open = (0..desk.calls()).filter(|call| desk.ends(*call).is_empty()).count();
            prop_assert_eq!(desk.look(mcp_widget::client::Client::pending), open, "{:?}", step);
            let wake = desk.look(mcp_widget::client::Client::wake);
            prop_assert!(!wake.is_nan());
            if matches!(desk.status(), Status::Failed | Status::Closed) {
                prop_assert_eq!((open, wake), (0, f64::INFINITY));
            }
        }
        desk.close();
        check(&desk);
        prop_assert_eq!(desk.look(|client| (client.pending(), client.wake())), (0, f64::INFINITY));
        for call in 0..desk.calls() {
            prop_assert_eq!(desk.ends(call).len(), 1, "call {}", call);
        }
    }

    /// Garbage alone neither connects nor ends anything but what it names.
    #[test]
    fn garbage_leaves_a_client_in_working_order(
        modern in any::<bool>(),
        garbage in prop::collection::vec(arbitrary::message(), 0..30),
    ) {
        let mut desk = if modern { Desk::modern() } else { Desk::legacy() };
        for message in &garbage {
            desk.hear_with(message, f64::NAN);
        }
        let call = desk.call("resources/read", r#"{"uri":"u"}"#);
        desk.result(2, r#"{"contents":[]}"#);
        prop_assert_eq!(desk.end(call), r#"{"contents":[]}"#);
        prop_assert_eq!(desk.status(), Status::Ready);
    }
}
