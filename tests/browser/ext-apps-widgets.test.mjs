// Widgets in the style of the official examples, each built from one source for the official library and for ours: they look the same, and
// say the same.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";
import { build } from "esbuild";
import { WIDGETS, bundled } from "../ext-apps/build.mjs";
import { alike, comparable } from "../ext-apps/frames.mjs";
import { launch, openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const STYLE = `body { margin: 16px; color: var(--color-text-primary); font-family: var(--font-sans) } [data-theme="dark"] body { background: #222; color: #eee }`;

async function page(widget, library) {
  const script = (await bundled(widget, library)).replaceAll("</script", "<\\/script");
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div id="root"></div><script type="module">${script}</script>`;
}

async function bundle(module) {
  const contents = `export { AppBridge, PostMessageTransport } from ${JSON.stringify(module)};`;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: at("..") }, bundle: true, format: "esm", write: false });
  return outputFiles[0].contents;
}

let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
  server.files.set("/official-2.0.4.js", await bundle("@modelcontextprotocol/ext-apps/app-bridge"));
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Uses a widget as a person does. Gives what there was to be seen on the way. */
async function use(widget, library) {
  const { page: host, complaints } = await openPage(browser, `${server.url}/pages/ext-apps-host.html`);
  await host.waitForFunction("window.show");
  await host.evaluate((given) => window.show(given), { version: "2.0.4", html: await page(widget, library) });
  const frame = await (await host.waitForSelector("iframe")).contentFrame();
  const pictures = [];
  /** All of it is there: what is rendered, and the look. */
  const shows = async (...texts) => {
    const wanted = [...texts, "MoreChooseShopLarge"].join("").replaceAll(" ", "");
    await frame.waitForFunction((wanted) => document.getElementById("root")?.textContent.replace(/\s+/g, "") === wanted && document.documentElement.dataset.theme, wanted);
    pictures.push((await host.locator("iframe").screenshot({ animations: "disabled" })).toString("base64"));
  };
  // Without a pointer: a button under one looks different, as soon as the browser has noticed.
  const press = (selector) => frame.locator(selector).evaluate((button) => button.click());
  await shows("Gifts for: birthday", "a host light inline", "a kite", "a ball", "a drum", "");
  await press("#more");
  await shows("Gifts for: birthday", "a host light inline", "a book", "a map", "");
  await press("#choose");
  await shows("Gifts for: birthday", "a host light inline", "a book", "a map", "chosen");
  await press("#shop");
  await shows("Gifts for: birthday", "a host light inline", "a book", "a map", "refused");
  await press("#large");
  await shows("Gifts for: birthday", "a host dark fullscreen", "a book", "a map", "refused");
  const end = await host.evaluate(() => window.finish());
  await host.close();
  assert.deepEqual(complaints, []);
  // Sizes are measured in another way, and told at other times.
  const frames = comparable(end.frames.filter(({ method }) => method !== "ui/notifications/size-changed"));
  return { record: { ...end, frames }, pictures, sizes: end.frames.length - frames.length };
}

for (const widget of Object.keys(WIDGETS)) {
  test(widget, { timeout: 60_000 }, async () => {
    const theirs = await use(widget, "@modelcontextprotocol/ext-apps");
    theirs.record.frames = theirs.record.frames.map(alike);
    assert.equal(new Set(theirs.pictures).size, 5, "each step is to be seen");
    for (const library of ["mcp-widget/ext-apps", "mcp-widget/ext-apps/js"]) {
      const { record, pictures, sizes } = await use(widget, library);
      assert.deepEqual(record, theirs.record);
      assert.deepEqual(pictures.map((picture, step) => picture === theirs.pictures[step]), pictures.map(() => true), "the pictures");
      assert.ok(sizes > 0, "the host is told of sizes");
    }
  });
}
