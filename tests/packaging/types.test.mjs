// The declarations in the tarball, compiled by users who set up TypeScript in different ways. What is compiled is `tests/types`.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { project } from "./support/fixture.mjs";
import { node } from "./support/program.mjs";

const USERS = {
  "a bundler, exact optional properties": ["tsconfig.json"],
  "Node's rules, loose optional properties": [
    ...["tsconfig.json", "--module", "nodenext", "--moduleResolution", "nodenext"],
    ...["--exactOptionalPropertyTypes", "false"],
  ],
  "the newest language": ["tsconfig.esnext.json"],
  "transports of the MCP SDKs": ["tsconfig.sdk.json"],
  "a program for the official MCP Apps library, on that": ["tsconfig.ext-apps-official.json"],
  "the same program on ours": ["tsconfig.ext-apps.json"],
};

let folder;
before(() => {
  folder = project(["typescript", "zod", "@modelcontextprotocol", "@types/node"]);
  cpSync(fileURLToPath(new URL("../types/", import.meta.url)), folder, { recursive: true });
});

for (const [user, settings] of Object.entries(USERS)) {
  test(user, async () => {
    const { code, output } = await node(["node_modules/typescript/bin/tsc", "--project", ...settings], { cwd: folder });
    assert.equal(code, 0, output);
  });
}

test("a mistake is seen", async () => {
  const source = fileURLToPath(new URL("fixtures/types/", import.meta.url));
  cpSync(source, join(folder, "mistake"), { recursive: true });
  const { code, output } = await node(["node_modules/typescript/bin/tsc", "--project", "mistake"], { cwd: folder });
  assert.notEqual(code, 0);
  assert.deepEqual(output.match(/TS\d+/g), ["TS2322", "TS2345"]);
});
