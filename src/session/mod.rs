//! Correlation: which reply belongs to which request, and what has been waiting too long.
//!
//! A pure state machine over ids and times; a payload never comes in. Whoever makes a request leaves a *ticket*, and gets it
//! back exactly once: when the reply comes, when the time is over, when the request is given up, or when the session closes.
//!
//! ```mermaid
//! stateDiagram-v2
//!     [*] --> Queued: open
//!     Queued --> Waiting: sent (the deadline starts)
//!     Waiting --> Waiting: progress (the deadline starts anew)
//!     Waiting --> [*]: settle · give_up · expire · close
//!     Queued --> [*]: give_up · close
//! ```
//!
//! ```
//! use mcp_widget::session::{Match, Session, Timing};
//! use mcp_widget::wire::Id;
//!
//! let mut session = Session::new(1000.0);
//! let id = session.open(Timing::default(), "the ticket");
//! session.sent(id, 0.0);
//!
//! let Match::Pending { id, .. } = session.find(&Id::Number(id)) else { panic!("no request waits for this") };
//! assert_eq!(session.settle(id), Some("the ticket"));
//! assert_eq!(session.find(&Id::Number(id)), Match::Duplicate);
//! assert!(session.is_empty());
//! ```

mod pending;
mod serving;

pub use pending::{GivenUp, Match, Millis, Session, Timing};
pub(crate) use serving::take;
pub use serving::{Served, Serving};
