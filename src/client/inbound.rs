//! A message on its way in: read first, then put to the state.

use std::cell::RefCell;

use super::header;
use super::input;
use super::state::{Client, Kind};
use crate::cell;
use crate::rpc::{Act, Packed, Reply};
use crate::session::Millis;
use crate::wire::{
    ErrorCode, Expect, Finding, Findings, Message, Oddity, Path, Reason, Sort, Value, Word,
    batch_length,
};

/// Takes in a message. Queues orders; the caller runs them afterwards.
///
/// `carried` is the request whose answer carried it, NaN if none did: an error without an id is about that one.
pub fn receive<V: Value, T: Clone>(
    client: &RefCell<Client<V, T>>,
    message: &V,
    carried: f64,
    clock: &dyn Fn() -> Millis,
) {
    let mut findings = Findings::new();
    let message = Message::read(message, &mut findings);
    match message.sort {
        Sort::Batch => {
            cell::write(client).end.note(&findings);
            for index in 0..batch_length(&message.payload) {
                let item = message.payload.item(index);
                if item.is_object() {
                    receive(client, &item, carried, clock);
                } else {
                    let finding = Finding::new(Oddity::NotAMessage, Path::Root);
                    cell::write(client).diagnose(finding);
                }
            }
            return;
        }
        Sort::Request => cell::write(client).serve(message),
        Sort::InvalidRequest => cell::write(client).refuse(&message.id, ErrorCode::InvalidRequest),
        Sort::InvalidParams => cell::write(client).refuse(&message.id, ErrorCode::InvalidParams),
        Sort::Notification => heed(client, &message, &mut findings, clock()),
        Sort::Result | Sort::Error => reply(client, message, carried, &mut findings, clock()),
        Sort::Foreign => {}
    }
    cell::write(client).end.note(&findings);
}

fn reply<V: Value, T: Clone>(
    client: &RefCell<Client<V, T>>,
    message: Message<V>,
    carried: f64,
    findings: &mut Findings,
    now: Millis,
) {
    let spelled = message.number.is_nan();
    let mut id = if spelled {
        message.id.id_number()
    } else {
        message.number
    };
    // What a server could not read it can give no id to.
    let nameless = message.id.is_absent() && message.sort == Sort::Error;
    if nameless {
        id = carried;
    }
    let asked = cell::read(client).asked(id);
    let Some((expect, kind, word)) = asked else {
        cell::read(client).end.note_stray(id, findings);
        return;
    };
    if spelled && !nameless {
        findings.add(Oddity::IdSpelled, Path::Id);
    }
    let value = message.payload;
    if message.sort == Sort::Error {
        cell::write(client).error(id, value, now);
        return;
    }
    let modern = cell::read(client).is_modern();
    if kind == Kind::Call
        && modern
        && let Some((questions, state)) = input::read(&value)
    {
        let asks = matches!(expect, Expect::Tool | Expect::Messages | Expect::Contents);
        if asks {
            cell::write(client).ask_for_input(id, value, questions, state, now);
        } else {
            let why = Packed::pack(Reason::UnknownType as u8, Path::ResultType, 0);
            cell::write(client).end.settle(id, Act::Invalid, value, why);
        }
        return;
    }
    let kept = value.field(Word::ResultType);
    if modern && kept.is_string() && !kept.is_word(Word::Complete) && kind == Kind::Call {
        let why = Packed::pack(Reason::UnknownType as u8, Path::ResultType, 0);
        cell::write(client).end.settle(id, Act::Invalid, value, why);
        return;
    }
    let (mut marked, mut page) = (Vec::new(), V::absent());
    if modern && (word == Some(Word::ToolsList)) && value.field(Word::Tools).is_array() {
        (marked, page) = header::read_tools(&value, findings);
    }
    if kind != Kind::Call {
        cell::write(client).mark(marked);
        cell::write(client).own_result(id, &value, now);
        return;
    }
    let value = if page.is_absent() { value } else { page };
    let Reply { act, value, more } = Reply::read(expect, value, findings);
    let mut client = cell::write(client);
    client.mark(marked);
    client.result(id, word, act, value, more, now);
}

fn heed<V: Value, T: Clone>(
    client: &RefCell<Client<V, T>>,
    message: &Message<V>,
    findings: &mut Findings,
    now: Millis,
) {
    let params = &message.payload;
    let word = message.method.as_word();
    if cell::read(client).is_over() {
        return;
    }
    match word {
        Some(Word::ProgressNotification) => {
            let token = params.field(Word::ProgressToken).id_number();
            if !cell::write(client).end.progress(token, params.clone(), now) {
                findings.add(Oddity::UnknownProgress, Path::ProgressToken);
            }
            return;
        }
        Some(Word::CancelledNotification) => {
            let id = params.field(Word::RequestId);
            let reason = params.field(Word::Reason);
            if !cell::write(client).end.cancelled(&id, reason) {
                findings.add(Oddity::UnknownCancel, Path::RequestId);
            }
            return;
        }
        _ => {}
    }
    let list = match word {
        Some(Word::ToolsChanged | Word::ToolsChangedOld) => Some(0),
        Some(Word::ResourcesChanged | Word::ResourcesChangedOld) => Some(1),
        Some(Word::PromptsChanged | Word::PromptsChangedOld) => Some(2),
        _ => None,
    };
    let uri = params.field(Word::Uri);
    let mut client = cell::write(client);
    client.heard();
    if let Some(list) = list {
        client.list_changed(list, now);
    } else if word == Some(Word::ResourceUpdated) {
        client.outdate(Word::ResourcesRead, &uri);
    }
    client
        .end
        .emit(Act::Notification, params.clone(), message.method.clone());
}
