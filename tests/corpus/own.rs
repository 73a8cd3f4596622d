//! The messages in this folder: each is what its case says, no more and no less.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mcp_widget::wire::ErrorCode;
use serde_json::{Map, Value as Plain, json};

use super::lines;
use crate::support::reading::read;

/// What must be expected whenever the codec says it.
const TOLD: [&str; 8] = [
    "kind", "id", "method", "code", "outcome", "path", "items", "findings",
];

fn cases() -> Vec<Plain> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    files.sort();
    files
        .iter()
        .flat_map(|file| lines(&fs::read_to_string(file).expect("a text")).collect::<Vec<_>>())
        .collect()
}

fn text_of(case: &Plain) -> String {
    case["text"]
        .as_str()
        .map_or_else(|| case["message"].to_string(), str::to_owned)
}

/// What of `found` is to be compared with `expected`: what must be told, and what was asked for.
fn told(found: &Plain, expected: &Map<String, Plain>) -> Plain {
    let of = |name: &str, value: &Plain| match (name, value) {
        ("findings", Plain::Array(findings)) if findings.is_empty() => None,
        ("items", Plain::Array(items)) => {
            let nothing = Map::new();
            let expected = |index| {
                expected
                    .get("items")
                    .and_then(|items| items[index].as_object())
                    .unwrap_or(&nothing)
            };
            Some(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| told(item, expected(index)))
                    .collect(),
            )
        }
        _ => (TOLD.contains(&name) || expected.contains_key(name)).then(|| value.clone()),
    };
    let found = found.as_object().expect("an object");
    found
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), of(name, value)?)))
        .collect::<Map<_, _>>()
        .into()
}

#[test]
fn every_message_is_what_its_case_says() {
    let mut wrong = Vec::new();
    for case in cases() {
        let expected = case["expect"]
            .as_object()
            .unwrap_or_else(|| panic!("nothing is expected of {case}"));
        let found = told(&read(&text_of(&case), case["for"].as_str()), expected);
        if found != case["expect"] {
            wrong.push(format!(
                "{}\n     found {found}\n  expected {}",
                case["name"], case["expect"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_corpus_is_large_and_its_cases_differ() {
    let cases = cases();
    assert!(cases.len() >= 60, "{} cases", cases.len());
    let names: BTreeSet<_> = cases.iter().map(|case| case["name"].to_string()).collect();
    assert_eq!(names.len(), cases.len(), "names that stand twice");
    let texts: BTreeSet<_> = cases
        .iter()
        .map(|case| (text_of(case), case["for"].to_string()))
        .collect();
    assert_eq!(texts.len(), cases.len(), "messages that stand twice");
}

/// All that the codec says of the corpus: kinds, oddities, types of blocks, codes, and what makes a result useless.
fn said() -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    for case in cases() {
        let found = read(&text_of(&case), case["for"].as_str());
        let items = found["items"].as_array().into_iter().flatten();
        for reading in items.chain([&found]) {
            let texts = |name: &str| {
                reading[name]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Plain::as_str)
                    .collect::<Vec<_>>()
            };
            let finding =
                |finding: &str| format!("finding {}", finding.split(' ').next().unwrap_or(finding));
            said.extend(texts("findings").into_iter().map(finding));
            said.extend(
                texts("blocks")
                    .into_iter()
                    .map(|block| format!("block {block}")),
            );
            for name in ["kind", "standard", "path"] {
                said.extend(reading[name].as_str().map(|text| format!("{name} {text}")));
            }
        }
    }
    said
}

#[test]
fn the_corpus_covers_what_the_codec_can_say() {
    let kinds = "request notification result error refused batch foreign unparseable";
    let findings = "jsonrpc-missing id-null id-fraction id-type id-unsafe method-type params-type result-and-error result-type error-shape \
        extra-member batch content-missing content-type block-unknown block-type is-error-type wrapped meta-name bom surrogate duplicate-key \
        number-range";
    let blocks = "Text Image Audio Resource ResourceLink ToolUse ToolResult Unknown Malformed";
    let paths = "/result /result/contents /result/resources /result/resourceTemplates /result/prompts /result/messages /result/tools \
        /result/resultType /result/task";
    let codes = [
        -32700, -32600, -32601, -32602, -32603, -32002, -32042, -32020, -32021, -32022,
    ];
    let codes = codes.map(|code| {
        format!(
            "standard {}",
            ErrorCode::from_number(code).expect("a code").message()
        )
    });
    let named = [
        ("kind", kinds),
        ("finding", findings),
        ("block", blocks),
        ("path", paths),
    ];
    let named = named.into_iter().flat_map(|(name, all)| {
        all.split_whitespace()
            .map(move |one| format!("{name} {one}"))
    });
    let said = said();
    let missing: Vec<_> = named
        .chain(codes)
        .filter(|wanted| !said.contains(wanted))
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

/// The comparison itself can fail: in what must be told, in what was asked for, and inside a batch.
#[test]
fn a_wrong_expectation_is_noticed() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"result":{"a":1}}]"#;
    let right = json!({ "kind": "batch", "findings": ["batch"], "items": [{ "kind": "result", "id": 1, "result": { "a": 1 } }] });
    let same = |expected: &Plain| {
        told(&read(batch, None), expected.as_object().expect("an object")) == *expected
    };
    assert!(same(&right));
    for (pointer, wrong) in [
        ("/kind", json!("result")),
        ("/findings", json!([])),
        ("/items/0/id", json!("1")),
        ("/items/0/result/a", json!(2)),
    ] {
        let mut expected = right.clone();
        *expected.pointer_mut(pointer).expect("a member") = wrong;
        assert!(!same(&expected), "{pointer}");
    }
}
