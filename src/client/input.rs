//! Rounds: a server that answers a call by asking for something first (MCP 2026-07-28, multi round-trip requests).
//!
//! What it asks for is served like a request of its own; when all of it is there, the call is made again with that.

use super::state::{Client, Tag};
use crate::rpc::{Act, Packed, Reply};
use crate::session::{Millis, Served};
use crate::wire::{Path, Reason, Value, Word};

/// How often a call may be answered by questions.
const ROUNDS: u32 = 10;

/// How long it takes until a call is made again for which the server has asked nothing.
const PACE: Millis = 250.0;

/// A call for which answers are being gathered.
#[derive(Debug)]
pub(super) struct Input<V, T> {
    pub(super) ticket: Tag<V, T>,
    /// What is being served, and what each answer is called.
    open: Vec<(Served, String)>,
    responses: V,
    /// When the call is made again; infinite while something is being served.
    pub(super) due: Millis,
}

impl<V: Value, T> Input<V, T> {
    pub(super) fn wants(&self, served: Served) -> bool {
        self.open.iter().any(|(own, _)| *own == served)
    }

    /// When something is to be done about it.
    pub(super) fn wake(&self) -> Millis {
        self.due.min(self.ticket.more.until)
    }
}

/// What a server asks for: what each answer is to be called, the method, and the params.
pub(super) type Questions<V> = Vec<(String, V, V)>;

/// Reads a result that asks. `None` if it is another one.
pub(super) fn read<V: Value>(result: &V) -> Option<(Questions<V>, V)> {
    if !result.field(Word::ResultType).is_word(Word::InputRequired) {
        return None;
    }
    let requests = result.field(Word::InputRequests);
    let questions = requests.names().into_iter().map(|name| {
        let request = requests.named(&name);
        let (method, params) = (request.field(Word::Method), request.field(Word::Params));
        (name, method, params)
    });
    Some((questions.collect(), result.field(Word::RequestState)))
}

impl<V: Value, T: Clone> Client<V, T> {
    /// A call was answered with questions.
    pub(super) fn ask_for_input(
        &mut self,
        id: f64,
        result: V,
        questions: Questions<V>,
        state: V,
        now: Millis,
    ) {
        let Some(mut ticket) = self.end.session.settle(id) else {
            return;
        };
        ticket.more.rounds += 1;
        let well_formed = questions.iter().all(|(_, method, _)| method.is_string())
            && (!questions.is_empty() || state.is_string());
        let reason = if !well_formed {
            Some(Reason::NotAnObject)
        } else if !self.declares(questions.iter().map(|(_, method, _)| method)) {
            Some(Reason::NobodyAnswers)
        } else if ticket.more.rounds > ROUNDS {
            Some(Reason::TooManyRounds)
        } else {
            None
        };
        ticket.more.state = if state.is_string() {
            state
        } else {
            V::absent()
        };
        ticket.more.responses = result;
        let mut input = Input {
            ticket,
            open: Vec::new(),
            responses: V::object(),
            due: f64::INFINITY,
        };
        if let Some(reason) = reason {
            return self.fail_input(input, reason);
        }
        if questions.is_empty() {
            input.due = now + PACE;
            input.responses = V::absent();
        }
        for (name, method, params) in questions {
            let served = self.end.serve_inside(params, method);
            input.open.push((served, name));
        }
        self.inputs.push(input);
    }

    /// The result asks for what it cannot have.
    fn fail_input(&mut self, input: Input<V, T>, reason: Reason) {
        let why = Reply {
            act: Act::Invalid,
            value: input.ticket.more.responses.clone(),
            more: Packed::pack(reason as u8, Path::InputRequests, 0),
        };
        self.end_input(input, why);
    }

    /// A call ends for which answers are being gathered; nobody waits for what is still being served.
    pub(super) fn end_input(&mut self, input: Input<V, T>, why: Reply<V>) {
        for (served, _) in input.open {
            self.end
                .order(Act::Abort, f64::from(served), V::absent(), V::absent());
        }
        if let Some(waiter) = input.ticket.waiter {
            let first = input.ticket.more.first;
            self.end.end(waiter, first, why.act, why.value, why.more);
        }
    }

    fn take_input(&mut self, served: Served) -> Option<Input<V, T>> {
        let at = self.inputs.iter().position(|input| input.wants(served))?;
        Some(self.inputs.swap_remove(at))
    }

    /// Nobody here answers what is asked for. Whether it was asked for within a call.
    pub(super) fn decline_input(&mut self, served: Served) -> bool {
        let Some(mut input) = self.take_input(served) else {
            return false;
        };
        input.open.retain(|(own, _)| *own != served);
        self.fail_input(input, Reason::NobodyAnswers);
        true
    }

    /// An answer is there.
    pub(super) fn answer_input(&mut self, served: Served, answer: Result<V, (f64, V, V)>) {
        let Some(mut input) = self.take_input(served) else {
            return;
        };
        let Some(at) = input.open.iter().position(|(own, _)| *own == served) else {
            return;
        };
        let (_, name) = input.open.swap_remove(at);
        match answer {
            Ok(answer) => {
                let answer = if answer.is_object() {
                    answer
                } else {
                    V::object()
                };
                input.responses.put_named(&name, &answer);
                if input.open.is_empty() {
                    self.resume(input);
                } else {
                    self.inputs.push(input);
                }
            }
            // The version has no way to say that it failed: the call has.
            Err((code, message, data)) => {
                let mut error = V::object();
                error.put(Word::Code, &V::from_number(code));
                error.put(Word::Message, &message);
                if !data.is_absent() {
                    error.put(Word::Data, &data);
                }
                self.end_input(input, Reply::bare(Act::Error, error));
            }
        }
    }

    /// Ends the calls whose time is over.
    pub(super) fn expire_inputs(&mut self, now: Millis) {
        let is_over = |input: &Input<V, T>| input.ticket.more.until <= now;
        while let Some(at) = self.inputs.iter().position(is_over) {
            let input = self.inputs.swap_remove(at);
            let total = V::from_number(input.ticket.more.timing.total);
            self.end_input(input, Reply::bare(Act::Timeout, total));
        }
    }

    /// Makes the calls again for which everything is there.
    pub(super) fn resume_inputs(&mut self, now: Millis) {
        while let Some(at) = self.inputs.iter().position(|input| input.due <= now) {
            let input = self.inputs.swap_remove(at);
            self.resume(input);
        }
    }

    fn resume(&mut self, input: Input<V, T>) {
        let mut ticket = input.ticket;
        ticket.more.responses = input.responses;
        self.open(ticket);
    }
}
