//! The host's notifications, read.

use crate::wire::{Fields, Finding, Findings, Id, Key, Oddity, ToolResult, Value};

/// A notification as far as it must be understood.
#[derive(Debug)]
pub(super) enum Note<V> {
    /// Final tool arguments.
    Input(V),
    /// Tool arguments so far.
    Partial(V),
    /// The tool's result.
    Result(ToolResult<V>),
    /// The tool was cancelled; an object that may have a reason.
    Cancelled(V),
    /// A change of the host's context.
    Context(V),
    /// Progress of a request of ours.
    Progress { token: Option<Id>, params: V },
    /// The host does not want its request answered.
    Cancel { id: Option<Id>, reason: V },
    /// Between a host and its sandbox proxy; never meant for a widget.
    Sandbox,
    /// Anything else.
    Other { method: String, params: V },
}

/// What a notification is about.
#[derive(Clone, Copy)]
enum Topic {
    Input,
    Partial,
    Result,
    Cancelled,
    Context,
    Progress,
    Cancel,
    Sandbox,
}

/// The methods, with the names that drafts and older hosts have for them.
const TOPICS: [(&str, Topic); 13] = [
    ("ui/notifications/tool-input", Topic::Input),
    ("ui/notifications/tool-input-partial", Topic::Partial),
    ("ui/notifications/tool-result", Topic::Result),
    ("ui/notifications/tool-cancelled", Topic::Cancelled),
    ("ui/tool-cancelled", Topic::Cancelled),
    ("ui/notifications/host-context-changed", Topic::Context),
    ("ui/notifications/host-context-change", Topic::Context),
    ("ui/host-context-change", Topic::Context),
    ("notifications/progress", Topic::Progress),
    ("notifications/cancelled", Topic::Cancel),
    ("ui/notifications/sandbox-proxy-ready", Topic::Sandbox),
    ("ui/notifications/sandbox-resource-ready", Topic::Sandbox),
    ("ui/notifications/sandbox-ready", Topic::Sandbox),
];

impl<V: Value> Note<V> {
    pub(super) fn read(method: String, params: V, findings: &mut Findings) -> Self {
        let Some((_, topic)) = TOPICS.iter().find(|(name, _)| *name == method) else {
            return Self::Other { method, params };
        };
        match topic {
            Topic::Input => Self::Input(arguments(&params, findings)),
            Topic::Partial => Self::Partial(arguments(&params, findings)),
            Topic::Result => Self::Result(tool_result(params, findings)),
            Topic::Cancelled => Self::Cancelled(or_object(params)),
            Topic::Context => Self::Context(or_object(params)),
            Topic::Progress => {
                let token = id(&params, Key::ProgressToken);
                Self::Progress { token, params }
            }
            Topic::Cancel => {
                let reason =
                    Fields::of(&params).map_or_else(V::absent, |fields| fields.get(Key::Reason));
                Self::Cancel {
                    id: id(&params, Key::RequestId),
                    reason,
                }
            }
            Topic::Sandbox => Self::Sandbox,
        }
    }
}

fn id<V: Value>(params: &V, key: Key) -> Option<Id> {
    Fields::of(params)?.get(key).id().ok()
}

fn or_object<V: Value>(params: V) -> V {
    if params.is_object() {
        params
    } else {
        V::object()
    }
}

fn arguments<V: Value>(params: &V, findings: &mut Findings) -> V {
    let arguments = Fields::of(params).map_or_else(V::absent, |fields| fields.named("arguments"));
    if arguments.is_object() {
        return arguments;
    }
    // `arguments` is optional; what is there must be an object.
    if !arguments.is_absent() {
        findings.add(Oddity::ArgumentsType, "/params/arguments");
    }
    V::object()
}

/// A tool result that is a notification cannot fail a request: whatever came is handed on, mended.
fn tool_result<V: Value>(params: V, findings: &mut Findings) -> ToolResult<V> {
    let raw = params.clone();
    let mut found = Findings::new();
    let result = ToolResult::read(params, &mut found).unwrap_or_else(|_| {
        found.add(Oddity::FieldType, "/result");
        let mut value = raw.copy().unwrap_or_else(V::object);
        value.put(Key::Content, V::array(Vec::new()));
        ToolResult {
            value,
            raw: Some(raw),
        }
    });
    for finding in found.iter() {
        findings.push(Finding {
            path: match finding.path {
                "/result/content" => "/params/content",
                "/result/isError" => "/params/isError",
                "/result/meta" => "/params/meta",
                _ => "/params",
            },
            ..*finding
        });
    }
    result
}
