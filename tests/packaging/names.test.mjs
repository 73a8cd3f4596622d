// The golden list of what every entry exports.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { project } from "./support/fixture.mjs";
import { OWN, TYPES, VALUES } from "./support/names.mjs";
import { ENTRIES, contents, manifest } from "./support/tarball.mjs";

const folder = join(project(), "node_modules/mcp-widget");

/** The names that a declaration exports, `export *` followed; values and types in one list. */
function declared(name) {
  const text = readFileSync(join(contents(), name), "utf8");
  const found = [];
  for (const [, declared] of text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|function|const|interface|type|enum) (\w+)/gm)) found.push(declared);
  for (const [, list] of text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
    found.push(...list.split(",").map((part) => part.trim().split(/\s+as\s+/).at(-1)).filter(Boolean));
  }
  for (const [, target] of text.matchAll(/^export (?:type )?\* from "\.\/(.+?)\.js"/gm)) found.push(...declared(`${target}.d.ts`));
  return [...new Set(found)].sort();
}

for (const entry of ENTRIES) {
  describe(entry, () => {
    const target = manifest().exports[`.${entry.slice("mcp-widget".length)}`];

    test("exports these values", async () => {
      const module = await import(pathToFileURL(join(folder, target.default)).href);
      assert.deepEqual(Object.keys(module).sort(), VALUES);
    });

    test("declares the same values, and these types", () => {
      assert.deepEqual(declared(target.types.slice(2)), [...VALUES, ...TYPES, ...(OWN[entry] ?? [])].sort());
    });
  });
}
