// Tools of the widget's own, for its host.

import { codes } from "./support/answers.mjs";
import { equal, ok, same, throws } from "./support/check.mjs";

const CAN = { capabilities: { tools: { listChanged: true } } };
const CHANGED = "notifications/tools/list_changed";

/** A Standard Schema of an object with a number `budget` of at least 1, given as a number or a text. */
const BUDGET = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: async (value) => {
      const budget = Number(value?.budget);
      if (budget >= 1) return { value: { budget } };
      return { issues: [{ message: "must be at least 1", path: ["budget", { key: "a/b" }] }] };
    },
    jsonSchema: { input: ({ target }) => ({ $schema: target, type: "object", properties: { budget: {} } }), output: () => ({ type: "object" }) },
  },
};

const JSON_SCHEMA = {
  type: "object",
  properties: {
    to: { type: "string", enum: ["ada", "bob"] },
    count: { type: "integer" },
    tags: { type: "array", items: { type: ["string", "null"] } },
    deep: { type: "object", properties: { on: { const: true } }, additionalProperties: false },
  },
  required: ["to"],
};

const call = async (host, name, args, more) => host.ask(`call ${Math.random()}`, "tools/call", { name, ...(args === undefined ? {} : { arguments: args }), ...more });
const list = async (host) => (await host.ask(`list ${Math.random()}`, "tools/list", {})).result.tools;
const failed = (text) => ({ content: [{ type: "text", text }], isError: true });

export const cases = {
  "a tool is listed and called": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const seen = [];
    const tool = widget.registerTool("select", { title: "Select", description: "Selects a gift", inputSchema: JSON_SCHEMA, annotations: { readOnlyHint: true }, _meta: { a: 1 } }, (args, { _meta, signal }) => {
      seen.push([args, _meta, signal.aborted]);
      return { content: [{ type: "text", text: "selected" }], structuredContent: { done: true } };
    });
    same([tool.name, tool.enabled], ["select", true]);
    same(await list(host), [{ name: "select", title: "Select", description: "Selects a gift", annotations: { readOnlyHint: true }, _meta: { a: 1 }, inputSchema: JSON_SCHEMA }]);
    same((await call(host, "select", { to: "ada" }, { _meta: { progressToken: 1 } })).result, { content: [{ type: "text", text: "selected" }], structuredContent: { done: true } });
    same(seen, [[{ to: "ada" }, { progressToken: 1 }, false]]);
    same(codes(widget), []);
  },

  "a tool without a schema takes any object, and none": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    widget.registerTool("any", {}, (args) => ({ structuredContent: args }));
    same(await list(host), [{ name: "any", inputSchema: { type: "object" } }]);
    same((await call(host, "any", { a: [1] })).result.structuredContent, { a: [1] });
    for (const none of [undefined, null]) same((await call(host, "any", none)).result.structuredContent, {});
    for (const other of [[1], "text", 5, false]) same((await call(host, "any", other)).result, failed("arguments: must be object"));
  },

  "what a handler gives becomes a result": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const given = { text: "done", nothing: undefined, promised: Promise.resolve("later"), content: { content: [] }, structured: { structuredContent: { a: 1 } }, failed: { content: [], isError: true }, meta: { _meta: { a: 1 } } };
    widget.registerTool("give", {}, ({ which }) => given[which]);
    const results = {};
    for (const which of Object.keys(given)) results[which] = (await call(host, "give", { which })).result;
    const text = (text) => ({ content: [{ type: "text", text }] });
    same(results, {
      text: text("done"),
      nothing: { content: [] },
      promised: text("later"),
      content: { content: [] },
      structured: { structuredContent: { a: 1 }, ...text('{"a":1}') },
      failed: { content: [], isError: true },
      meta: { _meta: { a: 1 }, content: [] },
    });
  },

  "whatever fails is a result that says so": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    widget.registerTool("throws", {}, () => { throw new Error("no stock"); });
    widget.registerTool("rejects", {}, async () => { throw "a text"; });
    widget.registerTool("silent", {}, async () => { throw undefined; });
    widget.registerTool("odd", {}, () => 7);
    widget.registerTool("list", {}, () => []);
    same((await call(host, "throws")).result, failed("no stock"));
    same((await call(host, "rejects")).result, failed("a text"));
    same((await call(host, "silent")).result, failed("The tool failed"));
    same((await call(host, "odd")).result, failed("a tool's result must be a plain object"));
    same((await call(host, "list")).result, failed("a tool's result must be a plain object"));
  },

  "a tool that is not there, or not now, is an error": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const tool = widget.registerTool("here", {}, () => "yes");
    const unknown = (name) => ({ code: -32602, message: `Unknown tool: ${name}` });
    same((await call(host, "elsewhere")).error, unknown("elsewhere"));
    same((await call(host, "toString")).error, unknown("toString"));
    same((await host.ask(1, "tools/call", {})).error, unknown("undefined"));
    tool.disable();
    same([tool.enabled, (await call(host, "here")).error, await list(host)], [false, unknown("here"), []]);
    tool.enable();
    equal((await call(host, "here")).result.content[0].text, "yes");
    tool.remove();
    tool.enable();
    tool.update({ title: "gone" });
    same([(await call(host, "here")).error, await list(host)], [unknown("here"), []]);
  },

  "Standard Schema: invalid input is a result, and what the schema makes of it goes on": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const seen = [];
    widget.registerTool("pay", { inputSchema: BUDGET }, (args) => void seen.push(args));
    same(await list(host), [{ name: "pay", inputSchema: { $schema: "draft-2020-12", type: "object", properties: { budget: {} } } }]);
    same((await call(host, "pay", { budget: 0 })).result, failed("arguments/budget/a~1b: must be at least 1"));
    same((await call(host, "pay")).result, failed("arguments/budget/a~1b: must be at least 1"));
    same((await call(host, "pay", { budget: "7" })).result, { content: [] });
    same(seen, [{ budget: 7 }]);
  },

  "a schema that cannot be written as JSON Schema is any object": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const plain = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } };
    const broken = { "~standard": { ...plain["~standard"], jsonSchema: { input() { throw new Error("a transform"); } } } };
    const ark = Object.assign(() => {}, plain, { toJsonSchema: () => ({ type: "object", title: "ark" }) });
    for (const [name, inputSchema] of Object.entries({ plain, broken, ark })) widget.registerTool(name, { inputSchema }, () => name);
    same((await list(host)).map(({ inputSchema }) => inputSchema), [{ type: "object" }, { type: "object" }, { type: "object", title: "ark" }]);
    equal((await call(host, "ark", {})).result.content[0].text, "ark");
  },

  "JSON Schema: invalid input is a result": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    widget.registerTool("order", { inputSchema: JSON_SCHEMA }, () => "ordered");
    for (const [args, problem] of [
      [{}, "arguments/to: is missing"],
      [undefined, "arguments/to: is missing"],
      [[], "arguments: must be object"],
      [null, "arguments/to: is missing"],
      ["text", "arguments: must be object"],
      [{ to: "eve" }, 'arguments/to: must be one of ["ada","bob"]'],
      [{ to: 5 }, "arguments/to: must be string"],
      [{ to: "ada", count: 1.5 }, "arguments/count: must be integer"],
      [{ to: "ada", count: "1" }, "arguments/count: must be integer"],
      [{ to: "ada", tags: ["a", null, 1] }, "arguments/tags/2: must be string or null"],
      [{ to: "ada", deep: { on: false } }, "arguments/deep/on: must be one of [true]"],
      [{ to: "ada", deep: { "x/y": 1 } }, "arguments/deep/x~1y: is not allowed"],
    ]) {
      same((await call(host, "order", args)).result, failed(problem), JSON.stringify(args));
    }
    for (const args of [{ to: "ada" }, { to: "bob", count: 2, tags: [], deep: {}, more: { any: 1 } }, { to: "bob", tags: ["a", null], deep: { on: true } }]) {
      equal((await call(host, "order", args)).result.content[0].text, "ordered");
    }
  },

  "a schema of odd shape refuses nothing and throws nothing": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    for (const [index, inputSchema] of [{ required: "to" }, { properties: null }, { properties: [] }, { items: 5, enum: "x" }, { properties: { a: true, b: null, to: 7 } }].entries()) {
      widget.registerTool(`t${index}`, { inputSchema }, () => "fine");
      equal((await call(host, `t${index}`, { a: 1, b: [1], to: [{}] })).result.content[0].text, "fine", JSON.stringify(inputSchema));
    }
  },

  "the output is checked too": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    widget.registerTool("pay", { outputSchema: BUDGET }, ({ budget, isError }) => ({ structuredContent: { budget }, isError }));
    same((await list(host))[0].outputSchema, { type: "object" });
    same((await call(host, "pay", { budget: 5 })).result.structuredContent, { budget: 5 });
    same((await call(host, "pay", { budget: 0 })).result, failed("structuredContent/budget/a~1b: must be at least 1"));
    // A tool that failed owes none.
    equal((await call(host, "pay", { isError: true })).result.isError, true);
  },

  "the output goes out as its schema has it": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const outputSchema = { "~standard": { version: 1, vendor: "test", validate: ({ secret, ...value }) => ({ value }) } };
    widget.registerTool("pay", { outputSchema }, () => ({ structuredContent: { budget: 5, secret: 1 } }));
    same((await call(host, "pay")).result, { structuredContent: { budget: 5 }, content: [{ type: "text", text: '{"budget":5}' }] });
  },

  "the list's changes are announced, once for several at a time, after the handshake": async ({ open, turn }) => {
    const { widget, host } = await open({}, CAN);
    const tool = widget.registerTool("a", {}, () => "1");
    widget.registerTool("b", {}, () => "1");
    await turn();
    await host.flush();
    equal(host.sent(CHANGED).length, 1);
    tool.update({ title: "A", handler: () => "2" });
    tool.disable();
    tool.enable();
    await turn();
    await host.flush();
    equal(host.sent(CHANGED).length, 2);
    same([(await list(host))[0].title, (await call(host, "a")).result.content[0].text], ["A", "2"]);
    tool.remove();
    tool.remove();
    widget.close();
    await turn();
    equal(host.sent(CHANGED).length, 2, "nothing is said by a widget that is closed");
  },

  "who does not announce changes says nothing of them": async ({ open, turn }) => {
    const { widget, host } = await open({}, { capabilities: { tools: {} } });
    widget.registerTool("a", {}, () => "1").disable();
    await turn();
    await host.flush();
    same(host.sent(CHANGED), []);
    same(host.sent("ui/initialize")[0].params.appCapabilities, { tools: {} });
  },

  "a call that is cancelled aborts its handler and is not answered": async ({ open, turn }) => {
    const { widget, host } = await open({}, CAN);
    let finish;
    let stopped;
    widget.registerTool("slow", {}, (_, { signal }) => new Promise((resolve) => {
      finish = resolve;
      stopped = signal;
    }));
    await host.say({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "slow" } });
    await turn();
    await host.notify("notifications/cancelled", { requestId: 5, reason: "enough" });
    finish("late");
    await turn();
    await host.flush();
    same([stopped.reason?.name, stopped.reason?.message, host.repliesTo(5)], ["AbortError", "enough", []]);
  },

  "mistakes in the program are thrown": async ({ open }) => {
    const { widget } = await open({}, CAN);
    widget.registerTool("a", {}, () => {});
    throws(() => widget.registerTool("a", {}, () => {}), { name: "TypeError", message: "A tool is called a already" });
    for (const bad of [[5, {}, () => {}], ["x", [], () => {}], ["x", null, () => {}], ["x", {}, null], ["x", { inputSchema: 5 }, () => {}], ["x", { outputSchema: "s" }, () => {}]]) {
      throws(() => widget.registerTool(...bad), { name: "TypeError" });
    }
    throws(() => widget.registerTool("b", {}, () => {}).update({ handler: 5 }), { name: "TypeError" });
    const { widget: without } = await open();
    throws(() => without.registerTool("a", {}, () => {}), { name: "TypeError", message: "connect must be given capabilities.tools for a widget with tools" });
  },

  "what cannot be written as JSON is refused when it is registered, and takes no other tool along": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const cyclic = { type: "object", properties: {} };
    cyclic.properties.child = cyclic;
    const tool = widget.registerTool("good", {}, () => "yes");
    for (const bad of [{ inputSchema: cyclic }, { outputSchema: { const: 1n } }, { annotations: cyclic }, { _meta: { at: 1n } }]) {
      throws(() => widget.registerTool("bad", bad, () => {}), { name: "TypeError" });
      throws(() => tool.update(bad), { name: "TypeError" });
    }
    const standard = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }), jsonSchema: { input: () => cyclic } } };
    standard.self = standard;
    widget.registerTool("standard", { inputSchema: standard }, () => {});
    same(await list(host), ["good", "standard"].map((name) => ({ name, inputSchema: { type: "object" } })));
  },

  "a tool is called what it is registered as, and keeps its handler": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const tool = widget.registerTool("own", { name: "other", handler: 5 }, () => "yes");
    tool.update({ name: "another", title: "Own", handler: undefined });
    same(await list(host), [{ name: "own", title: "Own", inputSchema: { type: "object" } }]);
    same((await call(host, "own")).result.content[0].text, "yes");
    throws(() => tool.update({ handler: null }), { name: "TypeError" });
  },

  "a call that is under way ends as the tool was when it began": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    const needs = (name) => ({ type: "object", required: [name] });
    const gives = (name) => () => ({ content: [], structuredContent: { [name]: 1 } });
    let begun;
    const begins = new Promise((resolve) => (begun = resolve));
    const slow = { "~standard": { version: 1, vendor: "test", validate: (value) => new Promise((resolve) => begun(() => resolve({ value }))) } };
    const tool = widget.registerTool("a", { inputSchema: slow, outputSchema: needs("old") }, gives("old"));
    const answer = call(host, "a");
    const finish = await begins;
    tool.update({ outputSchema: needs("new"), handler: gives("new") });
    finish();
    same((await answer).result.structuredContent, { old: 1 });
  },

  "onRequest stands before the tools": async ({ open }) => {
    const { widget, host } = await open({}, CAN);
    widget.registerTool("a", {}, () => "tool");
    const restore = widget.onRequest("tools/call", () => ({ content: [], own: true }));
    equal((await call(host, "a")).result.own, true);
    restore();
    equal((await call(host, "a")).result.content[0].text, "tool");
    ok(widget.getSnapshot().status === "ready");
  },
};
