// The package in Node: a widget's module is imported by servers that render it, and by tests.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fixture } from "./support/fixture.mjs";
import { node } from "./support/program.mjs";
import { ENTRIES } from "./support/tarball.mjs";

const STRICT = "--unhandled-rejections=strict";
let folder;
before(() => {
  folder = fixture("node");
});

const run = (script, ...args) => node([STRICT, script, ...args], { cwd: folder, patience: 20_000 });
/** Runs a script that must end well; its output as JSON, line by line. */
async function told(script, ...args) {
  const { code, signal, output } = await run(script, ...args);
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, output);
  return output.trim().split("\n").map((line) => (line.startsWith("{") ? JSON.parse(line) : line));
}

for (const entry of ENTRIES) {
  describe(entry, { concurrency: 2 }, () => {
    test("is silent and lets the process go on, and end", async () => {
      assert.deepEqual(await run("inert.mjs", entry), { code: 0, signal: null, output: "went on\n" });
    });

    test("can be required", { skip: !process.features.require_module && "this Node cannot require modules" }, async () => {
      assert.deepEqual(await run("required.cjs", entry), { code: 0, signal: null, output: "went on\n" });
    });

    test("answers with NoHostError once it is asked", async () => {
      const failed = "NoHostError true true";
      const inert = { widget: true, engine: "none", host: true, diagnostics: [], status: "connecting", same: true };
      assert.deepEqual(await told("looked-at.mjs", entry), [{ ...inert, ready: failed, call: failed, request: failed }]);
    });

    test("touches no page, starts nothing and leaves nothing behind", async () => {
      const [{ imported, connected, leftBehind }] = await told("traps.mjs", entry);
      assert.deepEqual(imported, []);
      assert.deepEqual(connected, ["window"]); // Whether there is one.
      assert.deepEqual(leftBehind, []); // Globals, and listeners of the process.
    });

    test("talks over a transport", async () => {
      const engine = entry === "mcp-widget/js" ? "js" : "wasm";
      const expected = { isMainThread: true, engine, structuredContent: { asked: { budget: 100 } } };
      assert.deepEqual(await told("call.mjs", entry), [expected]);
    });

    test("does all that in a thread", async () => {
      const engine = entry === "mcp-widget/js" ? "js" : "wasm";
      const lines = await told("thread.mjs", entry);
      const call = lines.find((line) => typeof line === "object");
      assert.deepEqual(call, { isMainThread: false, engine, structuredContent: { asked: { budget: 100 } } });
      assert.deepEqual(lines.filter((line) => line !== call), ["went on"]);
    });
  });
}

describe("bundled for a server", () => {
  for (const [tool, output] of [["vite-server.mjs", "server/page.js"], ["esbuild-server.mjs", "server/page.cjs"]]) {
    test(tool, async () => {
      assert.deepEqual(await run(tool), { code: 0, signal: null, output: "" });
      assert.deepEqual(await run(output), { code: 0, signal: null, output: '<main data-status="connecting"></main>\n' });
    });
  }
});
