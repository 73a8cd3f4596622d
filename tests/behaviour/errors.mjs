// Protocol errors, and results that a schema refuses.

import { codes, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { Refusal } from "./support/host.mjs";

/** Calls a tool that is refused with this error. */
async function refused({ open }, error) {
  const { widget, host } = await open({ "tools/call": () => undefined });
  const call = rejects(widget.callTool("a"));
  const frame = await host.until("tools/call");
  const arrived = await host.refuse(frame, error);
  return { error: await call, arrived: arrived.error, widget, frame };
}

const schema = (validate) => ({ "~standard": { version: 1, vendor: "test", validate } });

export const cases = {
  "code, message and data are as they arrived": async (context) => {
    const { error, arrived, frame } = await refused(context, { code: -32602, message: "Missing budget", data: { path: ["budget"] } });
    ok(error instanceof context.api.McpError && error instanceof Error);
    same([error.name, error.code, error.message, error.method, error.id], ["McpError", -32602, "Missing budget", "tools/call", frame.id]);
    equal(error.data, arrived.data);
  },

  "data: null is not the same as none": async (context) => {
    const { error } = await refused(context, { code: 1, message: "a", data: null });
    equal(error.data, null);
    ok(Object.hasOwn(error, "data"));
  },

  "without data there is no such member": async (context) => {
    const { error } = await refused(context, { code: 1, message: "a" });
    ok(!("data" in error));
  },

  "falsy data is kept": async (context) => {
    for (const data of [0, "", false, []]) same((await refused(context, { code: 1, message: "a", data })).error.data, data);
  },

  "codes that no standard has are kept": async (context) => {
    for (const code of [0, 1, -32000, -32042, 99999, -2147483649]) equal((await refused(context, { code, message: "a" })).error.code, code);
  },

  "an error of another shape still is one, and is noted": async (context) => {
    const shapes = [
      [{ code: "E_NOPE", message: "text code" }, "E_NOPE", "text code"],
      [{ code: 1.5, message: "fraction" }, 1.5, "fraction"],
      [{ message: "no code" }, undefined, "no code"],
      ["just a text", undefined, "just a text"],
    ];
    for (const [shape, code, message] of shapes) {
      const { error, widget } = await refused(context, shape);
      same([error.name, error.code, error.message], ["McpError", code, message]);
      ok(codes(widget).includes("error-shape"), JSON.stringify(shape));
    }
  },

  "an error that says nothing still is one": async (context) => {
    for (const shape of [{}, [], 7, true, { code: 5 }, null]) {
      const { error } = await refused(context, shape);
      equal(error.name, "McpError");
      ok(error.message.length > 0);
    }
  },

  "both result and error: the error": async ({ open }) => {
    const { widget, host } = await open();
    const call = rejects(widget.callTool("a"), { name: "McpError", code: 5 });
    await host.say({ jsonrpc: "2.0", id: (await host.until("tools/call")).id, result: tool(1), error: { code: 5, message: "e" } });
    await call;
    same(codes(widget), ["result-and-error"]);
  },

  "a result beside error: null is the result": async ({ open }) => {
    const { widget, host } = await open();
    const call = widget.callTool("a");
    await host.say({ jsonrpc: "2.0", id: (await host.until("tools/call")).id, result: tool(1), error: null });
    equal((await call).structuredContent, 1);
    same(codes(widget), ["result-and-error"]);
  },

  "reads fail in the same way": async ({ open }) => {
    const { widget } = await open({ "resources/read": () => new Refusal({ code: -32002, message: "Resource not found", data: { uri: "a://b" } }) });
    await rejects(widget.readResource("a://b"), { name: "McpError", code: -32002, message: "Resource not found", data: { uri: "a://b" }, method: "resources/read" });
  },

  "a result that fits the schema resolves as it arrived": async ({ open }) => {
    const seen = [];
    const { widget, host } = await open();
    const call = widget.callTool("a", {}, { schema: schema((value) => (seen.push(value), { value: "another" })) });
    const arrived = await host.reply(await host.until("tools/call"), tool({ gifts: [] }));
    equal(await call, arrived.result);
    equal(seen[0], arrived.result.structuredContent);
    equal(seen.length, 1);
  },

  "a result that does not fit rejects with the path": async ({ open, api }) => {
    const { widget } = await open({ "tools/call": () => tool({ gifts: [{ price: "x" }] }) });
    const issues = [{ message: "Expected a number", path: ["gifts", { key: 0 }, "price"] }, { message: "more" }];
    const error = await rejects(widget.callTool("a", {}, { schema: schema(async () => ({ issues })) }), {
      name: "InvalidResultError",
      path: "/structuredContent/gifts/0/price",
      reason: "Expected a number",
      method: "tools/call",
    });
    ok(error instanceof api.InvalidResultError);
    same(error.raw, tool({ gifts: [{ price: "x" }] }));
  },

  "an issue without a path is about the whole": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => ({ content: [] }) });
    await rejects(widget.callTool("a", {}, { schema: schema(() => ({ issues: [{ message: "Required" }] })) }), { name: "InvalidResultError", path: "/structuredContent", reason: "Required" });
  },

  "a failed tool is not checked": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => ({ content: [], isError: true }) });
    const call = widget.callTool("a", {}, { schema: schema(() => ok(false, "checked")) });
    equal((await call).isError, true);
  },

  "a schema that throws rejects with that": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => tool(1) });
    const broken = new RangeError("broken schema");
    equal(await rejects(widget.callTool("a", {}, { schema: schema(() => { throw broken; }) })), broken);
  },
};
