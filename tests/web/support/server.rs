//! A server behind the page's `fetch`, and a client of it.

use std::cell::Cell;

use js_sys::{Function, Reflect};
use mcp_widget::Client;
use mcp_widget::remote::Builder;
use wasm_bindgen::JsValue;

use super::{get, js, text, with};

thread_local! {
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// The server. Each has an origin of its own, for what an origin speaks is remembered.
pub(crate) struct Server(pub(crate) JsValue);

impl Server {
    /// A server that answers nothing.
    pub(crate) fn silent() -> Self {
        let number = LAST.with(|last| {
            last.set(last.get() + 1);
            last.get()
        });
        let make: Function = js(include_str!("server.js")).into();
        let origin = format!("http://server-{number}.test");
        let server = make.call1(&JsValue::UNDEFINED, &origin.into());
        Self(server.expect("a server"))
    }

    /// One with a handshake and sessions.
    pub(crate) fn legacy() -> Self {
        let server = Self::silent();
        server.on("server/discover", "status(400)");
        server.on(
            "initialize",
            "result(request, {
                protocolVersion: request.body.params.protocolVersion,
                capabilities: { tools: {}, prompts: {}, resources: {} },
                serverInfo: { name: 'gifts', version: '1' },
                instructions: 'Be kind.',
            }, { 'mcp-session-id': `session-${++server.sessions}` })",
        );
        server
    }

    /// One of 2026-07-28.
    pub(crate) fn modern() -> Self {
        let server = Self::silent();
        server.on(
            "server/discover",
            "result(request, {
                resultType: 'complete',
                supportedVersions: ['2026-07-28'],
                capabilities: { tools: {}, prompts: {}, resources: {} },
                _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'gifts', version: '2' } },
            })",
        );
        server
    }

    /// What answers this method from now on: an expression over `request`, in which the server's members have their names.
    pub(crate) fn on(&self, method: &str, answer: &str) {
        let make = format!(
            "((server) => {{ const {{ reply, result, error, status, stream, event, answer, never, refuse }} = server; return (request) => ({answer}); }})(it)"
        );
        let answer = with(&self.0, &make);
        Reflect::set(&get(&self.0, "on"), &method.into(), &answer).expect("an ordinary object");
    }

    /// The value of an expression in which the server is called `it`.
    pub(crate) fn ask(&self, expression: &str) -> JsValue {
        with(&self.0, expression)
    }

    /// What came of one method, of JSON-RPC or of HTTP, so far.
    pub(crate) fn requests(&self, method: &str) -> Vec<JsValue> {
        let of = format!(
            "it.requests.filter(({{ method, body }}) => (body ? body.method ?? 'answer' : method) === '{method}')"
        );
        js_sys::Array::from(&self.ask(&of)).to_vec()
    }

    /// How many of one method.
    pub(crate) fn count(&self, method: &str) -> usize {
        self.requests(method).len()
    }

    /// Where a stream was taken up last: the header's bytes as UTF-8.
    pub(crate) fn last_event_id(&self) -> String {
        let get = self.requests("GET").pop().expect("one was asked for");
        let read = "new TextDecoder().decode(Uint8Array.from(it.headers['last-event-id'], (one) => one.charCodeAt(0)))";
        with(&get, read).as_string().expect("a text")
    }

    pub(crate) fn builder(&self) -> Builder {
        Client::builder(&text(&self.0, "url"), "test", "1")
    }

    pub(crate) fn client(&self) -> Client {
        self.builder().connect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ask("it.restore()");
    }
}
