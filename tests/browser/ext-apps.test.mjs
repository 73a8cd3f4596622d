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

test("a page that is not embedded is told so at once", { timeout: 30_000 }, async () => {
  const { page } = await openPage(browser, `${server.url}/pages/ext-apps-host.html`);
  const ends = await page.evaluate(async () => {
    const { App, PostMessageTransport } = await import("/pkg/ext-apps-js.js");
    const end = (app, transport) => app.connect(transport).then(() => "connected", ({ name, code }) => `${name} ${code}`);
    const make = () => new App({ name: "a", version: "1" });
    return Promise.all([end(make()), end(make(), new PostMessageTransport(window.parent, window.parent))]);
  });
  assert.deepEqual(ends, ["SdkError NOT_CONNECTED", "SdkError NOT_CONNECTED"]);
  await page.close();
});

/** Runs a script in a frame of a hand-made host, which answers a call with the name of its tool; gives what the script says, and what came. */
async function inFrame(script) {
  const { page, complaints } = await openPage(browser, `${server.url}/pages/ext-apps-host.html`);
  const end = await page.evaluate(async (script) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    const frames = [];
    const said = new Promise((resolve) => {
      window.addEventListener("message", ({ source, data }) => {
        // A document that is gone has no window any more.
        if (data.said) return resolve(data.said);
        if (source !== frame.contentWindow) return;
        frames.push(data);
        const answer = (result) => setTimeout(() => source.postMessage({ jsonrpc: "2.0", id: data.id, result }, "*"), 20);
        if (data.method === "ui/initialize") answer({ protocolVersion: "2026-01-26", hostInfo: { name: data.params.appInfo.name, version: "1" }, hostCapabilities: {}, hostContext: {} });
        if (data.method === "tools/call") answer({ content: [{ type: "text", text: data.params.name }] });
        if (data.method === "notifications/message") source.postMessage({ jsonrpc: "2.0", id: "teardown", method: "ui/resource-teardown", params: {} }, "*");
      });
    });
    frame.srcdoc = `<!doctype html><body></body><script type="module">
      import { App } from "/pkg/ext-apps-js.js";
      const make = (name) => new App({ name, version: "1" }, {}, { autoResize: false });
      const say = (said) => parent.postMessage({ said }, "*");
      ${script}
    </` + "script>";
    document.body.append(frame);
    return { said: await said, frames };
  }, script);
  assert.deepEqual(complaints, []);
  await page.close();
  return end;
}

test("two of them in a window do not take each other's answers, and a request is answered once", { timeout: 30_000 }, async () => {
  const { said, frames } = await inFrame(`
    const [one, two] = [make("one"), make("two")];
    const seen = [];
    one.onteardown = () => (seen.push("one"), {});
    two.onteardown = () => (seen.push("two"), {});
    await Promise.all([one.connect(), two.connect()]);
    const results = await Promise.all([one, two, one].map((app, call) => app.callServerTool({ name: "tool " + call })));
    await one.sendLog({ level: "info", data: "end" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    say({ hosts: [one, two].map((app) => app.getHostVersion().name), texts: results.map(({ content }) => content[0].text), seen });
  `);
  assert.deepEqual(said, { hosts: ["one", "two"], texts: ["tool 0", "tool 1", "tool 2"], seen: ["one", "two"] });
  assert.equal(frames.filter(({ id }) => id === "teardown").length, 1);
});

test("one that is made, closed and made anew, as React's strict mode does it, is one", { timeout: 30_000 }, async () => {
  const { said } = await inFrame(`
    const first = make("first");
    const end = first.connect().catch(({ code }) => code);
    await first.close();
    const second = make("second");
    await second.connect();
    const { content } = await second.callServerTool({ name: "tool" });
    say({ end: await end, host: second.getHostVersion().name, first: first.getHostVersion()?.name ?? null, text: content[0].text });
  `);
  assert.deepEqual(said, { end: "CONNECTION_CLOSED", host: "second", first: null, text: "tool" });
});

test("the page's end is a teardown", { timeout: 30_000 }, async () => {
  const { said } = await inFrame(`
    const app = make("app");
    app.onteardown = (params) => (say(params), {});
    await app.connect();
    location.href = "about:blank";
  `);
  assert.deepEqual(said, { reason: "pagehide" });
});
