// A call and its answer over the real postMessage, one after the other.

import { CONTESTANTS } from "./contestants.mjs";
import { beHost, worker } from "./frames.mjs";
import { judge, short, table } from "./report.mjs";
import { inPage, median, rotated } from "./support.mjs";

const ROUNDS = 25;
const CALLS = 40;

await inPage(async (page, chromium) => {
  await beHost(page);
  const times = {};
  for (const name of CONTESTANTS) {
    await page.evaluate(([name, code]) => globalThis.openFrame(name, code), [name, worker(name, `async (call, count) => { while (count-- > 0) await call(); }`)]);
    await page.evaluate(([name, count]) => globalThis.order(name, count), [name, 5 * CALLS]); // Warms up.
    times[name] = [];
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of rotated(CONTESTANTS, round)) {
      times[name].push((await page.evaluate(([name, count]) => globalThis.order(name, count), [name, CALLS])) / CALLS);
    }
  }
  const figures = Object.fromEntries(CONTESTANTS.map((name) => [name, median(times[name])]));
  console.log(`roundtrip: Chromium ${chromium}, one call over postMessage, medians of ${ROUNDS} rounds of ${CALLS}\n`);
  console.log(table([["", "ms", "× ext-apps", "× floor"], ...CONTESTANTS.map((name) => [name, ...[figures[name], figures[name] / figures["ext-apps"], figures[name] / figures.floor].map(short)])]));
  judge("roundtrip", { chromium, figures, limits: [] });
});
