//! The host's look on the page.

use js_sys::Function;
use mcp_widget::Widget;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Delivery, Host, js, json, soon, turn, with};

const FACE: &str = "'@font-face { font-family: \"Host Sans\"; src: local(\"Arial\"); }'";

/// What there is on the root: attributes, properties, fonts.
fn look() -> String {
    json(&js("(() => {
        const root = document.documentElement;
        const seen = {};
        for (const { name, value } of root.attributes) if (name !== 'style') seen[name] = value;
        for (const name of root.style) seen[name] = root.style.getPropertyValue(name);
        for (const style of document.querySelectorAll('#__mcp-host-fonts')) seen.fonts = style.textContent;
        return Object.fromEntries(Object.entries(seen).sort());
    })()"))
}

fn run(script: &str) {
    Function::new_no_args(script)
        .call0(&JsValue::UNDEFINED)
        .expect("a script");
}

/// The page as no test has left it.
fn clean() {
    run("const root = document.documentElement;
         for (const { name } of [...root.attributes]) root.removeAttribute(name);");
}

/// A host with this context, and a widget that knows it.
async fn ready(context: &'static str) -> (Host, Widget) {
    let host = Host::silent(Delivery::Inside);
    host.on("ui/initialize", move |request| {
        let result = js(&format!(
            "{{ protocolVersion: '2026-01-26', hostInfo: {{ name: 'h', version: '1' }}, hostCapabilities: {{}}, hostContext: {context} }}"
        ));
        vec![request.result(&result)]
    });
    let widget = host.connect();
    soon(widget.ready()).await.expect("the handshake");
    (host, widget)
}

fn change(host: &Host, context: &str) {
    host.tell("ui/notifications/host-context-changed", context);
}

#[wasm_bindgen_test]
async fn all_of_a_context_is_applied_and_all_of_it_goes() {
    clean();
    let (host, widget) = ready(
        "{ theme: 'dark',
           styles: { variables: { '--of-tomorrow': '7px', color: 'red', '--n': 5 }, css: { fonts: '@font-face { font-family: \"Host Sans\"; src: local(\"Arial\"); }' } },
           safeAreaInsets: { top: 1, right: 2.5, bottom: 150, left: 0 },
           containerDimensions: { width: 720, maxHeight: 767.5 },
           displayMode: 'fullscreen', locale: 'de_AT' }",
    )
    .await;
    let following = widget.apply_host_styles();
    let face = js(FACE);
    assert_eq!(
        look(),
        format!(
            "{{\"--host-max-height\":\"767.5px\",\"--host-safe-area-inset-bottom\":\"150px\",\"--host-safe-area-inset-left\":\"0px\",\"--host-safe-area-inset-right\":\"2.5px\",\"--host-safe-area-inset-top\":\"1px\",\"--host-width\":\"720px\",\"--of-tomorrow\":\"7px\",\"color-scheme\":\"dark\",\"data-display-mode\":\"fullscreen\",\"data-theme\":\"dark\",\"fonts\":{},\"lang\":\"de-AT\"}}",
            json(&face)
        )
    );
    // A change says what changed; what it does not name stays.
    change(&host, "{ theme: 'light', displayMode: 'inline' }");
    assert!(
        look().contains(
            r#""color-scheme":"light","data-display-mode":"inline","data-theme":"light""#
        )
    );
    assert!(look().contains(r#""--of-tomorrow":"7px""#));
    change(
        &host,
        "{ theme: 'sepia', styles: {}, safeAreaInsets: { top: '1px', right: -1, bottom: NaN, left: Infinity }, containerDimensions: { width: 0.5, maxWidth: 300 }, displayMode: 5, locale: 'no language' }",
    );
    assert_eq!(look(), r#"{"--host-max-width":"300px"}"#);
    // Hosts of drafts say how large the frame is, too.
    change(
        &host,
        "{ containerDimensions: null, viewport: { width: 500, height: 300, maxHeight: 800 } }",
    );
    assert_eq!(look(), r#"{"--host-max-height":"800px"}"#);
    change(&host, "{ containerDimensions: { width: 9 } }");
    assert_eq!(look(), r#"{"--host-width":"9px"}"#);
    change(&host, "{ containerDimensions: {}, viewport: null }");
    assert_eq!(look(), "{}");
    drop(following);
    widget.close();
}

#[wasm_bindgen_test]
async fn what_stood_there_before_comes_back_and_what_the_page_sets_stays() {
    clean();
    run("const root = document.documentElement;
         root.lang = 'fr';
         root.style.cssText = '--own: 1px; --both: 2px; color-scheme: light dark';");
    let (host, widget) = ready(
        "{ theme: 'dark', locale: 'de', styles: { variables: { '--both': '3px', '--a': '4px', '--b': '5px' } } }",
    )
    .await;
    let _following = widget.apply_host_styles();
    assert_eq!(
        look(),
        r#"{"--a":"4px","--b":"5px","--both":"3px","--own":"1px","color-scheme":"dark","data-theme":"dark","lang":"de"}"#
    );
    // What is the same is not put again, nor taken away.
    run("const root = document.documentElement;
         root.style.setProperty('--b', '7px');
         root.style.setProperty('--a', '8px');
         root.dataset.theme = 'own';");
    change(&host, "{ locale: 'it' }");
    assert!(
        look().contains(r#""data-theme":"own","lang":"it""#),
        "{}",
        look()
    );
    assert!(look().contains(r#""--a":"8px","--b":"7px""#), "{}", look());
    // Another value counts again; one that is gone does not take away the page's.
    change(&host, "{ styles: { variables: { '--a': '9px' } } }");
    assert_eq!(
        look(),
        r#"{"--a":"9px","--b":"7px","--both":"2px","--own":"1px","color-scheme":"dark","data-theme":"own","lang":"it"}"#
    );
    change(&host, "{ theme: null, locale: null, styles: null }");
    assert_eq!(
        look(),
        r#"{"--a":"8px","--b":"7px","--both":"2px","--own":"1px","color-scheme":"light dark","data-theme":"own","lang":"fr"}"#
    );
    clean();
    widget.close();
}

#[wasm_bindgen_test]
async fn what_the_browser_does_not_take_leaves_nothing_behind() {
    clean();
    let (host, widget) = ready("{ styles: { variables: { '--a': '1px' } } }").await;
    let _following = widget.apply_host_styles();
    assert_eq!(look(), r#"{"--a":"1px"}"#);
    change(
        &host,
        "{ styles: { variables: { '--a': '}', '--b': 'red; --c: red' } } }",
    );
    assert_eq!(look(), "{}");
    widget.close();
}

#[wasm_bindgen_test]
async fn a_getter_that_throws_takes_nothing_else_with_it() {
    clean();
    let (host, widget) = ready("{}").await;
    let _following = widget.apply_host_styles();
    change(
        &host,
        "{ displayMode: 'pip',
           styles: { variables: { '--a': '1px', get '--b'() { throw 1 }, '--c': '3px' }, get css() { throw 2 } },
           safeAreaInsets: { top: 1, get right() { throw 3 }, bottom: 3 } }",
    );
    assert_eq!(
        look(),
        r#"{"--a":"1px","--c":"3px","--host-safe-area-inset-bottom":"3px","--host-safe-area-inset-top":"1px","data-display-mode":"pip"}"#
    );
    for odd in [
        "null",
        "true",
        "5",
        "5n",
        "'--a'",
        "Symbol()",
        "[]",
        "['dark']",
        "{}",
        "() => 'dark'",
        "new String('dark')",
        "Object.create(null)",
        "Object.create({ '--x': '1px', theme: 'dark' })",
        "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
        "new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 }, has() { throw 1 } })",
    ] {
        for at in [
            "theme: X",
            "locale: X",
            "displayMode: X",
            "safeAreaInsets: X",
            "containerDimensions: X",
            "styles: X",
            "styles: { variables: X, css: X }",
            "styles: { css: { fonts: X }, variables: { '--y': X } }",
        ] {
            change(
                &host,
                "{ displayMode: null, safeAreaInsets: null, styles: null }",
            );
            let member = at.replace('X', odd);
            change(&host, &format!("{{ {member} }}"));
            let text = at.starts_with("locale") || at.starts_with("displayMode");
            let counts = at.contains("'--y'") || (text && odd.starts_with('\''));
            if !counts {
                assert_eq!(look(), "{}", "{member}");
            }
        }
        change(
            &host,
            "{ theme: null, locale: null, displayMode: null, styles: null }",
        );
    }
    change(&host, "{ styles: null }");
    assert_eq!(look(), "{}");
    widget.close();
}

#[wasm_bindgen_test]
async fn the_newest_leads_and_then_the_one_before_it() {
    clean();
    let (first, one) = ready("{ theme: 'dark' }").await;
    let (second, two) = ready("{ theme: 'light', locale: 'de' }").await;
    let _one = one.apply_host_styles();
    let of_two = two.apply_host_styles();
    let again = two.apply_host_styles();
    assert!(look().contains("light"));
    change(&first, "{ theme: 'dark', displayMode: 'pip' }");
    assert!(look().contains("light"), "the newest leads");
    assert!(!look().contains("pip"));
    drop(of_two);
    assert!(look().contains("light"));
    change(&second, "{ locale: 'it' }");
    assert!(look().contains(r#""lang":"it""#));
    // A widget that is closed follows nobody.
    two.close();
    drop(again);
    assert_eq!(
        look(),
        r#"{"color-scheme":"dark","data-display-mode":"pip","data-theme":"dark"}"#
    );
    // The last one leaves what it has applied, and somebody who comes later takes it away.
    one.close();
    assert!(look().contains("pip"));
    change(&first, "{ theme: 'light' }");
    assert!(look().contains("dark"));
    let (_third, three) = ready("{ locale: 'fr' }").await;
    let _three = three.apply_host_styles();
    assert_eq!(look(), r#"{"lang":"fr"}"#);
    three.close();
    // One that is closed already is applied, and followed no more.
    let _none = one.apply_host_styles();
    assert!(look().contains("pip"));
    clean();
}

#[wasm_bindgen_test]
async fn it_is_applied_when_the_host_is_known_before_others_hear_of_it() {
    clean();
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    let seen = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let (ready, changed) = (std::rc::Rc::clone(&seen), std::rc::Rc::clone(&seen));
    let _ready = widget.on_status_change(move |_| ready.borrow_mut().push(look()));
    let _changed = widget.on_host_context_changed(move |_| changed.borrow_mut().push(look()));
    let dropped = widget.apply_host_styles();
    let _following = widget.apply_host_styles();
    drop(dropped);
    turn().await;
    assert_eq!(look(), "{}");
    host.say(&host.only("ui/initialize").result(&js(
        "{ protocolVersion: '2026-01-26', hostInfo: { name: 'h', version: '1' }, hostCapabilities: {}, hostContext: { locale: 'de' } }",
    )));
    change(&host, "{ locale: 'fr' }");
    assert_eq!(*seen.borrow(), [r#"{"lang":"de"}"#, r#"{"lang":"fr"}"#]);
    widget.close();
    clean();
}

#[wasm_bindgen_test]
async fn what_is_the_same_is_not_touched_and_fonts_are_one_element() {
    clean();
    let (host, widget) = ready("{ theme: 'dark', styles: { css: { fonts: 'a{}' } } }").await;
    let _following = widget.apply_host_styles();
    let records = js("(() => {
        const observer = new MutationObserver(() => {});
        observer.observe(document.documentElement, { attributes: true });
        observer.observe(document.head, { childList: true, subtree: true, characterData: true });
        return observer;
    })()");
    let count = || with(&records, "it.takeRecords().length").as_f64();
    change(
        &host,
        "{ theme: 'dark', styles: { css: { fonts: 'a{}' } }, 'x/own': 1 }",
    );
    assert_eq!(count(), Some(0.0));
    change(&host, "{ styles: { css: { fonts: 'b{}' } } }");
    assert_eq!(count(), Some(2.0), "one element goes and one comes");
    assert!(look().contains(r#""fonts":"b{}""#));
    change(&host, "{ styles: null, theme: null }");
    assert_eq!(look(), "{}");
    with(&records, "it.disconnect()");
    widget.close();
}

#[wasm_bindgen_test]
async fn a_page_that_comes_back_in_finds_the_newest_in_the_end() {
    clean();
    let (host, widget) = ready("{}").await;
    let _following = widget.apply_host_styles();
    // A page that looks at what is written, and has the host say more at once.
    let again = Closure::<dyn Fn()>::new({
        let host = host.clone();
        move || change(&host, "{ theme: 'light', locale: 'fr' }")
    });
    with(
        again.as_ref(),
        "(window.__set = Element.prototype.setAttribute, Element.prototype.setAttribute = function (...all) {
            Element.prototype.setAttribute = window.__set;
            this.setAttribute(...all);
            it();
        })",
    );
    change(&host, "{ theme: 'dark', locale: 'de', displayMode: 'pip' }");
    assert_eq!(
        look(),
        r#"{"color-scheme":"light","data-display-mode":"pip","data-theme":"light","lang":"fr"}"#
    );
    widget.close();
    clean();
}

#[wasm_bindgen_test]
async fn what_is_no_language_tag_is_none() {
    clean();
    let (host, widget) = ready("{}").await;
    let _following = widget.apply_host_styles();
    for tag in [
        "de",
        "zh_Hant-TW",
        "x12345678",
        "abcdefghi",
        "a",
        "",
        "-",
        "de-",
        "-de",
        "de--at",
        "d3",
        "de-123456789",
        "sr-Latn-1",
        "de AT",
        "dé",
    ] {
        change(&host, "{ locale: null }");
        change(&host, &format!("{{ locale: '{tag}' }}"));
        let is_tag = ["de", "zh_Hant-TW", "sr-Latn-1"].contains(&tag);
        let lang = format!(r#"{{"lang":"{}"}}"#, tag.replace('_', "-"));
        assert_eq!(look(), if is_tag { lang } else { "{}".into() }, "{tag}");
    }
    widget.close();
    clean();
}
