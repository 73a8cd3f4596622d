// The client in Node, on one of its engines: what crosses into it and out of it as bytes does so in both.

import assert from "node:assert/strict";
import test from "node:test";
import { mcp, VERSIONS } from "../../client/support/mcp.mjs";
import { serve } from "../../client/support/server.mjs";

export function callServers({ connectServer }, engine) {
  for (const version of VERSIONS.slice(3)) {
    for (const answers of ["json", "sse"]) {
      test(`${engine} calls a server of ${version} that answers with ${answers}`, async () => {
        const server = await serve(mcp(version, { answers }));
        const client = connectServer(`${server.origin}/mcp`, { info: { name: "node", version: "1" }, headers: { "x-trace": "1" }, version });
        try {
          assert.equal((await client.ready).version, version);
          assert.equal(client.engine, engine);
          // The second is more than there is room for at first.
          for (const text of ["Ünïcödé 🎁", "long ".repeat(500_000), "on"]) {
            assert.deepEqual((await client.callTool("echo", { text })).content, [{ type: "text", text }]);
          }
          assert.ok(server.requests.every(({ headers }) => headers["x-trace"] === "1"));
        } finally {
          await client.close();
          await server.stop();
        }
      });
    }
  }
}
