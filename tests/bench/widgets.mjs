// The widgets of tests/ext-apps on the official library and on ours: their size, and the time from the first script of their document to the
// end of their handshake, measured as in start.mjs.
//
// node widgets.mjs <document>: prints the table, and writes it between the document's markers.

import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { WIDGETS, bundled } from "../ext-apps/build.mjs";
import { beHost } from "./frames.mjs";
import { write } from "./place.mjs";
import { judge, short, table } from "./report.mjs";
import { inBrowser, kB, median, rotated } from "./support.mjs";

const ROUNDS = 25;
const LIBRARIES = { before: "@modelcontextprotocol/ext-apps", after: "mcp-widget/ext-apps" };
const TELL = `parent.postMessage({ bench: performance.now() - begin }, "*");`;

const [file] = process.argv.slice(2);
const contestants = Object.keys(WIDGETS).flatMap((widget) => Object.keys(LIBRARIES).map((side) => ({ widget, side, times: [] })));
for (const one of contestants) {
  const shipped = Buffer.from(await bundled(one.widget, LIBRARIES[one.side]));
  one.raw = shipped.length;
  one.gzip = gzipSync(shipped, { level: 9 }).length;
  one.code = await bundled(one.widget, LIBRARIES[one.side], TELL);
}
const [load] = loadavg();

await inBrowser(async (open, chromium) => {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { widget, code, times } of rotated(contestants, round)) {
      const page = await open();
      await beHost(page);
      // A text of its own each time: what the browser has compiled is of no use to a widget that is new to it.
      const passed = await page.evaluate(([name, code]) => globalThis.openFrame(name, code, '<div id="root"></div>'), [widget, `/* ${round} */${code.replaceAll("</script", "<\\/script")}`]);
      await page.close();
      if (round > 0) times.push(passed); // The first one warms up.
    }
  }
  const figures = Object.fromEntries(Object.keys(WIDGETS).map((name) => {
    const sides = contestants.filter(({ widget }) => widget === name).map(({ side, raw, gzip, times }) => [side, { raw, gzip, start: median(times) }]);
    return [name, Object.fromEntries(sides)];
  }));
  const rows = Object.entries(figures).map(([name, { before, after }]) => [name,
    ...["raw", "gzip"].map((what) => [before, after].map((side) => kB(side[what]))),
    [before, after].map(({ start }) => `${short(start)} ms`)]);
  console.log(`widgets: Chromium ${chromium}, medians of ${ROUNDS}; the load of the machine was ${load.toFixed(1)} at the start\n`);
  console.log(table([["", "raw", "gzip -9", "start"], ...rows.map(([name, ...cells]) => [name, ...cells.map((sides) => sides.join(" → "))])]));
  write(file, "widgets", [
    "| widget | raw | gzip -9 | start |",
    "|---|---|---|---|",
    ...rows.map(([name, ...cells]) => `| ${name} | ${cells.map((sides) => sides.join(" → ")).join(" | ")} |`),
  ].join("\n"));
  judge("widgets", { chromium, figures, limits: [] });
});
