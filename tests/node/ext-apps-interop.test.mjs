// `mcp-widget/ext-apps` with the official hosts' library, in both of its versions: as the official `App` with it.

import assert from "node:assert/strict";
import test from "node:test";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import * as official from "@modelcontextprotocol/ext-apps";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import { InMemoryTransport as InMemoryTransport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { AppBridge as AppBridge1 } from "ext-apps-v1/app-bridge";
import { turn } from "../ext-apps/host.mjs";
import { host, widget } from "../ext-apps/talk.mjs";

const VERSIONS = { "2.0.4": [AppBridge, InMemoryTransport], "1.7.5": [AppBridge1, InMemoryTransport1] };

/** The official `App` tells the console of every ping, and of what comes early. */
console.log = console.debug = console.warn = () => {};

async function talk(library, Bridge, Memory) {
  const [near, far] = Memory.createLinkedPair();
  const { bridge, seen } = host(Bridge);
  await bridge.connect(far);
  const widgets = await widget(library, near, turn);
  return { host: seen, widget: widgets };
}

for (const [version, [Bridge, Memory]] of Object.entries(VERSIONS)) {
  for (const engine of ["js", "wasm"]) {
    test(`AppBridge ${version}, ${engine}`, { timeout: 20_000 }, async () => {
      const ours = await import(new URL(`../../pkg/ext-apps-${engine}.js`, import.meta.url));
      const expected = await talk(official, Bridge, Memory);
      assert.ok(expected.host.length > 20 && expected.widget.length > 20);
      assert.deepEqual(await talk(ours, Bridge, Memory), expected);
    });
  }
}
