// The table of sizes in one browser: each page is a test.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { serve } from "./server.mjs";
import { CASES } from "./sizes.mjs";

const last = (sizes, side) => sizes.findLast((size) => size[side] !== undefined)?.[side];

export function resize({ name: engine, launch, missing }) {
  let server;
  let browser;
  let opened;
  before(async () => {
    if (missing) return;
    server = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const { name, height, width, messages, code, except } of CASES) {
    test(name, { timeout: 60_000, skip: missing ?? (except !== undefined && except === engine) }, async () => {
      await (opened ??= browser.open(`${server.url}/engines/pages/sizes.html`));
      const { sizes, troubles, codes, error, settled, failure } = await server.outcome(name);
      const heard = JSON.stringify(sizes);
      assert.ok(!failure, failure);
      assert.deepEqual(troubles, []);
      assert.ok(!error, `${error}: ${heard}`);
      assert.deepEqual(codes, code ? [code] : [], heard);
      assert.ok(settled, `it goes on: ${heard}`);
      const [least, most] = [height].flat();
      if (most === undefined) assert.equal(last(sizes, "height"), least, heard);
      else assert.ok(last(sizes, "height") >= least && last(sizes, "height") <= most, heard);
      assert.equal(last(sizes, "width"), width, heard);
      assert.ok(sizes.length <= messages, `${sizes.length} messages: ${heard}`);
      for (const size of sizes) for (const pixels of Object.values(size)) assert.ok(Number.isInteger(pixels) && pixels >= 1, heard);
    });
  }
}
