//! Any stream, cut anywhere, is what the standard makes of the whole.

use mcp_widget::http::sse::{Limits, TooLong};
use proptest::prelude::*;

use crate::reference::{expected, parsed, skipped};

/// Bytes of any kind, but mostly of those that mean something.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        8 => prop::sample::select(vec![
            &b"data"[..], b"data:", b"data: ", b"event:", b"id:", b"id: ", b"id", b"retry: ", b":", b" ", b"\n", b"\n", b"\n\n",
            b"\r", b"\r\n", b"\r\n\r\n", b"\0", b"7", b"99999999999", b"\xEF", b"\xEF\xBB\xBF", b"\xE2\x82\xAC", b"\xF0\x9F",
            b"{\"a\": 1}", b"message", b"dat", b"foo: bar",
        ])
        .prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

/// The stream in pieces; where two cuts are at one place there is an empty piece.
fn pieces(stream: &[u8], mut cuts: Vec<usize>) -> Vec<&[u8]> {
    for cut in &mut cuts {
        *cut %= stream.len() + 1;
    }
    cuts.sort_unstable();
    let mut pieces = Vec::new();
    let mut start = 0;
    for cut in cuts.into_iter().chain([stream.len()]) {
        pieces.push(&stream[start..cut]);
        start = cut;
    }
    pieces
}

fn cuts() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..1000_usize, 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn in_pieces_it_is_the_same(stream in stream(), cuts in cuts()) {
        let outcome = parsed(Limits::default(), pieces(&stream, cuts));
        prop_assert_eq!(outcome, Ok(expected(&stream)));
    }

    #[test]
    fn what_is_not_shown_is_there(stream in stream(), cuts in cuts(), data in 0..40_usize) {
        let pieces = pieces(&stream, cuts);
        prop_assert_eq!(skipped(Limits::default(), pieces.iter().copied()), Ok(expected(&stream)));
        let limits = Limits { data, ..Limits::default() };
        prop_assert_eq!(skipped(limits, pieces.iter().copied()), parsed(limits, pieces.iter().copied()));
    }

    #[test]
    fn what_is_too_long_is_so_however_it_is_cut(stream in stream(), cuts in cuts(), value in 0..6_usize, data in 0..12_usize) {
        let limits = Limits { value, data };
        let whole = parsed(limits, [&stream[..]]);
        prop_assert_eq!(&parsed(limits, pieces(&stream, cuts)), &whole);
        if whole != Err(TooLong) {
            prop_assert_eq!(whole, Ok(expected(&stream)));
        }
    }
}
