// What the bytes of the package are: node why.mjs <module>
//
// The module is the core as the compiler leaves it, with its functions' names. wasm-bindgen and wasm-opt are expected on PATH.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { table } from "./report.mjs";

const FUNCTIONS = 40;
const SECTIONS = ["custom", "types", "imports", "functions", "tables", "memory", "globals", "exports", "start", "elements", "code", "data", "data count"];
const root = fileURLToPath(new URL("../..", import.meta.url));

const [named] = process.argv.slice(2);
await explainBundle();
const { decode } = await import(join(root, "pkg/bytes.js"));
const { decoder, text } = await import(join(root, "pkg/engine/wasm.js"));
explainSections(decode(decoder, text));
explainFunctions(withNames(named));

/** Which file of the package has how many bytes in the bundle of both engines; compressed by itself, each is a little larger than its share. */
async function explainBundle() {
  const { metafile } = await build({
    stdin: { contents: `import { connect } from "mcp-widget"; connect({ name: "gift-ideas", version: "1.0.0" });`, resolveDir: join(root, "tests") },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
  });
  const [{ inputs, bytes }] = Object.values(metafile.outputs);
  const rows = [];
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    if (path === "<stdin>" || bytesInOutput === 0) continue;
    const { outputFiles } = await build({ entryPoints: [join(root, path)], minify: true, format: "esm", write: false });
    rows.push([path, bytesInOutput, gzipSync(outputFiles[0].contents, { level: 9 }).length]);
  }
  rows.sort(([, one], [, two]) => two - one);
  console.log(`The bundle of mcp-widget, ${bytes} B, by file\n\n${table([["file", "in the bundle", "gzip by itself"], ...rows])}`);
}

function explainSections(bytes) {
  const rows = sections(bytes).map(({ id, from, to }) => [SECTIONS[id] ?? id, to - from, gzipSync(bytes.subarray(from, to), { level: 9 }).length]);
  console.log(`\nThe module as shipped, ${bytes.length} B, by section\n\n${table([["section", "B", "gzip by itself"], ...rows])}`);
}

/** The module as it is made for the package, but with names. */
function withNames(module) {
  const manifest = readFileSync(join(root, "pkg-template/Cargo.toml"), "utf8");
  const flags = JSON.parse(/^wasm-opt = (\[[^\]]*\])/m.exec(manifest)[1].replace(/,\s*\]/, "]"));
  const scratch = mkdtempSync(join(tmpdir(), "mcp-widget-"));
  try {
    const [compiled, optimized] = ["engine.wasm", "optimized.wasm"].map((name) => join(scratch, name));
    writeFileSync(compiled, withoutFeatures(readFileSync(module)));
    execFileSync("wasm-bindgen", [compiled, "--target", "bundler", "--out-dir", scratch], { stdio: "inherit" });
    execFileSync("wasm-opt", [...flags, "--debuginfo", join(scratch, "engine_bg.wasm"), "-o", optimized], { stdio: "inherit" });
    return readFileSync(optimized);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Stripping takes the list of the compiler's features along with the names; with it, wasm-bindgen would use what wasm2js does not know. */
function withoutFeatures(bytes) {
  const kept = sections(bytes).filter(({ id, from }) => id !== 0 || reader(bytes, from).text() !== "target_features");
  return Buffer.concat([bytes.subarray(0, 8), ...kept.map(({ start, to }) => bytes.subarray(start, to))]);
}

function explainFunctions(bytes) {
  const parts = sections(bytes);
  const only = (id) => reader(bytes, parts.find((part) => part.id === id).from);
  const names = functionNames(bytes, parts);
  const code = only(10);
  let index = importedFunctions(only(2));
  const functions = Array.from({ length: code.number() }, () => {
    const size = code.number();
    code.skip(size);
    const name = (names.get(index) ?? `function ${index}`).replace(/::h[0-9a-f]{16}$/, "");
    index++;
    return { name, size };
  });
  functions.sort((one, two) => two.size - one.size);
  const total = functions.reduce((sum, { size }) => sum + size, 0);
  const shown = functions.slice(0, FUNCTIONS);
  const rest = total - shown.reduce((sum, { size }) => sum + size, 0);
  const share = (size) => `${((size / total) * 100).toFixed(1)} %`;
  const rows = shown.map(({ name, size }) => [name, size, share(size)]);
  console.log(`\nIts ${functions.length} functions, ${total} B, the largest first\n\n${table([["function", "B", ""], ...rows, [`the ${functions.length - shown.length} others`, rest, share(rest)]])}`);
}

function sections(bytes) {
  const at = reader(bytes, 8);
  const found = [];
  while (at.offset < bytes.length) {
    const start = at.offset;
    const id = at.byte();
    const size = at.number();
    found.push({ id, start, from: at.offset, to: at.offset + size });
    at.skip(size);
  }
  return found;
}

function functionNames(bytes, parts) {
  const names = new Map();
  for (const { id, from, to } of parts) {
    if (id !== 0) continue;
    const at = reader(bytes, from);
    if (at.text() !== "name") continue;
    while (at.offset < to) {
      const kind = at.byte();
      const size = at.number();
      if (kind !== 1) {
        at.skip(size);
        continue;
      }
      for (let count = at.number(); count > 0; count--) names.set(at.number(), at.text());
    }
  }
  if (names.size === 0) throw new Error("the module names no functions");
  return names;
}

/** How many functions are imported: they have the first numbers. The core imports nothing else. */
function importedFunctions(at) {
  const count = at.number();
  for (let index = 0; index < count; index++) {
    at.text();
    at.text();
    if (at.byte() !== 0) throw new Error("the module imports something that is no function");
    at.number();
  }
  return count;
}

function reader(bytes, offset) {
  return {
    offset,
    byte() {
      return bytes[this.offset++];
    },
    skip(count) {
      this.offset += count;
    },
    number() {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = this.byte();
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) return value;
      }
    },
    text() {
      const length = this.number();
      const start = this.offset;
      this.offset += length;
      return new TextDecoder().decode(bytes.subarray(start, this.offset));
    },
  };
}
