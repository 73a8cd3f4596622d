// The quick start in every way of building a page of several files, from the packed tarball, in a browser.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { build, scripts } from "./support/fixture.mjs";
import { engines, hazards } from "./support/script.mjs";
import { stage } from "./support/stage.mjs";

const { show } = stage();

/** `mcp-widget/slim` has a file of its own. */
const HOLDS = {
  "mcp-widget": { wasm: true, js: true, compiles: true },
  "mcp-widget/wasm": { wasm: true, js: false, compiles: true },
  "mcp-widget/js": { wasm: false, js: true, compiles: false },
};

for (const fixture of ["vite", "rollup", "webpack"]) {
  describe(fixture, { concurrency: 2 }, () => {
    for (const entry of Object.keys(HOLDS)) {
      test(entry, async () => {
        const folder = await build(fixture, entry);
        const codes = scripts(folder);
        assert.deepEqual(codes.flatMap(hazards), []);
        assert.deepEqual(engines(codes), HOLDS[entry]);
        await show({ folder }, (widget) => widget.play(entry === "mcp-widget/js" ? "js" : "wasm"));
      });
    }
  });
}

for (const fixture of ["import-map", "relative"]) {
  describe(`no bundler, ${fixture}`, { concurrency: 2 }, () => {
    for (const entry of Object.keys(HOLDS)) {
      test(entry, async () => {
        const folder = await build(fixture, entry);
        assert.deepEqual(scripts(folder).flatMap(hazards), []);
        await show({ folder }, (widget) => widget.play(entry === "mcp-widget/js" ? "js" : "wasm"));
      });
    }
  });
}
