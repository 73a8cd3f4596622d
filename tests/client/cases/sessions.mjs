// A session that the server has forgotten.

import { instead, LEGACY, mcp } from "../support/mcp.mjs";
import { ending, list, open, pause, untilSeen, words } from "../support/facts.mjs";

/** Loses its sessions before the methods that are named, once. */
function forgetting(version, methods, options) {
  const base = mcp(version, options);
  const left = new Set(methods);
  return instead(
    base,
    Object.fromEntries(
      methods.map((name) => [
        name,
        (request, reply, server) => {
          if (left.delete(name)) base.sessions.clear();
          return base(request, reply, server);
        },
      ]),
    ),
  );
}

/** The status is 404, and the body has an error of JSON-RPC: either may be told. */
const GONE = ["HttpError", "McpError"];
const sessionsOf = (server, name) => server.of(name).map(({ headers }) => headers["mcp-session-id"]);

export const cases = {
  "a list is asked for again in a new session": {
    versions: LEGACY,
    scenario: (version) => forgetting(version, ["prompts/list"]),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(list(client.prompts()));
      await client.close();
      return end.value?.length ?? end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, 5);
      assert.equal(server.of("initialize").length, 2);
      assert.deepEqual([...new Set(sessionsOf(server, "prompts/list"))], ["session-1!~", "session-2!~"]);
      // The new handshake is one without a session.
      assert.equal(server.of("initialize")[1].headers["mcp-session-id"], undefined);
      assert.equal(server.of("notifications/initialized")[1].headers["mcp-session-id"], "session-2!~");
    },
    differs: "hand the 404 on",
  },

  "a tool is not called again, but the next call has a session": {
    versions: LEGACY,
    scenario: (version) => forgetting(version, ["tools/call"]),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = [await ending(client.callTool("echo", { text: "a" })), await ending(client.callTool("echo", { text: "b" }))];
      await client.close();
      return ends.map((end) => (end.value ? words(end) : end.error));
    },
    expect([lost, after], server, assert) {
      assert.ok(GONE.includes(lost), lost);
      assert.equal(after, "b");
      assert.equal(server.of("tools/call").length, 2);
      assert.equal(server.of("initialize").length, 2);
    },
    differs: "do not begin a new session",
  },

  "many calls that meet a lost session begin one new session": {
    versions: LEGACY,
    scenario: (version) => forgetting(version, ["resources/read"]),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = await Promise.all([1, 2, 3, 4].map((n) => ending(client.readResource(`gift://${n}`))));
      await client.close();
      return ends.map((end) => end.value?.contents.length ?? end);
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, [1, 1, 1, 1]);
      assert.equal(server.of("initialize").length, 2);
    },
    differs: "hand the 404 on",
  },

  "a server that loses every session is not asked for ever": {
    versions: LEGACY,
    scenario(version) {
      const base = mcp(version);
      return instead(base, {
        "prompts/list": (request, reply, server) => {
          base.sessions.clear();
          return base(request, reply, server);
        },
      });
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(list(client.prompts()));
      await client.close();
      return end.error;
    },
    expect(facts, server, assert) {
      assert.ok(GONE.includes(facts), facts);
      assert.ok(server.of("initialize").length <= 2, `${server.of("initialize").length} sessions`);
    },
  },

  "a subscription is made again": {
    versions: LEGACY,
    scenario: (version) => forgetting(version, ["prompts/list"]),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.subscribe("gift://1");
      await list(client.prompts());
      await client.callTool("touch", { uri: "gift://1" });
      for (let n = 0; n < 100 && !heard.length; n++) await pause(20);
      await client.close();
      return heard.map(({ method }) => method);
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["notifications/resources/updated"]);
      assert.deepEqual(sessionsOf(server, "resources/subscribe"), ["session-1!~", "session-2!~"]);
    },
    differs: "hand the 404 on",
  },

  "a session that is found lost by the stream that listens is begun anew": {
    versions: LEGACY,
    scenario(version) {
      const base = mcp(version);
      return instead(base, {
        GET: async (request, reply, server, before) => {
          if (before) return base(request, reply, server);
          await reply.stream().write("id: general_0\nretry: 10\ndata:\n\n");
          while (!server.of("resources/subscribe").some(({ state }) => state === "done")) await pause(10);
          base.sessions.clear();
          reply.end();
        },
      });
    },
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.subscribe("gift://1");
      await untilSeen(url, "resources/subscribe", 2);
      await untilSeen(url, "GET", 3);
      await client.callTool("touch", { uri: "gift://1" });
      for (let n = 0; n < 100 && !heard.length; n++) await pause(20);
      await client.close();
      return heard.map(({ method }) => method);
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["notifications/resources/updated"]);
      assert.deepEqual(sessionsOf(server, "resources/subscribe"), ["session-1!~", "session-2!~"]);
      assert.equal(server.of("initialize").length, 2);
    },
    differs: "do not begin a new session",
  },

  "an id with signs that a header cannot have is refused, or sent as it came": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version, { sessions: false }), {
        initialize: (request, reply, _, __, base) => {
          const json = reply.json.bind(reply);
          reply.json = (value, options) => json(value, { ...options, headers: { "mcp-session-id": "a\u00e9b c" } });
          return base();
        },
      }),
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: { name: "t", version: "1" }, version, timeout: 4000 });
      const end = await ending(client.callTool("echo", { text: "x" }));
      await client.close();
      return end.error ?? words(end);
    },
    expect: (facts, _, assert) => assert.ok(facts === "x" || ["HttpError", "InvalidResultError"].includes(facts), facts),
  },

  "a 400 that says that the session is missing is not a lost session": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        "prompts/list": (_, reply) =>
          reply.json({ jsonrpc: "2.0", error: { code: -32000, message: "Mcp-Session-Id header is required" }, id: null }, { status: 400 }),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(list(client.prompts()));
      await client.close();
      return end.error;
    },
    expect(facts, server, assert) {
      assert.ok(["McpError", "HttpError"].includes(facts), facts);
      assert.equal(server.of("initialize").length, 1);
    },
  },
};
