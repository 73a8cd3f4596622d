// The frames that hosts use: sandboxes with and without an origin, policies with and without WebAssembly.
import assert from "node:assert/strict";
import test from "node:test";
import { POLICIES } from "../../www/host/policies.js";
import { suite } from "./support/suite.mjs";

const { visit } = suite();

const SANDBOXES = [
  ["allow-scripts", "null"],
  ["allow-scripts allow-same-origin allow-forms", /^http:\/\/127\.0\.0\.1/],
];

for (const [sandbox, origin] of SANDBOXES) {
  for (const { id, title, wasm } of POLICIES) {
    const engine = wasm ? "wasm" : "js";
    test(`sandbox="${sandbox}", ${title}: the ${engine} engine`, () =>
      visit(`/?sandbox=${encodeURIComponent(sandbox)}&csp=${id}`, {}, async (widget) => {
        await widget.settled();
        const seen = await widget.frame.locator("body").evaluate(() => self.origin);
        if (typeof origin === "string") assert.equal(seen, origin);
        else assert.match(seen, origin);
        assert.equal(await widget.frame.locator("#facts").getAttribute("data-engine"), engine);
        await widget.suggest(75);
        await widget.status.filter({ hasText: /up to .*75/ }).waitFor();
        assert.ok((await widget.cards.count()) > 0);
      }));
  }
}
