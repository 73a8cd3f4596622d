// Every public member of `App`, as a program uses it that was written for the official library. It is compiled with the official
// declarations and with ours; `ext-apps` is one or the other.
import {
  type BaseContext,
  type CallToolResult,
  type ContentBlock,
  type CreateMessageResult,
  type Implementation,
  InMemoryTransport,
  type ListResourcesResult,
  type ReadResourceResult,
  type RequestOptions,
  type Transport,
} from "@modelcontextprotocol/client";
import { InMemoryTransport as FirstTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  App,
  type AppEventMap,
  type AppOptions,
  type AppToolCallback,
  type AppToolResult,
  EventDispatcher,
  type McpUiAppCapabilities,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  PostMessageTransport,
  type RegisteredAppTool,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
} from "ext-apps";
import { z } from "zod";

const info: Implementation = { name: "gift-ideas", version: "1.0.0" };
const capabilities: McpUiAppCapabilities = { tools: { listChanged: true }, availableDisplayModes: ["inline"], experimental: { x: {} } };
const options: AppOptions = { autoResize: true, strict: false, allowUnsafeEval: false, enforceStrictCapabilities: false, debouncedNotificationMethods: [] };
const app = new App(info, capabilities, options);
new App({ name: "a", version: "1" });
new App({ name: "a", version: "1" }, {});

// Connecting.
async function connecting(): Promise<void> {
  await app.connect();
  const mine = new PostMessageTransport(window.parent, window.parent);
  const fits: Transport = mine;
  mine.onmessage = (message) => void message;
  mine.onclose = () => {};
  mine.onerror = (error) => void error.message;
  await mine.start();
  await mine.send({ jsonrpc: "2.0", method: "a" });
  await mine.close();
  await app.connect(mine);
  await app.connect(fits, { timeout: 1000 });
  await app.connect(InMemoryTransport.createLinkedPair()[0]);
  await app.connect(FirstTransport.createLinkedPair()[0]);
  const transport: Transport | undefined = app.transport;
  void transport;
  app.onclose = () => {};
  app.onerror = (error) => void error.message;
  app.fallbackRequestHandler = async (request, ctx) => ({ method: request.method, id: ctx.mcpReq.id });
  app.fallbackNotificationHandler = async ({ method, params }) => void [method, params];
  await app.close();
}

// What the host is.
const can: McpUiHostCapabilities | undefined = app.getHostCapabilities();
const who: Implementation | undefined = app.getHostVersion();
const context: McpUiHostContext | undefined = app.getHostContext();
if (context?.containerDimensions && "height" in context.containerDimensions) context.containerDimensions.height.toFixed();
const named: string | undefined = context?.toolInfo?.tool.name;
const top: number | undefined = context?.safeAreaInsets?.top;
const linked: boolean = can?.openLinks !== undefined && can.message?.text !== undefined;

// Events.
app.ontoolinput = (params) => void params.arguments?.budget;
app.ontoolinput = ({ arguments: args }) => void args?.budget;
app.ontoolinputpartial = (params) => void params.arguments;
app.ontoolresult = (result) => {
  const same: CallToolResult = result;
  const first = result.content[0];
  if (first?.type === "text") first.text.length;
  if (first?.type === "resource" && "text" in first.resource) first.resource.text.length;
  void same;
};
app.ontoolcancelled = ({ reason }) => void reason?.length;
app.onhostcontextchanged = (changed) => {
  if (changed.theme) applyDocumentTheme(changed.theme);
  if (changed.styles?.variables) applyHostStyleVariables(changed.styles.variables, document.body);
  if (changed.styles?.css?.fonts) applyHostFonts(changed.styles.css.fonts);
};
app.ontoolinput = undefined;
const handler: ((params: { arguments?: Record<string, unknown> }) => void) | undefined = app.ontoolinput;
const onResult = (result: CallToolResult) => void result.structuredContent;
app.addEventListener("toolresult", onResult);
app.removeEventListener("toolresult", onResult);
app.addEventListener("toolinput", (params: AppEventMap["toolinput"]) => void params.arguments);
function listen<K extends keyof AppEventMap>(event: K, listener: (params: AppEventMap[K]) => void): void {
  app.addEventListener(event, listener);
}
listen("toolcancelled", ({ reason }) => void reason);
// @ts-expect-error: no event is called so
app.addEventListener("nothing", () => {});
// @ts-expect-error: the params are no text
app.ontoolresult = (text: string) => void text;

// The host's requests.
app.onteardown = async (params, extra) => {
  void params;
  extra.mcpReq.signal.throwIfAborted();
  return {};
};
app.onteardown = () => ({ saved: true });
app.oncalltool = async ({ name, arguments: args }, extra: BaseContext) => {
  await extra.mcpReq.notify({ method: "notifications/message", params: { level: "info", data: 1 } });
  const read = await extra.mcpReq.send({ method: "resources/read", params: { uri: "a:b" } });
  return { content: [{ type: "text", text: `${name} ${args?.n} ${read.contents.length}` }] };
};
app.onlisttools = async (params) => ({ tools: [{ name: params?.cursor ?? "a", inputSchema: { type: "object" } }] });
app.setRequestHandler("tools/call", (request, ctx) => ({ content: [{ type: "text", text: request.params.name + ctx.mcpReq.method }] }));
app.setRequestHandler("x/y", { params: z.object({ n: z.number() }) }, (params, ctx) => ({ n: params.n + 1, method: ctx.mcpReq.method }));
app.setRequestHandler("x/y", { params: z.object({}), result: z.object({ n: z.number() }) }, async () => ({ n: 1 }));
app.setRequestHandler(z.object({ method: z.literal("x/old"), params: z.object({ n: z.number() }) }), (request, extra) => {
  extra.signal.throwIfAborted();
  return { n: request.params.n.toFixed() };
});
app.removeRequestHandler("x/y");
app.assertCanSetRequestHandler("x/y");
app.setNotificationHandler("x/z", { params: z.object({ n: z.number() }) }, (params) => void params.n.toFixed());
app.setNotificationHandler("notifications/tools/list_changed", (notification) => void notification.method);
app.setNotificationHandler(z.object({ method: z.literal("x/old"), params: z.object({ n: z.number() }) }), ({ params }) => void params.n.toFixed());
app.removeNotificationHandler("x/z");

// Tools.
const tool: RegisteredAppTool = app.registerTool(
  "pick",
  { title: "Pick", description: "Picks", inputSchema: z.object({ n: z.number() }), outputSchema: z.object({ picked: z.number() }), annotations: { readOnlyHint: true }, _meta: { a: 1 } },
  ({ n }, extra) => (extra.mcpReq.signal.aborted ? { content: [], isError: true } : { content: [], structuredContent: { picked: n } }),
);
app.registerTool("plain", {}, async (extra) => ({ content: [{ type: "text", text: extra.mcpReq.method }] }));
const picks: AppToolCallback<z.ZodObject<{ n: z.ZodNumber }>> = ({ n }) => ({ content: [{ type: "text", text: n.toFixed() }] });
const told: AppToolResult = { content: [] };
// @ts-expect-error: what is picked is a number
app.registerTool("wrong", { outputSchema: z.object({ picked: z.number() }) }, () => ({ content: [], structuredContent: { picked: "1" } }));
tool.enable();
tool.disable();
tool.enabled = true;
tool.update({ title: tool.title ?? "", description: "other" });
tool.remove();
app.sendToolListChanged();

// What the widget asks for.
async function asking(content: ContentBlock[]): Promise<void> {
  const controller = new AbortController();
  const options: RequestOptions = {
    signal: controller.signal,
    timeout: 1,
    maxTotalTimeout: 2,
    resetTimeoutOnProgress: true,
    onprogress: ({ progress, total, message }) => void [progress.toFixed(), total?.toFixed(), message?.length],
  };
  const result: CallToolResult = await app.callServerTool({ name: "suggest", arguments: { budget: 1 } }, options);
  const gifts = result.structuredContent as { gifts: string[] };
  const resource: ReadResourceResult = await app.readServerResource({ uri: "a:b" });
  for (const one of resource.contents) "text" in one ? one.text.length : one.blob.length;
  const resources: ListResourcesResult = await app.listServerResources({ cursor: "1" }, options);
  await app.listServerResources();
  const sampled: CreateMessageResult = await app.createSamplingMessage({ messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 1, systemPrompt: "" });
  const withTools = await app.createSamplingMessage({ messages: [], maxTokens: 1, tools: [{ name: "a", inputSchema: { type: "object" } }], toolChoice: { mode: "auto" } });
  const parts = Array.isArray(withTools.content) ? withTools.content : [withTools.content];
  for (const part of parts) if (part.type === "tool_use") part.input;
  const { isError } = await app.sendMessage({ role: "user", content }, options);
  const opened: boolean = !(await app.openLink({ url: "https://example.com" })).isError;
  await app.sendOpenLink({ url: "https://example.com" }, options);
  await app.downloadFile({ contents: [{ type: "resource", resource: { uri: "file:a", text: "a", mimeType: "text/plain" } }, { type: "resource_link", uri: "a:b", name: "b" }] });
  await app.updateModelContext({ content, structuredContent: { a: 1 } });
  const { mode } = await app.requestDisplayMode({ mode: "fullscreen" });
  const exact: "inline" | "fullscreen" | "pip" = mode;
  await app.sendLog({ level: "info", data: { a: 1 }, logger: "l" });
  await app.sendSizeChanged({ width: 1, height: 2 });
  await app.requestTeardown();
  await app.requestTeardown({});
  const stop: () => void = app.setupSizeChangedNotifications();
  stop();
  const pong = await app.request({ method: "ping" });
  const tools = await app.request({ method: "tools/list" }, { timeout: 1 });
  const own = await app.request({ method: "x/y", params: { n: 1 } }, z.object({ n: z.number() }), options);
  own.n.toFixed();
  await app.notification({ method: "x/z", params: { n: 1 } });
  void [gifts, resources, sampled.model, isError, opened, exact, pong, tools.tools.length];
  // @ts-expect-error: an object is wanted
  await app.callServerTool("suggest");
  // @ts-expect-error: there is no such mode
  await app.requestDisplayMode({ mode: "large" });
}

// The rest.
const dispatcher = new EventDispatcher<{ a: number; b: { c: string } }>();
dispatcher.setHandler("a", (n) => void n.toFixed());
dispatcher.getHandler("a")?.(1);
dispatcher.addEventListener("b", ({ c }) => void c.length);
dispatcher.removeEventListener("b", () => {});
dispatcher.dispatch("b", { c: "" });
const theme: "light" | "dark" = getDocumentTheme();

export { asking, connecting, handler, linked, named, picks, theme, told, top, who };
