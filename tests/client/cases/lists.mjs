// Lists, page by page, and what makes them stale.

import { instead, LEGACY, mcp, MODERN, result, VERSIONS } from "../support/mcp.mjs";
import { ending, list, open, pause, until, untilSeen } from "../support/facts.mjs";

const BOTH = ["2025-11-25", MODERN];
const tool = (name) => ({ name, inputSchema: { type: "object" } });
const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
const cursors = (server, name) =>
  server.of(name).map(({ message }) => message.params?.cursor ?? ("cursor" in (message.params ?? {}) ? "null" : undefined));

/** The tools come in these pages: `pages(cursor, times)` gives one. */
const paged = (pages, expect, more) => ({
  versions: BOTH,
  scenario: (version) =>
    instead(mcp(version), {
      "tools/list": (request, reply, _, times) =>
        reply.json(result(request, { resultType: "complete", ttlMs: 0, cacheScope: "private", ...pages(request.message.params?.cursor, times) })),
    }),
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version });
    const end = await ending(list(client.tools(), 300));
    await client.close();
    return { ...end, names: end.value?.map(({ name }) => name) };
  },
  expect,
  ...more,
});
const names = (wanted, requests) => (facts, server, assert) => {
  assert.deepEqual(facts.names, wanted, JSON.stringify(facts));
  assert.equal(server.of("tools/list").length, requests);
};

export const cases = {
  "all four lists, over three pages": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const all = [];
      for (const one of [client.tools(), client.resources(), client.resourceTemplates(), client.prompts()])
        all.push((await list(one)).map(({ name }) => name));
      await client.close();
      return all;
    },
    expect([tools, resources, templates, prompts], server, assert) {
      assert.deepEqual([tools.length, resources.length, templates.length, prompts.length], [15, 5, 5, 5]);
      assert.deepEqual([new Set(tools).size, resources[4], templates[4], prompts[4]], [15, "gift 5", "by a,b", "toast"]);
      // The first page is asked for without a cursor, not with null.
      for (const name of LISTS) assert.deepEqual(cursors(server, name), [undefined, ...cursors(server, name).slice(1)], name);
      for (const name of LISTS) assert.equal(server.of(name).length, 3, name);
      assert.ok(
        cursors(server, "tools/list")
          .slice(1)
          .every((cursor) => /^ü=\d+$/.test(cursor)),
      );
    },
  },

  "who has enough does not ask for more": {
    versions: BOTH,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const some = await list(client.tools(), 2);
      await pause(100);
      await client.close();
      return some.length;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("tools/list").length], [2, 1]),
    differs: { "official-2": "fetches all pages" },
  },

  "nextCursor: null is the end": paged(() => ({ tools: [tool("a")], nextCursor: null }), names(["a"], 1), { differs: "take it for a wrong result" }),
  "an empty page in the middle": paged(
    (cursor) => ({ undefined: { tools: [tool("a")], nextCursor: "1" }, 1: { tools: [], nextCursor: "2" }, 2: { tools: [tool("b")] } })[cursor],
    names(["a", "b"], 3),
  ),
  "an empty cursor goes on in 2026-07-28": paged(
    (cursor) => (cursor === undefined ? { tools: [tool("a")], nextCursor: "" } : { tools: [tool("b")] }),
    names(["a", "b"], 2),
    { versions: [MODERN] },
  ),
  "an empty cursor again and again ends the list": paged(
    () => ({ tools: [tool("a")], nextCursor: "" }),
    (facts, server, assert) => {
      assert.ok(server.of("tools/list").length <= 2, `${server.of("tools/list").length} pages`);
      assert.ok(facts.names?.length <= 2 || facts.error);
    },
    { differs: { "official-1": "goes on for ever" } },
  ),
  "a cursor that stays the same ends the list": paged(
    () => ({ tools: [tool("a")], nextCursor: "again" }),
    (facts, server, assert) => {
      assert.ok(server.of("tools/list").length <= 3, `${server.of("tools/list").length} pages`);
      assert.ok(facts.names?.length <= 3 || facts.error);
    },
    { differs: { "official-1": "goes on for ever" } },
  ),
  "cursors that go in a circle end the list": paged(
    (cursor) => ({ tools: [tool("a")], nextCursor: cursor === "1" ? "2" : "1" }),
    (facts, server, assert) => assert.ok(server.of("tools/list").length <= 4, `${server.of("tools/list").length} pages`),
    { differs: { "official-1": "goes on for ever", "official-2": "goes on up to its limit" } },
  ),
  "a list that never ends": paged(
    (cursor) => ({ tools: [tool("a")], nextCursor: String(Number(cursor ?? 0) + 1) }),
    (facts, server, assert) => {
      // It is an iterator: the caller has seen three hundred, and stopped.
      assert.ok(server.of("tools/list").length <= 300);
    },
  ),
  "an error on the second page comes after the first": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/list": (request, reply, _, times, base) =>
          times ? reply.json({ jsonrpc: "2.0", id: request.message.id, error: { code: -32602, message: "Invalid cursor" } }) : base(),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const seen = [];
      const end = await ending(
        (async () => {
          for await (const { name } of client.tools()) seen.push(name);
        })(),
      );
      await client.close();
      return { seen: seen.length, code: end.code };
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { seen: 5, code: -32602 }),
    differs: { "official-2": "fetches all pages first" },
  },
  "a tool without a schema": paged(() => ({ tools: [{ name: "bare" }, tool("a")] }), names(["bare", "a"], 1), {
    differs: "take it for a wrong result",
  }),
  "a tool with nulls": paged(() => ({ tools: [{ ...tool("a"), description: null, title: null, annotations: null }] }), names(["a"], 1), {
    differs: "take it for a wrong result",
  }),
  "one tool that is no tool does not spoil the others": paged(
    () => ({ tools: [null, 7, {}, { name: 7 }, tool("a")] }),
    (facts, _, assert) => assert.ok(facts.names?.includes("a"), JSON.stringify(facts)),
    {
      differs: "take it for a wrong result",
    },
  ),
  "a list that is none": paged(
    () => ({ tools: "none" }),
    (facts, _, assert) => assert.equal(facts.error, "InvalidResultError"),
    { differs: { "official-1": "gives what zod says" } },
  ),
  "members that nobody knows are kept": paged(
    () => ({ tools: [{ ...tool("a"), x: { y: 1 }, inputSchema: { type: "object", $defs: { z: true }, "x-other": [1] } }] }),
    (facts, _, assert) => {
      assert.deepEqual([facts.value[0].x, facts.value[0].inputSchema], [{ y: 1 }, { type: "object", $defs: { z: true }, "x-other": [1] }]);
    },
    { differs: "drop them" },
  ),
  "what the server does not offer is not asked for": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        initialize: (request, reply) =>
          reply.json(result(request, { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }), {
            headers: { "mcp-session-id": "s" },
          }),
        "notifications/initialized": (_, reply) => reply.accepted(),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(list(client.prompts()));
      await client.close();
      return end.value ?? end.error;
    },
    expect(facts, server, assert) {
      assert.ok(Array.isArray(facts) ? facts.length === 0 : typeof facts === "string");
      assert.deepEqual(server.of("prompts/list"), []);
    },
    differs: { "official-1": "asks all the same" },
  },

  "a list is kept as long as the server says": {
    versions: [MODERN],
    scenario: (version) => mcp(version, { ttlMs: 60_000 }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const lengths = [(await list(client.tools())).length, (await list(client.tools())).length];
      await client.close();
      return lengths;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("tools/list").length], [[15, 15], 3]),
  },
  "a list without a time is not kept": {
    versions: [MODERN],
    scenario: (version) => mcp(version, { ttlMs: 0 }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await list(client.tools());
      await list(client.tools());
      await client.close();
    },
    expect: (_, server, assert) => assert.equal(server.of("tools/list").length, 6),
  },
  "a list that has changed is asked for anew": {
    versions: [MODERN],
    scenario: (version) => mcp(version, { ttlMs: 60_000 }),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      // Whoever hears of changes has to listen.
      client.on("notification", () => {});
      const before = (await list(client.tools())).length;
      await until(async () => (await untilSeen(url, "subscriptions/listen")) !== undefined);
      await client.callTool("change", {});
      await until(() => heard.length > 0);
      await pause(500);
      const after = (await list(client.tools())).length;
      await client.close();
      return { before, after };
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { before: 15, after: 16 }),
    differs: { "official-2": "listens only when told to" },
  },

  "what is subscribed to is told, until it no longer is": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      const unsubscribe = await client.subscribe("gift://1");
      for (const uri of ["gift://1", "gift://2"]) await client.callTool("touch", { uri });
      await until(() => heard.length > 0);
      await unsubscribe();
      await untilSeen(url, "resources/unsubscribe");
      await client.callTool("touch", { uri: "gift://1" });
      await pause(200);
      await client.close();
      return heard;
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, [{ method: "notifications/resources/updated", params: { uri: "gift://1" } }]);
      assert.deepEqual([server.of("resources/subscribe").length, server.of("resources/unsubscribe").length], [1, 1]);
    },
  },
  "a change of a list is told": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.callTool("change", {});
      await until(() => heard.length > 0);
      await client.close();
      return heard.map(({ method }) => method);
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["notifications/tools/list_changed"]),
  },
  "there is one stream that listens, not one for each subscription": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await Promise.all([1, 2, 3].map((n) => client.subscribe(`gift://${n}`)));
      await untilSeen(url, "GET");
      await pause(200);
      await client.close();
    },
    async expect(_, server, assert) {
      assert.equal(server.of("GET").length, 1);
      assert.equal(await server.of("GET")[0].ended, "gone");
    },
  },
};
