// Makes the npm package out of wasm-pack's output and this folder: node build.mjs <widget's engine> <client's engine> <package>, all folders
//
// One compile, one glue, two engines: the module's bytes as text, and the same module lowered by Binaryen's wasm2js. Neither is
// fetched, evaluated from text or started by an import. The bytes as they are, `engine.wasm`, are for those who host them. The texts of
// src/wire/diagnostic.rs and src/wire/word.rs stand beside both, in `engine/tables.js`.
// `tsc`, `esbuild`, `wasm-opt` and `wasm2js` are expected on PATH.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const [widgetDir, clientDir, pkg] = process.argv.slice(2).map((path) => resolve(path));
if (!pkg) throw new Error("usage: node build.mjs <folder of the widget's engine> <folder of the client's engine> <package folder>");

/** Where the text stands in the decoder's memory, behind what its characters stand for (`decoder.wat`). */
const TEXT_START = 384;

/** What wasm-opt calls the one module of imports. */
const IMPORTS = "a";
const FEATURES = ["--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-sign-ext", "--enable-mutable-globals"];
const scratch = mkdtempSync(join(tmpdir(), "mcp-widget-"));
try {
  rmSync(pkg, { recursive: true, force: true });
  run("tsc", ["-p", here, "--outDir", pkg]);
  const texts = tables();
  const hosted = buildEngine(join(widgetDir, "mcp_widget_engine_bg"), join(pkg, "engine"), { exports: "class Peer", tables: texts.widget, intrinsics: ["ts/intrinsics.ts"] });
  writeFileSync(join(pkg, "engine", "hosted.js"), `${minify(asFunction(hosted.lowered))}export const id = "${hosted.id}";\n`);
  writeFileSync(join(pkg, "engine", "id.js"), `export const id = "${hosted.id}";\n`);
  writeFileSync(join(pkg, "engine.wasm"), withSection(hosted.module, "mcp-widget", hosted.id));
  for (const name of ["hosted", "id"]) copyFileSync(join(here, "ts/engine", `${name}.d.ts`), join(pkg, "engine", `${name}.d.ts`));
  buildEngine(join(clientDir, "mcp_widget_client_engine_bg"), join(pkg, "client/engine"), {
    exports: "class (?:Client|Events)|function isHeader",
    tables: texts.client,
    intrinsics: ["ts/intrinsics.ts", "ts/client/intrinsics.ts"],
    // Headers and bytes cross.
    memory: true,
  });
  writeManifest();
  for (const name of ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, name), join(pkg, name));
  checkPayload();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Makes an engine of a module and its glue (`<name>.wasm`, `<name>.js`): both its forms, the glue of both, and its texts. */
function buildEngine(name, folder, options) {
  mkdirSync(folder, { recursive: true });
  const file = join(scratch, "module.wasm");
  const patched = patchGlue(readFileSync(`${name}.js`, "utf8"), options);
  const names = shortenNames(keepExports(`${name}.wasm`, patched), file);
  const glue = useShortNames(patched, names, options);
  const module = readFileSync(file);
  const id = createHash("sha256").update(glue).update(options.tables).update(module).digest("hex").slice(0, 16);
  const lowered = lower(file, options);
  writeFileSync(join(folder, "glue.js"), minify(glue));
  writeFileSync(join(folder, "wasm.js"), encode(module));
  writeFileSync(join(folder, "tables.js"), options.tables);
  writeFileSync(join(folder, "js.js"), minify(asModule(lowered)));
  const declarations = join(here, "ts", relative(pkg, folder));
  for (const part of ["glue", "wasm", "js", "tables"]) copyFileSync(join(declarations, `${part}.d.ts`), join(folder, `${part}.d.ts`));
  return { id, module, lowered };
}

/** What wasm-bindgen writes, without what is there for others, faster, and with what the core asks for by name at hand. */
function patchGlue(glue, { memory, intrinsics }) {
  if (memory) {
    // What wasm2js calls memory does not detach its buffer when it grows, and wasm-bindgen relies on that to see that a view is stale.
    const getters = glue.match(/function get\w+Memory0\(\)/g)?.length ?? 0;
    let patched = 0;
    glue = glue.replace(/(function get\w+Memory0\(\) \{\n\s*if \((\w+) === null \|\| )[^\n]*\) \{\n/g, (_, start, view) => {
      patched++;
      return `${start}${view}.buffer !== wasm.memory.buffer) {\n`;
    });
    if (getters === 0 || patched !== getters) throw new Error(`glue: of ${getters} views of memory ${patched} were patched`);
    glue = encodeOnce(glue);
  } else {
    // Only handles and numbers cross, so that no view of memory is kept, and none can be stale.
    if (/\bmemory\b|Text(De|En)coder/.test(glue)) throw new Error("glue: it reaches into memory; a text crosses, or a list");
    if (glue.includes("handleError")) throw new Error("glue: an import is expected to throw; intrinsics do not");
  }
  const source = intrinsics.map((name) => readFileSync(join(here, name), "utf8")).join("\n");
  const names = Array.from(source.matchAll(/^export function (\w+)/gm), ([, name]) => name);
  return `import { ${names.join(", ")} } from "../intrinsics.js";\n${shareUndefined(prune(glue))}`;
}

/** A handle is freed by the collector alone, which every browser has that can run the package's own code. */
function prune(glue) {
  glue = replaceAtLeastOnce(glue, / {4}__destroy_into_raw\(\) \{\n[\s\S]*?\n {4}\}\n {4}free\(\) \{\n[\s\S]*?\n {4}\}\n/g, "", "glue: free");
  glue = replaceAtLeastOnce(glue, /^if \(Symbol\.dispose\) .*\n/gm, "", "glue: Symbol.dispose");
  return replaceAtLeastOnce(glue, /\(typeof FinalizationRegistry === 'undefined'\)\n\s*\? \{ register: \(\) => \{\}, unregister: \(\) => \{\} \}\n\s*: (new FinalizationRegistry)/g, "$1", "glue: the registry");
}

/** Texts are short: they are encoded, then copied, which needs no memory that is made larger and smaller meanwhile; and every browser has `encodeInto`. */
function encodeOnce(glue) {
  glue = replaceOnce(glue, /    if \(realloc === undefined\) \{\n([\s\S]*?)\n    \}\n[\s\S]*?\n\}\n/g, "$1\n}\n", "glue: the encoder of texts");
  glue = replaceOnce(glue, /function passStringToWasm0\(arg, malloc, realloc\)/g, "function passStringToWasm0(arg, malloc)", "glue: its parameters");
  glue = replaceAtLeastOnce(glue, /(passStringToWasm0\(\w+, wasm\.\w+), wasm\.\w+\)/g, "$1)", "glue: its callers");
  return replaceOnce(glue, /if \(!\('encodeInto' in cachedTextEncoder\)\) \{\n[\s\S]*?\n\}\n/g, "", "glue: encodeInto");
}

/** Most of what is looked for in a message is not there: `undefined` gets no handle of its own each time, but the one that it has. */
function shareUndefined(glue) {
  // Only looked for: 1024 is the handle because of this.
  const slab = /let heap = new Array\(1024\)\.fill\(undefined\);\nheap\.push\(undefined, null, true, false\);/g;
  replaceOnce(glue, slab, "", "glue: the handles of constants");
  return replaceOnce(glue, /function addHeapObject\(obj\) \{\n/g, "function addHeapObject(obj) {\n    if (obj === undefined) return 1024;\n", "glue: addHeapObject");
}

/** The module, as text, with no other exports than those that the glue uses. (`wasm-metadce` reorders the functions, and they compress worse.) */
function keepExports(wasm, glue) {
  const kept = join(scratch, "kept.wat");
  // The memory is for those who watch how large it is.
  const used = new Set(["memory", ...Array.from(glue.matchAll(/\bwasm\.(\w+)/g), ([, name]) => name)]);
  const text = run("wasm-dis", [...FEATURES, wasm]).replace(/^ \(export "(\w+)" .*\n/gm, (line, name) => (used.delete(name) ? line : ""));
  if (used.size > 0) throw new Error(`glue: it uses what the module does not export: ${[...used].join(", ")}`);
  writeFileSync(kept, text);
  return kept;
}

/** Names of imports and exports carry hashes, and stand in the module, in the lowered module and in the glue. Gives the short ones. */
function shortenNames(wasm, shortened) {
  const names = run("wasm-opt", [...FEATURES, "--remove-unused-module-elements", "--minify-imports-and-exports-and-modules", wasm, "-o", shortened]);
  const { imports, exports } = JSON.parse(names);
  if (!imports?.length || !exports?.length) throw new Error("wasm-opt named no imports or exports");
  return { imports, exports: new Map(exports) };
}

/** The glue with the short names: what the module imports becomes one object, what it exports is called by its short name. */
function useShortNames(glue, { imports, exports }, options) {
  for (const [, name] of imports) glue = replaceOnce(glue, new RegExp(`^export function ${name.replaceAll("$", "\\$")}\\(`, "gm"), `function ${name}(`, `glue: ${name}`);
  glue = glue.replace(/\bwasm\.(\w+)/g, (all, name) => {
    if (!exports.has(name)) throw new Error(`glue: ${all} is no export of the module`);
    return `wasm.${exports.get(name)}`;
  });
  const left = glue.match(new RegExp(`^export (?!(?:${options.exports})\\b|function __wbg_set_wasm\\b).*$`, "gm"));
  if (left) throw new Error(`glue: exports that are not expected: ${left.join(", ")}`);
  const object = imports.map(([, name, short]) => `${JSON.stringify(short)}: ${name}`).join(", ");
  return `${glue}\nexport const imports = { ${JSON.stringify(IMPORTS)}: { ${object} } };\n`;
}

/** The module's bytes as text, and the module that makes them of it; `ts/bytes.ts` says why. */
function encode(bytes) {
  const alphabet = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter((character) => !"\"$<\\`".includes(character));
  const single = alphabet.slice(2);
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = counts.map((_, byte) => byte).sort((one, two) => counts[two] - counts[one] || one - two);
  const codes = new Array(256);
  const table = Buffer.alloc(TEXT_START);
  order.forEach((byte, rank) => {
    const [prefix, character] = [Math.floor(rank / single.length), single[rank % single.length]];
    codes[byte] = (prefix ? alphabet[prefix - 1] : "") + character;
    table[128 * prefix + character.charCodeAt(0)] = byte;
  });
  const text = Array.from(bytes, (byte) => codes[byte]).join("");
  return `export const decoder = "${decoder(table, text.length)}";\nexport const text = "${text}";\n`;
}

/** The module that decodes a text of this length, whose characters stand for what the table says, in base64. */
function decoder(table, length) {
  const [source, wasm] = ["decoder.wat", "decoder.wasm"].map((name) => join(scratch, name));
  const pages = Math.ceil((TEXT_START + length) / 65_536);
  const data = Array.from(table, (byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  const memory = `(memory (export "memory") ${pages})\n  (data (i32.const 0) "${data}")`;
  writeFileSync(source, replaceOnce(readFileSync(join(here, "decoder.wat"), "utf8"), /\(memory \(export "memory"\) 1\)/g, memory, "the memory of the decoder"));
  run("wasm-opt", ["-Oz", source, "-o", wasm]);
  return readFileSync(wasm).toString("base64");
}

/** The module with a custom section of a short text, which whoever compiles it can read. */
function withSection(bytes, name, text) {
  const content = Buffer.concat([Buffer.of(name.length), Buffer.from(name + text)]);
  if (content.length > 127) throw new Error(`the section ${name} is too long for a length of one byte`);
  return Buffer.concat([bytes, Buffer.of(0, content.length), content]);
}

/** The module as the statements of a function of `imports`, which gives the same shape as an instance of the WebAssembly module. */
function lower(wasm, { memory }) {
  const lowered = join(scratch, "lowered.js");
  run("wasm2js", [...FEATURES, "-Oz", wasm, "-o", lowered]);
  let source = readFileSync(lowered, "utf8");
  source = replaceAtLeastOnce(source, /^import \* as \S+ from '\w+';$/gm, "", "wasm2js: the import of the glue");
  source = withoutUnused(spareMemory(plainSegments(source)));
  // Nobody makes it grow from outside; whoever has views of it asks for its buffer each time.
  const shown = (_, name) => (memory ? `${name}: { get buffer() { return buffer; } },\n` : "");
  source = replaceOnce(source, /("\w+"): Object\.create\(Object\.prototype, \{\s*"grow": \{[\s\S]*?\n *\}\s*\}\),\s*/g, shown, "wasm2js: the export of memory");
  const start = source.search(/\nvar retasmFunc = asmFunc\(/);
  if (start < 0) throw new Error("wasm2js: the call of asmFunc was not found");
  return replaceOnce(source.slice(0, start).replace(/\}\s*$/, ""), /^function asmFunc\(imports\) \{$/gm, "", "wasm2js: asmFunc");
}

/** `instantiate(imports)`, each time with a memory of its own: several copies of the package may share what is hosted. */
function asFunction(lowered) {
  return `export function instantiate(imports) {\n${lowered}\n}\n`;
}

/**
 * The same for who calls it once: its functions and its state are the module's. Functions within a function are parsed twice before they
 * run, and the larger part of a start is parsing. Still nothing is done before the call.
 */
function asModule(lowered) {
  const [outside, inside] = [[], []];
  let depth = 0;
  for (const line of lowered.split("\n")) {
    const braces = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    const state = depth === 0 && /^ *var ([\w$]+)(?: = (\w[^,]*|.*\)))?(?:, (buffer) = (.*))?;$/.exec(line);
    if (/^ *return \{$/.test(line) && depth === 0) depth = -1; // The rest is what is given.
    if (depth < 0) inside.push(line);
    else if (state) {
      for (const [name, value] of [state.slice(1, 3), state.slice(3)]) {
        if (name) outside.push(`let ${name};`);
        if (value) inside.push(`${name} = ${value};`);
      }
    } else if (depth > 0 || /^ *function /.test(line) || line.trim() === "") outside.push(line);
    else inside.push(line);
    if (depth >= 0) depth += braces.split("{").length - braces.split("}").length;
  }
  if (depth !== -1) throw new Error("wasm2js: what it gives was not found");
  return `${outside.join("\n")}\nexport function instantiate(imports) {\n${inside.join("\n")}\n}\n`;
}

/**
 * Memory that grows is copied, and every view of it replaced: no optimiser takes them for constants any more. The allocator lets it grow
 * at once, so there is room to spare from the start.
 */
function spareMemory(source) {
  const room = "0x100000";
  source = replaceOnce(source, /var buffer = new ArrayBuffer\((\d+)\);/g, (_, size) => `var pages = ${size / 65_536}, buffer = new ArrayBuffer(${size} + ${room});`, "wasm2js: the memory");
  source = replaceOnce(source, /return buffer\.byteLength >> 16;/g, "return pages;", "wasm2js: the size of memory");
  source = replaceOnce(source, /if \(\(oldPages < newPages\) && \(newPages < 65536\)\) \{/g, "if (oldPages < newPages && newPages < 65536) {\n  if (newPages << 16 > buffer.byteLength) {", "wasm2js: the growth of memory");
  source = replaceOnce(source, /bufferView = HEAPU8;\n\s*\}\n\s*return oldPages;/g, "bufferView = HEAPU8;\n  }\n  pages = newPages;\n  }\n  return oldPages;", "wasm2js: the end of growth");
  return replaceOnce(source, /new ArrayBuffer\(newPages << 16\)/g, `new ArrayBuffer((newPages << 16) + ${room})`, "wasm2js: the memory that has grown");
}

/** Views of memory and functions of `Math` that nothing uses: to a minifier, making them might have an effect. */
function withoutUnused(source) {
  for (const [, name] of source.matchAll(/^ *var (\w+) = (?:new \w+\(buffer\)|Math\.\w+);$/gm)) {
    const made = new RegExp(`^ *(?:var )?${name} = .*;$`, "gm");
    if (!new RegExp(`\\b${name}\\b`).test(source.replace(made, ""))) source = source.replace(made, "");
  }
  return source;
}

/** The data of the module as texts: in base64, as wasm2js writes it, texts compress half as well. */
function plainSegments(source) {
  const decoder = /  var base64ReverseLookup = [\s\S]*?\n  function base64DecodeToExistingUint8Array\([\s\S]*?\n  \}\n/g;
  const writer = "  function write(offset, text) { for (var i = 0; i < text.length; i++) bufferView[offset + i] = text.charCodeAt(i); }\n";
  source = replaceOnce(source, decoder, writer, "wasm2js: the decoder of segments").replace(/\/\*\* @noinline [^\n]*\n/, "");
  source = source.replace(/base64DecodeToExistingUint8Array\(bufferView, (\d+), "([^"]*)"\)/g, (_, offset, base64) => {
    const text = Buffer.from(base64, "base64").toString("latin1");
    return `write(${offset}, ${JSON.stringify(text).replace(/[\x7f-\xff]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`)})`;
  });
  if (/base64(Decode|Reverse)/.test(source)) throw new Error("wasm2js: segments are written in another way than expected");
  return source;
}

/** The texts that stand for the core's numbers: those of both engines, which stand with the widget's, and what the client's has besides. */
function tables() {
  const [diagnostic, word] = ["diagnostic", "word"].map((name) => readFileSync(join(root, `src/wire/${name}.rs`), "utf8"));
  const text = '"((?:[^"\\\\]|\\\\.)*)"';
  /** The texts of the lines between two of these, in two lists: what stands behind an attribute is of the client's, or in neither engine. */
  const block = (source, start, row, what) => {
    const [, lines] = new RegExp(`${start} \\{\n([\\s\\S]*?)\n *\\}\n`).exec(source) ?? [];
    if (!lines) throw new Error(`src/wire: ${what} were not found`);
    const found = { both: [], client: [] };
    let feature;
    for (const line of lines.split("\n")) {
      const attribute = /^ *#\[cfg\(feature = "(\w+)"\)\]$/.exec(line);
      const values = attribute ? [] : row.exec(line)?.slice(1);
      if (!values) throw new Error(`src/wire: ${line} is none of the ${what}`);
      if (!attribute && feature === undefined && found.client.length > 0) throw new Error(`src/wire: ${line} stands behind the client's own`);
      if (feature === undefined || feature === "client") found[feature ?? "both"].push(...values.map((part) => JSON.parse(`"${part}"`)));
      feature = attribute?.[1];
    }
    return found;
  };
  const row = new RegExp(`^ *\\w+ = ${text},$`);
  const all = {
    oddities: block(diagnostic, "\noddities!", new RegExp(`^ *\\w+ = ${text}, ${text};$`), "oddities"),
    paths: block(diagnostic, "pub enum Path", row, "places"),
    reasons: block(diagnostic, "pub enum Reason", row, "reasons"),
    words: { both: block(word, "every engine", row, "words").both, client: block(word, "\n    client", row, "words").both },
  };
  const written = (whose) => Object.entries(all).map(([name, lists]) => `export const ${name} = ${JSON.stringify(lists[whose])};\n`).join("");
  return { widget: written("both"), client: written("client") };
}

function writeManifest() {
  const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  const version = /^version = "(.+)"$/m.exec(cargo.slice(cargo.indexOf("[workspace.package]")));
  if (!version) throw new Error("Cargo.toml: no workspace version");
  manifest.version = version[1];
  writeFileSync(join(pkg, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What may not be in a package that is inlined into HTML and runs under the policy of MCP Apps. */
function checkPayload() {
  const forbidden = [/<\/script/i, /<!--/, /\beval\s*\(/, /\bnew Function\b/, /\bfetch\s*\(/, /import\.meta/, /\bimport\s*\(/, /\bnew Worker\b/, /\bconsole\./];
  const files = readdirSync(pkg, { recursive: true }).filter((name) => name.endsWith(".js"));
  for (const name of files) {
    const text = readFileSync(join(pkg, name), "utf8");
    // The client is there to fetch, from the address that it is given.
    const own = dirname(name) === "client" ? /\bfetch\(url,/g : /(?!)/g;
    for (const pattern of forbidden) if (pattern.test(text.replace(own, ""))) throw new Error(`${name} contains ${pattern}`);
  }
}

function replaceOnce(text, pattern, by, what) {
  const found = text.match(pattern)?.length ?? 0;
  if (found !== 1) throw new Error(`${what} was found ${found} times, not once`);
  return text.replace(pattern, by);
}

function replaceAtLeastOnce(text, pattern, by, what) {
  if (!pattern.test(text)) throw new Error(`${what} was not found`);
  return text.replace(pattern, by);
}

function minify(source) {
  const file = join(scratch, "source.js");
  writeFileSync(file, source);
  return execFileSync("esbuild", ["--minify", "--format=esm", "--legal-comments=none", "--target=es2022", file], { encoding: "utf8", maxBuffer: 64 << 20 });
}

function run(program, parameters) {
  return execFileSync(program, parameters, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", maxBuffer: 64 << 20 });
}
