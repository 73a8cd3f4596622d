// A page of Chromium's with the package in it, and nothing else running.

import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const tests = fileURLToPath(new URL("..", import.meta.url));

/** A bundle as a widget would have it, as text: `code` may import the package and what the tests have installed. */
export function bundle(code, ...options) {
  const parameters = ["--bundle", "--minify", "--format=esm", "--log-level=error", `--sourcefile=bench.js`, ...options];
  return execFileSync("esbuild", parameters, { cwd: tests, input: code, encoding: "utf8", maxBuffer: 64 << 20 });
}

/** Runs `use` with a page at a local address; all is closed again afterwards. */
export async function inPage(use) {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>bench</title>"));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await use(page, browser.version());
  } finally {
    await browser.close();
    server.close();
  }
}

export function median(values) {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted[Math.floor(sorted.length / 2)];
}
