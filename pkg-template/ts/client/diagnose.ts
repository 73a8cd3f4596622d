// Why a server cannot be reached. A browser says the same of everything: so it is asked for less, and then for more, until that is where
// it fails. Calls no tool.

import { excerptOf, typeOf } from "./fetch.js";
import type { Diagnosis, Problem } from "./types.js";

/** How many milliseconds each request may take. */
const PATIENCE = 5_000;

interface Attempt {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  mode?: RequestMode;
}

/** Looks at it from this page. `own` are the caller's headers; `legacy` says that there are sessions. */
export async function diagnose(url: string, own: Record<string, string>, legacy: boolean): Promise<Diagnosis> {
  const problems: Problem[] = [];
  const found = (code: Problem["code"], message: string, header?: string) => void problems.push(header === undefined ? { code, message } : { code, message, header });
  const { protocol, origin, hostname, host } = new URL(url);
  const here = typeof location === "undefined" ? undefined : location;
  const crosses = here?.origin !== origin;

  const done = (reachable: boolean): Diagnosis => ({ url, reachable, problems });
  if (here?.protocol === "https:" && protocol === "http:" && !/^(localhost|127\.|\[::1\])/.test(hostname)) {
    found("mixed-content", "A page that came by https may not reach a server by http");
    return done(false);
  }
  if (!(await ask(url, { mode: "no-cors" }))) {
    found("unreachable", `Nothing can be reached at ${host}: the server is down, another program listens there, or something on the way refuses`);
    return done(false);
  }

  const call = (method: string) => ({ jsonrpc: "2.0", id: 1, method, params: method === "initialize" ? { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "diagnosis", version: "1" } } : {} });
  const accept = { accept: "application/json, text/event-stream" };
  const plain = { ...accept, "content-type": "application/json" };
  if (crosses) {
    const wanted = here?.origin ?? "*";
    if (!(await ask(url, { headers: { accept: "text/event-stream" } }))) {
      found("no-cors", `Its answers must have \`Access-Control-Allow-Origin: ${wanted}\``, "Access-Control-Allow-Origin");
      return done(true);
    }
    if (!(await ask(url, { method: "POST", headers: plain, body: call("ping") }))) {
      found("preflight", "Its answer to OPTIONS (a preflight) must have a status of 2xx without asking who it is, and `Access-Control-Allow-Headers: content-type`", "Access-Control-Allow-Headers");
      return done(true);
    }
    const era = legacy ? { "mcp-session-id": "1", "last-event-id": "1" } : { "mcp-method": "ping", "mcp-name": "1" };
    for (const [name, value] of Object.entries({ ...own, "mcp-protocol-version": legacy ? "2025-11-25" : "2026-07-28", ...era })) {
      if (await ask(url, { method: "POST", headers: { ...plain, [name]: value }, body: call("ping") })) continue;
      found("header-not-allowed", `Its answer to OPTIONS must have \`${name}\` in \`Access-Control-Allow-Headers\``, name);
    }
    if (legacy && !(await ask(url, { method: "DELETE" }))) {
      found("method-not-allowed", "Its answer to OPTIONS must have `DELETE` in `Access-Control-Allow-Methods`, or sessions are not ended", "Access-Control-Allow-Methods");
    }
  }

  const first = await ask(url, { method: "POST", headers: { ...plain, ...own }, body: call(legacy ? "initialize" : "server/discover") });
  if (!first) return done(true);
  const { status } = first;
  const type = typeOf(first);
  const body = await excerptOf(first);
  const speaks = type === "text/event-stream" || /^\s*\{.*"jsonrpc"/s.test(body);
  if (status === 401 || status === 403) found("unauthorized", `It answers with status ${status}: it wants to know who asks`);
  else if (!speaks) found("not-mcp", `It answers with status ${status} and ${type || "content of no type"}, which is no MCP: ${body.slice(0, 200)}`);
  else if (legacy && crosses && status < 300 && !first.headers.get("mcp-session-id")) {
    const next = await ask(url, { method: "POST", headers: { ...plain, ...own }, body: call("ping") });
    if (next && next.status >= 400) {
      found("session-hidden", "It has sessions, and this page cannot read their ids: its answers must have `Access-Control-Expose-Headers: mcp-session-id`", "Access-Control-Expose-Headers");
    }
  }
  return done(true);
}

/** The answer as soon as its headers are there; nothing if the browser gives none. */
async function ask(url: string, { method = "GET", headers = {}, body, mode = "cors" }: Attempt): Promise<Response | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE);
  try {
    const init = { method, headers, mode, signal: controller.signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" } as const;
    const response = await fetch(url, body ? { ...init, body: JSON.stringify(body) } : init);
    // A stream is not waited for; what else there is may be read.
    if (typeOf(response) === "text/event-stream" || mode === "no-cors") controller.abort();
    return response;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
