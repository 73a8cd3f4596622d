//! The official example messages: the whole ones are taken apart and made anew, the others travel as payloads.

use std::fs;
use std::path::PathBuf;

use mcp_widget::app::Event;
use mcp_widget::session::Timing;
use mcp_widget::wire::json::Json;
use mcp_widget::wire::{
    Envelope, Findings, Id, Value, error_frame, notification_frame, request_frame, result_frame,
};
use serde_json::Value as Plain;

use super::beside;
use crate::support::desk::{Desk, params};
use crate::support::reading::{plain, spelled};
use crate::support::{json, member, text};

/// Files and their texts.
type Texts = Vec<(PathBuf, String)>;

/// The examples, parted into whole messages and others.
fn examples() -> Option<(Texts, Texts)> {
    let folder = beside("mcp-examples/2026-07-28")?;
    let folders = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir());
    let files = folders
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("an entry").path());
    let texts = files
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a text");
            (file, text)
        });
    Some(texts.partition(|(_, text)| {
        serde_json::from_str::<Plain>(text).is_ok_and(|message| message.get("jsonrpc").is_some())
    }))
}

fn remade(message: &Json) -> Json {
    let mut findings = Findings::new();
    let envelope = Envelope::read(message, &mut findings);
    assert!(
        findings.is_empty(),
        "{} in {}",
        spelled(&findings),
        text(message)
    );
    match envelope {
        Envelope::Request {
            id: Id::Number(id),
            method,
            params,
        } => request_frame(id, &Json::from_text(&method), &params),
        // A widget's own ids are numbers; a request with a text is made by hand.
        Envelope::Request { id, method, params } => {
            let mut request = notification_frame(&Json::from_text(&method), &params);
            request.put(mcp_widget::wire::Word::Id, &Json::from_id(&id));
            request
        }
        Envelope::Notification { method, params } => {
            notification_frame(&Json::from_text(&method), &params)
        }
        Envelope::Result { id, result } => result_frame(&Json::from_id(&id), &result),
        Envelope::Error {
            id: Some(id),
            fault,
        } => {
            let message = Json::from_text(&fault.message().expect("a message"));
            error_frame(
                &Json::from_id(&id),
                fault.code().expect("a code"),
                &message,
                &fault.data(),
            )
        }
        other => panic!("{other:?} in {}", text(message)),
    }
}

#[test]
fn whole_messages_are_taken_apart_and_made_anew() {
    let Some((whole, _)) = examples() else { return };
    assert_eq!(whole.len(), 32);
    for (file, text) in whole {
        let original: Plain = serde_json::from_str(&text).expect("JSON");
        assert_eq!(plain(&remade(&json(&text))), original, "{}", file.display());
    }
}

#[test]
fn other_examples_travel_unchanged_through_the_codec() {
    let Some((_, parts)) = examples() else { return };
    assert_eq!(parts.len(), 97);
    for (file, part) in parts {
        let original: Plain = serde_json::from_str(&part).expect("JSON");
        let mut findings = Findings::new();
        let message = Json::parse(
            &format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[],"structuredContent":{part}}}}}"#
            ),
            &mut findings,
        )
        .expect("JSON");
        let Envelope::Result { result, .. } = Envelope::read(&message, &mut findings) else {
            panic!("{}", file.display())
        };
        assert_eq!(
            plain(&member(&result, "structuredContent")),
            original,
            "{}",
            file.display()
        );
        let message = Json::parse(
            &format!(r#"{{"jsonrpc":"2.0","method":"m","params":{{"payload":{part}}}}}"#),
            &mut findings,
        )
        .expect("JSON");
        let Envelope::Notification { params, .. } = Envelope::read(&message, &mut findings) else {
            panic!("{}", file.display())
        };
        assert_eq!(
            plain(&member(&params, "payload")),
            original,
            "{}",
            file.display()
        );
        assert!(
            findings.is_empty(),
            "{} in {}",
            spelled(&findings),
            file.display()
        );
    }
}

/// As arguments of a call, as its result, and as what the host says: what arrives is what was given.
#[test]
fn all_examples_travel_unchanged_through_a_widget() {
    let Some((whole, parts)) = examples() else {
        return;
    };
    for (file, part) in whole.into_iter().chain(parts) {
        // Members in the order and digits in the spelling of the original, without its space.
        let original = text(&json(&part));
        let mut desk = Desk::connected();
        let waiter = desk.call(
            "tools/call",
            &format!(r#"{{"name":"echo","arguments":{part}}}"#),
            Json::object(),
            Timing::default(),
        );
        let (_, frame) = desk.frames().last().expect("a frame");
        assert_eq!(
            text(&member(&member(frame, "params"), "arguments")),
            original,
            "{}",
            file.display()
        );
        assert!(
            params(frame).ends_with(r#","_meta":{"progressToken":1002}}"#),
            "{}",
            params(frame)
        );
        desk.reply(
            waiter,
            &format!(r#"{{"content":[],"structuredContent":{part}}}"#),
        );
        assert_eq!(
            desk.outcome(waiter),
            format!(r#"{{"content":[],"structuredContent":{original}}}"#),
            "{}",
            file.display()
        );
        if json(&part).is_object() {
            desk.hear(&format!(r#"{{"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{{"arguments":{part}}}}}"#));
            assert_eq!(
                desk.kept(Event::ToolInput),
                Some(format!("input {original}")),
                "{}",
                file.display()
            );
        }
        assert!(
            desk.notes().is_empty(),
            "{:?} in {}",
            desk.notes(),
            file.display()
        );
    }
}
