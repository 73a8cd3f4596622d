// 2026-07-28: each request by itself, with its headers, and streams that listen.

import { failure, instead, mcp, MODERN, result } from "../support/mcp.mjs";
import { META } from "../support/catalogue.mjs";
import { ending, INFO, list, open, pause, until, untilSeen, words } from "../support/facts.mjs";

const versions = [MODERN];
const posts = (server) => server.requests.filter(({ method }) => method === "POST");
const params = (request) => Object.fromEntries(Object.entries(request.headers).filter(([name]) => name.startsWith("mcp-param-")));
const string = (header) => ({ type: "string", "x-mcp-header": header });
const tool = (name, properties) => ({ name, inputSchema: { type: "object", properties } });
const BASE64 = (text) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

/** A tool is called with these arguments, after it was listed; `headers` are those of its arguments. */
const routed = (args, headers, more) => ({
  versions,
  scenario: () => mcp(MODERN),
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version });
    await list(client.tools());
    const end = await ending(client.callTool("route", args));
    await client.close();
    return end.error ?? words(end);
  },
  expect(facts, server, assert) {
    assert.deepEqual(params(server.of("tools/call")[0]), headers());
    assert.deepEqual(JSON.parse(facts), args);
  },
  differs: "send none in browsers",
  ...more,
});

/** Annotations that make a tool one that cannot be used. */
const WRONG = {
  "an empty name": { a: string("") },
  "a name with a space": { a: string("My Region") },
  "a name with a colon": { a: string("Region:1") },
  "a name beyond ASCII": { a: string("Régïon") },
  "a name with a tab": { a: string("Re\tgion") },
  "a name that is no text": { a: { type: "string", "x-mcp-header": 7 } },
  "an object": { a: { type: "object", "x-mcp-header": "A" } },
  "a list": { a: { type: "array", items: { type: "string" }, "x-mcp-header": "A" } },
  null: { a: { type: "null", "x-mcp-header": "A" } },
  "a number": { a: { type: "number", "x-mcp-header": "A" } },
  "the same name twice": { a: string("Region"), b: string("Region") },
  "the same name in other letters": { a: string("Region"), b: string("rEGION") },
  "the same name further in": { a: string("Region"), b: { type: "object", properties: { c: string("region") } } },
};

export const cases = {
  "every request says who asks, and how": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, capabilities: { elicitation: {}, sampling: {} } });
      await list(client.tools());
      await client.callTool("echo", { text: "x" }, { _meta: { "com.example/mine": 1 } });
      await client.readResource("gift://1");
      await client.getPrompt("card", { to: "Ann" });
      await client.complete({ ref: { type: "ref/prompt", name: "card" }, argument: { name: "to", value: "k" } });
      await client.close();
    },
    expect(_, server, assert) {
      for (const { headers, message } of posts(server)) {
        const {
          method,
          params: { _meta },
        } = message;
        assert.equal(headers["mcp-protocol-version"], MODERN);
        assert.equal(headers["mcp-method"], method);
        assert.equal(_meta[`${META}protocolVersion`], MODERN);
        assert.deepEqual(Object.keys(_meta[`${META}clientCapabilities`]).sort(), ["elicitation", "sampling"]);
        assert.deepEqual(_meta[`${META}clientInfo`], INFO);
        assert.equal(headers["mcp-session-id"], undefined);
        assert.equal(headers["mcp-name"], { "tools/call": "echo", "resources/read": "gift://1", "prompts/get": "card" }[method]);
      }
      assert.equal(server.of("tools/call")[0].message.params._meta["com.example/mine"], 1);
      // There is nothing to say good-bye to.
      assert.equal(server.requests.length, posts(server).length);
      assert.ok(!server.methods.some((method) => method.startsWith("notifications/")));
    },
  },

  "the caller's arguments are not changed": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const args = Object.freeze({ text: "x" });
      const _meta = Object.freeze({ "com.example/mine": 1 });
      const end = words(await ending(client.callTool("echo", args, { _meta })));
      await client.close();
      return { end, args, _meta };
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, { end: "x", args: { text: "x" }, _meta: { "com.example/mine": 1 } }),
  },

  "names that a header cannot have as they are": {
    versions,
    scenario: () =>
      instead(mcp(MODERN), {
        "tools/call": (request, reply) => reply.json(result(request, { resultType: "complete", content: [] })),
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const names = ["plain-name", "gïft", "日本 🎁", " lead", "trail ", "a\tb", "in side", "a\nb", "=?base64?eA==?=", "=?BASE64?eA==?="];
      const ends = [];
      for (const name of names) ends.push((await ending(client.callTool(name, {}))).error ?? "fine");
      await client.close();
      return { names, ends };
    },
    expect({ names, ends }, server, assert) {
      assert.deepEqual([...new Set(ends)], ["fine"]);
      const plain = ["plain-name", "in side"];
      for (const [at, name] of names.entries()) {
        const sent = server.of("tools/call")[at].headers["mcp-name"];
        // Where both are allowed, either may be.
        const either = ["a\tb", "=?BASE64?eA==?="].includes(name);
        assert.ok(sent === (plain.includes(name) ? name : BASE64(name)) || (either && sent === name), `${JSON.stringify(name)} was ${sent}`);
      }
    },
  },

  "arguments that go into headers": routed({ region: "us-west1", level: 42, dry: false, inner: { zone: "z" } }, () => ({
    "mcp-param-region": "us-west1",
    "mcp-param-level": "42",
    "mcp-param-dry": "false",
    "mcp-param-zone": "z",
  })),
  "arguments that are missing, or null, do not": routed({ region: null, dry: true, other: 1 }, () => ({ "mcp-param-dry": "true" })),
  "arguments that a header cannot have as they are": routed({ region: " 世界\n", inner: { zone: "=?base64?eA==?=" } }, () => ({
    "mcp-param-region": BASE64(" 世界\n"),
    "mcp-param-zone": BASE64("=?base64?eA==?="),
  })),
  "large whole numbers": routed({ level: 9007199254740991 }, () => ({ "mcp-param-level": "9007199254740991" })),
  "an empty text": routed({ region: "" }, undefined, {
    expect(facts, server, assert) {
      const sent = params(server.of("tools/call")[0])["mcp-param-region"];
      assert.ok(sent === "" || sent === "=?base64??=", sent);
      assert.deepEqual(JSON.parse(facts), { region: "" });
    },
  }),
  "no headers of a schema for other versions": {
    versions: ["2025-11-25"],
    scenario: (version) => mcp(version),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await list(client.tools());
      await client.callTool("route", { region: "x" });
      await client.close();
    },
    expect: (_, server, assert) =>
      assert.deepEqual([params(server.of("tools/call")[0]), server.of("tools/call")[0].headers["mcp-name"]], [{}, undefined]),
  },

  "a tool whose annotations are wrong is not there": {
    versions,
    scenario: () =>
      mcp(MODERN, {
        tools: () => [
          tool("good", { a: string("A") }),
          ...Object.entries(WRONG).map(([name, properties]) => tool(name, properties)),
          tool("plain", { a: { type: "string" } }),
        ],
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      // Each of the server's pages has all of them.
      const names = new Set((await list(client.tools())).map(({ name }) => name));
      await client.close();
      return [...names];
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["good", "plain"]),
  },

  "-32020 fetches the tools anew, and calls once more": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      // It was never listed, so what goes into headers is not known yet.
      const end = words(await ending(client.callTool("route", { region: "x" })));
      await client.close();
      return end;
    },
    expect(facts, server, assert) {
      assert.equal(facts, '{"region":"x"}');
      assert.ok(server.of("tools/call").length <= 2);
      assert.ok(server.of("tools/list").length >= 1);
    },
    differs: "send none in browsers",
  },
  "-32020 for ever is told": {
    versions,
    scenario: () =>
      instead(mcp(MODERN), { "tools/call": (request, reply) => reply.json(failure(request, -32020, "Header mismatch"), { status: 400 }) }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return [end.error, end.code];
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, ["McpError", -32020]);
      assert.ok(server.of("tools/call").length <= 2, `${server.of("tools/call").length} calls`);
    },
  },
  "-32021 says what is missing": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("ask", {}));
      await client.close();
      return [end.error, end.code, end.data];
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, ["McpError", -32021, { requiredCapabilities: { elicitation: {} } }]),
  },
  "404 with -32601 is that error": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const end = await ending(client.request("no/such", {}));
      await client.close();
      return [end.error, end.code];
    },
    expect: (facts, server, assert) => assert.deepEqual([facts, server.of("no/such").length], [["McpError", -32601], 1]),
    differs: { "official-2": "takes the status only" },
  },
  "a session id is nothing here": {
    versions,
    scenario() {
      const base = mcp(MODERN);
      return (request, reply, server) => {
        const json = reply.json.bind(reply);
        reply.json = (value, options) => json(value, { ...options, headers: { "mcp-session-id": "s-1" } });
        return base(request, reply, server);
      };
    },
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      await client.callTool("echo", { text: "x" });
      await client.close();
    },
    expect(_, server, assert) {
      assert.ok(server.requests.every(({ headers }) => headers["mcp-session-id"] === undefined));
      assert.deepEqual([server.of("DELETE"), server.of("GET")], [[], []]);
    },
  },
  "a result without resultType is complete": {
    versions,
    scenario: () =>
      instead(mcp(MODERN), { "tools/call": (request, reply) => reply.json(result(request, { content: [{ type: "text", text: "ok" }] })) }),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect: (facts, _, assert) => assert.equal(facts, "ok"),
    differs: { "official-2": "refuses it" },
  },
  "a resultType that nobody knows is an invalid result": {
    versions,
    scenario: () => instead(mcp(MODERN), { "tools/call": (request, reply) => reply.json(result(request, { resultType: "hologram", content: [] })) }),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return end.error;
    },
    expect: (facts, _, assert) => assert.equal(facts, "InvalidResultError"),
    differs: { "official-2": "calls it otherwise" },
  },
  "any JSON can be structured content": {
    versions,
    scenario: () =>
      instead(mcp(MODERN), {
        "tools/call": (request, reply) =>
          reply.json(result(request, { resultType: "complete", content: [], structuredContent: request.message.params.arguments.value })),
      }),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const found = [];
      for (const value of [null, 0, "x", [1], false, { a: null }]) {
        const { structuredContent } = await client.callTool("echo", { value });
        found.push(structuredContent === undefined ? "undefined" : structuredContent);
      }
      await client.close();
      return found;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, [null, 0, "x", [1], false, { a: null }]),
  },

  "a subscription is a stream that listens": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      const unsubscribe = await client.subscribe("gift://1");
      await untilSeen(url, "subscriptions/listen");
      await pause(100);
      for (const uri of ["gift://1", "gift://2"]) await client.callTool("touch", { uri });
      await until(() => heard.some(({ method }) => method === "notifications/resources/updated"));
      await unsubscribe();
      await pause(200);
      await client.callTool("touch", { uri: "gift://1" });
      await pause(200);
      await client.close();
      return heard.filter(({ method }) => method === "notifications/resources/updated").map(({ params }) => params.uri);
    },
    async expect(facts, server, assert) {
      assert.deepEqual(facts, ["gift://1"]);
      const listens = server.of("subscriptions/listen");
      const subscribed = listens.map(({ message }) => message.params.notifications.resourceSubscriptions);
      assert.deepEqual(subscribed.find(Boolean), ["gift://1"]);
      // The end of the stream is the end of it: nothing is sent.
      for (const { ended } of listens) assert.equal(await ended, "gone");
    },
    differs: "ask for it as in the era before",
  },
  "several subscriptions take one stream at a time": {
    versions,
    scenario: () => mcp(MODERN),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.subscribe("gift://1");
      await client.subscribe("gift://2");
      await untilSeen(url, "subscriptions/listen");
      await pause(400);
      const open_ = await untilSeen(url, "subscriptions/listen", 1, "open");
      for (const uri of ["gift://1", "gift://2"]) await client.callTool("touch", { uri });
      await until(() => heard.filter(({ method }) => method === "notifications/resources/updated").length >= 2);
      await client.close();
      return { open: open_, heard: heard.filter(({ method }) => method === "notifications/resources/updated").map(({ params }) => params.uri) };
    },
    expect(facts, server, assert) {
      assert.deepEqual(facts, { open: true, heard: ["gift://1", "gift://2"] });
      assert.deepEqual([...server.of("subscriptions/listen").at(-1).message.params.notifications.resourceSubscriptions].sort(), [
        "gift://1",
        "gift://2",
      ]);
    },
    differs: "ask for it as in the era before",
  },
  "a stream that listened and broke is opened again": {
    versions,
    scenario: () =>
      instead(mcp(MODERN), {
        "subscriptions/listen": async (request, reply, _, before, base) => {
          if (before) return base();
          await reply.stream().message({
            jsonrpc: "2.0",
            method: "notifications/subscriptions/acknowledged",
            params: { notifications: request.message.params.notifications, _meta: { [`${META}subscriptionId`]: request.message.id } },
          });
          reply.cut();
        },
      }),
    async run(module, url, { version }) {
      const { client, heard } = await open(module, url, { version });
      await client.subscribe("gift://1");
      await untilSeen(url, "subscriptions/listen", 2);
      await pause(100);
      await client.callTool("touch", { uri: "gift://1" });
      await until(() => heard.some(({ method }) => method === "notifications/resources/updated"));
      await client.close();
      return heard.filter(({ method }) => method === "notifications/resources/updated").length;
    },
    expect(facts, server, assert) {
      assert.equal(facts, 1);
      const [first, second] = server.of("subscriptions/listen").map(({ message }) => message.id);
      assert.notEqual(first, second);
    },
    differs: "ask for it as in the era before",
  },
  "messages of a subscription that is not ours are left alone": {
    versions,
    scenario: () =>
      instead(mcp(MODERN), {
        "tools/call": async (request, reply) => {
          await reply
            .stream()
            .message({ jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: { [`${META}subscriptionId`]: 999_999 } } });
          (await reply.message(result(request, { resultType: "complete", content: [{ type: "text", text: "ok" }] }))).end();
        },
      }),
    run: async (module, url, { version }) => {
      const { client } = await open(module, url, { version });
      const end = words(await ending(client.callTool("echo", {})));
      await client.close();
      return end;
    },
    expect: (facts, _, assert) => assert.equal(facts, "ok"),
  },
};
