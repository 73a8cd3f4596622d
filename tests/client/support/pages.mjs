// Bundles the page's code around the module under test, serves it, and opens it in Chromium.

import { createServer } from "node:http";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const KNOWN = { "official-1": here("../official-1.mjs"), "official-2": here("../official-2.mjs") };

/** Which client is tested: `MCP_CLIENT` is "official-1", "official-2" or a file; else it is the package's. */
export const CLIENT = process.env.MCP_CLIENT ?? here("../../../pkg/client/index.js");

/** The same, as what it can run on: the package's client is on either engine. */
export const ENGINES = process.env.MCP_CLIENT ? [CLIENT] : ["wasm", "js"].map((name) => here(`../../../pkg/client/${name}.js`));

/** The page's code with the module under test in the place of `client-under-test`. */
export async function bundle(entry = "../page.mjs", client = CLIENT) {
  const { outputFiles } = await build({
    entryPoints: [here(entry)],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error",
    alias: { "client-under-test": KNOWN[client] ?? resolve(client) },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0].text;
}

const HTML =
  '<!doctype html><meta charset="utf-8"><title>client</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';

/** Where the page is; `/` may be the server's. */
export const PAGE = "/page.html";

/** Answers for the page and its code; false if something else was asked for. */
export function servePage(code, request, response) {
  const type = { [PAGE]: "text/html; charset=utf-8", "/page.js": "text/javascript; charset=utf-8" }[request.url];
  if (!type) return false;
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(request.url === PAGE ? HTML : code);
  return true;
}

/** Serves the page on a port of its own. */
export async function pageServer(code) {
  const server = createServer((request, response) => servePage(code, request, response) || response.writeHead(404).end());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${PAGE}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Has the page do something of page.mjs. */
export async function inPage(page, name, ...given) {
  const { error, facts } = await page.evaluate(([name, given]) => window[name](...given), [name, given]);
  return { error, facts: error ? undefined : JSON.parse(facts) };
}

/** Opens the page once its code has run; `complaints` is what went wrong in it unheard. */
export async function openPage(browser, url) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  await page.goto(url);
  await page.waitForFunction("window.loaded");
  return { page, complaints };
}
