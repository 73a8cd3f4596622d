//! Which version a server speaks, and how that is found out.

use mcp_widget::client::Version;
use mcp_widget::rpc::Status;
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use crate::desk::{Desk, LEGACY, MODERN, State, greeting, reason};
use crate::support::{json, member, text};

/// `initialize`, as it goes out with this id.
fn offers(desk: &Desk, id: u32, version: Version) {
    let frame = desk.last();
    assert_eq!(
        text(frame),
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{"protocolVersion":"{}","capabilities":{{"elicitation":{{}},"sampling":{{}},"roots":{{}}}},"clientInfo":{{"name":"client","version":"1"}}}}}}"#,
            version.as_str()
        )
    );
}

/// Why there is no connection, as a call made afterwards ends.
fn why(desk: &mut Desk) -> String {
    assert_eq!(desk.status(), Status::Failed);
    let call = desk.call("ping", "");
    desk.end(call)
}

#[test]
fn a_server_is_asked_without_a_handshake_first() {
    let mut desk = Desk::started();
    assert_eq!(
        text(desk.last()),
        r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"sampling":{},"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"client","version":"1"}}}}"#
    );
    assert_eq!(desk.headers(), "version=2026-07-28 method=server/discover");
    desk.result(1, MODERN);
    assert_eq!(desk.log(), ["status ready"]);
    assert_eq!(desk.version(), "2026-07-28");
    desk.look(|client| {
        let server = client.server().expect("a server");
        assert_eq!(text(&server.info), r#"{"name":"server","version":"1"}"#);
        assert_eq!(text(&server.capabilities), r#"{"tools":{}}"#);
        assert!(server.instructions.is_absent());
    });
}

#[test]
fn the_servers_name_may_stand_in_the_body() {
    let mut desk = Desk::started();
    desk.result(1, r#"{"supportedVersions":["2026-07-28"],"capabilities":7,"serverInfo":{"name":"s"},"instructions":"be kind"}"#);
    desk.look(|client| {
        let server = client.server().expect("a server");
        assert_eq!(
            (
                text(&server.info),
                text(&server.capabilities),
                text(&server.instructions)
            ),
            (r#"{"name":"s"}"#.into(), "{}".into(), r#""be kind""#.into())
        );
    });
}

/// Whatever is said, short of what tells a server without a handshake, `initialize` follows.
#[test]
fn a_server_of_the_era_before_gets_a_handshake() {
    type Answer = (&'static str, fn(&mut Desk));
    let answers: [Answer; 14] = [
        ("-32601", |desk| {
            desk.error(1, r#"{"code":-32601,"message":""}"#);
        }),
        ("-32001", |desk| {
            desk.error(1, r#"{"code":-32001,"message":""}"#);
        }),
        ("-32602", |desk| {
            desk.error(
                1,
                r#"{"code":-32602,"message":"","data":{"supported":["2031-01-01"]}}"#,
            );
        }),
        ("400 and -32000", |desk| {
            desk.refused_with(
                1,
                400,
                r#"{"code":-32000,"message":"Server not initialized"}"#,
                false,
            );
        }),
        ("400 and no code", |desk| {
            desk.refused_with(1, 400, "{}", false);
        }),
        ("400", |desk| desk.refused(1, 400)),
        ("404", |desk| desk.refused(1, 404)),
        ("405", |desk| desk.refused(1, 405)),
        ("406", |desk| desk.refused(1, 406)),
        ("422", |desk| desk.refused(1, 422)),
        ("200 without a message", |desk| desk.refused(1, 200)),
        ("202", |desk| desk.refused(1, 202)),
        // A browser says no more of headers that are not allowed.
        ("nothing", |desk| desk.refused(1, 0)),
        ("a result that names no version", |desk| {
            desk.result(1, "{}");
        }),
    ];
    for (name, answer) in answers {
        let mut desk = Desk::started();
        answer(&mut desk);
        assert_eq!(desk.log(), ["send initialize #2"], "{name}");
        offers(&desk, 2, Version::V2025November);
        assert_eq!(desk.headers(), "", "{name}");
        desk.result(2, &greeting(Version::V2025November));
        assert_eq!(
            desk.log(),
            [
                "send notifications/initialized <Absent>",
                "status ready",
                "listen 0"
            ],
            "{name}"
        );
        assert_eq!(
            (desk.version(), desk.headers()),
            ("2025-11-25", "version=2025-11-25".into())
        );
    }
}

#[test]
fn the_newest_version_that_a_server_names_is_offered() {
    let data =
        r#"{"supported":["2024-11-05","2025-06-18","2025-03-26",7,null],"requested":"2026-07-28"}"#;
    for code in [-32022, -32004, -32602] {
        let mut desk = Desk::started();
        desk.error(
            1,
            &format!(r#"{{"code":{code},"message":"","data":{data}}}"#),
        );
        offers(&desk, 2, Version::V2025June);
    }
    let mut desk = Desk::started();
    desk.result(
        1,
        r#"{"supportedVersions":["2025-03-26","2024-11-05"],"capabilities":{}}"#,
    );
    offers(&desk, 2, Version::V2025March);
}

#[test]
fn an_unsupported_version_that_is_supported_is_asked_for_again_once() {
    for more in ["", r#","2025-11-25""#] {
        let error = format!(
            r#"{{"code":-32022,"message":"no","data":{{"supported":["2026-07-28"{more}]}}}}"#
        );
        let mut desk = Desk::started();
        desk.refused_with(1, 400, &error, false);
        assert_eq!(desk.log(), ["send server/discover #2"]);
        desk.result(2, MODERN);
        assert_eq!(desk.version(), "2026-07-28");

        let mut desk = Desk::started();
        desk.refused_with(1, 400, &error, false);
        desk.log();
        desk.refused_with(2, 400, &error, false);
        if more.is_empty() {
            assert_eq!(desk.log(), ["listen 0", "status failed"]);
            assert_eq!(why(&mut desk), format!("error {error}"));
        } else {
            assert_eq!(desk.log(), ["send initialize #3"]);
        }
    }
}

#[test]
fn what_only_a_server_without_a_handshake_says_ends_in_an_error() {
    for error in [
        r#"{"code":-32020,"message":"header"}"#,
        r#"{"code":-32021,"message":"capability","data":{"requiredCapabilities":{}}}"#,
        r#"{"code":-32022,"message":"version","data":{"supported":["2031-01-01"],"requested":"2026-07-28"}}"#,
        r#"{"code":-32022,"message":"version"}"#,
    ] {
        for answer in [
            |desk: &mut Desk, error: &str| desk.error(1, error),
            |desk: &mut Desk, error: &str| desk.refused_with(1, 400, error, false),
        ] {
            let mut desk = Desk::started();
            answer(&mut desk, error);
            assert_eq!(desk.log(), ["listen 0", "status failed"], "{error}");
            assert_eq!(why(&mut desk), format!("error {error}"));
        }
    }
}

#[test]
fn a_404_with_32601_is_a_server_without_a_handshake() {
    let mut desk = Desk::started();
    desk.refused_with(1, 404, r#"{"code":-32601,"message":""}"#, false);
    assert_eq!(desk.log(), ["status ready"]);
    assert_eq!(desk.version(), "2026-07-28");
    desk.look(|client| assert_eq!(text(&client.server().expect("a server").info), "{}"));
}

/// Who we are, and how the server is, says nothing of what it speaks, whatever it puts into the body.
#[test]
fn what_says_nothing_of_the_era_ends_the_attempt() {
    for status in [401, 403, 429, 500, 502, 503, 599] {
        let mut desk = Desk::started();
        desk.refused(1, status);
        assert_eq!(desk.log(), ["listen 0", "status failed"], "{status}");
        assert_eq!(why(&mut desk), format!(r#"http {{"status":{status}}}"#));
    }
    for status in [401, 403, 429] {
        let mut desk = Desk::started();
        desk.refused_with(
            1,
            status,
            r#"{"code":-32001,"message":"Unauthorized"}"#,
            false,
        );
        assert_eq!(desk.log(), ["listen 0", "status failed"], "{status}");
        assert_eq!(why(&mut desk), format!(r#"http {{"status":{status}}}"#));
    }
}

#[test]
fn a_handshake_that_nobody_answers_ends_in_a_timeout() {
    let mut desk = Desk::started();
    let (call, notified) = (desk.echo(), desk.look(mcp_widget::client::Client::pending));
    assert_eq!(notified, 1, "the connection's own request is nobody's call");
    desk.wait(59_999.0);
    assert_eq!(desk.log(), Vec::<String>::new());
    desk.wait(1.0);
    assert_eq!(
        desk.log(),
        [
            "drop 1",
            "drop 2",
            "settle 0: timeout 60000",
            "listen 0",
            "status failed"
        ]
    );
    assert_eq!(desk.end(call), "timeout 60000");
    assert_eq!(why(&mut desk), "timeout 60000");

    let mut desk = Desk::new(Some(Version::V2025June));
    desk.start(None);
    let call = desk.echo();
    desk.wait(60_000.0);
    assert_eq!(desk.end(call), "timeout 60000");
    assert!(
        desk.frames()
            .all(|(_, frame)| member(frame, "method") != json(r#""notifications/cancelled""#)),
        "initialize is not cancelled"
    );
}

/// Whoever waits for less than the usual time need not wait longer for the handshake, and whoever waits for ever does.
#[test]
fn a_handshake_may_take_as_long_as_is_said() {
    for wanted in [
        None,
        Some(Version::V2025March),
        Some(Version::V2024November),
    ] {
        let mut desk = Desk::patient(wanted, 300.0);
        desk.start(None);
        let call = desk.echo();
        desk.wait(299.0);
        assert_eq!(desk.status(), Status::Connecting, "{wanted:?}");
        desk.wait(1.0);
        assert_eq!(
            (desk.status(), desk.end(call)),
            (Status::Failed, "timeout 300".into())
        );
        assert_eq!(desk.look(State::wake), f64::INFINITY);
        for patience in [0.0, f64::INFINITY] {
            let mut desk = Desk::patient(wanted, patience);
            desk.start(None);
            desk.wait(1e9);
            assert_eq!(desk.status(), Status::Connecting, "{wanted:?}");
        }
    }
    // The old stream, once it is open, has no time of its own.
    let mut desk = Desk::patient(Some(Version::V2024November), 300.0);
    desk.start(None);
    desk.step(|client, now| client.opened(None, now));
    desk.result(1, &greeting(Version::V2024November));
    desk.wait(1e9);
    assert_eq!(desk.status(), Status::Ready);
}

#[test]
fn the_time_of_a_handshake_begins_when_it_is_on_its_way() {
    let mut desk = Desk::new(None);
    desk.held = true;
    desk.start(None);
    desk.wait(50_000.0);
    desk.step(|client, now| client.sent(1.0, now));
    desk.wait(59_999.0);
    assert_eq!(desk.status(), Status::Connecting);
    desk.wait(1.0);
    assert_eq!(desk.status(), Status::Failed);
}

#[test]
fn each_version_is_spoken_as_it_is() {
    for version in LEGACY {
        let mut desk = Desk::new(None);
        desk.start(Some(version));
        offers(&desk, 1, version);
        desk.result(1, &greeting(version));
        desk.echo();
        assert_eq!(desk.version(), version.as_str());
        let header = if version >= Version::V2025June {
            format!("version={}", version.as_str())
        } else {
            String::new()
        };
        assert_eq!(desk.headers(), header);
        assert_eq!(
            text(desk.last()),
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{},"_meta":{"progressToken":2}}}"#
        );
    }
}

#[test]
fn a_server_may_choose_another_version_that_is_spoken() {
    for version in LEGACY {
        let mut desk = Desk::started();
        desk.refused(1, 400);
        desk.result(2, &greeting(version));
        assert_eq!(desk.version(), version.as_str());
        // What is forced is what is offered.
        let mut desk = Desk::new(Some(Version::V2025June));
        desk.start(None);
        desk.result(1, &greeting(version));
        assert_eq!(desk.version(), version.as_str());
    }
}

#[test]
fn a_version_that_nobody_knows_ends_the_connection() {
    for version in [r#""2023-01-01""#, r#""2026-07-28""#, "7", "null", r#""""#] {
        let mut desk = Desk::started();
        let call = desk.echo();
        desk.refused(1, 400);
        desk.log();
        desk.result(3, &format!(r#"{{"protocolVersion":{version}}}"#));
        assert_eq!(
            desk.log(),
            [
                "drop 2",
                "settle 0: invalid: a version of MCP that is not spoken here",
                "listen 0",
                "status failed"
            ]
        );
        assert_eq!(desk.end(call), why(&mut desk));
        let status = desk
            .seen()
            .filter(|order| order.act == mcp_widget::rpc::Act::StatusChange);
        let status = status.last().expect("a status");
        assert_eq!(
            reason(&status.more.item(2)),
            "a version of MCP that is not spoken here"
        );
        assert_eq!(
            text(&status.more.item(1)),
            format!(r#"{{"protocolVersion":{version}}}"#)
        );
    }
    for result in ["null", "[]", "{}", "7"] {
        let mut desk = Desk::new(Some(Version::V2025November));
        desk.start(None);
        desk.result(1, result);
        assert_eq!(
            why(&mut desk),
            "invalid: a version of MCP that is not spoken here"
        );
    }
}

#[test]
fn a_handshake_that_is_refused_for_its_version_is_tried_once_more() {
    let error = r#"{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-03-26"]}}"#;
    let mut desk = Desk::started();
    desk.refused(1, 400);
    desk.error(2, error);
    offers(&desk, 3, Version::V2025March);
    desk.error(
        3,
        r#"{"code":-32602,"message":"","data":{"supported":["2024-11-05"]}}"#,
    );
    assert_eq!(desk.status(), Status::Failed);

    let mut desk = Desk::started();
    desk.refused(1, 400);
    desk.refused_with(2, 400, error, false);
    offers(&desk, 3, Version::V2025March);
    desk.result(3, &greeting(Version::V2025March));
    assert_eq!(desk.version(), "2025-03-26");

    // What was offered already is not offered again.
    let mut desk = Desk::started();
    desk.refused(1, 400);
    let error = r#"{"code":-32602,"message":"","data":{"supported":["2025-11-25"]}}"#;
    desk.error(2, error);
    assert_eq!(why(&mut desk), format!("error {error}"));
}

#[test]
fn posts_that_are_not_taken_lead_to_the_stream_of_2024() {
    for status in [400, 404, 405] {
        let mut desk = Desk::started();
        let call = desk.call("tools/list", "");
        desk.refused(1, status);
        desk.refused(3, status);
        assert_eq!(desk.log(), ["send initialize #3", "listen 2"]);
        desk.step(|client, now| client.opened(None, now));
        assert_eq!(desk.log(), ["send initialize #4"]);
        offers(&desk, 4, Version::V2024November);
        desk.result(4, &greeting(Version::V2024November));
        assert_eq!(
            desk.log(),
            [
                "send notifications/initialized <Absent>",
                "status ready",
                "send tools/list #2",
                "listen 0"
            ]
        );
        assert_eq!(desk.headers(), "");
        desk.result(2, r#"{"tools":[]}"#);
        assert_eq!(desk.end(call), r#"{"tools":[]}"#);
    }
    for status in [0, 401, 403, 406, 415, 429, 500, 503] {
        let mut desk = Desk::new(None);
        desk.start(Some(Version::V2025June));
        desk.refused(1, status);
        assert_eq!(desk.status(), Status::Failed, "{status}");
    }
}

#[test]
fn there_is_nothing_behind_the_stream_of_2024() {
    let mut desk = Desk::started();
    let call = desk.echo();
    desk.refused(1, 404);
    desk.refused(3, 404);
    let refusal = mcp_widget::client::Refusal::http(404, Json::Absent, Json::Absent);
    desk.step(|client, now| client.opened(Some(refusal), now));
    assert_eq!(
        (desk.status(), desk.end(call)),
        (Status::Failed, r#"http {"status":404}"#.into())
    );

    let mut desk = Desk::started();
    desk.refused(1, 404);
    desk.refused(2, 404);
    desk.step(|client, now| client.opened(None, now));
    desk.log();
    desk.refused(3, 404);
    assert_eq!(
        desk.log(),
        ["listen 0", "status failed"],
        "it is opened once"
    );
}

/// The answers of 2024-11-05 come by its stream.
#[test]
fn the_end_of_the_stream_of_2024_is_the_end_of_the_connection() {
    let mut desk = Desk::new(Some(Version::V2024November));
    desk.start(None);
    desk.step(|client, now| client.opened(None, now));
    desk.result(1, &greeting(Version::V2024November));
    let (one, two) = (desk.echo(), desk.call("ping", ""));
    let refusal = mcp_widget::client::Refusal::http(200, Json::Absent, Json::Absent);
    desk.step(|client, now| client.opened(Some(refusal), now));
    assert_eq!(desk.status(), Status::Failed);
    for call in [one, two] {
        assert_eq!(desk.end(call), r#"http {"status":200}"#);
    }
}

#[test]
fn a_forced_version_is_not_asked_about() {
    for version in LEGACY {
        let mut desk = Desk::new(Some(version));
        // Whatever is remembered.
        desk.start(Some(Version::V2026July));
        if version == Version::V2024November {
            assert_eq!(desk.log(), ["listen 2"]);
            desk.step(|client, now| client.opened(None, now));
        }
        offers(&desk, 1, version);
        desk.result(1, &greeting(version));
        assert_eq!(desk.version(), version.as_str());
    }
    let mut desk = Desk::new(Some(Version::V2026July));
    desk.start(Some(Version::V2025March));
    assert_eq!(desk.log(), ["send server/discover #1"]);
}

#[test]
fn a_forced_version_is_all_there_is() {
    for answer in [
        |desk: &mut Desk| desk.error(1, r#"{"code":-32601,"message":""}"#),
        |desk: &mut Desk| {
            desk.error(
                1,
                r#"{"code":-32022,"message":"","data":{"supported":["2025-11-25"]}}"#,
            );
        },
        |desk: &mut Desk| desk.refused(1, 400),
        |desk: &mut Desk| desk.refused(1, 405),
        |desk: &mut Desk| desk.refused(1, 0),
        |desk: &mut Desk| desk.result(1, r#"{"supportedVersions":["2025-11-25"]}"#),
        |desk: &mut Desk| desk.result(1, "{}"),
    ] {
        let mut desk = Desk::new(Some(Version::V2026July));
        desk.start(None);
        answer(&mut desk);
        assert_eq!((desk.status(), desk.frames().count()), (Status::Failed, 1));
    }
    for answer in [
        |desk: &mut Desk| {
            desk.error(
                1,
                r#"{"code":-32602,"message":"","data":{"supported":["2025-11-25"]}}"#,
            );
        },
        |desk: &mut Desk| desk.refused(1, 400),
        |desk: &mut Desk| desk.refused(1, 405),
    ] {
        let mut desk = Desk::new(Some(Version::V2025June));
        desk.start(None);
        answer(&mut desk);
        assert_eq!((desk.status(), desk.frames().count()), (Status::Failed, 1));
    }
}

#[test]
fn what_is_remembered_saves_a_request() {
    for version in LEGACY {
        let mut desk = Desk::new(None);
        desk.start(Some(version));
        offers(&desk, 1, version);
    }
    let mut desk = Desk::new(None);
    desk.start(Some(Version::V2026July));
    assert_eq!(desk.log(), ["send server/discover #1"]);
}

/// A server of 2024-11-05 may take posts, and may not; which of the two is not remembered.
#[test]
fn a_server_that_is_remembered_for_2024_is_reached_again() {
    let mut desk = Desk::new(None);
    desk.start(Some(Version::V2024November));
    desk.refused(1, 405);
    assert_eq!(desk.log(), ["send initialize #1", "listen 2"]);
    desk.step(|client, now| client.opened(None, now));
    desk.result(2, &greeting(Version::V2024November));
    assert_eq!(desk.version(), "2024-11-05");
}

#[test]
fn a_server_that_is_not_what_is_remembered_is_corrected() {
    let mut desk = Desk::new(None);
    desk.start(Some(Version::V2025March));
    desk.error(
        1,
        r#"{"code":-32602,"message":"","data":{"supported":["2025-11-25"]}}"#,
    );
    offers(&desk, 2, Version::V2025November);
}

#[test]
fn a_server_that_is_remembered_for_a_handshake_may_have_none_any_more() {
    let error = r#"{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}}"#;
    let mut desk = Desk::new(None);
    desk.start(Some(Version::V2025March));
    desk.refused_with(1, 400, error, false);
    assert_eq!(
        desk.log(),
        ["send initialize #1", "send server/discover #2"]
    );
    desk.result(2, MODERN);
    assert_eq!(desk.version(), "2026-07-28");
    // Once.
    let mut desk = Desk::new(None);
    desk.start(Some(Version::V2025March));
    desk.error(1, error);
    desk.refused(2, 400);
    desk.error(3, error);
    assert_eq!(why(&mut desk), format!("error {error}"));
    let mut desk = Desk::new(Some(Version::V2025March));
    desk.start(None);
    desk.error(1, error);
    assert_eq!(
        (desk.frames().count(), why(&mut desk)),
        (1, format!("error {error}"))
    );
}

#[test]
fn what_is_started_twice_is_started_once() {
    let mut desk = Desk::started();
    desk.start(None);
    desk.result(1, MODERN);
    desk.start(None);
    assert_eq!(desk.frames().count(), 1);
}
