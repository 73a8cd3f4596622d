// What a call costs with a result of 500 bytes and with one of 5 MB: the core never looks at the payload, so the same.
//
// Processor time of `callTool` over a transport that hands over the object at once, 2,000 calls a round, the two sizes in turn. Fails
// above LIMIT.

import { judge, table } from "./report.mjs";
import { bundle, inPage, median } from "./support.mjs";

const LIMIT = 1.5;
const ROUNDS = 15;

const code = (entry) => bundle(`
  import { connect } from "mcp-widget/${entry}";
  const gift = (index) => ({ id: "gift-" + index, name: "A board game for four", price: 45, tags: ["games", "evening"] });
  const sized = (bytes) => {
    const gifts = [gift(0)];
    const each = JSON.stringify(gift(10000)).length + 1;
    for (let size = each; size < bytes; size += each) gifts.push(gift(gifts.length));
    return { content: [{ type: "text", text: "Here are some ideas" }], structuredContent: { gifts } };
  };
  const results = { small: sized(400), large: sized(5e6) };
  let result;
  const transport = {
    send(message) {
      if (message.id === undefined) return;
      const answer = message.method === "ui/initialize"
        ? { protocolVersion: "2026-01-26", hostInfo: { name: "bench", version: "1" }, hostCapabilities: {}, hostContext: {} }
        : result;
      transport.onmessage({ jsonrpc: "2.0", id: message.id, result: answer });
    },
  };
  const widget = connect({ name: "bench", version: "1" }, { transport });
  globalThis.sizes = Object.fromEntries(Object.entries(results).map(([name, value]) => [name, JSON.stringify(value.structuredContent).length]));
  globalThis.round = async (name, calls) => {
    result = results[name];
    await widget.ready;
    const start = performance.now();
    for (let call = 0; call < calls; call++) {
      const got = await widget.callTool("suggest_gifts", { occasion: "birthday", budget: 100 });
      if (got !== result) throw new Error("not the object that arrived");
    }
    return ((performance.now() - start) * 1000) / calls;
  };
`);

const figures = {};
let chromium;
await inPage(async (page, version) => {
  chromium = version;
  for (const entry of ["wasm", "js"]) {
    await page.reload();
    await page.addScriptTag({ type: "module", content: code(entry) });
    await page.waitForFunction(() => globalThis.round);
    const times = { small: [], large: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const size of ["small", "large"]) {
        const time = await page.evaluate(([size]) => globalThis.round(size, 2000), [size]);
        if (round > 0) times[size].push(time); // The first one warms up.
      }
    }
    const sizes = await page.evaluate(() => globalThis.sizes);
    figures[entry] = { bytes: sizes, small: median(times.small), large: median(times.large) };
  }
});
console.log(`payload: Chromium ${chromium}, µs per call, medians of ${ROUNDS} rounds of 2,000 calls\n`);
const rows = Object.entries(figures).map(([entry, { small, large }]) => [entry, small.toFixed(2), large.toFixed(2)]);
const { bytes } = figures.wasm;
console.log(table([["", `${bytes.small} B`, `${bytes.large} B`], ...rows]));
judge("payload", {
  chromium,
  figures,
  limits: Object.entries(figures).map(([entry, { small, large }]) => ({ what: "the large result against the small one", entry, value: large / small, must: LIMIT })),
});
