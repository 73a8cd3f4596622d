//! One JSON-RPC message, with its parts in Rust's own types.

use super::{ErrorCode, Fault, Findings, Id, Message, Sort, Value};

/// A message as far as it must be read to know where it goes: a [`Message`], typed.
#[derive(Clone, Debug)]
pub enum Envelope<V> {
    /// Wants an answer.
    Request {
        /// To be repeated in the answer.
        id: Id,
        /// What is asked for.
        method: String,
        /// An object, or absent.
        params: V,
    },
    /// Wants none.
    Notification {
        /// What happened.
        method: String,
        /// An object, or absent.
        params: V,
    },
    /// The result of a request of ours. May be anything; [`super::Expect`] says what is wanted.
    Result {
        /// The request.
        id: Id,
        /// The `result` member; absent if the reply had neither result nor error.
        result: V,
    },
    /// The failure of a request of ours.
    Error {
        /// The request; `None` where the peer could not tell (or wrote `null`).
        id: Option<Id>,
        /// The `error` member.
        fault: Fault<V>,
    },
    /// A request that cannot be served but can be answered.
    Refused(Refusal),
    /// An array: its items are messages (a batch; only MCP 2025-03-26 has it).
    Batch(Vec<V>),
    /// No JSON-RPC at all: somebody else's traffic, to be ignored. Also what belongs to nobody; the findings say why.
    Foreign,
}

/// How to answer a request that cannot be served.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The id as it came; a fraction too, so that the asker finds its request again.
    pub id: Id,
    /// Why.
    pub code: ErrorCode,
}

impl<V: Value> Envelope<V> {
    /// Tells a message apart.
    pub fn read(message: &V, findings: &mut Findings) -> Self {
        Message::read(message, findings).into()
    }
}

impl<V: Value> From<Message<V>> for Envelope<V> {
    fn from(message: Message<V>) -> Self {
        let Message {
            sort,
            id,
            method,
            payload,
            ..
        } = message;
        let known = id.id().ok();
        match (sort, known, method.text()) {
            (Sort::Request, Some(id), Some(method)) => Self::Request {
                id,
                method,
                params: payload,
            },
            (Sort::Notification, _, Some(method)) => Self::Notification {
                method,
                params: payload,
            },
            (Sort::Result, Some(id), _) => Self::Result {
                id,
                result: payload,
            },
            (Sort::Error, id, _) => Self::Error {
                id,
                fault: Fault { raw: payload },
            },
            (Sort::Batch, ..) => Self::Batch(batch(&payload).collect()),
            (Sort::InvalidRequest | Sort::InvalidParams, known, _) => Self::Refused(Refusal {
                id: known.unwrap_or_else(|| Id::Number(id.number().unwrap_or_default())),
                code: if sort == Sort::InvalidParams {
                    ErrorCode::InvalidParams
                } else {
                    ErrorCode::InvalidRequest
                },
            }),
            _ => Self::Foreign,
        }
    }
}

fn batch<V: Value>(items: &V) -> impl Iterator<Item = V> {
    (0..super::message::batch_length(items)).map(|index| items.item(index))
}
