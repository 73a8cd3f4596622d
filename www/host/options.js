// The options of the page, read from the URL:
//
//   theme=dark|light     the host's theme; without it the system's
//   widgets=2            two widgets, each in a frame with a bridge of its own
//   sandbox=TOKENS       the frame's sandbox attribute; "allow-scripts" (an opaque origin) if left out
//   csp=ID               the frame's policy, see policies.js: spec (the default of MCP Apps, and of this page), wasm, vscode,
//                        goose, inspector, chatgpt, claude or none; anything else is taken as the policy itself
//   tool=NAME            the tool that the model "has called"; the first one with a user interface if left out
//   args=JSON            its arguments
//   ui=URI               the UI resource to show, whatever the tool names
//   first=off            the model has called nothing: no tool-input, no tool-result
//   calls=hold           tool calls of the widget are accepted and never answered
//
// The theme and the policy can also be chosen on the page. For the console and for tests, `window.giftHost` holds the client, the
// frames that passed and the mounted widgets.
import { FIRST_CALL } from "./first-call.js";
import { POLICIES } from "./policies.js";
import { policyOf } from "./policy.js";

export function readOptions(search) {
  const query = new URLSearchParams(search);
  const theme = query.get("theme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return {
    theme: theme === "dark" || theme === "light" ? theme : system,
    widgets: query.get("widgets") === "2" ? 2 : 1,
    sandbox: query.get("sandbox") ?? "allow-scripts",
    policy: policyOf(query.get("csp") ?? "spec"),
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
    ["csp", `${POLICIES.map(({ id }) => id).join(", ")}, or a policy`, options.policy.text ?? "none"],
    ["tool", "the tool the model has called", options.tool ?? "the first with a UI"],
    ["args", "its arguments, as JSON", JSON.stringify(options.args)],
    ["ui", "another UI resource", options.ui ?? "the tool's own"],
    ["first", "off: the model has called nothing", options.first ? "on" : "off"],
    ["calls", "hold: calls are never answered", options.hold ? "hold" : "forwarded"],
  ];
}
