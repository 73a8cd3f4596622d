// Answering the host's requests: each exactly once.

import { codes, echo } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";

const error = (code, message, data) => (data === undefined ? { code, message } : { code, message, data });

export const cases = {
  "ping is answered with {}": async ({ open }) => {
    const { host } = await open();
    for (const id of [1, "a", 0, -3, "", 2 ** 53 - 1]) same(await host.ask(id, "ping"), { jsonrpc: "2.0", id, result: {} });
    same(await host.ask("p", "ping", { _meta: {} }), { jsonrpc: "2.0", id: "p", result: {} });
    await host.flush();
    equal(host.frames.length, 9, "each once");
  },

  "what nobody serves is refused": async ({ open }) => {
    const { host } = await open();
    for (const method of ["x/y", "tools/list", "", "constructor", "toString"]) same((await host.ask(method, method)).error, error(-32601, "Method not found"));
  },

  "a handler gets params, method and a signal; its result is the answer": async ({ open }) => {
    const { widget, host } = await open();
    const seen = [];
    widget.onRequest("x/add", (params, info) => (seen.push([params, info]), { sum: params.a + params.b }));
    same(await host.ask(5, "x/add", { a: 1, b: 2 }), { jsonrpc: "2.0", id: 5, result: { sum: 3 } });
    same(seen[0][0], { a: 1, b: 2 });
    equal(seen[0][1].method, "x/add");
    ok(seen[0][1].signal instanceof AbortSignal && !seen[0][1].signal.aborted);
    same((await host.ask(6, "x/add")).result, { sum: seen[1][0].a + undefined }, "params are always an object");
  },

  "undefined and null are {}": async ({ open }) => {
    const { widget, host } = await open();
    for (const [index, value] of [undefined, null, Promise.resolve(), Promise.resolve(null)].entries()) {
      const off = widget.onRequest("x/y", () => value);
      same((await host.ask(index, "x/y")).result, {});
      off();
    }
  },

  "a promise is waited for": async ({ open, turn }) => {
    const { widget, host } = await open();
    widget.onRequest("x/y", async () => {
      await turn();
      return { later: true };
    });
    same((await host.ask(1, "x/y")).result, { later: true });
  },

  "a failure is -32603 with its message": async ({ open }) => {
    const { widget, host } = await open();
    widget.onRequest("x/throws", () => { throw new RangeError("out of gifts"); });
    widget.onRequest("x/rejects", async () => { throw new Error("later"); });
    widget.onRequest("x/text", () => { throw "just text"; });
    widget.onRequest("x/nothing", () => { throw undefined; });
    widget.onRequest("x/null", () => Promise.reject(null));
    same((await host.ask(1, "x/throws")).error, error(-32603, "out of gifts"));
    same((await host.ask(2, "x/rejects")).error, error(-32603, "later"));
    same((await host.ask(3, "x/text")).error, error(-32603, "just text"));
    same((await host.ask(4, "x/nothing")).error, error(-32603, "Internal error"));
    same((await host.ask(5, "x/null")).error, error(-32603, "Internal error"));
  },

  "a failure's own code, message and data are the answer": async ({ open, api }) => {
    const { widget, host } = await open();
    widget.onRequest("x/plain", () => { throw { code: -32001, message: "mine", data: { a: [1] } }; });
    widget.onRequest("x/error", () => { throw Object.assign(new Error("coded"), { code: 7, data: null }); });
    widget.onRequest("x/mcp", () => { throw new api.McpError(-32602, "bad params", { at: "a" }); });
    widget.onRequest("x/name", () => { throw Object.assign(new Error("no number"), { code: "ENOENT" }); });
    widget.onRequest("x/fraction", () => { throw { code: 1.5, message: "fraction" }; });
    same((await host.ask(1, "x/plain")).error, error(-32001, "mine", { a: [1] }));
    same((await host.ask(2, "x/error")).error, error(7, "coded", null));
    same((await host.ask(3, "x/mcp")).error, error(-32602, "bad params", { at: "a" }));
    same((await host.ask(4, "x/name")).error, error(-32603, "no number"));
    same((await host.ask(5, "x/fraction")).error, error(-32603, "fraction"));
  },

  "a result that is no object is -32603": async ({ open }) => {
    const { widget, host } = await open();
    for (const [index, value] of ["text", 5, true, [1], Symbol("s"), 5n, () => {}].entries()) {
      const off = widget.onRequest("x/y", () => value);
      equal((await host.ask(index, "x/y")).error?.code, -32603, `value ${index}`);
      off();
    }
  },

  "a hostile failure is still an answer": async ({ open }) => {
    const { widget, host } = await open();
    const trap = () => { throw new Error("trap"); };
    const hostile = new Proxy({}, { get: trap, has: trap, ownKeys: trap });
    widget.onRequest("x/proxy", () => { throw hostile; });
    widget.onRequest("x/getter", () => { throw { get code() { throw new Error("getter"); } }; });
    equal((await host.ask(1, "x/proxy")).error?.code, -32603);
    equal((await host.ask(2, "x/getter")).error?.code, -32603);
  },

  "the newest handler serves, and without it the one before": async ({ open }) => {
    const { widget, host } = await open();
    const off = ["first", "second", "third"].map((by) => widget.onRequest("x/y", () => ({ by })));
    const served = async (id) => (await host.ask(id, "x/y")).result?.by;
    equal(await served(1), "third");
    off[2]();
    off[2]();
    equal(await served(2), "second");
    off[0]();
    equal(await served(3), "second");
    off[1]();
    equal((await host.ask(4, "x/y")).error.code, -32601);
  },

  "cancelled: the signal aborts and no answer follows": async ({ open }) => {
    const { widget, host } = await open();
    const { promise, resolve } = Promise.withResolvers?.() ?? deferred();
    let signal;
    widget.onRequest("x/y", (params, info) => ((signal = info.signal), promise));
    await host.say({ jsonrpc: "2.0", id: 9, method: "x/y" });
    ok(!signal.aborted);
    await host.notify("notifications/cancelled", { requestId: 9, reason: "not needed" });
    ok(signal.aborted);
    equal(signal.reason.name, "AbortError");
    equal(signal.reason.message, "not needed");
    resolve({ too: "late" });
    await host.flush();
    equal(host.repliesTo(9).length, 0);
    same(widget.diagnostics, []);
  },

  "cancelled after the answer: noted, nothing else": async ({ open }) => {
    const { widget, host } = await open();
    let signal;
    widget.onRequest("x/y", (params, info) => void (signal = info.signal));
    await host.ask(9, "x/y");
    await host.notify("notifications/cancelled", { requestId: 9 });
    await host.notify("notifications/cancelled", { requestId: "unknown" });
    await host.notify("notifications/cancelled", {});
    await host.notify("notifications/cancelled");
    ok(!signal.aborted);
    same(codes(widget), ["unknown-cancel"]);
  },

  "requests in parallel get their own answers": async ({ open }) => {
    const { widget, host } = await open();
    const open_ = [];
    widget.onRequest("x/y", ({ n }) => new Promise((resolve) => open_.push(() => resolve({ n }))));
    for (let n = 0; n < 20; n++) await host.say({ jsonrpc: "2.0", id: `r${n}`, method: "x/y", params: { n } });
    for (const index of open_.keys()) open_[(index * 7) % 20]();
    await host.until((frame) => frame.result?.n === (19 * 7) % 20);
    for (let n = 0; n < 20; n++) same(host.repliesTo(`r${n}`), [{ jsonrpc: "2.0", id: `r${n}`, result: { n } }]);
  },

  "an id that is used twice at once is answered twice": async ({ open }) => {
    const { widget, host } = await open();
    widget.onRequest("x/y", async (params) => params);
    await Promise.all([1, 2].map((n) => host.say({ jsonrpc: "2.0", id: 7, method: "x/y", params: { n } })));
    await host.until((frame) => frame.result?.n === 2);
    await host.flush();
    equal(host.repliesTo(7).length, 2);
  },

  "params that are null are none": async ({ open }) => {
    const { widget, host } = await open();
    widget.onRequest("x/y", (params) => ({ params }));
    widget.onTeardown(() => ({}));
    same((await host.ask(1, "x/y", null)).result, { params: {} });
    same((await host.ask(2, "ui/resource-teardown", null)).result, {});
    same(codes(widget), ["params-type"]);
  },

  "a malformed request that has an id is refused": async ({ open }) => {
    const { host } = await open();
    await host.say({ jsonrpc: "2.0", id: 1, method: 5 });
    await host.say({ jsonrpc: "2.0", id: 2, method: "x/y", params: [1] });
    await host.say({ jsonrpc: "2.0", id: 3, method: "x/y", params: "p" });
    await host.say({ jsonrpc: "2.0", id: 4.5, method: "ping" });
    await host.flush();
    same(host.frames.slice(2).map(({ id, error: { code } }) => [id, code]), [[1, -32600], [2, -32602], [3, -32602], [4.5, -32600]]);
  },

  "what has no usable id is not answered": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    for (const id of [null, true, {}, []]) await host.say({ jsonrpc: "2.0", id, method: "ping" });
    await host.say({ id: 1, method: "ping" });
    await host.say({ jsonrpc: "1.0", id: 1, method: "ping" });
    await host.notify("ping");
    await host.flush();
    equal(host.frames.length, 2);
    await widget.callTool("fine");
  },

  "a handler may call a tool": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    widget.onRequest("x/y", async (params) => (await widget.callTool("inner", params)).structuredContent);
    same((await host.ask(1, "x/y", { a: 1 })).result, { echoed: { a: 1 }, name: "inner" });
  },
};

function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
