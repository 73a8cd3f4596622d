// The window that everybody shares.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same, throws } from "./support/check.mjs";
import { disguise } from "./support/disguise.mjs";
import { HOST } from "./support/host.mjs";

/** What else is said in a window: nobody's business. */
const FOREIGN = [
  "text",
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
  "[object Object]",
  5,
  null,
  undefined,
  true,
  {},
  [],
  [1, 2],
  [{ type: "x" }],
  { type: "x" },
  { type: "x", token: "t", payload: { id: 1, result: {} } },
  { type: "sunpeak/ready" },
  { type: "sunpeak/action", payload: {} },
  { source: "react-devtools-content-script", payload: { event: "operations", payload: [1] } },
  { source: "react-devtools-bridge", hello: true },
  { type: "webpackOk", data: undefined },
  { method: "x/y", params: {} },
  { method: "ping", id: 1 },
  { id: 1, method: "tools/call", params: {} },
  { jsonrpc: "1.0", id: 1, method: "ping" },
  { jsonrpc: 2, id: 1, method: "ping" },
  { id: 12345 },
  { result: 1 },
  { id: 5, result: {} },
  { id: "x", error: { code: 1, message: "theirs" } },
  new Map([["jsonrpc", "2.0"]]),
  new Date(0),
];

export const cases = {
  "foreign frames are ignored in silence": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    widget.on("notification", ({ method }) => ok(false, method));
    for (const message of FOREIGN) await host.say(message);
    await host.flush();
    equal(host.frames.length, 2, "frames");
    same(widget.diagnostics, []);
    equal((await widget.callTool("next")).structuredContent.name, "next");
  },

  "frames that look like a reply but belong to nobody change nothing": async ({ open }) => {
    const { widget, host } = await open();
    const call = widget.callTool("a");
    const frame = await host.until("tools/call");
    await host.say({ id: frame.id });
    await host.say({ id: frame.id + 1, result: tool("wrong") });
    await host.say({ type: "reply", id: String(frame.id), payload: {} });
    await host.reply(frame, tool("right"));
    equal((await call).structuredContent, "right");
  },

  "our own echo is ignored": async ({ open }) => {
    const { widget, host } = await open();
    const call = widget.callTool("a");
    const frame = await host.until("tools/call");
    window.postMessage({ jsonrpc: "2.0", id: frame.id, result: tool("forged") }, "*");
    window.postMessage({ jsonrpc: "2.0", id: "forged", method: "ping" }, "*");
    window.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool("forged") }, "*");
    await host.flush();
    await host.reply(frame, tool("real"));
    equal((await call).structuredContent, "real");
    equal(host.repliesTo("forged").length, 0);
    equal(widget.getSnapshot().toolResult, undefined);
    same(widget.diagnostics, []);
  },

  "another frame cannot speak for the host": async ({ open, newFrame }) => {
    const { widget, host } = await open();
    const call = widget.callTool("a");
    const frame = await host.until("tools/call");
    const forged = [
      { jsonrpc: "2.0", id: frame.id, result: tool("forged") },
      { jsonrpc: "2.0", id: "forged", method: "ping" },
      { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool("forged") },
    ];
    const child = await newFrame(`for (const message of ${JSON.stringify(forged)}) parent.postMessage(message, "*"); parent.postMessage("done", "*")`);
    await host.flush();
    await host.reply(frame, tool("real"));
    equal((await call).structuredContent, "real");
    equal(host.repliesTo("forged").length, 0);
    equal(widget.getSnapshot().toolResult, undefined);
    same(widget.diagnostics, []);
    child.remove();
  },

  "an event that a script dispatches is ignored, unless it names the parent": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolresult", ({ structuredContent }) => heard.push(structuredContent));
    const dispatch = (source, value) => window.dispatchEvent(new MessageEvent("message", { source, data: { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool(value) } }));
    dispatch(null, "none");
    dispatch(window, "self");
    dispatch(window.parent, "parent");
    await host.flush();
    same(heard, ["parent"]);
  },

  "a dispatched event's getters are harmless": async ({ open }) => {
    const { widget } = await open({ "tools/call": echo });
    const data = { jsonrpc: "2.0", get method() { throw new Error("getter"); }, id: 1 };
    window.dispatchEvent(new MessageEvent("message", { source: window.parent, data }));
    window.dispatchEvent(new MessageEvent("message", { source: window.parent, data: new Proxy({}, { get() { throw new Error("trap"); }, getPrototypeOf() { throw new Error("trap"); } }) }));
    equal((await widget.callTool("next")).structuredContent.name, "next");
  },

  "a widget that could not be made answers for no other": async ({ api, open }) => {
    const { addEventListener } = window;
    window.addEventListener = () => {
      throw new Error("no listeners");
    };
    throws(() => api.connect({ name: "t", version: "1" }, { autoResize: false }), { message: "no listeners" });
    window.addEventListener = addEventListener;
    const { host } = await open();
    same((await host.ask(1, "ping", {})).result, {});
    same((await host.ask(2, "x/nobody", {})).error.code, -32601);
  },

  "a page need not keep its widget to keep its listeners": async ({ open }) => {
    const { host, widget } = await open();
    const heard = new Promise((resolve) => widget.on("toolresult", resolve));
    await host.notify("ui/notifications/tool-result", tool(1));
    equal((await heard).structuredContent, 1);
  },

  "VS Code: the parent is replaced by a Proxy of another window after the start": async ({ dial }) => {
    const undo = disguise();
    try {
      const { widget, host } = dial({ "ui/initialize": () => HOST, "tools/call": echo });
      await widget.ready;
      same((await widget.callTool("a", { b: 1 })).structuredContent.echoed, { b: 1 });
      same((await host.ask(1, "ping")).result, {});
      await host.notify("ui/notifications/tool-result", tool(1));
      equal(widget.getSnapshot().toolResult.structuredContent, 1);
      same(widget.diagnostics, []);
      // The disguise stays on while the listener goes.
      widget.close();
      await host.notify("ui/notifications/tool-result", tool(2));
      equal(widget.getSnapshot().toolResult.structuredContent, 1);
    } finally {
      undo();
    }
  },

  "VS Code: the parent is replaced while a widget is connected": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const { parent } = window;
    const descriptor = Object.getOwnPropertyDescriptor(window, "parent");
    const posted = [];
    Object.defineProperty(window, "parent", { configurable: true, value: { postMessage: (...parameters) => (posted.push(parameters.slice(1)), parent.postMessage(...parameters)) } });
    try {
      widget.notify("x/y");
      await host.until("x/y");
      same(posted, [["*"]], "two arguments, and any origin");
      // The old parent is a stranger now.
      const call = widget.callTool("a");
      await host.until("tools/call");
      await host.flush();
      await host.say({ jsonrpc: "2.0", id: "stranger", method: "ping" });
      await host.flush();
      equal(host.repliesTo("stranger").length, 0);
      Object.defineProperty(window, "parent", descriptor);
      await host.reply(host.sent("tools/call")[0], tool("late"));
      equal((await call).structuredContent, "late");
    } finally {
      Object.defineProperty(window, "parent", descriptor);
    }
  },

  "a parent that throws when it is asked is no parent for now": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const descriptor = Object.getOwnPropertyDescriptor(window, "parent");
    Object.defineProperty(window, "parent", { configurable: true, get() { throw new Error("no parent"); } });
    try {
      await rejects(widget.callTool("a"));
    } finally {
      Object.defineProperty(window, "parent", descriptor);
    }
    await widget.callTool("next");
    equal(host.sent("tools/call").length, 1);
  },

  "the result is the object of the event": async ({ open }) => {
    const { widget, host } = await open();
    let data;
    const listener = (event) => event.source === window.parent && event.data?.result && (data = event.data);
    window.addEventListener("message", listener);
    const call = widget.callTool("a");
    await host.reply(await host.until("tools/call"), tool({ a: 1 }));
    const result = await call;
    window.removeEventListener("message", listener);
    equal(result, data.result);
  },
};
