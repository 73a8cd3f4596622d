// Calling: what is sent, and which answer belongs to which call.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { freeze } from "./support/pipe.mjs";

const held = { "tools/call": () => undefined };

export const cases = {
  "a tool call has name, arguments and a progress token": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const args = freeze({ occasion: "birthday", budget: 100, tags: ["a", { b: null }] });
    const result = await widget.callTool("suggest_gifts", args);
    const [frame] = host.sent("tools/call");
    same(frame.params, { name: "suggest_gifts", arguments: args, _meta: { progressToken: frame.id } });
    same(result.structuredContent.echoed, args);
    same(args, { occasion: "birthday", budget: 100, tags: ["a", { b: null }] });
  },

  "without arguments there is no such member": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    await widget.callTool("bare");
    await widget.callTool("bare", undefined, undefined);
    for (const { params } of host.sent("tools/call")) ok(!Object.hasOwn(params, "arguments"));
  },

  "the caller's _meta goes along, on a copy": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const _meta = freeze({ "example.com/trace": { id: 1 }, progressToken: "mine" });
    await widget.callTool("a", {}, { _meta });
    const [{ id, params }] = host.sent("tools/call");
    same(params._meta, { "example.com/trace": { id: 1 }, progressToken: id });
    equal(_meta.progressToken, "mine");
  },

  "the result is the object that arrived": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = widget.callTool("a");
    const arrived = await host.reply(await host.until("tools/call"), { ...tool({ deep: { er: [1, 2, 3] } }), _meta: { "x/y": 1 }, isError: false, extra: null });
    const result = await call;
    equal(result, arrived.result);
    equal(result.structuredContent, arrived.result.structuredContent);
    equal(result.raw, undefined);
    ok(!("raw" in result));
    same(result, { ...tool({ deep: { er: [1, 2, 3] } }), _meta: { "x/y": 1 }, isError: false, extra: null });
    same(widget.diagnostics, []);
  },

  "calls in parallel get their own answers, in any order": async ({ open }) => {
    const { widget, host } = await open(held);
    const calls = Array.from({ length: 50 }, (_, index) => widget.callTool("n", { index }));
    await host.until("tools/call", 50);
    const frames = host.sent("tools/call");
    const order = frames.map((_, index) => (index * 37) % 50);
    await Promise.all(order.map((index) => host.reply(frames[index], echo(frames[index].params))));
    (await Promise.all(calls)).forEach((result, index) => equal(result.structuredContent.echoed.index, index));
    same(widget.diagnostics, []);
  },

  "ids ascend and differ between widgets": async ({ open }) => {
    const ids = [];
    for (let index = 0; index < 2; index++) {
      const { widget, host } = await open({ "tools/call": echo });
      await Promise.all([1, 2, 3].map(() => widget.callTool("a")));
      ids.push(host.sent("tools/call").map(({ id }) => id));
    }
    for (const list of ids) ok(list.every((id, index) => index === 0 || id > list[index - 1]), "ascending");
    equal(new Set(ids.flat()).size, 6);
    ok(Math.abs(ids[0][0] - ids[1][0]) > 1_000, "the bases are random");
  },

  "an id that comes back as a canonical string is accepted": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = widget.callTool("a");
    const { id } = await host.until("tools/call");
    await host.say({ jsonrpc: "2.0", id: String(id), result: tool(1) });
    equal((await call).structuredContent, 1);
    same(codes(widget), ["id-spelled"]);
  },

  "looser spellings of an id are nobody's": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = widget.callTool("a");
    const { id } = await host.until("tools/call");
    for (const spelled of [`0${id}`, ` ${id}`, `${id}.0`, `+${id}`, `${id}e0`, "", id + 0.5, id + 1, -id]) {
      await host.say({ jsonrpc: "2.0", id: spelled, result: tool("wrong") });
    }
    await host.say({ jsonrpc: "2.0", id, result: tool("right") });
    equal((await call).structuredContent, "right");
    const found = codes(widget);
    ok(found.includes("unknown-reply"));
    ok(!found.includes("id-spelled"));
  },

  "a second answer is counted and changes nothing": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = widget.callTool("a");
    const frame = await host.until("tools/call");
    await host.reply(frame, tool("first"));
    await host.reply(frame, tool("second"));
    await host.refuse(frame, { code: 1, message: "third" });
    equal((await call).structuredContent, "first");
    same(widget.diagnostics.map(({ code, path, count }) => ({ code, path, count })), [{ code: "duplicate-reply", path: "/id", count: 2 }]);
  },

  "answers to unknown ids are counted and change nothing": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    await host.say({ jsonrpc: "2.0", id: 1, result: {} });
    await host.say({ jsonrpc: "2.0", id: "server-error", error: { code: 1, message: "x" } });
    await host.say({ jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } });
    equal((await widget.callTool("a")).isError, undefined);
    ok(codes(widget).includes("unknown-reply"));
  },

  "an answer without jsonrpc counts for a pending id only": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = widget.callTool("a");
    const { id } = await host.until("tools/call");
    await host.say({ id, result: tool("bare") });
    equal((await call).structuredContent, "bare");
    same(codes(widget), ["jsonrpc-missing"]);
  },

  "extra members of the envelope do no harm": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = widget.callTool("a");
    const { id } = await host.until("tools/call");
    await host.say({ jsonrpc: "2.0", id, result: tool(1), trace: "x" });
    equal((await call).structuredContent, 1);
    same(codes(widget), ["extra-member"]);
  },

  "an array of messages is split": async ({ open }) => {
    const { widget, host } = await open(held);
    const calls = [widget.callTool("a"), widget.callTool("b")];
    await host.until("tools/call", 2);
    const [a, b] = host.sent("tools/call");
    await host.say([
      { jsonrpc: "2.0", id: b.id, result: tool("b") },
      7,
      { jsonrpc: "2.0", id: "p", method: "ping" },
      [{ jsonrpc: "2.0", id: a.id, result: tool("nested") }],
      { jsonrpc: "2.0", id: a.id, result: tool("a") },
    ]);
    same((await Promise.all(calls)).map((result) => result.structuredContent), ["a", "b"]);
    await host.until((frame) => frame.id === "p");
    same(codes(widget), ["batch", "not-a-message"]);
  },

  "reads and lists have the params of MCP and no token": async ({ open }) => {
    const page = (name) => () => ({ [name]: [], nextCursor: "n" });
    const { widget, host } = await open({
      "resources/read": page("contents"),
      "resources/list": page("resources"),
      "resources/templates/list": page("resourceTemplates"),
      "tools/list": page("tools"),
      "prompts/list": page("prompts"),
      "prompts/get": page("messages"),
      "sampling/createMessage": () => ({ role: "assistant", content: { type: "text", text: "hi" }, model: "m" }),
    });
    same(await widget.readResource("a://b c"), { contents: [], nextCursor: "n" });
    await widget.readResource(new URL("https://example.com/a?b"));
    await widget.listResources();
    await widget.listResources({ cursor: "c" });
    await widget.listResourceTemplates({ cursor: "d" });
    await widget.listTools();
    await widget.listPrompts({});
    await widget.getPrompt("style");
    await widget.getPrompt("style", { tone: "warm" });
    equal((await widget.createMessage({ messages: [], maxTokens: 5 })).model, "m");
    same(
      host.frames.slice(2).map(({ method, params }) => [method, params]),
      [
        ["resources/read", { uri: "a://b c" }],
        ["resources/read", { uri: "https://example.com/a?b" }],
        ["resources/list", {}],
        ["resources/list", { cursor: "c" }],
        ["resources/templates/list", { cursor: "d" }],
        ["tools/list", {}],
        ["prompts/list", {}],
        ["prompts/get", { name: "style" }],
        ["prompts/get", { name: "style", arguments: { tone: "warm" } }],
        ["sampling/createMessage", { messages: [], maxTokens: 5 }],
      ],
    );
  },

  "whoever wants progress gets a token, whatever the method": async ({ open }) => {
    const { widget, host } = await open({ "x/y": () => ({ z: 1 }) });
    const params = freeze({ a: 1, _meta: { own: true } });
    same(await widget.request("x/y", params, { onprogress: () => {} }), { z: 1 });
    await widget.request("x/y", params, { _meta: { added: 1 } });
    const [one, two] = host.sent("x/y");
    same(one.params, { a: 1, _meta: { own: true, progressToken: one.id } });
    same(two.params, { a: 1, _meta: { own: true, added: 1 } });
  },

  "a notification goes as it is": async ({ open }) => {
    const { widget, host } = await open();
    widget.notify("notifications/message", freeze({ level: "info", data: { a: [1] } }));
    widget.notify("x/bare");
    await host.until("x/bare");
    same(host.frames.slice(2), [
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: { a: [1] } } },
      { jsonrpc: "2.0", method: "x/bare" },
    ]);
  },

  "every error knows its method and id": async ({ open }) => {
    const { widget, host } = await open(held);
    const call = rejects(widget.callTool("a"), { name: "McpError", method: "tools/call" });
    const frame = await host.until("tools/call");
    await host.refuse(frame, { code: 1, message: "no" });
    equal((await call).id, frame.id);
  },
};
