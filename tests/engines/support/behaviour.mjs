// The behaviour suite in one browser, on both engines: each case is a test.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { checkFrame } from "../../support/schema.mjs";
import { ENGINES, PLACES, chosen, title } from "./core.mjs";
import { serve } from "./server.mjs";

export function behaviour({ name, launch, missing }) {
  let server;
  let browser;
  before(async () => {
    if (missing) return;
    server = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const engine of ENGINES) {
    for (const [index, place] of PLACES.entries()) {
      const query = new URLSearchParams({ browser: name, engine, place: index });
      let opened;
      for (const one of chosen(name, place)) {
        const full = title(engine, place, one);
        test(full, { timeout: 60_000, skip: missing }, async () => {
          await (opened ??= browser.open(`${server.url}/engines/pages/behaviour.html?${query}`));
          const { error, frames } = await server.outcome(full);
          assert.ok(!error, error);
          frames.forEach(checkFrame);
        });
      }
    }
  }
}
