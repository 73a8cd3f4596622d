// A page that keeps watch: whatever a test does, no request may leave the machine, nothing may complain on the console,
// no script may fail, no policy may be violated and no dialog may open unasked.
import assert from "node:assert/strict";
export { launch } from "../../support/chromium.mjs";

const isLocal = (address) => {
  const { protocol, hostname } = new URL(address);
  return ["data:", "about:", "blob:"].includes(protocol) || hostname === "127.0.0.1";
};

/** Opens an address; `check()` asserts that nothing went wrong so far, `complaints` says what did. */
export async function open(browser, address, { width = 1280, height = 1000, ...context } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, ...context });
  page.setDefaultTimeout(15000);
  const complaints = [];
  page.on("request", (request) => {
    if (!isLocal(request.url())) complaints.push(`request to ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // Runs in every frame before its own scripts.
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
    });
  });
  await page.goto(address);
  const check = () => assert.deepEqual(complaints, []);
  return { page, complaints, check };
}
