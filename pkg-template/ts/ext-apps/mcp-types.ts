// The types of MCP that signatures of this entry mention, so that they fit those of the MCP SDK either way.

type Meta = { [key: string]: unknown };

export type RequestId = string | number;

export interface Icon {
  src: string;
  mimeType?: string | undefined;
  sizes?: string[] | undefined;
  theme?: "dark" | "light" | undefined;
}

export interface Implementation {
  name: string;
  version: string;
  title?: string | undefined;
  description?: string | undefined;
  websiteUrl?: string | undefined;
  icons?: Icon[] | undefined;
}

export interface Annotations {
  audience?: ("assistant" | "user")[] | undefined;
  priority?: number | undefined;
  lastModified?: string | undefined;
}

interface Block {
  annotations?: Annotations | undefined;
  _meta?: Meta | undefined;
}

export interface TextContent extends Block {
  type: "text";
  text: string;
}

export interface ImageContent extends Block {
  type: "image";
  data: string;
  mimeType: string;
}

export interface AudioContent extends Block {
  type: "audio";
  data: string;
  mimeType: string;
}

interface Contents {
  uri: string;
  mimeType?: string | undefined;
  _meta?: Meta | undefined;
}

export interface EmbeddedResource extends Block {
  type: "resource";
  resource: (Contents & { text: string }) | (Contents & { blob: string });
}

export interface Resource extends Block {
  uri: string;
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  mimeType?: string | undefined;
  size?: number | undefined;
  icons?: Icon[] | undefined;
}

export interface ResourceLink extends Resource {
  type: "resource_link";
}

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export interface Result {
  _meta?: { [key: string]: unknown; "io.modelcontextprotocol/serverInfo"?: Implementation | undefined } | undefined;
  [key: string]: unknown;
}

export interface EmptyResult {
  _meta?: Result["_meta"];
}

export interface CallToolResult extends Result {
  content: ContentBlock[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

export interface ToolAnnotations {
  title?: string | undefined;
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
  idempotentHint?: boolean | undefined;
  openWorldHint?: boolean | undefined;
}

export interface Tool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: { [key: string]: unknown; type: "object"; properties?: { [key: string]: any } | undefined; required?: string[] | undefined };
  outputSchema?: { [key: string]: unknown; $schema?: string | undefined } | undefined;
  annotations?: ToolAnnotations | undefined;
  execution?: { taskSupport?: "forbidden" | "optional" | "required" | undefined } | undefined;
  icons?: Icon[] | undefined;
  _meta?: Meta | undefined;
}

interface Page extends Result {
  nextCursor?: string | undefined;
}

export interface ListToolsResult extends Page {
  tools: Tool[];
}

export interface ListResourcesResult extends Page {
  resources: Resource[];
}

export interface ReadResourceResult extends Result {
  contents: EmbeddedResource["resource"][];
}

export interface ToolUseContent {
  type: "tool_use";
  name: string;
  id: string;
  input: { [key: string]: unknown };
  _meta?: Meta | undefined;
}

export interface ToolResultContent {
  type: "tool_result";
  toolUseId: string;
  content: ContentBlock[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Meta | undefined;
}

type Plain = TextContent | ImageContent | AudioContent;
type Sampled = Plain | ToolUseContent | ToolResultContent;

export interface SamplingMessage {
  role: "assistant" | "user";
  content: Sampled | Sampled[];
  _meta?: Meta | undefined;
}

export interface CreateMessageResult extends Result {
  model: string;
  role: "assistant" | "user";
  content: Plain;
  stopReason?: string | undefined;
}

export interface CreateMessageResultWithTools extends Result {
  model: string;
  role: "assistant" | "user";
  content: Sampled | Sampled[];
  stopReason?: string | undefined;
}

interface Params {
  _meta?: { [key: string]: unknown; progressToken?: RequestId | undefined } | undefined;
}

export interface CreateMessageRequestParams extends Params {
  messages: SamplingMessage[];
  maxTokens: number;
  systemPrompt?: string | undefined;
  temperature?: number | undefined;
  stopSequences?: string[] | undefined;
  includeContext?: "none" | "thisServer" | "allServers" | undefined;
  modelPreferences?:
    | { hints?: { name?: string | undefined }[] | undefined; costPriority?: number | undefined; speedPriority?: number | undefined; intelligencePriority?: number | undefined }
    | undefined;
  metadata?: any;
  tools?: Tool[] | undefined;
  toolChoice?: { mode?: "auto" | "none" | "required" | undefined } | undefined;
  task?: { ttl?: number | undefined } | undefined;
}

export interface CallToolRequestParams extends Params {
  name: string;
  arguments?: { [key: string]: unknown } | undefined;
  task?: { ttl?: number | undefined } | undefined;
}

export interface PaginatedParams extends Params {
  cursor?: string | undefined;
}
export type ListToolsRequestParams = PaginatedParams | undefined;

export interface ReadResourceRequestParams extends Params {
  uri: string;
}

export interface LoggingMessageParams {
  level: "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";
  logger?: string | undefined;
  data: unknown;
  _meta?: Meta | undefined;
}

export interface Request {
  method: string;
  params?: { [key: string]: any } | undefined;
}

export interface Notification {
  method: string;
  params?: { [key: string]: any } | undefined;
}

export interface JSONRPCRequest extends Request {
  jsonrpc: "2.0";
  id: RequestId;
}

/** The results of requests that MCP has. */
export interface ResultTypes {
  ping: EmptyResult;
  "tools/call": CallToolResult;
  "tools/list": ListToolsResult;
  "resources/list": ListResourcesResult;
  "resources/templates/list": Page & { resourceTemplates: (Omit<Resource, "uri" | "size"> & { uriTemplate: string })[] };
  "resources/read": ReadResourceResult;
  "prompts/list": Page & { prompts: any[] };
  "prompts/get": Result & { description?: string | undefined; messages: { role: "assistant" | "user"; content: ContentBlock }[] };
  "sampling/createMessage": CreateMessageResult;
  "completion/complete": Result & { completion: { values: string[]; total?: number | undefined; hasMore?: boolean | undefined } };
  "logging/setLevel": EmptyResult;
  "resources/subscribe": EmptyResult;
  "resources/unsubscribe": EmptyResult;
  "roots/list": Result & { roots: any[] };
}

export interface Progress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

/** Of the MCP SDK's options those that mean something here. */
export interface RequestOptions {
  /** Gives the request up. */
  signal?: AbortSignal | undefined;
  /** Milliseconds, 60000 by default; 0 or Infinity: for ever. */
  timeout?: number | undefined;
  /** Milliseconds whatever the progress. */
  maxTotalTimeout?: number | undefined;
  /** Whether progress gives a request more time: it does, unless this is false. */
  resetTimeoutOnProgress?: boolean | undefined;
  onprogress?: ((progress: Progress) => void) | undefined;
  /** Taken, and of no effect: the others that the SDK knows. */
  relatedRequestId?: RequestId | undefined;
  resumptionToken?: string | undefined;
  onresumptiontoken?: ((token: string) => void) | undefined;
  allowInputRequired?: boolean | undefined;
}

/** A transport of the MCP SDK's shape, of either major version. */
export interface Transport {
  start(): Promise<void>;
  send(message: any, options?: any): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: any, extra?: any) => void) | undefined;
  sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}
