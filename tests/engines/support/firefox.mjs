// Firefox, driven over WebDriver BiDi.

import { existsSync } from "node:fs";
import { launch as start } from "puppeteer-core";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export const name = "Firefox";
/** Whether it tells the page of WebAssembly that a policy forbade. */
export const reports = true;

/** Why it cannot be used, if so. */
export const missing = existsSync(program) ? undefined : "there is no Firefox: FIREFOX does not name it";

/** Resolves to `{ open, close }`. */
export async function launch() {
  const browser = await start({ browser: "firefox", executablePath: program, headless: true });
  return {
    open: async (url) => void (await (await browser.newPage()).goto(url)),
    close: () => browser.close(),
  };
}
