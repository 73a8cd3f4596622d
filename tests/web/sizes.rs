//! What the host is told of sizes. The pages are those that the package does too; each has the module of the tests once more.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use mcp_widget::{Subscription, Widget};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Delivery, Host, get, js, json, number, sleep, turn};

const HOST: &str = include_str!("sizes.mjs");
const CASES: &str = include_str!("../engines/support/sizes.mjs");

/// A widget for a page in a frame.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FrameWidget {
    widget: Widget,
    resizing: RefCell<Option<Subscription>>,
}

#[wasm_bindgen]
impl FrameWidget {
    #[wasm_bindgen(constructor)]
    pub fn new(auto_resize: bool, noted: js_sys::Function) -> Self {
        let builder = Widget::builder("sizes", "1");
        let widget = if auto_resize {
            builder.connect()
        } else {
            builder.auto_resize(false).connect()
        };
        widget
            .on_diagnostic(move |diagnostic| {
                let code = diagnostic.finding.oddity.code();
                noted
                    .call1(&JsValue::UNDEFINED, &code.into())
                    .expect("posted");
            })
            .forget();
        Self {
            widget,
            resizing: RefCell::default(),
        }
    }

    pub async fn ready(&self) {
        self.widget.ready().await.expect("the handshake");
    }

    pub fn close(&self) {
        self.widget.close();
    }

    pub fn resize(&self) {
        self.resizing.replace(Some(self.widget.auto_resize()));
    }

    pub fn stay(&self) {
        self.resizing.replace(None);
    }
}

#[wasm_bindgen_test]
async fn pages_have_the_heights_that_the_package_finds() {
    let run = Function::new_with_args(
        "host, cases",
        "const load = (text) => import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
         return Promise.all([load(host), load(cases)]).then(([{ pages }, cases]) => pages(cases));",
    );
    let outcome: Promise = run
        .call2(&JsValue::UNDEFINED, &HOST.into(), &CASES.into())
        .expect("a promise")
        .into();
    let outcome = JsFuture::from(outcome).await.expect("an outcome");
    let failures: Array = get(&outcome, "failures").into();
    let failures: Vec<_> = failures
        .iter()
        .filter_map(|text| text.as_string())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(number(&outcome, "count") > 50.0);
}

/// How many observers and listeners there are in the page, of those that are made from here on: earlier widgets may still observe.
fn watchers() -> impl Fn() -> f64 {
    let count = js("(() => {
        let count = 0;
        for (const name of ['ResizeObserver', 'MutationObserver']) {
            const observing = new Set();
            window[name] = class extends window[name] {
                observe(...what) { if (!observing.has(this)) count++; observing.add(this); super.observe(...what); }
                disconnect() { if (observing.delete(this)) count--; super.disconnect(); }
            };
        }
        for (const target of [window, document]) {
            const { addEventListener: add, removeEventListener: remove } = target;
            const counts = (type) => /^(resize|load|.*end)$/.test(type);
            target.addEventListener = function (type) { count += counts(type); return add.apply(this, arguments); };
            target.removeEventListener = function (type) { count -= counts(type); return remove.apply(this, arguments); };
        }
        return () => count;
    })()");
    move || {
        let count: &Function = count.unchecked_ref();
        let count = count.call0(&JsValue::UNDEFINED).expect("a number");
        count.as_f64().expect("a number")
    }
}

/// Waits until the host has heard of so many sizes, and no more come.
async fn told(host: &Host, count: usize) -> Vec<JsValue> {
    let sizes = || host.sent("ui/notifications/size-changed");
    for _ in 0..150 {
        if sizes().len() >= count {
            break;
        }
        sleep(20.0).await;
    }
    sleep(60.0).await;
    assert_eq!(sizes().len(), count);
    sizes()
}

fn block(height: &str) -> JsValue {
    let block = js("document.body.appendChild(document.createElement('div'))");
    crate::support::with(&block, &format!("it.style.height = '{height}'"));
    block
}

#[wasm_bindgen_test]
async fn it_goes_on_until_its_guard_is_dropped_or_the_widget_is_closed() {
    let watching = watchers();
    for closes in [false, true] {
        let (host, widget) = Host::ready(Delivery::Inside).await;
        let first = block("40px");
        told(&host, 0).await;
        assert_eq!(watching(), 0.0, "it was turned off");
        let resizing = widget.auto_resize();
        let also = widget.auto_resize();
        told(&host, 1).await;
        assert_eq!(watching(), 6.0, "once is enough");
        let block = block("500px");
        told(&host, 2).await;
        if closes {
            widget.close();
        } else {
            drop(resizing);
        }
        assert_eq!(watching(), 0.0);
        crate::support::with(&first, "it.remove()");
        crate::support::with(&block, "it.style.height = '90px'");
        told(&host, 2).await;
        // One that is over ends no other.
        let again = widget.auto_resize();
        drop(also);
        told(&host, if closes { 2 } else { 3 }).await;
        let same = widget.auto_resize();
        assert_eq!(watching(), if closes { 0.0 } else { 6.0 });
        drop(same);
        drop(again);
        assert_eq!(watching(), 0.0);
        crate::support::with(&block, "it.remove()");
        widget.close();
    }
}

#[wasm_bindgen_test]
async fn a_widget_does_it_by_itself_once_there_is_a_context() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect_as(Widget::builder("sizes", "1"));
    told(&host, 0).await;
    let block = block("40px");
    host.say(&host.only("ui/initialize").result(&js(
        "{ protocolVersion: '2026-01-26', hostInfo: { name: 'h', version: '1' }, hostCapabilities: {}, hostContext: {} }",
    )));
    let sent = told(&host, 1).await;
    assert!(
        number(&sent[0], "params.height") >= 40.0,
        "{}",
        json(&sent[0])
    );
    // What the host says counts at once.
    host.tell(
        "ui/notifications/host-context-changed",
        "{ containerDimensions: { maxHeight: 30 } }",
    );
    let sent = told(&host, 2).await;
    assert_eq!(json(&get(&sent[1], "params")), r#"{"height":30}"#);
    host.tell(
        "ui/notifications/host-context-changed",
        "{ containerDimensions: null, viewport: { height: 10, maxHeight: 20 } }",
    );
    let sent = told(&host, 3).await;
    assert_eq!(json(&get(&sent[2], "params")), r#"{"height":20}"#);
    crate::support::with(&block, "it.remove()");
    widget.close();
}

#[wasm_bindgen_test]
async fn it_may_end_while_it_sends() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    let guard = Rc::new(RefCell::new(None));
    let ending = Rc::clone(&guard);
    host.on("ui/notifications/size-changed", move |_| {
        drop(ending.take());
        Vec::new()
    });
    let block = block("500px");
    guard.replace(Some(widget.auto_resize()));
    told(&host, 1).await;
    crate::support::with(&block, "it.style.height = '400px'");
    told(&host, 1).await;
    crate::support::with(&block, "it.remove()");
    turn().await;
    widget.close();
}
