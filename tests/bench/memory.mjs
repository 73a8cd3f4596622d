// Whether anything is left behind: a million calls and a million notifications, in ten rounds, on each engine.
//
// After the first round nothing may grow: the core's memory, the glue's table of handles, JavaScript's heap after a collection, and
// the listeners that the page holds. A tenth of the calls fail, a tenth are aborted, and all hang on one signal that lives on; half of
// the notifications are the widget's, half the host's.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ANSWERS } from "./contestants.mjs";
import { judge, table } from "./report.mjs";
import { inBrowser } from "./support.mjs";

const ROUNDS = 10;
/** Of each kind, in a round. */
const COUNT = 100_000;
/** What the heap of JavaScript may grow by, in bytes: a seventh of a byte for each call of the nine rounds. */
const TOLERANCE = 128 * 1024;

const USE = (entry) => `
  import { connect } from "mcp-widget/${entry}";
  ${ANSWERS}
  const result = gifts(2);
  const failure = { code: -32000, message: "no gift fits" };
  const transport = {
    send(message) {
      if (message.id === undefined || message.params?.name === "never") return;
      const { id } = message;
      if (message.params?.name === "fail") transport.onmessage({ jsonrpc: "2.0", id, error: failure });
      else transport.onmessage({ jsonrpc: "2.0", id, result: message.method === "ui/initialize" ? handshake : result });
    },
  };
  const widget = connect({ name: "bench", version: "1" }, { transport });
  let heard = 0;
  widget.on("hostcontextchanged", () => heard++);
  widget.on("notification", () => heard++);
  const lasting = new AbortController();
  const calls = async (count) => {
    for (let call = 0; call < count; call++) {
      const kind = call % 10;
      if (kind === 0) {
        const error = await widget.callTool("fail", { call }, { signal: lasting.signal }).then(() => undefined, (error) => error);
        if (error?.name !== "McpError") throw new Error("a call did not fail");
      } else if (kind === 1) {
        const own = new AbortController();
        const waiting = widget.callTool("never", { call }, { signal: AbortSignal.any([own.signal, lasting.signal]) });
        own.abort("enough");
        if (await waiting.then(() => undefined, (reason) => reason) !== "enough") throw new Error("a call was not aborted");
      } else if (await widget.callTool("suggest_gifts", { call }, { signal: lasting.signal }) !== result) throw new Error("not the result that was sent");
    }
  };
  const notifications = (count) => {
    const before = heard;
    for (let index = 0; index < count / 4; index++) {
      transport.onmessage({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: index % 2 ? "light" : "dark" } });
      transport.onmessage({ jsonrpc: "2.0", method: "notifications/gifts/changed", params: { index } });
      widget.notify("notifications/message", { level: "info", data: "gift " + index });
      widget.notify("notifications/gifts/seen", { index });
    }
    if (heard - before !== count / 2) throw new Error("of " + count / 2 + " notifications " + (heard - before) + " were heard");
  };
  globalThis.round = async (count) => {
    await widget.ready;
    await calls(count);
    notifications(count);
    // Finalizers and what they release come after a task of their own.
    for (let time = 0; time < 3; time++) {
      gc();
      await new Promise((next) => setTimeout(next, 50));
    }
    return widget.engine;
  };
`;

/** Lets the page look into the engine: how many handles the glue's table has room for, and the size of the core's memory. */
function watch() {
  let [handles, bytes] = [[], () => 0];
  const { fill } = Array.prototype;
  // The only array of this length that is filled with this.
  Array.prototype.fill = function (...values) {
    if (this.length === 1024 && values.length === 1 && values[0] === undefined) handles = this;
    return fill.apply(this, values);
  };
  WebAssembly.Instance = class extends WebAssembly.Instance {
    constructor(...given) {
      super(...given);
      const memory = Object.values(this.exports).find((item) => item instanceof WebAssembly.Memory);
      if (memory) bytes = () => memory.buffer.byteLength;
    }
  };
  // Lowered to JavaScript, memory is a buffer, and a larger one when it grows.
  globalThis.ArrayBuffer = class extends ArrayBuffer {
    constructor(length) {
      super(length);
      if (length >= 1 << 20) bytes = () => length;
    }
  };
  globalThis.look = () => ({ handles: handles.length, bytes: bytes() });
}

const figures = {};
const limits = [];
let chromium;
await inBrowser(async (open, version) => {
  chromium = version;
  console.log(`memory: Chromium ${version}, ${ROUNDS} rounds of ${COUNT} calls and ${COUNT} notifications`);
  for (const engine of ["wasm", "js"]) {
    const { outputFiles } = await build({
      stdin: { contents: USE(engine), resolveDir: fileURLToPath(new URL("..", import.meta.url)), loader: "js" },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    const page = await open();
    await page.evaluate(watch);
    await page.addScriptTag({ type: "module", content: outputFiles[0].text });
    await page.waitForFunction(() => globalThis.round);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression: `round(${COUNT})`, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      if (result.value !== engine) throw new Error(`${result.value} ran, not ${engine}`);
      rounds.push(await state(session));
    }
    await page.close();
    figures[engine] = rounds;
    console.log(`\n${table([[engine, "core's memory", "handles", "JS heap", "listeners"], ...rounds.map(({ bytes, handles, heap, listeners }, round) => [`round ${round + 1}`, bytes, handles, heap, listeners])])}`);
    const growth = (what) => Math.max(...rounds.slice(1).map((round) => round[what] - rounds[0][what]));
    limits.push(
      { what: "growth of the core's memory, bytes", entry: engine, value: growth("bytes"), must: 0 },
      { what: "growth of the table of handles", entry: engine, value: growth("handles"), must: 0 },
      { what: "growth of JavaScript's heap, bytes", entry: engine, value: growth("heap"), must: TOLERANCE },
      { what: "growth of the number of listeners", entry: engine, value: growth("listeners"), must: 0 },
    );
  }
});
judge("memory", { chromium, figures, limits });

async function state(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
  const { result } = await session.send("Runtime.evaluate", { expression: "look()", returnByValue: true });
  return { ...result.value, heap: metric("JSHeapUsedSize"), listeners: metric("JSEventListeners") };
}
