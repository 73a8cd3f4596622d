// The client and servers that others wrote, on one origin by a proxy.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch } from "../support/chromium.mjs";
import { servers } from "./real.mjs";
import { bundle, CLIENT, inPage, openPage } from "./support/pages.mjs";
import { proxy } from "./support/proxy.mjs";

const ANSWERS = {
  "elicitation/create": { action: "accept", content: { name: "Ann" } },
  "sampling/createMessage": { role: "assistant", model: "m", content: { type: "text", text: "Kite" } },
  "roots/list": { roots: [{ uri: "file:///gifts", name: "gifts" }] },
};
const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };

let browser;
let code;
before(async () => ([browser, code] = await Promise.all([launch(), bundle()])));
after(() => browser?.close());

for (const [name, { start, tour, runs, check }] of Object.entries(servers)) {
  for (const [version, agreed] of Object.entries(runs)) {
    // 1.x offers its latest version, whatever it is asked for, and knows nothing of 2026-07-28.
    const skip = CLIENT === "official-1" && (version !== "auto" || agreed === "2026-07-28");
    test(`${name}, ${version}`, { timeout: 60_000, skip }, async () => {
      const server = await start();
      const front = await proxy(code, server.origin);
      const { page, complaints } = await openPage(browser, front.page);
      try {
        const options = { version, answers: ANSWERS, capabilities: CAPABILITIES, ...tour };
        const { error, facts } = await inPage(page, "runTour", `${front.origin}${server.path}`, options);
        assert.ok(!error, error);
        assert.deepEqual(facts.ready, { value: true });
        if (agreed) assert.equal(facts.server.version ?? agreed, agreed);
        check(facts, assert);
        assert.deepEqual(complaints, []);
      } finally {
        await page.close();
        await Promise.all([front.stop(), server.stop()]);
      }
    });
  }
}
