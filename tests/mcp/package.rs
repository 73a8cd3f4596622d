//! What stands a second time in the package's TypeScript is the same there.

use mcp_widget::client::Version;
use mcp_widget::rpc::Status;

/// The texts of a list in the client's TypeScript.
fn list(name: &str) -> Vec<String> {
    let path = format!(
        "{}/pkg-template/ts/client/client.ts",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).expect(&path);
    let (_, rest) = text.split_once(name).expect(name);
    let (_, rest) = rest.split_once("= [").expect(name);
    let (list, _) = rest.split_once(']').expect(name);
    let items = list
        .split(", ")
        .map(|item| item.trim_matches('"').to_owned());
    items.collect()
}

#[test]
fn versions_and_statuses_are_the_same() {
    assert_eq!(list("const VERSIONS"), Version::ALL.map(Version::as_str));
    let statuses = Status::ALL.map(|status| format!("{status:?}").to_lowercase());
    assert_eq!(list("const STATUSES"), statuses);
}

/// Changes of lists are told by their numbers.
#[test]
fn lists_are_told_in_the_same_order() {
    for (index, name) in list("const LISTS").iter().enumerate() {
        let method = name.trim_end_matches("changed");
        let mut desk = crate::desk::Desk::modern();
        desk.told(&format!("notifications/{method}/list_changed"), "{}");
        desk.wait(300.0);
        assert_eq!(desk.log().last(), Some(&format!("changed {index}")));
    }
}
