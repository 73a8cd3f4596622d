// What callers hand in, on its way through structured clone.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";

/** A framework's reactive object: everything in it is a Proxy. */
function reactive(value) {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, { get: (target, key) => reactive(Reflect.get(target, key)) });
}

/** These arguments arrive as `wanted`, and it is noted that they were not sent as they are. */
const arrive = (make, wanted) => async ({ open }) => {
  const { widget, host } = await open({ "tools/call": echo });
  const result = await widget.callTool("a", make());
  same(host.sent("tools/call")[0].params.arguments, wanted);
  same(result.structuredContent.echoed, wanted);
  same(codes(widget), ["not-cloneable"]);
};

/** These arguments are refused, with the path to what is wrong. */
const refused = (make, path) => async ({ open, api }) => {
  const { widget, host } = await open({ "tools/call": echo });
  const error = await rejects(widget.callTool("a", make()), { name: "TypeError", message: path });
  ok(!(error instanceof api.McpError));
  await host.flush();
  equal(host.frames.length, 2, "frames");
  equal((await widget.callTool("next")).structuredContent.name, "next");
};

const run = () => {};

export const cases = {
  "functions are left out": arrive(() => ({ a: 1, run, nested: { run, b: 2 }, list: [run, 3] }), { a: 1, nested: { b: 2 }, list: [null, 3] }),
  "symbols are left out": arrive(() => ({ a: 1, s: Symbol("s") }), { a: 1 }),
  "a Proxy of a plain object goes": arrive(() => new Proxy({ a: 1, b: [2] }, {}), { a: 1, b: [2] }),
  "a reactive object goes": arrive(() => reactive({ a: 1, b: { c: [{ d: 2 }] } }), { a: 1, b: { c: [{ d: 2 }] } }),
  "a Proxy deep inside goes": arrive(() => ({ a: { b: reactive([1, { c: 2 }]) } }), { a: { b: [1, { c: 2 }] } }),
  "a toJSON is asked": arrive(() => ({ money: { run, toJSON: () => "5 EUR" } }), { money: "5 EUR" }),
  "a DOM node goes as what JSON makes of it": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => tool(1) });
    await widget.callTool("a", { node: document.createElement("p"), a: 1 });
    same(codes(widget), ["not-cloneable"]);
  },

  "a function beside a bigint: refused, with the path": refused(() => ({ run, list: [1, { big: 5n }] }), /\/arguments\/list\/1\/big/),
  "a function in a cycle: refused, with the path": refused(() => {
    const value = { run, inner: {} };
    value.inner.self = value;
    return value;
  }, /\/arguments\/inner/),

  "a getter that throws: refused, before anything is sent": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const error = await rejects(widget.callTool("a", { inner: { get bad() { throw new Error("getter"); } } }));
    ok(error instanceof Error);
    await host.flush();
    equal(host.frames.length, 2, "frames");
    await widget.callTool("next");
  },

  "params that cannot go are refused too": async ({ open }) => {
    const { widget } = await open();
    await rejects(widget.request("x/y", { run, deep: { big: 5n } }), { name: "TypeError", message: /\/deep\/big/ });
    await rejects(widget.getPrompt("p", { run, big: 5n }), { name: "TypeError", message: /\/arguments\/big/ });
  },

  "_meta that cannot go is refused too": async ({ open }) => {
    const { widget } = await open();
    await rejects(widget.callTool("a", {}, { _meta: { run, big: 5n } }), { name: "TypeError", message: /\/_meta\/big/ });
  },

  "a call that waited for the handshake is refused when it is its turn": async ({ dial }) => {
    const { widget, host } = dial({ "ui/initialize": () => undefined, "tools/call": echo });
    const calls = [widget.callTool("bad", { run, big: 5n }), widget.callTool("mended", { run, a: 1 }), widget.callTool("fine")];
    const failing = rejects(calls[0], { name: "TypeError", message: /\/arguments\/big/ });
    await host.reply(await host.until("ui/initialize"), {});
    await failing;
    same((await calls[1]).structuredContent.echoed, { a: 1 });
    await calls[2];
  },

  "a notification that cannot go is noted": async ({ open }) => {
    const { widget, host } = await open();
    widget.notify("x/y", { run, big: 5n });
    widget.notify("x/z", { run, a: 1 });
    await host.until("x/z");
    equal(host.sent("x/y").length, 0);
    same(host.sent("x/z")[0].params, { a: 1 });
    same(codes(widget).sort(), ["not-cloneable", "send-failed"]);
  },

  "a handler's result that cannot go is -32603": async ({ open }) => {
    const { widget, host } = await open();
    widget.onRequest("x/function", () => ({ run }));
    widget.onRequest("x/proxy", () => new Proxy({}, {}));
    for (const method of ["x/function", "x/proxy"]) {
      const { error } = await host.ask(method, method);
      equal(error?.code, -32603, method);
      ok(/clone/i.test(error.message), error.message);
      equal(host.repliesTo(method).length, 1);
    }
  },

  "a failure's data that cannot go does not keep the host waiting": async ({ open }) => {
    const { widget, host } = await open();
    widget.onRequest("x/y", () => { throw Object.assign(new Error("broken"), { data: { run } }); });
    const { error } = await host.ask(1, "x/y");
    equal(error.code, -32603);
    equal(host.repliesTo(1).length, 1);
  },

  "information that cannot go does not keep anybody waiting": async ({ dial }) => {
    const { widget, host } = dial({}, { info: { name: "a", version: "1", run } });
    await widget.ready;
    same(host.sent("ui/initialize")[0].params.appInfo, { name: "a", version: "1" });
  },

  "an object that is well is sent as it is": async ({ open }) => {
    const { widget } = await open({ "tools/call": echo });
    await widget.callTool("a", { list: [1, null, "x", { deep: true }], none: undefined });
    same(widget.diagnostics, []);
  },
};
