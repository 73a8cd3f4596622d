//! Rounds: a call that is answered with questions first.

use mcp_widget::rpc::Status;
use mcp_widget::session::Timing;
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::desk::Desk;
use crate::support::{json, member, text};

const ANSWER: &str = r#"{"action":"accept","content":{"name":"Ann"}}"#;
const DONE: &str = r#"{"resultType":"complete","content":[]}"#;

/// A result with one question, and more.
fn ask(more: &str) -> String {
    format!(
        r#"{{"resultType":"input_required","inputRequests":{{"who":{{"method":"elicitation/create","params":{{"message":"who?"}}}}}}{more}}}"#
    )
}

fn param(frame: &Json, name: &str) -> String {
    text(&member(&member(frame, "params"), name))
}

/// A call that is answered with a question, which is being served.
fn asked() -> Desk {
    let mut desk = Desk::modern();
    desk.echo();
    desk.log();
    desk.result(2, &ask(""));
    assert_eq!(
        desk.log(),
        [r#"serve 1: elicitation/create {"message":"who?"}"#]
    );
    desk
}

#[test]
fn a_call_is_made_again_with_the_answer() {
    let mut desk = Desk::modern();
    let meta = json(r#"{"com.example/mine":1}"#);
    let call = desk.make(
        "tools/call",
        r#"{"name":"a","arguments":{"x":1}}"#,
        meta,
        Timing::default(),
    );
    assert_eq!(
        (desk.param("inputResponses"), desk.param("requestState")),
        ("<Absent>".into(), "<Absent>".into())
    );
    let state = r#""ü\"\\\u2028 =?base64?""#;
    desk.result(2, &ask(&format!(r#","requestState":{state}"#)));
    desk.answer(1, ANSWER);
    assert_eq!(text(&member(desk.last(), "id")), "3");
    assert_eq!(
        desk.param("inputResponses"),
        format!(r#"{{"who":{ANSWER}}}"#)
    );
    assert_eq!(
        member(&member(desk.last(), "params"), "requestState"),
        json(state)
    );
    assert_eq!(
        (desk.param("name"), desk.param("arguments")),
        (r#""a""#.into(), r#"{"x":1}"#.into())
    );
    assert!(
        desk.param("_meta")
            .starts_with(r#"{"com.example/mine":1,"progressToken":3,"#),
        "{}",
        desk.param("_meta")
    );
    desk.result(3, DONE);
    assert_eq!(desk.end(call), DONE);
}

#[test]
fn each_round_has_its_own_state() {
    let mut desk = Desk::modern();
    let call = desk.echo();
    for (id, state) in [
        (2, r#","requestState":"1""#),
        (3, r#","requestState":"""#),
        (4, ""),
        (5, r#","requestState":null"#),
        (6, r#","requestState":7"#),
    ] {
        desk.result(id, &ask(state));
        desk.answer(id - 1, ANSWER);
    }
    desk.result(7, DONE);
    assert_eq!(desk.end(call), DONE);
    let calls: Vec<_> = desk
        .frames()
        .skip(1)
        .map(|(id, frame)| (id, param(frame, "requestState")))
        .collect();
    let states = [
        "<Absent>", r#""1""#, r#""""#, "<Absent>", "<Absent>", "<Absent>",
    ];
    let wanted: Vec<_> = states
        .iter()
        .enumerate()
        .map(|(at, state)| (at as f64 + 2.0, (*state).into()))
        .collect();
    assert_eq!(calls, wanted);
}

#[test]
fn several_questions_are_asked_at_once_and_sent_together() {
    let mut desk = Desk::modern();
    let call = desk.call("prompts/get", r#"{"name":"p"}"#);
    desk.log();
    desk.result(2, r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"},"b":{"method":"sampling/createMessage","params":{"maxTokens":1}},"__proto__":{"method":"roots/list"}}}"#);
    assert_eq!(
        desk.log(),
        [
            "serve 1: elicitation/create <Absent>",
            r#"serve 2: sampling/createMessage {"maxTokens":1}"#,
            "serve 3: roots/list <Absent>"
        ]
    );
    desk.answer(3, r#"{"roots":[]}"#);
    desk.answer(1, "7");
    desk.answer(1, "{}");
    assert_eq!(desk.log(), Vec::<String>::new());
    assert_eq!(desk.look(mcp_widget::client::Client::pending), 1);
    desk.answer(2, r#"{"model":"m"}"#);
    assert_eq!(desk.log(), ["send prompts/get #3"]);
    assert_eq!(
        desk.param("inputResponses"),
        r#"{"__proto__":{"roots":[]},"a":{},"b":{"model":"m"}}"#
    );
    desk.result(3, r#"{"messages":[]}"#);
    assert_eq!(desk.end(call), r#"{"messages":[]}"#);
}

#[test]
fn a_state_alone_is_sent_back_after_a_pause() {
    let mut desk = Desk::modern();
    let call = desk.call("resources/read", r#"{"uri":"a"}"#);
    desk.log();
    desk.result(
        2,
        r#"{"resultType":"input_required","requestState":"later"}"#,
    );
    desk.wait(249.0);
    assert_eq!(desk.log(), Vec::<String>::new());
    desk.wait(1.0);
    assert_eq!(desk.log(), ["send resources/read #3"]);
    assert_eq!(
        (desk.param("inputResponses"), desk.param("requestState")),
        ("<Absent>".into(), r#""later""#.into())
    );
    desk.result(3, r#"{"contents":[]}"#);
    assert_eq!(desk.end(call), r#"{"contents":[]}"#);
}

#[test]
fn ten_rounds_are_enough() {
    let mut desk = Desk::modern();
    let call = desk.echo();
    for round in 0..10 {
        desk.result(round + 2, &ask(""));
        desk.answer(round + 1, ANSWER);
    }
    assert!(desk.ends(call).is_empty());
    desk.result(12, &ask(""));
    assert_eq!(desk.end(call), "invalid: asks again and again");
    assert_eq!(
        (
            desk.frames().count(),
            desk.look(mcp_widget::client::Client::pending)
        ),
        (12, 0)
    );
}

#[test]
fn a_question_that_nobody_answers_ends_the_call() {
    let mut desk = asked();
    desk.step(|client, _| client.decline(1));
    assert_eq!(
        desk.log(),
        ["settle 0: invalid: asks for what nobody here answers"]
    );
    desk.answer(1, ANSWER);
    desk.step(|client, _| client.decline(1));
    assert_eq!(
        (desk.log(), desk.look(mcp_widget::client::Client::pending)),
        (Vec::new(), 0)
    );
}

#[test]
fn the_other_questions_are_taken_back() {
    let two = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"},"b":{"method":"roots/list"},"c":{"method":"roots/list"}}}"#;
    let mut desk = Desk::modern();
    desk.echo();
    desk.result(2, two);
    desk.answer(2, "{}");
    desk.log();
    desk.step(|client, _| client.decline(1));
    assert_eq!(
        desk.log(),
        [
            "abort 3",
            "settle 0: invalid: asks for what nobody here answers"
        ]
    );
    desk.echo();
    desk.result(3, two);
    desk.log();
    desk.fail(5);
    assert_eq!(
        desk.log(),
        [
            "abort 4",
            "abort 6",
            r#"settle 1: error {"code":-32603,"message":"no"}"#
        ]
    );
    desk.answer(4, "{}");
    assert_eq!(desk.log(), Vec::<String>::new());
}

#[test]
fn what_we_cannot_do_is_not_asked_for() {
    for (able, method) in [
        ("{}", "elicitation/create"),
        (r#"{"elicitation":{},"roots":{}}"#, "sampling/createMessage"),
        (r#"{"elicitation":{}}"#, "roots/list"),
    ] {
        let mut desk = Desk::able(None, able);
        desk.start(None);
        desk.result(1, crate::desk::MODERN);
        desk.echo();
        desk.log();
        desk.result(2, &format!(r#"{{"resultType":"input_required","inputRequests":{{"ok":{{"method":"elicitation/create"}},"a":{{"method":"{method}"}}}}}}"#));
        assert_eq!(
            desk.log(),
            ["settle 0: invalid: asks for what nobody here answers"],
            "{method}"
        );
        assert_eq!(desk.look(mcp_widget::client::Client::pending), 0);
    }
}

#[test]
fn questions_that_are_none_end_the_call() {
    for result in [
        "",
        r#","inputRequests":{}"#,
        r#","inputRequests":null"#,
        r#","inputRequests":[]"#,
        r#","inputRequests":7"#,
        r#","requestState":7"#,
        r#","inputRequests":{"a":{}}"#,
        r#","inputRequests":{"a":null}"#,
        r#","inputRequests":{"a":{"method":7}}"#,
        r#","inputRequests":{"b":{"method":"roots/list"},"a":[]}"#,
    ] {
        let mut desk = Desk::modern();
        let call = desk.echo();
        desk.log();
        desk.result(2, &format!(r#"{{"resultType":"input_required"{result}}}"#));
        let lines = desk.log();
        assert!(
            lines.len() == 1 && lines[0].starts_with("settle 0: invalid"),
            "{result}: {lines:?}"
        );
        assert_eq!(desk.ends(call).len(), 1);
    }
}

#[test]
fn only_tools_prompts_and_resources_may_ask() {
    for method in ["tools/list", "prompts/list", "completion/complete", "x"] {
        let mut desk = Desk::modern();
        let call = desk.call(method, "");
        desk.log();
        desk.result(2, &ask(""));
        assert_eq!(
            desk.log(),
            ["settle 0: invalid: a type of result that is not known"],
            "{method}"
        );
        assert_eq!(desk.ends(call).len(), 1);
    }
    // It means nothing before.
    let mut desk = Desk::legacy();
    let call = desk.call("resources/read", "{}");
    desk.result(2, r#"{"resultType":"input_required","contents":[]}"#);
    assert_eq!(
        desk.end(call),
        r#"{"resultType":"input_required","contents":[]}"#
    );
}

#[test]
fn an_abort_in_between_takes_the_question_back() {
    let mut desk = asked();
    desk.abort(0);
    assert_eq!(desk.log(), ["abort 1", r#"settle 0: aborted "rain""#]);
    desk.answer(1, ANSWER);
    desk.abort(0);
    assert_eq!(desk.log(), Vec::<String>::new());
    // And in the round after, by the id that the call had first.
    let mut desk = asked();
    desk.answer(1, ANSWER);
    desk.log();
    desk.abort(0);
    assert_eq!(desk.log(), ["drop 3", r#"settle 0: aborted "rain""#]);
}

#[test]
fn close_in_between_takes_the_question_back() {
    let mut desk = asked();
    desk.close();
    assert_eq!(
        desk.log(),
        ["abort 1", "settle 0: closed", "listen 0", "status closed"]
    );
    desk.answer(1, ANSWER);
    desk.wait(1e6);
    assert_eq!(
        (desk.log(), desk.look(mcp_widget::client::Client::pending)),
        (Vec::new(), 0)
    );
}

#[test]
fn a_question_may_take_as_long_as_the_call_may() {
    let mut desk = Desk::modern();
    let call = desk.tool(100.0, 1_000.0);
    desk.wait(50.0);
    desk.result(2, &ask(""));
    // Whoever is asked is no server that is slow.
    desk.wait(800.0);
    desk.answer(1, ANSWER);
    desk.wait(99.0);
    desk.result(3, &ask(""));
    desk.log();
    desk.wait(50.0);
    assert!(desk.ends(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.log(), ["abort 2", "settle 0: timeout 1000"]);
    assert_eq!(
        desk.look(|client| (client.pending(), client.wake())),
        (0, f64::INFINITY)
    );
    desk.answer(2, ANSWER);
    assert_eq!(desk.log(), Vec::<String>::new());
    // While it is being made again, the time goes on.
    let call = desk.tool(0.0, 1_000.0);
    desk.wait(500.0);
    desk.result(4, &ask(""));
    desk.answer(3, ANSWER);
    desk.wait(499.0);
    assert!(desk.ends(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.end(call), "timeout 1000");
}

#[test]
fn each_round_has_its_own_time() {
    let mut desk = Desk::modern();
    let call = desk.tool(100.0, 0.0);
    desk.wait(99.0);
    desk.result(2, &ask(""));
    desk.wait(1e6);
    desk.answer(1, ANSWER);
    desk.wait(99.0);
    assert!(desk.ends(call).is_empty());
    desk.wait(1.0);
    assert_eq!(desk.end(call), "timeout 100");
}

#[test]
fn an_answer_without_a_clock_is_an_answer() {
    let mut desk = asked();
    desk.now = f64::NAN;
    desk.answer(1, ANSWER);
    assert_eq!(desk.log(), ["send tools/call #3"]);
}

#[test]
fn progress_and_errors_of_a_later_round_are_the_calls() {
    let mut desk = asked();
    desk.answer(1, ANSWER);
    desk.told(
        "notifications/progress",
        r#"{"progressToken":3,"progress":1}"#,
    );
    desk.told(
        "notifications/progress",
        r#"{"progressToken":2,"progress":1}"#,
    );
    desk.error(3, r#"{"code":1,"message":"no"}"#);
    assert_eq!(
        desk.log(),
        [
            "send tools/call #3",
            r#"progress 0: {"progressToken":3,"progress":1}"#,
            "note unknown-progress",
            r#"settle 0: error {"code":1,"message":"no"}"#
        ]
    );
    assert_eq!(desk.status(), Status::Ready);
}

#[test]
fn rounds_do_not_mix() {
    let mut desk = Desk::modern();
    let calls = [desk.echo(), desk.echo()];
    desk.result(2, &ask(r#","requestState":"one""#));
    desk.result(3, &ask(r#","requestState":"two""#));
    desk.answer(2, r#"{"n":2}"#);
    assert_eq!(
        (desk.param("inputResponses"), desk.param("requestState")),
        (r#"{"who":{"n":2}}"#.into(), r#""two""#.into())
    );
    desk.answer(1, r#"{"n":1}"#);
    assert_eq!(
        (desk.param("inputResponses"), desk.param("requestState")),
        (r#"{"who":{"n":1}}"#.into(), r#""one""#.into())
    );
    desk.echo();
    assert_eq!(
        (desk.param("inputResponses"), desk.param("requestState")),
        ("<Absent>".into(), "<Absent>".into())
    );
    desk.result(4, DONE);
    assert_eq!(
        (desk.end(calls[1]), desk.ends(calls[0]).len()),
        (DONE.into(), 0)
    );
}

#[test]
fn params_that_are_missing_are_no_obstacle() {
    let mut desk = Desk::modern();
    desk.call("prompts/get", "");
    desk.result(2, &ask(""));
    desk.answer(1, ANSWER);
    assert_eq!(
        desk.param("inputResponses"),
        format!(r#"{{"who":{ANSWER}}}"#)
    );
    assert!(
        !desk
            .last()
            .field(mcp_widget::wire::Word::Params)
            .is_absent()
    );
}
