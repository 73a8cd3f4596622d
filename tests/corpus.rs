//! Messages that others wrote, and messages of our own writing, through the codec and through a whole widget.
#![cfg(all(not(target_arch = "wasm32"), feature = "json", feature = "app"))]
#![allow(
    clippy::float_cmp,
    reason = "ids and times are whole numbers, and are to be exact"
)]

mod support;

#[path = "corpus/course.rs"]
mod course;
#[path = "corpus/examples.rs"]
mod examples;
#[path = "corpus/own.rs"]
mod own;
#[path = "corpus/schema.rs"]
mod schema;

use std::path::PathBuf;

/// A file or folder of the corpus that stands beside the project, where it is there.
fn beside(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/corpus")
        .join(path);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not there", path.display());
    None
}

/// The JSON documents of a file, one a line.
fn lines(text: &str) -> impl Iterator<Item = serde_json::Value> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")))
}
