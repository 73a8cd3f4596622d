// Which kind of server is it? Asked with version "auto", which is what `versions` stand for here: the version that must come out.

import { both, instead, mcp, MODERN, result, failure, VERSIONS } from "../support/mcp.mjs";
import { capabilities, INFO, META } from "../support/catalogue.mjs";
import { ending, INFO as OWN, words } from "../support/facts.mjs";

const V1 = VERSIONS[0];
const V4 = VERSIONS[3];

/** What is known after connecting without saying how, and calling a tool. */
async function connected({ connectServer }, url) {
  const client = connectServer(url, { info: OWN, timeout: 4000 });
  const ready = await ending(client.ready);
  const facts = {
    ready: ready.error ?? "ready",
    message: ready.message,
    version: client.server?.version,
    call: words(await ending(client.callTool("echo", { text: "x" }))),
  };
  await client.close();
  return facts;
}

/** 1.x does not say what was agreed on. */
const becomes = (version) => (facts, _, assert) => assert.deepEqual([facts.ready, facts.version ?? version, facts.call], ["ready", version, "x"]);

/** A server of the era before, which answers what it does not know by `refuse`. */
const refusing =
  (refuse, base = mcp(V4)) =>
  (request, reply, server) =>
    request.rpc === "server/discover" || request.message?.params?._meta?.[`${META}protocolVersion`]
      ? refuse(request, reply, server)
      : base(request, reply, server);

const legacy = (refuse) => ({ versions: [V4], scenario: () => refusing(refuse), run: connected, expect: becomes(V4) });
const oldest = (status) => ({
  versions: [V1],
  scenario: () => {
    const base = mcp(V1);
    return (request, reply, server) => (request.method === "POST" && request.path === "/mcp" ? reply.send(status) : base(request, reply, server));
  },
  run: connected,
  expect: becomes(V1),
});
const noLegacy = (name, refuse, status) => [
  name,
  {
    versions: [MODERN],
    scenario: () => refuse,
    run: connected,
    expect(facts, server, assert) {
      assert.equal(facts.ready, status ? "HttpError" : facts.ready);
      assert.notEqual(facts.ready, "ready");
      assert.ok(!server.methods.includes("initialize"), server.methods.join());
    },
  },
];

export const cases = {
  "a server of 2026-07-28": { versions: [MODERN], scenario: () => mcp(MODERN), run: connected, expect: becomes(MODERN) },
  "a server of both eras is of 2026-07-28": { versions: [MODERN], scenario: () => both(mcp(V4)), run: connected, expect: becomes(MODERN) },
  "400 with text": legacy((_, reply) => reply.send(400, { "content-type": "text/plain" }, "Bad Request")),
  "400 with nothing": legacy((_, reply) => reply.send(400)),
  "400 with a JSON-RPC error of the era before": legacy((_, reply) =>
    reply.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "Bad Request: Server not initialized" } }, { status: 400 }),
  ),
  "400 with an unsupported version, in the words of the era before": legacy((_, reply) =>
    reply.json(
      { jsonrpc: "2.0", error: { code: -32000, message: "Bad Request: Unsupported protocol version (supported versions: 2025-11-25)" }, id: null },
      { status: 400 },
    ),
  ),
  "404 with nothing, for a session that is missing": legacy((_, reply) => reply.send(404)),
  "422 with something else": legacy((_, reply) => reply.json({ detail: "no" }, { status: 422 })),
  "200 with -32601": legacy((request, reply) => reply.json(failure(request, -32601, "Method not found"))),
  "200 with -32601 on a stream": legacy(async (request, reply) => (await reply.stream().message(failure(request, -32601, "Method not found"))).end()),
  "-32022 that names versions of the era before only": legacy((request, reply) =>
    reply.json(failure(request, -32022, "Unsupported protocol version", { supported: [V4, "2025-06-18"], requested: MODERN }), { status: 400 }),
  ),
  "a discovery that names versions of the era before only": legacy((request, reply) =>
    reply.json(result(request, { resultType: "complete", supportedVersions: [V4], capabilities: {}, ttlMs: 0, cacheScope: "private" })),
  ),

  "-32022 that names the version is answered by another try, once": {
    versions: [MODERN],
    scenario: () =>
      instead(mcp(MODERN), {
        "server/discover": (request, reply, _, before, base) =>
          before ? base() : reply.json(failure(request, -32022, "no", { supported: [MODERN, "2027-01-01"], requested: MODERN }), { status: 400 }),
      }),
    run: connected,
    expect(facts, server, assert) {
      becomes(MODERN)(facts, server, assert);
      assert.ok(!server.methods.includes("initialize"));
    },
  },
  "-32022 again and again is not tried again and again": {
    versions: [MODERN],
    scenario: () => (request, reply) => reply.json(failure(request, -32022, "no", { supported: [MODERN], requested: MODERN }), { status: 400 }),
    run: connected,
    expect(facts, server, assert) {
      assert.notEqual(facts.ready, "ready");
      assert.ok(server.requests.length <= 4, `${server.requests.length} requests`);
    },
  },
  "-32022 that names none that is known": {
    versions: [MODERN],
    scenario: () => (request, reply) => reply.json(failure(request, -32022, "no", { supported: ["2031-01-01"], requested: MODERN }), { status: 400 }),
    run: connected,
    expect(facts, server, assert) {
      assert.notEqual(facts.ready, "ready");
      assert.ok(!server.methods.includes("initialize"), server.methods.join());
      assert.match(JSON.stringify(facts), /2031-01-01/);
    },
    differs: { "official-1": "has no era but its own", "official-2": "does not say which versions there are" },
  },
  "404 with -32601 and no discovery is a server of 2026-07-28 all the same": {
    versions: [MODERN],
    scenario: () =>
      instead(mcp(MODERN), { "server/discover": (request, reply) => reply.json(failure(request, -32601, "Method not found"), { status: 404 }) }),
    run: connected,
    expect(facts, server, assert) {
      assert.equal(facts.call, "x");
      assert.ok(!server.methods.includes("initialize") || server.methods.indexOf("initialize") > server.methods.indexOf("server/discover"));
    },
    differs: "take it for the era before",
  },

  ...Object.fromEntries([400, 404, 405].map((status) => [`${status} to whatever is posted is HTTP with SSE`, oldest(status)])),
  "nothing at all is neither": {
    versions: [V1],
    scenario: () => (_, reply) => reply.send(404, { "content-type": "text/html" }, "<h1>Not here</h1>"),
    run: connected,
    expect(facts, server, assert) {
      assert.equal(facts.ready, "HttpError");
      assert.ok(server.requests.length <= 3);
    },
    differs: { "official-1": "end by what the adapter makes of it", "official-2": "end by what the adapter makes of it" },
  },

  ...Object.fromEntries([
    noLegacy("500 says nothing of the era", (_, reply) => reply.send(500, { "content-type": "text/plain" }, "oops"), 500),
    noLegacy("503 says nothing of the era", (_, reply) => reply.send(503), 503),
    noLegacy(
      "401 says nothing of the era",
      (_, reply) => reply.send(401, { "www-authenticate": 'Bearer resource_metadata="https://a.example/x"' }),
      401,
    ),
    noLegacy("403 says nothing of the era", (_, reply) => reply.send(403), 403),
    noLegacy("silence says nothing of the era", () => {}),
  ]),

  "headers that a server of the era before does not allow are no obstacle": {
    versions: [V4],
    scenario: () => mcp(V4),
    cors: {
      origin: "echo",
      methods: "GET, POST, DELETE, OPTIONS",
      headers: "content-type, mcp-session-id, mcp-protocol-version, last-event-id",
      expose: "mcp-session-id",
      preflight: 204,
    },
    run: connected,
    expect: becomes(V4),
  },

  "what was found out is remembered": {
    versions: [V4, MODERN],
    scenario: (version) => mcp(version),
    async run(module, url) {
      await connected(module, url);
      return connected(module, url);
    },
    expect(facts, server, assert, version) {
      becomes(version)(facts, server, assert);
      assert.ok(server.of("server/discover").length <= (version === V4 ? 1 : 2), "asked again");
    },
    differs: { "official-1": undefined, "official-2": ["forget", V4] },
  },

  "a version that is asked for is not asked about": {
    versions: [V4, "2025-06-18", "2025-03-26"],
    scenario: (version) => mcp(version),
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: OWN, version });
      await client.ready;
      await client.close();
    },
    expect: (_, server, assert) => assert.equal(server.methods[0], "initialize"),
  },
  "2026-07-28 that is asked for is not looked for elsewhere": {
    versions: [MODERN],
    scenario: () => mcp(V4),
    run: async ({ connectServer }, url) => ending(connectServer(url, { info: OWN, version: MODERN }).callTool("echo", { text: "x" })),
    expect(facts, server, assert) {
      assert.ok(facts.error);
      assert.ok(!server.methods.includes("initialize"));
    },
  },
  "the server's name may stand in the body of the discovery": {
    versions: [MODERN],
    scenario: () =>
      instead(mcp(MODERN), {
        "server/discover": (request, reply) =>
          reply.json(
            result(request, {
              resultType: "complete",
              ttlMs: 0,
              cacheScope: "private",
              supportedVersions: [MODERN],
              capabilities: capabilities(MODERN),
              serverInfo: INFO,
            }),
          ),
      }),
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: OWN, version });
      await client.ready;
      const { info } = client.server;
      await client.close();
      return info;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, INFO),
    differs: { "official-2": "looks in _meta only" },
  },
};
