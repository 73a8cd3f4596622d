// Chromium, as the other tests drive it.

import { launch as start } from "../../support/chromium.mjs";

/** Whether it tells the page of WebAssembly that a policy forbade. */
export const reports = true;

export const missing = undefined;

/** Resolves to `{ open, close }`. */
export async function launch() {
  const browser = await start();
  return {
    open: async (url) => void (await (await browser.newPage()).goto(url)),
    close: () => browser.close(),
  };
}
