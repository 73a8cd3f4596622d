// What every entry point of the client exports besides its own `connectServer`.

export { ClosedError, EngineError, InvalidResultError, McpError, TimeoutError, ToolError } from "../errors.js";
export { structured, textOf } from "../result.js";
export type {
  CallOptions,
  CallToolOptions,
  ContentBlock,
  CreateMessageResult,
  Diagnostic,
  GetPromptResult,
  HostContext,
  Implementation,
  Logger,
  LogLevel,
  Progress,
  Prompt,
  ReadResourceResult,
  RequestHandler,
  Resource,
  ResourceContents,
  ResourceTemplate,
  StandardSchema,
  Tool,
  ToolResult,
  Transport,
} from "../types.js";
export { Client } from "./client.js";
export { HttpError } from "./errors.js";
export { serverTransport, type ServerTransportOptions } from "./transport.js";
export type * from "./types.js";
