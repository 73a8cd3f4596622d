// Tests in a page of their own, around frames that come and go.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./server.mjs";

/** Starts what the tests of a file need. `files` are served besides. Gives a function that adds a test: it is told what the page can do. */
export function hosts(files = async () => ({})) {
  let server;
  let browser;
  before(async () => {
    const bundling = files();
    [server, browser] = await Promise.all([serve(), launch()]);
    for (const [path, contents] of Object.entries(await bundling)) server.files.set(path, contents);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return (name, body) =>
    test(name, { timeout: 60_000 }, async (t) => {
      const { page, complaints } = await openPage(browser, `${server.url}/pages/life.html`);
      try {
        await page.waitForFunction("window.loaded");
        await body(hostOf(page), page, t);
        assert.deepEqual(complaints, []);
      } finally {
        await page.close();
      }
    });
}

/** What the page can do, from here. */
function hostOf(page) {
  const run = (name) => (...values) => page.evaluate(([key, given]) => window[key](...given), [name, values]);
  const names = ["openFrame", "writeFrame", "moveFrame", "closeFrame", "resizeFrame", "hideFrame", "heightOf", "methods", "sizes", "heard", "clearHeard", "say", "ask", "wait", "until"];
  return {
    ...Object.fromEntries(names.map((name) => [name, run(name)])),
    /** Runs a function in a frame, once that says that it is ready. */
    async inFrame(name, body, argument) {
      let frame;
      while (!(frame = page.frame({ name }))) await page.waitForTimeout(10);
      await frame.waitForFunction("window.set", undefined, { timeout: 5_000 });
      return frame.evaluate(body, argument);
    },
  };
}

/** Asserts how often each of these came. */
export function counts(methods, wanted) {
  assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((method) => [method, methods.filter((known) => known === method).length])), wanted, methods.join(" "));
}
