// The entry without an engine: what it takes for one, and what it says of what is none.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch, openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

const FORBIDS = "default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src 'self'";
let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Runs in the page: connects with each of these, one after the other, and says what came of it. `reported` is what a policy was told of. */
async function connectAll(names) {
  const { connect, EngineError, Widget } = await import("mcp-widget/slim");
  const bytes = await (await fetch("/pkg/engine.wasm")).arrayBuffer();
  const shifted = new Uint8Array(bytes.byteLength + 5);
  shifted.set(new Uint8Array(bytes), 3);
  // Of another release: the last byte is one of its name.
  const other = new Uint8Array(bytes.slice());
  other[other.length - 1] ^= 1;
  const lowered = await import("mcp-widget/engine.js");
  const engines = {
    bytes: () => bytes,
    view: () => shifted.subarray(3, 3 + bytes.byteLength),
    data: () => new DataView(shifted.buffer, 3, bytes.byteLength),
    module: () => new WebAssembly.Module(bytes),
    lowered: () => lowered,
    missing: () => undefined,
    null: () => null,
    empty: () => new ArrayBuffer(0),
    garbage: () => new TextEncoder().encode("<!doctype html><title>Not found</title>"),
    truncated: () => bytes.slice(0, -20),
    "of another release": () => other,
    "another module": () => new WebAssembly.Module(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0])),
    "another engine in JavaScript": () => ({ ...lowered, id: "0" }),
    detached: () => (structuredClone(shifted, { transfer: [shifted.buffer] }), shifted),
    "an address": () => "engine.wasm",
    "a promise": () => Promise.resolve(bytes),
    "an instance": () => new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]))),
    shared: () => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer,
    "an object": () => ({}),
    zero: () => 0,
  };
  const reported = [];
  document.addEventListener("securitypolicyviolation", ({ blockedURI }) => reported.push(blockedURI));
  const transport = { send(message) { if (message.method === "ui/initialize") transport.onmessage({ jsonrpc: "2.0", id: message.id, result: {} }); } };
  const outcomes = [];
  for (const name of names) {
    try {
      const widget = connect({ name: "slim", version: "1" }, { transport, engine: engines[name]() });
      await widget.ready;
      outcomes.push(widget instanceof Widget && widget.engine);
      widget.close();
    } catch (error) {
      outcomes.push(error instanceof EngineError ? [error.name, error.message, error.cause?.constructor.name] : `${error.name}: ${error.message}`);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { outcomes, reported };
}

/** Connects in a page of its own, under a policy in a header or a `<meta>`. */
async function inPage(names, { header, meta } = {}) {
  const { page, complaints } = await openPage(browser, "about:blank");
  try {
    await page.route("**/empty.html", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...(header && { "content-security-policy": header }) } });
    });
    await page.goto(`${server.url}/pages/empty.html`);
    if (meta) {
      await page.evaluate((content) => document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content })), meta);
    }
    const { outcomes, reported } = await page.evaluate(connectAll, names);
    assert.deepEqual(complaints, []);
    return { outcomes, reported };
  } finally {
    await page.close();
  }
}

for (const [name, engine] of Object.entries({ bytes: "wasm", view: "wasm", data: "wasm", module: "wasm", lowered: "js" })) {
  test(`${name}: runs`, async () => assert.deepEqual(await inPage([name]), { outcomes: [engine], reported: [] }));
}

test("what is no engine that can run is an EngineError that says why, and the next one may run", async () => {
  const cases = {
    missing: [/options\.engine is missing/, "EngineError"],
    null: [/options\.engine is missing/, "EngineError"],
    empty: [/empty/, "CompileError"],
    garbage: [/magic/, "CompileError"],
    truncated: [/section|length|end/, "CompileError"],
    "of another release": [/not the engine of this release/, "EngineError"],
    "another module": [/not the engine of this release/, "EngineError"],
    "another engine in JavaScript": [/not the engine of this release/, "EngineError"],
    detached: [/detached/, "TypeError"],
  };
  const { outcomes } = await inPage([...Object.keys(cases), "lowered"]);
  Object.entries(cases).forEach(([name, [message, cause]], index) => {
    assert.equal(outcomes[index][0], "EngineError", `${name}: ${outcomes[index]}`);
    assert.match(outcomes[index][1], /^No engine can run here: /);
    assert.match(outcomes[index][1], message, name);
    assert.equal(outcomes[index][2], cause, name);
  });
  assert.equal(outcomes.at(-1), "js");
});

test("what is of another type is a TypeError, also where an engine runs already", async () => {
  const names = ["an address", "a promise", "an instance", "shared", "an object", "zero"];
  const { outcomes } = await inPage([...names, "bytes", ...names]);
  const expected = names.map(() => "TypeError: engine must be the bytes of mcp-widget/engine.wasm, a WebAssembly.Module or the module mcp-widget/engine.js");
  assert.deepEqual(outcomes, [...expected, "wasm", ...expected]);
});

test("an engine that runs already wins, whatever is given", async () => {
  assert.deepEqual((await inPage(["lowered", "bytes", "garbage", "missing"])).outcomes, ["js", "js", "js", "js"]);
  assert.deepEqual((await inPage(["module", "lowered"])).outcomes, ["wasm", "wasm"]);
});

test("where the page's own policy forbids WebAssembly, it is not tried, and the engine in JavaScript runs", async () => {
  const { outcomes, reported } = await inPage(["bytes", "lowered"], { meta: FORBIDS });
  assert.deepEqual(outcomes, [["EngineError", "No engine can run here: The page's own policy forbids WebAssembly", "EngineError"], "js"]);
  assert.deepEqual(reported, []);
});

test("where a policy in a header forbids it, it is tried, and the engine in JavaScript runs", async () => {
  const { outcomes, reported } = await inPage(["view", "lowered"], { header: FORBIDS });
  assert.deepEqual([outcomes[0][0], outcomes[0][2], outcomes[1]], ["EngineError", "CompileError", "js"]);
  assert.match(outcomes[0][1], /Content Security Policy/);
  assert.deepEqual(reported, ["wasm-eval"]);
});
