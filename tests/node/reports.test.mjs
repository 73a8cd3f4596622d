// What tests/reports.md names is there.

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
