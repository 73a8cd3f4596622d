// The entry without an engine, which comes from beside the page or from within it, in every way of building.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { build, scripts } from "./support/fixture.mjs";
import { engines } from "./support/script.mjs";
import { stage } from "./support/stage.mjs";

const { show } = stage();
const SLIM = "mcp-widget/slim";

describe("from beside the page", { concurrency: 2 }, () => {
  for (const fixture of ["vite", "webpack", "import-map"]) {
    test(fixture, async () => {
      const folder = await build(fixture, SLIM);
      if (fixture !== "import-map") assert.deepEqual(engines(scripts(folder)), { wasm: false, js: false, compiles: true });
      await show({ folder }, (widget) => widget.play("wasm"));
    });
  }

  test("the JavaScript engine", async () => {
    const folder = await build("rollup", SLIM);
    await show({ folder }, (widget) => widget.play("js"));
  });
});

describe("from within the page", () => {
  const page = async (policy) => {
    const html = readFileSync(join(await build("esbuild-html", SLIM), "dist/index.html"), "utf8");
    return html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'${policy}">`);
  };

  test("where WebAssembly is allowed", async () => show({ srcdoc: await page(" 'wasm-unsafe-eval'") }, (widget) => widget.play("wasm")));

  test("where it is forbidden, says what is missing and tries nothing", async () =>
    show({ srcdoc: await page(""), errors: ["EngineError"] }, async (widget) => {
      assert.deepEqual(await widget.received(), []);
      assert.deepEqual(await widget.violations(), []);
    }));
});
