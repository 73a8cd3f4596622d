//! What a request says in its headers, and which arguments a tool wants there.

use mcp_widget::client::Version;
use mcp_widget::rpc::Status;

use crate::desk::{Desk, LEGACY};

/// A tool `t` with these properties, as a list of one.
fn tool(properties: &str) -> String {
    format!(r#"{{"name":"t","inputSchema":{{"type":"object","properties":{properties}}}}}"#)
}

/// A client that has seen these tools.
fn knowing(tools: &str) -> Desk {
    let mut desk = Desk::modern();
    desk.call("tools/list", "");
    desk.result(2, &format!(r#"{{"tools":[{tools}]}}"#));
    desk
}

/// The headers of a call of `t` with these arguments, past those that each call has.
fn sent(desk: &mut Desk, arguments: &str) -> String {
    desk.call(
        "tools/call",
        &format!(r#"{{"name":"t","arguments":{arguments}}}"#),
    );
    let headers = desk.headers();
    let known = "version=2026-07-28 method=tools/call name=t";
    headers
        .strip_prefix(known)
        .expect("what each call has")
        .trim()
        .into()
}

#[test]
fn each_method_has_its_headers() {
    let mut desk = Desk::modern();
    for (method, params, headers) in [
        (
            "tools/call",
            r#"{"name":"a b"}"#,
            "method=tools/call name=a b",
        ),
        (
            "prompts/get",
            r#"{"name":"p"}"#,
            "method=prompts/get name=p",
        ),
        (
            "resources/read",
            r#"{"uri":"u:1","name":"n"}"#,
            "method=resources/read name=u:1",
        ),
        ("tools/list", r#"{"name":"a"}"#, "method=tools/list"),
        ("tools/call", r#"{"name":7}"#, "method=tools/call"),
        ("tools/call", "", "method=tools/call"),
        ("x", "", "method=x"),
    ] {
        desk.call(method, params);
        assert_eq!(desk.headers(), format!("version=2026-07-28 {headers}"));
    }
    for version in LEGACY {
        let mut desk = Desk::connected(version);
        desk.call("tools/call", r#"{"name":"a"}"#);
        let header = if version < Version::V2025June {
            String::new()
        } else {
            format!("version={}", version.as_str())
        };
        assert_eq!(desk.headers(), header);
        desk.notify("n");
        assert_eq!(desk.headers(), header);
    }
}

#[test]
fn texts_integers_and_truths_go_into_headers() {
    let mut desk = knowing(&tool(
        r#"{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"integer","x-mcp-header":"B"},"c":{"type":"boolean","x-mcp-header":"C-d"},"d":{"type":"string"}}"#,
    ));
    assert_eq!(
        sent(&mut desk, r#"{"a":"ü","b":7,"c":false,"d":"x"}"#),
        "A=ü B=7 C-d=false"
    );
    assert_eq!(
        sent(&mut desk, r#"{"a":"","b":-7,"c":true}"#),
        "A= B=-7 C-d=true"
    );
    assert_eq!(sent(&mut desk, r#"{"a":null,"c":true}"#), "C-d=true");
    assert_eq!(sent(&mut desk, r#"{"a":[],"b":1.5,"c":{}}"#), "");
    assert_eq!(
        sent(&mut desk, r#"{"b":9007199254740991}"#),
        "B=9007199254740991"
    );
    assert_eq!(
        sent(&mut desk, r#"{"b":-9007199254740991}"#),
        "B=-9007199254740991"
    );
    assert_eq!(sent(&mut desk, r#"{"b":9007199254740993}"#), "");
    for arguments in ["null", "{}", "[]", "\"x\"", "7"] {
        assert_eq!(sent(&mut desk, arguments), "");
    }
    desk.call("tools/call", r#"{"name":"other","arguments":{"a":"x"}}"#);
    assert_eq!(
        desk.headers(),
        "version=2026-07-28 method=tools/call name=other"
    );
}

#[test]
fn marks_may_be_nested() {
    let mut desk = knowing(&tool(
        r#"{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"string","x-mcp-header":"C"}}},"x-mcp":{"type":"string"}}}}"#,
    ));
    assert_eq!(sent(&mut desk, r#"{"a":{"b":{"c":"x"}}}"#), "C=x");
    for arguments in [
        r#"{"a":{"b":null}}"#,
        r#"{"a":7}"#,
        r#"{"a":{"b":"c"}}"#,
        r#"{"c":"x"}"#,
    ] {
        assert_eq!(sent(&mut desk, arguments), "", "{arguments}");
    }
}

#[test]
fn a_tool_whose_marks_are_invalid_is_not_there() {
    for properties in [
        r#"{"a":{"type":"string","x-mcp-header":""}}"#,
        r#"{"a":{"type":"string","x-mcp-header":"a b"}}"#,
        r#"{"a":{"type":"string","x-mcp-header":"a\r\nb"}}"#,
        r#"{"a":{"type":"string","x-mcp-header":"ü"}}"#,
        r#"{"a":{"type":"string","x-mcp-header":7}}"#,
        r#"{"a":{"type":"string","x-mcp-header":null}}"#,
        r#"{"a":{"type":"number","x-mcp-header":"A"}}"#,
        r#"{"a":{"type":"object","x-mcp-header":"A"}}"#,
        r#"{"a":{"type":"array","x-mcp-header":"A"}}"#,
        r#"{"a":{"type":["string"],"x-mcp-header":"A"}}"#,
        r#"{"a":{"x-mcp-header":"A"}}"#,
        r#"{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}"#,
        r#"{"a":{"type":"object","properties":{"b":{"type":"string","x-mcp-header":"A"}}},"b":{"type":"string","x-mcp-header":"A"}}"#,
    ] {
        let mut desk = Desk::modern();
        let call = desk.call("tools/list", "");
        desk.log();
        let good = r#"{"name":"good","inputSchema":{"type":"object"}}"#;
        desk.result(
            2,
            &format!(
                r#"{{"tools":[{good},{},{good}],"nextCursor":"x"}}"#,
                tool(properties)
            ),
        );
        assert_eq!(
            desk.end(call),
            format!(r#"{{"tools":[{good},{good}],"nextCursor":"x"}}"#),
            "{properties}"
        );
        assert_eq!(desk.log().len(), 2, "{properties}");
        assert_eq!(
            desk.notes(),
            ["tool-header /result/tools 1 x1"],
            "{properties}"
        );
        // It can be called all the same, by whoever knows it.
        assert_eq!(sent(&mut desk, r#"{"a":"x","b":"y"}"#), "");
    }
    let mut desk = Desk::legacy();
    let call = desk.call("tools/list", "");
    let list = format!(
        r#"{{"tools":[{}]}}"#,
        tool(r#"{"a":{"type":"string","x-mcp-header":""}}"#)
    );
    desk.result(2, &list);
    assert_eq!((desk.end(call), desk.notes()), (list, Vec::new()));
}

#[test]
fn tools_that_are_none_do_no_harm() {
    for tools in [
        "null",
        "7",
        "{}",
        "[]",
        r#"{"name":"t"}"#,
        r#"{"name":"t","inputSchema":null}"#,
        r#"{"inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}"#,
        r#"{"name":"t","inputSchema":{"properties":[]}}"#,
        r#"{"name":"t","inputSchema":{"properties":{"a":null,"b":7}}}"#,
    ] {
        let mut desk = Desk::modern();
        let call = desk.call("tools/list", "");
        desk.result(2, &format!(r#"{{"tools":[{tools}]}}"#));
        assert_eq!((desk.ends(call).len(), desk.status()), (1, Status::Ready));
        assert_eq!(sent(&mut desk, r#"{"a":"x"}"#), "", "{tools}");
    }
}

#[test]
fn marks_are_those_of_the_latest_list() {
    let mut desk = knowing(&tool(r#"{"a":{"type":"string","x-mcp-header":"A"}}"#));
    assert_eq!(sent(&mut desk, r#"{"a":"x"}"#), "A=x");
    let list = |desk: &mut Desk, properties: &str| {
        let call = desk.call("tools/list", "");
        let id = desk.id(call) as u32;
        desk.result(id, &format!(r#"{{"tools":[{}]}}"#, tool(properties)));
    };
    list(&mut desk, r#"{"a":{"type":"string","x-mcp-header":"B"}}"#);
    assert_eq!(sent(&mut desk, r#"{"a":"x"}"#), "B=x");
    list(&mut desk, r#"{"a":{"type":"string"}}"#);
    assert_eq!(
        sent(&mut desk, r#"{"a":"x"}"#),
        "",
        "it wants none any more"
    );
}

/// Without a mark it is no obstacle what a schema says, however deep.
#[test]
fn schemas_without_an_end_do_no_harm() {
    let deep = r#"{"a":{"type":"object","properties":"#.repeat(100) + "{}" + &"}}".repeat(100);
    let mut desk = knowing(&tool(&deep));
    assert!(!desk.end(0).contains("\"tools\":[]"));
    assert_eq!(sent(&mut desk, r#"{"a":{"a":{}}}"#), "");
}

#[test]
fn a_mismatch_is_answered_by_a_look_at_the_tools_and_one_more_try() {
    let error = r#"{"code":-32020,"message":"header"}"#;
    for answer in [
        |desk: &mut Desk, id: u32, error: &str| desk.error(id, error),
        |desk: &mut Desk, id: u32, error: &str| desk.refused_with(id, 400, error, false),
    ] {
        let mut desk = Desk::modern();
        let call = desk.call("tools/call", r#"{"name":"t","arguments":{"a":"x"}}"#);
        desk.log();
        answer(&mut desk, 2, error);
        assert_eq!(desk.log(), ["send tools/list #4"]);
        assert_eq!(desk.look(mcp_widget::client::Client::pending), 1);
        desk.result(4, r#"{"tools":[],"nextCursor":"2"}"#);
        assert_eq!(desk.log(), ["send tools/list #5"]);
        assert_eq!(desk.param("cursor"), r#""2""#);
        let list = format!(
            r#"{{"tools":[{}]}}"#,
            tool(r#"{"a":{"type":"string","x-mcp-header":"A"}}"#)
        );
        desk.result(5, &list);
        assert_eq!(desk.log(), ["send tools/call #3"]);
        assert_eq!(
            desk.headers(),
            "version=2026-07-28 method=tools/call name=t A=x"
        );
        answer(&mut desk, 3, error);
        assert_eq!(desk.log(), [format!("settle 0: error {error}")]);
        assert_eq!(desk.ends(call).len(), 1);
    }
}

#[test]
fn tools_that_cannot_be_listed_do_not_stop_the_call() {
    for answer in [
        |desk: &mut Desk| desk.error(4, r#"{"code":1,"message":""}"#),
        |desk: &mut Desk| desk.refused(4, 500),
        |desk: &mut Desk| desk.result(4, "null"),
        |desk: &mut Desk| desk.wait(60_000.0),
    ] {
        let mut desk = Desk::modern();
        let call = desk.tool(0.0, 0.0);
        desk.error(2, r#"{"code":-32020,"message":""}"#);
        answer(&mut desk);
        desk.result(3, r#"{"content":[]}"#);
        assert_eq!(desk.end(call), r#"{"content":[]}"#);
    }
}

#[test]
fn a_list_of_tools_without_an_end_is_read_to_some_page() {
    let mut desk = Desk::modern();
    let call = desk.echo();
    desk.error(2, r#"{"code":-32020,"message":""}"#);
    for page in 0..33 {
        desk.result(
            4 + page,
            &format!(r#"{{"tools":[],"nextCursor":"{page}"}}"#),
        );
    }
    assert_eq!(
        desk.log().last().map(String::as_str),
        Some("send tools/call #3")
    );
    assert!(desk.ends(call).is_empty());
}

#[test]
fn only_a_tool_of_this_era_is_tried_again() {
    for (mut desk, method) in [
        (Desk::modern(), "prompts/get"),
        (Desk::legacy(), "tools/call"),
        (Desk::modern(), "tools/list"),
    ] {
        let call = desk.call(method, r#"{"name":"a"}"#);
        desk.error(2, r#"{"code":-32020,"message":""}"#);
        assert!(desk.end(call).starts_with("error"), "{method}");
    }
}

#[test]
fn a_call_may_end_while_the_tools_are_looked_at() {
    let mut desk = Desk::modern();
    desk.echo();
    desk.error(2, r#"{"code":-32020,"message":""}"#);
    desk.abort(0);
    assert_eq!(desk.end(0), r#"aborted "rain""#);
    desk.log();
    desk.result(4, r#"{"tools":[]}"#);
    assert_eq!(desk.log(), Vec::<String>::new());

    let call = desk.tool(0.0, 100.0);
    desk.error(5, r#"{"code":-32020,"message":""}"#);
    desk.wait(100.0);
    assert_eq!(desk.end(call), "timeout 100");

    let call = desk.echo();
    desk.error(8, r#"{"code":-32020,"message":""}"#);
    desk.close();
    assert_eq!(
        (
            desk.end(call),
            desk.look(mcp_widget::client::Client::pending)
        ),
        ("closed".into(), 0)
    );
}

#[test]
fn several_mismatches_at_once_are_each_tried_again() {
    let mut desk = Desk::modern();
    let calls = [desk.echo(), desk.echo()];
    desk.error(2, r#"{"code":-32020,"message":""}"#);
    desk.error(3, r#"{"code":-32020,"message":""}"#);
    desk.result(5, r#"{"tools":[]}"#);
    desk.result(7, r#"{"tools":[]}"#);
    desk.result(4, r#"{"content":[]}"#);
    desk.result(6, r#"{"content":[]}"#);
    for call in calls {
        assert_eq!(desk.end(call), r#"{"content":[]}"#);
    }
    let sends = desk
        .frames()
        .filter(|(id, _)| *id == 4.0 || *id == 6.0)
        .count();
    assert_eq!(sends, 2);
}
