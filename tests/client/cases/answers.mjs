// What comes back over HTTP: types, statuses and bodies, right and wrong.

import { failure, instead, LEGACY, mcp, MODERN, result, VERSIONS } from "../support/mcp.mjs";
import { calling, ending, open, untilSeen, words } from "../support/facts.mjs";

const BOTH = ["2025-11-25", MODERN];
const DONE = { resultType: "complete", content: [{ type: "text", text: "ok" }] };

/** A server that answers a tool's call in its own way. */
const toCall = (answer) => (version) => instead(mcp(version), { "tools/call": answer });

/** The call is answered like that, and comes to a good end, or to `end`. */
const good = (answer, more) => ({
  versions: BOTH,
  scenario: toCall(answer),
  run: (module, url, { version }) => calling(module, url, { version }),
  expect: (facts, _, assert) => assert.equal(words(facts), "ok"),
  ...more,
});
const bad = (answer, end, more) => ({
  ...good(answer),
  expect(facts, server, assert, version) {
    // To wait for what never comes is the one thing that must not be.
    assert.notEqual(facts.error, "TimeoutError");
    end(facts, assert, version, server);
    assert.equal(server.of("tools/call").length, 1, "was sent again");
  },
  ...more,
});
const http = (status, body, type) => (facts, assert) => {
  assert.deepEqual([facts.error, facts.status], ["HttpError", status]);
  if (body !== undefined) assert.match(facts.body, body);
  if (type !== undefined) assert.equal(facts.type, type);
};

const json = (type) => good((request, reply) => reply.json(result(request, DONE), { type }));
const HTML = "<!doctype html><title>Log in</title>";

export const cases = {
  "JSON with a charset": json("application/json; charset=utf-8"),
  "JSON, written in another way": json("Application/JSON;charset=UTF-8"),
  "an event stream with a charset": good(async (request, reply) =>
    (await reply.stream({ "content-type": "Text/Event-Stream; charset=utf-8" }).message(result(request, DONE))).end(),
  ),
  "JSON with a byte order mark": good((request, reply) => reply.json(`\ufeff${JSON.stringify(result(request, DONE))}`)),
  "JSON in pieces": good(async (request, reply) => {
    const text = JSON.stringify(result(request, { ...DONE, _meta: { "x/y": "ä€🎁".repeat(20) } }));
    (await reply.stream({ "content-type": "application/json" }).pieces([...Buffer.from(text)].map((byte) => Buffer.of(byte)))).end();
  }),

  "202 to a request": bad((_, reply) => reply.accepted(), http(202), { differs: "wait until the time is up" }),
  "204 to a request": bad((_, reply) => reply.send(204), http(204), { differs: "say so without the status" }),
  "200 with nothing to a request": bad((_, reply) => reply.send(200), http(200), { differs: "say so without the status" }),
  "200 with nothing, as JSON": bad(
    (_, reply) => reply.send(200, { "content-type": "application/json" }),
    (facts, assert) => assert.ok(["HttpError", "InvalidResultError"].includes(facts.error), facts.error),
    {
      differs: "let JSON.parse's error through",
    },
  ),
  "a page of HTML": bad((_, reply) => reply.send(200, { "content-type": "text/html; charset=utf-8" }, HTML), http(200, /Log in/, "text/html"), {
    differs: "keep status and body to themselves",
  }),
  "text that would be JSON": bad((request, reply) => reply.json(result(request, DONE), { type: "text/plain" }), http(200, /jsonrpc/, "text/plain"), {
    differs: "keep status and body to themselves",
  }),
  "a reply without a type": bad((request, reply) => reply.send(200, {}, JSON.stringify(result(request, DONE))), http(200, /jsonrpc/), {
    differs: "keep status and body to themselves",
  }),
  "JSON that is none": bad(
    (_, reply) => reply.json('{"jsonrpc":"2.0","id":'),
    (facts, assert) => assert.ok(["HttpError", "InvalidResultError"].includes(facts.error), facts.error),
    {
      differs: "let JSON.parse's error through",
    },
  ),
  "JSON that is cut": bad(
    async (_, reply) => {
      await reply.stream({ "content-type": "application/json" }).write('{"jsonrpc":"2.0",');
      reply.cut();
    },
    (facts, assert) => assert.ok(["HttpError", "ClosedError"].includes(facts.error), facts.error),
    { differs: "let fetch's error through" },
  ),
  "a connection that is taken away": bad(
    (_, reply) => reply.cut(),
    (facts, assert) => assert.ok(["HttpError", "ClosedError"].includes(facts.error), `${facts.error}: ${facts.message}`),
    {
      // A browser may send a request once more on a new connection, if the old one was used before and gave nothing.
      expect(facts, _, assert) {
        assert.ok(["HttpError", "ClosedError"].includes(facts.error), `${facts.error}: ${facts.message}`);
      },
      differs: "let fetch's error through",
    },
  ),

  ...Object.fromEntries(
    // Not 408, upon which a browser tries again.
    [400, 405, 406, 409, 413, 415, 422, 429, 500, 502, 503, 504].map((status) => [
      `${status} with text`,
      bad((_, reply) => reply.send(status, { "content-type": "text/plain" }, "so it is, and why"), http(status, /so it is/, "text/plain"), {
        differs: "do not tell the type",
      }),
    ]),
  ),
  "an error of many kilobytes arrives as it is": bad(
    (request, reply) => reply.json({ jsonrpc: "2.0", id: request.message.id, error: { code: -32602, message: "no", data: { why: "x".repeat(50_000) } } }, { status: 400 }),
    (facts, assert) => assert.deepEqual([facts.error, facts.code, facts.data.why.length], ["McpError", -32602, 50_000]),
  ),
  "a long body is not kept": bad(
    (_, reply) => reply.send(500, { "content-type": "text/plain" }, "x".repeat(2_000_000)),
    (facts, assert) => {
      http(500, /^x+/)(facts, assert);
      assert.ok(facts.body.length < 10_000, `${facts.body.length} characters`);
    },
    { differs: "keep all of it" },
  ),
  "an endless body is not read to its end": bad(
    async (request, reply) => {
      reply.stream({ "content-type": "text/plain" }, 500);
      while (reply.open) await reply.pieces(["x".repeat(10_000), 5]);
    },
    (facts, assert) => http(500, /^x+/)(facts, assert),
    { differs: "read on" },
  ),
  "404 without a session is an error, and nothing else": bad((_, reply) => reply.send(404, { "content-type": "text/plain" }, "no"), http(404, /no/), {
    scenario: (version) =>
      instead(mcp(version, { sessions: false }), { "tools/call": (_, reply) => reply.send(404, { "content-type": "text/plain" }, "no") }),
  }),

  "an error of JSON-RPC says more than its status": bad(
    (request, reply) => reply.json(failure(request, -32602, "no such tool", { a: [1, null] }), { status: 400 }),
    (facts, assert) => assert.deepEqual([facts.error, facts.code, facts.message, facts.data], ["McpError", -32602, "no such tool", { a: [1, null] }]),
    { differs: { "official-1": "takes the status only", "official-2": ["takes the status only", "2025-11-25"] } },
  ),
  "an error without an id is that of the request": bad(
    (_, reply) => reply.json({ jsonrpc: "2.0", error: { code: -32700, message: "unreadable" } }, { status: 400 }),
    (facts, assert) => assert.deepEqual([facts.error, facts.code, facts.message], ["McpError", -32700, "unreadable"]),
    { differs: "take the status only" },
  ),
  "an error whose id is null is that of the request": bad(
    (_, reply) => reply.json({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "unreadable" } }, { status: 400 }),
    (facts, assert) => assert.deepEqual([facts.error, facts.code, facts.message], ["McpError", -32700, "unreadable"]),
    { differs: "take the status only" },
  ),
  'an error whose id is "server-error" is that of the request': bad(
    (_, reply) => reply.json({ jsonrpc: "2.0", id: "server-error", error: { code: -32600, message: "unreadable" } }, { status: 400 }),
    (facts, assert) => assert.deepEqual([facts.error, facts.code, facts.message], ["McpError", -32600, "unreadable"]),
    { differs: "take the status only" },
  ),
  "an error without an id on 200, too": bad(
    (_, reply) => reply.json({ jsonrpc: "2.0", id: null, error: { code: -32603, message: "unreadable" } }),
    (facts, assert) => assert.deepEqual([facts.error, facts.code, facts.message], ["McpError", -32603, "unreadable"]),
    { differs: "wait until the time is up, or give what zod says" },
  ),
  "an error in other words than JSON-RPC's": bad(
    (_, reply) => reply.json({ error: "rate_limited", detail: "slower" }, { status: 429 }),
    http(429, /slower/, "application/json"),
    {
      differs: "do not tell the type",
    },
  ),
  "a result that says 500": good((request, reply) => reply.json(result(request, DONE), { status: 500 }), {
    // Nothing is said of it: either is to be had, but no waiting.
    expect: (facts, _, assert) => assert.ok(words(facts) === "ok" || (facts.error === "HttpError" && facts.status === 500), JSON.stringify(facts)),
  }),

  "redirects of 307 and 308 are followed": {
    versions: BOTH,
    scenario(version) {
      const base = mcp(version);
      return (request, reply, server) => {
        if (request.path !== "/mcp") return base(request, reply, server);
        return reply.redirect(request.rpc === "tools/call" ? 308 : 307, "/moved");
      };
    },
    run: (module, url, { version }) => calling(module, url, { version }),
    expect: (facts, _, assert) => assert.equal(words(facts), "hé"),
    differs: "follow none in browsers",
  },
  "a redirect that makes a GET of a POST is no answer": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": (_, reply) => reply.redirect(303, "/login"),
        GET: (request, reply, _, __, base) => (request.path === "/login" ? reply.send(200, { "content-type": "text/html" }, HTML) : base()),
      }),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect: (facts, _, assert) => assert.equal(facts.error, "HttpError"),
  },

  ...Object.fromEntries(
    [
      ["202", (_, reply) => reply.accepted()],
      ["202 with a type", (_, reply) => reply.send(202, { "content-type": "application/json" })],
      ["202 with text", (_, reply) => reply.send(202, { "content-type": "text/plain" }, "Accepted")],
      ["204", (_, reply) => reply.send(204)],
      ["200 with nothing", (_, reply) => reply.send(200)],
      ["200 with nothing, as JSON", (_, reply) => reply.send(200, { "content-type": "application/json" })],
      ["200 with null", (_, reply) => reply.json("null")],
      ["an event stream that says nothing", (_, reply) => reply.stream().end()],
    ].map(([name, answer]) => [
      `a notification is answered by ${name}`,
      {
        versions: LEGACY,
        scenario: (version) => instead(mcp(version), { "notifications/initialized": answer, "notifications/roots/list_changed": answer }),
        async run(module, url, { version }) {
          const { client } = await open(module, url, { version, capabilities: { roots: { listChanged: true } } });
          client.notify("notifications/roots/list_changed");
          await untilSeen(url, "notifications/roots/list_changed");
          const end = words(await ending(client.callTool("echo", { text: "on" })));
          await client.close();
          return end;
        },
        expect: (facts, server, assert) => assert.deepEqual([facts, server.of("notifications/roots/list_changed").length], ["on", 1]),
      },
    ]),
  ),
  "a notification that is refused ends nothing": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        "notifications/roots/list_changed": (_, reply) => reply.json({ jsonrpc: "2.0", error: { code: -32600, message: "no" } }, { status: 400 }),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { roots: { listChanged: true } } });
      client.notify("notifications/roots/list_changed", { a: 1 });
      await untilSeen(url, "notifications/roots/list_changed");
      const end = words(await ending(client.callTool("echo", { text: "on" })));
      await client.close();
      return end;
    },
    expect: (facts, _, assert) => assert.equal(facts, "on"),
  },

  ...Object.fromEntries(
    [
      ["405", (_, reply) => reply.send(405, { allow: "POST" })],
      ["404", (_, reply) => reply.send(404)],
      ["400", (_, reply) => reply.send(400)],
      ["500", (_, reply) => reply.send(500)],
      ["a page of HTML", (_, reply) => reply.send(200, { "content-type": "text/html" }, HTML)],
      ["204", (_, reply) => reply.send(204)],
      ["a cut", (_, reply) => reply.cut()],
      ["silence", () => {}],
    ].map(([name, answer]) => [
      `a GET that is answered by ${name} does no harm`,
      {
        versions: LEGACY,
        scenario: (version) => instead(mcp(version), { GET: answer }),
        async run(module, url, { version }) {
          const { client } = await open(module, url, { version });
          await ending(client.subscribe("gift://1"));
          const end = words(await ending(client.callTool("echo", { text: "on" })));
          await new Promise((resolve) => setTimeout(resolve, 300));
          await client.close();
          return end;
        },
        expect(facts, server, assert) {
          assert.equal(facts, "on");
          assert.ok(server.of("initialize").length === 1, "connected anew");
          assert.ok(server.of("GET").length <= 16, `${server.of("GET").length} times`);
        },
      },
    ]),
  ),

  "an array of results": {
    // Only 2025-03-26 has it, and it is understood everywhere.
    versions: VERSIONS.slice(1),
    scenario: toCall((request, reply) =>
      reply.json([{ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } }, result(request, DONE)]),
    ),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect: (facts, _, assert) => assert.equal(words(facts), "ok"),
  },
  "an array that is empty": bad(
    (_, reply) => reply.json("[]"),
    (facts, assert) => assert.ok(["HttpError", "InvalidResultError", "ClosedError"].includes(facts.error), facts.error),
    {
      differs: "wait until the time is up",
    },
  ),
  "an answer to another request": bad(
    (request, reply) => reply.json({ ...result(request, DONE), id: 999_999 }),
    (facts, assert) => assert.ok(["HttpError", "InvalidResultError", "ClosedError"].includes(facts.error), facts.error),
    { differs: "wait until the time is up" },
  ),
  "five megabytes": {
    versions: BOTH,
    scenario: toCall((request, reply) => reply.json(result(request, { ...DONE, content: [{ type: "text", text: "ä".repeat(2_500_000) }] }))),
    async run(module, url, { version }) {
      return words(await calling(module, url, { version })).length;
    },
    expect: (facts, _, assert) => assert.equal(facts, 2_500_000),
  },
};
