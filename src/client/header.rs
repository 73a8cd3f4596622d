//! What a request says in its headers besides its body: hints for those on the way that do not read bodies.
//!
//! A tool may want arguments of its own in headers: `x-mcp-header` in its schema (MCP 2026-07-28, basic/transports, custom headers).

use std::cell::RefCell;

use super::{Client, Version};
use crate::cell;
use crate::http::value::is_token;
use crate::wire::{Findings, Oddity, Path, Value, Word};

/// The headers of one message.
#[derive(Clone, Debug)]
pub struct Hints<V> {
    /// `MCP-Protocol-Version`, if the connection's version has that.
    pub version: Option<Version>,
    /// `Mcp-Method`: a text, or absent.
    pub method: V,
    /// `Mcp-Name`: a text, or absent.
    pub name: V,
    /// `Mcp-Param-…`: what follows the dash, and the value: a text, an integer or a truth value, which are written as in JSON.
    pub params: Vec<(String, V)>,
}

/// An argument that a tool wants in a header.
#[derive(Clone, Debug)]
pub(super) struct Param {
    header: String,
    /// The names that lead to it.
    path: Vec<String>,
}

/// The tools that want headers, by their names.
pub(super) type Marked = Vec<(String, Vec<Param>)>;

/// Larger ones are not the same everywhere.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// How deep a schema is looked into.
const DEPTH: usize = 16;

/// The hints for a message that is to be sent. Arguments are read while nothing is borrowed: a getter may come back in.
pub fn hints<V: Value, T: Clone>(client: &RefCell<Client<V, T>>, frame: &V) -> Hints<V> {
    let version = cell::read(client).header_version();
    let mut hints = Hints {
        version,
        method: V::absent(),
        name: V::absent(),
        params: Vec::new(),
    };
    if !version.is_some_and(Version::is_modern) {
        return hints;
    }
    hints.method = frame.field(Word::Method);
    let params = frame.field(Word::Params);
    match hints.method.as_word() {
        Some(Word::ToolsCall) => {
            hints.name = params.field(Word::Name);
            let wanted = hints
                .name
                .text()
                .map(|name| cell::read(client).marks(&name));
            let arguments = params.field(Word::Arguments);
            for Param { header, path } in wanted.into_iter().flatten() {
                let found = path
                    .iter()
                    .fold(arguments.clone(), |value, name| value.named(name));
                let spelled = found.is_string()
                    || found.boolean().is_some()
                    || found.integer().abs() <= MAX_SAFE_INTEGER;
                if spelled {
                    hints.params.push((header, found));
                }
            }
        }
        Some(Word::PromptsGet) => hints.name = params.field(Word::Name),
        Some(Word::ResourcesRead) => hints.name = params.field(Word::Uri),
        _ => {}
    }
    hints
}

/// Reads a page of tools: which arguments each wants in headers, and the page without the tools whose marks are invalid; absent if all are
/// as they should be.
pub(super) fn read_tools<V: Value>(result: &V, findings: &mut Findings) -> (Marked, V) {
    let tools = result.field(Word::Tools);
    let (mut marked, mut kept) = (Vec::new(), Vec::new());
    let mut dropped = false;
    for index in 0..tools.len() {
        let tool = tools.item(index);
        let mut params = Vec::new();
        let schema = tool.field(Word::InputSchema);
        let valid = read_schema(&schema, &mut Vec::new(), &mut params);
        if !valid {
            dropped = true;
            params.clear();
            findings.add_item(Oddity::ToolHeader, Path::Tools, index);
        }
        if let Some(name) = tool.field(Word::Name).text() {
            marked.push((name, params));
        }
        if valid {
            kept.push(tool);
        }
    }
    let mended = if dropped { result.copy() } else { None };
    let mended = mended.map(|mut result| {
        result.put(Word::Tools, &V::array(kept));
        result
    });
    (marked, mended.unwrap_or_else(V::absent))
}

/// Collects the marks of a schema's properties. Whether all of them are valid.
fn read_schema<V: Value>(schema: &V, path: &mut Vec<String>, params: &mut Vec<Param>) -> bool {
    let properties = schema.field(Word::Properties);
    if !properties.is_object() {
        return true;
    }
    for name in properties.names() {
        let property = properties.named(&name);
        path.push(name);
        let mark = property.field(Word::HeaderMark);
        let valid = if mark.is_absent() {
            path.len() >= DEPTH || read_schema(&property, path, params)
        } else {
            let header = mark.text().filter(|header| is_token(header));
            let kind = property.field(Word::Type).as_word();
            let known = header.filter(|header| {
                let same = |param: &Param| param.header.eq_ignore_ascii_case(header);
                matches!(kind, Some(Word::String | Word::Integer | Word::Boolean))
                    && !params.iter().any(same)
            });
            known.is_some_and(|header| {
                params.push(Param {
                    header,
                    path: path.clone(),
                });
                true
            })
        };
        path.pop();
        if !valid {
            return false;
        }
    }
    true
}
