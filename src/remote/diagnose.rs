//! Why a server cannot be reached. A browser says the same of everything: so it is asked for less, and then for more, until that is where it
//! fails. Calls no tool.

use std::fmt;

use crate::bindings;
use crate::http::value::essence;
use crate::transport::fetch::{self, Attempt, EXCERPT, Headers};

/// What [`Client::diagnose`](super::Client::diagnose) found out.
///
/// ```no_run
/// # async fn example(client: mcp_widget::Client) {
/// let diagnosis = client.diagnose().await;
/// for problem in &diagnosis.problems {
///     let advice = problem.to_string(); // what the server must send instead
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// Whether anything answers at the address.
    pub is_reachable: bool,
    /// Empty if nothing is in the way.
    pub problems: Vec<Problem>,
}

/// One thing that is in the way. Its text says what it is, and what the server must send instead.
///
/// ```
/// use mcp_widget::remote::Problem;
///
/// let problem = Problem::HeaderNotAllowed("mcp-session-id".into());
/// assert!(problem.to_string().contains("`Access-Control-Allow-Headers`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing can be reached at the address.
    Unreachable,
    /// A page that came by https may not reach a server by http.
    MixedContent,
    /// The server lets no page of this origin read its answers.
    NoCors,
    /// The server refuses what a browser asks first (OPTIONS).
    Preflight,
    /// A header may not be sent: its name.
    HeaderNotAllowed(String),
    /// Sessions cannot be ended (DELETE).
    MethodNotAllowed,
    /// The server has sessions, and the page cannot read their ids.
    SessionHidden,
    /// The server wants to know who asks: the status.
    Unauthorized(u16),
    /// What answers does not speak MCP.
    NotMcp {
        /// The status of the answer.
        status: u16,
        /// The beginning of its body.
        body: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, of) = match self {
            Self::Unreachable => (
                "Nothing can be reached there: the server is down, another program listens there, or something on the way refuses",
                "",
            ),
            Self::MixedContent => (
                "A page that came by https may not reach a server by http",
                "",
            ),
            Self::NoCors => (
                "Its answers must have `Access-Control-Allow-Origin` with the page's origin",
                "",
            ),
            Self::Preflight => (
                "Its answer to OPTIONS (a preflight) must have a status of 2xx without asking who it is, and `Access-Control-Allow-Headers: content-type`",
                "",
            ),
            Self::HeaderNotAllowed(name) => (
                "Its answer to OPTIONS must have this in `Access-Control-Allow-Headers`: ",
                &**name,
            ),
            Self::MethodNotAllowed => (
                "Its answer to OPTIONS must have `DELETE` in `Access-Control-Allow-Methods`, or sessions are not ended",
                "",
            ),
            Self::SessionHidden => (
                "It has sessions, and this page cannot read their ids: its answers must have `Access-Control-Expose-Headers: mcp-session-id`",
                "",
            ),
            Self::Unauthorized(_) => ("It wants to know who asks", ""),
            Self::NotMcp { body, .. } => ("It answers with what is no MCP: ", &**body),
        };
        formatter.write_str(text)?;
        formatter.write_str(of)
    }
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}"#;
const DISCOVER: &str = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#;
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"diagnosis","version":"1"}}}"#;

const ACCEPT: (&str, &str) = ("accept", "application/json, text/event-stream");
const CONTENT: (&str, &str) = ("content-type", "application/json");

/// Looks at it from this page. `own` are the caller's headers; `is_legacy` says that there are sessions.
pub(super) async fn diagnose(url: &str, own: &Headers, is_legacy: bool) -> Diagnosis {
    let mut diagnosis = Diagnosis::default();
    diagnosis.problems = problems(url, own, is_legacy, &mut diagnosis.is_reachable).await;
    diagnosis
}

async fn problems(
    url: &str,
    own: &Headers,
    is_legacy: bool,
    is_reachable: &mut bool,
) -> Vec<Problem> {
    let here = bindings::page_origin();
    let there = bindings::resolve_here(url).map_or_else(String::new, |(_, origin)| origin);
    if here.starts_with("https:") && there.starts_with("http:") && !is_local(&there) {
        return vec![Problem::MixedContent];
    }
    if fetch::ask(url, Attempt::Blind, &[]).await.is_none() {
        return vec![Problem::Unreachable];
    }
    *is_reachable = true;
    let mut problems = Vec::new();
    let crosses = here != there;
    let ping = async |more: &[(&str, &str)]| fetch::ask(url, Attempt::Post(PING), more).await;
    if crosses {
        let accept = [("accept", "text/event-stream")];
        if fetch::ask(url, Attempt::Get, &accept).await.is_none() {
            return vec![Problem::NoCors];
        }
        if ping(&[ACCEPT, CONTENT]).await.is_none() {
            return vec![Problem::Preflight];
        }
        let protocol: &[_] = if is_legacy {
            &[
                ("mcp-protocol-version", "2025-11-25"),
                ("mcp-session-id", "1"),
                ("last-event-id", "1"),
            ]
        } else {
            &[
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "ping"),
                ("mcp-name", "1"),
            ]
        };
        let own = own.iter().map(|(name, value)| (&**name, &**value));
        for (name, value) in own.chain(protocol.iter().copied()) {
            if ping(&[ACCEPT, CONTENT, (name, value)]).await.is_none() {
                problems.push(Problem::HeaderNotAllowed(name.into()));
            }
        }
        if is_legacy && fetch::ask(url, Attempt::Delete, &[]).await.is_none() {
            problems.push(Problem::MethodNotAllowed);
        }
    }
    let own = own.iter().map(|(name, value)| (&**name, &**value));
    let all: Vec<_> = [ACCEPT, CONTENT].into_iter().chain(own).collect();
    let first = if is_legacy { INITIALIZE } else { DISCOVER };
    let Some(first) = fetch::ask(url, Attempt::Post(first), &all).await else {
        return problems;
    };
    let status = first.status();
    let body = first.excerpt(EXCERPT).await;
    let is_stream = first
        .header("content-type")
        .is_some_and(|kind| essence(&kind) == "text/event-stream");
    let speaks = is_stream || (body.trim_start().starts_with('{') && body.contains("\"jsonrpc\""));
    if matches!(status, 401 | 403) {
        problems.push(Problem::Unauthorized(status));
    } else if !speaks {
        problems.push(Problem::NotMcp { status, body });
    } else if is_legacy && crosses && first.is_ok() && first.header("mcp-session-id").is_none() {
        let next = ping(&all).await;
        if next.is_some_and(|next| next.status() >= 400) {
            problems.push(Problem::SessionHidden);
        }
    }
    problems
}

/// Browsers take a server on the same machine for a safe one.
fn is_local(origin: &str) -> bool {
    let host = origin.trim_start_matches("http://");
    ["localhost", "127.", "[::1]"]
        .iter()
        .any(|local| host.starts_with(local))
}
