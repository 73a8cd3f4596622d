//! Any text as `WWW-Authenticate`: nothing is made up, and what was read and written again is read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_widget::http::challenge::{Challenge, bearer, challenges};

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The challenges by the grammar, whatever they were read from.
fn written(found: &[Challenge]) -> String {
    let mut text = String::new();
    for Challenge { scheme, params } in found {
        text += &format!(", {scheme} ");
        for (name, value) in params {
            // What has no name stands alone, and in front.
            if name.is_empty() {
                text += value;
            } else {
                text += &format!(", {name}={}", quoted(value));
            }
        }
    }
    text
}

fuzz_target!(|header: &str| {
    let found = challenges(header);
    let mut length = 0;
    for Challenge { scheme, params } in &found {
        assert!(header.contains(scheme) && !scheme.is_empty());
        length += scheme.len();
        for (name, value) in params {
            assert_eq!(*name, name.to_ascii_lowercase());
            length += name.len() + value.len();
        }
    }
    assert!(length <= header.len());
    assert_eq!(challenges(&written(&found)), found, "{}", written(&found));
    let has_bearer = |challenge: &Challenge| challenge.scheme.eq_ignore_ascii_case("bearer");
    assert_eq!(bearer(header).is_some(), found.iter().any(has_bearer));
});
