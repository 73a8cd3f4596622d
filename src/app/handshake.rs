//! `ui/initialize`: when it is sent, and what its answer says.

use crate::session::Millis;
use crate::wire::{Fields, Findings, Key, Kind, Oddity, Value};

/// The version of MCP Apps that is asked for. Any answer is accepted.
pub const PROTOCOL_VERSION: &str = "2026-01-26";

/// When `ui/initialize` is sent, after the start: hosts miss the first message when they attach their listener late.
const ATTEMPTS: [Millis; 4] = [0.0, 1_000.0, 3_000.0, 7_000.0];
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

    pub(super) fn step(&self, now: Millis) -> Step {
        if now >= self.started + PATIENCE {
            Step::GiveUp
        } else if now >= self.wake() {
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
        let object = |name: &str, path: &'static str, findings: &mut Findings| -> Option<V> {
            let value = Fields::of(result).map_or_else(V::absent, |fields| fields.named(name));
            match value.kind() {
                Kind::Object => return Some(value),
                Kind::Absent => findings.add(Oddity::FieldMissing, path),
                _ => findings.add(Oddity::FieldType, path),
            }
            None
        };
        if !result.is_object() {
            findings.add(Oddity::ResultType, "/result");
        }
        let info = object("hostInfo", "/result/hostInfo", findings);
        let capabilities = object("hostCapabilities", "/result/hostCapabilities", findings);
        let context = object("hostContext", "/result/hostContext", findings);
        let version =
            Fields::of(result).map_or_else(V::absent, |fields| fields.named("protocolVersion"));
        let version_is_text = version.kind() == Kind::String;
        if !version_is_text {
            let oddity = if version.is_absent() {
                Oddity::FieldMissing
            } else {
                Oddity::FieldType
            };
            findings.add(oddity, "/result/protocolVersion");
        }
        Self {
            info: Self::complete_info(info, findings),
            capabilities: capabilities.unwrap_or_else(V::object),
            context: context.unwrap_or_else(V::object),
            protocol_version: if version_is_text {
                version
            } else {
                V::from_text(PROTOCOL_VERSION)
            },
        }
    }

    /// Host information that has a name and a version.
    fn complete_info(info: Option<V>, findings: &mut Findings) -> V {
        let mut check = |key, path| {
            let kind = info
                .as_ref()
                .and_then(|info| Some(Fields::of(info)?.get(key).kind()));
            match kind {
                Some(Kind::String) => return true,
                Some(Kind::Absent) => findings.add(Oddity::FieldMissing, path),
                Some(_) => findings.add(Oddity::FieldType, path),
                // That it is missing is noted already.
                None => {}
            }
            false
        };
        let named = check(Key::Name, "/result/hostInfo/name");
        let versioned = check(Key::Version, "/result/hostInfo/version");
        match info {
            Some(info) if named && versioned => info,
            info => {
                let mut complete = info.and_then(|info| info.copy()).unwrap_or_else(V::object);
                if !named {
                    complete.put(Key::Name, V::from_text("unknown"));
                }
                if !versioned {
                    complete.put(Key::Version, V::from_text("0"));
                }
                complete
            }
        }
    }
}
