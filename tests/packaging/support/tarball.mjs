// The package as it would be published: the tarball, and what is in it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch } from "./scratch.mjs";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

let packed;
let unpacked;

/** The tarball's path. Packed here unless the environment names one. */
export function tarball() {
  return (packed ??= process.env.PACKAGE_TARBALL ? resolve(process.env.PACKAGE_TARBALL) : pack());
}

function pack() {
  const folder = scratch();
  const printed = execFileSync(npm, ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: join(root, "pkg"),
    encoding: "utf8",
  });
  return join(folder, printed.trim().split("\n").at(-1));
}

/** A folder with the package's files. */
export function contents() {
  if (!unpacked) {
    const folder = scratch();
    execFileSync("tar", ["-xzf", tarball(), "-C", folder]);
    unpacked = join(folder, "package");
  }
  return unpacked;
}

/** Puts the package into a folder's `node_modules`, as `npm install` of the tarball does. */
export function install(folder) {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  cpSync(contents(), join(folder, "node_modules/mcp-widget"), { recursive: true });
}

export function manifest() {
  return JSON.parse(readFileSync(join(contents(), "package.json"), "utf8"));
}

/** What has the API, besides the manifest: `mcp-widget`, `mcp-widget/js`, … */
export const ENTRIES = ["mcp-widget", "mcp-widget/wasm", "mcp-widget/js", "mcp-widget/slim"];

/** What has the official library's API. */
export const APPS = ["mcp-widget/ext-apps", "mcp-widget/ext-apps/wasm", "mcp-widget/ext-apps/js"];

/** What reaches a server by itself. */
export const CLIENTS = ["mcp-widget/client", "mcp-widget/client/wasm", "mcp-widget/client/js"];

/** What `mcp-widget/slim` is given. */
export const ENGINES = ["mcp-widget/engine.wasm", "mcp-widget/engine.js"];
