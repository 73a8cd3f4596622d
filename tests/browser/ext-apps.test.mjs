// `mcp-widget/ext-apps` in a sandboxed frame with the official hosts' library, in both of its versions: as the official `App` there.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";
import { build } from "esbuild";
import { alike, comparable } from "../ext-apps/frames.mjs";
import { launch, openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

const LIBRARIES = {
  "/official-2.0.4.js": 'export { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";',
  "/official-1.7.5.js": 'export { AppBridge, PostMessageTransport } from "ext-apps-v1/app-bridge";',
  "/official-app.js": 'export { App, PostMessageTransport } from "@modelcontextprotocol/ext-apps";',
};

let server;
let browser;
let opened;

async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0].contents;
}

before(async () => {
  const bundling = Promise.all(Object.entries(LIBRARIES).map(async ([path, contents]) => [path, await bundle(contents)]));
  [server, browser] = await Promise.all([serve(), launch()]);
  for (const [path, contents] of await bundling) server.files.set(path, contents);
  opened = await openPage(browser, `${server.url}/pages/ext-apps-host.html`);
  await opened.page.waitForFunction("window.talk");
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function talk(options) {
  const { error, record, complaints } = await opened.page.evaluate((given) => window.talk(given), options);
  assert.ok(!error, error);
  assert.deepEqual([complaints, opened.complaints.splice(0)], [[], []]);
  return { ...record, frames: comparable(record.frames) };
}

for (const version of ["2.0.4", "1.7.5"]) {
  for (const sandbox of ["allow-scripts", "allow-scripts allow-same-origin"]) {
    for (const way of ["default", "transport"]) {
      test(`AppBridge ${version}, ${sandbox}, ${way}`, { timeout: 60_000 }, async () => {
        const expected = await talk({ version, library: "/official-app.js", way, sandbox });
        expected.frames = expected.frames.map(alike);
        assert.ok(expected.frames.length > 20 && expected.host.length > 20 && expected.widget.length > 20);
        for (const engine of ["js", "wasm"]) assert.deepEqual(await talk({ version, library: `/pkg/ext-apps-${engine}.js`, way, sandbox }), expected);
      });
    }
  }
}
