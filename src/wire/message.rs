//! One JSON-RPC message, told apart by the members of its envelope. The payload is not looked at, and nothing is copied.

use super::{
    BadId, Fault, Fields, Findings, Kind, Oddity, Path, Value, Word, id::MAX_SAFE_INTEGER,
};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Wants an answer.
    Request,
    /// Wants none.
    Notification,
    /// The result of a request of ours. May be anything; [`super::Expect`] says what is wanted.
    Result,
    /// The failure of a request of ours. Without an id where the peer could not tell which.
    Error,
    /// To be answered with [`super::ErrorCode::InvalidRequest`]. Its id is as it came, a fraction too.
    InvalidRequest,
    /// To be answered with [`super::ErrorCode::InvalidParams`].
    InvalidParams,
    /// An array of messages (a batch; only MCP 2025-03-26 has it).
    Batch,
    /// No JSON-RPC at all: somebody else's traffic, to be ignored. Also what belongs to nobody; the findings say why.
    Foreign,
}

/// The parts of a message, as they came.
#[derive(Clone, Debug)]
pub struct Message<V> {
    /// What it is.
    pub sort: Sort,
    /// Its id; absent if it has none, or none that is of use.
    pub id: V,
    /// The integer that the id is; NaN if it is none.
    pub number: f64,
    /// The method, a string; absent in replies.
    pub method: V,
    /// The params, an object or absent; or the result, absent if a reply had neither result nor error; or the error; or the batch.
    pub payload: V,
}

/// How far an array is looked into to see whether it is a batch.
const BATCH_CHECKED: usize = 32;

/// How many messages of a batch are read. An array may claim any length, at no cost to whoever sends it.
const BATCH_LIMIT: usize = 10_000;

impl<V: Value> Message<V> {
    /// Tells a message apart.
    ///
    /// Without `"jsonrpc": "2.0"` a message is only ever a reply (the session knows whether to one of its requests):
    /// frames of other protocols share the window, and answering them would be wrong.
    pub fn read(message: &V, findings: &mut Findings) -> Self {
        let mut parts = Parts::read(&Fields::plain(message));
        let exact = parts.versioned && message.is_envelope(parts.members);
        if !exact {
            let Some(fields) = Fields::of(message) else {
                return Self::of(read_batch(message, findings), message);
            };
            parts = Parts::read(&fields);
        }
        let Parts {
            versioned,
            mut method,
            mut id,
            result,
            error,
            calls,
            mut payload,
            members,
        } = parts;
        if !calls && result.is_absent() && error.is_absent() && (!versioned || id.is_absent()) {
            if versioned {
                findings.add(Oddity::NotAMessage, Path::Root);
            }
            return Self::of(read_batch(message, findings), message);
        }
        let number = id.integer();
        let bad = if number.is_nan() { id.bad_id() } else { None };
        // Without a version it may be anybody's; only an id can make it ours.
        if !versioned && (bad.is_some() || !method.is_absent()) {
            return Self::of(Sort::Foreign, message);
        }
        if !calls && !method.is_absent() {
            findings.add(Oddity::MethodType, Path::Method);
        }
        if !exact && message.size() > members {
            note_extra_members(message, findings);
        }
        let sort = if calls {
            read_call(bad, &method, &mut payload, findings)
        } else {
            method = V::absent();
            if !versioned {
                findings.add(Oddity::JsonrpcMissing, Path::Jsonrpc);
            }
            let sort = read_reply(bad, &result, &error, findings);
            payload = if sort == Sort::Error { error } else { result };
            sort
        };
        if bad.is_none() {
            if number.abs() > MAX_SAFE_INTEGER {
                findings.add(Oddity::IdUnsafe, Path::Id);
            }
        } else if sort != Sort::InvalidRequest {
            id = V::absent();
        }
        Self {
            sort,
            id,
            number,
            method,
            payload,
        }
    }

    /// A message without parts, or with parts that are messages.
    fn of(sort: Sort, message: &V) -> Self {
        Self {
            sort,
            id: V::absent(),
            number: f64::NAN,
            method: V::absent(),
            payload: message.clone(),
        }
    }
}

/// The members of a message.
struct Parts<V> {
    versioned: bool,
    method: V,
    id: V,
    result: V,
    error: V,
    /// It is a request or a notification.
    calls: bool,
    /// The params, if it calls.
    payload: V,
    /// How many there are.
    members: usize,
}

impl<V: Value> Parts<V> {
    #[inline(never)]
    fn read(fields: &Fields<V>) -> Self {
        let versioned = fields.get(Word::Jsonrpc).is_word(Word::JsonrpcVersion);
        let method = fields.get(Word::Method);
        let id = fields.get(Word::Id);
        let result = fields.get(Word::Result);
        let error = fields.get(Word::Error);
        // A reply that repeats its method is still a reply; libraries that write what they do not have as null are common.
        let calls = carries(&method) && !carries(&result) && !carries(&error);
        let payload = if calls {
            fields.get(Word::Params)
        } else {
            V::absent()
        };
        let parts = [&method, &id, &result, &error, &payload];
        let present = parts.into_iter().filter(|part| !part.is_absent());
        let members = usize::from(versioned) + present.count();
        Self {
            versioned,
            method,
            id,
            result,
            error,
            calls,
            payload,
            members,
        }
    }
}

fn carries<V: Value>(value: &V) -> bool {
    !value.is_absent() && !value.is_null()
}

fn read_batch<V: Value>(message: &V, findings: &mut Findings) -> Sort {
    let ours = |index| {
        let item = message.item(index);
        Fields::of(&item)
            .is_some_and(|fields| fields.get(Word::Jsonrpc).is_word(Word::JsonrpcVersion))
    };
    // An array that does not begin like a batch is somebody else's, and so is what is no array.
    if !message.is_array() {
        return Sort::Foreign;
    }
    let length = message.len();
    if !(0..length.min(BATCH_CHECKED)).any(ours) {
        return Sort::Foreign;
    }
    findings.add(Oddity::Batch, Path::Root);
    if length > BATCH_LIMIT {
        findings.add(Oddity::NotAMessage, Path::Root);
    }
    Sort::Batch
}

/// How many messages of a batch are to be read.
pub(crate) fn batch_length<V: Value>(batch: &V) -> usize {
    batch.len().min(BATCH_LIMIT)
}

fn read_call<V: Value>(
    bad: Option<BadId>,
    method: &V,
    params: &mut V,
    findings: &mut Findings,
) -> Sort {
    match bad {
        None | Some(BadId::Absent) => {}
        // Several JSON libraries write an absent id as null.
        Some(BadId::Null) => findings.add(Oddity::IdNull, Path::Id),
        Some(BadId::Fraction) => {
            findings.add(Oddity::IdFraction, Path::Id);
            return Sort::InvalidRequest;
        }
        Some(BadId::Type) => {
            findings.add(Oddity::IdType, Path::Id);
            return Sort::Foreign;
        }
    }
    let asks = bad.is_none();
    if method.kind() != Kind::String {
        findings.add(Oddity::MethodType, Path::Method);
        return if asks {
            Sort::InvalidRequest
        } else {
            Sort::Foreign
        };
    }
    let kind = params.kind();
    if !matches!(kind, Kind::Object | Kind::Absent) {
        findings.add(Oddity::ParamsType, Path::Params);
        // Several JSON libraries write absent params as null, too.
        if asks && kind != Kind::Null {
            return Sort::InvalidParams;
        }
        *params = V::absent();
    }
    if asks {
        Sort::Request
    } else {
        Sort::Notification
    }
}

fn read_reply<V: Value>(
    bad: Option<BadId>,
    result: &V,
    error: &V,
    findings: &mut Findings,
) -> Sort {
    let has_result = !result.is_absent();
    let has_error = !error.is_absent();
    if has_result && has_error {
        findings.add(Oddity::ResultAndError, Path::Error);
    }
    let failed = has_error && (error.kind() != Kind::Null || !has_result);
    if let Some(bad) = bad {
        // An error without an id is legal since 2025-11-25: a request that the peer could not read.
        if bad != BadId::Absent || !failed {
            let oddity = match bad {
                BadId::Absent | BadId::Null => Oddity::IdNull,
                BadId::Fraction => Oddity::IdFraction,
                BadId::Type => Oddity::IdType,
            };
            findings.add(oddity, Path::Id);
        }
        if !failed {
            return Sort::Foreign;
        }
    }
    if failed {
        Fault::check(error, findings);
        Sort::Error
    } else {
        Sort::Result
    }
}

const MEMBERS: [Word; 6] = [
    Word::Jsonrpc,
    Word::Id,
    Word::Method,
    Word::Params,
    Word::Result,
    Word::Error,
];

#[cold]
fn note_extra_members<V: Value>(message: &V, findings: &mut Findings) {
    // Members that are there with no value count among the message's own too.
    let known = MEMBERS.iter().filter(|key| message.has(**key)).count();
    if message.size() > known {
        findings.add(Oddity::ExtraMember, Path::Root);
    }
}
