// Streams that end, break, or never come to an end.

import { event } from "../support/stream.mjs";
import { instead, LEGACY, mcp, MODERN, result } from "../support/mcp.mjs";
import { ending, open, untilSeen, until, words } from "../support/facts.mjs";

const BOTH = ["2025-11-25", MODERN];
const HTTP = [...LEGACY, MODERN];
const done = (request) => result(request, { resultType: "complete", content: [{ type: "text", text: "ok" }] });

/** A stream without ids that stops after each byte in turn: either the answer was there, or the call fails at once. */
const stops = (how) => ({
  versions: BOTH,
  scenario: (version) =>
    instead(mcp(version, { priming: false, ids: false }), {
      "tools/call": async (request, reply) => {
        const { n } = request.message.params.arguments;
        await reply.stream().write(Buffer.from(event({ data: done(request) })).subarray(0, n));
        how(reply);
      },
    }),
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version });
    const length = event({ data: done({ message: { id: 1 } }) }).length;
    const ends = [];
    let next = 0;
    const worker = async () => {
      while (next <= length) {
        const n = next++;
        const end = await ending(client.callTool("echo", { n }));
        ends[n] = end.error ?? words(end);
      }
    };
    await Promise.all([1, 2, 3, 4].map(worker));
    await client.close();
    return ends;
  },
  expect(ends, server, assert) {
    assert.ok(!ends.includes("TimeoutError"));
    // The server's ids are longer than the one that was counted with, so the last bytes may be missing each time.
    for (const end of ends) assert.ok(["ok", "HttpError", "ClosedError", "InvalidResultError"].includes(end), end);
    assert.notEqual(ends[0], "ok");
    assert.equal(server.of("tools/call").length, ends.length, "some were sent again");
  },
  differs: "wait until the time is up",
});

/** A server whose calls take so many milliseconds, and say how many of them there are at once. */
function counting(version, milliseconds) {
  let now = 0;
  let most = 0;
  return instead(mcp(version, { get: false }), {
    "tools/call": async (request, reply) => {
      most = Math.max(most, ++now);
      await reply.stream().pieces([": wait\n\n", milliseconds]);
      now--;
      (await reply.message(result(request, { resultType: "complete", content: [{ type: "text", text: String(most) }] }))).end();
    },
  });
}

/** How many of twenty calls there were at once, whenever one ended. */
async function inTheAir(module, url, options) {
  const { client } = await open(module, url, options);
  const most = await Promise.all(Array.from({ length: 20 }, () => client.callTool("echo", {})));
  await client.close();
  return most.map(({ content }) => Number(content[0].text));
}

export const cases = {
  "a stream that ends after each byte": stops((reply) => reply.end()),
  "a stream that breaks after each byte": stops((reply) => reply.cut()),

  "others go on when a stream ends too early": {
    versions: HTTP,
    scenario: (version) =>
      instead(mcp(version, { priming: false, ids: false }), {
        "tools/call": async (request, reply) => {
          if (request.message.params.name === "ends") return reply.stream().end();
          await reply.stream().pieces([": wait\n\n", 100]);
          (await reply.message(done(request))).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = await Promise.all(["echo", "ends", "echo"].map((name) => ending(client.callTool(name, {}))));
      await client.close();
      return ends.map((end) => end.error ?? words(end));
    },
    expect([first, second, third], _, assert) {
      assert.deepEqual([first, third], ["ok", "ok"]);
      assert.ok(["HttpError", "ClosedError", "InvalidResultError"].includes(second), second);
    },
    differs: "wait until the time is up",
  },

  "a stream that says nothing is given up in time, and closed": {
    versions: HTTP,
    scenario: (version) => instead(mcp(version), { "tools/call": (_, reply) => void reply.stream() }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}, { timeout: 300 }));
      const gone = await untilSeen(url, "tools/call", 1, "gone");
      const told = await until(async () => version === MODERN || (await untilSeen(url, "notifications/cancelled")));
      await client.close();
      return { error: end.error, gone, told };
    },
    expect(facts, server, assert, version) {
      assert.deepEqual(facts, { error: "TimeoutError", gone: true, told: true });
      if (version !== MODERN) assert.equal(server.of("notifications/cancelled")[0].message.params.requestId, server.of("tools/call")[0].message.id);
      else assert.deepEqual(server.of("notifications/cancelled"), []);
    },
    differs: { "official-1": "leaves the stream open", "official-2": ["leaves the stream open", ...LEGACY] },
  },

  "a stream of comments does not lengthen the time": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (_, reply) => {
          reply.stream();
          while (reply.open) await reply.pieces([": here\n\n", 20]);
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}, { timeout: 300 }));
      await client.close();
      return end.error;
    },
    expect: (facts, _, assert) => assert.equal(facts, "TimeoutError"),
  },

  "progress lengthens the time, up to the whole of it": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          reply.stream();
          const { most } = request.message.params.arguments;
          for (let progress = 1; progress <= most && reply.open; progress++) {
            await reply.message({
              jsonrpc: "2.0",
              method: "notifications/progress",
              params: { progressToken: request.message.params._meta?.progressToken, progress },
            });
            await reply.pieces([100]);
          }
          (await reply.message(done(request))).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const onprogress = () => {};
      const more = { resetTimeoutOnProgress: true };
      const ends = [
        // Twenty times a tenth of a second is more than one and a half.
        await ending(client.callTool("echo", { most: 20 }, { timeout: 1500, onprogress, ...more })),
        await ending(client.callTool("echo", { most: 1000 }, { timeout: 1500, maxTotalTimeout: 2500, onprogress, ...more })),
      ];
      await client.close();
      return ends.map((end) => end.error ?? words(end));
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["ok", "TimeoutError"]),
  },

  "progress lengthens the time although nobody listens": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          reply.stream();
          const progressToken = request.message.params._meta?.progressToken;
          for (let progress = 1; progress <= 20 && reply.open; progress++) {
            if (progressToken !== undefined) await reply.message({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress } });
            await reply.pieces([": wait\n\n", 100]);
          }
          (await reply.message(done(request))).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}, { timeout: 1500, resetTimeoutOnProgress: true }));
      await client.close();
      return end.error ?? words(end);
    },
    expect: (facts, _, assert) => assert.equal(facts, "ok"),
    differs: "send no token then",
  },

  "the whole of the time is over without any progress, too": {
    versions: BOTH,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("stalls", {}, { timeout: 60_000, maxTotalTimeout: 300 }));
      await client.close();
      return end.error;
    },
    expect: (facts, _, assert) => assert.equal(facts, "TimeoutError"),
    differs: "look at it only when progress comes",
  },

  "calls that take their time, five at once": {
    versions: HTTP,
    scenario: (version) => counting(version, 150),
    run: (module, url, { version }) => inTheAir(module, url, { version }),
    expect: (facts, _, assert) => assert.ok(Math.max(...facts) <= 5 && facts.length === 20, `${Math.max(...facts)} at once`),
    differs: "send all they have",
  },

  "calls to a server that may ask, five at once however quick it is": {
    versions: ["2025-11-25"],
    scenario: (version) => counting(version, 5),
    run: (module, url, { version }) => inTheAir(module, url, { version, capabilities: { elicitation: {} } }),
    expect: (facts, _, assert) => assert.ok(Math.max(...facts) <= 5 && facts.length === 20, `${Math.max(...facts)} at once`),
    differs: "send all they have",
  },

  "time counts from when a call is sent": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version, { get: false }), {
        "tools/call": async (request, reply) => {
          await reply.stream().pieces([": wait\n\n", 250]);
          (await reply.message(done(request))).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      // Forty calls, five at once, take eight times a quarter of a second; none of them takes as long.
      const ends = await Promise.all(Array.from({ length: 40 }, () => ending(client.callTool("echo", {}, { timeout: 2000 }))));
      await client.close();
      return ends.map((end) => end.error ?? words(end));
    },
    expect: (facts, _, assert) => assert.deepEqual([...new Set(facts)], ["ok"]),
    differs: "count from the call, while the browser lets it wait for a connection",
  },

  "calls overtake a stream that listens": {
    versions: LEGACY,
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await client.subscribe("gift://1");
      const ends = await Promise.all(Array.from({ length: 12 }, (_, n) => ending(client.callTool("echo", { text: String(n) }))));
      await client.close();
      return ends.map(words);
    },
    expect: (facts, _, assert) =>
      assert.deepEqual(
        facts,
        Array.from({ length: 12 }, (_, n) => String(n)),
      ),
  },
};
