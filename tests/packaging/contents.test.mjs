// What would be published: the tarball's files, and the manifest.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix } from "node:path";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { node } from "./support/program.mjs";
import { fixture, project } from "./support/fixture.mjs";
import { scratch } from "./support/scratch.mjs";
import { APPS, CLIENTS, ENGINES, ENTRIES, contents, manifest, root, tarball } from "./support/tarball.mjs";

const read = (name) => readFileSync(join(contents(), name), "utf8");
let files;
let own;
before(() => {
  const names = readdirSync(contents(), { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  files = names.filter((name) => statSync(join(contents(), name)).isFile()).sort();
  own = manifest();
});

/** The files that a script or declaration imports, from the package's root. */
function imports(name) {
  const found = read(name).matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...found].map(([, target]) => posix.join(posix.dirname(name), target));
}

/** All files that can be reached from these by imports; `extension` is how the imported name's `.js` is spelled on disk. */
function reached(from, extension) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const target of imports(name)) visit(target.replace(/\.js$/, extension));
  };
  from.forEach(visit);
  return seen;
}

const targets = (condition) =>
  Object.values(own.exports)
    .filter((target) => typeof target === "object")
    .map((target) => target[condition].slice(2));

describe("the tarball", () => {
  test("has scripts, declarations, papers and the module, and nothing else", () => {
    const papers = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "engine.wasm", "package.json"];
    const others = files.filter((name) => !/^((client|client\/engine|engine|ext-apps)\/)?[a-z-]+(\.d\.ts|\.js)$/.test(name));
    assert.deepEqual(others, papers);
  });

  test("has a declaration for every script, and the other way round", () => {
    const stems = (extension) => files.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
    assert.ok(stems(".js").length > 10);
    assert.deepEqual(stems(".js"), stems(".d.ts"));
  });

  test("has no script that no entry needs", () => {
    const scripts = reached(targets("default"), ".js");
    const declarations = reached(targets("types"), ".d.ts");
    // A module of types alone has no script that anybody imports; internal ones have no declaration that anybody does.
    const dead = files.filter((name) => name.endsWith(".js") && !scripts.has(name) && !declarations.has(name.replace(/\.js$/, ".d.ts")));
    assert.deepEqual(dead, []);
    for (const name of [...scripts, ...declarations]) assert.ok(files.includes(name), `${name} is imported and not there`);
  });

  test("points to no map, no source and no place of the build", async () => {
    const texts = new Map(files.map((name) => [name, read(name)]));
    for (const [name, text] of texts) assert.doesNotMatch(text, /sourceMappingURL|sourceURL/, name);
    // What the compiler put in is seen in the module itself, and as text in the lowered one.
    const { code, output } = await node(["module.mjs"], { cwd: fixture("node") });
    assert.equal(code, 0, output);
    const module = Buffer.from(output, "base64").toString("latin1");
    assert.match(module, /^\0asm/);
    texts.set("the module", module);
    // Where a panic is in the sources stands in none of them: the linker is given no function that would tell.
    for (const name of ["the module", "engine/js.js", "engine/hosted.js"]) assert.doesNotMatch(texts.get(name), /\/rustc\/|\.rs\b|already borrowed|capacity overflow/, name);
    for (const place of [root, homedir()].filter((place) => place.length > 1)) {
      for (const [name, text] of texts) assert.ok(!text.includes(place), `${name} names ${place}`);
    }
  });

  test("has the module as a file, the same as inside the entries but for a section that says which compile it is of", async () => {
    const { output } = await node(["module.mjs"], { cwd: fixture("node") });
    const inside = Buffer.from(output, "base64");
    const file = readFileSync(join(contents(), "engine.wasm"));
    assert.deepEqual(file.subarray(0, inside.length), inside);
    const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(file), "mcp-widget");
    const { id } = await import(pathToFileURL(join(contents(), "engine/id.js")).href);
    assert.match(id, /^[0-9a-f]{16}$/);
    assert.equal(new TextDecoder().decode(section), id);
    assert.equal((await import(pathToFileURL(join(contents(), "engine/hosted.js")).href)).id, id);
  });

  test("has the papers of the project", () => {
    for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) assert.equal(read(name), readFileSync(join(root, name), "utf8"));
    assert.match(read("LICENSE-APACHE"), /Apache License\s+Version 2\.0/);
    assert.match(read("LICENSE-MIT"), /Permission is hereby granted, free of charge/);
  });

  test("stays below what a widget may weigh", () => {
    assert.ok(statSync(tarball()).size < 230_000, `${statSync(tarball()).size} bytes`);
  });
});

describe("the manifest", () => {
  test("has the version of the crate", () => {
    const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
    const [, version] = /^version = "(.+)"$/m.exec(cargo.slice(cargo.indexOf("[workspace.package]")));
    assert.equal(own.version, version);
    assert.equal(own.name, "mcp-widget");
  });

  test("depends on nothing and runs nothing", () => {
    for (const key of Object.keys(own)) assert.doesNotMatch(key, /dependencies|scripts|^bin$|gypfile/i);
    assert.equal(own.sideEffects, false);
    assert.equal(own.type, "module");
    assert.equal(own.private, undefined);
    assert.equal(own.license, "MIT OR Apache-2.0");
    assert.deepEqual(own.engines, { node: ">=20.19" });
  });

  test("exports the entries, with their types first", () => {
    const paths = [...ENTRIES, ...APPS, ...CLIENTS, ...ENGINES].map((name) => `.${name.slice("mcp-widget".length)}`);
    assert.deepEqual(Object.keys(own.exports), [...paths, "./package.json"]);
    for (const target of Object.values(own.exports).filter((value) => typeof value === "object")) {
      assert.deepEqual(Object.keys(target), ["types", "default"]);
      assert.equal(target.types, target.default.replace(/\.js$/, ".d.ts"));
    }
  });

  test("resolves every entry in Node, and nothing inside", async () => {
    const folder = project();
    const resolve = `
      const found = {};
      for (const name of process.argv.slice(1)) {
        try { found[name] = import.meta.resolve(name).split("/node_modules/").at(-1); } catch (error) { found[name] = error.code; }
      }
      console.log(JSON.stringify(found));`;
    const names = [...ENTRIES, ...APPS, ...CLIENTS, ...ENGINES, "mcp-widget/package.json", "mcp-widget/widget.js", "mcp-widget/engine/glue.js"];
    const { output } = await node(["--input-type=module", "--eval", resolve, ...names], { cwd: folder });
    assert.deepEqual(JSON.parse(output), {
      "mcp-widget": "mcp-widget/index.js",
      "mcp-widget/wasm": "mcp-widget/wasm.js",
      "mcp-widget/js": "mcp-widget/js.js",
      "mcp-widget/slim": "mcp-widget/slim.js",
      "mcp-widget/ext-apps": "mcp-widget/ext-apps.js",
      "mcp-widget/ext-apps/wasm": "mcp-widget/ext-apps-wasm.js",
      "mcp-widget/ext-apps/js": "mcp-widget/ext-apps-js.js",
      "mcp-widget/client": "mcp-widget/client/index.js",
      "mcp-widget/client/wasm": "mcp-widget/client/wasm.js",
      "mcp-widget/client/js": "mcp-widget/client/js.js",
      "mcp-widget/engine.wasm": "mcp-widget/engine.wasm",
      "mcp-widget/engine.js": "mcp-widget/engine/hosted.js",
      "mcp-widget/package.json": "mcp-widget/package.json",
      "mcp-widget/widget.js": "ERR_PACKAGE_PATH_NOT_EXPORTED",
      "mcp-widget/engine/glue.js": "ERR_PACKAGE_PATH_NOT_EXPORTED",
    });
  });

  test("has nothing that publint would change", async () => {
    const pack = { tarball: new Uint8Array(readFileSync(tarball())).buffer };
    const { messages, pkg } = await publint({ pack, strict: true });
    assert.equal(pkg.name, "mcp-widget");
    assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
  });
});

describe("npm", () => {
  /** Nobody listens at that address: whatever asks the registry fails. */
  const npm = (folder, ...args) => {
    const offline = ["--offline", "--registry", "http://127.0.0.1:9", "--no-audit", "--no-fund", "--no-update-notifier"];
    const program = process.platform === "win32" ? "npm.cmd" : "npm";
    const { status, stdout, stderr } = spawnSync(program, [...args, ...offline], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout + stderr;
  };

  test("installs it without asking anybody", () => {
    const folder = scratch();
    npm(folder, "install", "--prefix", folder, tarball());
    assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["mcp-widget"]);
    for (const name of files) assert.ok(existsSync(join(folder, "node_modules/mcp-widget", name)), name);
  });

  test("would publish it as it is", () => {
    const output = npm(scratch(), "publish", tarball(), "--dry-run");
    assert.match(output, /\+ mcp-widget@\d/);
    assert.match(output, /with tag latest and public access \(dry-run\)/);
    // npm mends a manifest in silence when it packs, and says so only here.
    assert.doesNotMatch(output, /auto-corrected|errors corrected|npm error/i);
  });
});
