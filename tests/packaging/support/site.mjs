// Serves folders on a free port of this machine. A sandboxed frame has no origin, so everybody may read.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** `folders`: first part of the path → `{ folder, policy }`; may be added to later. The policy goes into a header. */
export async function serve(folders) {
  const server = createServer(async ({ url }, response) => {
    if (url === "/favicon.ico") return response.writeHead(204).end(); // Browsers ask for it by themselves.
    const [, first, ...rest] = normalize(new URL(url, "http://site").pathname).split("/");
    try {
      const { folder, policy } = folders.get(first);
      const body = await readFile(join(folder, ...rest));
      if (policy) response.setHeader("content-security-policy", policy);
      response.writeHead(200, { "content-type": TYPES[extname(url)] ?? "application/octet-stream", "access-control-allow-origin": "*" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}
