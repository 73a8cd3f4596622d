//! The frames that a widget sends, held against the official schema of MCP 2025-11-25.

use std::fs;

use jsonschema::Validator;
use mcp_widget::app::Sent;
use mcp_widget::session::Timing;
use mcp_widget::wire::json::Json;
use serde_json::{Value as Plain, json};

use super::beside;
use crate::support::desk::Desk;
use crate::support::reading::plain;

/// The definitions of a version of MCP.
struct Schema(Plain);

impl Schema {
    fn load() -> Option<Self> {
        let file = beside("mcp-schema/2025-11-25.json")?;
        Some(Self(
            serde_json::from_str(&fs::read_to_string(file).expect("a text")).expect("JSON"),
        ))
    }

    fn validator(&self, definition: &str) -> Validator {
        assert!(self.0["$defs"].get(definition).is_some(), "no {definition}");
        let schema = json!({ "$schema": self.0["$schema"], "$ref": format!("#/$defs/{definition}"), "$defs": self.0["$defs"] });
        jsonschema::validator_for(&schema).expect("a schema")
    }
}

/// A request or notification as MCP defines it; of the others (`ui/…`) only the envelope.
fn definition(frame: &Plain) -> &'static str {
    match frame["method"].as_str() {
        Some("tools/call") => "CallToolRequest",
        Some("tools/list") => "ListToolsRequest",
        Some("resources/read") => "ReadResourceRequest",
        Some("resources/list") => "ListResourcesRequest",
        Some("prompts/get") => "GetPromptRequest",
        Some("sampling/createMessage") => "CreateMessageRequest",
        Some("notifications/cancelled") => "CancelledNotification",
        Some("notifications/message") => "LoggingMessageNotification",
        Some(_) if frame.get("id").is_some() => "JSONRPCRequest",
        Some(_) => "JSONRPCNotification",
        None if frame.get("error").is_some() => "JSONRPCErrorResponse",
        None => "JSONRPCResultResponse",
    }
}

/// Every kind of frame that a widget can send.
fn frames() -> Vec<Plain> {
    let mut desk = Desk::started();
    let queued = desk.echo();
    desk.step(|app, _| {
        app.notify(
            &Json::String("notifications/message".into()),
            &crate::support::json(r#"{"level":"info","data":"up"}"#),
        );
    });
    desk.wait(1_000.0);
    desk.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":1003,"result":{}}}"#,
        crate::support::desk::HOST
    ));
    desk.reply(queued, r#"{"content":[]}"#);
    desk.request("resources/read", r#"{"uri":"plants://fern"}"#);
    desk.request("resources/list", r#"{"cursor":"p2"}"#);
    desk.request("tools/list", "{}");
    desk.request(
        "prompts/get",
        r#"{"name":"advice","arguments":{"plant":"fern"}}"#,
    );
    desk.request(
        "sampling/createMessage",
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"?"}}],"maxTokens":5}"#,
    );
    desk.request("ui/open-link", r#"{"url":"https://example.com"}"#);
    let aborted = desk.echo();
    desk.abort(aborted, r#""rain""#);
    let aborted = desk.echo();
    desk.abort(aborted, r#"{"message":"rain","name":"AbortError"}"#);
    let aborted = desk.echo();
    desk.abort(aborted, "5");
    desk.tool(Timing {
        timeout: 10.0,
        total: 0.0,
    });
    desk.wait(10.0);
    for id in ["1", r#""a""#, "0", "9007199254740993"] {
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        desk.hear(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":[]}}"#
        ));
        desk.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":5}}"#));
    }
    for (served, answer) in [(1, Ok("{}")), (2, Err("null")), (3, Err(r#"{"a":1}"#))] {
        desk.hear(&format!(
            r#"{{"jsonrpc":"2.0","id":"r{served}","method":"ui/resource-teardown","params":{{}}}}"#
        ));
        match answer {
            Ok(result) => desk.answer(served, result),
            Err(data) => desk.step(|app, _| {
                app.answer(
                    served,
                    Err((
                        -32603.0,
                        Json::String("no".into()),
                        crate::support::json(data),
                    )),
                );
            }),
        }
    }
    desk.hear(r#"{"jsonrpc":"2.0","id":"u","method":"unknown"}"#);
    desk.step(|app, _| {
        app.answer(
            4,
            Err((
                -32601.0,
                Json::String("Method not found".into()),
                Json::Absent,
            )),
        );
    });
    desk.hear(r#"{"jsonrpc":"2.0","id":"v","method":"other"}"#);
    desk.step(|app, _| app.answer(5, Ok(Json::Absent)));
    desk.refuse(
        Sent::Answer(Json::String("v".into())),
        r#"{"message":"no clone"}"#,
    );
    desk.frames().map(|(_, frame)| plain(frame)).collect()
}

#[test]
fn every_frame_that_a_widget_sends_is_valid() {
    let Some(schema) = Schema::load() else { return };
    let (message, frames) = (schema.validator("JSONRPCMessage"), frames());
    let mut kinds = std::collections::BTreeSet::new();
    for frame in &frames {
        let definition = definition(frame);
        kinds.insert(definition);
        // A version-less number of 16 digits is an integer of JSON, whatever a double makes of it.
        for validator in [&message, &schema.validator(definition)] {
            let errors: Vec<_> = validator
                .iter_errors(frame)
                .map(|error| format!("{error} at {}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{definition}: {frame}: {errors:?}");
        }
    }
    assert_eq!(kinds.len(), 12, "kinds of frames: {kinds:?}");
    let methods = |method: &str| {
        frames
            .iter()
            .filter(|frame| frame["method"] == method)
            .count()
    };
    assert_eq!(
        (
            methods("ui/initialize"),
            methods("ui/notifications/initialized"),
            methods("notifications/cancelled")
        ),
        (2, 1, 4)
    );
}

/// The schemas can say no.
#[test]
fn an_invalid_frame_is_noticed() {
    let Some(schema) = Schema::load() else { return };
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "echo", "arguments": {} } });
    assert!(schema.validator("CallToolRequest").is_valid(&call));
    for (pointer, wrong) in [
        ("/id", json!(null)),
        ("/jsonrpc", json!("1.0")),
        ("/params/name", json!(5)),
        ("/params/arguments", json!([])),
    ] {
        let mut frame = call.clone();
        *frame.pointer_mut(pointer).expect("a member") = wrong;
        assert!(
            !schema.validator("CallToolRequest").is_valid(&frame),
            "{pointer}"
        );
    }
}
