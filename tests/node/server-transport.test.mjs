// A widget on a client instead of a host: what is answered, what is handed on, and what comes back.

import assert from "node:assert/strict";
import test from "node:test";
import { App as OfficialApp } from "@modelcontextprotocol/ext-apps";
import { HttpError, McpError as ClientError, serverTransport } from "mcp-widget/client";
import { App } from "mcp-widget/ext-apps/js";
import { ClosedError, McpError, RefusedError, connect } from "mcp-widget/js";

const SERVER = { info: { name: "gifts", version: "2.0.0" }, version: "2025-11-25", era: "legacy" };
const RESULT = { content: [{ type: "text", text: "Kite" }] };

/** The least that a widget takes for an answer. */
const EMPTY = {
  "tools/list": { tools: [] },
  "prompts/list": { prompts: [] },
  "prompts/get": { messages: [] },
  "resources/templates/list": { resourceTemplates: [] },
};

/** A client that writes down what it is asked; `answers` has what comes of it, by the method. */
function fakeClient(answers = {}, { capabilities = { tools: { listChanged: true }, prompts: {} }, ready } = {}) {
  const listeners = [];
  const asked = [];
  const ask = async (method, params, options) => {
    asked.push({ method, params, options });
    return answers[method]?.(params, options) ?? EMPTY[method] ?? {};
  };
  return {
    asked,
    listeners,
    closed: 0,
    unsubscribed: [],
    status: "ready",
    error: undefined,
    server: { ...SERVER, capabilities },
    ready: ready ?? Promise.resolve({ ...SERVER, capabilities }),
    request: ask,
    ping: (options) => ask("ping", {}, options),
    callTool: (name, args, options) => ask("tools/call", { name, arguments: args }, options),
    async subscribe(uri, options) {
      await ask("resources/subscribe", { uri }, options);
      return () => this.unsubscribed.push(uri);
    },
    on(type, listener, { signal }) {
      const entry = { type, listener };
      listeners.push(entry);
      signal.addEventListener("abort", () => listeners.splice(listeners.indexOf(entry), 1));
    },
    emit: (type, value) => listeners.filter((entry) => entry.type === type).forEach(({ listener }) => listener(value)),
    async close() {
      this.closed++;
    },
  };
}

/** A widget that is ready, and all that it was told. */
async function open(client, options, widgetOptions) {
  const transport = serverTransport(client, options);
  const told = [];
  transport.onmessage = (message) => void told.push(message);
  const widget = connect({ name: "t", version: "1" }, { transport, autoResize: false, ...widgetOptions });
  await widget.ready;
  return { transport, widget, told };
}

const rejected = (promise) => promise.then(() => assert.fail("resolved"), (error) => error);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until `look` gives something. */
async function until(look) {
  while (!look()) await turn();
  return look();
}

test("the handshake says what is there, and nothing of it is odd", async () => {
  const { widget } = await open(fakeClient(), { hostContext: { theme: "dark", displayMode: "fullscreen", "x/y": 1 }, onlog: () => {} });
  const { info, capabilities, context, protocolVersion } = widget.host;
  assert.deepEqual(info, SERVER.info);
  assert.equal(protocolVersion, "2026-01-26");
  assert.deepEqual(capabilities, { serverTools: { listChanged: true }, logging: {} });
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  assert.deepEqual(context, {
    availableDisplayModes: ["fullscreen"],
    locale,
    timeZone,
    platform: "web",
    theme: "dark",
    displayMode: "fullscreen",
    "x/y": 1,
  });
  assert.equal(await widget.requestDisplayMode("pip"), "fullscreen");
  assert.deepEqual(widget.diagnostics, []);
  widget.close();
});

test("a server that says nothing of what it offers may offer anything", async () => {
  const { widget } = await open(fakeClient({}, { capabilities: {} }), { hostInfo: { name: "page", version: "1" } });
  assert.deepEqual(widget.host.capabilities, { serverTools: {}, serverResources: {} });
  assert.equal(widget.host.info.name, "page");
  assert.equal(widget.host.context.displayMode, "inline");
  widget.close();
});

test("without a server the widget learns why", async () => {
  const gone = new HttpError({ status: 503 });
  const ready = Promise.reject(gone);
  ready.catch(() => {});
  assert.equal(await rejected(open(fakeClient({}, { ready }))), gone);
  // Also if it is long ago that there was one.
  const client = Object.assign(fakeClient(), { status: "failed", error: gone });
  assert.equal(await rejected(open(client)), gone);
});

test("what the server can answer it is asked, and nothing is changed on the way", async () => {
  const client = fakeClient({ "tools/call": () => RESULT }, { capabilities: { tools: {}, resources: {} } });
  const { widget } = await open(client);
  const args = { budget: 5, nested: { deep: [1] } };
  assert.equal(await widget.callTool("gifts", args, { _meta: { "x/y": 1 } }), RESULT);
  await widget.request("completion/complete", { ref: 1 });
  await widget.request("prompts/get", { name: "card" });
  await widget.request("resources/templates/list", { cursor: "c" });
  await widget.request("tools/list");
  assert.deepEqual(await widget.request("ping"), {});
  const { params } = client.asked[0];
  assert.equal(params.arguments, args);
  assert.equal(params._meta["x/y"], 1);
  assert.deepEqual(
    client.asked.map(({ method }) => method),
    ["tools/call", "completion/complete", "prompts/get", "resources/templates/list", "tools/list", "ping"],
  );
  // The widget's own deadline counts, and its end is heard of.
  for (const { options } of client.asked) assert.deepEqual([options.timeout, options.signal.aborted], [0, false]);
  widget.close();
});

test("errors of the server's come as they are, others say what they are", async () => {
  const data = { why: [1, null] };
  const client = fakeClient({
    "tools/call"({ name }) {
      if (name === "refuses") throw new ClientError(-31999, "not you", data);
      if (name === "bare") throw new ClientError(-32602, "no such tool");
      throw name === "odd" ? 7 : new HttpError({ status: 502 });
    },
  });
  const { widget, told } = await open(client);
  const refused = await rejected(widget.callTool("refuses"));
  assert.ok(refused instanceof McpError);
  assert.deepEqual([refused.code, refused.message], [-31999, "not you"]);
  assert.equal(refused.data, data);
  await rejected(widget.callTool("bare"));
  assert.deepEqual(told.at(-1).error, { code: -32602, message: "no such tool" });
  const broken = await rejected(widget.callTool("breaks"));
  assert.deepEqual([broken.code, broken.message], [-32603, "The server answered with HTTP status 502"]);
  assert.equal((await rejected(widget.callTool("odd"))).message, "Internal error");
  widget.close();
});

test("progress comes with the widget's token", async () => {
  const client = fakeClient({
    "tools/call"(_, { onprogress }) {
      onprogress({ progress: 1, total: 2, message: "half", progressToken: "the client's own" });
      return RESULT;
    },
  });
  const { widget, told } = await open(client);
  const heard = [];
  await widget.callTool("slow", {}, { onprogress: ({ progressToken, ...progress }) => heard.push(progress) });
  assert.deepEqual(heard, [{ progress: 1, total: 2, message: "half" }]);
  assert.equal(typeof told.find(({ method }) => method === "notifications/progress").params.progressToken, "number");
  // Where nobody wants any, none is asked for.
  await widget.request("prompts/list");
  assert.equal(client.asked.at(-1).options.onprogress, undefined);
  assert.deepEqual(widget.diagnostics, []);
  widget.close();
});

test("what is given up is given up there too, and gets no answer", async () => {
  let finish;
  const client = fakeClient({ "tools/call": () => new Promise((resolve) => (finish = () => resolve(RESULT))) });
  const { widget, told } = await open(client);
  const stop = new AbortController();
  const call = rejected(widget.callTool("stalls", {}, { signal: stop.signal }));
  await until(() => client.asked.length);
  stop.abort(new Error("enough"));
  assert.equal((await call).message, "enough");
  const { signal } = client.asked[0].options;
  assert.deepEqual([signal.aborted, signal.reason.name, signal.reason.message], [true, "AbortError", "enough"]);
  const before = told.length;
  finish();
  await turn();
  assert.equal(told.length, before);
  assert.deepEqual(widget.diagnostics, []);
  widget.close();
});

test("what needs a host is refused, and the server hears nothing of it", async () => {
  const client = fakeClient();
  const { widget } = await open(client);
  const refusals = [widget.sendMessage("hello"), widget.updateModelContext({ content: [] }), widget.openLink("https://example.com")];
  for (const refusal of refusals) {
    const error = await rejected(refusal);
    assert.ok(error instanceof RefusedError);
    assert.equal(error.cause.code, -32601);
  }
  for (const method of ["sampling/createMessage", "logging/setLevel", "x/y"]) assert.equal((await rejected(widget.request(method))).code, -32601);
  widget.notify("x/y", {});
  widget.requestTeardown();
  widget.sendSize({ width: 1, height: 1 });
  await turn();
  assert.deepEqual(client.asked, []);
  assert.equal(widget.getSnapshot().status, "ready");
  widget.close();
});

test("a link is opened where there are windows, if it is one of the web's", async (t) => {
  const opened = [];
  globalThis.window = { open: (...values) => void opened.push(values) };
  t.after(() => delete globalThis.window);
  const { widget } = await open(fakeClient());
  assert.deepEqual(widget.host.capabilities.openLinks, {});
  const opening = widget.openLink("https://example.com/a?b#c");
  // At once: a browser forgets after a while that somebody has clicked.
  assert.deepEqual(opened, [["https://example.com/a?b#c", "_blank", "noopener,noreferrer"]]);
  await opening;
  for (const url of ["javascript:alert(1)", "data:text/html,a", "/a", "file:///etc/passwd"]) {
    const error = await rejected(widget.request("ui/open-link", { url }));
    assert.deepEqual([error.code, error.message], [-32000, "Invalid URL"], url);
  }
  assert.equal(opened.length, 1);
  widget.close();
});

test("a tool is called once, and the widget is told", async () => {
  const client = fakeClient({ "tools/call": () => RESULT });
  const args = { occasion: "birthday" };
  const { widget, transport } = await open(client, { tool: { name: "gifts", arguments: args } });
  const [input, result] = await Promise.all(["toolinput", "toolresult"].map((type) => new Promise((resolve) => widget.on(type, resolve))));
  assert.deepEqual([input, result], [args, RESULT]);
  transport.send({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  await turn();
  assert.deepEqual(client.asked.map(({ params }) => params), [{ name: "gifts", arguments: args }]);
  widget.close();
});

test("a tool that cannot be called is cancelled, for the reason", async () => {
  const answers = { "tools/call": () => Promise.reject(new ClientError(-32602, "no such tool")) };
  const { widget } = await open(fakeClient(answers), { tool: { name: "gone" } });
  assert.deepEqual(await new Promise((resolve) => widget.on("toolcancelled", resolve)), { reason: "no such tool" });
  assert.deepEqual(widget.getSnapshot().toolInput, {});
  widget.close();
});

test("changes of the server's lists are told, where it would tell them", async () => {
  const client = fakeClient({}, { capabilities: { tools: { listChanged: true }, resources: {}, prompts: { listChanged: true } } });
  const { widget } = await open(client);
  const heard = [];
  widget.on("notification", ({ method }) => heard.push(method));
  await until(() => client.listeners.some(({ type }) => type === "toolschanged"));
  for (const type of ["toolschanged", "resourceschanged", "promptschanged"]) client.emit(type);
  assert.deepEqual(heard, ["notifications/tools/list_changed", "notifications/prompts/list_changed"]);
  widget.close();
});

test("subscriptions are the client's, and end with the transport", async () => {
  const client = fakeClient();
  const { widget } = await open(client);
  const heard = [];
  widget.on("notification", ({ params }) => heard.push(params.uri));
  client.emit("resourceupdated", { uri: "gift://0" });
  for (const uri of ["gift://1", "gift://2", "gift://2"]) assert.deepEqual(await widget.request("resources/subscribe", { uri }), {});
  client.emit("resourceupdated", { uri: "gift://1" });
  assert.deepEqual(heard, ["gift://1"]);
  assert.deepEqual(client.unsubscribed, ["gift://2"]);
  await widget.request("resources/unsubscribe", { uri: "gift://1" });
  assert.deepEqual(client.unsubscribed, ["gift://2", "gift://1"]);
  widget.close();
  assert.deepEqual(client.unsubscribed, ["gift://2", "gift://1", "gift://2"]);
});

test("what the widget logs is heard; a listener that throws is reported", async (t) => {
  const heard = [];
  const reported = [];
  globalThis.reportError = (error) => void reported.push(error.message);
  t.after(() => delete globalThis.reportError);
  const onlog = (entry) => {
    heard.push(entry);
    throw new Error("mine");
  };
  const { widget } = await open(fakeClient(), { onlog });
  widget.log("info", { a: 1 }, "gifts");
  assert.deepEqual([heard, reported], [[{ level: "info", data: { a: 1 }, logger: "gifts" }], ["mine"]]);
  widget.close();
});

test("the widget's end gives up what is under way, and leaves the client", async () => {
  const client = fakeClient({ "tools/call": () => new Promise(() => {}) });
  const { widget, transport } = await open(client, { tool: { name: "gifts" } });
  const call = rejected(widget.callTool("stalls"));
  await until(() => client.asked.length === 2);
  widget.close();
  assert.ok((await call) instanceof ClosedError);
  assert.deepEqual(client.asked.map(({ options }) => options.signal.aborted), [true, true]);
  assert.deepEqual([client.closed, client.listeners], [0, []]);
  assert.ok((await rejected(transport.send({ jsonrpc: "2.0", id: 1, method: "ping" }))) instanceof ClosedError);
  const { widget: last } = await open(client, { closesClient: true });
  last.close();
  assert.equal(client.closed, 1);
});

test("the client's end is the widget's", async () => {
  for (const [status, error] of [["closed", undefined], ["failed", new HttpError({ status: 500 })]]) {
    const client = fakeClient();
    const { widget, transport } = await open(client);
    const reported = [];
    const { onerror } = transport;
    transport.onerror = (reason) => (reported.push(reason), onerror(reason));
    client.error = error;
    client.emit("statuschange", "connecting");
    assert.equal(widget.getSnapshot().status, "ready");
    client.emit("statuschange", status);
    assert.equal(widget.getSnapshot().status, "closed");
    assert.deepEqual(reported, error ? [error] : []);
    assert.equal(client.closed, 0);
  }
});

for (const [name, Kind] of [["official App", OfficialApp], ["App of mcp-widget/ext-apps", App]]) {
  test(`the ${name} stands on it as well`, async () => {
    const client = fakeClient({ "tools/call": () => RESULT });
    const app = new Kind({ name: "t", version: "1" }, {}, { autoResize: false });
    const told = [];
    app.ontoolinput = (params) => void told.push(params);
    app.ontoolresult = (params) => void told.push(params);
    await app.connect(serverTransport(client, { tool: { name: "gifts", arguments: { a: 1 } } }));
    assert.deepEqual([app.getHostVersion(), app.getHostCapabilities()], [SERVER.info, { serverTools: { listChanged: true } }]);
    assert.deepEqual(await app.callServerTool({ name: "gifts", arguments: { b: 2 } }), RESULT);
    await until(() => told.length === 2);
    assert.deepEqual(told, [{ arguments: { a: 1 } }, RESULT]);
    await app.close();
  });
}
