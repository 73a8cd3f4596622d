//! HTTP, as far as it is pure: SSE, header values, challenges. No sockets, no web types, no clock.
//!
//! | module | what it is |
//! |---|---|
//! | [`sse`] | where the events of a `text/event-stream` are in its chunks |
//! | [`value`] | what may stand in a header, and what stands in some |
//! | [`challenge`] | `WWW-Authenticate` |
//! | [`backoff`] | how long to wait before a stream is opened again |

pub mod backoff;
pub mod challenge;
pub mod sse;
pub mod value;
