//! Correlation: which reply belongs to which request, and what has been waiting too long.
//!
//! A pure state machine over ids and times; a payload never comes in. Whoever makes a request leaves a *ticket*, and gets it
//! back exactly once: when the reply comes, when the time is over, or when the request is given up.
//!
//! ```mermaid
//! stateDiagram-v2
//!     [*] --> Queued: open
//!     Queued --> Waiting: sent (the deadline starts)
//!     Waiting --> Waiting: progress (the deadline starts anew)
//!     Waiting --> [*]: settle · give_up · expire
//!     Queued --> [*]: give_up · expire (at the end of all times)
//! ```
//!
//! ```
//! use mcp_widget::session::{Match, Session, Timing};
//!
//! let mut session = Session::new(1000.0);
//! let id = session.open(Timing::default(), "the ticket");
//! session.sent(id, 0.0);
//!
//! assert_eq!(session.find(id), Match::Pending);
//! assert_eq!(session.settle(id), Some("the ticket"));
//! assert_eq!(session.find(id), Match::Duplicate);
//! assert!(session.is_empty());
//! ```

mod pending;
mod serving;

pub use pending::{GivenUp, Match, Millis, Session, Timing};
pub use serving::{PeerId, Served, Serving};
