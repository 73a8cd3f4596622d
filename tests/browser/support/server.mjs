// Serves the package, the suite and the pages on a free port.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json" };
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** `again` is a second copy of the package. */
const ROOTS = { pkg: at("../../../pkg/"), again: at("../../../pkg/"), behaviour: at("../../behaviour/"), interop: at("../../interop/"), "ext-apps": at("../../ext-apps/"), pages: at("../pages/") };

/** Resolves to `{ url, stop, files }`: `files` are served besides, by their paths. */
export async function serve() {
  const files = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://host").pathname);
    const [, root, ...rest] = path.split("/");
    try {
      const body = files.get(path) ?? (await readFile(join(ROOTS[root], ...rest)));
      // A frame of an opaque origin fetches its modules from another origin.
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain", "access-control-allow-origin": "*" });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    files,
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
