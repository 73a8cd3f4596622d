// Serves the package, the pages and, under its policy, each widget; takes what the pages report.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { POLICIES } from "./cases.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript" };
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const ROOTS = { pkg: at("../../../pkg/"), behaviour: at("../../behaviour/"), pages: at("../../browser/pages/"), engines: at("../"), www: at("../../../www/") };

/** A widget's document: one string of HTML, as hosts get it. */
function html({ text }, by, bundle) {
  const meta = by === "meta" && text ? `<meta http-equiv="Content-Security-Policy" content="${text}">` : "";
  return `<!doctype html><meta charset="utf-8">${meta}<title>A widget</title>
<script>policed = ${Boolean(text)}; violations = []; addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective + " " + event.blockedURI));</script>
<script type="module">${bundle}</script>`;
}

/** Resolves to `{ url, stop, outcome }`. `bundles` has each entry's script; `outcome(name)` resolves with what a page reports under it. */
export async function serve(bundles = {}) {
  const outcomes = new Map();
  const outcome = (name) => {
    if (!outcomes.has(name)) {
      const entry = {};
      entry.promise = new Promise((resolve) => (entry.resolve = resolve));
      outcomes.set(name, entry);
    }
    return outcomes.get(name);
  };

  async function reply(request) {
    const { pathname, searchParams } = new URL(request.url, "http://host");
    if (request.method === "POST") {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const { name, report } = JSON.parse(Buffer.concat(chunks));
      outcome(name).resolve(report);
      return { headers: {}, body: "" };
    }
    if (pathname === "/widget") {
      const policy = POLICIES[searchParams.get("policy")];
      const by = searchParams.get("by");
      const headers = { "content-type": TYPES[".html"] };
      if (by === "header" && policy.text) headers["content-security-policy"] = policy.text;
      return { headers, body: html(policy, by, bundles[searchParams.get("entry")]) };
    }
    const [, root, ...rest] = normalize(pathname).split("/");
    // A frame of an opaque origin fetches its modules from another origin.
    const headers = { "content-type": TYPES[extname(pathname)] ?? "text/plain", "access-control-allow-origin": "*" };
    return { headers, body: await readFile(join(ROOTS[root], ...rest)) };
  }

  const server = createServer(async (request, response) => {
    try {
      const { headers, body } = await reply(request);
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    outcome: (name) => outcome(name).promise,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
