// Every member of an envelope, damaged in every way that an object in memory can be. Afterwards the next call works.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";

const trap = () => {
  throw new Error("a trap");
};
const TRAPS = Object.fromEntries(["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf", "set", "deleteProperty", "defineProperty", "isExtensible", "preventExtensions", "setPrototypeOf"].map((name) => [name, trap]));

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cycle() {
  const value = { content: [] };
  value.self = value;
  value.content.push(value);
  return value;
}

/** Values that no JSON has. */
const VALUES = {
  "a symbol": () => Symbol("s"),
  "a bigint": () => 5n,
  NaN: () => NaN,
  Infinity: () => Infinity,
  "a fraction": () => 0.5,
  "a cycle": cycle,
  "a Date": () => new Date(0),
  "a Map": () => new Map([["content", []]]),
  "a function": () => () => {},
  undefined: () => undefined,
  null: () => null,
  "an array": () => [[]],
  "an array with holes": () => new Array(3),
  "an object without a prototype": () => Object.create(null),
  "an object whose toString throws": () => ({ toString: trap, valueOf: trap, toJSON: trap }),
  "a Proxy whose traps throw": () => new Proxy({}, TRAPS),
  "a Proxy of an array whose traps throw": () => new Proxy([], TRAPS),
  "a Proxy of an array that lies about its length": () => new Proxy([], { get: (target, key) => (key === "length" ? 50_000 : Reflect.get(target, key)) }),
  "a revoked Proxy": () => revoked({}),
  "a revoked Proxy of an array": () => revoked([]),
};

/** Ways to have a member. */
const WAYS = {
  ...Object.fromEntries(Object.entries(VALUES).map(([name, make]) => [name, (object, key) => Object.defineProperty(object, key, { value: make(), enumerable: true })])),
  "a getter that throws": (object, key) => Object.defineProperty(object, key, { get: trap, enumerable: true }),
  "an inherited member": (object, key, value) => {
    delete object[key];
    Object.setPrototypeOf(object, { [key]: value });
  },
};

/** `base` with the member at `path` damaged. */
function damaged(base, path, damage) {
  const copy = structuredClone(base);
  const keys = path.split("/");
  const last = keys.pop();
  const parent = keys.reduce((object, key) => (object[key] ??= {}), copy);
  damage(parent, last, parent[last]);
  return copy;
}

/** For each way: a call waits, the damaged message comes, then perhaps the answer; `check` looks, and the next call works. */
function each(make, path, { settles = false, check } = {}) {
  return async ({ open }) => {
    const { widget, host, link } = await open({ "tools/call": (params) => (params.name === "next" ? echo(params) : undefined) });
    for (const [name, damage] of Object.entries(WAYS)) {
      const ends = [];
      const call = widget.callTool("waits").then(
        (result) => ends.push(result),
        (error) => ends.push(error),
      );
      const frame = await host.until("tools/call", host.sent("tools/call").length || 1);
      const request = host.sent("tools/call").at(-1) ?? frame;
      const known = host.frames.length;
      link.sayRaw(damaged(make(request), path, damage));
      await host.flush();
      if (settles) equal(ends.length, 1, `${name}: settled at once`);
      check?.({ name, host, widget, added: host.frames.slice(known), ends });
      if (ends.length === 0) {
        await host.reply(request, tool("the real answer"));
        await call;
      }
      equal(ends.length, 1, `${name}: settled once`);
      same((await widget.callTool("next", { after: name })).structuredContent.echoed, { after: name });
    }
  };
}

const reply = ({ id }) => ({ jsonrpc: "2.0", id, result: { ...tool({ a: 1 }), isError: false, _meta: {} } });
const refusal = ({ id }) => ({ jsonrpc: "2.0", id, error: { code: 1, message: "m", data: {} } });
const ping = () => ({ jsonrpc: "2.0", id: "ours", method: "ping", params: {} });
const note = (method, params) => () => ({ jsonrpc: "2.0", method, params });
const progress = ({ id }) => ({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });

/** Answered at most once, and never with somebody else's id. */
const once = ({ name, added }) => ok(added.length <= 1 && added.every((frame) => frame.method === undefined), `${name}: ${added.length} frames`);
const answered = (context) => {
  once(context);
  equal(context.added[0]?.id, "ours", `${context.name}: answered`);
};

const list = [
  ["a reply's jsonrpc", reply, "jsonrpc", { settles: true }],
  ["a reply's id", reply, "id", { check: once }],
  ["a reply's method", reply, "method", { check: once }],
  ["a reply's params", reply, "params", { settles: true }],
  ["a reply's result", reply, "result", { settles: true }],
  ["a reply's content", reply, "result/content", { settles: true }],
  ["a reply's first block", reply, "result/content/0", { settles: true }],
  ["a block's type", reply, "result/content/0/type", { settles: true }],
  ["a block's text", reply, "result/content/0/text", { settles: true }],
  ["a reply's isError", reply, "result/isError", { settles: true }],
  ["a reply's structuredContent", reply, "result/structuredContent", { settles: true }],
  ["a reply's _meta", reply, "result/_meta", { settles: true }],
  ["a reply's resultType", ({ id }) => ({ jsonrpc: "2.0", id, result: {} }), "result/resultType", { settles: true }],
  ["a reply's task", ({ id }) => ({ jsonrpc: "2.0", id, result: {} }), "result/task", { settles: true }],
  ["a reply's inner result", ({ id }) => ({ jsonrpc: "2.0", id, result: {} }), "result/mcp_tool_result", { settles: true }],
  ["a refusal's jsonrpc", refusal, "jsonrpc", { settles: true }],
  ["a refusal's id", refusal, "id", { check: once }],
  ["a refusal's error", refusal, "error", { settles: true }],
  ["a refusal's code", refusal, "error/code", { settles: true }],
  ["a refusal's message", refusal, "error/message", { settles: true }],
  ["a refusal's data", refusal, "error/data", { settles: true }],
  ["a request's jsonrpc", ping, "jsonrpc", { check: once }],
  ["a request's id", ping, "id", { check: once }],
  ["a request's method", ping, "method", { check: once }],
  ["a request's params", ping, "params", { check: answered }],
  ["a request's result", ping, "result", { check: once }],
  ["a notification's method", note("x/y", {}), "method"],
  ["a notification's params", note("x/y", {}), "params"],
  ["a progress token", progress, "params/progressToken"],
  ["a progress", progress, "params/progress"],
  ["a progress's params", progress, "params"],
  ["a cancelled request's id", note("notifications/cancelled", { requestId: 1 }), "params/requestId"],
  ["a cancellation's reason", note("notifications/cancelled", { requestId: 1 }), "params/reason"],
  ["a tool input's params", note("ui/notifications/tool-input", { arguments: {} }), "params"],
  ["a tool input's arguments", note("ui/notifications/tool-input", { arguments: {} }), "params/arguments"],
  ["a partial input's arguments", note("ui/notifications/tool-input-partial", { arguments: {} }), "params/arguments"],
  ["a tool result's params", note("ui/notifications/tool-result", tool(1)), "params"],
  ["a tool result's content", note("ui/notifications/tool-result", tool(1)), "params/content"],
  ["a tool result's isError", note("ui/notifications/tool-result", tool(1)), "params/isError"],
  ["a tool result's structuredContent", note("ui/notifications/tool-result", tool(1)), "params/structuredContent"],
  ["a cancelled tool's params", note("ui/notifications/tool-cancelled", {}), "params"],
  ["a cancelled tool's reason", note("ui/notifications/tool-cancelled", {}), "params/reason"],
  ["a context change's params", note("ui/notifications/host-context-changed", {}), "params"],
  ["a context change's theme", note("ui/notifications/host-context-changed", {}), "params/theme"],
];

/** The whole message damaged, at the top and in an array. */
async function whole({ open }) {
  const { widget, host, link } = await open({ "tools/call": echo });
  for (const [name, make] of Object.entries(VALUES)) {
    link.sayRaw(make());
    link.sayRaw([make(), { jsonrpc: "2.0", id: name, method: "ping" }]);
    await host.flush();
    equal(host.repliesTo(name).length, 1, `${name}: what stands beside it is answered`);
    await widget.callTool("next");
  }
}

/** The answer to the handshake, damaged. */
const handshakes = ["hostInfo", "hostInfo/name", "hostInfo/version", "hostCapabilities", "hostContext", "protocolVersion"].map((path) => [
  `the handshake's ${path}`,
  async ({ dial }) => {
    for (const [name, damage] of Object.entries(WAYS)) {
      const { widget, host, link } = dial({ "ui/initialize": () => undefined, "tools/call": echo });
      const { id } = await host.until("ui/initialize");
      link.sayRaw({ jsonrpc: "2.0", id, result: damaged(HOST, path, damage) });
      const { info, capabilities, context, protocolVersion } = await widget.ready;
      ok(info && capabilities && context && typeof protocolVersion === "string", name);
      await widget.callTool("next");
    }
  },
]);

/** A frame that lies about itself to whoever looks twice. */
async function fickle({ open }) {
  const { widget, host, link } = await open({ "tools/call": (params) => (params.name === "next" ? echo(params) : undefined) });
  const call = widget.callTool("waits").catch((error) => error);
  const { id } = await host.until("tools/call");
  for (let limit = 0; limit < 12; limit++) {
    let reads = 0;
    const get = (target, key, receiver) => (++reads > limit ? trap() : Reflect.get(target, key, receiver));
    link.sayRaw(new Proxy({ jsonrpc: "2.0", id, result: new Proxy(tool(1), { get }) }, { get }));
    link.sayRaw(new Proxy({ jsonrpc: "2.0", id: "x", method: "ping", params: {} }, { get }));
    await host.flush();
  }
  await host.reply({ id }, tool(1));
  await call;
  await widget.callTool("next");
}

export const cases = {
  ...Object.fromEntries(list.map(([name, make, path, options]) => [name, each(make, path, options)])),
  ...Object.fromEntries(handshakes),
  "a whole message": whole,
  "a message that changes while it is read": fickle,
};
