//! Results that are kept for a while.

use crate::desk::Desk;

const DAY: f64 = 86_400_000.0;

/// Calls, and says whether the server was asked; if so it answers that, with a time to live.
fn asks_with(desk: &mut Desk, method: &str, params: &str, ttl: &str) -> bool {
    let frames = desk.frames().count();
    let call = desk.call(method, params);
    let asked = desk.frames().count() > frames;
    if asked {
        let id = desk.id(call) as u32;
        desk.result(id, &format!(r#"{{"tools":[],"prompts":[],"contents":[],"resources":[],"resourceTemplates":[],"ttlMs":{ttl}}}"#));
    }
    assert_eq!(desk.ends(call).len(), 1);
    assert!(
        desk.end(call).starts_with(r#"{"tools":[]"#),
        "{}",
        desk.end(call)
    );
    asked
}

fn asks(desk: &mut Desk, method: &str, params: &str) -> bool {
    asks_with(desk, method, params, "1000")
}

#[test]
fn what_may_be_kept_is_not_asked_for_again_before_its_time() {
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    ] {
        let mut desk = Desk::modern();
        let params = r#"{"uri":"a"}"#;
        let params = if method == "resources/read" {
            params
        } else {
            ""
        };
        assert!(asks(&mut desk, method, params));
        desk.wait(999.0);
        assert!(!asks(&mut desk, method, params), "{method}");
        desk.wait(1.0);
        assert!(asks(&mut desk, method, params), "{method}");
    }
}

#[test]
fn nothing_else_is_kept() {
    for method in [
        "tools/call",
        "prompts/get",
        "completion/complete",
        "server/discover",
        "x",
    ] {
        let mut desk = Desk::modern();
        for _ in 0..2 {
            let call = desk.call(method, r#"{"name":"a"}"#);
            let id = desk.id(call) as u32;
            assert!(id > 0, "{method}");
            desk.result(id, r#"{"content":[],"messages":[],"ttlMs":1000}"#);
        }
        assert_eq!(desk.frames().count(), 3);
    }
    // Versions before have nothing that is kept.
    let mut desk = Desk::legacy();
    assert!(asks(&mut desk, "tools/list", "") && asks(&mut desk, "tools/list", ""));
}

#[test]
fn a_time_that_is_none_is_none() {
    for ttl in ["0", "-1", "null", "\"1000\"", "[]", "{}"] {
        let mut desk = Desk::modern();
        assert!(asks_with(&mut desk, "tools/list", "", ttl));
        assert!(asks(&mut desk, "tools/list", ""), "{ttl}");
    }
    for ttl in ["1e400", "1e300"] {
        let mut desk = Desk::modern();
        assert!(asks_with(&mut desk, "tools/list", "", ttl));
        desk.wait(DAY - 1.0);
        assert!(!asks(&mut desk, "tools/list", ""), "{ttl}");
        desk.wait(1.0);
        assert!(asks(&mut desk, "tools/list", ""), "a day is the longest");
    }
}

#[test]
fn an_error_is_not_kept() {
    let mut desk = Desk::modern();
    desk.call("tools/list", "");
    desk.error(2, r#"{"code":1,"message":"","ttlMs":1000}"#);
    desk.call("tools/list", "");
    desk.result(3, r#"{"ttlMs":1000}"#);
    assert!(desk.end(1).starts_with("invalid"));
    assert!(asks(&mut desk, "tools/list", ""));
}

#[test]
fn each_page_and_each_address_is_kept_by_itself() {
    let mut desk = Desk::modern();
    for params in [
        "",
        r#"{"cursor":""}"#,
        r#"{"cursor":"a"}"#,
        r#"{"cursor":"1"}"#,
    ] {
        assert!(asks(&mut desk, "tools/list", params));
        assert!(asks(&mut desk, "prompts/list", params));
    }
    assert!(!asks(&mut desk, "tools/list", r#"{"cursor":"a"}"#));
    assert!(
        !asks(&mut desk, "tools/list", "{}"),
        "no params and none in them"
    );
    assert!(
        !asks(&mut desk, "tools/list", r#"{"_meta":{"a":1}}"#),
        "_meta asks for nothing"
    );
    for uri in ["a", "b", "A"] {
        assert!(asks(
            &mut desk,
            "resources/read",
            &format!(r#"{{"uri":"{uri}"}}"#)
        ));
    }
    assert!(!asks(&mut desk, "resources/read", r#"{"uri":"b"}"#));
}

#[test]
fn params_that_are_not_the_protocols_ask_for_something_else() {
    let mut desk = Desk::modern();
    assert!(asks(&mut desk, "tools/list", ""));
    assert!(asks(&mut desk, "tools/list", r#"{"com.example/tag":"x"}"#));
    assert!(asks(&mut desk, "tools/list", r#"{"com.example/tag":"x"}"#));
    assert!(!asks(&mut desk, "tools/list", ""));
}

#[test]
fn a_list_that_has_changed_is_asked_for_again() {
    for (list, stale, fresh) in [
        (
            "tools",
            vec!["tools/list"],
            vec!["prompts/list", "resources/list", "resources/templates/list"],
        ),
        (
            "prompts",
            vec!["prompts/list"],
            vec!["tools/list", "resources/list", "resources/templates/list"],
        ),
        (
            "resources",
            vec!["resources/list", "resources/templates/list"],
            vec!["tools/list", "prompts/list"],
        ),
    ] {
        for method in [
            format!("notifications/{list}/list_changed"),
            format!("{list}/list_changed"),
        ] {
            let mut desk = Desk::modern();
            for method in stale.iter().chain(&fresh) {
                asks(&mut desk, method, "");
                asks(&mut desk, method, r#"{"cursor":"a"}"#);
            }
            desk.told(&method, "{}");
            for other in &fresh {
                assert!(!asks(&mut desk, other, ""), "{method}: {other}");
            }
            for own in &stale {
                assert!(asks(&mut desk, own, ""), "{method}: {own}");
                assert!(asks(&mut desk, own, r#"{"cursor":"a"}"#), "each page of it");
            }
        }
    }
}

#[test]
fn a_resource_that_was_updated_is_read_again() {
    let mut desk = Desk::modern();
    let read =
        |desk: &mut Desk, uri: &str| asks(desk, "resources/read", &format!(r#"{{"uri":"{uri}"}}"#));
    read(&mut desk, "a");
    read(&mut desk, "b");
    desk.told("notifications/resources/updated", r#"{"uri":"a"}"#);
    assert!(!read(&mut desk, "b") && read(&mut desk, "a"));
    // Which one is not said.
    desk.told("notifications/resources/updated", "{}");
    assert!(read(&mut desk, "b") && read(&mut desk, "a"));
}

/// The answer may be older than the news.
#[test]
fn what_was_asked_for_before_the_change_is_not_kept() {
    for (method, params, news) in [
        ("tools/list", "", "notifications/tools/list_changed"),
        (
            "resources/read",
            r#"{"uri":"a"}"#,
            "notifications/resources/updated",
        ),
    ] {
        let mut desk = Desk::modern();
        desk.call(method, params);
        desk.told(news, r#"{"uri":"a"}"#);
        desk.result(2, r#"{"tools":[],"contents":[],"ttlMs":1000}"#);
        desk.call(method, params);
        assert_eq!(desk.frames().count(), 3, "{method}");
    }
}

#[test]
fn what_came_of_rounds_is_not_kept() {
    for more in ["", r#","requestState":"s""#] {
        let mut desk = Desk::modern();
        desk.call("resources/read", r#"{"uri":"a"}"#);
        desk.result(2, &format!(r#"{{"resultType":"input_required","ttlMs":1000,"inputRequests":{{"a":{{"method":"roots/list"}}}}{more}}}"#));
        desk.answer(1, "{}");
        desk.result(3, r#"{"contents":[],"ttlMs":1000}"#);
        desk.call("resources/read", r#"{"uri":"a"}"#);
        assert_eq!(desk.frames().count(), 4);
    }
    let mut desk = Desk::modern();
    desk.call("resources/read", r#"{"uri":"a"}"#);
    desk.result(
        2,
        r#"{"resultType":"input_required","ttlMs":1000,"requestState":"s"}"#,
    );
    desk.wait(250.0);
    desk.result(3, r#"{"contents":[],"ttlMs":1000}"#);
    desk.call("resources/read", r#"{"uri":"a"}"#);
    assert_eq!(desk.frames().count(), 4);
}

#[test]
fn what_is_kept_is_limited_and_ends_with_the_connection() {
    let mut desk = Desk::modern();
    for uri in 0..65 {
        assert!(asks(
            &mut desk,
            "resources/read",
            &format!(r#"{{"uri":"{uri}"}}"#)
        ));
    }
    assert!(!asks(&mut desk, "resources/read", r#"{"uri":"64"}"#));
    assert!(!asks(&mut desk, "resources/read", r#"{"uri":"1"}"#));
    assert!(
        asks(&mut desk, "resources/read", r#"{"uri":"0"}"#),
        "the oldest made room"
    );
    desk.close();
    let call = desk.call("resources/read", r#"{"uri":"64"}"#);
    assert_eq!(desk.end(call), "closed");
}
