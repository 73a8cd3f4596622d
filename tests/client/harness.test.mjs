// The servers and the page are as they should be: the official clients get all they ask for from each server, whatever client is tested with them.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch } from "../support/chromium.mjs";
import { INFO } from "./support/catalogue.mjs";
import { mcp, VERSIONS } from "./support/mcp.mjs";
import { bundle, inPage, openPage, pageServer } from "./support/pages.mjs";
import { serve } from "./support/server.mjs";
import { event } from "./support/stream.mjs";

const ASK = { action: "accept", content: { name: "Ann" } };
const MODEL = { role: "assistant", model: "m", content: { type: "text", text: "Kite" } };
const TOUR = {
  capabilities: { elicitation: {}, sampling: {} },
  calls: [["echo", { text: "hé" }], ["gifts", {}], ["slow", { steps: 2 }], ["fails"], ["refuses"], ["ask"], ["sample"], ["drops"]],
  reads: ["gift://1", "gift://9"],
  prompts: [["card", { to: "Ann" }]],
  answers: { "elicitation/create": ASK, "sampling/createMessage": MODEL },
};

let browser;
const opened = new Map();
before(async () => (browser = await launch()));
after(async () => {
  await browser?.close();
  for (const pages of opened.values()) await pages.stop();
});

/** Runs in a page with that client; fails if the page, the server or a scenario complains. */
async function withPage(client, scenario, body) {
  if (!opened.has(client)) opened.set(client, await pageServer(await bundle("../page.mjs", client)));
  const pages = opened.get(client);
  const server = await serve(scenario);
  const { page, complaints } = await openPage(browser, pages.url);
  try {
    await body(page, server);
    assert.deepEqual([complaints, server.failures], [[], []]);
  } finally {
    await page.close();
    await server.stop();
  }
}

for (const client of ["official-2", "official-1"]) {
  for (const version of VERSIONS) {
    // 1.x knows no 2026-07-28, and offers its latest version everywhere else.
    if (client === "official-1" && version === VERSIONS[4]) continue;
    for (const answers of ["json", "sse"]) {
      test(`${client} with ${version}, answers as ${answers}`, { timeout: 60_000 }, () =>
        withPage(client, mcp(version, { answers }), async (page, server) => {
          const { error, facts } = await inPage(page, "runTour", `${server.origin}/mcp`, { ...TOUR, version });
          assert.ok(!error, error);
          assert.deepEqual(facts.server.info, INFO);
          assert.deepEqual(
            [facts.tools, facts.resources, facts.templates, facts.prompts].map(({ value }) => value?.length),
            [15, 5, 5, 5],
          );
          const [echo, gifts, slow, fails, refuses, ask, sample, drops] = facts.calls;
          assert.equal(echo.value.content[0].text, "hé");
          assert.equal(gifts.value.structuredContent?.gifts.length, version >= "2025-06-18" ? 2 : undefined);
          assert.equal(slow.value.content[0].text, "done");
          // What progress comes in the same turn as the result is lost by these clients.
          assert.ok(slow.progress.length <= 2);
          assert.equal(fails.value.isError, true);
          assert.deepEqual([refuses.error, refuses.code, refuses.data], ["McpError", -31999, { why: [1, null] }]);
          assert.deepEqual(
            [ask, sample].map(({ value }) => JSON.parse(value.content[0].text)),
            [ASK, MODEL],
          );
          assert.equal(drops.value.content[0].text, "picked up");
          assert.equal(facts.reads[0].value.contents[0].text, "about gift://1");
          assert.equal(facts.reads[1].error, "McpError");
          assert.equal(facts.gets[0].value.messages[0].content.text, "card to Ann");
          // 1.x also comes back after a JSON-RPC error.
          const resumed = server.requests.filter(({ headers }) => headers["last-event-id"]).length;
          assert.ok(
            ["2024-11-05", "2026-07-28"].includes(version) ? resumed === 0 : client === "official-1" ? resumed >= 1 : resumed === 1,
            `${resumed} came back`,
          );
        }),
      );
    }
  }
}

test("a reply comes in the pieces in which it is written, and who goes is seen to go", { timeout: 30_000 }, () => {
  const text = event({ data: "ä€🎁" });
  const scenario = async (request, reply) => {
    if (request.path === "/pieces")
      return (
        await reply.stream().pieces(
          [...Buffer.from(text)].map((byte) => Buffer.of(byte)),
          3,
        )
      ).end();
    if (request.path === "/cut") return (await reply.stream().write("data: x"), reply.cut());
    reply.stream();
  };
  return withPage("official-2", scenario, async (page, server) => {
    const { pieces, whole, cut } = await page.evaluate(async (origin) => {
      const read = async (path) => {
        const reader = (await fetch(origin + path)).body.getReader();
        const seen = [];
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return seen;
          seen.push([...value]);
        }
      };
      const seen = await read("/pieces");
      const stop = new AbortController();
      await fetch(`${origin}/endless`, { signal: stop.signal });
      stop.abort();
      return { pieces: seen.length, whole: seen.flat(), cut: await read("/cut").catch(({ name }) => name) };
    }, server.origin);
    assert.equal(Buffer.from(whole).toString(), text);
    // The browser may join some; most it does not.
    assert.ok(pieces > text.length / 2, `${pieces} pieces`);
    assert.equal(cut, "TypeError");
    assert.equal(await server.requests.find(({ path }) => path === "/endless").ended, "gone");
  });
});

test("a server that allows nothing is not heard, and one that exposes nothing keeps its session to itself", { timeout: 30_000 }, async () => {
  const closed = await serve(mcp("2025-11-25"), { cors: null });
  await withPage("official-2", mcp("2025-11-25"), async (page) => {
    const name = await page.evaluate(
      (url) => fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).catch((error) => error.name),
      `${closed.origin}/mcp`,
    );
    assert.equal(name, "TypeError");
  });
  assert.deepEqual([closed.requests.length, closed.preflights.length], [0, 1]);
  await closed.stop();
});
