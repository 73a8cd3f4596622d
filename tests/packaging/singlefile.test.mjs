// The quick start as one HTML text in a frame without an origin: how MCP servers hand out widgets, under the policies of hosts.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { build, scripts } from "./support/fixture.mjs";
import { engines, hazards } from "./support/script.mjs";
import { stage } from "./support/stage.mjs";

const { show } = stage();

/** What MCP Apps has hosts apply when a resource asks for nothing, and the same with WebAssembly. */
const policy = (more = "") =>
  `default-src 'none'; script-src 'self' 'unsafe-inline'${more}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'`;
const DEFAULT = policy();
const WITH_WASM = policy(" 'wasm-unsafe-eval'");

const under = (html, content) => {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${content}">`;
  const text = html.replace("<head>", () => `<head>${meta}`);
  assert.notEqual(text, html);
  return text;
};

for (const tool of ["vite-singlefile", "esbuild-html"]) {
  for (const entry of ["mcp-widget", "mcp-widget/js", "mcp-widget/wasm"]) {
    describe(`${tool}, ${entry}`, { concurrency: 2 }, () => {
      let html;
      let folder;
      before(async () => {
        folder = await build(tool, entry);
        html = readFileSync(join(folder, "dist/index.html"), "utf8");
      });
      /** Plays the scene; what the policy forbids may be tried at most so often. */
      const plays = (engine, tries) => async (widget) => {
        await widget.play(engine);
        const violations = await widget.violations();
        assert.ok(violations.length <= tries, `${violations}`);
        for (const violation of violations) assert.equal(violation, "script-src wasm-eval");
      };
      const free = entry === "mcp-widget/js" ? "js" : "wasm";

      test("is one file with nothing in it that hosts forbid", () => {
        assert.deepEqual(readdirSync(join(folder, "dist")), ["index.html"]);
        assert.doesNotMatch(html.replace(/<script.+?<\/script>/gs, ""), /\b(src|href)=/);
        const codes = scripts(folder);
        assert.equal(codes.length, 1);
        assert.deepEqual(hazards(codes[0]), []);
        const expected = { wasm: entry !== "mcp-widget/js", js: entry !== "mcp-widget/wasm", compiles: entry !== "mcp-widget/js" };
        assert.deepEqual(engines(codes), expected);
      });

      test("without a policy", () => show({ srcdoc: html }, plays(free, 0)));

      test("where WebAssembly is allowed", () => show({ srcdoc: under(html, WITH_WASM) }, plays(free, 0)));

      if (entry === "mcp-widget/wasm") {
        test("under the default policy, says what is missing", () =>
          show({ srcdoc: under(html, DEFAULT), errors: ["EngineError"] }, async (widget) => {
            assert.deepEqual(await widget.received(), []);
          }));
      } else {
        test("under the default policy", () => show({ srcdoc: under(html, DEFAULT) }, plays("js", 0)));

        // A page cannot read such a policy: it has to try, once.
        test("under the default policy in a header", () =>
          show({ folder, policy: DEFAULT }, plays("js", entry === "mcp-widget" ? 1 : 0)));
      }
    });
  }
}
