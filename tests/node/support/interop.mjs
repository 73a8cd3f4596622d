// A widget against the official hosts' library, over the official transport in memory.

import assert from "node:assert/strict";
import test from "node:test";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { AppBridge as AppBridge1 } from "ext-apps-v1/app-bridge";
import { InMemoryTransport as InMemoryTransport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { checkFrame } from "../../support/schema.mjs";

const pkg = new URL("../../../pkg/", import.meta.url);
const INFO = { name: "interop", version: "1.0.0" };

/** The library's own complaints, which are part of the result. */
function watchConsole() {
  const complaints = [];
  const { warn, error } = console;
  console.warn = console.error = (...words) => void complaints.push(words.join(" "));
  return {
    complaints,
    restore: () => Object.assign(console, { warn, error }),
  };
}

const cases = {
  "shakes hands": async ({ bridge, widget }) => {
    const host = await widget.ready;
    assert.deepEqual(host.info, { name: "official-host", version: "3.2.1" });
    assert.deepEqual(host.capabilities, { openLinks: {}, serverTools: {}, logging: {} });
    assert.equal(host.context.theme, "dark");
    assert.deepEqual(bridge.getAppVersion(), INFO);
    assert.deepEqual(bridge.getAppCapabilities(), { availableDisplayModes: ["inline"] });
    assert.deepEqual(widget.diagnostics, []);
  },

  "calls a tool": async ({ bridge, widget }) => {
    bridge.oncalltool = async (params) => ({ content: [{ type: "text", text: params.name }], structuredContent: { got: params.arguments } });
    const result = await widget.callTool("suggest_gifts", { budget: 5, list: [{ a: null }] });
    assert.deepEqual(result.content, [{ type: "text", text: "suggest_gifts" }]);
    assert.deepEqual(result.structuredContent, { got: { budget: 5, list: [{ a: null }] } });
  },

  "a tool that fails resolves, a refusal rejects with its code": async ({ bridge, widget, api }) => {
    bridge.oncalltool = async ({ name }) => {
      if (name === "bad") throw Object.assign(new Error("Missing budget"), { code: -32602, data: { path: ["budget"] } });
      return { content: [{ type: "text", text: "none" }], isError: true };
    };
    assert.equal((await widget.callTool("none")).isError, true);
    await assert.rejects(widget.callTool("none", {}, { throwOnToolError: true }), (error) => error instanceof api.ToolError);
    await assert.rejects(widget.callTool("bad"), (error) => error.name === "McpError" && error.code === -32602 && /Missing budget/.test(error.message));
  },

  "gives a call up, and the host's signal aborts": async ({ bridge, widget }) => {
    const controller = new AbortController();
    const aborted = new Promise((resolve) => {
      bridge.oncalltool = (params, extra) => {
        const signal = extra.mcpReq?.signal ?? extra.signal;
        signal.addEventListener("abort", () => resolve(signal.reason));
        queueMicrotask(() => controller.abort(new Error("changed my mind")));
        return new Promise(() => {});
      };
    });
    await assert.rejects(widget.callTool("slow", {}, { signal: controller.signal }), /changed my mind/);
    assert.match(String((await aborted)?.message ?? (await aborted)), /changed my mind/);
  },

  "hears of progress": async ({ bridge, widget, transport }) => {
    bridge.oncalltool = async (params, extra) => {
      const { progressToken } = params._meta ?? extra._meta ?? {};
      await transport.send({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } });
      return { content: [] };
    };
    const heard = [];
    await widget.callTool("slow", {}, { onprogress: (progress) => heard.push(progress.progress) });
    assert.deepEqual(heard, [1]);
  },

  "reads resources, opens links, sends messages": async ({ bridge, widget }) => {
    bridge.onreadresource = async ({ uri }) => ({ contents: [{ uri, text: "catalog" }] });
    bridge.onopenlink = async () => ({});
    bridge.onmessage = async () => ({ isError: true });
    assert.deepEqual((await widget.readResource("mcp://a/b")).contents, [{ uri: "mcp://a/b", text: "catalog" }]);
    assert.deepEqual(await widget.request("ui/open-link", { url: "https://example.com/" }), {});
    assert.equal((await widget.request("ui/message", { role: "user", content: [{ type: "text", text: "hi" }] })).isError, true);
  },

  "hears what the host says": async ({ bridge, widget }) => {
    await bridge.sendToolInputPartial({ arguments: { a: 1 } });
    await bridge.sendToolInput({ arguments: { a: 12 } });
    await bridge.sendToolResult({ content: [{ type: "text", text: "r" }], structuredContent: { b: 1 } });
    await bridge.sendToolCancelled({ reason: "c" });
    await bridge.setHostContext({ theme: "light", locale: "de" });
    await new Promise(setImmediate);
    const { toolInput, toolInputPartial, toolResult, toolCancelled, host } = widget.getSnapshot();
    assert.deepEqual({ toolInput, toolInputPartial, toolCancelled }, { toolInput: { a: 12 }, toolInputPartial: undefined, toolCancelled: { reason: "c" } });
    assert.deepEqual(toolResult, { content: [{ type: "text", text: "r" }], structuredContent: { b: 1 } });
    assert.equal(host.context.theme, "light");
    assert.equal(host.context.locale, "de");
    assert.deepEqual(widget.diagnostics, []);
  },

  "answers teardown, with a handler and without": async ({ bridge, widget }) => {
    assert.deepEqual(await bridge.teardownResource({}), {});
    const seen = [];
    widget.onTeardown((params) => void seen.push(params));
    assert.deepEqual(await bridge.teardownResource({}), {});
    assert.equal(seen.length, 1);
  },

  "notifies": async ({ bridge, widget }) => {
    const size = new Promise((resolve) => (bridge.onsizechange = resolve));
    const logged = new Promise((resolve) => (bridge.onloggingmessage = resolve));
    widget.sendSize({ width: 10, height: 20 });
    widget.log("info", "x");
    assert.deepEqual(await size, { width: 10, height: 20 });
    assert.equal((await logged).data, "x");
  },

  "a hundred calls in parallel": async ({ bridge, widget }) => {
    bridge.oncalltool = async ({ arguments: { index } }) => {
      for (let turn = 0; turn < (index * 7) % 11; turn++) await null;
      return { content: [], structuredContent: { index } };
    };
    const results = await Promise.all(Array.from({ length: 100 }, (_, index) => widget.callTool("n", { index })));
    results.forEach(({ structuredContent }, index) => assert.equal(structuredContent.index, index));
  },

  "the host closes": async ({ bridge, widget }) => {
    bridge.oncalltool = () => new Promise(() => {});
    const call = assert.rejects(widget.callTool("a"), { name: "ClosedError" });
    await new Promise(setImmediate);
    await bridge.close();
    await call;
    assert.equal(widget.getSnapshot().status, "closed");
  },
};

export function interop(entry) {
  for (const [version, Bridge, Memory] of [
    ["2.0.4", AppBridge, InMemoryTransport],
    ["1.7.5", AppBridge1, InMemoryTransport1],
  ]) {
    for (const [name, body] of Object.entries(cases)) {
      test(`AppBridge ${version}: ${name}`, async () => {
        const api = await import(new URL(`${entry}.js`, pkg));
        const { complaints, restore } = watchConsole();
        const [ours, theirs] = Memory.createLinkedPair();
        const sent = [];
        const { send } = ours;
        ours.send = (message, ...more) => (sent.push(message), send.call(ours, message, ...more));
        const bridge = new Bridge(null, { name: "official-host", version: "3.2.1" }, { openLinks: {}, serverTools: {}, logging: {} }, { hostContext: { theme: "dark" } });
        const initialized = new Promise((resolve) => (bridge.oninitialized = resolve));
        let widget;
        try {
          await bridge.connect(theirs);
          widget = api.connect(INFO, { transport: ours, capabilities: { availableDisplayModes: ["inline"] } });
          await Promise.all([widget.ready, initialized]);
          await body({ bridge, widget, api, transport: theirs });
        } finally {
          widget?.close();
          restore();
        }
        sent.filter(({ method }) => method?.startsWith("ui/")).forEach(checkFrame);
        assert.deepEqual(complaints, []);
      });
    }
  }
}
