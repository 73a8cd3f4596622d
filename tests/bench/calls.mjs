// The processor time of one call over a transport that answers at once, with 2, 100 and 10,000 gifts in the result.
//
// Each contestant has a page, and so a thread and a heap, of its own, and in each round a new one. What is read is the processor time of
// that thread, which other programs on the machine do not add to.

import { ANSWERS, CALL, CONTESTANTS, OURS, contestant } from "./contestants.mjs";
import { judge, short, table } from "./report.mjs";
import { inBrowser, median, rotated } from "./support.mjs";

const SIZES = [2, 100, 10_000];
/** What must run, or the comparison says nothing: this page forbids nothing. */
const ENGINES = { wasm: "wasm", js: "js", auto: "wasm" };
const ROUNDS = 15;
/** Everybody makes as many: how far the browser has optimised a page depends on that. So many before it is looked at, and so many each time. */
const WARM = 3000;
const CALLS = 3000;

const USE = `
  ${ANSWERS}
  const results = Object.fromEntries(${JSON.stringify(SIZES)}.map((size) => [size, gifts(size)]));
  let result;
  const sent = Promise.resolve();
  const transport = {
    start: async () => {},
    close: async () => {},
    send(message) {
      if (message.id !== undefined) transport.onmessage({ jsonrpc: "2.0", id: message.id, result: message.method === "ui/initialize" ? handshake : result });
      return sent;
    },
  };
  const peer = open(transport);
  globalThis.engine = peer.engine;
  peer.ready.then(() => (globalThis.run = async (size, calls) => {
    result = results[size];
    for (let call = 0; call < calls; call++) {
      const got = await peer.${CALL};
      if (got.structuredContent.gifts.length !== size) throw new Error("not the result that was sent");
    }
  }));
`;

await inBrowser(async (open, chromium) => {
  const times = Object.fromEntries(CONTESTANTS.map((name) => [name, Object.fromEntries(SIZES.map((size) => [size, []]))]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of rotated(CONTESTANTS, round)) {
      const page = await open();
      const spend = await thread(page, contestant(name, USE));
      const engine = await page.evaluate(() => globalThis.engine);
      if (engine !== ENGINES[name]) throw new Error(`${name} runs on ${engine}, not on ${ENGINES[name]}`);
      await spend(SIZES[0], WARM);
      for (const size of rotated(SIZES, round)) times[name][size].push(await spend(size, CALLS));
      await page.close();
    }
  }
  const figures = Object.fromEntries(CONTESTANTS.map((name) => [name, Object.fromEntries(SIZES.map((size) => [size, median(times[name][size])]))]));

  console.log(`calls: Chromium ${chromium}, processor time of one call in µs, medians of ${ROUNDS} rounds\n`);
  const against = (name, other) => SIZES.map((size) => short(figures[name][size] / figures[other][size])).join(" / ");
  console.log(table([
    ["gifts", ...SIZES, "× ext-apps", "× floor"],
    ...CONTESTANTS.map((name) => [name, ...SIZES.map((size) => short(figures[name][size])), against(name, "ext-apps"), against(name, "floor")]),
  ]));
  const worst = (name, other) => Math.max(...SIZES.map((size) => figures[name][size] / figures[other][size]));
  judge("calls", {
    chromium,
    figures,
    limits: [
      ...OURS.map((entry) => ({ what: "one call, against ext-apps", entry, value: worst(entry, "ext-apps"), must: 1 / 8, aim: 1 / 15 })),
      ...OURS.map((entry) => ({ what: "one call, against the floor", entry, value: worst(entry, "floor"), must: 8, aim: 4 })),
      ...OURS.map((entry) => ({ what: "10,000 gifts against 2", entry, value: figures[entry][10_000] / figures[entry][2], must: 1.5, aim: 1 })),
      { what: "one call, against wasm", entry: "js", value: worst("js", "wasm"), must: 2 },
    ],
  });
});

/** A function that does so many calls in the page, and gives the processor time of one of them in µs. */
async function thread(page, code) {
  await page.addScriptTag({ type: "module", content: code });
  await page.waitForFunction(() => globalThis.run);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const clock = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const time = metrics.find(({ name }) => name === "ThreadTime");
    if (!time) throw new Error("this Chromium does not tell the processor time of a thread");
    return time.value * 1e6;
  };
  const spend = async (size, calls) => {
    const start = await clock();
    const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: `run(${size}, ${calls})`, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return (await clock()) - start;
  };
  const asking = [];
  for (let time = 0; time < 20; time++) asking.push(await spend(SIZES[0], 0));
  const overhead = median(asking);
  return async (size, calls) => ((await spend(size, calls)) - overhead) / calls;
}
