// Widgets for the official library, whose imports a bundler leads elsewhere: as docs/ext-apps.md says it, from the packed tarball, in a browser.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import { project, scripts } from "./support/fixture.mjs";
import { node } from "./support/program.mjs";
import { engines } from "./support/script.mjs";
import { stage } from "./support/stage.mjs";

const { show } = stage();
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const documents = readFileSync(at("../../docs/ext-apps.md"), "utf8");

/** The file that a block of the documents is: its first line names it. */
function shown(name) {
  const [, code] = new RegExp(`^\`\`\`js\\n(// ${name}.+?)^\`\`\``, "ms").exec(documents);
  return code;
}

/** With the official library beside it, as before the move. */
function prepare(bundler, program) {
  const folder = project([bundler, "react", "react-dom", "scheduler", "@modelcontextprotocol", "zod"]);
  for (const name of [`${bundler}.config.js`, "ext-apps-react.js"]) writeFileSync(join(folder, name), shown(name));
  copyFileSync(at("fixtures/app/index.html"), join(folder, "index.html"));
  copyFileSync(at(`fixtures/alias/${program}.js`), join(folder, "main.js"));
  copyFileSync(at(`fixtures/alias/${bundler}.mjs`), join(folder, "build.mjs"));
  return folder;
}

const build = async (folder) => assert.deepEqual(await node(["build.mjs"], { cwd: folder }), { code: 0, signal: null, output: "" });

/** What only the official library says. */
const isOfficial = (codes) => codes.some((code) => code.includes("[ext-apps] "));

for (const bundler of ["vite", "webpack"]) {
  describe(bundler, () => {
    for (const program of ["main", "react"]) {
      test(program, { timeout: 120_000 }, async () => {
        const folder = prepare(bundler, program);
        await build(folder);
        const codes = scripts(folder);
        assert.deepEqual([engines(codes), isOfficial(codes)], [{ wasm: true, js: true, compiles: true }, false]);
        await show({ folder }, async (widget) => {
          const logged = async (level) => (await widget.received()).filter(({ method, params }) => method === "notifications/message" && params.level === level).map(({ params }) => params.data);
          const wanted = program === "react" ? ["info", "debug"] : ["info"];
          for (let waits = 0; waits < 500 && (await Promise.all(wanted.map(logged))).some(({ length }) => length === 0); waits++) await new Promise((resolve) => setTimeout(resolve, 20));
          assert.deepEqual(await logged("info"), [[["Candle", "Chess set"], ["Kite for a birthday", "Something below 100"]]]);
          if (program === "react") assert.equal((await logged("debug"))[0], "light");
        });
      });
    }
  });
}

test("without the alias it is the official library", { timeout: 120_000 }, async () => {
  const folder = prepare("vite", "main");
  writeFileSync(join(folder, "vite.config.js"), "export default {};");
  await build(folder);
  assert.equal(isOfficial(scripts(folder)), true);
});
