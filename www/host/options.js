// The options of the page, read from the URL:
//
//   theme=dark|light     the host's theme; without it the system's
//   widgets=2            two widgets, each in a frame with a bridge of its own
//   sandbox=TOKENS       the frame's sandbox attribute; "allow-scripts" (an opaque origin) if left out
//   csp=wasm|spec|none   the frame's policy: the one of MCP Apps plus 'wasm-unsafe-eval' (default), exactly the one of
//                        MCP Apps (WebAssembly is blocked), or none; anything else is taken as the policy itself
//   tool=NAME            the tool that the model "has called"; the first one with a user interface if left out
//   args=JSON            its arguments
//   ui=URI               the UI resource to show, whatever the tool names
//   first=off            the model has called nothing: no tool-input, no tool-result
//   calls=hold           tool calls of the widget are accepted and never answered
//
// For the console and for tests, `window.giftHost` holds the client, the frames that passed and the mounted widgets.

/** The default policy of MCP Apps; `draft` of the specification adds object-src. */
const SPEC = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

const POLICIES = {
  spec: SPEC,
  wasm: SPEC.replace("'unsafe-inline'", "'unsafe-inline' 'wasm-unsafe-eval'"),
  none: undefined,
};

/** What the model "has called" in the conversation. */
const FIRST_CALL = { occasion: "birthday", budget: 100, recipient: "friend who loves board games" };

export function readOptions(search) {
  const query = new URLSearchParams(search);
  const csp = query.get("csp") ?? "wasm";
  const theme = query.get("theme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return {
    theme: theme === "dark" || theme === "light" ? theme : system,
    widgets: query.get("widgets") === "2" ? 2 : 1,
    sandbox: query.get("sandbox") ?? "allow-scripts",
    csp: csp in POLICIES ? POLICIES[csp] : csp,
    tool: query.get("tool") ?? undefined,
    args: query.has("args") ? JSON.parse(query.get("args")) : FIRST_CALL,
    ui: query.get("ui") ?? undefined,
    first: query.get("first") !== "off",
    hold: query.get("calls") === "hold",
  };
}

/** The options in words, for the panel. */
export function describeOptions(options) {
  return [
    ["theme", "dark or light", options.theme],
    ["widgets", "2 for two side by side", String(options.widgets)],
    ["sandbox", "the frame's sandbox attribute", options.sandbox],
    ["csp", "wasm, spec, none, or a policy", options.csp ?? "none"],
    ["tool", "the tool the model has called", options.tool ?? "the first with a UI"],
    ["args", "its arguments, as JSON", JSON.stringify(options.args)],
    ["ui", "another UI resource", options.ui ?? "the tool's own"],
    ["first", "off: the model has called nothing", options.first ? "on" : "off"],
    ["calls", "hold: calls are never answered", options.hold ? "hold" : "forwarded"],
  ];
}
