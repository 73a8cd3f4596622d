// What the page's own policy says of WebAssembly, as far as it can be read. Trying would be reported as a violation.

/** Whether a `<meta>` of this page forbids WebAssembly. Policies in headers cannot be read. */
export function forbidsWasm(): boolean {
  if (typeof document === "undefined") return false;
  const metas = document.head?.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]') ?? [];
  // Each of several policies must allow it; a comma separates policies within one text.
  return [...metas].some((meta) => meta.content.split(",").some(forbids));
}

function forbids(policy: string): boolean {
  const directives = new Map<string, string>();
  for (const directive of policy.toLowerCase().split(";")) {
    const [name = "", ...sources] = directive.trim().split(/\s+/);
    // The first of a name counts.
    if (!directives.has(name)) directives.set(name, sources.join(" "));
  }
  const sources = directives.get("script-src") ?? directives.get("default-src");
  return sources !== undefined && !/'(wasm-)?unsafe-eval'/.test(sources);
}
