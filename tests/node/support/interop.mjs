// A widget against the official hosts' library, over the official transport in memory.

import assert from "node:assert/strict";
import test from "node:test";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { AppBridge as AppBridge1 } from "ext-apps-v1/app-bridge";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemoryTransport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { perform, prepare } from "../../interop/bridges.mjs";
import { cases } from "../../interop/cases.mjs";
import { HOST, INFO } from "../../interop/who.mjs";
import { checkFrame } from "../../support/schema.mjs";

const pkg = new URL("../../../pkg/", import.meta.url);

/** `inputSchema` is how that version's server wants it. */
const VERSIONS = [
  { version: "2.0.4", Bridge: AppBridge, Memory: InMemoryTransport, Client, Server: McpServer, inputSchema: z.object({ budget: z.number() }) },
  { version: "1.7.5", Bridge: AppBridge1, Memory: InMemoryTransport1, Client: Client1, Server: McpServer1, inputSchema: { budget: z.number() } },
];

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

/** Exceptions of listeners and handlers. */
const troubles = [];
globalThis.reportError = (error) => void troubles.push(error.message);

const turn = () => new Promise(setImmediate);

/** What only a transport in memory can show. */
const inMemory = {
  "the host closes": async ({ api, bridge, ours, theirs }) => {
    bridge.oncalltool = () => new Promise(() => {});
    await bridge.connect(theirs);
    const widget = api.connect(INFO, { transport: ours });
    await widget.ready;
    await turn();
    const call = assert.rejects(widget.callTool("a"), { name: "ClosedError" });
    await turn();
    await bridge.close();
    await call;
    assert.equal(widget.getSnapshot().status, "closed");
  },

  "the widget closes": async ({ api, bridge, ours, theirs }) => {
    const closed = new Promise((resolve) => (bridge.onclose = resolve));
    await bridge.connect(theirs);
    const widget = api.connect(INFO, { transport: ours });
    await widget.ready;
    const teardown = assert.rejects(bridge.callTool({ name: "a" }));
    widget.close();
    await Promise.all([closed, teardown]);
  },

  "a widget that is taken down and opened anew is served as the first one was": async ({ api, Bridge, Memory }) => {
    for (const round of [1, 2]) {
      const [ours, theirs] = Memory.createLinkedPair();
      const bridge = new Bridge(null, HOST.info, HOST.capabilities, { hostContext: HOST.context });
      bridge.oninitialized = () => void bridge.sendToolInput({ arguments: { round } });
      await bridge.connect(theirs);
      const widget = api.connect(INFO, { transport: ours });
      const input = await new Promise((resolve) => widget.on("toolinput", resolve));
      assert.deepEqual(input, { round });
      assert.deepEqual(await bridge.teardownResource({}), {});
      widget.close();
    }
  },

  "both attempts of the handshake are answered, and one counts": async ({ api, bridge, ours, theirs, complaints }) => {
    let initialized = 0;
    bridge.oninitialized = () => void initialized++;
    // The first answer gets lost, as where a listener is attached too late.
    const { send } = theirs;
    let lost;
    theirs.send = async (message, ...more) => (lost === undefined ? void (lost = message) : send.call(theirs, message, ...more));
    await bridge.connect(theirs);
    const widget = api.connect(INFO, { transport: ours });
    await widget.ready;
    assert.deepEqual(widget.host.info, HOST.info);
    ours.onmessage(lost);
    await turn();
    assert.equal(widget.getSnapshot().status, "ready");
    assert.equal(initialized, 1);
    assert.deepEqual(widget.diagnostics, []);
    widget.close();
    // The bridge says that it was asked twice; it has answered all the same.
    assert.ok(complaints.splice(0).every((words) => /initialize/i.test(words)));
  },
};

/** A real server, and the bridge in front of it. */
async function withServer({ Bridge, Memory, Client, Server, inputSchema, theirs }) {
  const server = new Server({ name: "gifts", version: "1" });
  let stalls;
  const stalled = new Promise((resolve) => (stalls = resolve));
  server.registerTool("suggest", { inputSchema }, ({ budget }) => ({ content: [{ type: "text", text: "one" }], structuredContent: { budget }, _meta: { "x/y": 1 } }));
  server.registerTool("fails", { inputSchema }, () => {
    throw new Error("none left");
  });
  server.registerTool("stalls", { inputSchema }, (args, extra) => new Promise(() => (extra.mcpReq?.signal ?? extra.signal).addEventListener("abort", () => stalls("aborted"))));
  server.registerResource("catalogue", "gifts://catalogue", {}, ({ href }) => ({ contents: [{ uri: href, text: "kite" }] }));
  server.registerPrompt("congratulate", {}, () => ({ messages: [] }));
  const [near, far] = Memory.createLinkedPair();
  const client = new Client({ name: "host", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  const bridge = new Bridge(client, HOST.info, HOST.capabilities, { hostContext: HOST.context });
  await bridge.connect(theirs);
  return { server, bridge, stalled };
}

inMemory["a real server behind the bridge"] = async (context) => {
  const { server, stalled } = await withServer(context);
  const widget = context.api.connect(INFO, { transport: context.ours });
  await widget.ready;
  await turn();
  assert.deepEqual(await widget.callTool("suggest", { budget: 5 }), { content: [{ type: "text", text: "one" }], structuredContent: { budget: 5 }, _meta: { "x/y": 1 } });
  const failed = await widget.callTool("fails", { budget: 5 });
  assert.deepEqual([failed.isError, context.api.textOf(failed)], [true, "none left"]);
  // A name that the server does not know is a failure in one version of it, an error in the other.
  const unknown = await widget.callTool("unknown").catch((error) => error);
  assert.ok(unknown.isError || (unknown.name === "McpError" && unknown.code === -32602), JSON.stringify(unknown));
  assert.deepEqual((await widget.readResource("gifts://catalogue")).contents, [{ uri: "gifts://catalogue", text: "kite" }]);
  await assert.rejects(widget.readResource("gifts://none"), { name: "McpError" });
  assert.deepEqual((await widget.listResources()).resources.map(({ uri }) => uri), ["gifts://catalogue"]);
  assert.deepEqual((await widget.listPrompts()).prompts.map(({ name }) => name), ["congratulate"]);
  const changed = new Promise((resolve) => widget.on("notification", ({ method }) => resolve(method)));
  server.registerTool("more", {}, () => ({ content: [] }));
  assert.equal(await changed, "notifications/tools/list_changed");
  await assert.rejects(widget.callTool("stalls", { budget: 1 }, { signal: AbortSignal.timeout(20) }), { name: "TimeoutError" });
  assert.equal(await stalled, "aborted", "as far as the server");
  assert.deepEqual(widget.diagnostics, []);
  widget.close();
  await server.close();
};

export async function interop(entry) {
  const api = await import(new URL(`${entry}.js`, pkg));
  for (const known of VERSIONS) {
    const { version, Bridge, Memory } = known;
    const inVersion = (name, body) =>
      test(`AppBridge ${version}: ${name}`, { timeout: 20_000 }, async () => {
        const { complaints, restore } = watchConsole();
        const [ours, theirs] = Memory.createLinkedPair();
        const sent = [];
        const { send } = ours;
        ours.send = (message, ...more) => (sent.push(structuredClone(message)), send.call(ours, message, ...more));
        try {
          await body({ ...known, api, ours, theirs, complaints });
        } finally {
          await ours.close();
          restore();
        }
        sent.filter(({ method }) => method?.startsWith("ui/")).forEach(checkFrame);
        assert.deepEqual(complaints, []);
        assert.deepEqual(troubles.splice(0), []);
      });

    for (const name of Object.keys(cases)) {
      inVersion(name, async ({ ours, theirs }) => {
        const { bridge, orders } = prepare(Bridge, name);
        await bridge.connect(theirs);
        const order = async (what, value) => orders[what](value);
        await perform(name, { api, options: { transport: ours }, order, turn, inMemory: true, takeTroubles: () => troubles.splice(0) });
      });
    }

    for (const [name, body] of Object.entries(inMemory)) {
      inVersion(name, (context) => body({ ...context, bridge: new Bridge(null, HOST.info, HOST.capabilities, { hostContext: HOST.context }) }));
    }
  }
}
