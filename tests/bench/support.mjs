// A Chromium of its own for each program here, with the package in it and nothing else running.

import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { launch } from "../support/chromium.mjs";

const tests = fileURLToPath(new URL("..", import.meta.url));

/** A bundle as a widget would have it, as text: `code` may import the package and what the tests have installed. */
export function bundle(code, ...options) {
  const parameters = ["--bundle", "--minify", "--format=esm", "--log-level=error", `--sourcefile=bench.js`, ...options];
  return execFileSync("esbuild", parameters, { cwd: tests, input: code, encoding: "utf8", maxBuffer: 64 << 20 });
}

/** Runs `use` with a function that opens pages, at a local address unless another is named, and the browser's version; all is closed again afterwards. */
export async function inBrowser(use) {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>bench</title>"));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await launch("--js-flags=--expose-gc");
  try {
    const open = async (url = `http://127.0.0.1:${server.address().port}/`) => {
      const page = await browser.newPage();
      page.on("pageerror", (error) => console.error(error));
      await page.goto(url);
      return page;
    };
    return await use(open, browser.version());
  } finally {
    await browser.close();
    server.close();
  }
}

/** The same with one page, opened already. */
export async function inPage(use) {
  return inBrowser(async (open, version) => use(await open(), version));
}

export function median(values) {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The same list, begun elsewhere each time, so that nobody always follows the same neighbour. */
export function rotated(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

export function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
