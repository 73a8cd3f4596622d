//! One JSON-RPC message, told apart by the members of its envelope. The payload is not looked at.

use super::{BadId, ErrorCode, Fault, Fields, Findings, Id, Key, Kind, Oddity, Value};

/// A message as far as it must be read to know where it goes.
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

/// How far an array is looked into to see whether it is a batch.
const BATCH_CHECKED: usize = 32;

/// How many messages of a batch are read. An array may claim any length, at no cost to whoever sends it.
const BATCH_LIMIT: usize = 10_000;

impl<V: Value> Envelope<V> {
    /// Tells a message apart.
    ///
    /// Without `"jsonrpc": "2.0"` a message is only ever a reply (the session knows whether to one of its requests):
    /// frames of other protocols share the window, and answering them would be wrong.
    pub fn read(message: &V, findings: &mut Findings) -> Self {
        let Some(fields) = Fields::of(message) else {
            return Self::read_batch(message, findings);
        };
        let versioned = fields.get(Key::Jsonrpc).is_version();
        let method = fields.get(Key::Method);
        let id = fields.get(Key::Id);
        let result = fields.get(Key::Result);
        let error = fields.get(Key::Error);
        let present = |value: &V| usize::from(!value.is_absent());
        let members = usize::from(versioned)
            + present(&method)
            + present(&id)
            + present(&result)
            + present(&error);
        let carries = |value: &V| !matches!(value.kind(), Kind::Absent | Kind::Null);
        // A reply that repeats its method is still a reply; libraries that write what they do not have as null are common.
        if !carries(&method) || carries(&result) || carries(&error) {
            if result.is_absent() && error.is_absent() && (!versioned || id.is_absent()) {
                if versioned {
                    findings.add(Oddity::NotAMessage, "");
                }
                return Self::read_batch(message, findings);
            }
            // Without a version it may be anybody's; only an id can make it ours.
            if !versioned && (id.id().is_err() || !method.is_absent()) {
                return Self::Foreign;
            }
            if !method.is_absent() {
                findings.add(Oddity::MethodType, "/method");
            }
            note_extra_members(message, members, findings);
            return Self::read_reply(&id, result, error, versioned, findings);
        }
        if !versioned {
            return Self::Foreign;
        }
        let params = fields.get(Key::Params);
        note_extra_members(message, members + present(&params), findings);
        Self::read_call(&id, &method, params, findings)
    }

    fn read_batch(message: &V, findings: &mut Findings) -> Self {
        let ours = |index| {
            let item = message.item(index);
            Fields::of(&item).is_some_and(|fields| fields.get(Key::Jsonrpc).is_version())
        };
        // An array that does not begin like a batch is somebody else's, and so is what is no array.
        let length = message.len();
        if !(0..length.min(BATCH_CHECKED)).any(ours) {
            return Self::Foreign;
        }
        findings.add(Oddity::Batch, "");
        if length > BATCH_LIMIT {
            findings.add(Oddity::NotAMessage, "");
        }
        let items = 0..length.min(BATCH_LIMIT);
        Self::Batch(items.map(|index| message.item(index)).collect())
    }

    fn read_call(id: &V, method: &V, params: V, findings: &mut Findings) -> Self {
        let id = match id.id() {
            Ok(id) => {
                note_unsafe(&id, findings);
                Some(id)
            }
            Err(BadId::Absent) => None,
            // Several JSON libraries write an absent id as null.
            Err(BadId::Null) => {
                findings.add(Oddity::IdNull, "/id");
                None
            }
            Err(BadId::Fraction) => {
                findings.add(Oddity::IdFraction, "/id");
                let id = Id::Number(id.number().unwrap_or_default());
                return Self::Refused(Refusal {
                    id,
                    code: ErrorCode::InvalidRequest,
                });
            }
            Err(BadId::Type) => {
                findings.add(Oddity::IdType, "/id");
                return Self::Foreign;
            }
        };
        let Some(method) = method.text() else {
            findings.add(Oddity::MethodType, "/method");
            return match id {
                Some(id) => Self::Refused(Refusal {
                    id,
                    code: ErrorCode::InvalidRequest,
                }),
                None => Self::Foreign,
            };
        };
        let params = match params.kind() {
            Kind::Object | Kind::Absent => params,
            kind => {
                findings.add(Oddity::ParamsType, "/params");
                // `ping` reads none, so a null there is harmless.
                match id {
                    Some(id) if !(kind == Kind::Null && method == "ping") => {
                        return Self::Refused(Refusal {
                            id,
                            code: ErrorCode::InvalidParams,
                        });
                    }
                    _ => V::absent(),
                }
            }
        };
        match id {
            Some(id) => Self::Request { id, method, params },
            None => Self::Notification { method, params },
        }
    }

    fn read_reply(id: &V, result: V, error: V, versioned: bool, findings: &mut Findings) -> Self {
        if !versioned {
            findings.add(Oddity::JsonrpcMissing, "/jsonrpc");
        }
        let has_result = !result.is_absent();
        let has_error = !error.is_absent();
        if has_result && has_error {
            findings.add(Oddity::ResultAndError, "/error");
        }
        let failed = has_error && (error.kind() != Kind::Null || !has_result);
        let id = match id.id() {
            Ok(id) => {
                note_unsafe(&id, findings);
                id
            }
            Err(bad) => {
                let oddity = match bad {
                    BadId::Absent | BadId::Null => Oddity::IdNull,
                    BadId::Fraction => Oddity::IdFraction,
                    BadId::Type => Oddity::IdType,
                };
                // An error without an id is legal since 2025-11-25: a request that the peer could not read.
                if bad != BadId::Absent || !failed {
                    findings.add(oddity, "/id");
                }
                return if failed {
                    Self::Error {
                        id: None,
                        fault: Fault::read(error, findings),
                    }
                } else {
                    Self::Foreign
                };
            }
        };
        if failed {
            Self::Error {
                id: Some(id),
                fault: Fault::read(error, findings),
            }
        } else {
            Self::Result { id, result }
        }
    }
}

fn note_unsafe(id: &Id, findings: &mut Findings) {
    if matches!(id, Id::Number(number) if number.abs() > super::id::MAX_SAFE_INTEGER)
        || matches!(id, Id::Big(_))
    {
        findings.add(Oddity::IdUnsafe, "/id");
    }
}

fn note_extra_members<V: Value>(message: &V, expected: usize, findings: &mut Findings) {
    if message.size() <= expected {
        return;
    }
    let known = ["jsonrpc", "id", "method", "params", "result", "error"];
    if message
        .names()
        .iter()
        .any(|name| !known.contains(&name.as_str()))
    {
        findings.add(Oddity::ExtraMember, "");
    }
}

fn frame<V: Value>() -> V {
    let mut frame = V::object();
    frame.put(Key::Jsonrpc, V::version());
    frame
}

/// A request.
pub fn request_frame<V: Value>(id: f64, method: V, params: V) -> V {
    let mut request = frame::<V>();
    request.put(Key::Id, V::from_number(id));
    request.put(Key::Method, method);
    if !params.is_absent() {
        request.put(Key::Params, params);
    }
    request
}

/// A notification.
pub fn notification_frame<V: Value>(method: V, params: V) -> V {
    let mut notification = frame::<V>();
    notification.put(Key::Method, method);
    if !params.is_absent() {
        notification.put(Key::Params, params);
    }
    notification
}

/// The answer to a request. Never without `result`: nothing becomes `{}`.
pub fn result_frame<V: Value>(id: &Id, result: V) -> V {
    let mut reply = frame::<V>();
    reply.put(Key::Id, V::from_id(id));
    reply.put(
        Key::Result,
        if result.is_absent() {
            V::object()
        } else {
            result
        },
    );
    reply
}

/// The refusal of a request.
pub fn error_frame<V: Value>(id: &Id, code: f64, message: V, data: V) -> V {
    let mut error = V::object();
    error.put(Key::Code, V::from_number(code));
    error.put(Key::Message, message);
    if !data.is_absent() {
        error.put(Key::Data, data);
    }
    let mut reply = frame::<V>();
    reply.put(Key::Id, V::from_id(id));
    reply.put(Key::Error, error);
    reply
}
