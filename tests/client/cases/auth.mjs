// Tokens: on every request, fetched once when they have run out.

import { instead, LEGACY, mcp, MODERN } from "../support/mcp.mjs";
import { ending, open, words } from "../support/facts.mjs";

const HTTP = [...LEGACY, MODERN];
const CHALLENGE = 'Bearer error="invalid_token", resource_metadata="https://a.example/.well-known/oauth-protected-resource", scope="gifts read"';

/** Lets in who has a token that `allowed(token, request)`. */
const guarded = (version, allowed, status = 401, challenge = CHALLENGE) => {
  const base = mcp(version);
  return (request, reply, server) =>
    allowed(request.headers.authorization?.replace(/^Bearer /, ""), request)
      ? base(request, reply, server)
      : reply.send(status, { "www-authenticate": challenge, "content-type": "text/plain" }, "not you");
};
const tokens = (server) => server.requests.map(({ headers }) => headers.authorization);

export const cases = {
  "the token goes along with everything, and nowhere else": {
    versions: HTTP,
    scenario: (version) => guarded(version, (token) => token === "t-1"),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, auth: async () => "t-1" });
      const end = words(await ending(client.callTool("echo", { text: "x" })));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, "x");
      assert.deepEqual([...new Set(tokens(server))], ["Bearer t-1"]);
      assert.ok(server.requests.every(({ path, body }) => !path.includes("t-1") && !body.includes("t-1")));
    },
  },

  "a token that has run out is replaced, once for all": {
    versions: HTTP,
    scenario: (version) => {
      let good = "t-1";
      return guarded(version, (token, request) => {
        if (request.rpc === "resources/read") good = "t-2";
        return token === good;
      });
    },
    async run(module, url, { version }) {
      let count = 0;
      let now = 0;
      let most = 0;
      const auth = async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 30));
        now--;
        return `t-${++count}`;
      };
      const { client } = await open(module, url, { version, auth });
      const ends = await Promise.all([1, 2, 3, 4].map((n) => ending(client.readResource(`gift://${n}`))));
      await client.close();
      return { ends: ends.map((end) => end.value?.contents.length ?? end.error), count, most };
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, { ends: [1, 1, 1, 1], count: 2, most: 1 });
      assert.ok(server.of("resources/read").length <= 8);
    },
    differs: "ask for a token each time",
  },

  "a tool that was refused has not been called, and may be called again": {
    versions: HTTP,
    scenario: (version) => {
      let refused = false;
      return guarded(version, (token, request) => {
        if (request.rpc === "tools/call" && !refused) return !(refused = true);
        return true;
      });
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, auth: () => "t-1" });
      const end = await ending(client.callTool("echo", { text: "x" }));
      await client.close();
      return words(end);
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("tools/call").length], ["x", 2]),
    differs: "end by it",
  },

  "a token that is refused twice is refused": {
    versions: HTTP,
    scenario: (version) => guarded(version, (_, request) => request.rpc !== "resources/read"),
    async run(module, url, { version }) {
      let count = 0;
      const { client } = await open(module, url, { version, auth: () => `t-${++count}` });
      const end = await ending(client.readResource("gift://1"));
      await client.close();
      return [end.error, end.status, end.body];
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("resources/read").length], [["HttpError", 401, "not you"], 2]),
    differs: "name it otherwise",
  },

  "401 without anybody to ask": {
    versions: HTTP,
    scenario: (version) => guarded(version, () => false),
    async run({ connectServer }, url, { version }) {
      const end = await ending(connectServer(url, { info: { name: "t", version: "1" }, version, timeout: 4000 }).ready);
      return [end.error, end.status];
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.requests.length], [["HttpError", 401], 1]),
  },

  "403 for too small a scope is told with the scope": {
    versions: HTTP,
    scenario: (version) =>
      guarded(
        version,
        (_, request) => request.rpc !== "tools/call",
        403,
        'Bearer error="insufficient_scope", scope="gifts write", resource_metadata="https://a.example/x"',
      ),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, auth: () => "t-1" });
      const failed = await client.callTool("echo", {}).catch((error) => error);
      await client.close();
      // Wherever it stands in the error.
      return { name: failed.name, status: failed.status, told: JSON.stringify(Object.values(failed)) };
    },
    expect(facts, server, assert) {
      assert.deepEqual([facts.name, facts.status], ["HttpError", 403]);
      assert.match(facts.told, /gifts write/);
      assert.ok(server.of("tools/call").length <= 2);
    },
    differs: "do not tell it",
  },

  "a provider that fails": {
    versions: HTTP,
    scenario: (version) => mcp(version),
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, {
        info: { name: "t", version: "1" },
        version,
        auth: () => Promise.reject(new RangeError("no token today")),
        timeout: 4000,
      });
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return [end.error, end.message];
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["RangeError", "no token today"]);
      assert.equal(server.requests.length, 0);
    },
  },

  "a token that a header cannot have": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) => mcp(version),
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: { name: "t", version: "1" }, version, auth: () => "a\nb日", timeout: 4000 });
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return end.error;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.requests.length], ["TypeError", 0]),
    differs: { "official-2": ["name it otherwise", MODERN] },
  },

  "the token does not go to another origin": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": (request, reply, server) => reply.redirect(307, `http://localhost:${new URL(server.origin).port}/elsewhere`),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, auth: () => "t-1" });
      const end = await ending(client.callTool("echo", { text: "x" }));
      await client.close();
      return Boolean(end.error);
    },
    expect(_, server, assert) {
      const elsewhere = server.requests.filter(({ path }) => path === "/elsewhere");
      assert.ok(elsewhere.every(({ headers }) => headers.authorization === undefined));
    },
  },
};
