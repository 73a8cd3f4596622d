// What an answer must be, and what is made of answers that are not quite that.

import { codes, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";

/** Calls a tool that is answered with this. Gives the call's result, and what arrived. */
async function answered({ open }, result, options) {
  const { widget, host } = await open({ "tools/call": () => undefined });
  const call = widget.callTool("a", {}, options);
  call.catch(() => {});
  const frame = await host.until("tools/call");
  const arrived = await host.say(result === undefined ? { jsonrpc: "2.0", id: frame.id } : { jsonrpc: "2.0", id: frame.id, result });
  return { call, raw: arrived.result, widget, frame, host };
}

/** The answer is mended into `wanted`; what arrived stays reachable and untouched. */
function mended(answer, wanted, ...oddities) {
  return async (context) => {
    const { call, raw, widget } = await answered(context, answer);
    const result = await call;
    same(result, wanted);
    equal(result.raw, raw);
    ok(!Object.keys(result).includes("raw"), "raw is not enumerable");
    same(raw, answer, "what arrived is unchanged");
    for (const oddity of oddities) ok(codes(widget).includes(oddity), `${oddity} among ${codes(widget)}`);
  };
}

const text = (value) => [{ type: "text", text: value }];

export const cases = {
  "a missing content becomes an empty one, the rest is shared": async (context) => {
    const { call, raw, widget } = await answered(context, { structuredContent: { a: 1 }, _meta: { b: 2 } });
    const result = await call;
    same(result, { structuredContent: { a: 1 }, _meta: { b: 2 }, content: [] });
    equal(result.structuredContent, raw.structuredContent);
    equal(result._meta, raw._meta);
    equal(result.raw, raw);
    ok(!Object.hasOwn(raw, "content"));
    same(codes(widget), ["content-missing"]);
  },
  "an empty result is an empty tool result": mended({}, { content: [] }, "content-missing"),
  "content: null": mended({ content: null, structuredContent: 1 }, { content: [], structuredContent: 1 }, "content-missing"),
  "content: a text": mended({ content: "hello" }, { content: text("hello") }, "content-type"),
  "content: a single block": mended({ content: { type: "text", text: "x" } }, { content: text("x") }, "content-type"),
  "content: a number": mended({ content: 7 }, { content: [] }, "content-type"),
  "isError: \"true\"": mended({ content: [], isError: "true" }, { content: [], isError: true }, "is-error-type"),
  "isError: \"false\"": mended({ content: [], isError: "false" }, { content: [], isError: false }, "is-error-type"),
  "isError: 1": mended({ content: [], isError: 1 }, { content: [], isError: true }, "is-error-type"),
  "isError: null": mended({ content: [], isError: null }, { content: [], isError: false }, "is-error-type"),
  "result as a text": mended({ result: "{\"a\":1}" }, { result: "{\"a\":1}", content: text("{\"a\":1}") }, "wrapped"),
  "the shape of early ChatGPT": mended(
    { structuredContent: { a: 1 }, isError: false, result: "{}", meta: { m: 1 } },
    { structuredContent: { a: 1 }, isError: false, result: "{}", meta: { m: 1 }, content: [], _meta: { m: 1 } },
    "content-missing",
    "meta-name",
  ),
  "content: an unknown block is kept": async (context) => {
    const blocks = [{ type: "hologram", beams: 3 }, { type: "text", text: "t" }, "bare", { kind: "no type" }, null];
    const { call, raw, widget } = await answered(context, { content: blocks });
    equal(await call, raw);
    same(raw.content, blocks);
    same(widget.diagnostics.map(({ code, path, count }) => [code, path, count]), [["block-unknown", "/result/content/0", 1], ["block-type", "/result/content/2", 3]].map(([code, path, count]) => [code, widget.diagnostics.find((known) => known.code === code).path, count]));
  },
  "blocks of every version are well formed": async (context) => {
    const content = [
      { type: "text", text: "t", annotations: { audience: ["user"] } },
      { type: "image", data: "AA==", mimeType: "image/png" },
      { type: "audio", data: "AA==", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "a://b", text: "x" } },
      { type: "resource_link", uri: "a://b", name: "n" },
    ];
    const { call, raw, widget } = await answered(context, { content });
    equal(await call, raw);
    same(widget.diagnostics, []);
  },

  ...Object.fromEntries(
    ["mcp_tool_result", "call_tool_result", "result"].map((name) => [
      `a result inside ${name} is unwrapped`,
      async (context) => {
        const { call, raw, widget } = await answered(context, { [name]: tool({ a: 1 }) });
        const result = await call;
        // The inner object is a well-formed result by itself.
        same({ ...result }, tool({ a: 1 }));
        equal(result.structuredContent, raw[name].structuredContent);
        ok(codes(widget).includes("wrapped"));
      },
    ]),
  ),

  "an unwrapped result points to what arrived": async (context) => {
    const { call, raw } = await answered(context, { call_tool_result: { structuredContent: { a: 1 } } });
    const result = await call;
    same(result, { structuredContent: { a: 1 }, content: [] });
    equal(result.raw, raw);
  },

  "an unwrapped, well-formed result points to what arrived and is not changed for it": async (context) => {
    const { call, raw } = await answered(context, { call_tool_result: tool({ a: 1 }) });
    const result = await call;
    equal(result.raw, raw);
    ok(!Object.hasOwn(raw.call_tool_result, "raw"), "nothing was added to what arrived");
  },

  ...Object.fromEntries(
    [null, [], "text", 7, true, undefined].map((result) => [
      `a tool that answers ${JSON.stringify(result) ?? "nothing"} fails at once`,
      async (context) => {
        const { call, raw, frame } = await answered(context, result);
        const error = await rejects(call, { name: "InvalidResultError", path: "/result", method: "tools/call", id: frame.id });
        equal(error.raw, raw);
        ok(error.reason.length > 0);
      },
    ]),
  ),

  "a tool that wants more input first has no result": async (context) => {
    const { call } = await answered(context, { resultType: "input_required", inputRequests: {} });
    await rejects(call, { name: "InvalidResultError", path: "/result/resultType" });
  },

  "a task is no result": async (context) => {
    const { call } = await answered(context, { task: { taskId: "1", status: "working" } });
    await rejects(call, { name: "InvalidResultError", path: "/result/task" });
  },

  "resultType: complete is a result": async (context) => {
    const { call, raw } = await answered(context, { resultType: "complete", ...tool(1) });
    equal(await call, raw);
  },

  "reads and lists need their array": async ({ open }) => {
    const { widget, host } = await open();
    const reads = [
      ["resources/read", "contents", () => widget.readResource("a://b")],
      ["resources/list", "resources", () => widget.listResources()],
      ["resources/templates/list", "resourceTemplates", () => widget.listResourceTemplates()],
      ["tools/list", "tools", () => widget.listTools()],
      ["prompts/list", "prompts", () => widget.listPrompts()],
      ["prompts/get", "messages", () => widget.getPrompt("p")],
    ];
    for (const [method, member, call] of reads) {
      let count = 0;
      for (const [result, path] of [[null, "/result"], [[], "/result"], ["x", "/result"], [{}, `/result/${member}`], [{ [member]: {} }, `/result/${member}`], [{ [member]: null }, `/result/${member}`]]) {
        const failing = rejects(call(), { name: "InvalidResultError", method, path }, `${method} ${JSON.stringify(result)}`);
        const arrived = await host.reply(await host.until(method, ++count), result);
        equal((await failing).raw, arrived.result);
      }
      const fine = call();
      const arrived = await host.reply(await host.until(method, ++count), { [member]: [{ odd: 1 }, null], _meta: {} });
      equal(await fine, arrived.result, method);
    }
  },

  "createMessage needs an object": async ({ open }) => {
    for (const result of [null, [], "x"]) {
      const { widget } = await open({ "sampling/createMessage": () => result });
      await rejects(widget.createMessage({ messages: [] }), { name: "InvalidResultError", path: "/result" });
    }
  },

  "where nothing is read from it, no result is {}": async ({ open }) => {
    const requests = { ping: {}, "ui/message": { role: "user", content: [] }, "ui/open-link": { url: "https://example.com/" }, "ui/update-model-context": { content: [] } };
    for (const [method, params] of Object.entries(requests)) {
      for (const result of [null, [], "ok", 3]) {
        const { widget } = await open({ [method]: () => result });
        same(await widget.request(method, params), {}, `${method} ${JSON.stringify(result)}`);
        same(codes(widget), ["result-type"]);
      }
    }
  },

  "an answer with neither result nor error is an empty one": async ({ open }) => {
    const { widget, host } = await open();
    const call = widget.request("ping");
    await host.say({ jsonrpc: "2.0", id: (await host.until("ping")).id });
    same(await call, {});
  },

  "any other object is the result as it arrived": async ({ open }) => {
    const { widget, host } = await open();
    const call = widget.request("ui/message", { role: "user", content: [] });
    const arrived = await host.reply(await host.until("ui/message"), { isError: true, odd: [null] });
    equal(await call, arrived.result);
  },

  "isError resolves": async (context) => {
    const { call, raw } = await answered(context, { content: text("no gift for this budget"), isError: true });
    equal(await call, raw);
    equal((await call).isError, true);
  },

  "throwOnToolError makes it a ToolError": async (context) => {
    const { call, raw, frame } = await answered(context, { content: [...text("one"), { type: "image" }, ...text("two")], isError: true }, { throwOnToolError: true });
    const error = await rejects(call, { name: "ToolError", message: "one\ntwo", method: "tools/call", id: frame.id });
    equal(error.result, raw);
    ok(error instanceof context.api.ToolError);
  },

  "throwOnToolError sees through a mended isError": async (context) => {
    const { call, raw } = await answered(context, { content: "broken", isError: "true" }, { throwOnToolError: true });
    const { result } = await rejects(call, { name: "ToolError", message: "broken" });
    equal(result.raw, raw);
  },

  "throwOnToolError leaves a success alone": async (context) => {
    const { call, raw } = await answered(context, tool(1), { throwOnToolError: true });
    equal(await call, raw);
  },

  "textOf joins the text blocks": async ({ api }) => {
    equal(api.textOf({ content: [...text("a"), { type: "image", text: "no" }, null, "bare", { type: "text", text: 5 }, ...text("b")] }), "a\nb");
    equal(api.textOf({ content: [] }), "");
  },

  "structured falls back to the only text": async ({ api }) => {
    same(api.structured(tool({ a: 1 }, "{\"b\":2}")), { value: { a: 1 }, from: "structuredContent" });
    same(api.structured({ content: text("{\"b\":2}") }), { value: { b: 2 }, from: "text" });
    same(api.structured({ content: [...text("[1]"), { type: "image" }] }), { value: [1], from: "text" });
    for (const content of [[], text("prose"), text("7"), text("null"), [...text("{}"), ...text("{}")]]) equal(api.structured({ content }), undefined);
    same(api.structured({ content: text("{}"), structuredContent: null }), { value: null, from: "structuredContent" });
  },
};
