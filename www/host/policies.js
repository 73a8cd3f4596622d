// The policies under which widgets are shown: the one of MCP Apps, and those of the hosts for a widget that declares no domains.
// The demo has them to choose from, and tests/engines tries every engine under each.

const SELF = "'self' 'unsafe-inline'";
const spec = (script) =>
  `default-src 'none'; script-src ${script}; style-src ${SELF}; img-src 'self' data:; media-src 'self' data:; connect-src 'none'`;

/** `id` as in the page's address; `text`: the policy, if there is one; `wasm`: whether it lets WebAssembly run. */
export const POLICIES = [
  { id: "spec", title: "MCP Apps default", wasm: false, text: spec(SELF) },
  { id: "wasm", title: "MCP Apps + WebAssembly", wasm: true, text: spec(`${SELF} 'wasm-unsafe-eval'`) },
  {
    id: "vscode",
    title: "VS Code",
    wasm: false,
    text: `default-src 'none'; script-src ${SELF}; style-src ${SELF}; connect-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; frame-src 'none'; object-src 'none'; base-uri 'self'`,
  },
  {
    id: "goose",
    title: "Goose",
    wasm: false,
    text: `default-src 'none'; script-src ${SELF}; script-src-elem ${SELF}; style-src ${SELF}; style-src-elem ${SELF}; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; frame-src 'none'; object-src 'none'; base-uri 'self'`,
  },
  {
    id: "inspector",
    title: "MCP Inspector",
    wasm: false,
    text: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'",
  },
  {
    id: "chatgpt",
    title: "ChatGPT",
    wasm: true,
    text: `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline' 'unsafe-eval' blob: https://*.oaiusercontent.com; worker-src blob:; style-src ${SELF}; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; frame-src 'none'`,
  },
  {
    id: "claude",
    title: "Claude",
    wasm: true,
    text: `default-src 'self'; script-src ${SELF} 'unsafe-eval' blob: data: https://assets.claude.ai https://esm.sh; worker-src 'self' blob:; style-src ${SELF}; connect-src 'self' https://esm.sh; object-src 'none'`,
  },
  { id: "none", title: "No policy", wasm: true },
];
