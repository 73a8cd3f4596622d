// From the first script of a widget's document to the end of its handshake: a fresh sandboxed frame in a fresh page each time, with the
// bundle in it. A frame beside others would find a browser that runs hot already, as no first widget does.
//
// What else the machine does comes and goes, so what is judged are medians of ratios, each of two of one round.

import { CONTESTANTS, OURS } from "./contestants.mjs";
import { beHost, starter } from "./frames.mjs";
import { judge, short, table } from "./report.mjs";
import { inBrowser, median, rotated } from "./support.mjs";

const ROUNDS = 41;

await inBrowser(async (open, chromium) => {
  const codes = Object.fromEntries(CONTESTANTS.map((name) => [name, starter(name)]));
  const times = Object.fromEntries(CONTESTANTS.map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of rotated(CONTESTANTS, round)) {
      // A text of its own each time: what the browser has compiled is of no use to a widget that is new to it.
      const page = await open();
      await beHost(page);
      const passed = await page.evaluate(async ([name, code]) => {
        const passed = await globalThis.openFrame(name, code);
        globalThis.closeFrame(name);
        return passed;
      }, [name, `/* ${round} */${codes[name]}`]);
      await page.close();
      if (round > 0) times[name].push(passed); // The first one warms up.
    }
  }
  const figures = Object.fromEntries(CONTESTANTS.map((name) => {
    const [begun, connected, done] = [0, 1, 2].map((step) => median(times[name].map((passed) => passed[step])));
    return [name, { begun, connected, done }];
  }));
  const against = (name, other) => median(times[name].map(([, , done], round) => done / times[other][round][2]));
  console.log(`start: Chromium ${chromium}, ms since the document's first script, medians of ${ROUNDS}\n`);
  console.log(table([
    ["", "code begins", "connect() has returned", "handshake done", "× ext-apps", "× floor"],
    ...CONTESTANTS.map((name) => [name, ...Object.values(figures[name]).map(short), short(against(name, "ext-apps")), short(against(name, "floor"))]),
  ]));
  judge("start", {
    chromium,
    figures,
    limits: OURS.map((entry) => ({ what: "handshake done, against ext-apps", entry, value: against(entry, "ext-apps"), must: 1 / 4, aim: 1 / 8 })),
  });
});
