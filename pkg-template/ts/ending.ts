// How a call ended, in the terms of JavaScript.

import { ABORTED, CLOSED, ERROR, INVALID, NO_HOST, TIMEOUT } from "./act.js";
import { paths, reasons } from "./engine/tables.js";
import { ClosedError, InvalidResultError, McpError, NoHostError, type RequestInfo, TimeoutError } from "./errors.js";
import { textOf } from "./result.js";
import { firstOf } from "./schema.js";
import type { StandardSchema, ToolResult } from "./types.js";
import { messageOf, read, uncloneable } from "./values.js";

/** The error that a call rejects with. `act` is the core's number for how it ended. */
export function errorOf(act: number, value: any, more: any, request: RequestInfo, params: object): unknown {
  switch (act) {
    case ERROR:
      return mcpError(value, request);
    case INVALID:
      return new InvalidResultError(paths[more >> 8]!, reasons[more & 255]!, value, request);
    case TIMEOUT:
      return new TimeoutError(value, request);
    case ABORTED:
      return value;
    case CLOSED:
      return new ClosedError(request);
    case NO_HOST:
      return new NoHostError(request);
    default:
      return refused(value, request, params);
  }
}

function mcpError(error: unknown, request: RequestInfo): McpError {
  return new McpError(read(error, "code"), messageOf(error) ?? "The request failed", read(error, "data"), request);
}

/** What the host says of a refusal that is a result: its text blocks, or its `message`. */
export function reasonOf(result: any): string {
  return (Array.isArray(result.content) && textOf(result)) || messageOf(result) || "";
}

/** The transport threw: because of what was to be sent, or for reasons of its own. */
function refused(reason: any, request: RequestInfo, params: object): unknown {
  if (read(reason, "name") === "DataCloneError") {
    const path = uncloneable(params);
    return new TypeError(`${request.method}: params${path} cannot be cloned`, { cause: reason });
  }
  return reason instanceof Error ? reason : new Error("The transport failed", { cause: reason });
}

/** A result that was mended points to what arrived. */
export function withRaw<T extends object>(value: T, raw: unknown): T {
  if (raw !== undefined && !Object.hasOwn(value, "raw")) Object.defineProperty(value, "raw", { value: raw });
  return value;
}

/** Checks `structuredContent`. A tool that failed need not have any. */
export async function checkSchema<R extends ToolResult>(result: R, schema: StandardSchema<any>, method: string): Promise<R> {
  if (result.isError === true) return result;
  const { issues } = await schema["~standard"].validate(result.structuredContent);
  if (!issues) return result;
  const { path, message } = firstOf(issues, "/structuredContent");
  throw new InvalidResultError(path, message, result, { method });
}
