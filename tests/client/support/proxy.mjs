// Serves the page, and hands all else on to a server that knows nothing of CORS: for the browser both are of one origin. Streams run both ways.

import { createServer, request as ask } from "node:http";
import { PAGE, servePage } from "./pages.mjs";

/** Headers that belong to one connection. */
const HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer"];

/** `target` is the server's origin; it is told that it was asked by a page of its own. */
export async function proxy(code, target) {
  const upstream = new URL(target);
  const requests = [];
  const server = createServer((incoming, response) => {
    if (incoming.method === "GET" && servePage(code, incoming, response)) return;
    const headers = { ...incoming.headers, host: upstream.host };
    if (headers.origin) headers.origin = upstream.origin;
    for (const name of ["referer", ...HOP]) delete headers[name];
    requests.push({ method: incoming.method, path: incoming.url, headers: incoming.headers });
    const outgoing = ask({ host: upstream.hostname, port: upstream.port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      const passed = Object.entries(answer.headers).filter(([name]) => !HOP.includes(name));
      response.writeHead(answer.statusCode, Object.fromEntries(passed));
      response.flushHeaders();
      answer.pipe(response);
      // A reply that was cut must not look like one that has ended.
      answer.on("aborted", () => response.destroy());
      answer.on("error", () => response.destroy());
    });
    outgoing.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.on("connection", (socket) => socket.setNoDelay(true));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    page: `${origin}${PAGE}`,
    requests,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
