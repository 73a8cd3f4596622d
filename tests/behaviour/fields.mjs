// A valid host of which one field at a time is not as it should be: it costs that field and nothing else.

import { echo } from "./support/answers.mjs";
import { equal, isError, ok, same } from "./support/check.mjs";
import { anything, asArguments, asParams, asToolResult, granted, hostOf, mode, needs, object, paramsOf, toolResultOf } from "./support/expected.mjs";
import { isObject, spoilt } from "./support/fields.mjs";

const ANSWER = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "host", version: "1.2.3", title: "The host", icons: [{ src: "data:,", sizes: ["48x48"] }] },
  hostCapabilities: {
    openLinks: {},
    serverTools: { listChanged: true },
    serverResources: { listChanged: false },
    logging: {},
    sandbox: { permissions: { microphone: {} }, csp: { connectDomains: ["https://example.com"] } },
    updateModelContext: { text: {}, structuredContent: {} },
    message: { text: {} },
    experimental: { "x/y": { z: [1] } },
  },
  hostContext: {
    toolInfo: { id: 7, tool: { name: "suggest_gifts", inputSchema: { type: "object", properties: {} } } },
    theme: "dark",
    styles: { variables: { "--color-text-primary": "#eee", "--font-sans": "sans-serif" }, css: { fonts: "@font-face{}" } },
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width: 400, maxHeight: 6000 },
    locale: "de-DE",
    timeZone: "Europe/Berlin",
    userAgent: "host/1",
    platform: "web",
    deviceCapabilities: { touch: true, hover: false },
    safeAreaInsets: { top: 0, right: 0, bottom: 8, left: 0 },
  },
};

const TOOL_RESULT = {
  content: [
    { type: "text", text: "one", annotations: { audience: ["user"], priority: 0.5 } },
    { type: "image", data: "AAEC", mimeType: "image/png" },
    { type: "resource_link", uri: "gifts://a", name: "a" },
  ],
  structuredContent: { gifts: [{ name: "Kite", price: 25 }], total: null },
  isError: false,
  _meta: { viewUUID: "7", deep: { a: [1] } },
};
/** What is noted: codes with their paths. */
const noted = (widget) => widget.diagnostics.map(({ code, path }) => `${code} ${path}`).sort();

/** A reply; where there is nothing, not even null, it has no result. */
const replyOf = (id, result) => ({ jsonrpc: "2.0", id, ...(result === undefined ? {} : { result }) });

/** The answer to the handshake, `whole` or one of its members and all that is in it. */
const handshake = (whole, make) => async (context) => {
  for (const [what, value] of spoilt(whole)) {
    const result = make(value);
    const { widget, host } = context.dial({ "ui/initialize": (params, { id }) => void context.hosts.at(-1).say(replyOf(id, result)), "tools/call": echo });
    const wanted = hostOf(result);
    same(await widget.ready, wanted.host, what);
    same(noted(widget), wanted.notes, what);
    await host.notify("ui/notifications/host-context-changed", { locale: "en-GB" });
    same(widget.host.context, { ...wanted.host.context, locale: "en-GB" }, what);
    same((await widget.callTool("next", { after: what })).structuredContent.echoed, { after: what }, what);
    same(noted(widget), wanted.notes, what);
    widget.close();
  }
};

/** The answer with another member, or without it. */
const answerWith = (name) => (value) => {
  const { [name]: _, ...others } = ANSWER;
  return value === undefined ? others : { ...others, [name]: value };
};

const EVENTS = ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged", "notification"];

/** A notification: `expect(params)` says what is told, and what is noted. */
const notification = (method, valid, expect) => async ({ dial }) => {
  for (const [what, params] of spoilt(valid)) {
    const { widget, host } = dial({ "ui/initialize": () => ANSWER, "tools/call": echo });
    await widget.ready;
    const heard = [];
    for (const type of EVENTS) widget.on(type, (value) => heard.push([type, value]));
    await host.say(params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params });
    const { told, notes } = expect(params);
    same(heard, told, what);
    same(noted(widget), [...notes].sort(), what);
    same(widget.host.info, ANSWER.hostInfo, what);
    same((await widget.callTool("next", { after: what })).structuredContent.echoed, { after: what }, what);
    widget.close();
  }
};

/** Progress of a call that waits: who listens gets it as it is, whatever else is in it. */
async function progress({ open }) {
  const { widget, host } = await open({ "tools/call": (params) => (params.name === "next" ? echo(params) : undefined) });
  for (const [what, spoiltParams] of spoilt({ progressToken: 1, progress: 1, total: 2, message: "half" })) {
    const heard = [];
    const known = noted(widget).length;
    const call = widget.callTool("waits", {}, { onprogress: (value) => heard.push(value) });
    const request = host.sent("tools/call").at(-1);
    const params = spoiltParams?.progressToken === 1 ? { ...spoiltParams, progressToken: request.id } : spoiltParams;
    await host.notify("notifications/progress", params);
    same(heard, params?.progressToken === request.id ? [params] : [], what);
    ok(noted(widget).length <= known + 2, what);
    await host.reply(request, TOOL_RESULT);
    equal((await call).structuredContent, TOOL_RESULT.structuredContent, what);
    await widget.callTool("next");
  }
  same([...new Set(noted(widget).map((note) => note.split(" ")[0]))].sort(), ["params-type", "unknown-progress"]);
}

/** The host gives up what it asked for: only if it says what that was. */
async function cancelled({ open }) {
  const { widget, host } = await open({ "tools/call": echo });
  let finish;
  let signal;
  widget.onRequest("x/slow", (params, info) => ((signal = info.signal), new Promise((resolve) => (finish = resolve))));
  for (const [what, params] of spoilt({ requestId: "h", reason: "enough" })) {
    host.frames.length = 0;
    await host.say({ jsonrpc: "2.0", id: "h", method: "x/slow" });
    await host.notify("notifications/cancelled", params);
    equal(signal.aborted, params?.requestId === "h", what);
    finish({ done: true });
    await host.flush();
    same(host.repliesTo("h").map(({ result }) => result), params?.requestId === "h" ? [] : [{ done: true }], what);
    await widget.callTool("next");
  }
  same([...new Set(noted(widget).map((note) => note.split(" ")[0]))].sort(), ["params-type", "unknown-cancel"]);
}

/** The result of a call: `expect(result)` has `value` or `fails`, and the notes; `ask` makes the call. */
const result = (method, valid, ask, expect) => async ({ dial }) => {
  for (const [what, value] of spoilt(valid)) {
    const { widget, host } = dial({ "ui/initialize": () => ANSWER, "x/next": () => ({ next: true }) });
    await widget.ready;
    const call = ask(widget).then((got) => ({ got }), (error) => ({ error }));
    const request = await host.until(method);
    await host.say(replyOf(request.id, value));
    const { got, error } = await call;
    const wanted = expect(value);
    if (wanted.fails) isError(error, { name: "InvalidResultError", path: wanted.fails, method }, what);
    else if (wanted.refused !== undefined) isError(error, { name: "RefusedError", reason: wanted.refused, method }, what);
    else same(error === undefined ? got : String(error), wanted.value, what);
    if (wanted.kept) equal(got, value, what);
    same(noted(widget), wanted.notes, what);
    same(await widget.request("x/next"), { next: true }, what);
    widget.close();
  }
};

/** A request of the host's: `params` reach the handler as they are, or the request is refused; either way it is answered once. */
const request = (method, valid, serve, answer) => async ({ dial }) => {
  for (const [what, params] of spoilt(valid)) {
    const { widget, host } = dial({ "ui/initialize": () => ANSWER, "tools/call": echo });
    await widget.ready;
    const got = [];
    serve(widget, (given) => void got.push(given));
    await host.say({ jsonrpc: "2.0", id: "h", method, ...(params === undefined ? {} : { params }) });
    await host.flush();
    const [reply, ...more] = host.repliesTo("h");
    same(more, [], what);
    if (params === undefined || params === null || isObject(params)) {
      same([got, reply.result], [[params ?? {}], answer], what);
      same(noted(widget), params === null ? ["params-type /params"] : [], what);
    } else {
      same([got, reply.error?.code], [[], -32602], what);
      same(noted(widget), ["params-type /params"], what);
    }
    same((await widget.callTool("next", { after: what })).structuredContent.echoed, { after: what }, what);
    widget.close();
  }
};

const TOOL_CALL = { name: "pick", arguments: { gift: { index: 1 } }, _meta: { progressToken: 1 } };
const REQUESTS = [
  ["tools/call", TOOL_CALL, (widget, hear) => widget.onRequest("tools/call", (params) => (hear(params), { content: [] })), { content: [] }],
  ["tools/list", { cursor: "a" }, (widget, hear) => widget.onRequest("tools/list", (params) => (hear(params), { tools: [] })), { tools: [] }],
  ["ui/resource-teardown", { reason: "bye", more: [1] }, (widget, hear) => widget.onTeardown(hear), {}],
];

const RESULTS = [
  ["tools/call", TOOL_RESULT, (widget) => widget.callTool("a"), toolResultOf],
  ["tools/list", { tools: [{ name: "a", inputSchema: { type: "object" } }], nextCursor: "n" }, (widget) => widget.listTools(), needs("tools")],
  ["resources/read", { contents: [{ uri: "a://b", mimeType: "text/plain", text: "c" }] }, (widget) => widget.readResource("a://b"), needs("contents")],
  ["resources/list", { resources: [{ uri: "a://b", name: "b" }], nextCursor: "n" }, (widget) => widget.listResources(), needs("resources")],
  ["resources/templates/list", { resourceTemplates: [{ uriTemplate: "a://{b}", name: "b" }] }, (widget) => widget.listResourceTemplates(), needs("resourceTemplates")],
  ["prompts/list", { prompts: [{ name: "a" }] }, (widget) => widget.listPrompts(), needs("prompts")],
  ["prompts/get", { messages: [{ role: "user", content: { type: "text", text: "a" } }] }, (widget) => widget.getPrompt("a"), needs("messages")],
  ["sampling/createMessage", { role: "assistant", model: "m", content: { type: "text", text: "a" } }, (widget) => widget.createMessage({ messages: [], maxTokens: 1 }), object],
  ["ui/open-link", { isError: false, message: "no" }, (widget) => widget.openLink("https://example.com/"), granted],
  ["ui/download-file", { isError: false, message: "no" }, (widget) => widget.downloadFile([]), granted],
  ["ui/message", { isError: false, message: "no" }, (widget) => widget.sendMessage("a"), granted],
  ["ui/update-model-context", { isError: false, message: "no" }, (widget) => widget.updateModelContext({}), granted],
  ["ui/request-display-mode", { mode: "fullscreen", isError: false, message: "no" }, (widget) => widget.requestDisplayMode("fullscreen"), mode],
  ["ping", { a: 1 }, (widget) => widget.request("ping"), anything],
];

export const cases = {
  "one field at a time is another one, in nine ways": async () => {
    const made = [...spoilt({ a: { b: 1 }, c: [2] })];
    equal(made.length, 5 * 9);
    equal(new Set(made.map(([what]) => what)).size, made.length);
    same(Object.fromEntries(made)["/a/b missing"], { a: {}, c: [2] });
    same(Object.fromEntries(made)["/c/0 an array"], { a: { b: 1 }, c: [[]] });
  },
  "the answer to ui/initialize": handshake(null, (value) => value),
  ...Object.fromEntries(Object.entries(ANSWER).map(([name, value]) => [`the answer to ui/initialize, in ${name}`, handshake(value, answerWith(name))])),
  "tool-input": notification("ui/notifications/tool-input", { arguments: { a: 1, b: { c: [2] } } }, asArguments("toolinput")),
  "tool-input-partial": notification("ui/notifications/tool-input-partial", { arguments: { a: 1, b: { c: [2] } } }, asArguments("toolinputpartial")),
  "tool-result": notification("ui/notifications/tool-result", TOOL_RESULT, asToolResult),
  "tool-cancelled": notification("ui/notifications/tool-cancelled", { reason: "user" }, asParams("toolcancelled")),
  "host-context-changed": notification("ui/notifications/host-context-changed", ANSWER.hostContext, asParams("hostcontextchanged")),
  list_changed: notification("notifications/tools/list_changed", { a: [1] }, (given) => {
    const { params, notes } = paramsOf(given);
    const method = "notifications/tools/list_changed";
    return { told: [["notification", params === undefined ? { method } : { method, params }]], notes };
  }),
  progress,
  cancelled,
  ...Object.fromEntries(REQUESTS.map(([method, ...more]) => [`the host's ${method}`, request(method, ...more)])),
  ...Object.fromEntries(RESULTS.map(([method, ...more]) => [`the result of ${method}`, result(method, ...more)])),
};
