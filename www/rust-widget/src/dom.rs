//! Building elements. Every value that came from somewhere else goes through `textContent`; nothing here parses HTML.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element};

/// The page. A widget always has one.
pub(crate) fn document() -> Result<Document, JsValue> {
    web_sys::window()
        .and_then(|window| window.document())
        .ok_or_else(|| js_sys::Error::new("there is no document").into())
}

/// The element of the page with this id.
pub(crate) fn by_id<T: JsCast>(id: &str) -> Result<T, JsValue> {
    document()?
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into().ok())
        .ok_or_else(|| js_sys::Error::new(&format!("the page has no #{id}")).into())
}

/// A new element with a class and children.
pub(crate) fn el(tag: &str, class: &str, children: &[Element]) -> Result<Element, JsValue> {
    let element = document()?.create_element(tag)?;
    element.set_class_name(class);
    for child in children {
        element.append_child(child)?;
    }
    Ok(element)
}

/// A new element with our own words.
pub(crate) fn text(tag: &str, class: &str, text: &str) -> Result<Element, JsValue> {
    let element = el(tag, class, &[])?;
    element.set_text_content(Some(text));
    Ok(element)
}

/// A new element with words that we did not write. They get a direction of their own, so that control characters for right-to-left
/// text cannot reorder what stands around them.
pub(crate) fn words(tag: &str, class: &str, words: &str) -> Result<Element, JsValue> {
    let element = text(tag, class, words)?;
    element.set_attribute("dir", "auto")?;
    Ok(element)
}

/// A member of an object; `undefined` if there is none.
pub(crate) fn member(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
