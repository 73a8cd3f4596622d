// Each entry of the package in one script with the widget, as an author bundles it.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { entries } from "./cases.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

async function bundle(entry) {
  // The entry without an engine has the bytes beside it.
  const engine = entry === "mcp-widget/slim" ? 'import engine from "mcp-widget/engine.wasm"; const options = { engine };' : "const options = {};";
  const { outputFiles } = await build({
    // Inside the package its own name leads through its `exports`.
    stdin: {
      contents: `import * as api from ${JSON.stringify(entry)}; import { perform } from ${JSON.stringify(at("../pages/widget.mjs"))}; ${engine} perform(api, options);`,
      resolveDir: at("../../../pkg"),
    },
    bundle: true,
    loader: { ".wasm": "binary" },
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const [{ text }] = outputFiles;
  assert.doesNotMatch(text, /<\/script|<!--/i);
  return text;
}

/** Resolves to the scripts, by entry. */
export async function bundles() {
  return Object.fromEntries(await Promise.all(entries.map(async (entry) => [entry, await bundle(entry)])));
}
