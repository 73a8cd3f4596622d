//! A message on its way in: read first, then put to the state.

use std::cell::RefCell;

use super::handshake::or_object;
use super::note::Topic;
use super::{App, Host};
use crate::cell;
use crate::rpc::{Act, Reply};
use crate::session::Millis;
use crate::wire::{
    ErrorCode, Expect, Finding, Findings, Kind, Message, Oddity, Path, Sort, ToolResult, Value,
    Word, batch_length,
};

/// Takes in a message. Queues effects; the caller runs them afterwards. The clock is asked only where time matters: most messages are replies.
///
/// The state is borrowed only between the steps of reading: a getter or a Proxy in the message may call back in.
pub fn receive<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    message: &V,
    clock: &dyn Fn() -> Millis,
) {
    let mut findings = Findings::new();
    let message = Message::read(message, &mut findings);
    let sort = message.sort;
    match sort {
        Sort::Batch => {
            cell::write(app).end.note(&findings);
            for index in 0..batch_length(&message.payload) {
                let item = message.payload.item(index);
                if item.is_object() {
                    receive(app, &item, clock);
                } else {
                    // A batch in a batch is no message, and neither is a scalar.
                    let finding = Finding::new(Oddity::NotAMessage, Path::Root);
                    cell::write(app).diagnose(finding);
                }
            }
            return;
        }
        Sort::Request => cell::write(app).serve(message),
        Sort::InvalidRequest => cell::write(app).refuse(&message.id, ErrorCode::InvalidRequest),
        Sort::InvalidParams => cell::write(app).refuse(&message.id, ErrorCode::InvalidParams),
        Sort::Notification => heed(app, message, &mut findings, clock),
        Sort::Result | Sort::Error => reply(app, message, &mut findings, clock),
        Sort::Foreign => {}
    }
    cell::write(app).end.note(&findings);
}

fn reply<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    message: Message<V>,
    findings: &mut Findings,
    clock: &dyn Fn() -> Millis,
) {
    let spelled = message.number.is_nan();
    let id = if spelled {
        message.id.id_number()
    } else {
        message.number
    };
    let wanted = cell::read(app).end.wants(id);
    let Some((expect, is_call)) = wanted else {
        // Each attempt at the handshake may be answered; one answer is enough.
        if !cell::read(app).is_attempt(id) {
            cell::read(app).end.note_stray(id, findings);
        }
        return;
    };
    if spelled {
        findings.add(Oddity::IdSpelled, Path::Id);
    }
    let value = message.payload;
    if !is_call {
        if message.sort == Sort::Error {
            cell::write(app).fail(Act::Error, value);
        } else {
            let host = Host::read(&value, findings);
            let now = clock();
            cell::write(app).connected(host, now);
        }
        return;
    }
    if message.sort == Sort::Error {
        cell::write(app)
            .end
            .settle(id, Act::Error, value, V::absent());
        return;
    }
    if expect == Expect::DisplayMode {
        // Not every host announces what it has set; one that does says nothing new.
        let mode = value.field(Word::Mode);
        if mode.kind() == Kind::String {
            let mut change = V::object();
            change.put(Word::DisplayMode, &mode);
            change_context(app, change);
        }
    }
    let Reply { act, value, more } = Reply::read(expect, value, findings);
    cell::write(app).end.settle(id, act, value, more);
}

fn heed<V: Value, T: Clone>(
    app: &RefCell<App<V, T>>,
    message: Message<V>,
    findings: &mut Findings,
    clock: &dyn Fn() -> Millis,
) {
    let Message {
        method,
        payload: params,
        ..
    } = message;
    let topic = method.as_word().map_or(Topic::Other, Topic::of);
    match topic {
        Topic::Input => {
            let arguments = arguments(&params, findings);
            keep(app, Act::ToolInput, arguments, V::absent());
        }
        Topic::Partial => {
            let arguments = arguments(&params, findings);
            if !cell::write(app).tool_input_partial(arguments) {
                findings.add(Oddity::StalePartial, Path::Method);
            }
        }
        Topic::Result => {
            findings.in_params = true;
            // It cannot fail a request: whatever came is handed on, mended.
            let result = ToolResult::read(params.clone(), findings).unwrap_or_else(|_| {
                findings.add(Oddity::FieldType, Path::Result);
                let mut value = params.copy().unwrap_or_else(V::object);
                value.put(Word::Content, &V::array(Vec::new()));
                ToolResult { value, raw: params }
            });
            keep(app, Act::ToolResult, result.value, result.raw);
        }
        Topic::Cancelled => cell::write(app).tool_cancelled(or_object(params)),
        Topic::Context => change_context(app, or_object(params)),
        Topic::Progress => {
            let token = params.field(Word::ProgressToken).id_number();
            let now = clock();
            if !cell::write(app).end.progress(token, params, now) {
                findings.add(Oddity::UnknownProgress, Path::ProgressToken);
            }
        }
        Topic::Cancel => {
            let id = params.field(Word::RequestId);
            let reason = params.field(Word::Reason);
            if !cell::write(app).end.cancelled(&id, reason) {
                findings.add(Oddity::UnknownCancel, Path::RequestId);
            }
        }
        Topic::Sandbox => {}
        Topic::Other => {
            cell::write(app).end.emit(Act::Notification, params, method);
        }
    }
}

/// The host's context has changed. It stays the same object if the change says what is known.
fn change_context<V: Value, T: Clone>(app: &RefCell<App<V, T>>, change: V) {
    let known = cell::read(app).host().map(|host| host.context.clone());
    let mut merged = None;
    if let Some(known) = known {
        let mode = change.field(Word::DisplayMode);
        // It was told already, when the host answered the request for it.
        if change.size() == 1
            && mode.kind() == Kind::String
            && mode.is_same_id(&known.field(Word::DisplayMode))
        {
            return;
        }
        merged = known.merged(&change);
        merged = merged.filter(|merged| !merged.is_same_data(&known));
    }
    cell::write(app).context_changed(change, merged);
}

/// An event that the host says once. Comparing it with what was said before may run foreign code, so that is taken out first.
fn keep<V: Value, T: Clone>(app: &RefCell<App<V, T>>, act: Act, value: V, more: V) {
    let known = cell::read(app).stored().value(act);
    let duplicate = !known.is_absent() && known.is_same_data(&value);
    cell::write(app).keep(act, duplicate, value, more);
}

fn arguments<V: Value>(params: &V, findings: &mut Findings) -> V {
    let arguments = params.field(Word::Arguments);
    // `arguments` is optional; what is there must be an object.
    if !arguments.is_absent() && !arguments.is_object() {
        findings.add(Oddity::ArgumentsType, Path::Arguments);
        // It may be their JSON. Reading it is the surface's matter: neither the page's parser nor a completer of texts belongs in here.
        if arguments.is_string() {
            return arguments;
        }
    }
    or_object(arguments)
}
