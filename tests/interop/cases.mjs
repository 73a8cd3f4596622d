// A widget and the official hosts' library, case by case: all that either may say to the other. `host` prepares the bridge and gives
// what the widget may order of it, `widget` does the rest where the widget is: in the same process, or in a frame of the host's page.

import { equal, ok, rejects, same } from "../behaviour/support/check.mjs";

/** What the host says of itself. */
export const HOST = {
  info: { name: "official-host", version: "3.2.1" },
  capabilities: {
    openLinks: {},
    downloadFile: {},
    serverTools: { listChanged: true },
    serverResources: {},
    logging: {},
    updateModelContext: { text: {}, structuredContent: {} },
    message: { text: {} },
    sampling: {},
  },
  context: {
    theme: "dark",
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width: 400, maxHeight: 6000 },
    locale: "de-DE",
    timeZone: "Europe/Berlin",
    platform: "web",
    deviceCapabilities: { touch: false, hover: true },
    safeAreaInsets: { top: 0, right: 0, bottom: 8, left: 0 },
    styles: { variables: { "--color-text-primary": "light-dark(#111, #eee)" }, css: { fonts: "@font-face{}" } },
    toolInfo: { id: 7, tool: { name: "suggest_gifts", inputSchema: { type: "object" } } },
  },
};

/** What the widget says of itself. */
export const INFO = { name: "interop", version: "1.0.0", title: "Interop" };
export const CAPABILITIES = { tools: { listChanged: true }, availableDisplayModes: ["inline", "fullscreen"] };

/** Both versions hand over the request's own things, in different places. */
const signalOf = (extra) => extra.mcpReq?.signal ?? extra.signal;
const LINK = "https://example.com/kite?a=1#b";
const FILES = [{ type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "a" } }];
const BLOCKS = [{ type: "text", text: "one" }];
const text = (words) => ({ type: "text", text: words });
const refused = (code, message, data) => Object.assign(new Error(message), { code, data });

/** A host that answers a method with what a function makes of its params, and tells which params came. */
const answering = (property, answer) => ({ bridge }) => {
  const got = [];
  bridge[property] = async (params) => (got.push(params), answer(params));
  return { got: () => got };
};

/** A host for methods that the bridge has no property for. */
const falling = (answers) => ({ bridge }) => {
  bridge.fallbackRequestHandler = async ({ method, params }) => {
    if (!answers[method]) throw refused(-32601, "Method not found");
    return answers[method](params);
  };
};

export const cases = {
  "each knows who the other is": {
    host: ({ bridge }) => ({ app: () => [bridge.getAppVersion(), bridge.getAppCapabilities()] }),
    async widget({ widget, order }) {
      const { info, capabilities, context, protocolVersion } = await widget.ready;
      same([info, capabilities, context, protocolVersion], [HOST.info, HOST.capabilities, HOST.context, "2026-01-26"]);
      same(await order("app"), [INFO, CAPABILITIES]);
    },
  },

  "tools/call, with arguments, _meta and result": {
    host: answering("oncalltool", ({ name, arguments: args, _meta: { progressToken, ...more } }) => ({ content: [text(name)], structuredContent: { got: args ?? null, token: typeof progressToken }, _meta: more })),
    async widget({ widget }) {
      const result = await widget.callTool("suggest_gifts", { budget: 5, list: [{ a: null }], text: "ä€😀" }, { _meta: { "x/y": [1] } });
      same(result, { content: [text("suggest_gifts")], structuredContent: { got: { budget: 5, list: [{ a: null }], text: "ä€😀" }, token: "number" }, _meta: { "x/y": [1] } });
      equal((await widget.callTool("none")).structuredContent.got, null);
    },
  },

  "tools/call: every kind of block arrives as it is": {
    host: answering("oncalltool", () => ({ content: BLOCK_KINDS })),
    async widget({ widget }) {
      same((await widget.callTool("all")).content, BLOCK_KINDS);
    },
  },

  "tools/call: a megabyte each way": {
    host: answering("oncalltool", ({ arguments: { payload } }) => ({ content: [], structuredContent: { payload } })),
    async widget({ widget }) {
      const payload = Array.from({ length: 10_000 }, (_, index) => ({ index, words: "ä".repeat(50) }));
      same((await widget.callTool("large", { payload })).structuredContent.payload, payload);
    },
  },

  "tools/call: a tool that fails resolves": {
    host: answering("oncalltool", () => ({ content: [text("none left")], isError: true })),
    async widget({ widget, api }) {
      const result = await widget.callTool("none");
      same([result.isError, api.textOf(result)], [true, "none left"]);
      const error = await rejects(widget.callTool("none", {}, { throwOnToolError: true }), { name: "ToolError", message: "none left" });
      same(error.result, result);
    },
  },

  "tools/call: a refusal rejects with its code and message": {
    host: answering("oncalltool", ({ name }) => {
      throw name === "plain" ? new Error("out of order") : refused(-32602, "Missing budget");
    }),
    async widget({ widget }) {
      await rejects(widget.callTool("bad"), { name: "McpError", code: -32602, message: /Missing budget/, method: "tools/call" });
      await rejects(widget.callTool("plain"), { name: "McpError", code: -32603, message: /out of order/ });
    },
  },

  "tools/call: a hundred at a time": {
    host: answering("oncalltool", async ({ arguments: { index } }) => {
      for (let turn = 0; turn < (index * 7) % 11; turn++) await null;
      return { content: [], structuredContent: { index } };
    }),
    async widget({ widget }) {
      const results = await Promise.all(Array.from({ length: 100 }, (_, index) => widget.callTool("n", { index })));
      results.forEach(({ structuredContent }, index) => equal(structuredContent.index, index));
    },
  },

  "tools/call: what is given up is aborted in the host, with the reason": {
    host: stalled,
    async widget({ widget, order }) {
      const controller = new AbortController();
      const call = rejects(widget.callTool("slow", {}, { signal: controller.signal }), { message: "changed my mind" });
      await order("called");
      controller.abort(new Error("changed my mind"));
      await call;
      ok((await order("aborted")).includes("changed my mind"));
    },
  },

  "tools/call: what takes too long is aborted in the host": {
    host: stalled,
    async widget({ widget, order }) {
      await rejects(widget.callTool("slow", {}, { timeout: 20 }), { name: "TimeoutError", timeout: 20 });
      ok((await order("aborted")).includes("timed out"));
    },
  },

  "tools/call: progress is heard, before the result, and gives more time": {
    host: ({ bridge }) => {
      bridge.oncalltool = async ({ _meta: { progressToken } }) => {
        for (const progress of [1, 2, 3, 4]) {
          await new Promise((resolve) => setTimeout(resolve, 110));
          await bridge.notification({ method: "notifications/progress", params: { progressToken, progress, total: 4, message: `step ${progress}` } });
        }
        return { content: [] };
      };
    },
    async widget({ widget }) {
      const heard = [];
      await widget.callTool("slow", {}, { timeout: 400, onprogress: (progress) => heard.push(progress) });
      same(heard.map(({ progress, total, message }) => [progress, total, message]), [1, 2, 3, 4].map((progress) => [progress, 4, `step ${progress}`]));
    },
  },

  "tools/list": {
    host: falling({ "tools/list": (params) => ({ tools: [{ name: "a", inputSchema: { type: "object" } }], nextCursor: params?.cursor ? undefined : "2" }) }),
    async widget({ widget }) {
      const page = await widget.listTools();
      same([page.tools[0].name, page.nextCursor], ["a", "2"]);
      equal((await widget.listTools({ cursor: "2" })).nextCursor, undefined);
    },
  },

  "resources/read, text and blob": {
    host: answering("onreadresource", ({ uri }) => ({ contents: [{ uri, mimeType: "text/plain", text: "catalog" }, { uri, blob: "AAEC" }] })),
    async widget({ widget }) {
      const uri = "gifts://catalogue";
      same((await widget.readResource(uri)).contents, [{ uri, mimeType: "text/plain", text: "catalog" }, { uri, blob: "AAEC" }]);
    },
  },

  "resources/read: none is a refusal": {
    host: answering("onreadresource", () => {
      throw refused(-32602, "Resource not found");
    }),
    async widget({ widget }) {
      await rejects(widget.readResource("gifts://none"), { name: "McpError", code: -32602, message: /Resource not found/ });
    },
  },

  "resources/list, page by page": {
    host: answering("onlistresources", (params) => (params?.cursor ? { resources: [{ uri: "a://b", name: "b" }] } : { resources: [{ uri: "a://a", name: "a" }], nextCursor: "next" })),
    async widget({ widget }) {
      const { resources, nextCursor } = await widget.listResources();
      const second = await widget.listResources({ cursor: nextCursor });
      same([...resources, ...second.resources].map(({ name }) => name), ["a", "b"]);
    },
  },

  "resources/templates/list": {
    host: answering("onlistresourcetemplates", () => ({ resourceTemplates: [{ uriTemplate: "gifts://{id}", name: "gift" }] })),
    async widget({ widget }) {
      same((await widget.listResourceTemplates()).resourceTemplates, [{ uriTemplate: "gifts://{id}", name: "gift" }]);
    },
  },

  "prompts/list and prompts/get": {
    host(context) {
      falling({ "prompts/get": ({ name, arguments: args }) => ({ messages: [{ role: "user", content: text(`${name} ${args.who}`) }] }) })(context);
      return answering("onlistprompts", () => ({ prompts: [{ name: "congratulate" }] }))(context);
    },
    async widget({ widget }) {
      const { prompts } = await widget.listPrompts();
      same(prompts, [{ name: "congratulate" }]);
      same((await widget.getPrompt(prompts[0].name, { who: "Ada" })).messages, [{ role: "user", content: text("congratulate Ada") }]);
    },
  },

  "sampling/createMessage": {
    host: answering("oncreatesamplingmessage", ({ messages }) => ({ role: "assistant", model: "m", content: text(`re: ${messages[0].content.text}`), stopReason: "endTurn" })),
    async widget({ widget }) {
      const answer = await widget.createMessage({ messages: [{ role: "user", content: text("hi") }], maxTokens: 10 });
      same(answer, { role: "assistant", model: "m", content: text("re: hi"), stopReason: "endTurn" });
    },
  },

  "ui/open-link": asking("onopenlink", (widget) => widget.openLink(LINK), { url: LINK }),
  "ui/download-file": asking("ondownloadfile", (widget) => widget.downloadFile(FILES), { contents: FILES }),
  "ui/message": asking("onmessage", (widget) => widget.sendMessage("one"), { role: "user", content: BLOCKS }),

  "ui/update-model-context": {
    host: answering("onupdatemodelcontext", () => ({})),
    async widget({ widget, order }) {
      same(await widget.updateModelContext({ content: BLOCKS, structuredContent: { a: 1 } }), {});
      same(await order("got"), [{ content: BLOCKS, structuredContent: { a: 1 } }]);
    },
  },

  "ui/request-display-mode": {
    host: answering("onrequestdisplaymode", ({ mode }) => ({ mode: mode === "pip" ? "inline" : mode })),
    async widget({ widget, order }) {
      equal(await widget.requestDisplayMode("fullscreen"), "fullscreen");
      equal(await widget.requestDisplayMode("pip"), "inline");
      same(await order("got"), [{ mode: "fullscreen" }, { mode: "pip" }]);
    },
  },

  "ui/request-display-mode: a host that does not serve it stays as it is": {
    host: () => {},
    async widget({ widget }) {
      equal(await widget.requestDisplayMode("fullscreen"), "inline");
    },
  },

  "a method that nobody serves is refused": {
    host: () => {},
    async widget({ widget }) {
      await rejects(widget.request("x/unknown", { a: 1 }), { name: "McpError", code: -32601, method: "x/unknown" });
      await rejects(widget.openLink(LINK), { name: "RefusedError", method: "ui/open-link" });
      await rejects(widget.callTool("any"), { name: "McpError", code: -32601 });
    },
  },

  "ping, either way": {
    host: ({ bridge }) => ({ ping: () => asks(bridge, "ping") }),
    async widget({ widget, order }) {
      same(await widget.request("ping"), {});
      same(await order("ping"), {});
    },
  },

  "what the widget notifies of arrives": {
    host: ({ bridge }) => {
      const got = [];
      for (const [name, property] of [["size", "onsizechange"], ["log", "onloggingmessage"], ["teardown", "onrequestteardown"]]) bridge[property] = (params) => void got.push([name, params]);
      bridge.fallbackNotificationHandler = async ({ method, params }) => void got.push([method, params]);
      return { got: () => got };
    },
    async widget({ widget, order, settled }) {
      widget.sendSize({ width: 300, height: 99.2 });
      widget.sendSize({ height: 5 });
      const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
      for (const level of levels) widget.log(level, { level }, "interop");
      widget.notify("notifications/tools/list_changed");
      widget.notify("x/private", { a: 1 });
      widget.requestTeardown();
      await settled();
      const got = await order("got");
      const of = (name) => got.filter(([known]) => known === name).map(([, params]) => params);
      same(of("size"), [{ width: 300, height: 100 }, { height: 5 }]);
      same(of("log"), levels.map((level) => ({ level, logger: "interop", data: { level } })));
      same(of("x/private"), [{ a: 1 }]);
      same([of("notifications/tools/list_changed").length, of("teardown").length, got.length], [1, 1, 13]);
    },
  },

  "tool input, partial and whole, then the result": {
    host: ({ bridge }) => ({
      say: async () => {
        await bridge.sendToolInputPartial({ arguments: { a: "b" } });
        await bridge.sendToolInputPartial({ arguments: { a: "bi", list: [1] } });
        await bridge.sendToolInput({ arguments: { a: "bird", list: [1, 2] } });
        await bridge.sendToolResult({ content: [text("r")], structuredContent: { b: 1 }, _meta: { viewUUID: "1" } });
      },
    }),
    async widget({ widget, order, settled }) {
      const heard = [];
      for (const type of ["toolinputpartial", "toolinput", "toolresult"]) widget.on(type, (value) => heard.push([type, value]));
      await order("say");
      await settled();
      const result = { content: [text("r")], structuredContent: { b: 1 }, _meta: { viewUUID: "1" } };
      same(heard, [["toolinputpartial", { a: "b" }], ["toolinputpartial", { a: "bi", list: [1] }], ["toolinput", { a: "bird", list: [1, 2] }], ["toolresult", result]]);
      const { toolInput, toolInputPartial, toolResult, toolCancelled } = widget.getSnapshot();
      same([toolInput, toolInputPartial, toolResult, toolCancelled], [{ a: "bird", list: [1, 2] }, undefined, result, undefined]);
      // Who comes late hears the same.
      const late = [];
      for (const type of ["toolresult", "toolinput"]) widget.on(type, (value, { replayed }) => late.push([type, replayed]));
      await settled();
      same(late, [["toolinput", true], ["toolresult", true]]);
    },
  },

  "a tool that was cancelled": {
    host: ({ bridge }) => ({ say: async () => (await bridge.sendToolInput({ arguments: {} }), await bridge.sendToolCancelled({ reason: "user" }), await bridge.sendToolCancelled({})) }),
    async widget({ widget, order, settled }) {
      const heard = [];
      widget.on("toolcancelled", (value) => heard.push(value));
      await order("say");
      await settled();
      same(heard, [{ reason: "user" }, {}]);
      same(widget.getSnapshot().toolResult, undefined);
    },
  },

  "a changed context is merged; only what changed is told": {
    host: ({ bridge }) => ({
      set: () => bridge.setHostContext({ ...HOST.context, theme: "light", locale: "en-GB" }),
      send: () => bridge.sendHostContextChange({ displayMode: "fullscreen", containerDimensions: { width: 1000, height: 800 } }),
    }),
    async widget({ widget, order, settled }) {
      const heard = [];
      widget.on("hostcontextchanged", (change) => heard.push(change));
      await order("set");
      await order("send");
      await settled();
      const dimensions = { width: 1000, height: 800 };
      same(heard, [{ theme: "light", locale: "en-GB" }, { displayMode: "fullscreen", containerDimensions: dimensions }]);
      same(widget.host.context, { ...HOST.context, theme: "light", locale: "en-GB", displayMode: "fullscreen", containerDimensions: dimensions });
    },
  },

  "lists that changed are told of": {
    host: ({ bridge }) => ({ say: async () => (await bridge.sendToolListChanged(), await bridge.sendResourceListChanged(), await bridge.sendPromptListChanged()) }),
    async widget({ widget, order, settled }) {
      const heard = [];
      widget.on("notification", ({ method }) => heard.push(method));
      await order("say");
      await settled();
      same(heard, ["tools", "resources", "prompts"].map((what) => `notifications/${what}/list_changed`));
    },
  },

  "what is meant for the sandbox is passed over": {
    host: ({ bridge }) => ({ say: () => bridge.sendSandboxResourceReady({ html: "<p>" }) }),
    async widget({ widget, order, settled }) {
      widget.on("notification", ({ method }) => ok(false, method));
      await order("say");
      await settled();
    },
  },

  "ui/resource-teardown is answered without a handler": {
    host: ({ bridge }) => ({ teardown: () => bridge.teardownResource({}) }),
    async widget({ order }) {
      same(await order("teardown"), {});
    },
  },

  "ui/resource-teardown waits for what is saved, and calls are made meanwhile": {
    host: ({ bridge }) => {
      const saved = [];
      bridge.oncalltool = async ({ arguments: { draft } }) => (saved.push(draft), { content: [] });
      return { teardown: async () => [await bridge.teardownResource({}), saved] };
    },
    async widget({ widget, order }) {
      widget.onTeardown(() => widget.callTool("save", { draft: "kite" }));
      same(await order("teardown"), [{}, ["kite"]]);
    },
  },

  "ui/resource-teardown: a handler that fails keeps nobody waiting": {
    host: ({ bridge }) => ({ teardown: () => bridge.teardownResource({}) }),
    async widget({ widget, order, takeTroubles }) {
      widget.onTeardown(() => {
        throw new Error("in the handler");
      });
      widget.onTeardown(() => new Promise(() => {}));
      same(await order("teardown"), {});
      same(takeTroubles(), ["in the handler"]);
    },
  },

  "the host calls the widget's tools": {
    host: ({ bridge }) => ({
      list: () => bridge.listTools({}),
      call: (params) => bridge.callTool(params).then((result) => ({ result }), ({ code, message }) => ({ code, message })),
    }),
    async widget({ widget, order, api }) {
      widget.onRequest("tools/list", () => ({ tools: [{ name: "pick", inputSchema: { type: "object" } }] }));
      widget.onRequest("tools/call", async ({ name, arguments: args }) => {
        if (name !== "pick") throw new api.McpError(-32602, `No tool is called ${name}`);
        return { content: [text("picked")], structuredContent: args };
      });
      same((await order("list")).tools, [{ name: "pick", inputSchema: { type: "object" } }]);
      same((await order("call", { name: "pick", arguments: { gift: 1 } })).result, { content: [text("picked")], structuredContent: { gift: 1 } });
      const { code, message } = await order("call", { name: "other" });
      equal(code, -32602);
      ok(message.includes("No tool is called other"), message);
    },
  },

  "a request that the widget does not serve is refused": {
    host: ({ bridge }) => ({ call: () => bridge.callTool({ name: "any" }).then(() => ({}), ({ code }) => ({ code })) }),
    async widget({ order }) {
      same(await order("call"), { code: -32601 });
    },
  },

  "the host hears of progress, and gives a request up": {
    host: ({ bridge }) => {
      const controller = new AbortController();
      const heard = [];
      return {
        call: () => bridge.callTool({ name: "slow" }, { signal: controller.signal, onprogress: (progress) => (heard.push(progress.progress), controller.abort("enough")) }).then(() => "done", () => heard),
      };
    },
    async widget({ widget, order }) {
      let aborted;
      widget.onRequest("tools/call", ({ _meta }, { signal }) => {
        widget.notify("notifications/progress", { progressToken: _meta.progressToken, progress: 0.5 });
        aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        return new Promise(() => {});
      });
      same(await order("call"), [0.5]);
      await aborted;
    },
  },
};

const BLOCK_KINDS = [
  { type: "text", text: "one", annotations: { audience: ["user"], priority: 0.5 } },
  { type: "image", data: "AAEC", mimeType: "image/png" },
  { type: "audio", data: "AAEC", mimeType: "audio/wav" },
  { type: "resource_link", uri: "gifts://a", name: "a" },
  { type: "resource", resource: { uri: "gifts://b", text: "b" } },
];

/** A tool that never ends, and what becomes of its signal. */
function stalled({ bridge }) {
  let called;
  let aborted;
  const orders = { called: () => wasCalled, aborted: () => wasAborted };
  const wasCalled = new Promise((resolve) => (called = resolve));
  const wasAborted = new Promise((resolve) => (aborted = resolve));
  bridge.oncalltool = (params, extra) => {
    const signal = signalOf(extra);
    signal.addEventListener("abort", () => aborted(String(signal.reason?.message ?? signal.reason)));
    called();
    return new Promise(() => {});
  };
  return orders;
}

/** What the host may refuse: granted, refused in its answer, refused by an error. */
function asking(property, ask, params) {
  return {
    host(context) {
      const answers = [{}, { isError: true }];
      return answering(property, () => {
        if (answers.length === 0) throw refused(-32000, "denied by the user");
        return answers.shift();
      })(context);
    },
    async widget({ widget, order }) {
      same(await ask(widget), {});
      await rejects(ask(widget), { name: "RefusedError", reason: "" });
      const { cause } = await rejects(ask(widget), { name: "RefusedError", reason: /denied by the user/ });
      equal(cause.code, -32000);
      same(await order("got"), [params, params, params]);
    },
  };
}

/** A request for which the bridge has no method; the first version of its base takes a schema for the answer, which it only calls. */
const anything = { parse: (value) => value, safeParse: (data) => ({ success: true, data }), safeParseAsync: async (data) => ({ success: true, data }) };
const asks = (bridge, method) => bridge.request({ method, params: {} }, anything);
