// The matrix in one browser: each case is a test.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { bundles } from "./bundle.mjs";
import { PLACES, casesIn } from "./cases.mjs";
import { serve } from "./server.mjs";

/** What the widget does on purpose: whoever hears this has heard everything. */
const CONTROL = "img-src http://127.0.0.1:1/forbidden";

/** What a widget must have done, and what must have been reported meanwhile. `reports`: whether the browser reports forbidden WebAssembly. */
function expected({ engine, tries, by, policy }, reports) {
  // A `<meta>` is read instead of tried; of a header nothing is known before the try.
  const violations = [];
  if (tries && by === "header" && !policy.wasm && reports) violations.push("script-src wasm-eval");
  // The fonts are a style sheet in the page. The rest is set by script, which no policy forbids.
  if (engine && policy.styles === false) violations.push("style-src-elem inline");
  if (policy.text) violations.push(CONTROL);
  if (!engine) return { threw: "EngineError", violations, wrong: [] };
  return {
    engine,
    status: "ready",
    host: "scripted-host",
    call: { echoed: { text: "ä€😀" }, name: "echo" },
    failed: [true, "nothing left"],
    refused: [true, -32602, "no such tool"],
    event: { from: "the host" },
    look: ["dark", "rgb(1, 2, 3)", policy.styles === false ? [] : ["Host"]],
    violations,
    wrong: [],
  };
}

export function matrix({ launch, missing, reports }) {
  let server;
  let browser;
  before(async () => {
    if (missing) return;
    server = await serve(await bundles());
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const [index, place] of PLACES.entries()) {
    let opened;
    for (const one of casesIn(place)) {
      test(one.name, { timeout: 60_000, skip: missing }, async () => {
        await (opened ??= browser.open(`${server.url}/engines/pages/matrix.html?place=${index}`));
        assert.deepEqual(await server.outcome(one.name), expected(one, reports));
      });
    }
  }
}
