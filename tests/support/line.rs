//! What happened in a scenario, each thing as a line of text.

use mcp_widget::app::{Effect, Emission, Event, Failure, Outcome, Payload, Status};
use mcp_widget::wire::Value;
use mcp_widget::wire::json::Json;

use super::{member, reading, text};

/// One line for an effect.
pub(crate) fn line(effect: &Effect<Json, u32>) -> String {
    match effect {
        Effect::Send(frame) => format!("send {}", frame_line(frame)),
        Effect::Settle {
            waiter, outcome, ..
        } => format!("settle {waiter}: {}", outcome_line(outcome)),
        Effect::Progress { waiter, params } => format!("progress {waiter}: {}", text(params)),
        Effect::Emit(emission) => emission_line(emission),
        Effect::Serve {
            served,
            method,
            params,
        } => format!("serve {served}: {} {}", string(method), text(params)),
        Effect::Abort { served, reason } => format!("abort {served}: {}", text(reason)),
    }
}

/// `method #id` for a request, `method params` for a notification, `result id …` and `error id code` for answers.
pub(crate) fn frame_line(frame: &Json) -> String {
    let (id, method) = (member(frame, "id"), member(frame, "method"));
    if let Json::String(method) = method {
        return if id == Json::Absent {
            format!("{method} {}", text(&member(frame, "params")))
        } else {
            format!("{method} #{}", text(&id))
        };
    }
    let error = member(frame, "error");
    if error == Json::Absent {
        format!("result {} {}", text(&id), text(&member(frame, "result")))
    } else {
        format!("error {} {}", text(&id), text(&member(&error, "code")))
    }
}

/// How a call ended.
pub(crate) fn outcome_line(outcome: &Outcome<Json>) -> String {
    match outcome {
        Ok(answer) if !answer.raw.is_absent() => format!("mended {}", text(&answer.value)),
        Ok(answer) => text(&answer.value),
        Err(Failure::Error(fault)) => format!("error {}", text(&fault.raw)),
        Err(Failure::Invalid { invalid, .. }) => format!("invalid {}", invalid.path),
        Err(Failure::Timeout(timeout)) => format!("timeout {timeout}"),
        Err(Failure::Aborted(reason)) => format!("aborted {}", text(reason)),
        Err(Failure::Closed) => "closed".into(),
        Err(Failure::NoHost) => "no host".into(),
        Err(Failure::Transport(reason)) => format!("transport {}", text(reason)),
        Err(Failure::Http(value)) => format!("http {}", text(value)),
    }
}

fn emission_line(emission: &Emission<Json>) -> String {
    let again = if emission.duplicate { " again" } else { "" };
    match &emission.payload {
        Payload::Status(status) => format!("status {}", status_line(*status)),
        Payload::Diagnostic(diagnostic) if diagnostic.count > 1 => format!(
            "note {} x{}",
            reading::spell(diagnostic.finding),
            diagnostic.count
        ),
        Payload::Diagnostic(diagnostic) => format!("note {}", reading::spell(diagnostic.finding)),
        Payload::Notification { method, params } => {
            format!("notification {} {}", string(method), text(params))
        }
        Payload::Value(value) => format!("{} {}{again}", event_line(emission.event), text(value)),
        Payload::Tool(result) => format!(
            "{} {}{again}",
            event_line(emission.event),
            text(&result.value)
        ),
    }
}

fn string(value: &Json) -> String {
    value.text().unwrap_or_default()
}

const fn status_line(status: Status) -> &'static str {
    match status {
        Status::Connecting => "connecting",
        Status::Ready => "ready",
        Status::Failed => "failed",
        Status::Closed => "closed",
    }
}

const fn event_line(event: Event) -> &'static str {
    match event {
        Event::ToolInput => "input",
        Event::ToolInputPartial => "partial",
        Event::ToolResult => "result",
        Event::ToolCancelled => "cancelled",
        Event::HostContextChanged => "context",
        Event::StatusChange => "status",
        Event::Diagnostic => "note",
        Event::Notification => "notification",
    }
}
