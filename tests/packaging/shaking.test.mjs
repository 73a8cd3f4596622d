// `sideEffects: false` is true: what is not used goes, and nothing goes that is used.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import { VALUES } from "./support/names.mjs";
import { project } from "./support/fixture.mjs";
import { engines } from "./support/script.mjs";

const folder = project();

/** Each takes a file and gives its bundle's text. */
const BUNDLERS = {
  async esbuild(file) {
    const output = { format: "esm", target: "es2022", minify: true, write: false };
    const { outputFiles } = await esbuild.build({ entryPoints: [file], bundle: true, logLevel: "error", ...output });
    return outputFiles[0].text;
  },
  async rollup(file) {
    // An empty bundle is what one of the tests is after.
    const onwarn = ({ code, message }) => assert.equal(code, "EMPTY_BUNDLE", message);
    const bundle = await rollup({ input: file, plugins: [nodeResolve()], onwarn });
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true });
    return output[0].code;
  },
  async vite(file) {
    const lib = { entry: file, formats: ["es"] };
    const [{ output }] = await vite({ root: folder, configFile: false, logLevel: "error", build: { lib, write: false } });
    return output[0].code;
  },
};

let count = 0;
async function bundle(tool, source) {
  const file = join(folder, `entry-${++count}.js`);
  writeFileSync(file, source);
  return BUNDLERS[tool](file);
}

/** Runs a bundle as a module. */
function load(code) {
  const file = join(folder, `bundle-${++count}.mjs`);
  writeFileSync(file, code);
  return import(pathToFileURL(file).href);
}

for (const tool of Object.keys(BUNDLERS)) {
  describe(tool, () => {
    test("an import of nothing leaves nothing", async () => {
      const code = await bundle(tool, 'import "mcp-widget";');
      assert.equal(code.replace(/\/\/#.*|\/\*.*?\*\//gs, "").trim(), "");
    });

    test("helpers and errors come without an engine", async () => {
      const code = await bundle(tool, 'export { textOf, structured, McpError } from "mcp-widget";');
      assert.deepEqual(engines([code]), { wasm: false, js: false, compiles: false });
      assert.ok(code.length < 6_000, `${code.length} characters`);
      const { McpError, structured, textOf } = await load(code);
      const content = [{ type: "text", text: '{"gifts":["Kite"]}' }];
      assert.equal(textOf({ content }), content[0].text);
      assert.deepEqual(structured({ content }), { value: { gifts: ["Kite"] }, from: "text" });
      assert.equal(new McpError(-32602, "Refused").name, "McpError");
    });

    test("everything is there when everything is asked for, and runs", async () => {
      const { connect, ...all } = await load(await bundle(tool, 'export * from "mcp-widget";'));
      assert.deepEqual(["connect", ...Object.keys(all)].sort(), VALUES);
      const sent = [];
      const widget = connect({ name: "gift-ideas", version: "1.0.0" }, { transport: { send: (message) => void sent.push(message) } });
      assert.equal(widget.engine, "wasm");
      assert.deepEqual(sent.map(({ method }) => method), ["ui/initialize"]);
      widget.close();
      await assert.rejects(widget.ready, all.ClosedError);
    });
  });
}
