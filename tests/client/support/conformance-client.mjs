// The program that the conformance suite starts as the client: it shows a page whose client reaches the scenario's server on the page's own origin.
// `MCP_CLIENT_PAGE` names a file with the page's code.

import { readFile } from "node:fs/promises";
import { launch } from "../../support/chromium.mjs";
import { inPage, openPage } from "./pages.mjs";
import { proxy } from "./proxy.mjs";

const {
  MCP_CONFORMANCE_SCENARIO: scenario,
  MCP_CONFORMANCE_PROTOCOL_VERSION: version,
  MCP_CONFORMANCE_CONTEXT: context,
  MCP_CLIENT_PAGE,
} = process.env;
const target = new URL(process.argv.at(-1));

const [front, browser] = await Promise.all([readFile(MCP_CLIENT_PAGE, "utf8").then((code) => proxy(code, target.origin)), launch()]);
const { page, complaints } = await openPage(browser, front.page);
const told = { scenario, version, context: context && JSON.parse(context) };
const { error, facts } = await inPage(page, "playScenario", front.origin + target.pathname, told);
console.log(JSON.stringify({ error, facts, complaints }, undefined, 1));
await browser.close();
await front.stop();
process.exitCode = error || facts?.error || complaints.length ? 1 : 0;
