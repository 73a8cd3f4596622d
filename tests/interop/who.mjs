// Who talks.

/** What the host says of itself. */
export const HOST = {
  info: { name: "official-host", version: "3.2.1" },
  capabilities: {
    openLinks: {},
    downloadFile: {},
    serverTools: { listChanged: true },
    serverResources: {},
    logging: {},
    updateModelContext: { text: {}, structuredContent: {} },
    message: { text: {} },
    sampling: {},
  },
  context: {
    theme: "dark",
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width: 400, maxHeight: 6000 },
    locale: "de-DE",
    timeZone: "Europe/Berlin",
    platform: "web",
    deviceCapabilities: { touch: false, hover: true },
    safeAreaInsets: { top: 0, right: 0, bottom: 8, left: 0 },
    styles: { variables: { "--color-text-primary": "light-dark(#111, #eee)" }, css: { fonts: "@font-face{}" } },
    toolInfo: { id: 7, tool: { name: "suggest_gifts", inputSchema: { type: "object" } } },
  },
};

/** What the widget says of itself. */
export const INFO = { name: "interop", version: "1.0.0", title: "Interop" };
export const CAPABILITIES = { tools: { listChanged: true }, availableDisplayModes: ["inline", "fullscreen"] };
