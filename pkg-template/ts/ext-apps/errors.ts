// The errors of this entry: those of the MCP SDK 2.x, by name, code and `instanceof`.

import { ClosedError, InvalidResultError, McpError, NoHostError, TimeoutError } from "../errors.js";

/** The codes that an `SdkError` of this package has; those of the SDK. */
export const SdkErrorCode = {
  NotConnected: "NOT_CONNECTED",
  AlreadyConnected: "ALREADY_CONNECTED",
  CapabilityNotSupported: "CAPABILITY_NOT_SUPPORTED",
  RequestTimeout: "REQUEST_TIMEOUT",
  ConnectionClosed: "CONNECTION_CLOSED",
  InvalidResult: "INVALID_RESULT",
} as const;
export type SdkErrorCode = (typeof SdkErrorCode)[keyof typeof SdkErrorCode];

/** The codes of JSON-RPC. */
export const ProtocolErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
} as const;
export type ProtocolErrorCode = (typeof ProtocolErrorCode)[keyof typeof ProtocolErrorCode];

/** The SDK's own classes take an error for theirs by this mark, whichever copy has made it. */
function mark(error: Error): void {
  Object.defineProperty(error, Symbol.for("mcp.sdk.errorBrands"), { value: new Set([`mcp.${error.name}`]), configurable: true });
}

/** The host, or the server behind it, answered with an error. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data?: unknown;

  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProtocolError";
    this.code = code;
    if (data !== undefined) this.data = data;
    mark(this);
  }
}

/** There is no answer, or none that can be used. */
export class SdkError extends Error {
  readonly code: SdkErrorCode;
  readonly data?: unknown;

  constructor(code: SdkErrorCode, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.name = "SdkError";
    this.code = code;
    if (data !== undefined) this.data = data;
    mark(this);
  }
}

/** An error of the widget's in terms of the SDK; `cause` is the widget's own. What is of neither stays as it is. */
export function asSdkError(error: unknown, signal?: AbortSignal): unknown {
  const sdk = (code: SdkErrorCode, message: string, data?: unknown) => new SdkError(code, message, data, { cause: error });
  if (error instanceof McpError) return new ProtocolError(error.code, error.message, error.data, { cause: error });
  if (error instanceof TimeoutError) return sdk("REQUEST_TIMEOUT", "Request timed out", { timeout: error.timeout });
  if (error instanceof InvalidResultError) return sdk("INVALID_RESULT", `Invalid result for ${error.method}: ${error.message}`);
  if (error instanceof ClosedError) return sdk("CONNECTION_CLOSED", "Connection closed");
  if (error instanceof NoHostError) return sdk("NOT_CONNECTED", error.message);
  // An abort has the code of a timeout in the SDK, and says its reason.
  if (signal?.aborted && Object.is(error, signal.reason) && !(error instanceof SdkError)) return sdk("REQUEST_TIMEOUT", String(error));
  return error;
}
