// `@modelcontextprotocol/client` 2.x, in the shape of ours.

import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { adapt } from "./support/official.mjs";

const MODERN = "2026-07-28";

function translate(error, Named) {
  const status = error.status ?? error.data?.status;
  if (error.code === "REQUEST_TIMEOUT") return new Named("TimeoutError", error);
  if (error.code === "CONNECTION_CLOSED" || error.code === "NOT_CONNECTED" || error.message === "Not connected")
    return new Named("ClosedError", error);
  if (error.code === "INVALID_RESULT") return new Named("InvalidResultError", error);
  if (typeof status === "number") return new Named("HttpError", error, { status, body: error.data?.text ?? error.message });
  if (typeof error.code === "number") return new Named("McpError", error, { code: error.code, data: error.data });
  return error;
}

export const connectServer = adapt({
  Client,
  Http: StreamableHTTPClientTransport,
  Sse: SSEClientTransport,
  anything: z.looseObject({}),
  translate,
  negotiation: (version) => ({
    versionNegotiation: { mode: version === "auto" ? "auto" : version === MODERN ? { pin: MODERN } : "legacy" },
    ...(version !== "auto" && version !== MODERN && { supportedProtocolVersions: [version] }),
  }),
  onRequest: (client, method, handler) => client.setRequestHandler(method, (request, extra) => handler(request.params, extra)),
  pinned: { auth: (token) => ({ token: async () => token() }), call: (options) => [options] },
});
