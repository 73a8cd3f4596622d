// Importing the package does nothing, and without a window it does no harm: each in a bare process.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import test from "node:test";
import { promisify } from "node:util";

const ENTRIES = ["mcp-widget", "mcp-widget/wasm", "mcp-widget/js", "mcp-widget/slim"];
const cwd = new URL("..", import.meta.url);

/** Runs a module in a process of its own. Fails unless it ends by itself, with 0 and in silence. */
async function bare(source) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], { cwd, timeout: 30_000 });
  assert.equal(stderr, "");
  return stdout;
}

/** Counts what the code after it does to the world. */
const WATCH = `
  const assert = (await import("node:assert/strict")).default;
  const globals = new Set(Reflect.ownKeys(globalThis));
  const done = [];
  for (const name of ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch", "atob", "postMessage", "addEventListener"]) {
    const real = globalThis[name];
    globalThis[name] = (...values) => (done.push(name), real(...values));
    globals.add(name);
  }
  for (const name of ["Module", "Instance", "compile", "instantiate", "validate", "Memory"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = function (...values) { done.push("WebAssembly." + name); return new.target ? new real(...values) : real(...values); };
  }
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...values) { done.push("listener"); return addEventListener.apply(this, values); };
  const untouched = () => {
    assert.deepEqual(done, []);
    assert.deepEqual(Reflect.ownKeys(globalThis).filter((key) => !globals.has(key)), []);
  };
`;

for (const entry of ENTRIES) {
  test(`importing ${entry} does nothing`, async () => {
    await bare(`${WATCH} await import("${entry}"); untouched();`);
  });

  test(`${entry}: connect without a window is inert`, async () => {
    await bare(`${WATCH}
      const { connect, NoHostError, Widget } = await import("${entry}");
      const widget = connect({ name: "server", version: "1" });
      assert.ok(widget instanceof Widget);
      untouched();
      const snapshot = widget.getSnapshot();
      const heard = [];
      widget.subscribe(() => heard.push(1))();
      widget.on("toolresult", () => heard.push(2))();
      widget.onRequest("x/y", () => heard.push(3))();
      widget.notify("x/y", {});
      assert.equal(widget.host, undefined);
      assert.deepEqual(widget.diagnostics, []);
      for (const call of [widget.callTool("a"), widget.readResource("a://b"), widget.request("x/y"), widget.ready]) {
        const error = await call.then(() => assert.fail("resolved"), (error) => error);
        assert.ok(error instanceof NoHostError);
        assert.equal(error.name, "NoHostError");
      }
      await assert.rejects(widget.callTool(5), TypeError);
      assert.throws(() => widget.on("nothing", () => {}), TypeError);
      assert.equal(widget.getSnapshot(), snapshot);
      widget.close();
      widget.close();
      assert.deepEqual(heard, []);
      untouched();
    `);
  });

  test(`${entry}: without a document nobody follows the host's look`, async () => {
    await bare(`${WATCH}
      const api = await import("${entry}");
      const context = { theme: "dark", styles: { variables: { "--a": "1px" }, css: { fonts: "@font-face {}" } }, locale: "de" };
      for (const name of Object.keys(api).filter((name) => name.startsWith("apply"))) assert.equal(api[name](context), undefined, name);
      assert.equal(api.getDocumentTheme(), "light");
      const inert = api.connect({ name: "server", version: "1" });
      const subscribed = [];
      const { subscribe } = inert;
      inert.subscribe = (listener) => (subscribed.push(listener), subscribe(listener));
      inert.applyHostStyles()();
      assert.deepEqual(subscribed, []);
      untouched();
    `);
  });

  test(`${entry}: what nobody looks at is no unhandled rejection`, async () => {
    await bare(`const { connect } = await import("${entry}"); connect({ name: "server", version: "1" });`);
  });

  test(`${entry}: bad arguments are refused without a window too`, async () => {
    await bare(`
      import assert from "node:assert/strict";
      const { connect } = await import("${entry}");
      for (const info of [null, [], "x", new Map()]) assert.throws(() => connect(info), TypeError);
      assert.throws(() => connect({ name: "a", version: "1" }, { timeout: -1 }), TypeError);
    `);
  });
}

test("the three entries share one engine in one process, and their classes", async () => {
  await bare(`
    import assert from "node:assert/strict";
    const [auto, wasm, js] = await Promise.all(["mcp-widget", "mcp-widget/wasm", "mcp-widget/js"].map((entry) => import(entry)));
    const open = ({ connect }) => {
      const frames = [];
      const transport = { send: (frame) => void frames.push(frame) };
      const widget = connect({ name: "a", version: "1" }, { transport });
      transport.onmessage({ jsonrpc: "2.0", id: frames[0].id, result: {} });
      return { widget, frames, transport };
    };
    const opened = [js, wasm, auto].map(open);
    assert.deepEqual(opened.map(({ widget }) => widget.engine), ["js", "js", "js"]);
    assert.equal(auto.Widget, js.Widget);
    assert.equal(auto.McpError, wasm.McpError);
    for (const { widget, frames, transport } of opened) {
      const call = widget.callTool("a");
      transport.onmessage({ jsonrpc: "2.0", id: frames.at(-1).id, result: { content: [] } });
      assert.deepEqual(await call, { content: [] });
      widget.close();
    }
  `);
});

test("where WebAssembly is forbidden: /wasm throws an EngineError, the others run on JavaScript", async () => {
  await bare(`
    import assert from "node:assert/strict";
    WebAssembly.Instance = function () { throw new WebAssembly.CompileError("blocked by a policy"); };
    const [auto, wasm] = await Promise.all(["mcp-widget", "mcp-widget/wasm"].map((entry) => import(entry)));
    const transport = { send() {} };
    assert.throws(() => wasm.connect({ name: "a", version: "1" }, { transport }), (error) => error instanceof wasm.EngineError && error.name === "EngineError" && error.cause instanceof WebAssembly.CompileError);
    const widget = auto.connect({ name: "a", version: "1" }, { transport });
    assert.equal(widget.engine, "js");
    widget.close();
  `);
});

test("auto takes WebAssembly where it runs", async () => {
  await bare(`
    import assert from "node:assert/strict";
    import { connect } from "mcp-widget";
    const widget = connect({ name: "a", version: "1" }, { transport: { send() {} } });
    assert.equal(widget.engine, "wasm");
    widget.close();
  `);
});

test("without reportError, a listener's exception is an uncaught one", async () => {
  const out = await bare(`
    import { connect } from "mcp-widget/js";
    process.on("uncaughtException", (error) => console.log("uncaught", error.message));
    globalThis.reportError = undefined;
    const transport = { send() {} };
    const widget = connect({ name: "a", version: "1" }, { transport });
    widget.on("toolresult", () => { throw new Error("from a listener"); });
    widget.on("toolresult", () => console.log("told"));
    transport.onmessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [] } });
    setTimeout(() => widget.close());
  `);
  assert.equal(out, "told\nuncaught from a listener\n");
});

test("a process ends when its widgets are closed", async () => {
  await bare(`
    import { connect } from "mcp-widget";
    const transport = { send() {} };
    const widget = connect({ name: "a", version: "1" }, { transport });
    widget.callTool("a").catch(() => {});
    widget.close();
  `);
});

for (const entry of ["mcp-widget/wasm", "mcp-widget/js"]) {
  test(`${entry}: nothing keeps a widget that is closed`, async () => {
    await bare(`
      import assert from "node:assert/strict";
      import { setFlagsFromString } from "node:v8";
      import { runInNewContext } from "node:vm";
      import { connect } from "${entry}";
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc");
      const signal = new AbortController().signal;
      // As much of an element as is needed.
      const values = new Map();
      const style = { getPropertyValue: (name) => values.get(name) ?? "", setProperty: (name, value) => void values.set(name, value) };
      const root = { style, getAttribute: (name) => values.get(name) ?? null, setAttribute: (name, value) => void values.set(name, value), removeAttribute: (name) => void values.delete(name) };
      const closed = () => {
        const frames = [];
        const transport = { send: (frame) => void frames.push(frame) };
        const widget = connect({ name: "a", version: "1" }, { transport });
        transport.onmessage({ jsonrpc: "2.0", id: frames[0].id, result: { hostContext: { theme: "dark" } } });
        widget.on("toolresult", () => widget, { signal });
        widget.applyHostStyles(root);
        widget.callTool("a", {}, { signal }).catch(() => {});
        widget.close();
        return new WeakRef(widget);
      };
      const widgets = Array.from({ length: 20 }, closed);
      for (let round = 0; round < 50 && widgets.some((widget) => widget.deref()); round++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        collect();
      }
      assert.equal(widgets.filter((widget) => widget.deref()).length, 0);
      assert.equal(values.get("data-theme"), "dark");
    `);
  });
}
