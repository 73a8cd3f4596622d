// `@modelcontextprotocol/sdk` 1.x, in the shape of ours. It knows no 2026-07-28, and always offers its latest version.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import { adapt } from "./support/official.mjs";

function translate(error, Named) {
  if (error.code === -32001 && /timed out/i.test(error.message)) return new Named("TimeoutError", error);
  if (error.code === -32000 && /Connection closed/.test(error.message)) return new Named("ClosedError", error);
  if (error.message === "Not connected") return new Named("ClosedError", error);
  if (/^Streamable HTTP error/.test(error.message) && typeof error.code === "number")
    return new Named("HttpError", error, { status: error.code, body: error.message });
  if (error.name === "McpError") return new Named("McpError", error, { code: error.code, data: error.data });
  return error;
}

export const connectServer = adapt({
  Client,
  Http: StreamableHTTPClientTransport,
  Sse: SSEClientTransport,
  anything: z.looseObject({}),
  translate,
  negotiation: () => ({}),
  onRequest(client, method, handler) {
    const handlers = (client.ours ??= new Map()).set(method, handler);
    client.fallbackRequestHandler = (request, extra) => {
      if (!handlers.has(request.method)) throw Object.assign(new Error("Method not found"), { code: -32601 });
      return handlers.get(request.method)(request.params, extra);
    };
  },
  pinned: {
    auth: (token) => ({ token: async () => token(), tokens: async () => ({ access_token: await token(), token_type: "Bearer" }) }),
    call: (options) => [undefined, options],
  },
});
