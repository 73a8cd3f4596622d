// A browser and pages that keep watch: nothing may be asked of another machine.

export { launch } from "../../support/chromium.mjs";

/** Opens a page; `complaints` is what went wrong in it. */
export async function openPage(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = [];
  page.on("request", (request) => {
    if (!/^(data|about|blob):|^http:\/\/127\.0\.0\.1[:/]/.test(request.url())) complaints.push(`request to ${request.url()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  await page.goto(url);
  return { page, complaints };
}
