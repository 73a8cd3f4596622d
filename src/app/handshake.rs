//! `ui/initialize`: when it is sent, and what its answer says.

use crate::session::Millis;
use crate::wire::{Findings, Kind, Oddity, Path, Value, Word};

/// The version of MCP Apps that is asked for. Any answer is accepted.
pub const PROTOCOL_VERSION: &str = Word::AppsVersion.as_str();

/// When `ui/initialize` is sent, after the start: hosts miss the first message when they attach their listener late.
pub(super) const ATTEMPTS: [Millis; 4] = [0.0, 1_000.0, 3_000.0, 7_000.0];
/// When nobody is waited for any more.
const PATIENCE: Millis = 30_000.0;

/// The clock of a handshake that is under way.
#[derive(Debug)]
pub(super) struct Handshake {
    started: Millis,
    /// How often `ui/initialize` was sent.
    pub(super) attempts: usize,
}

/// What a handshake is to do now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Wait,
    Send,
    GiveUp,
}

impl Handshake {
    pub(super) const fn new(now: Millis) -> Self {
        Self {
            started: now,
            attempts: 0,
        }
    }

    /// One that is over: there is nobody to ask.
    pub(super) const fn over(now: Millis) -> Self {
        Self {
            started: now - PATIENCE,
            attempts: ATTEMPTS.len(),
        }
    }

    pub(super) fn step(&self, now: Millis) -> Step {
        if now >= self.started + PATIENCE {
            Step::GiveUp
        } else if self.attempts == 0 || now >= self.wake() {
            // The first waits for nothing, also where the clock tells no time.
            Step::Send
        } else {
            Step::Wait
        }
    }

    pub(super) fn wake(&self) -> Millis {
        self.started + ATTEMPTS.get(self.attempts).copied().unwrap_or(PATIENCE)
    }
}

/// What the host said of itself.
#[derive(Clone, Debug)]
pub struct Host<V> {
    /// `hostInfo`: name, version, …
    pub info: V,
    /// `hostCapabilities`, unknown ones too.
    pub capabilities: V,
    /// `hostContext` with every change since.
    pub context: V,
    /// The version that the host speaks, whatever it is called.
    pub protocol_version: V,
}

impl<V: Value> Host<V> {
    /// Reads the answer to `ui/initialize`, field by field: what is missing or wrong gets a default and a finding.
    pub(super) fn read(result: &V, findings: &mut Findings) -> Self {
        if !result.is_object() {
            findings.add(Oddity::ResultType, Path::Result);
        }
        let mut object = |key, path| part(result, key, path, Kind::Object, findings);
        let mut info = object(Word::HostInfo, Path::HostInfo);
        let capabilities = object(Word::HostCapabilities, Path::HostCapabilities);
        let context = object(Word::HostContext, Path::HostContext);
        let version = part(
            result,
            Word::ProtocolVersion,
            Path::ProtocolVersion,
            Kind::String,
            findings,
        );
        // That all of it is missing is noted already.
        let mut none = Findings::new();
        let findings = if info.is_absent() {
            &mut none
        } else {
            findings
        };
        for (key, path, default) in [
            (Word::Name, Path::HostName, Word::Unknown),
            (Word::Version, Path::HostVersion, Word::Zero),
        ] {
            if part(&info, key, path, Kind::String, findings).is_absent() {
                info = info.copy().unwrap_or_else(V::object);
                info.put(key, &V::word(default));
            }
        }
        Self {
            info,
            capabilities: or_object(capabilities),
            context: or_object(context),
            protocol_version: if version.is_absent() {
                V::word(Word::AppsVersion)
            } else {
                version
            },
        }
    }
}

/// A member of this kind; absent if it is missing or something else.
fn part<V: Value>(object: &V, key: Word, path: Path, wanted: Kind, findings: &mut Findings) -> V {
    let value = object.field(key);
    let kind = value.kind();
    if kind == wanted {
        return value;
    }
    let oddity = if kind == Kind::Absent {
        Oddity::FieldMissing
    } else {
        Oddity::FieldType
    };
    findings.add(oddity, path);
    V::absent()
}

/// The value, if it is an object; else an empty one.
pub(super) fn or_object<V: Value>(value: V) -> V {
    if value.is_object() {
        value
    } else {
        V::object()
    }
}
