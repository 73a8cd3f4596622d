//! The host's notifications, by their methods.

/// What a notification is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// Final tool arguments.
    Input,
    /// Tool arguments so far.
    Partial,
    /// The tool's result.
    Result,
    /// The tool was cancelled; an object that may have a reason.
    Cancelled,
    /// A change of the host's context.
    Context,
    /// Progress of a request of ours.
    Progress,
    /// The host does not want its request answered.
    Cancel,
    /// Between a host and its sandbox proxy; never meant for a widget.
    Sandbox,
    /// Anything else.
    Other,
}

/// The methods, with the names that drafts and older hosts have for them; those of MCP Apps begin with `ui/`.
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

impl Topic {
    pub(super) fn of(method: &str) -> Self {
        let known = TOPICS.iter().find(|(name, _)| *name == method);
        known.map_or(Self::Other, |(_, topic)| *topic)
    }
}
