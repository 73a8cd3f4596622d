// Giving up: the caller, the time, the end of the client. What is given up is closed, and the server sees it.

import { instead, LEGACY, mcp, MODERN, VERSIONS } from "../support/mcp.mjs";
import { ending, INFO, open, pause, seen, untilSeen, words } from "../support/facts.mjs";

const HTTP = [...LEGACY, MODERN];

/** Aborts a call that stalls, with that reason. */
const aborted = (reason, args = []) => ({
  versions: HTTP,
  scenario: (version) => mcp(version),
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version });
    const stop = new AbortController();
    const called = ending(client.callTool("stalls", {}, { signal: stop.signal }));
    await untilSeen(url, "tools/call");
    stop.abort(...args);
    const end = await called;
    const facts = {
      threw: end.threw ?? end.error,
      gone: await untilSeen(url, "tools/call", 1, "gone"),
      told: version === MODERN || (await untilSeen(url, "notifications/cancelled")),
      after: words(await ending(client.callTool("echo", { text: "on" }))),
    };
    await client.close();
    return facts;
  },
  expect(facts, server, assert, version) {
    assert.deepEqual(facts, { threw: reason, gone: true, told: true, after: "on" });
    const told = server.of("notifications/cancelled");
    assert.deepEqual(
      told.map(({ message }) => message.params.requestId),
      version === MODERN ? [] : [server.of("tools/call")[0].message.id],
    );
  },
  differs: { "official-1": "leaves the connection open", "official-2": ["leaves the connection open", ...LEGACY] },
});

/** How many calls there may be at once: the stream of `subscriptions/listen` is one of five. */
const roomOf = (version) => (version === MODERN ? 4 : 5);

export const cases = {
  "a call that is aborted": aborted("AbortError"),
  "a call that is aborted for a reason that is no error": aborted("enough", ["enough"]),

  "a call that was aborted before is not sent": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}, { signal: AbortSignal.abort("never") }));
      await client.callTool("echo", {});
      await client.close();
      return end.threw;
    },
    expect: (facts, server, assert) =>
      assert.deepEqual([facts, server.of("tools/call").length, server.of("notifications/cancelled").length], ["never", 1, 0]),
  },

  "a call that waits for the handshake is not sent once it is aborted": {
    versions: HTTP,
    scenario: (version) => {
      const late = async (_, __, ___, ____, base) => (await new Promise((resolve) => setTimeout(resolve, 300)), base());
      return instead(mcp(version), { initialize: late, "server/discover": late });
    },
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: INFO, version });
      const stop = new AbortController();
      const called = ending(client.callTool("echo", {}, { signal: stop.signal }));
      stop.abort("never");
      const { threw } = await called;
      await client.ready;
      await client.callTool("echo", { text: "on" });
      await client.close();
      return threw;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("tools/call").length], ["never", 1]),
  },

  "a call that waits for its turn is not sent once it is aborted": {
    versions: HTTP,
    scenario: (version) => mcp(version, { get: false }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const room = roomOf(version);
      const stops = Array.from({ length: room + 2 }, () => new AbortController());
      const called = stops.map((stop) => ending(client.callTool("stalls", {}, { signal: stop.signal })));
      await untilSeen(url, "tools/call", room);
      await pause(100);
      const before = (await seen(url, "tools/call")).length;
      stops.slice(room).forEach((stop) => stop.abort("never"));
      const threw = await Promise.all(called.slice(room));
      stops.slice(0, room).forEach((stop) => stop.abort("now"));
      await Promise.all(called);
      await client.callTool("echo", {});
      await client.close();
      return { before, threw: threw.map(({ threw }) => threw) };
    },
    expect(facts, server, assert, version) {
      assert.deepEqual(facts, { before: roomOf(version), threw: ["never", "never"] });
      assert.equal(server.of("tools/call").length, roomOf(version) + 1);
    },
    differs: "send all they have",
  },

  "the handshake is aborted by the client's own signal": {
    versions: HTTP,
    scenario: () => () => {},
    async run({ connectServer }, url, { version }) {
      const stop = new AbortController();
      const client = connectServer(url, { info: INFO, version, signal: stop.signal });
      const method = version === MODERN ? "server/discover" : "initialize";
      const called = ending(client.callTool("echo", {}));
      const ready = ending(client.ready);
      await untilSeen(url, method);
      stop.abort("enough");
      return { ready: (await ready).threw, called: (await called).threw, gone: await untilSeen(url, method, 1, "gone") };
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, { ready: "enough", called: "enough", gone: true });
      // The handshake cannot be cancelled, only left.
      assert.deepEqual(server.of("notifications/cancelled"), []);
    },
    differs: { "official-1": "leaves the connection open", "official-2": ["leaves the connection open", MODERN] },
  },

  "the handshake has its time, too": {
    versions: HTTP,
    scenario: () => () => {},
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: INFO, version, timeout: 300 });
      const ready = await ending(client.ready);
      return { ready: ready.error, gone: await untilSeen(url, version === MODERN ? "server/discover" : "initialize", 1, "gone") };
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, { ready: "TimeoutError", gone: true });
      assert.deepEqual(server.of("notifications/cancelled"), []);
    },
    differs: { "official-1": "tells of it" },
  },

  "the end of the client ends what is on its way": {
    versions: VERSIONS,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const called = [1, 2].map(() => ending(client.callTool("stalls", {})));
      await untilSeen(url, "tools/call", 2);
      await client.close();
      const ends = (await Promise.all(called)).map(({ error }) => error);
      const after = [await ending(client.callTool("echo", {})), await ending(client.ping())].map(({ error }) => error);
      client.notify("notifications/roots/list_changed");
      // Closing twice is nothing.
      await client.close();
      // Over HTTP with SSE it is the one stream that goes.
      return { ends, after, gone: await untilSeen(url, version === VERSIONS[0] ? "GET" : "tools/call", 1, "gone") };
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, { ends: ["ClosedError", "ClosedError"], after: ["ClosedError", "ClosedError"], gone: true });
      assert.equal(server.of("tools/call").length, 2);
      assert.ok(server.of("DELETE").length <= 1);
    },
  },

  "after the end everything is refused": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await client.close();
      const list = async () => {
        for await (const _ of client.tools());
      };
      const ends = [client.callTool("echo", {}), client.subscribe("gift://1"), client.setLogLevel("info"), client.ping(), list()];
      return Promise.all(ends.map((promise) => ending(promise).then(({ error }) => error ?? "none")));
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, Array(5).fill("ClosedError")),
    differs: "have other names for their methods",
  },

  "the end of the client before it is connected": {
    versions: HTTP,
    scenario: () => () => {},
    async run({ connectServer }, url, { version }) {
      const client = connectServer(url, { info: INFO, version });
      const called = ending(client.callTool("echo", {}));
      const ready = ending(client.ready);
      await untilSeen(url, version === MODERN ? "server/discover" : "initialize");
      await client.close();
      return { ready: (await ready).error, called: (await called).error };
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { ready: "ClosedError", called: "ClosedError" }),
    differs: "wait for the handshake to end",
  },

  "an answer that comes too late is nobody's": {
    versions: LEGACY,
    scenario: (version) =>
      instead(mcp(version), {
        "notifications/cancelled": (request, reply, server) => {
          reply.accepted();
          const general = server.general;
          return general?.message({ jsonrpc: "2.0", id: request.message.params.requestId, result: { content: [] } });
        },
        GET: (request, reply, server) => void (server.general = reply.stream()),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await ending(client.subscribe("gift://1"));
      const end = await ending(client.callTool("stalls", {}, { timeout: 200 }));
      await untilSeen(url, "notifications/cancelled");
      const after = words(await ending(client.callTool("echo", { text: "on" })));
      await client.close();
      return [end.error, after];
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["TimeoutError", "on"]),
  },

  "a time that no timer can hold does not run out at once": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = [];
      for (const timeout of [2 ** 31, Infinity, 0]) ends.push(words(await ending(client.callTool("echo", { text: "x" }, { timeout }))));
      await client.close();
      return ends;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["x", "x", "x"]),
    differs: "hand it to the timer",
  },
};
