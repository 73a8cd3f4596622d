// Widgets in React's StrictMode, which mounts each component twice: each use that the documents show.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import react from "react";
import { renderToString } from "react-dom/server";
import { counts, hosts } from "./support/life.mjs";

/** React as one module, with all that it does while one develops: what is built for production mounts once. */
async function bundle() {
  const contents = `
    export { StrictMode, createElement, useEffect, useState, useSyncExternalStore } from "react";
    export { flushSync } from "react-dom";
    export { createRoot, hydrateRoot } from "react-dom/client";`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    define: { "process.env.NODE_ENV": '"development"' },
  });
  return { "/react.js": outputFiles[0].contents };
}

const inHost = hosts(bundle);

/** A page that draws `App`, and takes it away when it is told to. What each component has mounted is in `mounts`. */
const page = (entry, app) => `
  import { StrictMode, createElement, useEffect, useState, useSyncExternalStore, createRoot, flushSync } from "react";
  import { connect } from "${entry}";
  window.mounts = [];
  window.heard = [];
  ${app}
  const root = (window.root = createRoot(document.body.appendChild(document.createElement("main"))));
  window.draw = () => flushSync(() => root.render(createElement(StrictMode, null, createElement(App))));
  window.leave = () => flushSync(() => root.unmount());
  draw();
  window.set = true;`;

for (const engine of ["wasm", "js"]) {
  const entry = `mcp-widget/${engine}`;

  inHost(`${engine}: connects in an effect, closes in its cleanup`, async ({ openFrame, inFrame, methods, until, ask, wait }) => {
    await openFrame("f", {
      script: page(entry, `
        const App = () => {
          const [result, setResult] = useState();
          useEffect(() => {
            const widget = connect({ name: "effect", version: "1" });
            mounts.push(widget);
            widget.on("toolresult", (value, { replayed, duplicate }) => (heard.push([mounts.indexOf(widget), replayed, duplicate]), setResult(value)));
            widget.onRequest("x/who", () => ({ by: mounts.indexOf(widget) }));
            return () => widget.close();
          }, []);
          return createElement("p", null, result ? result.structuredContent.b : "Waiting");
        };`),
    });
    await until("f", "ui/notifications/size-changed");
    await wait(200);
    const seen = await inFrame("f", async () => ({
      status: mounts.map((widget) => widget.getSnapshot().status),
      text: document.querySelector("p").textContent,
      heard,
      unread: await mounts[0].ready.catch(({ name }) => name),
      diagnostics: mounts.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)),
    }));
    assert.deepEqual(seen, { status: ["closed", "ready"], text: "2", heard: [[1, false, false]], unread: "ClosedError", diagnostics: seen.diagnostics });
    // The first one has begun, and never was: its handshake is answered to nobody.
    counts(await methods("f"), { "ui/initialize": 2, "ui/notifications/initialized": 1, "ui/notifications/size-changed": 1, "notifications/cancelled": 0 });
    assert.deepEqual(await ask("f", "x/who"), [{ by: 1 }]);
    assert.ok(seen.diagnostics.length <= 1, `${seen.diagnostics}`);
    const before = (await methods("f")).length;
    await inFrame("f", () => leave());
    await wait(300);
    assert.deepEqual(await inFrame("f", () => mounts.map((widget) => widget.getSnapshot().status)), ["closed", "closed"]);
    assert.equal((await methods("f")).length, before);
    assert.deepEqual(await ask("f", "ping"), []);
  });

  inHost(`${engine}: one widget of the module's, read by useSyncExternalStore`, async ({ openFrame, inFrame, methods, until, say, wait }) => {
    await openFrame("f", {
      script: page(entry, `
        const widget = (window.widget = connect({ name: "store", version: "1" }));
        window.renders = [];
        // It counts who is subscribed.
        window.subscribed = 0;
        const subscribe = (listener) => {
          const leave = widget.subscribe(listener);
          subscribed++;
          return () => (subscribed--, leave());
        };
        const Part = ({ name }) => {
          const snapshot = useSyncExternalStore(subscribe, widget.getSnapshot, widget.getSnapshot);
          renders.push(snapshot);
          return createElement("p", null, name, " ", snapshot.status, " ", snapshot.toolResult?.structuredContent.b);
        };
        const App = () => [createElement(Part, { key: 1, name: "one" }), createElement(Part, { key: 2, name: "two" })];`),
    });
    await until("f", "ui/notifications/size-changed");
    await wait(200);
    const texts = () => inFrame("f", () => [...document.querySelectorAll("p")].map(({ textContent }) => textContent));
    assert.deepEqual(await texts(), ["one ready 2", "two ready 2"]);
    await say("f", { method: "ui/notifications/tool-result", params: { content: [], structuredContent: { b: 3 } } });
    await wait(200);
    assert.deepEqual(await texts(), ["one ready 3", "two ready 3"]);
    const { renders, states, subscribed } = await inFrame("f", () => ({ renders: renders.length, states: new Set(renders).size, subscribed }));
    assert.equal(subscribed, 2);
    // Each of the two is drawn twice for each state, and not once more.
    assert.ok(renders <= 4 * states && states >= 3, `${renders} renders of ${states} states`);
    counts(await methods("f"), { "ui/initialize": 1, "ui/notifications/initialized": 1 });
    await inFrame("f", () => (widget.close(), new Promise((resolve) => setTimeout(resolve, 50))));
    assert.deepEqual(await texts(), ["one closed 3", "two closed 3"]);
    await inFrame("f", () => leave());
    assert.equal(await inFrame("f", () => subscribed), 0);
  });

  inHost(`${engine}: host styles, a tool and a teardown in effects`, async ({ openFrame, inFrame, methods, until, ask, say, wait }, browserPage) => {
    await browserPage.evaluate(() => void (window.context = { theme: "dark", styles: { variables: { "--a": "1px" }, css: { fonts: "@font-face { font-family: x; src: local('x') }" } } }));
    await openFrame("f", {
      script: page(entry, `
        const widget = (window.widget = connect({ name: "effects", version: "1" }, { capabilities: { tools: { listChanged: true } } }));
        const App = () => {
          useEffect(() => widget.applyHostStyles(), []);
          useEffect(() => {
            mounts.push("tool");
            const { remove } = widget.registerTool("pick", { description: "Picks" }, () => "picked " + mounts.length);
            return remove;
          }, []);
          useEffect(() => widget.onTeardown(() => void heard.push("teardown")), []);
          return createElement("p", null, "x");
        };`),
    });
    await until("f", "ui/notifications/size-changed");
    await wait(100);
    const look = () => inFrame("f", () => [document.documentElement.dataset.theme, document.documentElement.style.getPropertyValue("--a"), document.querySelectorAll("style").length]);
    assert.deepEqual(await look(), ["dark", "1px", 1]);
    assert.deepEqual(await ask("f", "tools/list"), [{ tools: [{ name: "pick", description: "Picks", inputSchema: { type: "object" } }] }]);
    assert.deepEqual(await ask("f", "tools/call", { name: "pick" }), [{ content: [{ type: "text", text: "picked 2" }] }]);
    assert.deepEqual(await ask("f", "ui/resource-teardown"), [{}]);
    assert.deepEqual(await inFrame("f", () => heard), ["teardown"]);
    await say("f", { method: "ui/notifications/host-context-changed", params: { theme: "light" } });
    await wait(50);
    assert.deepEqual((await look())[0], "light");
    // Away, and a change that concerns nobody; and again.
    await inFrame("f", () => leave());
    await say("f", { method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
    await wait(50);
    assert.deepEqual((await look())[0], "light");
    assert.deepEqual(await ask("f", "tools/list"), [{ tools: [] }]);
    await ask("f", "ui/resource-teardown");
    assert.deepEqual(await inFrame("f", () => heard), ["teardown"]);
    counts(await methods("f"), { "notifications/tools/list_changed": 1 });
  });
}

/** A component of the widget that it is given, for both sides. */
const part = ({ createElement, useSyncExternalStore }, widget) => () => {
  const { status, toolResult } = useSyncExternalStore(widget.subscribe, widget.getSnapshot, widget.getSnapshot);
  return createElement("p", null, status + (toolResult ? toolResult.structuredContent.b : ""));
};

inHost("what a server has drawn agrees with the first thing that a page draws", async ({ openFrame, inFrame, until, wait }) => {
  const { connect } = await import("../../pkg/js.js");
  const drawn = renderToString(react.createElement(part(react, connect({ name: "server", version: "1" }))));
  assert.equal(drawn, "<p>connecting</p>");
  await openFrame("f", {
    body: `<main>${drawn}</main>`,
    script: `
      import * as react from "react";
      import { connect } from "mcp-widget/js";
      window.complaints = [];
      const widget = connect({ name: "page", version: "1" });
      const Part = (${part})(react, widget);
      react.hydrateRoot(document.querySelector("main"), react.createElement(Part), { onRecoverableError: (error) => complaints.push(String(error)) });
      window.set = true;`,
  });
  await until("f", "ui/notifications/size-changed");
  await wait(100);
  assert.deepEqual(await inFrame("f", () => [document.querySelector("main").innerHTML, complaints]), ["<p>ready2</p>", []]);
});
