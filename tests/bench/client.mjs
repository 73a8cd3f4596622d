// The client beside `@modelcontextprotocol/client` and bare `fetch`, against one server in another process: calls one at a time and 100 in
// flight, answered as JSON and as a stream, small and large, and a stream of 10,000 events.
//
// Each contestant has a page, and so a thread and a heap, of its own, and they take turns. Beside the time that passes, to which other programs on
// the machine add, the processor time of the page's thread is read. The table has medians of ratios, each of two neighbours in one round. Most of a
// call is the browser's, and one and the same client differs from itself by five in a hundred: a limit is missed where three of four rounds miss it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { judge, short, table } from "./report.mjs";
import { bundle, inBrowser, median, rotated } from "./support.mjs";

const ROUNDS = 9;
const VERSION = "2025-11-25";
const EVENTS = 10_000;
const KB = 1000;

/** What is done in a round: so many calls of a tool, so many of them at once. */
const TASKS = ["json", "sse"].flatMap((kind) => [
  { what: `${kind}, 0.5 kB`, kind, tool: 0.5 * KB, calls: 150, flight: 1 },
  { what: `${kind}, 0.5 kB, 100 in flight`, kind, tool: 0.5 * KB, calls: 400, flight: 100 },
  { what: `${kind}, 100 kB`, kind, tool: 100 * KB, calls: 40, flight: 1 },
  { what: `${kind}, 100 kB, 100 in flight`, kind, tool: 100 * KB, calls: 100, flight: 100 },
  { what: `${kind}, 5 MB`, kind, tool: 5000 * KB, calls: 3, flight: 1 },
]);
TASKS.push({ what: "10,000 events", kind: "sse", tool: "events", calls: 2, flight: 1 });
/** A bare `fetch().json()` is compared with from here on. */
const LARGE = 100 * KB;

const ours = (entry) => `
  import { connectServer } from "mcp-widget/client/${entry}";
  export async function open(url) {
    const client = connectServer(url, { info: { name: "bench", version: "1" }, version: "${VERSION}" });
    await client.ready;
    return { call: (name, args) => client.callTool(name, args), hear: (listener) => client.on("log", listener), engine: client.engine };
  }`;

const official = `
  import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
  export async function open(url) {
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const hear = (listener) => client.setNotificationHandler("notifications/message", ({ params }) => listener(params));
    return { call: (name, args) => client.callTool({ name, arguments: args }), hear };
  }`;

/** The least: a request, and its answer parsed; of a stream, all of it at once. */
const bare = `
  export async function open(url) {
    const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
    let [last, listener] = [0];
    const call = async (name, args) => {
      const id = ++last;
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
      const response = await fetch(url, { method: "POST", headers, body });
      if (url.endsWith("json")) return (await response.json()).result;
      for (const event of (await response.text()).split("\\n\\n")) {
        const message = JSON.parse(event.slice(event.indexOf("data: ") + 6));
        if (message.id === id) return message.result;
        listener(message.params);
      }
    };
    return { call, hear: (heard) => (listener = heard) };
  }`;

const CONTESTANTS = { wasm: ours("wasm"), js: ours("js"), official, fetch: bare };
const OURS = ["wasm", "js"];

const USE = `
  const peers = {};
  let heard = 0;
  globalThis.begin = async () => {
    for (const kind of ["json", "sse"]) peers[kind] = await open(new URL(kind, location).href);
    peers.sse.hear(() => heard++);
    return peers.json.engine;
  };
  const args = { occasion: "birthday", budget: 100 };
  /** The milliseconds of all, and of each. */
  globalThis.run = async ({ kind, tool, calls, flight }) => {
    const { call } = peers[kind];
    const [name, times] = [String(tool), []];
    const start = performance.now();
    for (let done = 0; done < calls; done += flight) {
      await Promise.all(Array.from({ length: flight }, async () => {
        const begun = performance.now();
        const got = await call(name, args);
        times.push(performance.now() - begun);
        if (got.structuredContent.gifts.length === 0) throw new Error("not the result that was sent");
      }));
    }
    const all = performance.now() - start;
    if (tool === "events" && heard !== calls * ${EVENTS}) throw new Error(heard + " events were heard");
    heard = 0;
    return { all, times };
  };
`;

const server = spawn(process.execPath, [fileURLToPath(new URL("server.mjs", import.meta.url))], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [port] = await once(server.stdout, "data");
  await inBrowser(async (open, chromium) => {
    const pages = {};
    for (const [name, code] of Object.entries(CONTESTANTS)) pages[name] = await ready(await open(`http://127.0.0.1:${String(port).trim()}/`), name, `${code}\n${USE}`);
    const measured = Object.fromEntries(TASKS.map(({ what }) => [what, Object.fromEntries(Object.keys(pages).map((name) => [name, []]))]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const task of TASKS) {
        for (const name of rotated(Object.keys(pages), round)) {
          const one = await pages[name](task);
          if (round > 0) measured[task.what][name].push(one); // The first one warms up.
        }
      }
    }
    report(chromium, measured);
  });
} finally {
  server.kill();
}

/** A function that has the page do a task, and gives milliseconds: of a call, of the thread's processor for it, and until an answer was there. */
async function ready(page, name, code) {
  await page.addScriptTag({ type: "module", content: code.includes("import ") ? bundle(code) : code });
  const engine = await page.evaluate(() => globalThis.begin());
  if (OURS.includes(name) && engine !== name) throw new Error(`${name} runs on ${engine}`);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const clock = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ThreadTime").value * 1000;
  return async (task) => {
    const start = await clock();
    const { all, times } = await page.evaluate((task) => globalThis.run(task), task);
    const sorted = times.sort((one, two) => one - two);
    return { passed: all / task.calls, thread: ((await clock()) - start) / task.calls, median: median(sorted), late: sorted[Math.floor(sorted.length * 0.95)] };
  };
}

function report(chromium, measured) {
  const names = Object.keys(CONTESTANTS);
  const of = (what, name, part) => median(measured[what][name].map((one) => one[part]));
  const ratios = (what, name, other, part) => measured[what][name].map((one, round) => one[part] / measured[what][other][round][part]);
  const against = (...of) => median(ratios(...of));
  const surely = (...of) => ratios(...of).sort((one, two) => one - two)[Math.floor(ROUNDS / 4)];
  const figures = Object.fromEntries(TASKS.map(({ what }) => [what, Object.fromEntries(names.map((name) => [name, Object.fromEntries(["passed", "thread", "median", "late"].map((part) => [part, of(what, name, part)]))]))]));
  console.log(`client: Chromium ${chromium}, medians of ${ROUNDS} rounds: calls per second; ms until an answer was there, half of them and 95 of 100; ms of the thread per call\n`);
  console.log(table([
    ["", "", "calls/s", "half", "95 %", "thread", "× official", "thread", "× fetch", "thread"],
    ...TASKS.flatMap(({ what }) => names.map((name, at) => {
      const { passed, thread, median, late } = figures[what][name];
      const ratios = ["official", "fetch"].flatMap((other) => ["passed", "thread"].map((part) => short(against(what, name, other, part))));
      return [at ? "" : what, name, short(1000 / passed), ...[median, late, thread].map(short), ...ratios];
    })),
  ]));
  judge("client", {
    chromium,
    figures,
    limits: OURS.flatMap((entry) => [
      ...TASKS.map(({ what }) => ({ what: `${what}: against the official client`, entry, value: surely(what, entry, "official", "passed"), must: 1 })),
      ...TASKS.filter(({ kind, tool }) => kind === "json" && tool >= LARGE).map(({ what }) => ({ what: `${what}: against fetch`, entry, value: surely(what, entry, "fetch", "passed"), must: 1.3 })),
    ]),
  });
}
