// Each core client scenario of the official conformance suite, with each version that has it.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { SCENARIOS, suite } from "./conformance.mjs";
import { CLIENT } from "./support/pages.mjs";

/** Where the official client is known to do otherwise: it sends no Mcp-Param-* in browsers, and refuses a result without `resultType`. */
const DIFFERS = { "official-2": ["http-custom-headers", "sep-2322-client-request-state"] };

let running;
before(async () => (running = await suite()));
after(() => running.close());

for (const [scenario, versions] of Object.entries(SCENARIOS)) {
  for (const version of versions) {
    test(`${scenario}, ${version}`, { timeout: 120_000 }, async () => {
      const { ok, failures, output } = await running.play(scenario, version);
      const differs = Boolean(DIFFERS[CLIENT]?.includes(scenario));
      assert.equal(ok, !differs, `${failures.map(({ name, errorMessage }) => `${name}: ${errorMessage}`).join("\n")}\n${output}`);
    });
  }
}
