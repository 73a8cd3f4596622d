//! The Rust surface in a browser: real JavaScript values, real tasks, real windows.
#![cfg(all(target_arch = "wasm32", feature = "widget", feature = "serde"))]

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[path = "web/support/mod.rs"]
mod support;

#[path = "web/arguments.rs"]
mod arguments;
#[path = "web/back_in.rs"]
mod back_in;
#[path = "web/calls.rs"]
mod calls;
#[cfg(feature = "http")]
#[path = "web/client_asking.rs"]
mod client_asking;
#[cfg(feature = "http")]
#[path = "web/client_auth.rs"]
mod client_auth;
#[cfg(feature = "http")]
#[path = "web/client_calls.rs"]
mod client_calls;
#[cfg(feature = "http")]
#[path = "web/client_connecting.rs"]
mod client_connecting;
#[cfg(feature = "http")]
#[path = "web/client_diagnosing.rs"]
mod client_diagnosing;
#[cfg(feature = "http")]
#[path = "web/client_dropping.rs"]
mod client_dropping;
#[cfg(feature = "http")]
#[path = "web/client_events.rs"]
mod client_events;
#[cfg(feature = "http")]
#[path = "web/client_fetch.rs"]
mod client_fetch;
#[cfg(feature = "http")]
#[path = "web/client_streams.rs"]
mod client_streams;
#[path = "web/connection.rs"]
mod connection;
#[path = "web/dropping.rs"]
mod dropping;
#[path = "web/events.rs"]
mod events;
#[path = "web/failures.rs"]
mod failures;
#[path = "web/odd_objects.rs"]
mod odd_objects;
#[path = "web/requests.rs"]
mod requests;
#[path = "web/saying.rs"]
mod saying;
#[path = "web/sizes.rs"]
mod sizes;
#[path = "web/styles.rs"]
mod styles;
#[path = "web/teardown.rs"]
mod teardown;
#[path = "web/tools.rs"]
mod tools;
#[path = "web/values.rs"]
mod values;
#[path = "web/windows.rs"]
mod windows;
