//! The host's notifications, read.

use crate::wire::{Fields, Findings, Id, Key, Oddity, ToolResult, Value};

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

impl<V: Value> Note<V> {
    pub(super) fn read(method: String, params: V, findings: &mut Findings) -> Self {
        match method.as_str() {
            "ui/notifications/tool-input" => Self::Input(arguments(&params, findings)),
            "ui/notifications/tool-input-partial" => Self::Partial(arguments(&params, findings)),
            "ui/notifications/tool-result" => Self::Result(tool_result(params, findings)),
            // The second name of each pair is what drafts called it.
            "ui/notifications/tool-cancelled" | "ui/tool-cancelled" => {
                Self::Cancelled(or_object(params))
            }
            "ui/notifications/host-context-changed"
            | "ui/notifications/host-context-change"
            | "ui/host-context-change" => Self::Context(or_object(params)),
            "notifications/progress" => Self::Progress {
                token: id(&params, Key::ProgressToken),
                params,
            },
            "notifications/cancelled" => {
                let reason =
                    Fields::of(&params).map_or_else(V::absent, |fields| fields.get(Key::Reason));
                Self::Cancel {
                    id: id(&params, Key::RequestId),
                    reason,
                }
            }
            "ui/notifications/sandbox-proxy-ready"
            | "ui/notifications/sandbox-resource-ready"
            | "ui/notifications/sandbox-ready" => Self::Sandbox,
            _ => Self::Other { method, params },
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
    match ToolResult::read(params, findings) {
        Ok(result) => result,
        Err(invalid) => {
            findings.add(Oddity::FieldType, invalid.path);
            let mut value = raw.copy().unwrap_or_else(V::object);
            value.put(Key::Content, V::array(Vec::new()));
            ToolResult {
                value,
                raw: Some(raw),
            }
        }
    }
}
