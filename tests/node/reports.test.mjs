// What tests/reports.md and docs/hosts.md name is there.

import assert from "node:assert/strict";
import test from "node:test";
import { casesFor } from "../behaviour/suite.mjs";
import { everyCase } from "../client/cases.mjs";
import { quoted, read } from "./support/docs/markdown.mjs";

const known = new Set(["sync", "async", "post"].flatMap((delivery) => casesFor(delivery).map(([name]) => name)));
for (const [name] of everyCase) known.add(`client/cases: ${name}`);

/** Whether there is such a test: a case of a suite, a text in a file, or a test in one of Rust. */
function exists(name) {
  const [, path, text] = /^([\w/-]+(?:(?:\.test)?\.mjs|\.rs)): (.+)$/.exec(name) ?? [];
  return path ? read(`tests/${path}`).includes(path.endsWith(".rs") ? `fn ${text}() {` : text) : known.has(name);
}

test("a test that there is not is found out", () => {
  for (const [name, other] of [
    ["client/cases: lists: nextCursor: null is the end", "client/cases: lists: nextCursor: null is no end"],
    ["http/backoff.rs: the_server_has_its_way", "http/backoff.rs: the_server_has_its"],
    ["behaviour/support/run.mjs: written to the console", "behaviour/support/run.mjs: written to no console"],
    ["replay: what a host repeats is marked", "client/cases: replay: what a host repeats is marked"],
  ]) {
    assert.ok(exists(name), name);
    assert.ok(!exists(other), other);
  }
});

test("every report is shown by tests that there are", () => {
  const rows = read("tests/reports.md").split("\n").filter((line) => /^\| (?!what went wrong|---)/.test(line));
  assert.ok(rows.length > 80);
  for (const row of rows) {
    const cells = row.slice(1, -1).split(" | ");
    assert.equal(cells.length, 3, row);
    const names = quoted(cells[2]);
    assert.ok(names.length > 0, row);
    for (const name of names) assert.ok(exists(name), name);
  }
});

test("every method is tested by tests that there are, and is what the package offers", async () => {
  const { Widget } = await import("mcp-widget/js");
  const rows = read("docs/hosts.md").split("\n").filter((line) => /^\| .* \| [WH] [→↔] /.test(line));
  assert.ok(rows.length > 30);
  for (const row of rows) {
    const cells = row.slice(1, -1).split(" | ");
    assert.equal(cells.length, 6, row);
    const names = quoted(cells[5]);
    assert.ok(names.length > 0, row);
    for (const name of names) assert.ok(exists(name), name);
    for (const name of quoted(cells[4])) if (/^(?!connect$)[a-z]+[A-Z]/.test(name)) assert.ok(name in Widget.prototype, name);
  }
});
