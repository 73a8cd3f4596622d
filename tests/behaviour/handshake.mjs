// Connecting: what is sent when, and what of the host's answer is used.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, isError, ok, rejects, same, throws } from "./support/check.mjs";
import { HOST, Refusal } from "./support/host.mjs";

const SILENT = { "ui/initialize": () => undefined };

export const cases = {
  "connect is synchronous": async ({ dial, api, engine }) => {
    const { widget } = dial(SILENT);
    ok(widget instanceof api.Widget);
    equal(widget.engine, engine);
    equal(widget.host, undefined);
    same(widget.getSnapshot(), { status: "connecting" });
    same(widget.diagnostics, []);
  },

  "ui/initialize says who the widget is and what it can do": async ({ dial }) => {
    const capabilities = Object.freeze({ availableDisplayModes: ["inline", "fullscreen"], experimental: { "x/y": {} } });
    const { host } = dial(SILENT, { info: Object.freeze({ name: "gift-ideas", version: "2.0.0", title: "Gifts" }), capabilities });
    const { id, ...frame } = await host.until("ui/initialize");
    ok(Number.isSafeInteger(id) && id > 0);
    const params = { appInfo: { name: "gift-ideas", version: "2.0.0", title: "Gifts" }, appCapabilities: { ...capabilities }, protocolVersion: "2026-01-26" };
    same(frame, { jsonrpc: "2.0", method: "ui/initialize", params });
  },

  "without capabilities, none are claimed": async ({ dial }) => {
    const { host } = dial(SILENT);
    same((await host.until("ui/initialize")).params.appCapabilities, {});
  },

  "initialized is sent exactly once, before the calls that waited, which keep their order": async ({ dial }) => {
    const { widget, host } = dial({ ...SILENT, "tools/call": echo, "resources/read": () => ({ contents: [] }) });
    const calls = [widget.callTool("one"), widget.readResource("a://b"), widget.callTool("two")];
    widget.notify("notifications/message", { level: "info", data: 1 });
    const initialize = await host.until("ui/initialize");
    await host.flush();
    same(host.frames.map(({ method }) => method), ["ui/initialize"]);
    await host.reply(initialize, HOST);
    await Promise.all([...calls, widget.ready]);
    await host.flush();
    const methods = host.frames.map(({ method }) => method);
    same(methods, ["ui/initialize", "ui/notifications/initialized", "tools/call", "resources/read", "tools/call", "notifications/message"]);
    same(host.frames[1], { jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} });
    same(host.sent("tools/call").map(({ params }) => params.name), ["one", "two"]);
  },

  "ready resolves with the host, which stays available": async ({ open }) => {
    const { widget } = await open();
    const host = await widget.ready;
    same(host, { info: HOST.hostInfo, capabilities: HOST.hostCapabilities, context: HOST.hostContext, protocolVersion: "2026-01-26" });
    equal(widget.host, host);
    same(widget.getSnapshot(), { status: "ready", host });
    same(widget.diagnostics, []);
  },

  "unanswered, it is sent again after 1, 3 and 7 s with new ids, and given up after 30 s": async ({ dial, clock }) => {
    const time = clock();
    const { widget, host } = dial(SILENT);
    const call = rejects(widget.callTool("never"), { name: "NoHostError", method: "tools/call" });
    const counts = [];
    for (const step of [0, 999, 1, 1_999, 1, 3_999, 1, 22_999]) {
      await time.advance(step);
      await host.flush();
      counts.push(host.sent("ui/initialize").length);
    }
    same(counts, [1, 1, 2, 2, 3, 3, 4, 4]);
    equal(new Set(host.sent("ui/initialize").map(({ id }) => id)).size, 4);
    equal(widget.getSnapshot().status, "connecting");
    await time.advance(1);
    isError(await rejects(widget.ready), { name: "NoHostError", method: "ui/initialize" });
    await call;
    await rejects(widget.callTool("later"), { name: "NoHostError" });
    const { status, error } = widget.getSnapshot();
    equal(status, "failed");
    equal(error.name, "NoHostError");
    await time.advance(100_000);
    await host.flush();
    equal(host.frames.length, 4, "nothing but attempts was sent");
  },

  "the answer to any attempt counts, and only one": async ({ dial, clock }) => {
    const time = clock();
    const { widget, host } = dial(SILENT);
    await time.advance(3_500);
    await host.flush();
    const [first, second, third] = host.sent("ui/initialize");
    await host.reply(second, HOST);
    await widget.ready;
    await host.reply(first, { ...HOST, hostInfo: { name: "second thoughts", version: "9" } });
    await host.refuse(third, { code: -32603, message: "too late" });
    await time.advance(60_000);
    await host.flush();
    equal(widget.host.info.name, "scripted-host");
    equal(widget.getSnapshot().status, "ready");
    equal(host.sent("ui/initialize").length, 3);
    equal(host.sent("ui/notifications/initialized").length, 1);
    same(widget.diagnostics, []);
  },

  "any protocol version is accepted": async ({ open }) => {
    for (const protocolVersion of ["2025-06-18", "2099-12-31", "draft", ""]) {
      const { widget } = await open({ "ui/initialize": () => ({ ...HOST, protocolVersion }) });
      equal(widget.host.protocolVersion, protocolVersion);
      same(widget.diagnostics, []);
    }
  },

  "missing members get defaults and diagnostics": async ({ open }) => {
    const { widget } = await open({ "ui/initialize": () => ({}) });
    same(widget.host, { info: { name: "unknown", version: "0" }, capabilities: {}, context: {}, protocolVersion: "2026-01-26" });
    same(
      widget.diagnostics.map(({ code, path }) => [code, path]),
      ["hostInfo", "hostCapabilities", "hostContext", "protocolVersion"].map((name) => ["field-missing", `/result/${name}`]),
    );
  },

  "members of the wrong type get defaults and diagnostics": async ({ open }) => {
    for (const wrong of [null, "text", 7, true, []]) {
      const answer = { protocolVersion: wrong === "text" ? 1 : wrong, hostInfo: wrong, hostCapabilities: wrong, hostContext: wrong };
      const { widget } = await open({ "ui/initialize": () => answer });
      same(widget.host, { info: { name: "unknown", version: "0" }, capabilities: {}, context: {}, protocolVersion: "2026-01-26" });
      same(codes(widget), Array(4).fill("field-type"));
    }
  },

  "half a hostInfo is completed on a copy": async ({ open }) => {
    const { widget } = await open({ "ui/initialize": () => ({ ...HOST, hostInfo: { name: "half", extra: [1] } }) });
    same(widget.host.info, { name: "half", extra: [1], version: "0" });
    same(widget.diagnostics.map(({ path }) => path), ["/result/hostInfo/version"]);
  },

  "a result that is no object is a host without properties": async ({ open }) => {
    for (const result of [null, [], "yes", 1]) {
      const { widget } = await open({ "ui/initialize": () => result });
      equal(widget.getSnapshot().status, "ready");
      ok(codes(widget).includes("result-type"));
    }
  },

  "what no specification names is kept": async ({ open }) => {
    const hostContext = { theme: "sepia", "openai/deepLink": { url: "x" }, toolCall: { toolCallId: "7" } };
    const hostCapabilities = { serverTools: {}, experimental: { "openai/files": {} }, telepathy: { range: 3 } };
    const { widget } = await open({ "ui/initialize": () => ({ ...HOST, hostContext, hostCapabilities, more: 1 }) });
    same(widget.host.context, hostContext);
    same(widget.host.capabilities, hostCapabilities);
    same(widget.diagnostics, []);
  },

  "a refusal fails ready, what waits, and what comes later": async ({ dial }) => {
    const data = { supported: ["x"] };
    const { widget, host } = dial({ "ui/initialize": () => new Refusal({ code: -32000, message: "No widgets today", data }) });
    const waiting = rejects(widget.callTool("a"));
    const wanted = { name: "McpError", code: -32000, message: "No widgets today", data };
    await rejects(widget.ready, { ...wanted, method: "ui/initialize" });
    isError(await waiting, wanted);
    await rejects(widget.callTool("b"), wanted);
    equal(widget.getSnapshot().status, "failed");
    isError(widget.getSnapshot().error, wanted);
    await host.flush();
    equal(host.frames.length, 1);
  },

  "ready that fails unseen is no unhandled rejection": async ({ dial, turn }) => {
    const { host } = dial({ "ui/initialize": () => new Refusal({ code: 1, message: "no" }) });
    await host.flush();
    await turn();
    await turn();
  },

  "an answer whose id is spelled as a string counts": async ({ dial }) => {
    const { widget, host } = dial(SILENT);
    const { id } = await host.until("ui/initialize");
    await host.say({ jsonrpc: "2.0", id: String(id), result: HOST });
    await widget.ready;
    same(codes(widget), ["id-spelled"]);
  },

  "what arrives before and with the answer is heard": async ({ dial, turn }) => {
    const { widget, host } = dial(SILENT);
    const initialize = await host.until("ui/initialize");
    const heard = [];
    widget.on("toolinput", (value) => heard.push(["input", value]));
    widget.on("toolresult", (value) => heard.push(["result", value.structuredContent]));
    await host.notify("ui/notifications/tool-input", { arguments: { a: 1 } });
    const reply = host.reply(initialize, HOST);
    await Promise.all([reply, host.notify("ui/notifications/tool-result", tool({ b: 2 })), widget.ready]);
    await turn();
    same(heard, [["input", { a: 1 }], ["result", { b: 2 }]]);
  },

  "a request during the handshake is answered": async ({ dial }) => {
    const { host } = dial(SILENT);
    await host.until("ui/initialize");
    same(await host.ask("early", "ping"), { jsonrpc: "2.0", id: "early", result: {} });
  },

  "a call's deadline starts when it is sent": async ({ dial, clock }) => {
    const time = clock();
    const { widget, host } = dial(SILENT, { timeout: 500 });
    const call = rejects(widget.callTool("slow"), { name: "TimeoutError", timeout: 500 });
    await time.advance(2_000);
    await host.reply(await host.until("ui/initialize", 2), HOST);
    await host.until("tools/call");
    await time.advance(499);
    await host.flush();
    equal(host.sent("notifications/cancelled").length, 0);
    await time.advance(1);
    await call;
    await host.until("notifications/cancelled");
  },

  "closed during the handshake, everything ends at once": async ({ dial, clock }) => {
    const time = clock();
    const { widget, host } = dial(SILENT);
    await host.until("ui/initialize");
    const call = rejects(widget.callTool("a"), { name: "ClosedError", method: "tools/call" });
    widget.close();
    await rejects(widget.ready, { name: "ClosedError" });
    await call;
    equal(time.count, 0, "timers");
    await time.advance(40_000);
    await host.flush();
    equal(host.frames.length, 1);
  },

  "bad information is refused before anything is sent": async ({ api, delivery }) => {
    for (const info of [null, "name", 7, [], new Map(), new Date(0), () => {}]) {
      throws(() => api.connect(info, delivery === "post" ? {} : { transport: { send: () => ok(false, "sent") } }), { name: "TypeError" });
    }
    throws(() => api.connect({ name: "a", version: "1" }, { capabilities: [], transport: { send() {} } }), { name: "TypeError", message: /capabilities/ });
  },

  "no information at all is refused": async ({ api, widgets }) => {
    const connect = () => widgets.push(api.connect(undefined, { transport: { send() {} } }));
    throws(connect, { name: "TypeError", message: /info/ });
  },

  "a bad default timeout is refused": async ({ api }) => {
    for (const timeout of [-1, NaN, "5", null, {}]) {
      throws(() => api.connect({ name: "a", version: "1" }, { timeout, transport: { send() {} } }), { name: "TypeError", message: /timeout/ });
    }
  },
};
