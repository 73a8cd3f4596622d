// Hosts as they are known from what others have recorded of them in 2026: what they say of themselves, when they say what, and where
// they err. A simulation, no proof: what is not known of a host is here as the specification has it.

const LISTS = { listChanged: true };
const each = (...names) => Object.fromEntries(names.map((name) => [name, {}]));
const modes = (...availableDisplayModes) => ({ displayMode: availableDisplayModes[0], availableDisplayModes });

/** All variables of the specification, with a value made of their name. */
function variables(value) {
  const group = (prefix, names, suffix = "") => names.split(" ").map((name) => `--${prefix}-${name}${suffix}`);
  const colors = "primary secondary tertiary inverse ghost info danger success warning disabled";
  const headings = "xs sm md lg xl 2xl 3xl";
  const names = [
    ...["color-background", "color-text", "color-border"].flatMap((prefix) => group(prefix, colors)),
    ...group("color-ring", "primary secondary inverse info danger success warning"),
    ...group("font", "sans mono"),
    ...group("font-weight", "normal medium semibold bold"),
    ...["-size", "-line-height"].flatMap((suffix) => [...group("font-text", "xs sm md lg", suffix), ...group("font-heading", headings, suffix)]),
    ...group("border-radius", "xs sm md lg xl full"),
    "--border-width-regular",
    ...group("shadow", "hairline sm md lg"),
  ];
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

/** What only the host's own model sees: some hosts take it out. */
const withoutMeta = ({ _meta, ...result }) => result;
const textOnly = ({ content, isError }) => (isError === undefined ? { content } : { content, isError });

/** Names of what a host serves beyond tools and links. */
const READS = "resources/read";
const MESSAGE = "ui/message";
const CONTEXT = "ui/update-model-context";
const DOWNLOAD = "ui/download-file";
const MODE = "ui/request-display-mode";

/**
 * `answer` to ui/initialize, and `host` where that is not simply what the widget makes of it · `serves` besides tools/call and
 * ui/open-link; all else is refused with -32601 · `refusal` of a link: by an error or in the answer · `failure`: the code of what a
 * handler of the host throws · `early`: input and result come with the answer, before the widget can say that it is there ·
 * `partials`, `cancels`, `teardown`: whether it says so · `change` of the context · `told`, `called`: what becomes of a result on its
 * way · `mode` that it sets when it is asked for fullscreen · `noise` in the same window · `repeats` what it has told ·
 * `odd`: the diagnostics, which are there with the first widget.
 */
const hosts = {
  Claude: {
    answer: {
      hostInfo: { name: "Claude", version: "1.0.0" },
      hostCapabilities: { openLinks: {}, downloadFile: {}, serverTools: LISTS, serverResources: LISTS, logging: {}, updateModelContext: each("text", "image"), message: each("text") },
      hostContext: {
        ...modes("inline", "fullscreen"),
        theme: "light",
        platform: "web",
        locale: "en-US",
        containerDimensions: { width: 720, maxHeight: 5000 },
        styles: { variables: variables((name) => `light-dark(var(${name}-a), var(${name}-b))`), css: { fonts: "@font-face { font-family: x; src: url(https://assets.claude.ai/x.woff2) }" } },
      },
    },
    serves: [READS, MESSAGE, CONTEXT, DOWNLOAD, MODE],
    partials: true,
    cancels: true,
    change: { theme: "dark" },
    noise: [{ type: "ready", token: "t", payload: { id: 1, result: {} } }],
  },

  ChatGPT: {
    answer: {
      hostInfo: { name: "chatgpt", version: "0.0.1" },
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, message: {}, updateModelContext: {}, sandbox: { permissions: { microphone: {} } } },
      hostContext: { ...modes("inline", "fullscreen", "pip"), theme: "dark", platform: "desktop", locale: "fr_FR", containerDimensions: { height: 400, maxWidth: 767.98 }, safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 } },
    },
    serves: [READS, MESSAGE, CONTEXT, MODE],
    early: true,
    partials: true,
    cancels: true,
    teardown: true,
    change: { displayMode: "fullscreen", safeAreaInsets: { top: 0, right: 0, bottom: 150, left: 0 } },
  },

  "VS Code": {
    disguised: true,
    answer: {
      hostInfo: { name: "Visual Studio Code", version: "1.130.0" },
      hostCapabilities: { openLinks: {}, serverTools: LISTS, serverResources: LISTS, logging: {}, updateModelContext: each("audio", "image", "resourceLink", "resource", "structuredContent"), downloadFile: {}, sandbox: { csp: {}, permissions: {} } },
      hostContext: { ...modes("inline"), theme: "dark", platform: "desktop", containerDimensions: { width: 494, maxHeight: 720 }, toolCall: { toolCallId: "call_7", toolName: "suggest_gifts" }, styles: { variables: variables((name) => `var(--vscode${name.slice(1)})`) } },
    },
    serves: [READS, CONTEXT, DOWNLOAD, MODE],
    // The composer was not empty.
    answers: { [MESSAGE]: { isError: true } },
    refusal: { isError: true },
    failure: -32000,
    early: true,
    partials: true,
    cancels: true,
    change: { containerDimensions: { width: 600, maxHeight: 720 } },
    mode: "inline",
  },

  Cursor: {
    answer: {
      hostInfo: { name: "Cursor", version: "3.14" },
      hostCapabilities: { openLinks: {}, serverTools: { listChanged: false }, serverResources: { listChanged: false }, logging: {} },
      hostContext: { ...modes("inline"), theme: "dark", containerDimensions: { width: 649, maxHeight: 800 } },
    },
    serves: [READS, DOWNLOAD],
    partials: true,
    cancels: true,
    teardown: true,
    change: { theme: "light" },
  },

  "Le Chat": {
    answer: {
      hostInfo: { name: "Le Chat", version: "1.0.0" },
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, updateModelContext: each("text"), message: each("text", "image") },
      hostContext: { ...modes("fullscreen", "inline"), theme: "light", containerDimensions: { width: 1130.5 } },
    },
    serves: [READS, MESSAGE, CONTEXT, MODE],
    partials: true,
    change: { theme: "dark", styles: { variables: { "--bg-brand-500": "#f60", "--bg-badge-orange": "#fa0", "--bg-basic-orange-strong": "#f80", "--text-white-default": "#fff", "--color-text-primary": "#111" } } },
  },

  Goose: {
    answer: {
      hostInfo: { name: "MCP-UI Host", version: "1.0.0" },
      // It serves tools all the same.
      hostCapabilities: { openLinks: {} },
      hostContext: { ...modes("inline", "fullscreen", "pip"), platform: "desktop", containerDimensions: { width: 1274 } },
    },
    serves: [MODE],
    called: withoutMeta,
    told: withoutMeta,
  },

  Slackbot: {
    answer: {
      hostInfo: { name: "Slackbot", version: "1.0.0" },
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} },
      hostContext: { ...modes("inline", "fullscreen"), containerDimensions: { maxWidth: 598 } },
    },
    serves: [READS, MODE],
  },

  "Microsoft 365 Copilot": {
    answer: {
      hostInfo: { name: "Copilot", version: "1" },
      hostCapabilities: { openLinks: {}, serverTools: {}, message: {}, updateModelContext: {} },
      // The modes are not there, and the size has the name of a draft besides.
      hostContext: { displayMode: "inline", theme: "light", containerDimensions: { maxHeight: 400, maxWidth: 768 }, viewport: { maxHeight: 400, maxWidth: 768 } },
    },
    serves: [MESSAGE, CONTEXT, MODE],
    teardown: true,
    change: { displayMode: "fullscreen" },
  },

  Codex: {
    answer: {
      // What it calls itself is not known: here it says nothing.
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, updateModelContext: {}, message: {} },
      hostContext: modes("inline", "fullscreen"),
    },
    host: { info: { name: "unknown", version: "0" } },
    serves: [READS, MESSAGE, CONTEXT, MODE],
    partials: true,
    teardown: true,
    change: { displayMode: "fullscreen" },
    odd: [["field-missing", "/result/hostInfo", 1]],
  },

  "the basic host": {
    answer: {
      hostInfo: { name: "MCP Apps Basic Host", version: "1.0.0" },
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, updateModelContext: each("text") },
      hostContext: { ...modes("inline", "fullscreen"), theme: "light", containerDimensions: { maxHeight: 6000 } },
    },
    serves: [READS, MESSAGE, CONTEXT, MODE],
    told: withoutMeta,
    partials: true,
    cancels: true,
    teardown: true,
    change: { theme: "dark" },
  },

  "a host that keeps structuredContent to itself": {
    answer: {
      hostInfo: { name: "Claude", version: "1.0.0" },
      hostCapabilities: { openLinks: {}, serverTools: LISTS, serverResources: LISTS, logging: {} },
      hostContext: { ...modes("inline", "fullscreen"), theme: "light", platform: "desktop" },
    },
    serves: [READS],
    told: textOnly,
    partials: true,
    change: { theme: "dark" },
  },

  "a host that tells everything again": {
    answer: { hostInfo: { name: "repeats", version: "7.1.1" }, hostCapabilities: { openLinks: {} }, hostContext: { theme: "light" } },
    serves: [MESSAGE],
    repeats: true,
    teardown: true,
    change: { theme: "dark" },
    noise: [{ type: "iframe-console-log", payload: ["x"] }, { type: "mcp-apps:csp-violation", violation: {} }, { type: "sunpeak/fence", id: 1 }],
  },

  "a host of last year's protocol": {
    answer: { protocolVersion: "2025-06-18", hostInfo: { name: "devtools", version: "0.0.0" }, hostCapabilities: { openLinks: {}, serverTools: {} }, hostContext: { theme: "light", displayMode: "inline" } },
    serves: [MODE],
    teardown: true,
    change: { theme: "dark" },
  },

  "a host of the first draft": {
    answer: { protocolVersion: "0.1" },
    host: { info: { name: "unknown", version: "0" }, capabilities: {}, context: {} },
    serves: [MESSAGE],
    early: true,
    odd: [["field-missing", "/result/hostInfo", 1], ["field-missing", "/result/hostCapabilities", 1], ["field-missing", "/result/hostContext", 1]],
  },

  "an emulator with a client of its own in the same frame": {
    answer: { hostInfo: { name: "emulator", version: "1" }, hostCapabilities: { openLinks: {}, serverTools: {}, message: {} }, hostContext: { theme: "light" } },
    serves: [MESSAGE],
    partials: true,
    teardown: true,
    change: { theme: "dark" },
    // Replies to the other client's requests.
    noise: [{ jsonrpc: "2.0", id: 1, result: { content: [] } }, { jsonrpc: "2.0", id: 2, result: {} }, { jsonrpc: "2.0", id: "shim-1", error: { code: -32601, message: "Method not found" } }],
    odd: [["unknown-reply", "/id", 3]],
  },
};

const DEFAULTS = { serves: [], answers: {}, failure: -32603, refusal: undefined, noise: [], odd: [], told: (result) => result, called: (result) => result };

export const PROFILES = Object.entries(hosts).map(([name, profile]) => ({
  ...DEFAULTS,
  ...profile,
  name,
  answer: { protocolVersion: "2026-01-26", ...profile.answer },
}));
