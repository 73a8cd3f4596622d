//! A message on its way in: read first, then put to the state.

use std::cell::RefCell;

use super::note::Note;
use super::{Answer, App, Event, Failure, Host, Outcome, Payload};
use crate::cell;
use crate::session::{Match, Millis};
use crate::wire::{Envelope, Expect, Finding, Findings, Id, Oddity, ToolResult, Value};

/// Takes in a message. Queues effects; the caller runs them afterwards. The clock is asked only where time matters: most messages are replies.
///
/// The state is borrowed only between the steps of reading: a getter or a Proxy in the message may call back in.
pub fn receive<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    message: &V,
    clock: &dyn Fn() -> Millis,
) {
    let mut findings = Findings::new();
    let envelope = Envelope::read(message, &mut findings);
    if let Envelope::Batch(items) = envelope {
        cell::write(app).note(&findings);
        for item in &items {
            if item.is_object() {
                receive(app, item, clock);
            } else {
                // A batch in a batch is no message, and neither is a scalar.
                cell::write(app).diagnose(Finding {
                    oddity: Oddity::NotAMessage,
                    path: "",
                    index: None,
                });
            }
        }
        return;
    }
    dispatch(app, envelope, &mut findings, clock);
    cell::write(app).note(&findings);
}

fn dispatch<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    envelope: Envelope<V>,
    findings: &mut Findings,
    clock: &dyn Fn() -> Millis,
) {
    match envelope {
        Envelope::Result { id, result } => {
            let Some((id, expect)) = find(app, &id, findings) else {
                return;
            };
            match expect {
                Some(expect) => {
                    let outcome = read_result(expect, result, findings);
                    cell::write(app).settle(id, outcome);
                }
                None => {
                    let host = Host::read(&result, findings);
                    let now = clock();
                    cell::write(app).connected(host, now);
                }
            }
        }
        Envelope::Error {
            id: Some(id),
            fault,
        } => {
            let Some((id, expect)) = find(app, &id, findings) else {
                return;
            };
            let failure = Failure::Error(fault);
            match expect {
                Some(_) => cell::write(app).settle(id, Err(failure)),
                None => cell::write(app).fail(failure),
            }
        }
        Envelope::Error { id: None, .. } => findings.add(Oddity::UnknownReply, "/id"),
        Envelope::Request { id, method, params } => cell::write(app).serve(id, method, params),
        Envelope::Refused(refusal) => cell::write(app).refuse(&refusal),
        Envelope::Notification { method, params } => {
            heed(app, Note::read(method, params, findings), findings, clock);
        }
        Envelope::Batch(_) | Envelope::Foreign => {}
    }
}

/// The pending request that a reply belongs to, and what it expects; `None` for the handshake.
fn find<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    id: &Id,
    findings: &mut Findings,
) -> Option<(f64, Option<Expect>)> {
    let app = cell::read(app);
    let oddity = match app.find(id) {
        Match::Pending { id, spelled } => {
            if spelled {
                findings.add(Oddity::IdSpelled, "/id");
            }
            return Some((id, app.expects(id)));
        }
        // Each attempt at the handshake may be answered; one answer is enough.
        _ if app.is_attempt(id.number()) => return None,
        // Without a version it may be anybody's.
        _ if findings.has(Oddity::JsonrpcMissing) => {
            findings.clear();
            return None;
        }
        Match::Late => Oddity::LateReply,
        Match::Duplicate => Oddity::DuplicateReply,
        Match::Unknown => Oddity::UnknownReply,
    };
    findings.add(oddity, "/id");
    None
}

fn read_result<V: Value>(expect: Expect, result: V, findings: &mut Findings) -> Outcome<V> {
    let raw = result.clone();
    let read = match expect {
        Expect::Tool => ToolResult::read(result, findings).map(|tool| Answer {
            value: tool.value,
            raw: tool.raw,
        }),
        _ => expect
            .check(result, findings)
            .map(|value| Answer { value, raw: None }),
    };
    read.map_err(|invalid| Failure::Invalid { invalid, raw })
}

fn heed<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    note: Note<V>,
    findings: &mut Findings,
    clock: &dyn Fn() -> Millis,
) {
    match note {
        Note::Input(arguments) => {
            let duplicate = repeats(app, Event::ToolInput, &arguments);
            cell::write(app).tool_input(arguments, duplicate);
        }
        Note::Partial(arguments) => {
            if !cell::write(app).tool_input_partial(arguments) {
                findings.add(Oddity::StalePartial, "/method");
            }
        }
        Note::Result(result) => {
            let duplicate = repeats(app, Event::ToolResult, &result.value);
            cell::write(app).tool_result(result, duplicate);
        }
        Note::Cancelled(params) => cell::write(app).tool_cancelled(params),
        Note::Context(change) => {
            let known = cell::read(app).host().map(|host| host.context.clone());
            let merged = known.and_then(|known| known.merged(&change));
            cell::write(app).context_changed(merged, change);
        }
        Note::Progress { token, params } => {
            let now = clock();
            if !cell::write(app).progress(token.as_ref(), params, now) {
                findings.add(Oddity::UnknownProgress, "/params/progressToken");
            }
        }
        Note::Cancel { id, reason } => {
            if !id.is_some_and(|id| cell::write(app).cancelled(&id, reason)) {
                findings.add(Oddity::UnknownCancel, "/params/requestId");
            }
        }
        Note::Sandbox => {}
        Note::Other { method, params } => cell::write(app).notified(method, params),
    }
}

/// Whether the host said the same before. Comparing may run foreign code, so what is compared is taken out first.
fn repeats<V: Value, T: Clone>(app: &RefCell<App<V, T>>, event: Event, said: &V) -> bool {
    let known = cell::read(app).stored().latest(event).cloned();
    match known.map(|emission| emission.payload) {
        Some(Payload::Value(known)) => known.is_same_data(said),
        Some(Payload::Tool(known)) => known.value.is_same_data(said),
        _ => false,
    }
}
