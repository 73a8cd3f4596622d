// A widget in a sandboxed frame against the official hosts' library, in both of its versions.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";
import { build } from "esbuild";
import { cases } from "../interop/cases.mjs";
import { checkFrame } from "../support/schema.mjs";
import { launch, openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

const VERSIONS = { "2.0.4": "@modelcontextprotocol/ext-apps/app-bridge", "1.7.5": "ext-apps-v1/app-bridge" };
const PLACES = { "opaque origin": "allow-scripts", "same origin": "allow-scripts allow-same-origin allow-forms" };

let server;
let browser;
let opened;
let current;

/** The library as one script. */
async function bundle(module) {
  const { outputFiles } = await build({
    stdin: { contents: `export { AppBridge, PostMessageTransport } from ${JSON.stringify(module)};`, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0].contents;
}

before(async () => {
  const bundling = Promise.all(Object.entries(VERSIONS).map(async ([version, module]) => [`/official-${version}.js`, await bundle(module)]));
  [server, browser] = await Promise.all([serve(), launch()]);
  for (const [path, contents] of await bundling) server.files.set(path, contents);
  opened = await openPage(browser, `${server.url}/pages/interop.html`);
  await opened.page.waitForFunction("window.openInterop");
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Runs a case in a frame; gives what the widget has sent. */
async function run(engine, sandbox, parameters) {
  const { page, complaints } = opened;
  if (current !== engine + sandbox) await page.evaluate((options) => window.openInterop(options), { engine, sandbox });
  current = engine + sandbox;
  const { error, sent, complaints: words } = await page.evaluate((given) => window.runInterop(...given), parameters);
  // What failed may have left something behind: the next case gets a new frame.
  if (error) current = undefined;
  assert.ok(!error, error);
  assert.deepEqual(words, []);
  assert.deepEqual(complaints.splice(0), []);
  sent.filter(({ method }) => method?.startsWith("ui/")).forEach(checkFrame);
  assert.equal(sent.filter(({ method }) => method === "ui/notifications/initialized").length, 1);
  return sent;
}

for (const engine of ["wasm", "js"]) {
  for (const [place, sandbox] of Object.entries(PLACES)) {
    for (const version of Object.keys(VERSIONS)) {
      for (const name of Object.keys(cases)) {
        test(`${engine}, ${place}, AppBridge ${version}: ${name}`, { timeout: 30_000 }, () => run(engine, sandbox, [version, name]));
      }
    }
  }
}

for (const version of Object.keys(VERSIONS)) {
  test(`AppBridge ${version}: a host that listens too late is asked again`, { timeout: 30_000 }, async () => {
    const sent = await run("js", PLACES["opaque origin"], [version, "each knows who the other is", 400]);
    const ids = sent.filter(({ method }) => method === "ui/initialize").map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
  });
}
