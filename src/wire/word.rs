//! The texts that the codec itself reads and writes.

macro_rules! words {
    (every engine { $($variant:ident = $text:literal,)* } client { $($more:ident = $more_text:literal,)* }) => {
        /// A text of the protocol: a member's name, a method, or what stands in a member. Closed, so that a front end can have each at hand
        /// and no text need cross to JavaScript or back: the npm package has the same list, by these numbers (`pkg-template/build.mjs`
        /// reads it here, one a line).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Word {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            $(#[cfg(feature = "client")] #[doc = concat!("`", $more_text, "`")] $more,)*
        }

        impl Word {
            /// All of them, by their numbers.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant,)* $(#[cfg(feature = "client")] Self::$more,)*];

            /// The text on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                    $(#[cfg(feature = "client")] Self::$more => $more_text,)*
                }
            }
        }
    };
}

// What is looked for most stands first.
words! {
    every engine {
        JsonrpcVersion = "2.0",
        Text = "text",
        ProgressNotification = "notifications/progress",
        ToolInputPartial = "ui/notifications/tool-input-partial",
        ToolInput = "ui/notifications/tool-input",
        ToolResult = "ui/notifications/tool-result",
        ToolCancelled = "ui/notifications/tool-cancelled",
        ToolCancelledOld = "ui/tool-cancelled",
        ContextChanged = "ui/notifications/host-context-changed",
        ContextChangedDraft = "ui/notifications/host-context-change",
        ContextChangedOld = "ui/host-context-change",
        CancelledNotification = "notifications/cancelled",
        SandboxProxyReady = "ui/notifications/sandbox-proxy-ready",
        SandboxResourceReady = "ui/notifications/sandbox-resource-ready",
        SandboxReady = "ui/notifications/sandbox-ready",
        Ping = "ping",
        Image = "image",
        Audio = "audio",
        Resource = "resource",
        ResourceLink = "resource_link",
        ToolUse = "tool_use",
        ToolResultBlock = "tool_result",
        Jsonrpc = "jsonrpc",
        Id = "id",
        Method = "method",
        Params = "params",
        Result = "result",
        Error = "error",
        Code = "code",
        Message = "message",
        Data = "data",
        Content = "content",
        StructuredContent = "structuredContent",
        IsError = "isError",
        Meta = "_meta",
        MetaPlain = "meta",
        Type = "type",
        ProgressToken = "progressToken",
        RequestId = "requestId",
        Reason = "reason",
        Name = "name",
        Version = "version",
        Arguments = "arguments",
        HostInfo = "hostInfo",
        HostCapabilities = "hostCapabilities",
        HostContext = "hostContext",
        ProtocolVersion = "protocolVersion",
        ResultType = "resultType",
        Task = "task",
        McpToolResult = "mcp_tool_result",
        CallToolResult = "call_tool_result",
        Contents = "contents",
        Resources = "resources",
        ResourceTemplates = "resourceTemplates",
        Prompts = "prompts",
        Messages = "messages",
        Tools = "tools",
        Mode = "mode",
        DisplayMode = "displayMode",
        Complete = "complete",
        True = "true",
        Unknown = "unknown",
        Zero = "0",
        AppsVersion = "2026-01-26",
        Initialize = "ui/initialize",
        Initialized = "ui/notifications/initialized",
        TimedOut = "Request timed out",
        InvalidRequest = "Invalid request",
        InvalidParams = "Invalid params",
        MethodNotFound = "Method not found",
        InternalError = "Internal error",
    }
    client {
        ServerDiscover = "server/discover",
        ClientInitialize = "initialize",
        ClientInitialized = "notifications/initialized",
        ToolsCall = "tools/call",
        ToolsList = "tools/list",
        ResourcesRead = "resources/read",
        ResourcesList = "resources/list",
        TemplatesList = "resources/templates/list",
        PromptsGet = "prompts/get",
        PromptsList = "prompts/list",
        Listen = "subscriptions/listen",
        ToolsChanged = "notifications/tools/list_changed",
        ToolsChangedOld = "tools/list_changed",
        ResourcesChanged = "notifications/resources/list_changed",
        ResourcesChangedOld = "resources/list_changed",
        PromptsChanged = "notifications/prompts/list_changed",
        PromptsChangedOld = "prompts/list_changed",
        ResourceUpdated = "notifications/resources/updated",
        V2024 = "2024-11-05",
        V2025March = "2025-03-26",
        V2025June = "2025-06-18",
        V2025November = "2025-11-25",
        V2026 = "2026-07-28",
        SupportedVersions = "supportedVersions",
        Supported = "supported",
        Capabilities = "capabilities",
        ServerInfo = "serverInfo",
        ClientInfo = "clientInfo",
        Instructions = "instructions",
        MetaVersion = "io.modelcontextprotocol/protocolVersion",
        MetaCapabilities = "io.modelcontextprotocol/clientCapabilities",
        MetaClient = "io.modelcontextprotocol/clientInfo",
        MetaServer = "io.modelcontextprotocol/serverInfo",
        MetaLogLevel = "io.modelcontextprotocol/logLevel",
        InputRequired = "input_required",
        InputRequests = "inputRequests",
        InputResponses = "inputResponses",
        RequestState = "requestState",
        TtlMs = "ttlMs",
        Cursor = "cursor",
        NextCursor = "nextCursor",
        Uri = "uri",
        InputSchema = "inputSchema",
        Properties = "properties",
        HeaderMark = "x-mcp-header",
        String = "string",
        Integer = "integer",
        Boolean = "boolean",
        Notifications = "notifications",
        Elicit = "elicitation/create",
        CreateMessage = "sampling/createMessage",
        RootsList = "roots/list",
        Elicitation = "elicitation",
        Sampling = "sampling",
        Roots = "roots",
        Status = "status",
        Body = "body",
        Challenge = "challenge",
        RetryAfter = "retryAfter",
    }
}
