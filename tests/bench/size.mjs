// What a widget ships, and a page with the client: `import { connect } from …` bundled by esbuild, beside the official libraries, against budgets.
//
// node size.mjs <document>: prints the table, writes it between the document's markers, and fails above a budget.

import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { write } from "./place.mjs";
import { table } from "./report.mjs";
import { bundle, kB } from "./support.mjs";

const OURS = (name) => `import { connect } from "${name}"; connect({ name: "gift-ideas", version: "1.0.0" });`;
const APP = (name) => `import { App } from "${name}"; new App({ name: "gift-ideas", version: "1.0.0" }, {}).connect();`;
const CLIENT = (name) => `import { connectServer } from "${name}"; connectServer("/mcp", { info: { name: "gift-ideas", version: "1.0.0" } });`;
const OFFICIAL = `
  import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
  new Client({ name: "gift-ideas", version: "1.0.0" }).connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));`;
const SLIM = `import { connect } from "mcp-widget/slim"; connect({ name: "gift-ideas", version: "1.0.0" }, { engine });`;

/** Budgets in bytes after gzip; a kB is 1000 B. What has no code is a file of the package. */
const SHIPPED = [
  { name: "mcp-widget/wasm", code: OURS("mcp-widget/wasm"), must: 28_000, aim: 18_000 },
  { name: "mcp-widget/js", code: OURS("mcp-widget/js"), must: 28_000, aim: 18_000 },
  { name: "mcp-widget", code: OURS("mcp-widget"), must: 46_000, aim: 32_000 },
  { name: "mcp-widget/slim", code: SLIM, must: 15_000, aim: 12_000 },
  { name: "mcp-widget/ext-apps/wasm", code: APP("mcp-widget/ext-apps/wasm"), must: 36_000, aim: 32_000 },
  { name: "mcp-widget/ext-apps/js", code: APP("mcp-widget/ext-apps/js"), must: 36_000, aim: 32_000 },
  { name: "mcp-widget/ext-apps", code: APP("mcp-widget/ext-apps"), must: 54_000, aim: 46_000 },
  { name: "mcp-widget/engine.wasm", file: "engine.wasm", must: 18_000, aim: 11_000 },
  { name: "mcp-widget/client/wasm", code: CLIENT("mcp-widget/client/wasm"), must: 43_000, aim: 30_000 },
  { name: "mcp-widget/client/js", code: CLIENT("mcp-widget/client/js"), must: 43_000, aim: 30_000 },
  { name: "mcp-widget/client", code: CLIENT("mcp-widget/client"), must: 70_000, aim: 50_000 },
  { name: "@modelcontextprotocol/ext-apps", code: APP("@modelcontextprotocol/ext-apps") },
  { name: "@modelcontextprotocol/client", code: OFFICIAL },
];

const [file] = process.argv.slice(2);
const sizes = SHIPPED.map(({ code, file, ...rest }) => ({
  ...rest,
  ...measure(code ? bundle(code) : readFileSync(new URL(`../../pkg/${file}`, import.meta.url))),
}));
console.log(table([
  ["what", "raw", "gzip -9", "brotli 11", "must", "aim", ""],
  ...sizes.map(({ name, raw, gzip, brotli, must, aim }) => [name, raw, gzip, brotli, must ?? "", aim ?? "", must ? (gzip > must ? "ABOVE BUDGET" : gzip > aim ? "in budget" : "aim met") : ""]),
]));
write(file, "sizes", [
  "| `import … from` | raw | gzip -9 | brotli 11 |",
  "|---|---|---|---|",
  ...sizes.map(({ name, raw, gzip, brotli }) => `| \`${name}\` | ${[raw, gzip, brotli].map(kB).join(" | ")} |`),
].join("\n"));

const above = sizes.filter(({ gzip, must }) => gzip > must);
for (const { name, gzip, must } of above) console.log(`\nsize: ${name} is ${kB(gzip)} after gzip, and its budget is ${kB(must)}: ${kB(gzip - must)} too much`);
process.exitCode = above.length > 0 ? 1 : 0;

function measure(shipped) {
  const bytes = Buffer.from(shipped);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
}
