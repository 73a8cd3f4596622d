// All cases, in a page of Chromium, each with a server of its own on another origin. The package's two engines take turns: a case that there is
// for several versions is done on both.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch } from "../support/chromium.mjs";
import { everyCase } from "./cases.mjs";
import { bundle, CLIENT, ENGINES, inPage, openPage, pageServer } from "./support/pages.mjs";
import { MODERN } from "./support/mcp.mjs";
import { OPEN } from "./support/cors.mjs";
import { serve } from "./support/server.mjs";

/** A case that takes longer hangs: what a client waits for by itself is less. */
const HANGS_MS = 25_000;

let browser;
let pages;
const opened = new Map();
before(async () => {
  browser = await launch();
  pages = await Promise.all(ENGINES.map((client) => bundle(undefined, client).then(pageServer)));
});
after(async () => {
  await browser?.close();
  await Promise.all((pages ?? []).map((served) => served.stop()));
});

/** One page of an engine's serves all cases, until one fails. */
async function page(engine, hurry) {
  if (!opened.has(engine)) opened.set(engine, await openPage(browser, pages[engine].url));
  const found = opened.get(engine);
  await found.page.evaluate((ms) => (window.patience = ms), hurry ? 1000 : undefined);
  return found;
}

async function runCase(name, { scenario, cors = OPEN, expect }, version, engine, hurry) {
  const [server, { page: at, complaints }] = await Promise.all([serve(scenario(version), { cors }), page(engine, hurry)]);
  // An official client may complain after its case is over.
  if (CLIENT.startsWith("official-")) complaints.length = 0;
  try {
    const hangs = new Promise((resolve) => setTimeout(resolve, hurry ? HANGS_MS / 3 : HANGS_MS, { error: "does not end" }).unref());
    const { error, facts } = await Promise.race([inPage(at, "runCase", name, version, `${server.origin}/mcp`), hangs]);
    assert.ok(!error, error);
    await expect(facts, server, assert, version);
    assert.deepEqual([complaints.splice(0), server.failures], [[], []]);
  } catch (error) {
    await opened.get(engine)?.page.close();
    opened.delete(engine);
    throw error;
  } finally {
    await server.stop();
  }
}

for (const [index, [name, one, version]] of everyCase.entries()) {
  const engine = index % ENGINES.length;
  // 1.x knows nothing of 2026-07-28.
  const skip = CLIENT === "official-1" && version === MODERN;
  test(`${name} (${version})`, { timeout: 60_000, skip }, async (t) => {
    const said = CLIENT.startsWith("official-") && (typeof one.differs === "object" ? one.differs[CLIENT] : one.differs);
    const differs = Array.isArray(said) ? said.includes(version) && said[0] : said;
    if (!differs) return runCase(name, one, version, engine);
    // What is said of the official clients is looked at too.
    const end = await runCase(name, one, version, engine, true).then(
      () => undefined,
      ({ message }) => message,
    );
    assert.ok(end !== undefined, `passes, and should not: ${differs}`);
    t.diagnostic(`${differs}: ${end.replace(/\s+/g, " ").slice(0, 300)}`);
  });
}
