// What tests/reports.md and docs/hosts.md name is there.

import assert from "node:assert/strict";
import test from "node:test";
import { casesFor } from "../behaviour/suite.mjs";
import { quoted, read } from "./support/docs/markdown.mjs";

const known = new Set(["sync", "async", "post"].flatMap((delivery) => casesFor(delivery).map(([name]) => name)));

/** Whether there is such a test: a case of the suite, or a text in a file. */
function exists(name) {
  const [, path, text] = /^([\w/-]+(?:\.test)?\.mjs): (.+)$/.exec(name) ?? [];
  return path ? read(`tests/${path}`).includes(text) : known.has(name);
}

test("every report is shown by tests that there are", () => {
  const rows = read("tests/reports.md").split("\n").filter((line) => /^\| (?!what went wrong|---)/.test(line));
  assert.ok(rows.length > 30);
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
