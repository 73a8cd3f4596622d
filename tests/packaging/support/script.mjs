// What a script would do, read from its syntax tree: text alone cannot tell a call from a word in a comment.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rollup/parseAst";
import { contents } from "./tarball.mjs";

const FORBIDDEN = new Set(["eval", "Function", "fetch", "XMLHttpRequest", "Worker", "SharedWorker", "importScripts", "require"]);

/** Everything in a script that the policies of hosts forbid, or that not every bundler and page can handle. */
export function hazards(code) {
  const found = new Set();
  walk(parseAst(code), false, (node, inFunction) => {
    const callee = node.type === "CallExpression" || node.type === "NewExpression" ? node.callee : undefined;
    const name = callee?.type === "Identifier" ? callee.name : callee?.type === "MemberExpression" ? callee.property.name : undefined;
    // A method of that name is somebody's own, unless the object is the global one.
    const global = callee?.type === "Identifier" || ["globalThis", "window", "self"].includes(callee?.object?.name);
    if (global && FORBIDDEN.has(name)) found.add(name);
    if (node.type === "MetaProperty" && node.meta.name === "import") found.add("import.meta");
    if (node.type === "ImportExpression") found.add("import()");
    if (!inFunction && (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await))) found.add("top-level await");
  });
  return [...found].sort();
}

function walk(node, inFunction, visit) {
  visit(node, inFunction);
  const inside = inFunction || /Function|MethodDefinition|PropertyDefinition/.test(node.type);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") walk(child, inside, visit);
    }
  }
}

/** A piece of the longest text in a file of the package. Bundlers may quote it anew, so it has no character that would change. */
function sample(name) {
  const runs = readFileSync(join(contents(), name), "utf8").match(/[A-Za-z0-9+/ ]{40,}/g) ?? [];
  return runs.sort((one, two) => two.length - one.length)[0].slice(-40);
}

/** Which of the two engines are in these scripts, and whether they compile anything. */
export function engines(codes) {
  const has = (text) => codes.some((code) => code.includes(text));
  return { wasm: has(sample("engine/wasm.js")), js: has(sample("engine/js.js")), compiles: has("WebAssembly.") };
}
