// What every entry exports. The lists are golden: a name that comes or goes changes the package's interface.
import * as auto from "mcp-widget";
import * as js from "mcp-widget/js";
import * as slim from "mcp-widget/slim";
import * as wasm from "mcp-widget/wasm";
import type { Expect, Same } from "./expect.js";

type Values =
  | "ClosedError"
  | "EngineError"
  | "InvalidResultError"
  | "McpError"
  | "NoHostError"
  | "RefusedError"
  | "TimeoutError"
  | "ToolError"
  | "Widget"
  | "applyContainerDimensions"
  | "applyDisplayMode"
  | "applyDocumentTheme"
  | "applyHostContext"
  | "applyHostFonts"
  | "applyHostStyleVariables"
  | "applyLocale"
  | "applySafeAreaInsets"
  | "connect"
  | "getDocumentTheme"
  | "healJson"
  | "structured"
  | "textOf";

type Members =
  | "engine"
  | "ready"
  | "host"
  | "diagnostics"
  | "callTool"
  | "readResource"
  | "listResources"
  | "listResourceTemplates"
  | "listTools"
  | "listPrompts"
  | "getPrompt"
  | "createMessage"
  | "openLink"
  | "downloadFile"
  | "sendMessage"
  | "updateModelContext"
  | "requestDisplayMode"
  | "requestTeardown"
  | "log"
  | "sendSize"
  | "autoResize"
  | "request"
  | "notify"
  | "on"
  | "subscribe"
  | "getSnapshot"
  | "applyHostStyles"
  | "onRequest"
  | "onTeardown"
  | "registerTool"
  | "close"
  | "pending";

type EventNames =
  | "toolinput"
  | "toolinputpartial"
  | "toolresult"
  | "toolcancelled"
  | "hostcontextchanged"
  | "statuschange"
  | "diagnostic"
  | "notification";

export type Golden = [
  Expect<Same<keyof typeof auto, Values>>,
  Expect<Same<keyof typeof wasm, Values>>,
  Expect<Same<keyof typeof js, Values>>,
  Expect<Same<keyof typeof slim, Values>>,
  Expect<Same<Exclude<keyof auto.Widget, symbol>, Members>>,
  Expect<Same<Extract<keyof auto.Widget, symbol>, typeof Symbol.dispose>>,
  Expect<Same<keyof auto.Events, EventNames>>,
];

// One set of types for all entries: a widget of one is a widget of the others.
export type Shared = [
  Expect<Same<typeof auto.connect, typeof js.connect>>,
  Expect<Same<typeof auto.connect, typeof wasm.connect>>,
  Expect<Same<auto.Widget, js.Widget>>,
  Expect<Same<auto.Widget, slim.Widget>>,
  Expect<Same<Exclude<keyof slim.SlimOptions, keyof auto.WidgetOptions>, "engine">>,
  Expect<Same<auto.ToolResult<number>, wasm.ToolResult<number>>>,
  Expect<Same<typeof auto.McpError, typeof js.McpError>>,
];

// Every type by its name, from every entry.
export type {
  AppCapabilities,
  CallOptions,
  CallToolOptions,
  ContentBlock,
  CreateMessageResult,
  Diagnostic,
  DisplayMode,
  EventInfo,
  Events,
  GetPromptResult,
  Host,
  HostCapabilities,
  HostContext,
  Implementation,
  ListenOptions,
  Logger,
  LogLevel,
  ModelContext,
  Page,
  Progress,
  Prompt,
  ReadResourceResult,
  RequestHandler,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Snapshot,
  StandardSchema,
  Status,
  TeardownHandler,
  Tool,
  ToolResult,
  Transport,
  WidgetOptions,
} from "mcp-widget";
