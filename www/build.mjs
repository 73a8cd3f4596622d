// Builds the demo into dist: the host page (index.html, host.js, host.css), the widgets (widget.html, rust-widget.html), each one
// self-contained HTML string, because a UI resource of an MCP server is read as one text, and the first of them as a page that needs no
// host (straight.html).
//
// node build.mjs [FOLDER]: the folder with what wasm-pack has made of rust-widget; without it that widget is left as it is.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const rustFolder = process.argv[2] && resolve(process.argv[2]);
const common = { bundle: true, minify: true, target: ["es2022"], legalComments: "none", logLevel: "warning" };
const scripts = { ...common, format: "esm", platform: "browser", define: { "process.env.NODE_ENV": '"production"' } };

/** Bundles and returns the text. */
async function bundle(options) {
  const { outputFiles } = await build({ ...options, write: false });
  return outputFiles[0].text;
}

/** Bundles one entry and returns its text. */
const text = (entry, options) => bundle({ ...options, entryPoints: [join(here, entry)] });

/** In an inline script these two would end it, or change how the parser reads it; `\x3c` means the same inside a string. */
const inlineScript = (code) => code.replace(/<(?=\/script|!--)/gi, "\\x3c");
const inlineStyle = (css) => css.replace(/<(?=\/style)/gi, "\\3c ");

/** Puts `value` where the marker stands, which must be there exactly once. */
function place(html, marker, value) {
  const parts = html.split(marker);
  if (parts.length !== 2) throw new Error(`a widget's index.html must contain ${marker} exactly once`);
  return parts.join(value);
}

/** One page with its style and its script in it. */
function page(html, css, code) {
  const styled = place(html, "<!-- style -->", `<style>${inlineStyle(css)}</style>`);
  return place(styled, "<!-- script -->", `<script type="module">${inlineScript(code)}</script>`);
}

async function widget() {
  const [html, css, code] = await Promise.all([
    readFile(join(here, "widget/index.html"), "utf8"),
    text("widget/style/index.css", common),
    text("widget/main.js", scripts),
  ]);
  return page(html, css, code);
}

/** The widget on its server: the same files, but for what carries its messages; and a line above it that says so. */
async function straight() {
  const [html, banner, css, code] = await Promise.all([
    readFile(join(here, "widget/index.html"), "utf8"),
    readFile(join(here, "straight/banner.html"), "utf8"),
    text("straight/index.css", common),
    text("widget/main.js", { ...scripts, conditions: ["straight"] }),
  ]);
  return page(place(html, "<body>", `<body>\n${banner}`), css, code);
}

/** Starts the module from bytes that are in the page already: nothing may be fetched, nor evaluated from text. */
const START = `
import { initSync } from "./rust_widget.js";
import module from "./rust_widget_bg.wasm";
try {
  initSync({ module });
} catch (error) {
  document.getElementById("status").textContent = "This widget is nothing but WebAssembly, which does not run here.";
  throw error;
}
`;

async function rustWidget() {
  const [html, css, code] = await Promise.all([
    readFile(join(here, "rust-widget/index.html"), "utf8"),
    text("rust-widget/style.css", common),
    bundle({ ...scripts, stdin: { contents: START, resolveDir: rustFolder }, loader: { ".wasm": "binary" } }),
  ]);
  return page(html, css, code);
}

async function main() {
  const [widgetHtml, straightHtml, rustHtml, hostJs, hostCss, hostHtml] = await Promise.all([
    widget(),
    straight(),
    rustFolder && rustWidget(),
    text("host/main.js", scripts),
    text("host/style/index.css", common),
    readFile(join(here, "host/index.html"), "utf8"),
  ]);
  await mkdir(dist, { recursive: true });
  await Promise.all([
    writeFile(join(dist, "widget.html"), widgetHtml),
    writeFile(join(dist, "straight.html"), straightHtml),
    rustHtml && writeFile(join(dist, "rust-widget.html"), rustHtml),
    writeFile(join(dist, "host.js"), hostJs),
    writeFile(join(dist, "host.css"), hostCss),
    writeFile(join(dist, "index.html"), hostHtml),
  ]);
  const kb = (value) => `${(Buffer.byteLength(value) / 1024).toFixed(1)} kB`;
  const made = [["widget.html", widgetHtml], ["straight.html", straightHtml], ["rust-widget.html", rustHtml], ["host.js", hostJs]];
  console.log(made.filter(([, value]) => value).map(([name, value]) => `dist/${name} ${kb(value)}`).join(", "));
}

await main();
