// Pages that stop for a while and go on: kept for the way back (the back/forward cache), or held.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launchKeeping } from "../support/chromium.mjs";
import { openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), launchKeeping()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** For how long, in milliseconds: longer than the shorter deadlines. */
const STOP = 1_500;

/** In the page: a widget whose host is a channel's other end, and what happened to it, in `story`. */
const WIDGET = `
  const { connect } = await import("/pkg/ENGINE.js");
  window.story = [];
  window.sent = [];
  const transport = { send: (frame) => void sent.push(frame) };
  window.say = (message) => transport.onmessage({ jsonrpc: "2.0", ...message });
  window.widget = connect({ name: "kept", version: "1" }, { transport, autoResize: true });
  say({ id: sent[0].id, result: { hostContext: {} } });
  await widget.ready;
  widget.onTeardown(({ reason }) => void story.push(reason));
  widget.on("toolresult", ({ structuredContent }, { duplicate }) => story.push([structuredContent.n, duplicate]));
  say({ method: "ui/notifications/tool-result", params: { content: [], structuredContent: { n: 1 } } });
  window.addEventListener("pageshow", ({ persisted }) => (window.persisted = persisted));`;

for (const engine of ["wasm", "js"]) {
  test(`${engine}: a page of its own goes and comes back`, { timeout: 60_000 }, async (t) => {
    const { page, complaints } = await openPage(browser, `${server.url}/pages/empty.html`);
    try {
      await page.evaluate(`(async () => { ${WIDGET.replace("ENGINE", engine)}
        window.call = widget.callTool("slow", {}, { timeout: 60_000 });
        window.short = widget.callTool("short", {}, { timeout: 500 }).catch(({ name }) => name);
      })()`);
      await page.goto(`${server.url}/pages/frame.html?other`);
      await page.waitForTimeout(STOP);
      await page.goBack({ waitUntil: "commit" });
      if (!(await page.evaluate(() => window.persisted))) return t.skip("this browser keeps no pages");
      const seen = await page.evaluate(async () => {
        const answer = (name, n) => say({ id: sent.find(({ params }) => params?.name === name).id, result: { content: [], structuredContent: { n } } });
        const short = await window.short;
        answer("slow", 5);
        const slow = (await window.call).structuredContent.n;
        say({ method: "ui/notifications/tool-result", params: { content: [], structuredContent: { n: 1 } } });
        say({ method: "ui/notifications/tool-result", params: { content: [], structuredContent: { n: 2 } } });
        const next = widget.callTool("next");
        answer("next", 6);
        return { short, slow, next: (await next).structuredContent.n, status: widget.getSnapshot().status, story: story.splice(0), methods: sent.map(({ method }) => method).filter((method) => !/size/.test(method)) };
      });
      assert.deepEqual(seen, {
        // Its time was over while nobody could answer; a longer one goes on.
        short: "TimeoutError",
        slow: 5,
        next: 6,
        status: "ready",
        story: [[1, false], "pagehide", [1, true], [2, false]],
        methods: ["ui/initialize", "ui/notifications/initialized", "tools/call", "tools/call", "notifications/cancelled", "tools/call"],
      });
      // It may go again, and say so again; closed, it does not.
      for (const wanted of [["pagehide"], []]) {
        await page.goto(`${server.url}/pages/frame.html?other`);
        await page.goBack({ waitUntil: "commit" });
        assert.deepEqual(await page.evaluate(() => (widget.close(), [persisted, story.splice(0)])), [true, wanted]);
      }
      assert.deepEqual(complaints, []);
    } finally {
      await page.close();
    }
  });

  test(`${engine}: a frame goes with its host's page and comes back`, { timeout: 60_000 }, async (t) => {
    const { page, complaints } = await openPage(browser, `${server.url}/pages/life.html`);
    try {
      await page.waitForFunction("window.loaded");
      await page.evaluate((name) => {
        window.addEventListener("pageshow", ({ persisted }) => (window.persisted = persisted));
        window.openFrame("f", {
          body: '<div id="box" style="height:137px"></div>',
          script: `
            import { connect } from "mcp-widget/${name}";
            window.widget = connect({ name: "frame", version: "1" });
            const gone = [];
            widget.onTeardown(({ reason }) => void gone.push(reason));
            widget.onRequest("x/grow", () => void (box.style.height = "200px"));
            widget.onRequest("x/call", () => widget.callTool("again").then(({ structuredContent }) => ({ said: structuredContent.name, gone })));`,
        });
        return window.until("f", "ui/notifications/size-changed");
      }, engine);
      await page.goto(`${server.url}/pages/frame.html?other`);
      await page.waitForTimeout(STOP);
      await page.goBack({ waitUntil: "commit" });
      if (!(await page.evaluate(() => window.persisted))) return t.skip("this browser keeps no pages with frames");
      const seen = await page.evaluate(async () => {
        const called = await window.ask("f", "x/call");
        await window.ask("f", "x/grow");
        await window.wait(200);
        return { called, sizes: window.sizes("f"), methods: window.methods("f").filter((method) => /^ui/.test(method)) };
      });
      assert.deepEqual(seen, {
        called: [{ said: "again", gone: ["pagehide"] }],
        sizes: [137, 200],
        methods: ["ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed", "ui/notifications/size-changed"],
      });
      assert.deepEqual(complaints, []);
    } finally {
      await page.close();
    }
  });

  test(`${engine}: a page that stands still: an answer that has come meanwhile goes before its deadline`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await openPage(browser, `${server.url}/pages/empty.html`);
    const control = await page.context().newCDPSession(page);
    try {
      await page.evaluate(async (name) => {
        // A thread is the host: it goes on, and answers what is called "answered".
        const host = () => {
          onmessage = ({ data: { id, method, params } }) => {
            if (method === "ui/initialize") postMessage({ jsonrpc: "2.0", id, result: {} });
            if (params?.name === "answered") setTimeout(() => postMessage({ jsonrpc: "2.0", id, result: { content: [], structuredContent: { n: 1 } } }), 700);
          };
        };
        const { connect } = await import(`/pkg/${name}.js`);
        const wire = new Worker(URL.createObjectURL(new Blob([`(${host})()`])));
        const transport = { send: (frame) => wire.postMessage(frame) };
        wire.onmessage = ({ data }) => transport.onmessage(data);
        const widget = connect({ name: "still", version: "1" }, { transport });
        await widget.ready;
        // For how long no timer came.
        let last = performance.now();
        window.still = 0;
        setInterval(() => {
          window.still = Math.max(still, performance.now() - last);
          last = performance.now();
        }, 20);
        const told = (name) => widget.callTool(name, {}, { timeout: 400 }).then(({ structuredContent }) => structuredContent.n, (error) => error.name);
        window.ends = Promise.all([told("answered"), told("never")]);
      }, engine);
      // A headless page can be neither hidden nor frozen. At a breakpoint it stands as still as that.
      await control.send("Debugger.enable");
      await control.send("Debugger.pause");
      await new Promise((resolve) => setTimeout(resolve, STOP));
      await control.send("Debugger.resume");
      const { ends, still } = await page.evaluate(async () => ({ ends: await window.ends, still: window.still }));
      assert.ok(still > 1_000, `it stood still for ${Math.round(still)} ms only`);
      assert.deepEqual(ends, [1, "TimeoutError"]);
      assert.deepEqual(complaints, []);
    } finally {
      await page.close();
    }
  });
}
