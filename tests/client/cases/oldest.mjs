// 2024-11-05: one stream, opened by GET, that names where to post.

import { instead, mcp, VERSIONS } from "../support/mcp.mjs";
import { ending, INFO, open, pause, untilSeen, words } from "../support/facts.mjs";

const versions = [VERSIONS[0]];
const calling = async (module, url) => {
  const client = module.connectServer(url, { info: INFO, version: VERSIONS[0], timeout: 2500 });
  const end = await ending(client.callTool("echo", { text: "x" }));
  await client.close();
  return end.error ?? words(end);
};
const endpoint = (make) => ({
  versions,
  scenario: () => mcp(VERSIONS[0], { endpoint: make }),
  run: calling,
  expect: (facts, _, assert) => assert.equal(facts, "x"),
});
const NONE = ["HttpError", "ClosedError", "InvalidResultError"];
/** The stream begins like that, and never says where to post. */
const lost = (answer, more) => ({
  versions,
  scenario: () => instead(mcp(VERSIONS[0]), { GET: answer }),
  run: calling,
  expect(facts, server, assert) {
    assert.ok(NONE.includes(facts), facts);
    assert.deepEqual(server.of("POST"), []);
  },
  ...more,
});

export const cases = {
  "an endpoint without an origin": endpoint((session) => `/messages?sessionId=${session}`),
  "an endpoint that begins where the stream is": endpoint((session) => `messages?sessionId=${session}`),
  "an endpoint with escapes": endpoint((session) => `/messages?x=%C3%BC%20y&sessionId=${session}`),
  "an endpoint of its own origin": {
    ...endpoint(),
    scenario: () => (request, reply, server) => {
      server.base ??= mcp(VERSIONS[0], { endpoint: (session) => `${server.origin}/messages?sessionId=${session}` });
      return server.base(request, reply, server);
    },
  },
  "an endpoint of another origin gets nothing": {
    versions,
    scenario: () => mcp(VERSIONS[0], { endpoint: () => "http://127.0.0.1:9/messages" }),
    run: calling,
    expect(facts, server, assert) {
      assert.ok([...NONE, "TypeError", "Error"].includes(facts), facts);
      assert.deepEqual(server.of("POST"), []);
    },
  },
  "the endpoint's event comes in pieces": {
    versions,
    scenario: () =>
      instead(mcp(VERSIONS[0]), {
        GET: (_, reply, __, ___, base) => {
          const plain = reply.event.bind(reply);
          reply.event = (fields) =>
            fields.event === "endpoint"
              ? reply.pieces(
                  [...Buffer.from(`: hello\r\nevent: endpoint\r\ndata: ${fields.data}\r\n\r\n`)].map((byte) => Buffer.of(byte)),
                  1,
                )
              : plain(fields);
          return base();
        },
      }),
    run: calling,
    expect: (facts, _, assert) => assert.equal(facts, "x"),
  },
  "a stream that ends before it has said where": lost((_, reply) => reply.stream().end(), { differs: "wait until the time is up" }),
  "a GET that is refused": lost((_, reply) => reply.send(401), { differs: "name it otherwise" }),
  "a page of HTML": lost((_, reply) => reply.send(200, { "content-type": "text/html" }, "<h1>hi</h1>"), { differs: "name it otherwise" }),
  "a stream that says nothing": lost((_, reply) => void reply.stream(), {
    expect(facts, server, assert) {
      assert.equal(facts, "TimeoutError");
      assert.deepEqual(server.of("POST"), []);
    },
    differs: "wait longer",
  }),

  "what is posted is answered by another 2xx": {
    versions,
    scenario: () => {
      const base = mcp(VERSIONS[0]);
      return (request, reply, server) => {
        const send = reply.send.bind(reply);
        if (request.method === "POST") reply.send = (status, ...rest) => send(status === 202 ? 200 : status, ...rest);
        return base(request, reply, server);
      };
    },
    run: calling,
    expect: (facts, _, assert) => assert.equal(facts, "x"),
  },
  "what is posted is refused": {
    versions,
    scenario: () => instead(mcp(VERSIONS[0]), { "tools/call": (_, reply) => reply.send(500, { "content-type": "text/plain" }, "so it is") }),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const ends = [await ending(client.callTool("echo", {})), await ending(client.ping())];
      await client.close();
      return [ends[0].error, ends[0].status, Boolean(ends[1].value)];
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["HttpError", 500, true]),
    differs: "give no status",
  },
  "the answer comes where it was posted, as JSON": {
    versions,
    scenario: () =>
      instead(mcp(VERSIONS[0]), {
        "tools/call": (request, reply) => reply.json({ jsonrpc: "2.0", id: request.message.id, result: { content: [{ type: "text", text: "x" }] } }),
      }),
    run: calling,
    expect: (facts, _, assert) => assert.ok(facts === "x" || NONE.includes(facts), facts),
    differs: "wait until the time is up",
  },
  "the stream breaks while calls are on their way": {
    versions,
    scenario: () => {
      let stream;
      return instead(mcp(VERSIONS[0]), {
        GET: (_, reply, __, ___, base) => ((stream = reply), base()),
        "tools/call": (_, reply) => (reply.accepted(), void setTimeout(() => stream.cut(), 50)),
      });
    },
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const ends = await Promise.all([1, 2].map(() => ending(client.callTool("echo", {}))));
      await client.close();
      return ends.map(({ error }) => error);
    },
    expect: (facts, _, assert) =>
      assert.ok(
        facts.every((name) => ["HttpError", "ClosedError"].includes(name)),
        facts.join(),
      ),
    differs: "wait until the time is up",
  },
  "the end of the client closes the stream": {
    versions,
    scenario: () => mcp(VERSIONS[0]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      await client.close();
      return untilSeen(url, "GET", 1, "gone");
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("DELETE")], [true, []]),
  },
  "no header is sent that the version does not have": {
    versions,
    scenario: () => mcp(VERSIONS[0]),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      await client.callTool("echo", {});
      await pause(50);
      await client.close();
    },
    expect(_, server, assert) {
      for (const { headers } of server.requests)
        assert.deepEqual([headers["mcp-session-id"], headers["mcp-method"], headers["last-event-id"]], [undefined, undefined, undefined]);
    },
  },
};
