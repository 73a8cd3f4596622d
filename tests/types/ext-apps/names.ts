// Every type and constant that is exported. The constants have their literal types.
import {
  DOWNLOAD_FILE_METHOD,
  HOST_CONTEXT_CHANGED_METHOD,
  INITIALIZED_METHOD,
  INITIALIZE_METHOD,
  LATEST_PROTOCOL_VERSION,
  MESSAGE_METHOD,
  OPEN_LINK_METHOD,
  REQUEST_DISPLAY_MODE_METHOD,
  REQUEST_TEARDOWN_METHOD,
  RESOURCE_MIME_TYPE,
  RESOURCE_TEARDOWN_METHOD,
  RESOURCE_URI_META_KEY,
  SANDBOX_PROXY_READY_METHOD,
  SANDBOX_RESOURCE_READY_METHOD,
  SIZE_CHANGED_METHOD,
  TOOL_CANCELLED_METHOD,
  TOOL_INPUT_METHOD,
  TOOL_INPUT_PARTIAL_METHOD,
  TOOL_RESULT_METHOD,
} from "ext-apps";
import type * as lib from "ext-apps";
import { z } from "zod";

export const methods: [
  "ui/download-file", "ui/notifications/host-context-changed", "ui/notifications/initialized", "ui/initialize", "ui/message", "ui/open-link", "ui/request-display-mode",
  "ui/notifications/request-teardown", "ui/resource-teardown", "ui/notifications/sandbox-proxy-ready", "ui/notifications/sandbox-resource-ready",
  "ui/notifications/size-changed", "ui/notifications/tool-cancelled", "ui/notifications/tool-input", "ui/notifications/tool-input-partial", "ui/notifications/tool-result",
] = [
  DOWNLOAD_FILE_METHOD, HOST_CONTEXT_CHANGED_METHOD, INITIALIZED_METHOD, INITIALIZE_METHOD, MESSAGE_METHOD, OPEN_LINK_METHOD, REQUEST_DISPLAY_MODE_METHOD,
  REQUEST_TEARDOWN_METHOD, RESOURCE_TEARDOWN_METHOD, SANDBOX_PROXY_READY_METHOD, SANDBOX_RESOURCE_READY_METHOD,
  SIZE_CHANGED_METHOD, TOOL_CANCELLED_METHOD, TOOL_INPUT_METHOD, TOOL_INPUT_PARTIAL_METHOD, TOOL_RESULT_METHOD,
];
export const texts: ["2026-01-26", "text/html;profile=mcp-app", "ui/resourceUri"] = [LATEST_PROTOCOL_VERSION, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY];

export const theme: lib.McpUiTheme = "dark";
export const mode: lib.McpUiDisplayMode = "pip";
export const key: lib.McpUiStyleVariableKey = "--font-heading-3xl-line-height";
// @ts-expect-error: there is no such variable
export const none: lib.McpUiStyleVariableKey = "--color-ring-tertiary";
export const styles: lib.McpUiHostStyles = { variables: {} as lib.McpUiStyles, css: { fonts: "" } satisfies lib.McpUiHostCss };
export const csp: lib.McpUiResourceCsp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
export const permissions: lib.McpUiResourcePermissions = { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} };
export const resource: lib.McpUiResourceMeta = { csp, permissions, domain: "a", prefersBorder: true };
export const visible: lib.McpUiToolVisibility[] = ["app", "model"];
export const tool: lib.McpUiToolMeta = { resourceUri: "ui://a", visibility: visible };
export const client: lib.McpUiClientCapabilities = { mimeTypes: [] };
export const modalities: lib.McpUiSupportedContentBlockModalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };
export const can: lib.McpUiHostCapabilities = { openLinks: {}, sandbox: { csp, permissions }, message: modalities, sampling: { tools: {} } };
export const requests: lib.AppRequest[] = [
  { method: "ui/initialize", params: { appInfo: { name: "a", version: "1" }, appCapabilities: {}, protocolVersion: "1" } } satisfies lib.McpUiInitializeRequest,
  { method: "ui/open-link", params: { url: "" } } satisfies lib.McpUiOpenLinkRequest,
  { method: "ui/download-file", params: { contents: [] } } satisfies lib.McpUiDownloadFileRequest,
  { method: "ui/message", params: { role: "user", content: [] } } satisfies lib.McpUiMessageRequest,
  { method: "ui/update-model-context", params: {} } satisfies lib.McpUiUpdateModelContextRequest,
  { method: "ui/resource-teardown", params: {} } satisfies lib.McpUiResourceTeardownRequest,
  { method: "ui/request-display-mode", params: { mode } } satisfies lib.McpUiRequestDisplayModeRequest,
  { method: "tools/call", params: { name: "a" } },
  { method: "tools/list" },
  { method: "resources/read", params: { uri: "a:b" } },
  { method: "ping" },
];
export const notifications: lib.AppNotification[] = [
  { method: "ui/notifications/host-context-changed", params: { theme } } satisfies lib.McpUiHostContextChangedNotification,
  { method: "ui/notifications/tool-input", params: {} } satisfies lib.McpUiToolInputNotification,
  { method: "ui/notifications/tool-input-partial", params: {} } satisfies lib.McpUiToolInputPartialNotification,
  { method: "ui/notifications/tool-result", params: { content: [] } } satisfies lib.McpUiToolResultNotification,
  { method: "ui/notifications/tool-cancelled", params: {} } satisfies lib.McpUiToolCancelledNotification,
  { method: "ui/notifications/sandbox-resource-ready", params: { html: "" } } satisfies lib.McpUiSandboxResourceReadyNotification,
  { method: "ui/notifications/sandbox-proxy-ready", params: {} } satisfies lib.McpUiSandboxProxyReadyNotification,
  { method: "ui/notifications/initialized" } satisfies lib.McpUiInitializedNotification,
  { method: "ui/notifications/size-changed", params: { height: 1 } } satisfies lib.McpUiSizeChangedNotification,
  { method: "ui/notifications/request-teardown" } satisfies lib.McpUiRequestTeardownNotification,
];
export const results: lib.AppResult[] = [
  { protocolVersion: "1", hostInfo: { name: "a", version: "1" }, hostCapabilities: can, hostContext: {} } satisfies lib.McpUiInitializeResult,
  { isError: true } satisfies lib.McpUiOpenLinkResult,
  { isError: true } satisfies lib.McpUiDownloadFileResult,
  { isError: true } satisfies lib.McpUiMessageResult,
  { saved: 1 } satisfies lib.McpUiResourceTeardownResult,
  { mode } satisfies lib.McpUiRequestDisplayModeResult,
  { content: [] },
];
const schema = z.object({ n: z.number() });
export const standard: lib.StandardSchemaV1<{ n: number }> = schema;
export const json: lib.StandardSchemaWithJSON<{ n: number }> = schema;
export const output: lib.StandardSchemaV1.InferOutput<typeof schema> = { n: 1 };
export const old = z.object({ method: z.literal("x/y"), params: schema });
export const request: lib.LegacyRequestHandler<typeof old> = ({ params }, extra: lib.LegacyRequestHandlerExtra) => ({ n: params.n, id: extra.requestId });
export const notification: lib.LegacyNotificationHandler<typeof old> = ({ params }) => void params.n;
export const whole: lib.LegacyMethodSchema = old;
export type Setters = [lib.LegacyRequestHandlerSetter<() => void>, lib.LegacyNotificationHandlerSetter<() => void>];
