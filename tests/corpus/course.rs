//! Messages as a course prints them, some of them damaged.

use std::fs;

use super::{beside, lines};
use crate::support::reading::read;

#[test]
fn the_messages_of_the_course_are_told_apart() {
    let Some(file) = beside("course-messages.jsonl") else {
        return;
    };
    let cases: Vec<_> = lines(&fs::read_to_string(file).expect("a text")).collect();
    assert!(cases.len() >= 30, "{} messages", cases.len());
    for case in cases {
        let (text, expect) = (case["text"].as_str().expect("a text"), &case["expect"]);
        let failed = &expect["toolFailed"];
        let found = read(text, failed.is_boolean().then_some("tools/call"));
        for name in ["kind", "id", "method", "code"] {
            assert_eq!(found[name], expect[name], "{name} of {text}");
        }
        assert_eq!(found["isError"], *failed, "{text}");
        // Nothing in them is odd to the codec but what no JSON is: the rest is for those who check payloads.
        assert_eq!(
            found["findings"].as_array().map(Vec::len),
            Some(0),
            "{text}"
        );
    }
}
