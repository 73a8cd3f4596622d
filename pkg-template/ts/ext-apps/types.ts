// The types of `App`, under the official library's names.

import type {
  CallToolRequestParams,
  CallToolResult,
  CreateMessageRequestParams,
  EmptyResult,
  ListResourcesResult,
  ListToolsResult,
  LoggingMessageParams,
  Notification,
  PaginatedParams,
  ReadResourceRequestParams,
  ReadResourceResult,
  Request,
  RequestId,
  RequestOptions,
  Result,
  ResultTypes,
  ToolAnnotations,
} from "./mcp-types.js";
import type { StandardSchemaV1 } from "./schema-types.js";
import type * as spec from "./spec-types.js";

export type * from "./mcp-types.js";
export type * from "./schema-types.js";
export type * from "./spec-types.js";

export interface AppOptions {
  /** Whether the host is told how large the content is whenever that changes; true by default, whatever else is set. */
  autoResize?: boolean | undefined;
  /** Rejects what the host has not announced to support: `sampling/createMessage`. */
  enforceStrictCapabilities?: boolean | undefined;
  /** Taken, and of no effect: what comes before somebody listens is kept, and what is asked before the handshake is over waits. */
  strict?: boolean | undefined;
  /** Taken, and of no effect: nothing is evaluated from text. */
  allowUnsafeEval?: boolean | undefined;
  /** Taken, and of no effect. */
  debouncedNotificationMethods?: string[] | undefined;
}

/** What a handler of a request learns besides its params. */
export interface BaseContext {
  sessionId?: string;
  mcpReq: {
    /** Another for each request; not the one of the message. */
    id: RequestId;
    method: string;
    _meta?: any;
    /** Aborts when the host does not want the answer any more. */
    signal: AbortSignal;
    requestState: <T = unknown>() => T | undefined;
    send: {
      <M extends keyof ResultTypes>(request: { method: M; params?: Record<string, unknown> }, options?: RequestOptions): Promise<ResultTypes[M]>;
      <T extends StandardSchemaV1>(request: Request, resultSchema: T, options?: RequestOptions): Promise<StandardSchemaV1.InferOutput<T>>;
    };
    notify: (notification: Notification) => Promise<void>;
  };
  http?: any;
}

export type AppEventMap = {
  toolinput: spec.McpUiToolInputNotification["params"];
  toolinputpartial: spec.McpUiToolInputPartialNotification["params"];
  toolresult: spec.McpUiToolResultNotification["params"];
  toolcancelled: spec.McpUiToolCancelledNotification["params"];
  hostcontextchanged: spec.McpUiHostContextChangedNotification["params"];
};

export type AppToolResult<Out extends StandardSchemaV1 | undefined = undefined> = Out extends StandardSchemaV1
  ? (CallToolResult & { structuredContent: StandardSchemaV1.InferOutput<Out>; isError?: false }) | (CallToolResult & { isError: true })
  : CallToolResult;

export type AppToolCallback<In extends StandardSchemaV1 | undefined = undefined, Out extends StandardSchemaV1 | undefined = undefined> = In extends StandardSchemaV1
  ? (args: StandardSchemaV1.InferOutput<In>, extra: BaseContext) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: BaseContext) => AppToolResult<Out> | Promise<AppToolResult<Out>>;

export interface RegisteredAppTool {
  title?: string;
  description?: string;
  inputSchema?: StandardSchemaV1;
  outputSchema?: StandardSchemaV1;
  annotations?: ToolAnnotations;
  _meta?: Record<string, unknown>;
  enabled: boolean;
  enable(): void;
  disable(): void;
  remove(): void;
  update(updates: Partial<Omit<RegisteredAppTool, "update">>): void;
  /** @internal */
  handler: (args: unknown, extra: BaseContext) => Promise<CallToolResult>;
}

/** A schema: of the Standard, or with a `parse` of its own. */
type Schema = StandardSchemaV1 | { parse(value: unknown): unknown };
type Parsed<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : S extends { parse(value: unknown): infer T } ? T : unknown;

/** A schema of a whole message, as the handlers of 1.x were given: Zod objects are. */
export interface LegacyMethodSchema {
  readonly shape: { readonly method: { readonly value: string } };
  readonly _output: any;
}

/** The second argument of request handlers in 1.x. */
export interface LegacyRequestHandlerExtra {
  signal: AbortSignal;
  requestId: RequestId;
  sessionId?: string;
  _meta?: any;
  sendRequest: BaseContext["mcpReq"]["send"];
  sendNotification: BaseContext["mcpReq"]["notify"];
  authInfo?: any;
}
export type LegacyRequestHandler<S extends LegacyMethodSchema> = (request: S["_output"], extra: LegacyRequestHandlerExtra) => unknown;
export type LegacyNotificationHandler<S extends LegacyMethodSchema> = (notification: S["_output"]) => void | Promise<void>;
export type LegacyRequestHandlerSetter<Modern> = Modern & { <S extends LegacyMethodSchema>(schema: S, handler: LegacyRequestHandler<S>): void };
export type LegacyNotificationHandlerSetter<Modern> = Modern & { <S extends LegacyMethodSchema>(schema: S, handler: LegacyNotificationHandler<S>): void };

/** The requests that handlers get whole. */
interface RequestTypes {
  "tools/call": { method: "tools/call"; params: CallToolRequestParams };
  "tools/list": { method: "tools/list"; params?: PaginatedParams | undefined };
}
interface HandlerResults {
  "tools/call": CallToolResult;
  "tools/list": ListToolsResult;
}

export type SetRequestHandler = LegacyRequestHandlerSetter<{
  <M extends keyof RequestTypes>(method: M, handler: (request: RequestTypes[M], ctx: BaseContext) => HandlerResults[M] | Promise<HandlerResults[M]>): void;
  <P extends Schema, R extends Schema | undefined = undefined>(
    method: string,
    schemas: { params: P; result?: R },
    handler: (params: Parsed<P>, ctx: BaseContext) => (R extends Schema ? Parsed<R> : Result) | Promise<R extends Schema ? Parsed<R> : Result>,
  ): void;
  (method: string, handler: (request: { method: string; params?: any }, ctx: BaseContext) => Result | Promise<Result>): void;
}>;

export type SetNotificationHandler = LegacyNotificationHandlerSetter<{
  <P extends Schema>(method: string, schemas: { params: P }, handler: (params: Parsed<P>, notification: Notification) => void | Promise<void>): void;
  (method: string, handler: (notification: { method: string; params?: any }) => void | Promise<void>): void;
}>;

/** The requests that there are between a widget and its host. */
export type AppRequest =
  | spec.McpUiInitializeRequest
  | spec.McpUiOpenLinkRequest
  | spec.McpUiDownloadFileRequest
  | spec.McpUiMessageRequest
  | spec.McpUiUpdateModelContextRequest
  | spec.McpUiResourceTeardownRequest
  | spec.McpUiRequestDisplayModeRequest
  | RequestTypes[keyof RequestTypes]
  | { method: "resources/list" | "resources/templates/list" | "prompts/list"; params?: PaginatedParams | undefined }
  | { method: "resources/read"; params: ReadResourceRequestParams }
  | { method: "sampling/createMessage"; params: CreateMessageRequestParams }
  | { method: "ping"; params?: any };

/** The notifications. */
export type AppNotification =
  | spec.McpUiHostContextChangedNotification
  | spec.McpUiToolInputNotification
  | spec.McpUiToolInputPartialNotification
  | spec.McpUiToolResultNotification
  | spec.McpUiToolCancelledNotification
  | spec.McpUiSandboxResourceReadyNotification
  | spec.McpUiSandboxProxyReadyNotification
  | spec.McpUiInitializedNotification
  | spec.McpUiSizeChangedNotification
  | spec.McpUiRequestTeardownNotification
  | { method: "notifications/tools/list_changed" | "notifications/resources/list_changed" | "notifications/prompts/list_changed"; params?: any }
  | { method: "notifications/message"; params: LoggingMessageParams };

/** The results. */
export type AppResult =
  | spec.McpUiInitializeResult
  | spec.McpUiOpenLinkResult
  | spec.McpUiDownloadFileResult
  | spec.McpUiMessageResult
  | spec.McpUiResourceTeardownResult
  | spec.McpUiRequestDisplayModeResult
  | CallToolResult
  | ListToolsResult
  | ListResourcesResult
  | ReadResourceResult
  | ResultTypes["sampling/createMessage" | "resources/templates/list" | "prompts/list"]
  | EmptyResult;
