// What every file of end-to-end tests needs: one server, one browser, and pages that are checked and closed.
import { after, before } from "node:test";
import { launch, open } from "./page.mjs";
import { startServer } from "./server.mjs";
import { WidgetPage } from "./widget.mjs";

/** Says what passed and what was seen before a test failed. */
async function explain({ page, complaints }) {
  const lines = await page
    .evaluate(() => window.giftHost?.frames.slice(-12).map((frame) => JSON.stringify(frame).slice(0, 300)) ?? [])
    .catch((error) => [String(error)]);
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => document.body.innerText.slice(0, 800)).catch((error) => String(error))),
  );
  console.error(["last frames:", ...lines, "complaints:", ...complaints, "texts:", ...texts].join("\n"));
}

/** Registers set-up and tear-down; `visit(path, options, test)` runs `test` on a page and checks it afterwards. */
export function suite({ hostile = false } = {}) {
  let server;
  let browser;
  before(async () => {
    // One after the other: what has started is known, and is stopped if the other does not start.
    server = await startServer({ hostile });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** `path` starts after the origin, for example `/?theme=dark`. */
  async function visit(path, options, test) {
    const opened = await open(browser, `${server.url}${path}`, options);
    try {
      await test(new WidgetPage(opened.page), opened);
      opened.check();
    } catch (error) {
      await explain(opened);
      throw error;
    } finally {
      await opened.page.close();
    }
  }

  return { visit };
}
