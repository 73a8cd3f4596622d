// One class for each way in which a call can end without a result. `name` tells them apart, also across two copies of this package.

import type { ToolResult } from "./types.js";

/** The request that an error belongs to. */
export interface RequestInfo {
  method?: string;
  id?: number;
}

export class RequestError extends Error {
  /** The method that was called. */
  declare readonly method?: string;
  /** The JSON-RPC id, if the request has got one. */
  declare readonly id?: number;

  constructor(message: string, request?: RequestInfo) {
    super(message);
    if (request?.method !== undefined) this.method = request.method;
    if (request?.id) this.id = request.id;
  }
}

/** The peer answered with a JSON-RPC error. `code`, `message` and `data` are as they arrived. */
export class McpError extends RequestError {
  override readonly name = "McpError";
  readonly code: number;
  declare readonly data?: unknown;

  constructor(code: number, message: string, data?: unknown, request?: RequestInfo) {
    super(message, request);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** The tool failed (`isError: true`), and `throwOnToolError` was set. */
export class ToolError extends RequestError {
  override readonly name = "ToolError";
  readonly result: ToolResult;

  constructor(message: string, result: ToolResult, request?: RequestInfo) {
    super(message, request);
    this.result = result;
  }
}

/** The host refused what it was asked for, by an error (`cause`, an `McpError`) or by `isError` in its answer (`cause`, the answer). */
export class RefusedError extends RequestError {
  override readonly name = "RefusedError";
  /** What the host said of it; empty if nothing. */
  readonly reason: string;

  constructor(reason: string, request?: RequestInfo, cause?: unknown) {
    super(`The host refused${reason && `: ${reason}`}`, request);
    this.reason = reason;
    this.cause = cause;
  }
}

/** No answer in time. The host was told that nobody waits any more. */
export class TimeoutError extends RequestError {
  override readonly name = "TimeoutError";
  /** The milliseconds that were waited. */
  readonly timeout: number;

  constructor(timeout: number, request?: RequestInfo) {
    super(`No answer within ${timeout} ms`, request);
    this.timeout = timeout;
  }
}

/** The answer cannot be used. */
export class InvalidResultError extends RequestError {
  override readonly name = "InvalidResultError";
  /** What arrived. */
  readonly raw: unknown;
  /** Where it is wrong: a JSON pointer. */
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, raw: unknown, request?: RequestInfo) {
    super(`Unusable answer at ${path}: ${reason}`, request);
    this.path = path;
    this.reason = reason;
    this.raw = raw;
  }
}

/** The widget was closed, by us or by its transport. */
export class ClosedError extends RequestError {
  override readonly name = "ClosedError";

  constructor(request?: RequestInfo) {
    super("The connection is closed", request);
  }
}

/** There is no host: the page is not embedded, or nobody answered the handshake. */
export class NoHostError extends RequestError {
  override readonly name = "NoHostError";

  constructor(request?: RequestInfo) {
    super("No MCP Apps host answers", request);
  }
}

/** The engine cannot run here: WebAssembly is forbidden, or none was given. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}
