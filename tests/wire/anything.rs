//! Anything at all, and frames that are not ours.

use mcp_widget::wire::{Envelope, Findings, Message, Sort, Value};
use proptest::prelude::*;

use crate::support::reading::{read, spelled};
use crate::support::{arbitrary, json, text};

/// Frames of other protocols share the window: they are nobody's fault, and nothing is noted of them.
#[test]
fn frames_of_other_protocols_leave_no_trace() {
    for frame in [
        r#"{"type":"sync","error":null}"#,
        r#"{"type":"sync","error":{"code":1,"message":"m"}}"#,
        r#"{"type":"sync","result":[1]}"#,
        r#"{"id":null,"result":{}}"#,
        r#"{"id":1.5,"error":"?"}"#,
        r#"{"id":true,"result":{}}"#,
        r#"{"jsonrpc":"1.0","method":"m","id":1}"#,
        r#"["vite:hmr",{"id":1}]"#,
    ] {
        let mut findings = Findings::new();
        let envelope = Envelope::read(&json(frame), &mut findings);
        assert!(
            matches!(envelope, Envelope::Foreign),
            "{frame}: {envelope:?}"
        );
        assert!(findings.is_empty(), "{frame}: {}", spelled(&findings));
    }
}

/// What calls itself JSON-RPC and is no message is not passed over in silence.
#[test]
fn a_version_without_a_message_is_noted() {
    for message in [
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","ID":1,"Result":{}}"#,
        r#"{"jsonrpc":"2.0","params":{}}"#,
    ] {
        let found = read(message, None);
        assert_eq!(found["kind"], "foreign", "{message}");
        assert_eq!(
            found["findings"],
            serde_json::json!(["not-a-message"]),
            "{message}"
        );
    }
}

proptest! {
    #![proptest_config(arbitrary::cases(500))]

    /// Whatever arrives: nothing panics, nothing is changed, and what is a message says where it belongs.
    #[test]
    fn anything_is_told_apart(message in arbitrary::message()) {
        let before = text(&message);
        let mut findings = Findings::new();
        let envelope = Envelope::read(&message, &mut findings);
        prop_assert_eq!(text(&message), before);
        let (mut noted, whole) = (Findings::new(), text(&message));
        let parts = Message::read(&message, &mut noted);
        prop_assert_eq!(spelled(&noted), spelled(&findings));
        for (part, name) in [(&parts.id, "id"), (&parts.method, "method")] {
            prop_assert!(part.is_absent() || *part == crate::support::member(&message, name));
        }
        let agree = match &envelope {
            Envelope::Request { .. } => parts.sort == Sort::Request,
            Envelope::Notification { .. } => parts.sort == Sort::Notification && parts.id.is_absent(),
            Envelope::Result { .. } => parts.sort == Sort::Result && parts.method.is_absent(),
            Envelope::Error { .. } => parts.sort == Sort::Error && parts.method.is_absent(),
            Envelope::Refused(_) => matches!(parts.sort, Sort::InvalidRequest | Sort::InvalidParams),
            Envelope::Batch(_) => parts.sort == Sort::Batch && text(&parts.payload) == whole,
            Envelope::Foreign => parts.sort == Sort::Foreign && parts.id.is_absent(),
        };
        prop_assert!(agree, "{:?} and {:?}", parts, envelope);
        let versioned = |message: &mcp_widget::wire::json::Json| crate::support::member(message, "jsonrpc").is_text("2.0");
        match envelope {
            Envelope::Request { id, method, params } => {
                prop_assert!(versioned(&message));
                prop_assert_eq!(crate::support::member(&message, "id").id(), Ok(id));
                prop_assert!(crate::support::member(&message, "method").is_text(&method));
                prop_assert!(params.is_object() || params.is_absent());
            }
            Envelope::Notification { method, params } => {
                prop_assert!(versioned(&message));
                prop_assert!(crate::support::member(&message, "method").is_text(&method));
                prop_assert!(params.is_object() || params.is_absent());
            }
            Envelope::Result { id, result } => {
                prop_assert_eq!(crate::support::member(&message, "id").id(), Ok(id));
                prop_assert_eq!(crate::support::member(&message, "result"), result);
            }
            Envelope::Error { id, fault } => {
                prop_assert_eq!(crate::support::member(&message, "id").id().ok(), id);
                prop_assert_eq!(crate::support::member(&message, "error"), fault.raw);
            }
            Envelope::Refused(_) => {
                prop_assert!(versioned(&message));
                prop_assert!(!findings.is_empty());
            }
            Envelope::Batch(items) => prop_assert_eq!(items.len(), message.len()),
            Envelope::Foreign => {}
        }
    }
}
