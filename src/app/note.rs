//! The host's notifications, by their methods.

use crate::wire::Word;

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

impl Topic {
    /// What a method is about, also by the names that drafts and older hosts have for it.
    pub(super) const fn of(method: Word) -> Self {
        match method {
            Word::ToolInput => Self::Input,
            Word::ToolInputPartial => Self::Partial,
            Word::ToolResult => Self::Result,
            Word::ToolCancelled | Word::ToolCancelledOld => Self::Cancelled,
            Word::ContextChanged | Word::ContextChangedDraft | Word::ContextChangedOld => {
                Self::Context
            }
            Word::ProgressNotification => Self::Progress,
            Word::CancelledNotification => Self::Cancel,
            Word::SandboxProxyReady | Word::SandboxResourceReady | Word::SandboxReady => {
                Self::Sandbox
            }
            _ => Self::Other,
        }
    }
}
