// Tools of the widget's own.
import type { JsonSchema, RegisteredTool, ToolHandler, Widget } from "mcp-widget";
import { connect } from "mcp-widget";
import { z } from "zod";
import type { Expect, Same } from "./expect.js";

declare const widget: Widget;

connect({ name: "a", version: "1" }, { capabilities: { tools: { listChanged: true } }, teardownTimeout: 500 });

// What a Standard Schema makes of the arguments is what the handler gets.
const order = widget.registerTool("order", { title: "Order", inputSchema: z.object({ id: z.string(), count: z.number().optional() }) }, async (args, { signal, _meta }) => {
  type Args = Expect<Same<typeof args, { id: string; count?: number | undefined }>>;
  type Info = Expect<Same<[typeof signal, typeof _meta], [AbortSignal, Record<string, unknown> | undefined]>>;
  return { structuredContent: { id: args.id } };
});
type Handle = Expect<Same<typeof order, RegisteredTool>>;

// JSON Schema, and none: any object.
const schema: JsonSchema = { type: "object", properties: { id: { type: "string" } } };
widget.registerTool("json", { inputSchema: schema }, (args) => {
  type Args = Expect<Same<typeof args, Record<string, any>>>;
  return `got ${args.id}`;
});
widget.registerTool("literal", { inputSchema: { type: "object", required: ["id"] } }, ({ id }) => void id);
widget.registerTool("none", {}, () => {});
const handler: ToolHandler = ({ id }) => ({ content: [{ type: "text", text: id }], isError: true });
widget.registerTool("apart", { description: "d", annotations: { readOnlyHint: true } }, handler);

order.update({ title: "Order it", handler });
order.disable();
// @ts-expect-error: read only
order.enabled = true;
// @ts-expect-error: a number is no result
widget.registerTool("number", {}, () => 5);
// @ts-expect-error: a schema is an object
widget.registerTool("text", { inputSchema: "object" }, () => {});
