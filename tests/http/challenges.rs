//! `WWW-Authenticate`, well-formed and otherwise.

use mcp_widget::http::challenge::{Bearer, bearer, challenges};
use proptest::prelude::*;

/// The challenges in one line: `Scheme(name=value;name=value)`.
fn told(header: &str) -> String {
    let all = challenges(header).into_iter().map(|challenge| {
        let params: Vec<String> = challenge
            .params
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!("{}({})", challenge.scheme, params.join(";"))
    });
    all.collect::<Vec<_>>().join(" ")
}

#[test]
fn by_the_grammar() {
    for (header, expected) in [
        ("Bearer", "Bearer()"),
        ("Basic realm=\"a b\"", "Basic(realm=a b)"),
        ("Basic Realm=a", "Basic(realm=a)"),
        (r#"Digest a="b", c = d ,e="f""#, "Digest(a=b;c=d;e=f)"),
        (r#"A a="x\"y\\z", b="\ü""#, r#"A(a=x"y\z;b=ü)"#),
        (r#"A a="", b="b, C d=e""#, "A(a=;b=b, C d=e)"),
        ("Negotiate YWJj/+-._~==", "Negotiate(=YWJj/+-._~==)"),
        (
            "Negotiate YWJj, Basic realm=a",
            "Negotiate(=YWJj) Basic(realm=a)",
        ),
        ("Basic, Bearer, Negotiate", "Basic() Bearer() Negotiate()"),
        (
            r#"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#,
            r#"Newauth(realm=apps;type=1;title=Login to "apps") Basic(realm=simple)"#,
        ),
        (",, A b=c,,,d=e, , B ,", "A(b=c;d=e) B()"),
        ("A b== \t, C", "A(=b==) C()"),
        ("A\tb=c\t,\td=e", "A(b=c;d=e)"),
        ("A b=c, D e=f, e=g", "A(b=c) D(e=f;e=g)"),
    ] {
        assert_eq!(told(header), expected, "{header}");
    }
}

#[test]
fn as_it_must_be_meant() {
    for (header, expected) in [
        ("", ""),
        (" , ,", ""),
        // No commas.
        (
            r#"Bearer realm="a" scope="b c" error=d"#,
            "Bearer(realm=a;scope=b c;error=d)",
        ),
        ("Basic Bearer a=b", "Basic() Bearer(a=b)"),
        // No quotes.
        (
            "Bearer resource_metadata=https://a.example/b?c=d, scope=e",
            "Bearer(resource_metadata=https://a.example/b?c=d;scope=e)",
        ),
        // No end.
        (r#"A b="c"#, "A(b=c)"),
        (r#"A b="c\"#, "A(b=c)"),
        (r#"A b=""#, "A(b=)"),
        ("A b", "A(=b)"),
        ("A b=", "A(=b=)"),
        ("A b=c, d=", "A(b=c;d=)"),
        // No name, and no scheme.
        (r#"A "b, C d=e", f=g"#, "A(f=g)"),
        (r#"A , ="b", c=d"#, "A(c=d)"),
        (r#"a=b, c="d, E f=g""#, ""),
        ("a=b, C d=e", "C(d=e)"),
        ("ü A b=c ü, d=ü", "A(b=c;d=ü)"),
        (r#"A b=c; d="e"; f=g"#, "A(b=c;d=e;f=g)"),
        ("A (b) c=d", "A() b(c=d)"),
        ("A b==c", "A(b==c)"),
        ("A/b, C d=e", "A() b() C(d=e)"),
    ] {
        assert_eq!(told(header), expected, "{header}");
    }
}

#[test]
fn a_bearer_is_found_among_others() {
    let header = r#"Basic scope=no, bearer error="insufficient_scope", scope="a b", resource_metadata="https://example.com/m", error_description="More, please""#;
    let expected = Bearer {
        resource_metadata: Some("https://example.com/m".into()),
        scope: Some("a b".into()),
        error: Some("insufficient_scope".into()),
        error_description: Some("More, please".into()),
    };
    assert_eq!(bearer(header), Some(expected));
    assert_eq!(bearer("BEARER"), Some(Bearer::default()));
    assert_eq!(bearer("Basic realm=\"Bearer scope=a\""), None);
    assert_eq!(bearer(""), None);
}

#[test]
fn two_bearers_complete_each_other_and_the_first_counts() {
    let found = bearer("Bearer scope=a, scope=b, Bearer scope=c, error=d").expect("there");
    assert_eq!(found.scope.as_deref(), Some("a"));
    assert_eq!(found.error.as_deref(), Some("d"));
}

/// Quotes a value, with every character escaped that has to be, and others by choice.
fn quoted(value: &str, all: bool) -> String {
    let mut text = String::from("\"");
    for char in value.chars() {
        if all || matches!(char, '"' | '\\') {
            text.push('\\');
        }
        text.push(char);
    }
    text + "\""
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        written in prop::collection::vec(
            ("[A-Za-z][A-Za-z0-9-]{0,5}", prop::collection::vec(("[a-z_]{1,6}", r"[ -~é😀]{0,9}", any::<bool>()), 0..4)),
            0..4,
        ),
        comma in "[ \t,]{0,2},[ \t,]{0,2}",
    ) {
        let mut parts = Vec::new();
        for (scheme, params) in &written {
            let mut params = params.iter().map(|(name, value, all)| format!("{name}={}", quoted(value, *all)));
            parts.push(params.next().map_or_else(|| scheme.clone(), |first| format!("{scheme} {first}")));
            parts.extend(params);
        }
        let read = challenges(&parts.join(&comma));
        prop_assert_eq!(read.len(), written.len());
        for (challenge, (scheme, params)) in read.iter().zip(&written) {
            prop_assert_eq!(&challenge.scheme, scheme);
            let params: Vec<_> = params.iter().map(|(name, value, _)| (name.clone(), value.clone())).collect();
            prop_assert_eq!(&challenge.params, &params);
        }
    }

    #[test]
    fn anything_may_come(header in r#"\PC{0,60}|[A-b ,="\\/;ü\t-]{0,60}"#) {
        let found = challenges(&header);
        let length: usize = found
            .iter()
            .map(|challenge| challenge.scheme.len() + challenge.params.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>())
            .sum();
        prop_assert!(length <= header.len());
        prop_assert_eq!(bearer(&header).is_some(), found.iter().any(|challenge| challenge.scheme.eq_ignore_ascii_case("bearer")));
    }
}
