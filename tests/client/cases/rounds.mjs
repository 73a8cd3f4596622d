// Results that ask for more (`input_required`), round after round.

import { instead, mcp, MODERN, result } from "../support/mcp.mjs";
import { FORM } from "../support/catalogue.mjs";
import { ending, list, open, words } from "../support/facts.mjs";

const versions = [MODERN];
const DONE = { resultType: "complete", content: [{ type: "text", text: "ok" }] };
const ANSWER = { action: "accept", content: { name: "Ann" } };
const ask = (more) => ({ resultType: "input_required", inputRequests: { who: { method: "elicitation/create", params: FORM } }, ...more });
const calls = (server) => server.of("tools/call").map(({ message }) => message);

/** A tool gives these results, one a round. */
const rounds = (
  results,
  expect,
  { capabilities = { elicitation: {}, sampling: {}, roots: {} }, answers = { "elicitation/create": ANSWER }, ...more } = {},
) => ({
  versions,
  scenario: () =>
    instead(mcp(MODERN), {
      "tools/call": (request, reply, _, before) =>
        reply.json(result(request, typeof results === "function" ? results(before) : results[Math.min(before, results.length - 1)])),
    }),
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version, capabilities });
    const asked = [];
    for (const [method, answer] of Object.entries(answers)) client.onRequest(method, (params) => (asked.push({ method, params }), answer));
    const end = await ending(client.callTool("echo", { a: 1 }, { _meta: { "com.example/mine": 1 } }));
    await client.close();
    return { end: end.value ? words(end) : end.error, message: end.message, asked };
  },
  expect,
  ...more,
});

export const cases = {
  "one round": rounds([ask({ requestState: 'ü"\\\u2028\u0000 =?base64?' }), DONE], ({ end, asked }, server, assert) => {
    assert.equal(end, "ok");
    assert.deepEqual(
      asked.map(({ method, params }) => [method, params.message]),
      [["elicitation/create", FORM.message]],
    );
    const [first, second] = calls(server);
    assert.deepEqual([first.params.inputResponses, first.params.requestState], [undefined, undefined]);
    assert.deepEqual(second.params.inputResponses, { who: ANSWER });
    // As it came, byte for byte.
    assert.equal(second.params.requestState, 'ü"\\\u2028\u0000 =?base64?');
    assert.notEqual(first.id, second.id);
    assert.deepEqual([second.params.name, second.params.arguments, second.params._meta["com.example/mine"]], ["echo", { a: 1 }, 1]);
  }),
  "several rounds, each with its own state": rounds(
    [ask({ requestState: "1" }), ask({ requestState: "2" }), ask(), DONE],
    ({ end, asked }, server, assert) => {
      assert.deepEqual([end, asked.length], ["ok", 3]);
      // What a round does not give is not carried over from the one before.
      assert.deepEqual(
        calls(server).map(({ params }) => params.requestState),
        [undefined, "1", "2", undefined],
      );
      assert.equal(new Set(calls(server).map(({ id }) => id)).size, 4);
    },
  ),
  "an empty state is a state": rounds([ask({ requestState: "" }), DONE], ({ end }, server, assert) =>
    assert.deepEqual([end, calls(server)[1].params.requestState], ["ok", ""]),
  ),
  "several questions in one round": rounds(
    [
      {
        resultType: "input_required",
        inputRequests: {
          a: { method: "elicitation/create", params: FORM },
          b: { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } },
          c: { method: "roots/list" },
        },
      },
      DONE,
    ],
    ({ end, asked }, server, assert) => {
      assert.deepEqual([end, asked.length], ["ok", 3]);
      const { a, b, c } = calls(server)[1].params.inputResponses;
      assert.deepEqual([a, b.model, c], [ANSWER, "m", { roots: [] }]);
    },
    {
      answers: {
        "elicitation/create": ANSWER,
        "sampling/createMessage": { role: "assistant", model: "m", content: { type: "text", text: "x" } },
        "roots/list": { roots: [] },
      },
    },
  ),
  "a state and no question": rounds([{ resultType: "input_required", requestState: "later" }, DONE], ({ end, asked }, server, assert) => {
    assert.deepEqual([end, asked.length], ["ok", 0]);
    assert.equal(calls(server)[1].params.requestState, "later");
    assert.equal(calls(server)[1].params.inputResponses === undefined || Object.keys(calls(server)[1].params.inputResponses).length === 0, true);
  }),
  "rounds do not go on for ever": rounds(
    () => ask(),
    ({ end }, server, assert) => {
      assert.ok(end !== "ok" && end !== "TimeoutError", end);
      assert.ok(calls(server).length >= 5 && calls(server).length <= 20, `${calls(server).length} rounds`);
    },
  ),
  "neither a state nor a question": rounds([{ resultType: "input_required" }], ({ end }, server, assert) =>
    assert.deepEqual([end, calls(server).length], ["InvalidResultError", 1]),
  ),
  "a question that nobody handles": rounds(
    [ask(), DONE],
    ({ end }, server, assert) => {
      assert.ok(end && end !== "ok" && end !== "TimeoutError", end);
      assert.equal(calls(server).length, 1);
    },
    { answers: {} },
  ),
  "a question of a kind that was not declared": rounds(
    [ask(), DONE],
    ({ end, asked }, server, assert) => {
      assert.ok(end && end !== "ok", end);
      assert.deepEqual([asked.length, calls(server).length], [0, 1]);
    },
    { capabilities: {}, differs: "does not let a handler be set" },
  ),
  "a question of a kind that there is not": rounds(
    [{ resultType: "input_required", inputRequests: { x: { method: "acme/ask" } } }, DONE],
    ({ end }, server, assert) => {
      assert.ok(end && end !== "ok" && end !== "TimeoutError", end);
      assert.equal(calls(server).length, 1);
    },
  ),
  "a handler that throws ends the call": {
    ...rounds([ask(), DONE], (facts, server, assert) => {
      assert.ok(facts && facts !== "ok", facts);
      assert.equal(calls(server).length, 1);
    }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {} } });
      client.onRequest("elicitation/create", () => Promise.reject(new Error("not now")));
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return end.value ? "ok" : (end.error ?? "threw");
    },
  },
  "prompts and resources, too": {
    versions,
    scenario: () => {
      const asking = (request, reply, _, before, base) => (before ? base() : reply.json(result(request, ask({ requestState: undefined }))));
      return instead(mcp(MODERN), { "prompts/get": asking, "resources/read": asking });
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {} } });
      client.onRequest("elicitation/create", () => ({ action: "accept", content: { name: "Ann" } }));
      const ends = [await ending(client.getPrompt("card", { to: "x" })), await ending(client.readResource("gift://1"))];
      await client.close();
      return [ends[0].value?.messages.length, ends[1].value?.contents.length];
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, [1, 1]);
      for (const name of ["prompts/get", "resources/read"]) assert.deepEqual(server.of(name)[1].message.params.inputResponses, { who: ANSWER });
    },
  },
  "elsewhere it is a wrong result": {
    versions,
    scenario: () => instead(mcp(MODERN), { "prompts/list": (request, reply) => reply.json(result(request, ask())) }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {} } });
      client.onRequest("elicitation/create", () => ({ action: "decline" }));
      const end = await ending(list(client.prompts()));
      await client.close();
      return end.error;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("prompts/list").length], ["InvalidResultError", 1]),
    differs: "call it otherwise",
  },
  "a call that is aborted while it is asked": {
    ...rounds([ask(), DONE]),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {} } });
      const stop = new AbortController();
      client.onRequest("elicitation/create", () => {
        stop.abort("enough");
        return { action: "accept", content: {} };
      });
      const end = await ending(client.callTool("echo", {}, { signal: stop.signal }));
      await client.close();
      return end.threw;
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, calls(server).length], ["enough", 1]),
  },
  "rounds do not mix with other calls": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {} } });
      client.onRequest("elicitation/create", async ({ message }) => {
        await client.callTool("echo", { text: "meanwhile" });
        return { action: "accept", content: message.includes("colour") ? { colour: "red" } : { name: "Ann" } };
      });
      const ends = await Promise.all(["ask_twice", "ask"].map((name) => ending(client.callTool(name, {}))));
      await client.close();
      return ends.map((end) => JSON.parse(words(end)));
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, [[ANSWER, { action: "accept", content: { colour: "red" } }], ANSWER]);
      for (const { params } of calls(server))
        if (params.name === "echo") assert.deepEqual([params.inputResponses, params.requestState], [undefined, undefined]);
    },
  },
};
