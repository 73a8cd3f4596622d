// What the README promises is what the fixtures build.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { contents } from "./support/tarball.mjs";

const flat = (text) => text.replace(/\s+/g, " ").trim();

test("the quick start of the README is the fixtures' program", () => {
  const readme = readFileSync(join(contents(), "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```(?:js|javascript|ts|typescript)\n(.+?)^```/gms)].map(([, code]) => code);
  const start = blocks.find((code) => /from "mcp-widget"/.test(code) && /connect\(/.test(code));
  assert.ok(start, "the README shows no quick start");
  const program = readFileSync(new URL("fixtures/app/main.js", import.meta.url), "utf8");
  const [, tested] = /\/\/ <quick start>\n(.+?)\/\/ <\/quick start>/s.exec(program);
  const shown = start.replace(/^import .*\n+/gm, "");
  assert.match(program, new RegExp(`^${/^import .*$/m.exec(start)[0].replace(/[{}.]/g, "\\$&")}$`, "m"));
  assert.equal(flat(shown), flat(tested));
});
