// A thousand calls at once over the real postMessage, until the last is answered.

import { CONTESTANTS, OURS } from "./contestants.mjs";
import { beHost, worker } from "./frames.mjs";
import { judge, short, table } from "./report.mjs";
import { inPage, median, rotated } from "./support.mjs";

const ROUNDS = 15;
const CALLS = 1000;

await inPage(async (page, chromium) => {
  await beHost(page);
  const times = {};
  for (const name of CONTESTANTS) {
    await page.evaluate(([name, code]) => globalThis.openFrame(name, code), [name, worker(name, `(call, count) => Promise.all(Array.from({ length: count }, call))`)]);
    for (let time = 0; time < 2; time++) await page.evaluate(([name, count]) => globalThis.order(name, count), [name, CALLS]); // Warms up.
    times[name] = [];
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of rotated(CONTESTANTS, round)) {
      times[name].push(await page.evaluate(([name, count]) => globalThis.order(name, count), [name, CALLS]));
    }
  }
  const figures = Object.fromEntries(CONTESTANTS.map((name) => [name, median(times[name])]));
  console.log(`burst: Chromium ${chromium}, ${CALLS} calls at once over postMessage, medians of ${ROUNDS}\n`);
  console.log(table([["", "ms", "× ext-apps", "× floor"], ...CONTESTANTS.map((name) => [name, ...[figures[name], figures[name] / figures["ext-apps"], figures[name] / figures.floor].map(short)])]));
  judge("burst", {
    chromium,
    figures,
    limits: OURS.map((entry) => ({ what: "1,000 calls at once, against the floor", entry, value: figures[entry] / figures.floor, must: 1.3, aim: 1.1 })),
  });
});
