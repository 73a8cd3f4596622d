// A widget without a host, in Chromium, straight on servers of each version on another origin.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch } from "../support/chromium.mjs";
import { INFO } from "./support/catalogue.mjs";
import { OPEN } from "./support/cors.mjs";
import { mcp, MODERN, VERSIONS } from "./support/mcp.mjs";
import { bundle, openPage, pageServer } from "./support/pages.mjs";
import { serve } from "./support/server.mjs";

let browser;
let pages;
before(async () => {
  [browser, pages] = await Promise.all([launch(), bundle("../widget-page.mjs").then(pageServer)]);
});
after(async () => {
  await browser?.close();
  await pages?.stop();
});

const words = ({ value }) => value.content.map(({ text }) => text).join("|");

for (const version of VERSIONS) {
  test(`a widget on a server of ${version}`, { timeout: 60_000 }, async () => {
    const [server, { page, complaints }] = await Promise.all([serve(mcp(version), { cors: OPEN }), openPage(browser, pages.url)]);
    try {
      await page.emulateMedia({ colorScheme: "light" });
      const facts = JSON.parse(await page.evaluate(([url, version]) => window.visit(url, version), [`${server.origin}/mcp`, version]));

      const { info, capabilities, context, protocolVersion } = facts.host;
      assert.deepEqual([info, protocolVersion], [INFO, "2026-01-26"]);
      assert.deepEqual(Object.keys(capabilities).sort(), ["logging", "openLinks", "serverResources", "serverTools"]);
      assert.deepEqual([context.theme, context.displayMode, context.platform], ["light", "inline", "web"]);

      assert.deepEqual(facts.first[0], { occasion: "birthday" });
      assert.match(facts.first[1].content[0].text, /Kite/);
      const [echo, slow, fails, refuses] = facts.calls;
      assert.deepEqual([words(echo), words(slow), fails.value.isError], ["hé", "done", true]);
      assert.deepEqual([refuses.error, refuses.code, refuses.message, refuses.data], ["McpError", -31999, "MCP error -31999: not you", { why: [1, null] }]);
      assert.deepEqual(facts.progress, [[1, 2, "step 1"], [2, 2, "step 2"]]);

      assert.equal(facts.stalled.message, "enough");
      const [, , , , , stalled] = server.of("tools/call");
      const told = server.of("notifications/cancelled").map(({ message }) => message.params);
      // Since 2026-07-28 the end of the request says it.
      assert.deepEqual(told, version === MODERN ? [] : [{ requestId: stalled.message.id, reason: "enough" }]);

      assert.equal(facts.tools, 5);
      assert.equal(facts.read.value.contents[0].text, "about gift://1");
      assert.deepEqual([facts.missing.error, facts.missing.data], ["McpError", { uri: "gift://9" }]);
      assert.equal(facts.prompt.value.messages[0].content.text, "card to Ann");
      assert.deepEqual(facts.completion.value.completion.values, ["kite", "kettle"]);
      assert.deepEqual(facts.ping.value, {});
      assert.deepEqual([facts.message.code, facts.script.error, facts.script.reason], [-32601, "RefusedError", "Invalid URL"]);
      assert.deepEqual([facts.link.error, facts.opened], [undefined, [["https://example.com/", "_blank", "noopener,noreferrer"]]]);
      assert.equal(facts.mode, "inline");
      assert.deepEqual(facts.logged, [{ level: "info", data: "seen", logger: "widget" }]);
      assert.deepEqual(facts.odd, []);
      assert.deepEqual(server.requests.filter(({ rpc }) => rpc?.includes("ui/")), []);

      await page.emulateMedia({ colorScheme: "dark" });
      await page.waitForFunction(() => window.themeOf() === "dark");
      const { widget, after } = JSON.parse(await page.evaluate(() => window.leave()));
      assert.deepEqual([widget, words(after)], ["closed", "on"]);
      assert.deepEqual([complaints, server.failures], [[], []]);
    } finally {
      await page.close();
      await server.stop();
    }
  });
}

test("a widget whose server lets no page in says so", { timeout: 60_000 }, async () => {
  const [server, { page }] = await Promise.all([serve(mcp(MODERN), { cors: null }), openPage(browser, pages.url)]);
  try {
    const { error, status } = JSON.parse(await page.evaluate((url) => window.fail(url), `${server.origin}/mcp`));
    assert.deepEqual([error, status], ["HttpError", 0]);
  } finally {
    await page.close();
    await server.stop();
  }
});
