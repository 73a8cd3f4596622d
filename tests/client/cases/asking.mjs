// What the server asks of the client.

import { failure, instead, LEGACY, mcp, MODERN, result, VERSIONS } from "../support/mcp.mjs";
import { FORM } from "../support/catalogue.mjs";
import { ending, open, pause, untilSeen, words } from "../support/facts.mjs";

const CAPABILITIES = { elicitation: {}, sampling: {}, roots: { listChanged: true } };
const ROOTS = { roots: [{ uri: "file:///gifts", name: "gifts" }] };
const done = (request) => result(request, { resultType: "complete", content: [{ type: "text", text: "ok" }] });

/** The responses that the client has posted. */
const responses = (server) =>
  server.requests
    .filter(({ method, message }) => method === "POST" && message && !Array.isArray(message) && message.method === undefined)
    .map(({ message }) => message);

/** During a tool's call the server sends these messages on its stream, and ends it once as many have been answered. */
const during = (version, messages, answered = messages.length) => {
  let left = answered;
  let over;
  return instead(mcp(version), {
    "tools/call": async (request, reply) => {
      reply.stream();
      for (const message of messages) await reply.message({ jsonrpc: "2.0", ...message });
      if (left) await new Promise((resolve) => (over = resolve));
      (await reply.message(done(request))).end();
    },
    response: (_, reply) => {
      reply.accepted();
      if (!--left) over?.();
    },
  });
};

export const cases = {
  "elicitation, sampling and roots": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      const asked = [];
      client.onRequest("elicitation/create", (params) => (asked.push(params), { action: "accept", content: { name: "Ann" } }));
      client.onRequest(
        "sampling/createMessage",
        async (params) => (
          await pause(20),
          asked.push(params.messages.length),
          { role: "assistant", model: "m", content: { type: "text", text: "Kite" } }
        ),
      );
      client.onRequest("roots/list", () => ({ roots: [{ uri: "file:///gifts", name: "gifts" }] }));
      const ends = [];
      for (const name of ["ask", "sample", "roots"]) ends.push(JSON.parse(words(await ending(client.callTool(name, {})))));
      await client.close();
      return { asked, ends };
    },
    expect({ asked: [form, count], ends }, _, assert) {
      assert.deepEqual([form.message, form.requestedSchema, count], [FORM.message, FORM.requestedSchema, 1]);
      assert.deepEqual(ends, [
        { action: "accept", content: { name: "Ann" } },
        { role: "assistant", model: "m", content: { type: "text", text: "Kite" } },
        ROOTS,
      ]);
    },
  },

  "ping is answered by itself": {
    versions: LEGACY,
    scenario: (version) =>
      during(version, [
        { id: "p-1", method: "ping" },
        { id: 0, method: "ping" },
      ]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, "ok");
      // The id comes back as it was, text or number.
      assert.deepEqual(
        responses(server).sort((a, b) => (String(a.id) < String(b.id) ? 1 : -1)),
        [
          { jsonrpc: "2.0", id: "p-1", result: {} },
          { jsonrpc: "2.0", id: 0, result: {} },
        ].sort((a, b) => (String(a.id) < String(b.id) ? 1 : -1)),
      );
    },
  },

  "what nobody handles is answered by -32601": {
    versions: LEGACY,
    scenario: (version) =>
      during(version, [
        { id: 7, method: "no/such" },
        { id: "8", method: "elicitation/create", params: FORM },
      ]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, "ok");
      assert.deepEqual(
        responses(server)
          .map(({ id, error }) => [id, error?.code])
          .sort(),
        [
          [7, -32601],
          ["8", -32601],
        ].sort(),
      );
    },
  },

  "what is no request is refused under its id": {
    versions: LEGACY,
    scenario: (version) =>
      during(version, [
        { id: 7, method: "ping", params: [1] },
        { id: "8", method: 5 },
      ]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, "ok");
      assert.deepEqual(
        responses(server)
          .map(({ id, error }) => [id, error?.code])
          .sort(),
        [
          [7, -32602],
          ["8", -32600],
        ].sort(),
      );
    },
    differs: "answer nothing",
  },

  "a handler that throws": {
    versions: LEGACY,
    scenario: (version) => during(version, [{ id: 1, method: "elicitation/create", params: FORM }]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      client.onRequest("elicitation/create", async () => {
        throw Object.assign(new Error("not now"), { code: -1, data: { a: 1 } });
      });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, "ok");
      const [{ id, error }] = responses(server);
      assert.deepEqual([id, error.code, error.message], [1, -1, "not now"]);
    },
  },

  "a handler that gives nothing": {
    versions: LEGACY,
    scenario: (version) => during(version, [{ id: 1, method: "roots/list" }]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      client.onRequest("roots/list", () => undefined);
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, "ok");
      assert.equal(responses(server)[0].id, 1);
      // A result or an error, and not neither.
      assert.ok("result" in responses(server)[0] !== "error" in responses(server)[0]);
    },
    differs: "send neither",
  },

  "a handler that takes its time does not hold up others": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      let go;
      client.onRequest("elicitation/create", () => new Promise((resolve) => (go = () => resolve({ action: "decline" }))));
      const asking = ending(client.callTool("ask", {}));
      for (let n = 0; n < 200 && !go; n++) await pause(10);
      const meanwhile = words(await ending(client.callTool("echo", { text: "meanwhile" })));
      go();
      const facts = { meanwhile, asked: words(await asking) };
      await client.close();
      return facts;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { meanwhile: "meanwhile", asked: '{"action":"decline"}' }),
  },

  "a request that the server takes back": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          await reply.stream().message({ jsonrpc: "2.0", id: "t-1", method: "elicitation/create", params: FORM });
          await new Promise((resolve) => setTimeout(resolve, 150));
          await reply.message({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "t-1" } });
          await new Promise((resolve) => setTimeout(resolve, 150));
          (await reply.message(done(request))).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      let aborted = false;
      client.onRequest("elicitation/create", (_, extra) => {
        const signal = extra.signal ?? extra.mcpReq?.signal;
        return new Promise((resolve) => signal.addEventListener("abort", () => ((aborted = true), resolve({ action: "cancel" }))));
      });
      const end = words(await ending(client.callTool("echo", {})));
      await pause(200);
      await client.close();
      return { end, aborted };
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, responses(server)], [{ end: "ok", aborted: true }, []]),
  },

  "on the stream that listens, too": {
    versions: LEGACY,
    scenario: (version) => {
      const base = mcp(version);
      return instead(base, {
        "tools/call": async (_, __, ___, ____, go) => {
          const [session] = base.sessions.values();
          await session.general.send({ data: { jsonrpc: "2.0", id: "on-get", method: "roots/list" } });
          return go();
        },
      });
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      client.onRequest("roots/list", () => ({ roots: [] }));
      // Something to listen for.
      await client.subscribe("gift://1");
      await client.callTool("echo", { text: "x" });
      const answered = await untilSeen(url, "GET", 1, "open");
      await pause(300);
      await client.close();
      return answered;
    },
    expect: (facts, server, assert) => assert.deepEqual(responses(server), [{ jsonrpc: "2.0", id: "on-get", result: { roots: [] } }]),
  },

  "nothing may be asked in 2026-07-28, and nothing is answered": {
    versions: [MODERN],
    scenario: (version) =>
      during(
        version,
        [
          { id: 1, method: "ping" },
          { id: 2, method: "elicitation/create", params: FORM },
        ],
        0,
      ),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: CAPABILITIES });
      let asked = 0;
      client.onRequest("elicitation/create", () => (asked++, { action: "decline" }));
      const end = words(await ending(client.callTool("echo", {})));
      await pause(100);
      await client.close();
      return { end, asked };
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, responses(server)], [{ end: "ok", asked: 0 }, []]),
  },

  "several requests in one array": {
    versions: ["2025-03-26"],
    scenario: (version) => {
      let left = 2;
      let over;
      return instead(mcp(version), {
        "tools/call": async (request, reply) => {
          await reply.stream().message([
            { jsonrpc: "2.0", id: 1, method: "ping" },
            { jsonrpc: "2.0", id: 2, method: "ping" },
          ]);
          await new Promise((resolve) => (over = resolve));
          (await reply.message(done(request))).end();
        },
        response(request, reply) {
          reply.accepted();
          left -= [request.message].flat().length;
          if (!left) over();
        },
      });
    },
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect: (facts, _, assert) => assert.equal(facts, "ok"),
    differs: "understand arrays as JSON only",
  },

  "other methods, with all that belongs to them": {
    versions: VERSIONS,
    scenario: (version) =>
      instead(mcp(version), {
        "acme/search": (request, reply) =>
          version === VERSIONS[0]
            ? undefined
            : reply.json(
                request.message.params.fail
                  ? failure(request, -31000, "no", { a: 1 })
                  : result(request, { resultType: "complete", found: request.message.params.q }),
              ),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = [];
      if (version !== "2024-11-05") for (const fail of [false, true]) ends.push(await ending(client.request("acme/search", { q: "ü", fail })));
      const complete = await ending(client.complete({ ref: { type: "ref/prompt", name: "card" }, argument: { name: "to", value: "k" } }));
      const ping = version === "2026-07-28" ? { value: {} } : await ending(client.ping());
      await client.close();
      return {
        ends: ends.map(({ value, error, code }) => value?.found ?? [error, code]),
        complete: complete.value?.completion.values,
        ping: Boolean(ping.value),
      };
    },
    expect: (facts, _, assert, version) =>
      assert.deepEqual(facts, { ends: version === VERSIONS[0] ? [] : ["ü", ["McpError", -31000]], complete: ["kite", "kettle"], ping: true }),
  },

  "the level of the log": {
    versions: VERSIONS,
    scenario: (version) => mcp(version, version === VERSIONS[0] ? undefined : { answers: "sse" }),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.setLogLevel("error");
      await client.callTool("says", {});
      for (let n = 0; n < 50 && !heard.length; n++) await pause(10);
      await client.close();
      return heard;
    },
    expect: (facts, _, assert) =>
      assert.deepEqual(facts, [{ method: "notifications/message", params: { level: "error", logger: "gifts", data: { an: "error" } } }]),
    differs: { "official-2": ["knows no such method in this version", MODERN] },
  },
};
