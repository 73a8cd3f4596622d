// Why a connection fails: one and the same TypeError in a browser, told apart on request by `diagnose()`.

import { instead, LEGACY, mcp, MODERN } from "../support/mcp.mjs";
import { ending, INFO } from "../support/facts.mjs";
import { OPEN } from "../support/cors.mjs";

const NONE = "have nothing like it";

/** What `diagnose()` says of a server with that CORS; `found` is looked for in all of it. */
const told = (cors, found, more) => ({
  versions: ["2025-11-25", MODERN],
  scenario: (version) => mcp(version),
  cors,
  async run({ connectServer }, url, { version }) {
    const client = connectServer(url, { info: INFO, version, timeout: 4000 });
    const end = await ending(client.callTool("echo", { text: "x" }));
    const diagnosis = await client.diagnose();
    await client.close();
    return { end: end.error ?? "fine", told: JSON.stringify(diagnosis) };
  },
  expect(facts, _, assert) {
    assert.match(facts.told, found);
  },
  differs: NONE,
  ...more,
});

export const cases = {
  "all is well": told(OPEN, /./, {
    expect(facts, _, assert) {
      assert.equal(facts.end, "fine");
      assert.doesNotMatch(facts.told, /access-control/i);
    },
  }),
  "no CORS at all": told(null, /access-control-allow-origin/i),
  "another origin is allowed": told({ ...OPEN, origin: "https://other.example" }, /access-control-allow-origin/i),
  "a header is not allowed": told({ ...OPEN, headers: "content-type, accept, mcp-session-id, last-event-id" }, /access-control-allow-headers/i),
  "the header that is not allowed is named": told(
    { ...OPEN, headers: "content-type, accept, mcp-session-id, last-event-id, mcp-method, mcp-name" },
    /mcp-protocol-version/i,
  ),
  "preflights are refused": told({ ...OPEN, preflight: 405 }, /preflight|OPTIONS/i),
  "the session's id is not exposed": told({ ...OPEN, expose: undefined }, /mcp-session-id/i, { versions: LEGACY }),
  "the session's id is not exposed, and the failure itself says so": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    cors: { ...OPEN, expose: undefined },
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: INFO, version, timeout: 4000 });
      const end = await ending(client.callTool("echo", { text: "x" }));
      await client.close();
      return { error: end.error, message: end.message };
    },
    expect(facts, _, assert) {
      assert.ok(["HttpError", "McpError"].includes(facts.error), facts.error);
      assert.match(facts.message, /session/i);
    },
  },
  "the session may not be ended": told({ ...OPEN, methods: "GET, POST, OPTIONS" }, /DELETE/, { versions: LEGACY }),
  "nobody is there": {
    ...told(OPEN, /reach|refused|down|running|listen/i),
    async run({ connectServer }, _, { version }) {
      // A port that no server has.
      const client = connectServer("http://127.0.0.1:9/mcp", { info: INFO, version, timeout: 4000 });
      const end = await ending(client.ready);
      const diagnosis = await client.diagnose();
      await client.close();
      return { end: end.error, told: JSON.stringify(diagnosis) };
    },
  },
  "an HTTP error is told as one": {
    ...told(OPEN, /500/),
    scenario: () => (_, reply) => reply.send(500, { "content-type": "text/plain" }, "so it is"),
  },
  "it is no MCP server": {
    ...told(OPEN, /text\/html/),
    scenario: () => (_, reply) => reply.send(200, { "content-type": "text/html" }, "<h1>hi</h1>"),
  },
  "what cannot be reached is an error with a name and a reason": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) => mcp(version),
    cors: null,
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: INFO, version, timeout: 4000 });
      const ends = [await ending(client.ready), await ending(client.callTool("echo", {}))];
      await client.close();
      return ends.map(({ error, message }) => ({ error, message }));
    },
    expect(facts, _, assert) {
      for (const { error, message } of facts) {
        assert.equal(error, "HttpError");
        assert.match(message, /127\.0\.0\.1|CORS|reach/i);
      }
    },
    differs: "let fetch's error through",
  },
  "diagnosing calls no tool": {
    ...told(OPEN, /./),
    scenario: (version) => instead(mcp(version), { "tools/call": (_, reply) => reply.send(500) }),
    expect: (_, server, assert) => assert.equal(server.of("tools/call").length, 1),
  },
};
