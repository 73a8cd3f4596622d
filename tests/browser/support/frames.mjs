// Runs the suite in a sandboxed frame, on one engine: each case is a test.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { casesFor } from "../../behaviour/suite.mjs";
import { checkFrame } from "../../support/schema.mjs";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./server.mjs";

/** What a frame may do, and how the messages go. */
const PLACES = [
  { title: "opaque origin", sandbox: "allow-scripts", opaque: true, delivery: "post" },
  { title: "same origin", sandbox: "allow-scripts allow-same-origin allow-forms", opaque: false, delivery: "post" },
  { title: "opaque origin, own transport", sandbox: "allow-scripts", opaque: true, delivery: "sync" },
];

export function suite(engine) {
  let server;
  let browser;
  let opened;
  let current;

  before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
    opened = await openPage(browser, `${server.url}/pages/host.html`);
    await opened.page.waitForFunction("window.openFrame");
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const place of PLACES) {
    for (const [name] of casesFor(place.delivery)) {
      test(`${place.title}: ${name}`, { timeout: 90_000 }, async () => {
        const { page, complaints } = opened;
        if (current !== place) await page.evaluate((options) => window.openFrame(options), { engine, ...place });
        current = place;
        const { error, frames } = await page.evaluate((parameters) => window.runCase(...parameters), [place.delivery, name]);
        // What failed may have left something behind: the next case gets a new frame.
        if (error) current = undefined;
        assert.ok(!error, error);
        assert.deepEqual(complaints.splice(0), []);
        frames.forEach(checkFrame);
      });
    }
  }
}
