// What the documents say is so: their examples run, their tables hold, and they name what there is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { place } from "../bench/place.mjs";
import { WIDGETS } from "../ext-apps/build.mjs";
import { checkRow } from "./support/docs/damage.mjs";
import { Examples } from "./support/docs/example.mjs";
import { blocks, checkedRows, read } from "./support/docs/markdown.mjs";
import { Page } from "./support/docs/page.mjs";
import { replay } from "./support/docs/transcript.mjs";

const page = new Page();
const examples = new Examples(page);
after(() => examples.end());
const api = await import(new URL("../../pkg/js.js", import.meta.url));
const all = ["README.md", "docs/api.md", "docs/protocol.md", "docs/ext-apps.md"].flatMap(blocks);
const marked = (info) => all.filter((block) => block.info === info);
const flat = (text) => text.replace(/\s+/g, " ").trim();
// The JavaScript engine is started first, so that all examples run on it, whatever they import.
api.connect({ name: "first", version: "1" }, { transport: { send() {} } }).close();

for (const { path, line, code } of marked("js run")) {
  test(`${path}:${line} runs`, async () => {
    page.reset();
    await examples.run({ code, names: { saveDraft: async () => {} } });
  });
}

test("the quick start of the README runs", async () => {
  const { code } = all.find(({ path, info, code }) => path === "README.md" && info === "js" && code.includes("connect("));
  const [button, rendered, failed] = [{}, [], []];
  page.reset();
  const names = { button, render: (gifts) => rendered.push(gifts), fail: (text) => failed.push(text) };
  await examples.run({ code: `${code}\nawait widget.ready; button.onclick();`, names });
  assert.deepEqual([rendered.length, failed], [2, []], "once for the host's result and once for the button");
});

test("the other examples are JavaScript", async () => {
  for (const { path, line, info, code } of all) {
    if (!/^jsx?( fixture .*)?$/.test(info)) continue;
    await assert.doesNotReject(transform(code, { loader: "jsx" }), `${path}:${line}`);
  }
});

test("the bundlers' settings are those of the fixtures", () => {
  const named = all.filter(({ info }) => info.startsWith("js fixture "));
  assert.ok(named.length > 0);
  for (const { info, code } of named) assert.equal(flat(code), flat(read(`tests/packaging/fixtures/${info.slice("js fixture ".length)}`)));
});

test("the examples in TypeScript are well typed", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-widget-docs-"));
  try {
    const types = fileURLToPath(new URL("../../pkg/index.d.ts", import.meta.url));
    const compilerOptions = { target: "ES2022", module: "ESNext", moduleResolution: "bundler", lib: ["ES2022", "DOM"], types: [], strict: true, skipLibCheck: true, noEmit: true, paths: { "mcp-widget": [types] } };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    marked("ts check").forEach(({ code }, index) => {
      const given = code.includes("widget.") ? 'import { connect } from "mcp-widget"; const widget = connect({ name: "a", version: "1" });' : "";
      writeFileSync(join(folder, `${index}.ts`), `${given}\n${code}\nexport {};\n`);
    });
    execFileSync(process.execPath, [fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url)), "-p", folder], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const { path, line, code } of marked("text transcript")) {
  test(`${path}:${line} is what is sent`, async () => assert.deepEqual(await replay(api, code), []));
}

for (const row of checkedRows("docs/protocol.md")) {
  test(`docs/protocol.md:${row.line} ${row.kind} ${row.cells[0]}`, () => checkRow(api.connect, row));
}

test("docs/protocol.md has exactly the codes of the core", () => {
  const [, list] = /^oddities! \{\n(.+?)^\}/ms.exec(read("src/wire/diagnostic.rs"));
  const codes = [...list.matchAll(/= "([a-z-]+)",/g)].map(([, code]) => code);
  const text = read("docs/protocol.md");
  const section = text.slice(text.indexOf("\n## Diagnostics"));
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  assert.ok(codes.length > 30);
  assert.deepEqual(listed.sort(), codes.sort());
});

test("docs/api.md names everything that is exported", () => {
  const text = read("docs/api.md").replace(/^```.*?^```/gms, "");
  const types = [...read("pkg-template/ts/types.ts").matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  const members = Object.getOwnPropertyNames(api.Widget.prototype).filter((name) => name !== "constructor");
  for (const name of [...Object.keys(api), ...types, ...members]) assert.match(text, new RegExp(`(?:^#.*|\`[^\`\n]*)\\b${name}\\b`, "m"), name);
});

test("the README has the place of the size table, and in it a row for every entry and for the module", () => {
  const { exports } = JSON.parse(read("pkg-template/package.json"));
  const readme = read("README.md");
  const rows = [...readme.slice(...place(readme, "sizes")).matchAll(/^\| `([^`]+)` \|(?: \d+\.\d kB \|){3}$/gm)].map(([, name]) => name);
  const entries = Object.keys(exports).filter((path) => path !== "./package.json" && path !== "./engine.js");
  assert.deepEqual(rows.sort(), ["@modelcontextprotocol/ext-apps", "@modelcontextprotocol/client", ...entries.map((path) => `mcp-widget${path.slice(1)}`)].sort());
});

test("docs/ext-apps.md has the place of the table of widgets, and in it a row for each", () => {
  const document = read("docs/ext-apps.md");
  const rows = [...document.slice(...place(document, "widgets")).matchAll(/^\| (\w+) \|(?: [\d.]+ (?:kB|ms) → [\d.]+ (?:kB|ms) \|){3}$/gm)].map(([, name]) => name);
  assert.deepEqual(rows.sort(), Object.keys(WIDGETS).sort());
});

test("links between the documents lead somewhere", () => {
  const anchors = (path) =>
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) => title.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-"));
  for (const path of ["docs/api.md", "docs/protocol.md", "docs/ext-apps.md"]) {
    for (const [, file, anchor] of read(path).matchAll(/\]\((protocol\.md|api\.md)?#([^)]+)\)/g)) {
      assert.ok(anchors(file ? `docs/${file}` : path).includes(anchor), `${path} links to ${file ?? ""}#${anchor}`);
    }
  }
});
