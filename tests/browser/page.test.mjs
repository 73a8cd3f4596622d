// The package in whole pages: at the top, with the official library beside it, and under the policies of hosts.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";
import { build } from "esbuild";
import { launch, openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

let server;
let browser;

before(async () => {
  const bundling = build({
    entryPoints: [fileURLToPath(new URL("pages/official.mjs", import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  [server, browser] = await Promise.all([serve(), launch()]);
  server.files.set("/official.js", (await bundling).outputFiles[0].contents);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A test in a page of its own. */
function inPage(name, path, body) {
  test(name, { timeout: 30_000 }, async () => {
    const { page, complaints } = await openPage(browser, `${server.url}/pages/${path}`);
    try {
      await body(page);
      assert.deepEqual(complaints, []);
    } finally {
      await page.close();
    }
  });
}

/** Tests, one after the other, on one page with these widgets in one frame. */
function shared(title, options, bodies) {
  let opened;
  const names = Object.keys(bodies);
  for (const name of names) {
    test(`${title}: ${name}`, { timeout: 30_000 }, async () => {
      opened ??= openShared(options);
      const { page, complaints } = await opened;
      try {
        const order = (what) => page.evaluate((given) => window.order(given), what);
        const ask = (method, params) => page.evaluate((given) => window.askShared(...given), [options.app ? 2 : 1, method, params]);
        await bodies[name]({ page, order, ask });
        assert.deepEqual(await page.evaluate(() => window.strays()), []);
        assert.deepEqual(complaints, []);
      } finally {
        if (name === names.at(-1)) await page.close();
      }
    });
  }
}

async function openShared(options) {
  const opened = await openPage(browser, `${server.url}/pages/shared.html`);
  await opened.page.waitForFunction("window.openShared");
  assert.deepEqual(await opened.page.evaluate((given) => window.openShared(given), options), { ready: true });
  return opened;
}

const ENTRIES = { auto: "mcp-widget", wasm: "mcp-widget/wasm.js", js: "mcp-widget/js.js", slim: "mcp-widget/slim.js" };
const pair = (entry) => [entry, entry];

for (const title of ["wasm", "js"]) {
  for (const app of [true, false]) {
    // The App answers each request too, and never but once.
    const others = app ? 1 : 0;

    shared(`${title}: two widgets${app ? " and the official App" : ""}`, { entries: pair(ENTRIES[title]), app }, {
      "no reply reaches the wrong one": async ({ page, order }) => {
        assert.deepEqual(await order("calls"), { wrong: [], made: app ? 120 : 80 });
        assert.equal(await page.evaluate(() => window.sent("ui/initialize")), 2 + others);
        assert.equal(await page.evaluate(() => window.sent("ui/notifications/initialized")), 2 + others);
        if (!app) assert.deepEqual(await order("diagnostics"), [[], []]);
      },

      "all hear what the host says": async ({ page, order, ask }) => {
        await page.evaluate(async () => {
          await window.bridge.sendToolInput({ arguments: { a: 1 } });
          await window.bridge.sendToolResult({ content: [], structuredContent: { b: 2 } });
        });
        await ask("ping");
        for (const { status, toolInput, toolResult, host } of await order("snapshots")) {
          assert.deepEqual([status, toolInput, toolResult.structuredContent, host.info.name], ["ready", { a: 1 }, { b: 2 }, "official-host"]);
        }
      },

      "ping is answered once by us": async ({ ask }) => {
        assert.deepEqual((await ask("ping")).map(({ result }) => result), Array(1 + others).fill({}));
      },

      "what nobody serves is refused once by us": async ({ ask }) => {
        assert.deepEqual((await ask("x/unknown")).map(({ error }) => error?.code), Array(1 + others).fill(-32601));
      },

      "what one of us serves is answered once by us": async ({ order, ask }) => {
        await order("serve");
        const replies = await ask("x/served", { a: 1 });
        assert.deepEqual(replies.filter(({ result }) => result).map(({ result }) => result), [{ by: "the last widget" }]);
        assert.equal(replies.length, 1 + others);
      },

      "when one is closed, the other answers": async ({ order, ask }) => {
        await order("closeFirst");
        assert.equal((await ask("ping")).length, 1 + others);
        assert.equal((await ask("x/served")).filter(({ result }) => result).length, 1);
      },
    });
  }
}

for (const [first, ...others] of [["wasm", "js", "auto", "slim"], ["js", "auto", "wasm", "slim"], ["auto", "wasm", "js"], ["slim", "js", "auto"]]) {
  shared(`${first} first`, { entries: [first, ...others].map((name) => ENTRIES[name]), app: false }, {
    "the entries in one page share its engine": async ({ order, ask }) => {
      const count = 1 + others.length;
      assert.deepEqual(await order("engines"), Array(count).fill(first === "js" ? "js" : "wasm"));
      assert.deepEqual(await order("calls"), { wrong: [], made: 40 * count });
      assert.equal((await ask("ping")).length, 1);
    },
  });
}

for (const entry of ["mcp-widget", "mcp-widget/wasm", "mcp-widget/js", "mcp-widget/slim"]) {
  inPage(`${entry}: importing it does nothing`, "empty.html", async (page) => {
    const done = await page.evaluate(async (name) => {
      const happened = [];
      const wrap = (object, key) => {
        const real = object[key];
        object[key] = function (...values) {
          happened.push(key);
          return new.target ? new real(...values) : real.apply(this, values);
        };
      };
      for (const key of ["setTimeout", "setInterval", "requestAnimationFrame", "queueMicrotask", "fetch", "atob", "postMessage", "addEventListener"]) wrap(window, key);
      for (const key of ["addEventListener", "dispatchEvent"]) wrap(EventTarget.prototype, key);
      for (const key of ["Module", "Instance", "compile", "instantiate", "validate"]) wrap(WebAssembly, key);
      const globals = new Set(Reflect.ownKeys(window));
      const html = document.documentElement.outerHTML;
      await import(name);
      const added = Reflect.ownKeys(window).filter((key) => !globals.has(key)).map(String);
      return { happened, added, changed: html !== document.documentElement.outerHTML };
    }, entry);
    assert.deepEqual(done, { happened: [], added: [], changed: false });
  });
}

for (const entry of ["mcp-widget", "mcp-widget/wasm", "mcp-widget/js"]) {
  inPage(`${entry}: in a top-level window there is no host, as the next task says`, "empty.html", async (page) => {
    const seen = await page.evaluate(async (name) => {
      const posted = [];
      window.addEventListener("message", ({ data }) => posted.push(data));
      const { connect, NoHostError } = await import(name);
      const widget = connect({ name: "top", version: "1" });
      const order = [];
      widget.on("statuschange", (status) => order.push(status));
      const call = widget.callTool("a").catch((error) => order.push(error.name));
      const ready = widget.ready.catch((error) => order.push(error instanceof NoHostError));
      const atOnce = widget.getSnapshot().status;
      await Promise.resolve().then(() => order.push("microtask"));
      await Promise.all([call, ready]);
      const after = await widget.callTool("b").catch((error) => error.name);
      const { status, error } = widget.getSnapshot();
      await new Promise((resolve) => setTimeout(resolve, 50));
      widget.close();
      return { atOnce, order: order.slice(0, -1), after, status, error: error.name, posted };
    }, entry);
    assert.equal(seen.atOnce, "connecting");
    assert.deepEqual(seen.order.slice(0, 2), ["microtask", "failed"]);
    assert.deepEqual([...seen.order.slice(2)].sort(), ["NoHostError", true].sort());
    assert.deepEqual([seen.after, seen.status, seen.error], ["NoHostError", "failed", "NoHostError"]);
    assert.deepEqual(seen.posted, []);
  });
}

inPage("in a top-level window with a transport of its own it connects", "empty.html", async (page) => {
  const status = await page.evaluate(async () => {
    const { connect } = await import("mcp-widget");
    const transport = { send: ({ id, method }) => method === "ui/initialize" && transport.onmessage({ jsonrpc: "2.0", id, result: {} }) };
    const widget = connect({ name: "top", version: "1" }, { transport });
    await widget.ready;
    return widget.getSnapshot().status;
  });
  assert.equal(status, "ready");
});

inPage("nobody looks at ready: nothing is unhandled", "empty.html", async (page) => {
  const unhandled = await page.evaluate(async () => {
    const seen = [];
    window.addEventListener("unhandledrejection", ({ reason }) => seen.push(String(reason)));
    const { connect } = await import("mcp-widget");
    connect({ name: "top", version: "1" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return seen;
  });
  assert.deepEqual(unhandled, []);
});

for (const [title, policy, engines] of [
  ["the policy of MCP Apps", "script-src 'unsafe-inline' ORIGIN", { "mcp-widget": "js", "mcp-widget/js": "js", "mcp-widget/wasm": "EngineError" }],
  ["that policy with 'wasm-unsafe-eval'", "script-src 'unsafe-inline' 'wasm-unsafe-eval' ORIGIN", { "mcp-widget": "wasm", "mcp-widget/js": "js", "mcp-widget/wasm": "wasm" }],
]) {
  for (const [entry, wanted] of Object.entries(engines)) {
    inPage(`under ${title}, ${entry} is ${wanted}`, "empty.html", async (page) => {
      const said = await page.evaluate(
        async ([name, csp]) => {
          const frame = document.createElement("iframe");
          frame.setAttribute("sandbox", "allow-scripts");
          const map = document.querySelector("script[type=importmap]").outerHTML;
          frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${csp}">${map}
            <script type="module">
              const { connect } = await import(${JSON.stringify(name)});
              try {
                parent.postMessage({ said: connect({ name: "policy", version: "1" }).engine }, "*");
              } catch (error) {
                parent.postMessage({ said: error.name }, "*");
              }
            </` + `script>`;
          const answer = new Promise((resolve) => window.addEventListener("message", ({ data }) => data.said && resolve(data.said)));
          document.body.append(frame);
          return answer;
        },
        [entry, policy.replace("ORIGIN", server.url)],
      );
      assert.equal(said, wanted);
    });
  }
}
