// The golden list of what every entry exports.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { project } from "./support/fixture.mjs";
import { APP_TYPES, APP_VALUES, OWN, TYPES, VALUES } from "./support/names.mjs";
import { APPS, ENTRIES, contents, manifest } from "./support/tarball.mjs";

const folder = join(project(), "node_modules/mcp-widget");

/** The names that a declaration exports, `export *` followed; values and types in one list. */
function declared(name) {
  const text = readFileSync(join(contents(), name), "utf8");
  const found = [];
  for (const [, declared] of text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|function|const|interface|type|enum|namespace) (\w+)/gm)) found.push(declared);
  for (const [, list] of text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
    found.push(...list.split(",").map((part) => part.trim().split(/\s+as\s+/).at(-1)).filter(Boolean));
  }
  for (const [, target] of text.matchAll(/^export (?:type )?\* from "(\..+?)\.js"/gm)) {
    found.push(...declared(posix.join(posix.dirname(name), `${target}.d.ts`)));
  }
  return [...new Set(found)].sort();
}

for (const entry of [...ENTRIES, ...APPS]) {
  const [values, types] = APPS.includes(entry) ? [APP_VALUES, APP_TYPES] : [VALUES, TYPES];
  describe(entry, () => {
    const target = manifest().exports[`.${entry.slice("mcp-widget".length)}`];

    test("exports these values", async () => {
      const module = await import(pathToFileURL(join(folder, target.default)).href);
      assert.deepEqual(Object.keys(module).sort(), values);
    });

    test("declares the same values, and these types", () => {
      assert.deepEqual(declared(target.types.slice(2)), [...new Set([...values, ...types, ...(OWN[entry] ?? [])])].sort());
    });
  });
}
