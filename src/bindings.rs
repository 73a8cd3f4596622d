//! Everything that is bound from JavaScript by hand. Functions that may run foreign code (a getter, a Proxy's trap, a caller's
//! function) are `catch`: an exception that unwinds through WebAssembly would leave borrows and handles behind.

#![allow(missing_docs, reason = "the names are JavaScript's own")]

#[cfg(any(feature = "widget", feature = "http"))]
use js_sys::Function;
use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// An object whose members are its own: from structured clone, of our making, or directly below `Object.prototype`.
    pub(crate) type Plain;

    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn jsonrpc(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn id(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn method(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn params(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn result(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn error(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn content(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch, js_name = isError)]
    pub(crate) fn is_error(this: &Plain) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch, js_name = type)]
    pub(crate) fn type_(this: &Plain) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, indexing_getter, catch)]
    pub(crate) fn item(this: &Plain, index: u32) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn length(this: &Plain) -> Result<JsValue, JsValue>;

    /// Stands for a member that cannot be read: a symbol, which no message has.
    #[wasm_bindgen(thread_local_v2, js_namespace = Symbol, js_name = iterator)]
    pub(crate) static UNREADABLE: JsValue;

    #[wasm_bindgen(catch, js_namespace = Object, js_name = hasOwn)]
    pub(crate) fn has_own(object: &JsValue, name: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = keys)]
    pub(crate) fn object_keys(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = entries)]
    pub(crate) fn entries(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = fromEntries)]
    pub(crate) fn from_entries(entries: &Array) -> Result<Object, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    pub(crate) fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = get)]
    pub(crate) fn reflect_get(object: &JsValue, name: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = set)]
    pub(crate) fn reflect_set(
        object: &JsValue,
        name: &JsValue,
        value: &JsValue,
    ) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = stringify)]
    pub(crate) fn json_stringify(value: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = parse)]
    pub(crate) fn json_parse(text: &JsValue) -> Result<JsValue, JsValue>;
}

#[cfg(any(feature = "app", feature = "client"))]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

#[cfg(any(feature = "widget", feature = "http"))]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = setTimeout)]
    pub(crate) fn set_timeout(callback: &Function, milliseconds: f64) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = clearTimeout)]
    pub(crate) fn clear_timeout(timer: &JsValue);
    #[wasm_bindgen(js_namespace = Math)]
    pub(crate) fn random() -> f64;
}

#[cfg(feature = "http")]
#[wasm_bindgen]
extern "C" {
    /// The page's, which it may have replaced: it may throw, and give anything.
    #[wasm_bindgen(catch)]
    pub(crate) fn fetch(request: &web_sys::Request) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = URL)]
    pub(crate) type Address;

    /// Throws if it is none.
    #[wasm_bindgen(constructor, catch, js_class = "URL")]
    pub(crate) fn new(url: &JsValue, base: &JsValue) -> Result<Address, JsValue>;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn href(this: &Address) -> String;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn origin(this: &Address) -> String;

    #[wasm_bindgen(thread_local_v2, js_name = location)]
    static LOCATION: Option<Address>;

    /// What `fetch` gives: a `Response`, or whatever a page gives in its place. Anything may be missing there, or throw.
    pub(crate) type Response;

    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn status(this: &Response) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn url(this: &Response) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn headers(this: &Response) -> Result<Headers, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub(crate) fn body(this: &Response) -> Result<Body, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn json(this: &Response) -> Result<JsValue, JsValue>;

    pub(crate) type Headers;

    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn get(this: &Headers, name: &str) -> Result<JsValue, JsValue>;

    pub(crate) type Body;

    #[wasm_bindgen(method, structural, catch, js_name = getReader)]
    pub(crate) fn get_reader(this: &Body) -> Result<Reader, JsValue>;

    #[derive(Clone)]
    pub(crate) type Reader;

    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn read(this: &Reader) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn cancel(this: &Reader) -> Result<JsValue, JsValue>;

    type Settled;

    #[wasm_bindgen(method, js_name = then)]
    fn then_do(this: &Settled, kept: &JsValue, broken: &JsValue) -> JsValue;
    #[wasm_bindgen(thread_local_v2, js_name = String)]
    static TO_TEXT: JsValue;
}

/// The address that a text means on this one. Absolute, and its origin.
#[cfg(feature = "http")]
pub(crate) fn resolve(text: &JsValue, base: &str) -> Option<(String, String)> {
    let resolved = Address::new(text, &base.into()).ok()?;
    Some((resolved.href(), resolved.origin()))
}

/// The same on the page's own.
#[cfg(feature = "http")]
pub(crate) fn resolve_here(text: &str) -> Option<(String, String)> {
    let here = LOCATION.with(|here| here.as_ref().map(Address::href));
    let here = here.map_or(JsValue::UNDEFINED, JsValue::from);
    let resolved = Address::new(&text.into(), &here).ok()?;
    Some((resolved.href(), resolved.origin()))
}

/// The page's origin; empty without a page.
#[cfg(feature = "http")]
pub(crate) fn page_origin() -> String {
    LOCATION.with(|here| here.as_ref().map(Address::origin).unwrap_or_default())
}

/// What may be a promise that is broken, which concerns nobody.
#[cfg(feature = "http")]
pub(crate) fn quietly(promise: Result<JsValue, JsValue>) {
    let Ok(promise) = promise else { return };
    // Any function that does nothing.
    TO_TEXT.with(|nothing| {
        js_sys::Promise::resolve(&promise)
            .unchecked_ref::<Settled>()
            .then_do(&JsValue::UNDEFINED, nothing)
    });
}

#[cfg(feature = "widget")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = queueMicrotask)]
    pub(crate) fn queue_microtask(callback: &Function);
    #[wasm_bindgen(js_name = String)]
    pub(crate) fn to_text(number: f64) -> String;

    /// A window, as far as a widget uses it. `parent` is a Proxy in VS Code, so nothing but these members is asked of it.
    #[derive(Clone)]
    pub(crate) type Window;

    #[wasm_bindgen(thread_local_v2, js_name = window)]
    pub(crate) static WINDOW: Option<Window>;
    #[wasm_bindgen(thread_local_v2, js_name = document)]
    pub(crate) static DOCUMENT: Option<web_sys::Document>;
    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn parent(this: &Window) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = postMessage)]
    pub(crate) fn post_message(
        this: &Window,
        message: &JsValue,
        origin: &str,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = addEventListener)]
    pub(crate) fn add_event_listener(this: &Window, kind: &str, listener: &Function);
    #[wasm_bindgen(method, js_name = removeEventListener)]
    pub(crate) fn remove_event_listener(this: &Window, kind: &str, listener: &Function);

    #[wasm_bindgen(method, getter, catch, js_name = innerWidth)]
    pub(crate) fn inner_width(this: &Window) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = innerHeight)]
    pub(crate) fn inner_height(this: &Window) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = scrollY)]
    pub(crate) fn scroll_y(this: &Window) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch, js_name = getComputedStyle)]
    pub(crate) fn computed_style(
        this: &Window,
        element: &web_sys::Element,
    ) -> Result<web_sys::CssStyleDeclaration, JsValue>;
    #[wasm_bindgen(js_name = parseFloat)]
    pub(crate) fn parse_float(text: &str) -> f64;

    /// What not every element has, or not in every browser.
    pub(crate) type Computed;

    #[wasm_bindgen(method, getter, structural, catch, js_name = offsetHeight)]
    pub(crate) fn offset_height(this: &Computed) -> Result<Option<f64>, JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = checkVisibility)]
    pub(crate) fn is_visible(this: &Computed) -> Result<bool, JsValue>;

    /// An element or a document, where the browser can say what moves there.
    pub(crate) type Animated;

    #[wasm_bindgen(method, structural, catch, js_name = getAnimations)]
    pub(crate) fn get_animations(this: &Animated) -> Result<Array, JsValue>;

    pub(crate) type AnimationEffect;

    #[wasm_bindgen(method, structural, catch, js_name = getComputedTiming)]
    pub(crate) fn get_computed_timing(this: &AnimationEffect) -> Result<JsValue, JsValue>;

    pub(crate) type MessageEvent;

    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn source(this: &MessageEvent) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn data(this: &MessageEvent) -> Result<JsValue, JsValue>;

}

#[cfg(feature = "js")]
#[wasm_bindgen]
extern "C" {
    pub(crate) type Callee;

    /// A function with its arguments as the package's takes them: numbers cross without a handle. It does not throw.
    #[wasm_bindgen(method, js_name = call)]
    pub(crate) fn tell(
        this: &Callee,
        receiver: &JsValue,
        act: u32,
        tag: u32,
        number: f64,
        value: &JsValue,
        more: &JsValue,
    ) -> bool;
}

#[cfg(feature = "widget")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = URL)]
    pub(crate) type Url;

    /// Throws if it is not absolute.
    #[wasm_bindgen(constructor, catch, js_class = "URL")]
    pub(crate) fn new(url: &str) -> Result<Url, JsValue>;
}

#[cfg(feature = "serde")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = structuredClone)]
    pub(crate) fn structured_clone(value: &JsValue) -> Result<JsValue, JsValue>;
}
