// The names that every entry exports, and what an entry has beside them. A new one is added here on purpose, and one that goes is a breaking change.

export const VALUES = [
  "ClosedError",
  "EngineError",
  "InvalidResultError",
  "McpError",
  "NoHostError",
  "TimeoutError",
  "ToolError",
  "Widget",
  "connect",
  "structured",
  "textOf",
];

export const TYPES = [
  "AppCapabilities",
  "CallOptions",
  "CallToolOptions",
  "ContentBlock",
  "CreateMessageResult",
  "Diagnostic",
  "DisplayMode",
  "EventInfo",
  "Events",
  "GetPromptResult",
  "Host",
  "HostCapabilities",
  "HostContext",
  "Implementation",
  "ListenOptions",
  "Logger",
  "Page",
  "Progress",
  "Prompt",
  "ReadResourceResult",
  "RequestHandler",
  "Resource",
  "ResourceContents",
  "ResourceTemplate",
  "Snapshot",
  "StandardSchema",
  "Status",
  "Tool",
  "ToolResult",
  "Transport",
  "WidgetOptions",
];

/** Types of one entry alone. */
export const OWN = { "mcp-widget/slim": ["SlimOptions"] };
