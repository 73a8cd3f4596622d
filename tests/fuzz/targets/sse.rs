//! A stream in pieces against the standard over the whole; the first two bytes say how it is cut, and how much of it is allowed.
#![no_main]

#[path = "../../http/reference.rs"]
mod reference;

use libfuzzer_sys::fuzz_target;
use mcp_widget::http::sse::{Limits, TooLong};
use reference::{expected, parsed};

/// The stream in pieces whose lengths follow from the seed: short ones mostly, some of them empty.
fn pieces(mut stream: &[u8], seed: u8) -> Vec<&[u8]> {
    let mut state = u32::from(seed);
    let mut pieces = Vec::new();
    while !stream.is_empty() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (piece, rest) = stream.split_at((state >> 29).min(stream.len() as u32) as usize);
        pieces.push(piece);
        stream = rest;
    }
    pieces
}

fuzz_target!(|input: &[u8]| {
    let [seed, limit, stream @ ..] = input else {
        return;
    };
    let whole = expected(stream);
    let cut = parsed(Limits::default(), pieces(stream, *seed));
    assert_eq!(cut.as_ref(), Ok(&whole));

    let limit = usize::from(*limit % 64);
    let tight = Limits {
        value: limit,
        data: limit,
    };
    let one = parsed(tight, [stream]);
    assert_eq!(one, parsed(tight, pieces(stream, *seed)));
    if one != Err(TooLong) {
        assert_eq!(one, Ok(whole));
    }
});
