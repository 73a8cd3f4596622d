// What was cut off is fetched with Last-Event-ID: only where a stream has given an id.

import { instead, LEGACY, mcp, MODERN } from "../support/mcp.mjs";
import { calling, ending, open, pause, until, untilSeen, words } from "../support/facts.mjs";

const done = (id) => ({ jsonrpc: "2.0", id, result: { resultType: "complete", content: [{ type: "text", text: "ok" }] } });
/** A browser throws away what was not read yet when a connection breaks. */
const READ_MS = 150;
const resumed = (server) => server.of("GET").filter(({ headers }) => headers["last-event-id"] !== undefined);

/** A tool's call begins a stream by `begin(reply, request)`; whoever comes back with an id gets `answer(reply, id, times)`. */
function broken(version, begin, answer = async (reply, id) => (await reply.stream().message(done(id))).end()) {
  let called;
  let times = 0;
  return instead(mcp(version, { priming: false }), {
    "tools/call": (request, reply) => {
      called = request.message.id;
      return begin(reply, request);
    },
    GET: (request, reply, _, __, base) => (request.headers["last-event-id"] === undefined ? base() : answer(reply, called, times++, request)),
  });
}
const once = (begin, expectId, more) => ({
  versions: LEGACY,
  scenario: (version) => broken(version, begin),
  run: (module, url, { version }) => calling(module, url, { version }),
  expect(facts, server, assert) {
    assert.equal(words(facts), "ok");
    assert.deepEqual(
      resumed(server).map(({ headers }) => headers["last-event-id"]),
      [expectId],
    );
    assert.equal(server.of("tools/call").length, 1);
  },
  ...more,
});

export const cases = {
  "a stream that was primed, and ended": once(async (reply) => (await reply.stream().write("id: p1\nretry: 20\ndata: \n\n")).end(), "p1"),
  "a stream that was primed, and broke": once(async (reply) => (await reply.stream().pieces(["id: p1\nretry: 20\ndata: \n\n", READ_MS])).cut(), "p1"),
  "primed without data at all": once(async (reply) => (await reply.stream().write("retry: 20\nid: p2\n\n")).end(), "p2", {
    differs: "take an id from events with data only",
  }),
  "the last id of several counts": once(
    async (reply) =>
      (
        await reply
          .stream()
          .write(
            `id: 1\nretry: 20\ndata:\n\nid: 2\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n: x\n\n`,
          )
      ).end(),
    "2",
  ),
  "an id whose event did not come to its end does not count": once(
    async (reply) => (await reply.stream().pieces(["id: 1\nretry: 20\ndata:\n\nid: 2\ndata: {", READ_MS])).cut(),
    "1",
  ),
  "an id in other signs": once(async (reply) => (await reply.stream().write('id: {"a": 1}/~!  \nretry: 20\ndata:\n\n')).end(), '{"a": 1}/~!'),

  "the session and the version go along": {
    ...once(async (reply) => (await reply.stream().write("id: p1\nretry: 20\ndata: \n\n")).end(), "p1"),
    expect(facts, server, assert, version) {
      const [{ headers }] = resumed(server);
      assert.equal(headers["mcp-session-id"], "session-1!~");
      assert.match(headers.accept, /text\/event-stream/);
      if (version >= "2025-06-18") assert.equal(headers["mcp-protocol-version"], version);
    },
  },

  "no sooner than the server says": {
    versions: LEGACY,
    scenario: (version) => {
      let ended;
      return broken(
        version,
        async (reply) => {
          (await reply.stream().write("id: p1\nretry: 700\ndata: \n\n")).end();
          ended = performance.now();
        },
        async (reply, id) =>
          (await reply.stream().message({ ...done(id), result: { content: [{ type: "text", text: String(performance.now() - ended) }] } })).end(),
      );
    },
    run: (module, url, { version }) => calling(module, url, { version }),
    expect: (facts, _, assert) => assert.ok(Number(words(facts)) > 650, words(facts)),
  },

  "again and again, as long as there is something": {
    versions: LEGACY,
    scenario: (version) =>
      broken(
        version,
        async (reply) => (await reply.stream().write("id: 0\nretry: 10\ndata: \n\n")).end(),
        async (reply, id, times) => {
          await reply.stream().write(`id: ${times + 1}\nretry: 10\ndata:\n\n`);
          if (times >= 5) await reply.message(done(id));
          reply.end();
        },
      ),
    run: (module, url, { version }) => calling(module, url, { version, timeout: 15_000 }),
    expect(facts, server, assert) {
      assert.equal(words(facts), "ok");
      assert.deepEqual(
        resumed(server).map(({ headers }) => headers["last-event-id"]),
        ["0", "1", "2", "3", "4", "5"],
      );
    },
  },

  "a try that fails is followed by another": {
    versions: LEGACY,
    scenario: (version) =>
      broken(
        version,
        async (reply) => (await reply.stream().write("id: p1\nretry: 10\ndata: \n\n")).end(),
        async (reply, id, times) => (times ? (await reply.stream().message(done(id))).end() : reply.send(503)),
      ),
    run: (module, url, { version }) => calling(module, url, { version, timeout: 15_000 }),
    expect(facts, server, assert) {
      assert.equal(words(facts), "ok");
      assert.deepEqual(
        resumed(server).map(({ headers }) => headers["last-event-id"]),
        ["p1", "p1"],
      );
    },
  },

  "not for ever": {
    versions: LEGACY,
    scenario: (version) =>
      broken(
        version,
        async (reply) => (await reply.stream().write("id: p1\nretry: 5\ndata: \n\n")).end(),
        (reply) => reply.send(503),
      ),
    run: (module, url, { version }) => calling(module, url, { version, timeout: 24_000 }),
    expect(facts, server, assert) {
      assert.ok(["HttpError", "ClosedError"].includes(facts.error), facts.error);
      assert.ok(resumed(server).length >= 2 && resumed(server).length <= 20, `${resumed(server).length} tries`);
    },
    differs: "give up silently, and wait until the time is up",
  },

  "405 says that there is nothing to come back to": {
    versions: LEGACY,
    scenario: (version) =>
      broken(
        version,
        async (reply) => (await reply.stream().write("id: p1\nretry: 5\ndata: \n\n")).end(),
        (reply) => reply.send(405),
      ),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect(facts, server, assert) {
      assert.ok(["HttpError", "ClosedError"].includes(facts.error), facts.error);
      assert.equal(resumed(server).length, 1);
    },
    differs: "wait until the time is up",
  },

  "without an id there is nothing to come back to": {
    versions: LEGACY,
    scenario: (version) => broken(version, async (reply) => (await reply.stream().write(": here\nretry: 5\n\n")).end()),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect(facts, server, assert) {
      assert.ok(["HttpError", "ClosedError", "InvalidResultError"].includes(facts.error), facts.error);
      assert.deepEqual(resumed(server), []);
      assert.equal(server.of("tools/call").length, 1);
    },
    differs: "wait until the time is up",
  },

  "2026-07-28 has no coming back, whatever ids there are": {
    versions: [MODERN],
    scenario: (version) =>
      instead(mcp(version), { "tools/call": async (_, reply) => (await reply.stream().write("id: p1\nretry: 5\ndata: \n\n")).end() }),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect(facts, server, assert) {
      assert.ok(["HttpError", "ClosedError", "InvalidResultError"].includes(facts.error), facts.error);
      assert.deepEqual(server.of("GET"), []);
      assert.equal(server.of("tools/call").length, 1);
    },
    differs: "wait until the time is up, or come back all the same",
  },

  "an error ends a stream as a result does": {
    versions: LEGACY,
    scenario: (version) =>
      broken(version, async (reply, request) =>
        (
          await reply
            .stream()
            .write(
              `id: p1\nretry: 5\ndata:\n\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: request.message.id, error: { code: 1, message: "no" } })}\n\n`,
            )
        ).end(),
      ),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}));
      await pause(300);
      await client.close();
      return end.code;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, resumed(server)], [1, []]),
    differs: { "official-1": "comes back after an error" },
  },

  "who does not want the answer any more does not come back": {
    versions: LEGACY,
    scenario: (version) => broken(version, async (reply) => (await reply.stream().write("id: p1\nretry: 400\ndata: \n\n")).end()),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const stop = new AbortController();
      const called = ending(client.callTool("echo", {}, { signal: stop.signal }));
      await untilSeen(url, "tools/call", 1, "done");
      stop.abort("enough");
      const { threw } = await called;
      await pause(900);
      await client.close();
      return threw;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, resumed(server).length], ["enough", 0]),
    differs: "come back",
  },

  "messages come once, though the stream broke between them": {
    versions: LEGACY,
    scenario: (version) => mcp(version, { answers: "sse" }),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      const { content } = await client.callTool("drops", {});
      await client.close();
      return { text: content[0].text, heard: heard.length };
    },
    expect(facts, server, assert) {
      assert.equal(facts.text, "picked up");
      assert.equal(resumed(server).length, 1);
      assert.ok(facts.heard <= 1);
    },
  },

  "a stream that listens comes back": {
    versions: LEGACY,
    scenario(version) {
      return instead(mcp(version), {
        GET: async (request, reply, _, before, base) => {
          if (before) return base();
          (await reply.stream().write("id: general_0\nretry: 10\ndata:\n\n")).end();
        },
      });
    },
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.subscribe("gift://1");
      await untilSeen(url, "GET", 2);
      await client.callTool("touch", { uri: "gift://1" });
      for (let n = 0; n < 100 && !heard.length; n++) await pause(20);
      await client.close();
      return heard.map(({ method }) => method);
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["notifications/resources/updated"]);
      assert.equal(server.of("GET")[1].headers["last-event-id"], "general_0");
    },
  },

  "whether there is a stream that listens can be seen": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        GET: async (_, reply, __, before) => {
          if (before === 1) return reply.send(503);
          if (before) return reply.send(405);
          (await reply.stream().write("retry: 10\ndata:\n\n")).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const states = [];
      client.on("streamchange", (state) => states.push(state));
      await client.subscribe("gift://1");
      await until(() => states.at(-1) === "none");
      await client.close();
      // It may be connecting before anybody can listen to that.
      return states.join(" ").replace(/^connecting /, "");
    },
    expect: (facts, _, assert) => assert.equal(facts, "open waiting connecting waiting connecting none"),
    differs: "have nothing like it",
  },
};
