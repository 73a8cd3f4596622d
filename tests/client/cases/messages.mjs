// The envelope, damaged in every way that is known of servers. The call must end at once, and well where it can be understood.

import { instead, mcp, MODERN, result } from "../support/mcp.mjs";
import { calling, ending, list, open, words } from "../support/facts.mjs";

const BOTH = ["2025-11-25", MODERN];
const CONTENT = [{ type: "text", text: "ok" }];
const DONE = { resultType: "complete", content: CONTENT };

/** Both as JSON and on a stream; `make` gives a value, or text that stands for itself. */
const row = (make, expect, more) => ({
  versions: BOTH,
  scenario(version) {
    const written = (request) => [make(request)].map((made) => (typeof made === "string" ? made : JSON.stringify(made)))[0];
    return instead(mcp(version), {
      "tools/call": async (request, reply, _, before) => {
        if (!before) return reply.json(written(request));
        await reply.stream().event({ data: written(request) });
        reply.end();
      },
    });
  },
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version });
    const ends = [await ending(client.callTool("echo", {})), await ending(client.callTool("echo", {}))];
    await client.close();
    return ends;
  },
  expect(facts, server, assert) {
    for (const end of facts) {
      assert.notEqual(end.error, "TimeoutError");
      expect(end, assert);
    }
  },
  ...more,
});
const well = (make, more) => row(make, (end, assert) => assert.equal(words(end), "ok"), more);
const ill = (make, more) =>
  row(make, (end, assert) => assert.ok(["InvalidResultError", "HttpError", "ClosedError"].includes(end.error), JSON.stringify(end)), more);
const invalid = (make, more) => row(make, (end, assert) => assert.equal(end.error, "InvalidResultError", JSON.stringify(end)), more);
const error = (make, wanted, more) =>
  row(make, (end, assert) => assert.deepEqual({ error: end.error, ...wanted(end) }, { error: "McpError", ...wanted.is }), more);
const code = (number) => Object.assign(({ code }) => ({ code }), { is: { code: number } });

const late = "give what zod says, or wait until the time is up";
const given = (request, more) => ({ ...result(request, DONE), ...more });

export const cases = {
  "the id as text": well((request) => given(request, { id: String(request.message.id) })),
  "the id with a fraction of nothing": well((request) => JSON.stringify(given(request)).replace(/"id":(\d+)/, '"id":$1.0')),
  "the id as another text": ill((request) => given(request, { id: `${request.message.id}x` }), { differs: late }),
  "no id, with a result": ill((request) => ({ jsonrpc: "2.0", result: given(request).result }), { differs: late }),
  "an id of null, with a result": ill((request) => given(request, { id: null }), { differs: late }),
  "jsonrpc is missing": well((request) => ({ id: request.message.id, result: DONE }), { differs: late }),
  "jsonrpc is a number": well((request) => JSON.stringify(given(request)).replace('"2.0"', "2.0"), { differs: late }),
  "a member more": well((request) => given(request, { extra: { a: 1 } }), { differs: late }),
  "error: null beside the result": well((request) => given(request, { error: null }), { differs: late }),
  "result: null beside the error": error(
    (request) => ({ jsonrpc: "2.0", id: request.message.id, result: null, error: { code: -31000, message: "no" } }),
    code(-31000),
    { differs: late },
  ),
  "result and error": error((request) => given(request, { error: { code: -31001, message: "no" } }), code(-31001), { differs: late }),
  "neither result nor error": ill((request) => ({ jsonrpc: "2.0", id: request.message.id }), { differs: late }),
  "result: null": invalid((request) => given(request, { result: null }), { differs: late }),
  "the result is a text": invalid((request) => given(request, { result: "ok" }), { differs: late }),
  "the result is a list": invalid((request) => given(request, { result: [1] }), { differs: late }),
  "what is wrong with an answer is told, and where": row(
    (request) => given(request, { result: [1] }),
    (end, assert) => {
      assert.equal(end.error, "InvalidResultError");
      assert.match(end.message, /\/result: ./);
    },
    { differs: late },
  ),
  "the error is a text": row(
    (request) => ({ jsonrpc: "2.0", id: request.message.id, error: "no" }),
    (end, assert) => assert.match(`${end.error}`, /^(McpError|InvalidResultError)$/),
    { differs: late },
  ),
  "the error's code is a text": row(
    (request) => ({ jsonrpc: "2.0", id: request.message.id, error: { code: "E1", message: "no" } }),
    (end, assert) => assert.deepEqual([end.error, end.message], ["McpError", "no"]),
    { differs: late },
  ),
  "the error has no message": error((request) => ({ jsonrpc: "2.0", id: request.message.id, error: { code: -31002 } }), code(-31002), {
    differs: late,
  }),
  "the error's data is null": row(
    (request) => ({ jsonrpc: "2.0", id: request.message.id, error: { code: -31003, message: "no", data: null } }),
    (end, assert) => assert.deepEqual([end.code, end.data], [-31003, null]),
  ),
  "the error's message is kept as it is": row(
    (request) => ({ jsonrpc: "2.0", id: request.message.id, error: { code: -32603, message: "MCP error -32603: MCP error -32603: no" } }),
    (end, assert) => assert.equal(end.message, "MCP error -32603: MCP error -32603: no"),
    { differs: { "official-1": "puts its own before it" } },
  ),
  "the content is missing": row(
    (request) => given(request, { result: { resultType: "complete" } }),
    (end, assert) => assert.deepEqual(end.value?.content, []),
    {
      differs: { "official-2": ["leaves it out", MODERN] },
    },
  ),
  "the content is a text": row(
    (request) => given(request, { result: { resultType: "complete", content: "ok" } }),
    (end, assert) => assert.ok(end.value?.content || end.error === "InvalidResultError"),
    { differs: { "official-1": "gives what zod says" } },
  ),
  "content of a kind that nobody knows": row(
    (request) => given(request, { result: { ...DONE, content: [{ type: "hologram", x: 1 }, ...CONTENT] } }),
    (end, assert) => assert.deepEqual(end.value?.content, [{ type: "hologram", x: 1 }, ...CONTENT]),
    { differs: late },
  ),
  "content that links to a resource": row(
    (request) => given(request, { result: { ...DONE, content: [{ type: "resource_link", uri: "a:b", name: "b" }] } }),
    (end, assert) => assert.equal(end.value?.content[0].uri, "a:b"),
  ),
  "isError: null": well((request) => given(request, { result: { ...DONE, isError: null } }), { differs: late }),
  "a failed tool is a result": row(
    (request) => given(request, { result: { ...DONE, isError: true } }),
    (end, assert) => assert.deepEqual([end.value?.isError, words(end)], [true, "ok"]),
  ),
  "digits in a text stay as they are, and a number is the nearest that there is": row(
    (request) =>
      JSON.stringify(given(request, { result: { ...DONE, content: [{ type: "text", text: '{"id":9007199254740993}' }], structuredContent: { id: "ID" } } })).replace(
        '"ID"',
        "9007199254740993",
      ),
    (end, assert) => assert.deepEqual([words(end), end.value?.structuredContent.id], ['{"id":9007199254740993}', 2 ** 53]),
  ),
  "members that nobody knows are kept": row(
    (request) => given(request, { result: { ...DONE, extra: { a: [null] }, _meta: { "a/b": { c: 1 } } } }),
    (end, assert) => assert.deepEqual([end.value?.extra, end.value?._meta["a/b"]], [{ a: [null] }, { c: 1 }]),
  ),
  "half of a surrogate pair": row(
    (request) => JSON.stringify(given(request, { result: { ...DONE, content: [{ type: "text", text: "HALF" }] } })).replace("HALF", "a\\ud800b"),
    (end, assert) => assert.match(words(end), /^a.b$/),
  ),
  "__proto__ is a name like others": row(
    (request) => JSON.stringify(given(request, { result: { ...DONE, PROTO: 1 } })).replace('"PROTO":1', '"__proto__":{"polluted":true}'),
    (end, assert) => assert.deepEqual([words(end), end.value?.polluted], ["ok", undefined]),
  ),
  "a text in place of an object": ill((request) => JSON.stringify(JSON.stringify(given(request))), { differs: late }),
  "a number": ill(() => "42", { differs: late }),
  null: ill(() => "null", { differs: late }),
  "what is nested a thousand times": row(
    (request) => JSON.stringify(given(request, { result: { ...DONE, deep: "DEEP" } })).replace('"DEEP"', "[".repeat(1000) + "]".repeat(1000)),
    (end, assert) => assert.ok(words(end) === "ok" || end.error === "InvalidResultError", JSON.stringify(end)),
  ),

  "the same answer twice, and one that nobody asked for": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          reply.stream();
          await reply.message({ jsonrpc: "2.0", id: 987_654, result: DONE });
          await reply.message({ jsonrpc: "2.0", id: "of another", error: { code: 1, message: "no" } });
          for (const _ of [1, 2]) await reply.message(result(request, DONE));
          reply.end();
        },
      }),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect: (facts, _, assert) => assert.equal(words(facts), "ok"),
  },
  "what cannot be read beside the answer stops nothing": {
    versions: ["2025-11-25", MODERN],
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          reply.stream();
          for (const data of [
            "{",
            "[]",
            "[1]",
            "null",
            '"x"',
            '{"jsonrpc":"2.0"}',
            '{"jsonrpc":"2.0","method":7}',
            '{"jsonrpc":"2.0","method":"notifications/message","params":7}',
          ])
            await reply.event({ data });
          await reply.message(result(request, DONE));
          reply.end();
        },
      }),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect: (facts, _, assert) => assert.equal(words(facts), "ok"),
  },
  "a failed tool need not give what its schema promises": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/list": (request, reply) =>
          reply.json(
            result(request, {
              resultType: "complete",
              ttlMs: 0,
              cacheScope: "private",
              tools: [{ name: "echo", inputSchema: { type: "object" }, outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } }],
            }),
          ),
        "tools/call": (request, reply) => reply.json(result(request, { ...DONE, isError: true, structuredContent: { why: "no" } })),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await list(client.tools());
      const { value, error } = await ending(client.callTool("echo", {}));
      await client.close();
      return { isError: value?.isError, structured: value?.structuredContent, error };
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { isError: true, structured: { why: "no" } }),
    differs: { "official-1": "validates it all the same" },
  },
  "progress of nothing that was asked for stops nothing, and is noted": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          const own = request.message.params._meta?.progressToken;
          reply.stream();
          for (const [progressToken, progress] of [["tool-call-1", 7], [own, 1], [null, 8], [987_654, 9]])
            await reply.message({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress } });
          (await reply.message(result(request, DONE))).end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const noted = [];
      client.on("diagnostic", ({ message }) => noted.push(message));
      const heard = [];
      const end = words(await ending(client.callTool("echo", {}, { onprogress: ({ progress }) => heard.push(progress) })));
      await client.close();
      return { end, heard, noted };
    },
    expect({ noted, ...facts }, _, assert) {
      assert.deepEqual(facts, { end: "ok", heard: [1] });
      assert.ok(noted.some((message) => /progress/i.test(message)), noted.join());
    },
  },
  "a notification with an id of null is not a request": {
    versions: ["2025-11-25"],
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          reply.stream();
          await reply.message({ jsonrpc: "2.0", id: null, method: "notifications/message", params: { level: "info", data: 1 } });
          await reply.message(result(request, DONE));
          reply.end();
        },
      }),
    run: (module, url, { version }) => calling(module, url, { version }),
    expect(facts, server, assert) {
      assert.equal(words(facts), "ok");
      assert.ok(!server.methods.includes("response"), "was answered");
    },
  },
};
