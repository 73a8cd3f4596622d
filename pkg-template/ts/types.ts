// The public types, in the terms of MCP and MCP Apps. Objects that come from a peer are open: what is not named here is kept.

/** Who a program is (MCP `Implementation`). */
export interface Implementation {
  name: string;
  version: string;
  title?: string;
  description?: string;
  websiteUrl?: string;
  icons?: object[];
}

/** What a widget can do (MCP Apps `McpUiAppCapabilities`). */
export interface AppCapabilities {
  experimental?: Record<string, unknown>;
  tools?: { listChanged?: boolean };
  availableDisplayModes?: DisplayMode[];
  [key: string]: unknown;
}

export type DisplayMode = "inline" | "fullscreen" | "pip" | (string & {});

/** The host, as it described itself in the handshake. Missing members have defaults; unknown ones are kept. */
export interface Host {
  readonly info: Implementation;
  readonly capabilities: HostCapabilities;
  /** With every change that the host has announced since. */
  readonly context: HostContext;
  readonly protocolVersion: string;
}

export interface HostCapabilities {
  openLinks?: object;
  downloadFile?: object;
  serverTools?: { listChanged?: boolean };
  serverResources?: { listChanged?: boolean };
  logging?: object;
  updateModelContext?: object;
  message?: object;
  sampling?: object;
  sandbox?: object;
  experimental?: object;
  [key: string]: unknown;
}

export interface HostContext {
  theme?: "light" | "dark" | (string & {});
  styles?: { variables?: Record<string, string | undefined>; css?: { fonts?: string } };
  displayMode?: DisplayMode;
  availableDisplayModes?: DisplayMode[];
  containerDimensions?: { width?: number; maxWidth?: number; height?: number; maxHeight?: number };
  locale?: string;
  timeZone?: string;
  userAgent?: string;
  platform?: "web" | "desktop" | "mobile" | (string & {});
  deviceCapabilities?: { touch?: boolean; hover?: boolean };
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number };
  toolInfo?: { id?: string | number; tool: object };
  [key: string]: unknown;
}

/** A block of content. Blocks of a type that no version of MCP has are kept as they came. */
export type ContentBlock =
  | { type: "text"; text: string; annotations?: object; _meta?: Record<string, unknown> }
  | { type: "image"; data: string; mimeType: string; annotations?: object; _meta?: Record<string, unknown> }
  | { type: "audio"; data: string; mimeType: string; annotations?: object; _meta?: Record<string, unknown> }
  | { type: "resource"; resource: ResourceContents; annotations?: object; _meta?: Record<string, unknown> }
  | {
      type: "resource_link";
      uri: string;
      name: string;
      title?: string;
      description?: string;
      mimeType?: string;
      size?: number;
      annotations?: object;
      _meta?: Record<string, unknown>;
    };

export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
  _meta?: Record<string, unknown>;
}

/** What a tool answered (MCP `CallToolResult`). */
export interface ToolResult<T = unknown> {
  content: ContentBlock[];
  structuredContent?: T;
  /** The tool failed; `content` says how. A failed tool is a result: it does not reject. */
  isError?: boolean;
  _meta?: Record<string, unknown>;
  /** What arrived, where it had to be mended. Not enumerable. */
  readonly raw?: unknown;
}

export interface ReadResourceResult {
  contents: ResourceContents[];
  _meta?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface Page {
  nextCursor?: string;
  _meta?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  [key: string]: unknown;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  [key: string]: unknown;
}

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: object;
  outputSchema?: object;
  annotations?: object;
  [key: string]: unknown;
}

export interface Prompt {
  name: string;
  title?: string;
  description?: string;
  arguments?: { name: string; title?: string; description?: string; required?: boolean }[];
  [key: string]: unknown;
}

export interface GetPromptResult {
  description?: string;
  messages: { role: "user" | "assistant"; content: ContentBlock }[];
  _meta?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface CreateMessageResult {
  role: "user" | "assistant";
  content: ContentBlock | ContentBlock[];
  model: string;
  stopReason?: string;
  [key: string]: unknown;
}

/** Progress of a call (MCP `notifications/progress`), as it arrived. */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
  [key: string]: unknown;
}

/** An oddity that was met and put up with. Never thrown, never logged. */
export interface Diagnostic {
  /** Stable. */
  readonly code: string;
  /** A JSON pointer into the message, as far as known. */
  readonly path: string;
  /** What was met and what was done, in a sentence. */
  readonly message: string;
  /** How often. */
  readonly count: number;
}

/** How bad it is (MCP `LoggingLevel`). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** What the model is told (MCP Apps `ui/update-model-context`). */
export interface ModelContext {
  content?: ContentBlock[] | undefined;
  structuredContent?: Record<string, unknown> | undefined;
}

/** What is told about oddities and transport errors. Payloads are never passed. */
export interface Logger {
  warn(message: string, details?: unknown): void;
}

/** A transport of the MCP SDK's shape. */
export interface Transport {
  start?(): void | Promise<void>;
  send(message: any): void | Promise<void>;
  close?(): void | Promise<void>;
  onmessage?: ((message: any, ...more: any[]) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

export interface WidgetOptions {
  capabilities?: AppCapabilities | undefined;
  /** Whether the host is told how large the content is whenever that changes; true by default. */
  autoResize?: boolean | undefined;
  /** Milliseconds a call may wait for its answer, 60000 by default; 0 or Infinity: for ever. */
  timeout?: number | undefined;
  /** Milliseconds that teardown handlers have before the host gets its answer all the same, 200 by default; 0 or Infinity: all that they take. */
  teardownTimeout?: number | undefined;
  /** By default `postMessage` to the parent window. */
  transport?: Transport | undefined;
  /** By default nobody is told. */
  logger?: Logger | undefined;
  /** @internal Who serves a method that no handler of the widget's does. */
  serves?: ((method: any) => RequestHandler | undefined) | undefined;
}

export interface CallOptions {
  /** Gives the call up: it rejects with `signal.reason`, and the host is told. */
  signal?: AbortSignal | undefined;
  /** Milliseconds from sending, or from the latest progress, to the answer; 0 or Infinity: for ever. */
  timeout?: number | undefined;
  /** Milliseconds from sending to the answer whatever the progress; unlimited by default. */
  maxTotalTimeout?: number | undefined;
  onprogress?: ((progress: Progress) => void) | undefined;
  /** Goes into `params._meta`. */
  _meta?: Record<string, unknown> | undefined;
}

export interface CallToolOptions<T = unknown> extends CallOptions {
  /** Rejects with a `ToolError` if the tool failed. */
  throwOnToolError?: boolean | undefined;
  /** Checks `structuredContent`: anything that implements Standard Schema (Zod, Valibot, ArkType, …). */
  schema?: StandardSchema<T> | undefined;
}

/** JSON Schema: an object at the root. */
export type JsonSchema = Record<string, unknown>;

/** A tool that the widget offers to its host. */
export interface ToolConfig<Schema = StandardSchema<any> | JsonSchema> {
  title?: string | undefined;
  description?: string | undefined;
  /**
   * What the arguments must be: anything that implements Standard Schema, or JSON Schema. Of JSON Schema, `type`, `enum`, `const`,
   * `required`, `properties`, `additionalProperties: false` and `items` are checked. Without one, any object.
   */
  inputSchema?: Schema | undefined;
  /** What `structuredContent` must be; likewise. */
  outputSchema?: StandardSchema<any> | JsonSchema | undefined;
  annotations?: object | undefined;
  _meta?: Record<string, unknown> | undefined;
}

/** What a schema makes of the arguments. */
export type ToolArguments<Schema> = Schema extends StandardSchema<infer T> ? T : Record<string, any>;

/**
 * Runs a tool. Gives a result; or a text; or nothing. A result without `content` gets its `structuredContent` as text. What it throws
 * becomes a result with `isError`.
 */
export type ToolHandler<Arguments = Record<string, any>> = (
  args: Arguments,
  info: {
    /** Aborts when the host does not want the result any more. */
    readonly signal: AbortSignal;
    readonly _meta: Record<string, unknown> | undefined;
  },
) => Partial<ToolResult> | string | undefined | void | Promise<Partial<ToolResult> | string | undefined | void>;

/** What may be changed of a tool. */
export type ToolChanges = ToolConfig & { handler?: ToolHandler<any> | undefined };

export interface RegisteredTool {
  readonly name: string;
  readonly enabled: boolean;
  enable(): void;
  /** The host neither sees it nor can call it. */
  disable(): void;
  update(changes: ToolChanges): void;
  remove(): void;
}

/** The part of Standard Schema that is used: https://standardschema.dev */
export interface StandardSchema<T = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

export type Status = "connecting" | "ready" | "failed" | "closed";

/** What the host says, by the name under which it is listened to. */
export interface Events {
  /** The arguments of the tool call that this widget shows. */
  toolinput: Record<string, unknown>;
  /** The same while they are still being written. Only the latest is replayed. */
  toolinputpartial: Record<string, unknown>;
  /** Its result. */
  toolresult: ToolResult;
  /** It was cancelled. */
  toolcancelled: { reason?: string };
  /** The members of the host's context that changed; `widget.host.context` has them all. */
  hostcontextchanged: HostContext;
  statuschange: Status;
  diagnostic: Diagnostic;
  /** Any other notification. */
  notification: { method: string; params?: Record<string, unknown> };
}

export interface EventInfo {
  /** The event happened before the listener was there. */
  readonly replayed: boolean;
  /** The host said the same before: it repeats itself after a remount. */
  readonly duplicate: boolean;
  /** Counts up with every event. */
  readonly sequence: number;
}

export interface ListenOptions {
  /** Stops listening when it aborts. */
  signal?: AbortSignal | undefined;
  /** Stops listening after the first event. */
  once?: boolean | undefined;
  /** Whether what the host said before is told again to this listener; true by default. */
  replay?: boolean | undefined;
}

/** The widget's state as one object: the same object until something changes. */
export interface Snapshot {
  readonly status: Status;
  readonly host?: Host;
  readonly toolInput?: Record<string, unknown>;
  readonly toolInputPartial?: Record<string, unknown>;
  readonly toolResult?: ToolResult;
  readonly toolCancelled?: { reason?: string };
  readonly error?: Error;
}

/** Serves a request of the host's. What it returns is the result; nothing is `{}`. What it throws is the error. */
export type RequestHandler = (
  params: Record<string, unknown>,
  info: {
    /** Aborts when the host does not want the answer any more. */
    readonly signal: AbortSignal;
    readonly method: string;
  },
) => unknown;

/** Is called before the widget is taken down. What it returns is waited for, and else of no interest; so is what it throws, but that is reported. */
export type TeardownHandler = (params: { reason?: string; [key: string]: unknown }) => unknown;
