// The handshake of the versions that have one, and what stands in the headers of each request.

import { failure, instead, LEGACY, mcp, MODERN, result, VERSIONS } from "../support/mcp.mjs";
import { capabilities, INFO } from "../support/catalogue.mjs";
import { ending, INFO as OWN, open, pause, untilSeen, words } from "../support/facts.mjs";

const HANDSHAKE = VERSIONS.slice(0, 4);
const posts = (server) => server.requests.filter(({ method }) => method === "POST");

const initializeResult = (version) => ({ protocolVersion: version, capabilities: capabilities(version), serverInfo: INFO });

export const cases = {
  "the handshake comes first, and by itself": {
    versions: HANDSHAKE,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const client = module.connectServer(url, { info: OWN, version, capabilities: { elicitation: {} } });
      // Asked for before the handshake is over.
      const called = client.callTool("echo", { text: "hé" });
      const before = client.server ?? null;
      await client.ready;
      const facts = { before, server: client.server, text: (await called).content[0].text };
      await client.close();
      return facts;
    },
    expect(facts, server, assert, version) {
      assert.equal(facts.before, null);
      assert.deepEqual(facts.server.info, INFO);
      assert.deepEqual(facts.server.capabilities, capabilities(version));
      assert.equal(facts.text, "hé");
      assert.deepEqual(server.methods.slice(0, 3), ["initialize", "notifications/initialized", "tools/call"]);
      const [first, second] = posts(server).map(({ message }) => message);
      assert.equal(first.jsonrpc, "2.0");
      assert.equal(first.params.protocolVersion, version);
      assert.deepEqual(first.params.clientInfo, OWN);
      assert.ok(first.params.capabilities.elicitation);
      assert.ok(!("id" in second));
    },
    differs: { "official-1": ["offers its latest version", ...HANDSHAKE.slice(0, 3)] },
  },

  "what was agreed on is known": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const { version: agreed, era } = client.server;
      await client.close();
      return { agreed, era };
    },
    expect: (facts, _, assert, version) => assert.deepEqual(facts, { agreed: version, era: version === MODERN ? "modern" : "legacy" }),
    differs: "name the era otherwise",
  },

  "ids count from 1, and none comes twice": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await Promise.all([1, 2, 3].map(() => client.callTool("echo", { text: "x" })));
      await client.close();
    },
    expect(_, server, assert) {
      const ids = posts(server)
        .map(({ message }) => message.id)
        .filter((id) => id !== undefined);
      assert.ok(
        ids.every((id) => Number.isSafeInteger(id) && id > 0),
        ids.join(),
      );
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(Math.min(...ids), 1);
    },
    differs: "count from 0",
  },

  "headers say what is sent, what is taken, and which version it is": {
    versions: [...LEGACY, MODERN],
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await client.callTool("echo", { text: "x" });
      await client.close();
    },
    expect(_, server, assert, version) {
      for (const { headers, rpc } of posts(server)) {
        assert.match(headers["content-type"], /^application\/json/);
        assert.match(headers.accept, /application\/json/);
        assert.match(headers.accept, /text\/event-stream/);
        // The first message is not sent with it: many servers do not allow that header to pages.
        const expected = rpc === "initialize" || version < "2025-06-18" ? undefined : version;
        if (expected || rpc === "initialize") assert.equal(headers["mcp-protocol-version"], expected, rpc);
      }
      for (const { headers, method } of server.requests.filter(({ method }) => method !== "POST"))
        if (version >= "2025-06-18") assert.equal(headers["mcp-protocol-version"], version, method);
      for (const { headers } of server.requests) assert.equal(headers.cookie, undefined);
    },
  },

  "own headers go along with everything": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, headers: { "X-Api-Key": "secret" } });
      await client.callTool("echo", { text: "x" });
      await client.close();
    },
    expect: (_, server, assert) => assert.deepEqual([...new Set(server.requests.map(({ headers }) => headers["x-api-key"]))], ["secret"]),
  },

  "a header that cannot be sent is refused before anything is": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) => mcp(version),
    run: async ({ connectServer }, url, { version }) => {
      const ends = [];
      for (const [name, value] of [
        ["x-api-key", "a\nb"],
        ["x-api-key", "日本"],
        ["x api", "a"],
        ["", "a"],
      ]) {
        const connected = async () => connectServer(url, { info: OWN, version, headers: { [name]: value } }).ready;
        ends.push((await ending(connected())).error ?? "none");
      }
      return ends;
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["TypeError", "TypeError", "TypeError", "TypeError"]);
      assert.equal(server.requests.length + server.preflights.length, 0);
    },
    differs: { "official-2": ["name it otherwise", MODERN] },
  },

  "the session's id goes along, and its end is told": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await client.callTool("echo", { text: "x" });
      await client.close();
    },
    expect(_, server, assert) {
      const [first, ...others] = server.requests.map(({ headers }) => headers["mcp-session-id"]);
      assert.equal(first, undefined);
      assert.deepEqual([...new Set(others)], ["session-1!~"]);
      assert.equal(server.requests.at(-1).method, "DELETE");
    },
  },

  "a server without sessions is used without": {
    versions: LEGACY,
    scenario: (version) => mcp(version, { sessions: false, get: false }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const { content } = await client.callTool("echo", { text: "x" });
      await client.close();
      return content;
    },
    expect(facts, server, assert) {
      assert.equal(facts[0].text, "x");
      assert.ok(server.requests.every(({ headers }) => headers["mcp-session-id"] === undefined));
      assert.deepEqual(server.of("DELETE"), []);
    },
  },

  "the end of a session may be refused": {
    versions: LEGACY,
    scenario: (version) => instead(mcp(version), { DELETE: (_, reply) => reply.send(405) }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      return ending(client.close());
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("DELETE").length], [{}, 1]),
  },

  "the server may agree on another version": {
    versions: ["2025-11-25", "2025-06-18"],
    scenario: () => {
      const base = mcp("2025-03-26");
      return (request, reply, server) => {
        // A client must not go on with what it has offered.
        if (request.method === "POST" && request.rpc !== "initialize" && !["2025-03-26", undefined].includes(request.headers["mcp-protocol-version"]))
          return reply.send(400);
        return base(request, reply, server);
      };
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const facts = { agreed: client.server.version, text: (await client.callTool("echo", { text: "x" })).content[0].text };
      await client.close();
      return facts;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { agreed: "2025-03-26", text: "x" }),
    differs: { "official-2": "is told by the adapter to know that one version only", "official-1": "does not tell what was agreed on" },
  },

  "a version that nobody knows ends the connection": {
    versions: LEGACY,
    scenario: (version) => instead(mcp(version), { initialize: (request, reply) => reply.json(result(request, initializeResult("1999-01-01"))) }),
    run: async ({ connectServer }, url, { version }) => {
      const client = connectServer(url, { info: OWN, version });
      const ready = await ending(client.ready);
      return { ready: Boolean(ready.error), called: Boolean((await ending(client.callTool("echo", {}))).error), message: ready.message };
    },
    expect(facts, server, assert) {
      assert.deepEqual([facts.ready, facts.called], [true, true]);
      assert.match(facts.message, /1999-01-01/);
      assert.ok(!server.methods.includes("tools/call"));
    },
  },

  "an error of the handshake is told to all who wait": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        initialize: ({ message: { id } }, reply) => reply.json({ jsonrpc: "2.0", id, error: { code: -32602, message: "no", data: { a: [1] } } }),
      }),
    run: async ({ connectServer }, url, { version }) => {
      const client = connectServer(url, { info: OWN, version });
      return Promise.all([ending(client.ready), ending(client.callTool("echo", {})), ending(client.ping())]);
    },
    expect(facts, server, assert) {
      for (const { error, code, data } of facts) assert.deepEqual([error, code, data], ["McpError", -32602, { a: [1] }]);
      assert.ok(!server.methods.includes("tools/call"));
    },
  },

  "nobody has to look at ready": {
    versions: ["2025-11-25", MODERN],
    scenario: () => (_, reply) => reply.send(500),
    run: async ({ connectServer }, url, { version }) => {
      const unhandled = [];
      const note = (event) => unhandled.push(String(event.reason));
      addEventListener("unhandledrejection", note);
      connectServer(url, { info: OWN, version });
      await new Promise((resolve) => setTimeout(resolve, 300));
      removeEventListener("unhandledrejection", note);
      return unhandled;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, []),
    differs: "reject by what the adapter makes of it",
  },

  "instructions and odd members of the handshake do no harm": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        initialize(request, reply) {
          const odd = { ...initializeResult(version), instructions: null, _meta: { "a/b": 1 }, extra: [1] };
          reply.json(result(request, odd), { headers: { "mcp-session-id": "session-1!~" } });
        },
        "notifications/initialized": (_, reply) => reply.accepted(),
        "tools/call": (request, reply) => reply.json(result(request, { content: [] })),
      }),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return end.error ?? "fine";
    },
    expect: (facts, _, assert) => assert.equal(facts, "fine"),
    differs: "take null instructions for a wrong result",
  },

  "the server knows that the handshake is over before it is asked for anything": {
    versions: HANDSHAKE,
    scenario: (version) => {
      let known = false;
      return instead(mcp(version), {
        "notifications/initialized": async (_, __, ___, ____, base) => {
          await pause(150);
          known = true;
          return base();
        },
        "tools/call": (request, reply, _, __, base) =>
          known ? base() : reply.json(failure(request, -32602, "Received request before initialization was complete")),
      });
    },
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: OWN, version, timeout: 4000 });
      const end = words(await ending(client.callTool("echo", { text: "x" })));
      await client.close();
      return end;
    },
    expect: (facts, _, assert) => assert.equal(facts, "x"),
  },
  "a server that never says that it knows is asked all the same": {
    versions: HANDSHAKE.slice(1),
    scenario: (version) => instead(mcp(version), { "notifications/initialized": () => {} }),
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: OWN, version, timeout: 4000 });
      const end = words(await ending(client.callTool("echo", { text: "x" })));
      await client.close();
      return end;
    },
    expect: (facts, _, assert) => assert.equal(facts, "x"),
    differs: "wait for it",
  },

  "what the server says before its answer to the handshake does not hold it up": {
    versions: LEGACY,
    scenario: (version) => {
      const base = mcp(version);
      return instead(base, {
        initialize: (request, reply, server) => {
          reply.json = async (value, { headers } = {}) => {
            await reply.stream(headers).message({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "starting" } });
            await reply.message({ jsonrpc: "2.0", id: "early-1", method: "ping" });
            (await reply.message(value)).end();
          };
          return base(request, reply, server);
        },
      });
    },
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", { text: "x" })));
      await untilSeen(url, "POST", 4);
      await client.close();
      return { end, heard: heard.map(({ params }) => params.data) };
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, { end: "x", heard: ["starting"] });
      const answers = server.requests.filter(({ method, rpc }) => method === "POST" && !rpc).map(({ message }) => message);
      assert.deepEqual(answers, [{ jsonrpc: "2.0", id: "early-1", result: {} }]);
    },
  },
};
