// `mcp-widget/ext-apps` beside the official library: the same is done with both, and the same is to be seen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { describe } from "node:test";
import * as official from "@modelcontextprotocol/ext-apps";
import { cases } from "../ext-apps/cases.mjs";
import { alike } from "../ext-apps/frames.mjs";
import { MemoryHost } from "../ext-apps/host.mjs";

const pkg = new URL("../../pkg/", import.meta.url);
const INFO = { name: "gift-ideas", version: "1.0.0" };

/** Exceptions of listeners. */
const troubles = [];
globalThis.reportError = (error) => void troubles.push(error.message);

/** The official library tells the console much. */
async function quiet(work) {
  const { log, debug, warn, error } = console;
  const said = [];
  console.log = console.debug = console.warn = console.error = (...words) => void said.push(words);
  try {
    return { record: await work(), said };
  } finally {
    Object.assign(console, { log, debug, warn, error });
  }
}

async function perform(library, run) {
  const host = new MemoryHost();
  const notes = [];
  const made = [];
  const make = (info = INFO, capabilities = {}, options = { autoResize: false }) => {
    const app = new library.App(info, capabilities, options);
    app.onerror = () => {};
    made.push(app);
    return app;
  };
  let app;
  await run({
    library,
    host,
    make,
    note: (...all) => void notes.push(...all.map((one) => (one === undefined ? one : JSON.parse(JSON.stringify(one))))),
    get app() {
      return (app ??= make());
    },
    connected: async () => {
      const app = make();
      await app.connect(host.transport);
      return app;
    },
  });
  const frames = host.record();
  for (const app of made) await app.close().catch(() => {});
  return { notes: notes.map((one) => (typeof one === "object" ? JSON.parse(JSON.stringify(one)) : one)), frames, troubles: troubles.splice(0) };
}

const documented = readFileSync(new URL("../../docs/ext-apps.md", import.meta.url), "utf8").matchAll(/^\| <a id="([a-z]+)"><\/a>[\w`]/gm);
const DEVIATIONS = Array.from(documented, ([, id]) => id);

for (const engine of ["js", "wasm"]) {
  const ours = await import(new URL(`ext-apps-${engine}.js`, pkg));
  describe(`ext-apps/${engine}`, () => {
    for (const [name, given] of Object.entries(cases)) {
      const { deviates, run, ours: expected } = typeof given === "function" ? { run: given } : given;
      test(name, { timeout: 20_000 }, async () => {
        const { record: theirs } = await quiet(() => perform(official, run));
        theirs.frames = theirs.frames.map(alike);
        const { record, said } = await quiet(() => perform(ours, run));
        assert.deepEqual(said, [], "nothing is told to the console");
        if (!deviates) return assert.deepEqual(record, theirs);
        assert.ok(DEVIATIONS.includes(deviates), `docs/ext-apps.md has no row ${deviates}`);
        assert.notDeepEqual(record, theirs, "it is no deviation any more");
        expected(record, assert);
      });
    }
  });
}

test("every deviation that has a name is shown by a case", () => {
  const shown = Object.values(cases).map(({ deviates }) => deviates);
  assert.ok(DEVIATIONS.length > 10);
  assert.deepEqual(DEVIATIONS.filter((name) => !shown.includes(name)), []);
});

test("docs/ext-apps.md names every member", async () => {
  const { App } = await import(new URL("ext-apps-js.js", pkg));
  const text = readFileSync(new URL("../../docs/ext-apps.md", import.meta.url), "utf8");
  const members = [...Object.getOwnPropertyNames(Object.getPrototypeOf(App.prototype)), ...Object.keys(new App(INFO))];
  for (const name of members) if (!["constructor", "engines", "__v_skip"].includes(name)) assert.match(text, new RegExp(`\`${name}\``), name);
});

test("a connection that failed late does not end the next one", async () => {
  const { App } = await import(new URL("ext-apps-js.js", pkg));
  const app = new App(INFO);
  const closed = [];
  app.onclose = () => closed.push(app.transport);
  const first = new MemoryHost();
  first.answers = {};
  const failing = app.connect(first.transport, { timeout: 1000 });
  await app.close();
  const second = new MemoryHost();
  await Promise.all([assert.rejects(failing, { code: "CONNECTION_CLOSED" }), app.connect(second.transport)]);
  assert.equal(app.transport, second.transport);
  assert.equal(closed.length, 1);
  await app.close();
});

test("an abort whose reason is an SdkError rejects with that", async () => {
  const { App, SdkError } = await import(new URL("ext-apps-js.js", pkg));
  const app = new App(INFO);
  await app.connect(new MemoryHost().transport);
  const reason = new SdkError("CONNECTION_CLOSED", "enough");
  await assert.rejects(app.callServerTool({ name: "a" }, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
  await app.close();
});

test("PostMessageTransport sends to its target, and hears its source alone", async () => {
  const { PostMessageTransport } = await import(new URL("ext-apps-js.js", pkg));
  const [sent, heard, wrong] = [[], [], []];
  const parent = { postMessage: (...all) => sent.push(all) };
  const listeners = new Set();
  globalThis.window = { parent, addEventListener: (type, listener) => listeners.add(listener), removeEventListener: (type, listener) => listeners.delete(listener) };
  try {
    const post = (data, source = parent) => listeners.forEach((listener) => listener({ data, source }));
    const transport = new PostMessageTransport(undefined, parent);
    let closed = 0;
    Object.assign(transport, { onmessage: (message) => heard.push(message), onerror: (error) => wrong.push(error), onclose: () => closed++ });
    await transport.start();
    await transport.send({ jsonrpc: "2.0", method: "a" });
    assert.deepEqual(sent, [[{ jsonrpc: "2.0", method: "a" }, "*"]]);
    const good = [{ jsonrpc: "2.0", method: "a" }, { jsonrpc: "2.0", id: 1, result: {} }, { id: 1, error: { code: 1, message: "" } }];
    for (const message of good) post(message);
    for (const message of [null, "text", 1, {}, { method: "a" }, [], { source: "react-devtools" }]) post(message);
    post(good[0], {});
    assert.deepEqual(heard, good);
    assert.equal(wrong.length, 0);
    post({ jsonrpc: "2.0", id: 1 });
    assert.equal(wrong.length, 1);
    await transport.close();
    assert.deepEqual([closed, listeners.size], [1, 0]);
    // Without a source it hears everybody.
    const open = new PostMessageTransport(parent);
    open.onmessage = (message) => heard.push(message);
    await open.start();
    post(good[0], {});
    assert.equal(heard.length, good.length + 1);
    await open.close();
    // A page that is not embedded would hear itself.
    await assert.rejects(new PostMessageTransport(globalThis.window, globalThis.window).start(), { name: "NoHostError" });
  } finally {
    delete globalThis.window;
  }
});

test("on a server it is made, and there is no host", async () => {
  const { App } = await import(new URL("ext-apps-js.js", pkg));
  const app = new App(INFO);
  await assert.rejects(app.connect(), { name: "SdkError", code: "NOT_CONNECTED" });
  await app.close();
});

test("it exports what the official library exports, but for the schemas", async () => {
  const ours = await import(new URL("ext-apps-js.js", pkg));
  const wanted = Object.keys(official).filter((name) => !name.endsWith("Schema"));
  assert.ok(wanted.length > 20);
  assert.deepEqual(wanted.filter((name) => !(name in ours)), []);
  for (const name of wanted) if (typeof official[name] === "string") assert.equal(ours[name], official[name], name);
});

test("it has every public member", async () => {
  const ours = await import(new URL("ext-apps-js.js", pkg));
  const members = (object) => new Set([...Object.keys(object), ...inherited(Object.getPrototypeOf(object))]);
  const inherited = (prototype) => (prototype === Object.prototype || !prototype ? [] : [...Object.getOwnPropertyNames(prototype), ...inherited(Object.getPrototypeOf(prototype))]);
  /** Declared as private, protected or internal, or of no use in a widget. */
  const hidden = ["options", "eventSchemas", "replaceRequestHandler", "setEventHandler", "getEventHandler", "warnIfRequestHandlerReplaced", "buildContext", "registerAppCapabilities",
    "ensureToolHandlersInitialized", "assertCapabilityForMethod", "assertRequestHandlerCapability", "assertNotificationCapability"];
  const theirs = [...members(new official.App(INFO))].filter((name) => !name.startsWith("_") && !hidden.includes(name));
  const own = members(new ours.App(INFO));
  assert.ok(theirs.length > 40);
  assert.deepEqual(theirs.filter((name) => !own.has(name)), []);
});

test("its errors are those of the SDK", async () => {
  const { SdkError, ProtocolError } = await import("@modelcontextprotocol/client");
  const ours = await import(new URL("ext-apps-js.js", pkg));
  const protocol = new ours.ProtocolError(-32000, "no", { a: 1 });
  const sdk = new ours.SdkError(ours.SdkErrorCode.RequestTimeout, "late");
  assert.deepEqual([protocol instanceof ProtocolError, protocol instanceof SdkError, sdk instanceof SdkError, sdk instanceof ProtocolError], [true, false, true, false]);
  assert.ok(protocol instanceof Error && protocol instanceof ours.ProtocolError);
  assert.deepEqual([protocol.code, protocol.data, sdk.code], [-32000, { a: 1 }, "REQUEST_TIMEOUT"]);
});
