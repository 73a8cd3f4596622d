// The matrix: which policies, places and entries there are, and what must be seen in each. Used by the tests and in the page.

const SELF = "'self' 'unsafe-inline'";

/** `wasm`: whether it is allowed. The texts are those of the hosts for a widget that declares no domains. */
export const POLICIES = [
  { title: "no policy", wasm: true },
  {
    title: "the specification's default",
    wasm: false,
    text: `default-src 'none'; script-src ${SELF}; style-src ${SELF}; img-src 'self' data:; media-src 'self' data:; connect-src 'none'`,
  },
  {
    title: "VS Code",
    wasm: false,
    text: `default-src 'none'; script-src ${SELF}; style-src ${SELF}; connect-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; frame-src 'none'; object-src 'none'; base-uri 'self'`,
  },
  {
    title: "Goose",
    wasm: false,
    text: `default-src 'none'; script-src ${SELF}; script-src-elem ${SELF}; style-src ${SELF}; style-src-elem ${SELF}; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; frame-src 'none'; object-src 'none'; base-uri 'self'`,
  },
  {
    title: "the official Inspector",
    wasm: false,
    text: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'",
  },
  { title: "'wasm-unsafe-eval' only", wasm: true, text: "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'" },
  {
    title: "ChatGPT",
    wasm: true,
    text: `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline' 'unsafe-eval' blob: https://*.oaiusercontent.com; worker-src blob:; style-src ${SELF}; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; frame-src 'none'`,
  },
  {
    title: "Claude",
    wasm: true,
    text: `default-src 'self'; script-src ${SELF} 'unsafe-eval' blob: data: https://assets.claude.ai https://esm.sh; worker-src 'self' blob:; style-src ${SELF}; connect-src 'self' https://esm.sh; object-src 'none'`,
  },
];

/** How the policy comes, and what the frame may do. A `<meta>` comes with a string of HTML, a header with a document. */
export const PLACES = ["meta", "header"].flatMap((by) =>
  [
    ["opaque origin", "allow-scripts"],
    ["same origin", "allow-scripts allow-same-origin allow-forms"],
  ].map(([origin, sandbox]) => ({ title: `by ${by}, ${origin}`, by, sandbox })),
);

/** The entries, and which engines each may take, the first that can run. */
const ENTRIES = { "mcp-widget": ["wasm", "js"], "mcp-widget/wasm": ["wasm"], "mcp-widget/js": ["js"], "mcp-widget/slim": ["wasm"] };

export const entries = Object.keys(ENTRIES);

/** All cases in a place. */
export function casesIn(place) {
  return POLICIES.flatMap((policy, index) =>
    entries.map((entry) => ({
      name: `${policy.title}, ${place.title}: ${entry}`,
      address: `/widget?${new URLSearchParams({ entry, policy: index, by: place.by })}`,
      policy,
      by: place.by,
      engine: ENTRIES[entry].find((engine) => engine === "js" || policy.wasm),
      tries: ENTRIES[entry].includes("wasm"),
    })),
  );
}
