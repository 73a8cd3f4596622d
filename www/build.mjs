// Builds the demo into dist: the host page (index.html, host.js, host.css) and the widget (widget.html), which is one
// self-contained HTML string, because a UI resource of an MCP server is read as one text.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const common = { bundle: true, minify: true, target: ["es2022"], legalComments: "none", logLevel: "warning" };
const scripts = { ...common, format: "esm", platform: "browser", define: { "process.env.NODE_ENV": '"production"' } };

/** Bundles one entry and returns its text. */
async function text(entry, options) {
  const { outputFiles } = await build({ ...options, entryPoints: [join(here, entry)], write: false });
  return outputFiles[0].text;
}

/** In an inline script these two would end it, or change how the parser reads it; `\x3c` means the same inside a string. */
const inlineScript = (code) => code.replace(/<(?=\/script|!--)/gi, "\\x3c");
const inlineStyle = (css) => css.replace(/<(?=\/style)/gi, "\\3c ");

/** Puts `value` where the marker stands, which must be there exactly once. */
function place(html, marker, value) {
  const parts = html.split(marker);
  if (parts.length !== 2) throw new Error(`widget/index.html must contain ${marker} exactly once`);
  return parts.join(value);
}

async function widget() {
  const [page, css, code] = await Promise.all([
    readFile(join(here, "widget/index.html"), "utf8"),
    text("widget/style/index.css", common),
    text("widget/main.js", scripts),
  ]);
  const styled = place(page, "<!-- style -->", `<style>${inlineStyle(css)}</style>`);
  return place(styled, "<!-- script -->", `<script type="module">${inlineScript(code)}</script>`);
}

async function main() {
  const [widgetHtml, hostJs, hostCss, hostHtml] = await Promise.all([
    widget(),
    text("host/main.js", scripts),
    text("host/style/index.css", common),
    readFile(join(here, "host/index.html"), "utf8"),
  ]);
  await mkdir(dist, { recursive: true });
  await Promise.all([
    writeFile(join(dist, "widget.html"), widgetHtml),
    writeFile(join(dist, "host.js"), hostJs),
    writeFile(join(dist, "host.css"), hostCss),
    writeFile(join(dist, "index.html"), hostHtml),
  ]);
  const kb = (value) => `${(Buffer.byteLength(value) / 1024).toFixed(1)} kB`;
  console.log(`dist/widget.html ${kb(widgetHtml)}, dist/host.js ${kb(hostJs)}`);
}

await main();
