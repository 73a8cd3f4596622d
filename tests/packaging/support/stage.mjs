// A browser in which the scripted host shows a widget.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../../support/chromium.mjs";
import { Shown } from "./shown.mjs";
import { serve } from "./site.mjs";

/** Registers set-up and tear-down; `show(widget, test)` shows a widget, runs `test` on it, and checks what happened beside it. */
export function stage() {
  const folders = new Map([["host", { folder: fileURLToPath(new URL(".", import.meta.url)) }]]);
  let browser;
  let context;
  let site;
  let count = 0;
  before(async () => {
    site = await serve(folders);
    browser = await launch();
    context = await browser.newContext();
    await context.addInitScript(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
    });
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  /**
   * `folder`: of a built fixture, by its address, with a `policy` in a header; `srcdoc`: a page by its text.
   * `errors`: the uncaught ones that are meant to be.
   */
  async function show({ folder, policy, srcdoc, errors = [] }, test) {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const uncaught = [];
    const complaints = [];
    page.on("pageerror", (error) => uncaught.push(error.name));
    page.on("console", (message) => {
      // A violated policy is counted by its event; the console repeats it.
      if (message.type() === "error" && !/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url) && !/^(about|data):/.test(request.url())) complaints.push(request.url());
    });
    page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
    try {
      await page.goto(`${site.url}/host/host.html`);
      const name = `widget-${++count}`;
      if (folder) folders.set(name, { folder: `${folder}/dist`, policy });
      await page.evaluate((widget) => window.mount(widget), folder ? { src: `/${name}/index.html` } : { srcdoc });
      await page.frameLocator("iframe").locator("button").waitFor();
      // The script may not have run yet.
      for (let waits = 0; uncaught.length < errors.length && waits < 500; waits++) await page.waitForTimeout(20);
      await test(new Shown(page));
      assert.deepEqual(uncaught, errors);
      assert.deepEqual(complaints, []);
    } catch (error) {
      const text = await page.frames()[1]?.evaluate(() => document.documentElement.outerHTML.slice(0, 300)).catch(String);
      console.error("uncaught:", uncaught, "complaints:", complaints, "page:", text);
      throw error;
    } finally {
      await page.close();
    }
  }

  return { show };
}
