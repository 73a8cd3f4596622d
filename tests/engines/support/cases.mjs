// The matrix: which policies, places and entries there are, and what must be seen in each. Used by the tests and in the page.

import { POLICIES as HOSTS } from "../../../www/host/policies.js";

/** `wasm`: whether it is allowed. `styles: false`: style sheets in the page are not. */
export const POLICIES = [
  ...HOSTS,
  { title: "'wasm-unsafe-eval' only", wasm: true, styles: false, text: "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'" },
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
