// Who is measured: the package's entries, the official library, and the floor: the least that can be written by hand.
//
// Each is a module that exports `open(transport)`, which connects, to `parent` without a transport, and gives `{ ready, call, engine? }`.

import { bundle } from "./support.mjs";

const INFO = `{ name: "bench", version: "1" }`;

const entry = (name) => `
  import { connect } from "${name}";
  export function open(transport) {
    const widget = connect(${INFO}, { transport });
    return { ready: widget.ready, call: (name, args) => widget.callTool(name, args), engine: widget.engine };
  }`;

const official = `
  import { App, PostMessageTransport } from "@modelcontextprotocol/ext-apps";
  export function open(transport) {
    const app = new App(${INFO}, {});
    const ready = app.connect(transport ?? new PostMessageTransport(parent, parent));
    return { ready, call: (name, args) => app.callServerTool({ name, arguments: args }) };
  }`;

const floor = `
  export function open(transport) {
    const pending = new Map();
    let last = 0;
    const receive = (message) => {
      const call = pending.get(message?.id);
      if (!call || message.jsonrpc !== "2.0") return;
      pending.delete(message.id);
      if (message.error) call.reject(new Error(message.error.message));
      else call.resolve(message.result);
    };
    if (transport) transport.onmessage = receive;
    else addEventListener("message", ({ source, data }) => source === parent && receive(data));
    const send = (message) => transport ? transport.send(message) : parent.postMessage(message, "*");
    const request = (method, params) => new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject });
      send({ jsonrpc: "2.0", id, method, params });
    });
    const ready = request("ui/initialize", { appInfo: ${INFO}, appCapabilities: {}, protocolVersion: "2026-01-26" });
    ready.then(() => send({ jsonrpc: "2.0", method: "ui/notifications/initialized" }));
    return { ready, call: (name, args) => request("tools/call", { name, arguments: args }) };
  }`;

const SOURCES = {
  wasm: entry("mcp-widget/wasm"),
  js: entry("mcp-widget/js"),
  auto: entry("mcp-widget"),
  "ext-apps": official,
  floor,
};

export const OURS = ["wasm", "js", "auto"];
export const CONTESTANTS = Object.keys(SOURCES);

/** The bundle of a contestant with `use` behind it, which may call `open`. */
export function contestant(name, use) {
  return bundle(`${SOURCES[name]}\n${use}`);
}

/** What a host answers, as source text; `gifts(count)` makes a result. */
export const ANSWERS = `
  const gift = (index) => ({ id: "gift-" + index, name: "A board game for four", price: 45, tags: ["games", "evening"] });
  const gifts = (count) => ({
    content: [{ type: "text", text: "Here are some ideas" }],
    structuredContent: { gifts: Array.from({ length: count }, (_, index) => gift(index)) },
  });
  const handshake = { protocolVersion: "2026-01-26", hostInfo: { name: "bench", version: "1" }, hostCapabilities: { serverTools: {} }, hostContext: {} };
`;

/** What every contestant calls, as source text. */
export const CALL = `call("suggest_gifts", { occasion: "birthday", budget: 100 })`;
