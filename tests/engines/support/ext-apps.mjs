// A widget on `mcp-widget/ext-apps` in one browser, under policies that allow WebAssembly and that forbid it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test, { after, before } from "node:test";
import { bundled } from "../../ext-apps/build.mjs";
import { POLICIES } from "./cases.mjs";
import { serve } from "./server.mjs";

const AUTO = "mcp-widget/ext-apps";
const JS = "mcp-widget/ext-apps/js";
const CASES = [[AUTO, "wasm"], [AUTO, "spec"], [JS, "spec"]];

/** The widget, and behind it in the same script who uses it. */
async function script(entry) {
  const [user, widget] = await Promise.all([readFile(new URL("../pages/ext-apps-user.js", import.meta.url), "utf8"), bundled("vanilla", entry)]);
  const text = `{${user}}\n${widget}`;
  assert.doesNotMatch(text, /<\/script|<!--/i);
  return text;
}

export function extApps({ launch, missing }) {
  let server;
  let browser;
  before(async () => {
    if (missing) return;
    server = await serve({ [AUTO]: await script(AUTO), [JS]: await script(JS) });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const [entry, id] of CASES) {
    const policy = POLICIES.findIndex((one) => one.id === id);
    const name = `${entry}, ${POLICIES[policy].title}`;
    test(name, { timeout: 60_000, skip: missing }, async () => {
      const widget = `/widget?${new URLSearchParams({ entry, policy, by: "meta" })}`;
      await browser.open(`${server.url}/engines/pages/ext-apps.html?${new URLSearchParams({ name, widget })}`);
      assert.deepEqual(await server.outcome(name), {
        connected: "Gifts for: …scripted-host light inline",
        event: "Gifts for: birthdayscripted-host light inlinea kite",
        call: "Gifts for: birthdayscripted-host light inlinea booka map",
        changed: "Gifts for: birthdayscripted-host dark inlinea booka map",
        violations: [],
        asked: [{ name: "suggest_gifts", arguments: { occasion: "birthday" } }],
        wrong: [],
      });
    });
  }
}
