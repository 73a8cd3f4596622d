// A fixture in a temporary folder, with the package from the tarball and the tools of the tests.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { node } from "./program.mjs";
import { scratch } from "./scratch.mjs";
import { install } from "./tarball.mjs";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const tools = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const TOOLS = ["vite", "vite-plugin-singlefile", "esbuild", "rollup", "@rollup/plugin-node-resolve", "webpack"];

/** A folder in which the package is installed and these packages of the tests can be imported. */
export function project(packages = TOOLS) {
  const folder = scratch();
  install(folder);
  for (const tool of packages) {
    const link = join(folder, "node_modules", tool);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(tools, tool), link, "junction");
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/** A project with a fixture's files in it. */
export function fixture(name) {
  const folder = project();
  cpSync(join(fixtures, name), folder, { recursive: true });
  return folder;
}

/** Builds a fixture with one of the package's entries; says where it is. A tool that prints anything fails the test. */
export async function build(name, entry) {
  const folder = fixture("app");
  cpSync(join(fixtures, name), folder, { recursive: true });
  const main = join(folder, "main.js");
  let source = readFileSync(main, "utf8").replaceAll('"mcp-widget"', JSON.stringify(entry));
  // The fixture's `engine.js` says where the engine comes from.
  if (entry === "mcp-widget/slim") source = `import { engine } from "./engine.js";\n${source.replace('version: "1.0.0" }', "$&, { engine }")}`;
  writeFileSync(main, source);
  assert.deepEqual(await node(["build.mjs", entry], { cwd: folder }), { code: 0, signal: null, output: "" });
  return folder;
}

/** The scripts of a page: its files, or what stands in the page itself. */
export function scripts(folder) {
  const dist = join(folder, "dist");
  const names = readdirSync(dist, { recursive: true });
  const files = names.filter((name) => name.endsWith(".js")).map((name) => readFileSync(join(dist, name), "utf8"));
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const inline = [...page.matchAll(/<script(?! type="importmap")[^>]*>(.+?)<\/script>/gs)].map(([, code]) => code);
  return [...files, ...inline];
}
