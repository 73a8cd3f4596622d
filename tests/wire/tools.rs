//! Tool results: handed on as they came, or mended in a copy.

use mcp_widget::wire::json::Json;
use mcp_widget::wire::{
    Block, Diagnostic, Diagnostics, Expect, Finding, Findings, Invalid, Oddity, Path, Reason,
    ToolResult, Value,
};

use crate::support::{json, text};

fn read(result: &str) -> (ToolResult<Json>, Findings) {
    let mut findings = Findings::new();
    let result = ToolResult::read(json(result), &mut findings)
        .unwrap_or_else(|invalid| panic!("{invalid:?}: {result}"));
    (result, findings)
}

#[test]
fn a_well_formed_result_is_what_arrived() {
    let result = r#"{"later":1,"content":[{"type":"text","text":"a","x":null}],"structuredContent":{"b":1e400},"_meta":{"c":[]},"isError":true}"#;
    let (tool, findings) = read(result);
    assert_eq!(text(&tool.value), result);
    assert_eq!(tool.raw, Json::Absent);
    assert!(findings.is_empty());
}

#[test]
fn a_mended_result_keeps_the_rest_and_what_arrived() {
    let arrived = r#"{"structuredContent":{"a":1},"later":[null],"isError":"yes","meta":{"b":1}}"#;
    let (tool, _) = read(arrived);
    assert_eq!(text(&tool.raw), arrived);
    assert_eq!(
        text(&tool.value),
        r#"{"structuredContent":{"a":1},"later":[null],"isError":false,"meta":{"b":1},"content":[],"_meta":{"b":1}}"#
    );
}

/// `null` is a value since 2026-07-28; whether there is one is whether the member is there.
#[test]
fn structured_null_is_kept_apart_from_none() {
    assert_eq!(
        read(r#"{"content":[],"structuredContent":null}"#)
            .0
            .structured_content(),
        Json::Null
    );
    assert_eq!(
        read(r#"{"content":[]}"#).0.structured_content(),
        Json::Absent
    );
    assert_eq!(read("{}").0.meta(), Json::Absent);
}

#[test]
fn meta_of_its_own_wins_over_a_misnamed_one() {
    let (tool, findings) = read(r#"{"_meta":{"a":1},"meta":{"b":1}}"#);
    assert_eq!(text(&tool.meta()), r#"{"a":1}"#);
    assert!(!findings.has(Oddity::MetaName));
}

#[test]
fn an_unknown_block_stays_as_it_is() {
    let block = r#"{"type":"hologram","data":{"deep":[1.50]}}"#;
    let (tool, _) = read(&format!(r#"{{"content":[{block}]}}"#));
    assert_eq!(text(&tool.content().item(0)), block);
    assert_eq!(Block::of(&tool.content().item(0)), Block::Unknown);
}

/// `result: null` fails the call at once; where nothing is read from the answer it is as good as `{}`.
#[test]
fn null_fails_a_tool_and_satisfies_a_ping() {
    assert_eq!(
        ToolResult::read(Json::Null, &mut Findings::new()).expect_err("null"),
        Invalid {
            path: Path::Result,
            reason: Reason::NotAToolResult
        }
    );
    let mut findings = Findings::new();
    assert_eq!(
        Expect::Nothing.check(Json::Null, &mut findings),
        Ok(Json::object())
    );
    assert!(findings.has(Oddity::ResultType));
    assert!(
        Expect::Object
            .check(Json::Null, &mut Findings::new())
            .is_err()
    );
    assert!(
        Expect::Tools
            .check(Json::Null, &mut Findings::new())
            .is_err()
    );
}

#[test]
fn a_null_cursor_passes() {
    let mut findings = Findings::new();
    let page = json(r#"{"tools":[{"description":null}],"nextCursor":null}"#);
    assert_eq!(
        Expect::of("tools/list").check(page.clone(), &mut findings),
        Ok(page)
    );
}

#[test]
fn each_method_says_what_its_answer_must_be() {
    assert_eq!(Expect::of("tools/call"), Expect::Tool);
    assert_eq!(
        Expect::of("resources/templates/list"),
        Expect::ResourceTemplates
    );
    assert_eq!(Expect::of("sampling/createMessage"), Expect::Object);
    for method in [
        "ping",
        "ui/open-link",
        "ui/message",
        "logging/setLevel",
        "anything/else",
        "",
    ] {
        assert_eq!(Expect::of(method), Expect::Nothing, "{method}");
    }
}

/// In a page an object can contain itself: unwrapping must end by itself.
#[test]
fn a_result_is_unwrapped_a_few_times_only() {
    let layers = 400;
    let result = json(&format!(
        "{}{{}}{}",
        r#"{"result":"#.repeat(layers),
        "}".repeat(layers)
    ));
    let mut findings = Findings::new();
    let _ = ToolResult::read(result, &mut findings);
    let unwrapped = findings
        .iter()
        .filter(|finding| finding.oddity == Oddity::Wrapped)
        .count();
    assert!((1..=16).contains(&unwrapped), "unwrapped {unwrapped} times");
}

#[test]
fn oddities_of_one_place_are_one_diagnostic() {
    let mut findings = Findings::new();
    for index in 0..3 {
        findings.add_item(Oddity::BlockType, Path::Content, index);
    }
    findings.add(Oddity::BlockType, Path::ParamsContent);
    let mut diagnostics = Diagnostics::new();
    let counted: Vec<_> = findings
        .iter()
        .map(|finding| diagnostics.count(*finding).expect("room"))
        .collect();
    assert_eq!(counted.last().map(|other| other.count), Some(1));
    let entries: Vec<_> = diagnostics
        .iter()
        .map(|Diagnostic { finding, count }| (finding.path, finding.index(), *count))
        .collect();
    // The first of them stands for all.
    assert_eq!(
        entries,
        [(Path::Content, Some(0), 3), (Path::ParamsContent, None, 1)]
    );
}

#[test]
fn diagnostics_are_bounded_and_known_ones_still_counted() {
    let oddities = [
        Oddity::JsonrpcMissing,
        Oddity::IdNull,
        Oddity::IdFraction,
        Oddity::IdType,
        Oddity::IdSpelled,
        Oddity::IdUnsafe,
        Oddity::MethodType,
        Oddity::ParamsType,
        Oddity::ResultAndError,
        Oddity::Depth,
    ];
    let paths = [
        Path::Root,
        Path::Jsonrpc,
        Path::Id,
        Path::Method,
        Path::Params,
        Path::Arguments,
        Path::ProgressToken,
        Path::RequestId,
        Path::Error,
        Path::Result,
    ];
    let mut diagnostics = Diagnostics::new();
    let all: Vec<_> = oddities
        .into_iter()
        .flat_map(|oddity| paths.map(|path| Finding::new(oddity, path)))
        .collect();
    assert_eq!(all.len(), Diagnostics::LIMIT);
    for finding in &all {
        assert!(diagnostics.count(*finding).is_some());
    }
    let further = Finding::new(Oddity::Depth, Path::Tools);
    assert_eq!(diagnostics.count(further), None);
    assert_eq!(diagnostics.count(all[0]).map(|known| known.count), Some(2));
    assert_eq!(diagnostics.iter().count(), Diagnostics::LIMIT);
}
