// What a client must hold out against besides: each of these has gone wrong once.

import { instead, LEGACY, mcp, MODERN } from "../support/mcp.mjs";
import { ending, INFO, open, pause, until, words } from "../support/facts.mjs";

const HTTP = [...LEGACY, MODERN];

export const cases = {
  "many calls wait in line while a session is lost": {
    versions: LEGACY,
    scenario(version) {
      const base = mcp(version);
      let lost = false;
      return instead(base, {
        "resources/read": (request, reply, server) => {
          if (!lost) base.sessions.clear();
          lost = true;
          return base(request, reply, server);
        },
      });
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = await Promise.all(Array.from({ length: 30 }, () => ending(client.readResource("gift://1"))));
      await client.close();
      return [...new Set(ends.map((end) => end.error ?? "fine"))];
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["fine"]);
      assert.equal(server.of("initialize").length, 2);
    },
    differs: "hand the 404 on",
  },
  "a token that never comes blocks nobody for ever": {
    versions: HTTP,
    scenario(version) {
      const base = mcp(version);
      return (request, reply, server) => (request.headers.authorization === "Bearer late" ? base(request, reply, server) : reply.send(401, { "www-authenticate": "Bearer" }));
    },
    async run({ connectServer }, url, { version }) {
      let asked = 0;
      const auth = () => (asked++ ? (asked === 2 ? new Promise(() => {}) : "late") : "early");
      const client = connectServer(url, { info: INFO, version, auth, timeout: 500 });
      const first = await ending(client.ready);
      await client.close();
      const next = connectServer(url, { info: INFO, version, auth, timeout: 2000 });
      const end = words(await ending(next.callTool("echo", { text: "x" })));
      await next.close();
      return [first.error, end];
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["TimeoutError", "x"]),
    differs: "have no such function",
  },
  "an answer that cannot be written is an error": {
    versions: ["2025-11-25"],
    scenario: (version) => mcp(version, { answers: "sse" }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {} } });
      client.onRequest("elicitation/create", () => ({ action: "accept", content: { x: 1n } }));
      const end = await ending(client.callTool("ask", {}));
      await client.close();
      return end.error === "TimeoutError" ? "TimeoutError" : "ended";
    },
    expect(facts, server, assert) {
      assert.equal(facts, "ended");
      const errors = server.requests.map(({ message }) => message?.error?.code).filter(Boolean);
      assert.deepEqual(errors, [-32603]);
    },
    differs: "answer nothing",
  },
  "a caller may give up before the server has said who it is": {
    versions: HTTP,
    scenario: () => () => {},
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: INFO, version, timeout: 0 });
      const ends = [];
      for (const call of [() => client.ping({ signal: AbortSignal.timeout(20) }), () => client.tools({ signal: AbortSignal.timeout(20) }).next(), () => client.subscribe("gift://1", { signal: AbortSignal.timeout(20) })]) ends.push((await ending(call())).error);
      await client.close();
      return ends;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["TimeoutError", "TimeoutError", "TimeoutError"]),
    differs: "have no such function",
  },
  "a stream that ends at once, and says to come back at once, is not asked for all the time": {
    versions: ["2025-11-25"],
    scenario: (version) => instead(mcp(version), { GET: async (_, reply) => (await reply.stream().write("retry: 0\ndata:\n\n")).end() }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      client.on("log", () => {});
      await pause(700);
      await client.close();
      return true;
    },
    expect: (_, server, assert) => assert.ok(server.of("GET").length <= 6, `${server.of("GET").length} times`),
    differs: "stop",
  },
  "a session that is lost with each stream is not begun anew all the time": {
    versions: ["2025-11-25"],
    scenario(version) {
      const base = mcp(version);
      return instead(base, {
        GET: async (request, reply, server, before) => {
          if (before % 2) {
            base.sessions.clear();
            return base(request, reply, server);
          }
          (await reply.stream().write("retry: 0\ndata:\n\n")).end();
        },
      });
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      client.on("log", () => {});
      await pause(700);
      await client.close();
      return true;
    },
    expect: (_, server, assert) => assert.ok(server.of("initialize").length >= 2 && server.of("initialize").length <= 4, `${server.of("initialize").length} times`),
    differs: "do not begin a new session",
  },
  "an event's id in any language is where the stream is taken up": {
    versions: ["2025-11-25"],
    scenario: (version) => instead(mcp(version), { GET: async (request, reply, server, before) => (before ? void reply.stream() : (await reply.stream().write("id: 日\nretry: 10\ndata:\n\n")).end()) }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      client.on("log", () => {});
      await until(() => client.stream === "open");
      await pause(300);
      await client.close();
      return true;
    },
    expect(_, server, assert) {
      const last = server.of("GET").at(-1).headers["last-event-id"];
      assert.equal(Buffer.from(last ?? "", "latin1").toString(), "日");
    },
    differs: "stop",
  },
};
