// What a person is told when the host did not do what it was asked.
import { RefusedError } from "mcp-widget";

/** JSON-RPC's "Method not found": hosts may do a part of MCP Apps only, and do not always say which. */
const UNKNOWN_METHOD = -32601;

/**
 * `sentence` with the host's reason, if it gave one. A refusal is no fault: the host has asked the person, or is busy, or cannot do it.
 * Anything else (no answer in time, no connection) says so in its message.
 */
export function excuse(error, sentence) {
  if (error.cause?.code === UNKNOWN_METHOD) return `${sentence}: this app has no way to do it.`;
  const reason = error instanceof RefusedError ? error.reason : error.message;
  return reason ? `${sentence}: ${reason}` : `${sentence}.`;
}
