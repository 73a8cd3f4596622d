// A browser and pages that keep watch: nothing may be asked of another machine.

import { chromium } from "playwright-core";

const ARGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launch = () => chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: ARGS });

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
