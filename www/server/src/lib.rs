//! The demo's MCP server: gift ideas for an occasion, a budget and a recipient.
//!
//! It is a real server on the official SDK (`rmcp`, Streamable HTTP), so that the demo proves the widget against a peer
//! of other authors. It is not part of the published package, and it listens on this machine only.
//!
//! | module | what it is |
//! |---|---|
//! | [`catalogue`] | the gifts, read from `data/gifts.json`, which is compiled in |
//! | [`words`] | tokens and stems of free text |
//! | [`synonyms`] | which words mean a tag, and which mean nothing |
//! | [`interests`] | what a description of the recipient asks for, and what it rules out |
//! | [`occasion`] | the occasion that somebody's words mean |
//! | [`scoring`] | which gifts fit, in what order, and why |
//! | [`arguments`] | the arguments of `suggest_gifts`, checked |
//! | [`tools`], [`resources`], [`prompts`], [`hostile`] | what the server offers over MCP |
//! | [`server`] | the MCP server itself |
//! | [`http`] | `/mcp` and the static files on one loopback address |
//! | [`options`] | the command line |

pub mod arguments;
pub mod catalogue;
pub mod hostile;
pub mod http;
pub mod interests;
pub mod occasion;
pub mod options;
pub mod prompts;
pub mod resources;
pub mod scoring;
pub mod server;
pub mod synonyms;
pub mod tools;
pub mod words;
