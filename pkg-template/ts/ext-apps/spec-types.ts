// The types of MCP Apps, under the official library's names.

import type { CallToolResult, ContentBlock, EmbeddedResource, Implementation, RequestId, ResourceLink, Tool } from "./mcp-types.js";

type Nothing = {};

export type McpUiTheme = "light" | "dark";
export type McpUiDisplayMode = "inline" | "fullscreen" | "pip";

type Tone = "primary" | "secondary" | "tertiary" | "inverse" | "info" | "danger" | "success" | "warning";
type Size = "xs" | "sm" | "md" | "lg";

/** The 76 variables of the specification. */
export type McpUiStyleVariableKey =
  | `--color-${"background" | "text" | "border"}-${Tone | "ghost" | "disabled"}`
  | `--color-ring-${Exclude<Tone, "tertiary">}`
  | `--font-${"sans" | "mono"}`
  | `--font-weight-${"normal" | "medium" | "semibold" | "bold"}`
  | `--font-text-${Size}-${"size" | "line-height"}`
  | `--font-heading-${Size | "xl" | "2xl" | "3xl"}-${"size" | "line-height"}`
  | `--border-radius-${Size | "xl" | "full"}`
  | "--border-width-regular"
  | `--shadow-${"hairline" | "sm" | "md" | "lg"}`;
export type McpUiStyles = Record<McpUiStyleVariableKey, string | undefined>;

export interface McpUiHostCss {
  fonts?: string | undefined;
}
export interface McpUiHostStyles {
  variables?: McpUiStyles | undefined;
  css?: McpUiHostCss | undefined;
}

/** What the host says of the place where the widget is. */
export interface McpUiHostContext {
  [key: string]: unknown;
  toolInfo?: { id?: RequestId | undefined; tool: Tool } | undefined;
  theme?: McpUiTheme | undefined;
  styles?: McpUiHostStyles | undefined;
  displayMode?: McpUiDisplayMode | undefined;
  availableDisplayModes?: McpUiDisplayMode[] | undefined;
  containerDimensions?: (({ height: number } | { maxHeight?: number | undefined }) & ({ width: number } | { maxWidth?: number | undefined })) | undefined;
  locale?: string | undefined;
  timeZone?: string | undefined;
  userAgent?: string | undefined;
  platform?: "web" | "desktop" | "mobile" | undefined;
  deviceCapabilities?: { touch?: boolean | undefined; hover?: boolean | undefined } | undefined;
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number } | undefined;
}

export interface McpUiResourceCsp {
  connectDomains?: string[] | undefined;
  resourceDomains?: string[] | undefined;
  frameDomains?: string[] | undefined;
  baseUriDomains?: string[] | undefined;
}
export interface McpUiResourcePermissions {
  camera?: Nothing | undefined;
  microphone?: Nothing | undefined;
  geolocation?: Nothing | undefined;
  clipboardWrite?: Nothing | undefined;
}
export interface McpUiResourceMeta {
  csp?: McpUiResourceCsp | undefined;
  permissions?: McpUiResourcePermissions | undefined;
  domain?: string | undefined;
  prefersBorder?: boolean | undefined;
}
export type McpUiToolVisibility = "model" | "app";
export interface McpUiToolMeta {
  resourceUri?: string | undefined;
  visibility?: McpUiToolVisibility[] | undefined;
  csp?: never;
  permissions?: never;
}
export interface McpUiClientCapabilities {
  mimeTypes?: string[] | undefined;
}

export interface McpUiSupportedContentBlockModalities {
  text?: Nothing | undefined;
  image?: Nothing | undefined;
  audio?: Nothing | undefined;
  resource?: Nothing | undefined;
  resourceLink?: Nothing | undefined;
  structuredContent?: Nothing | undefined;
}
export interface McpUiHostCapabilities {
  experimental?: Record<string, object> | undefined;
  openLinks?: Nothing | undefined;
  downloadFile?: Nothing | undefined;
  serverTools?: { listChanged?: boolean | undefined } | undefined;
  serverResources?: { listChanged?: boolean | undefined } | undefined;
  logging?: Nothing | undefined;
  sandbox?: { permissions?: McpUiResourcePermissions | undefined; csp?: McpUiResourceCsp | undefined } | undefined;
  updateModelContext?: McpUiSupportedContentBlockModalities | undefined;
  message?: McpUiSupportedContentBlockModalities | undefined;
  sampling?: { tools?: Nothing | undefined } | undefined;
}
export interface McpUiAppCapabilities {
  experimental?: Record<string, object> | undefined;
  tools?: { listChanged?: boolean | undefined } | undefined;
  availableDisplayModes?: McpUiDisplayMode[] | undefined;
}

/** What the host may say of a wish: that it failed. */
interface Outcome {
  isError?: boolean | undefined;
  [key: string]: unknown;
}

export interface McpUiInitializeRequest {
  method: "ui/initialize";
  params: { appInfo: Implementation; appCapabilities: McpUiAppCapabilities; protocolVersion: string };
}
export interface McpUiInitializeResult {
  protocolVersion: string;
  hostInfo: Implementation;
  hostCapabilities: McpUiHostCapabilities;
  hostContext: McpUiHostContext;
  [key: string]: unknown;
}
export interface McpUiInitializedNotification {
  method: "ui/notifications/initialized";
  params?: Nothing | undefined;
}
export interface McpUiOpenLinkRequest {
  method: "ui/open-link";
  params: { url: string };
}
export interface McpUiOpenLinkResult extends Outcome {}
export interface McpUiDownloadFileRequest {
  method: "ui/download-file";
  params: { contents: (EmbeddedResource | ResourceLink)[] };
}
export interface McpUiDownloadFileResult extends Outcome {}
export interface McpUiMessageRequest {
  method: "ui/message";
  params: { role: "user"; content: ContentBlock[] };
}
export interface McpUiMessageResult extends Outcome {}
export interface McpUiUpdateModelContextRequest {
  method: "ui/update-model-context";
  params: { content?: ContentBlock[] | undefined; structuredContent?: Record<string, unknown> | undefined };
}
export interface McpUiRequestDisplayModeRequest {
  method: "ui/request-display-mode";
  params: { mode: McpUiDisplayMode };
}
export interface McpUiRequestDisplayModeResult {
  mode: McpUiDisplayMode;
  [key: string]: unknown;
}
export interface McpUiResourceTeardownRequest {
  method: "ui/resource-teardown";
  params: Nothing;
}
export interface McpUiResourceTeardownResult {
  [key: string]: unknown;
}
export interface McpUiRequestTeardownNotification {
  method: "ui/notifications/request-teardown";
  params?: Nothing | undefined;
}
export interface McpUiSizeChangedNotification {
  method: "ui/notifications/size-changed";
  params: { width?: number | undefined; height?: number | undefined };
}
export interface McpUiToolInputNotification {
  method: "ui/notifications/tool-input";
  params: { arguments?: Record<string, unknown> | undefined };
}
export interface McpUiToolInputPartialNotification {
  method: "ui/notifications/tool-input-partial";
  params: { arguments?: Record<string, unknown> | undefined };
}
export interface McpUiToolResultNotification {
  method: "ui/notifications/tool-result";
  params: CallToolResult;
}
export interface McpUiToolCancelledNotification {
  method: "ui/notifications/tool-cancelled";
  params: { reason?: string | undefined };
}
export interface McpUiHostContextChangedNotification {
  method: "ui/notifications/host-context-changed";
  params: McpUiHostContext;
}
export interface McpUiSandboxProxyReadyNotification {
  method: "ui/notifications/sandbox-proxy-ready";
  params: Nothing;
}
export interface McpUiSandboxResourceReadyNotification {
  method: "ui/notifications/sandbox-resource-ready";
  params: { html: string; sandbox?: string | undefined; csp?: McpUiResourceCsp | undefined; permissions?: McpUiResourcePermissions | undefined };
}
