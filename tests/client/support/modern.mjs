// A correct server of 2026-07-28: no sessions, each request by itself, and every header is compared with the body.

import { answer, CACHEABLE, capabilities, INFO, META, MODERN, RpcError, toolList } from "./catalogue.mjs";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const mismatch = (message) => new RpcError(-32020, message, undefined, 400);

/** The header's value as it was meant, or undefined where it is not encoded as it must be. */
export function decode(value) {
  const wrapped = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value);
  if (!wrapped) return /^[\x20-\x7e\t]*$/.test(value) ? value : undefined;
  const bytes = Buffer.from(wrapped[1], "base64");
  return bytes.toString("base64") === wrapped[1] ? bytes.toString() : undefined;
}

/** Where the arguments of a tool go into headers: `[name, path]`. */
function annotated(schema, path = []) {
  return Object.entries(schema?.properties ?? {}).flatMap(([key, inner]) => [
    ...(inner["x-mcp-header"] ? [[inner["x-mcp-header"].toLowerCase(), [...path, key]]] : []),
    ...annotated(inner, [...path, key]),
  ]);
}

function checkHeaders({ headers }, { method, params }, tools) {
  const meta = params?._meta ?? {};
  const compare = (header, wanted) => {
    const got = headers[header] === undefined ? undefined : decode(headers[header]);
    if (got !== wanted) throw mismatch(`${header} is ${JSON.stringify(headers[header])}, the body says ${JSON.stringify(wanted)}`);
  };
  if (headers["mcp-protocol-version"] !== undefined && meta[`${META}protocolVersion`] === undefined)
    throw new RpcError(-32602, `params._meta lacks ${META}protocolVersion`, undefined, 400);
  compare("mcp-protocol-version", meta[`${META}protocolVersion`]);
  if (meta[`${META}protocolVersion`] !== MODERN)
    throw new RpcError(-32022, "Unsupported protocol version", { supported: [MODERN], requested: meta[`${META}protocolVersion`] }, 400);
  if (typeof meta[`${META}clientCapabilities`] !== "object")
    throw new RpcError(-32602, `params._meta lacks ${META}clientCapabilities`, undefined, 400);
  compare("mcp-method", method);
  if (["tools/call", "prompts/get"].includes(method)) compare("mcp-name", params.name);
  if (method === "resources/read") compare("mcp-name", params.uri);
  if (method !== "tools/call") return;
  const wanted = new Map();
  for (const [name, path] of annotated(tools.find(({ name }) => name === params.name)?.inputSchema)) {
    const value = path.reduce((at, key) => at?.[key], params.arguments);
    if (value !== undefined && value !== null) wanted.set(`mcp-param-${name}`, String(value));
  }
  for (const [header, value] of wanted) compare(header, value);
  for (const header of Object.keys(headers)) if (header.startsWith("mcp-param-") && !wanted.has(header)) throw mismatch(`${header} has no source`);
}

/**
 * `answers`: "json", or "sse" for every reply. `tools` takes the list of tools and gives another, `ttlMs` is what lists say. `suffix` stands at the end of each
 * `requestState`, for that must come back as it was.
 */
export function modern({ answers = "json", tools, ttlMs = 0, suffix = ' ü"\\\u2028\u0000 =?base64?', listen = true } = {}) {
  const state = { tools };
  const states = new Map();
  const listeners = new Set();

  async function announce(method, params) {
    for (const { wants, id, reply } of listeners) {
      const kind = {
        "notifications/tools/list_changed": "toolsListChanged",
        "notifications/prompts/list_changed": "promptsListChanged",
        "notifications/resources/list_changed": "resourcesListChanged",
      }[method];
      if (kind ? !wants[kind] : !wants.resourceSubscriptions?.includes(params.uri)) continue;
      await reply.message({ jsonrpc: "2.0", method, params: { ...params, _meta: { [`${META}subscriptionId`]: id } } });
    }
  }

  /** What is asked for has been answered in an earlier round, or in this one, or ends the round. */
  function asking({ inputResponses, requestState, _meta }) {
    if (requestState !== undefined && !states.has(requestState)) throw new RpcError(-32602, "requestState is none that was given");
    const answers = { ...states.get(requestState), ...inputResponses };
    return async (key, method, params) => {
      if (Object.hasOwn(answers, key)) return answers[key];
      const need = { "elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots" }[method];
      if (!_meta[`${META}clientCapabilities`][need])
        throw new RpcError(-32021, "Missing required client capability", { requiredCapabilities: { [need]: {} } }, 400);
      const next = `state ${states.size + 1}${suffix}`;
      states.set(next, answers);
      throw Object.assign(new Error("input required"), {
        round: { resultType: "input_required", inputRequests: { [key]: { method, ...(params && { params }) } }, requestState: next },
      });
    };
  }

  async function perform(message, request, reply, stream) {
    const { method, params } = message;
    const meta = params._meta;
    const own = async (name, fields) => (await stream()).message({ jsonrpc: "2.0", method: name, ...(fields && { params: fields }) });
    const means = {
      state,
      gone: request.ended,
      announce,
      since: () => true,
      drop: async () => {},
      notify: own,
      progress: async (fields) => meta.progressToken !== undefined && own("notifications/progress", { progressToken: meta.progressToken, ...fields }),
      log: async (level, data) => {
        const wanted = meta[`${META}logLevel`];
        if (wanted !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(wanted))
          await own("notifications/message", { level, logger: "gifts", data });
      },
      ask: asking(params),
    };
    if (method === "server/discover") return { supportedVersions: [MODERN], capabilities: capabilities(MODERN), instructions: "Ask for gifts." };
    try {
      return await answer(method, params, means);
    } catch (error) {
      if (error.round) return error.round;
      throw error;
    }
  }

  const scenario = async (request, reply, server) => {
    if (request.method !== "POST") return reply.send(405, { allow: "POST" });
    const message = request.message;
    const fail = ({ code, message: words, data, status = 200 }, id) =>
      reply.json(
        { jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message: words, ...(data !== undefined && { data }) } },
        { status },
      );
    const accept = request.headers.accept ?? "";
    if (!accept.includes("application/json") || !accept.includes("text/event-stream"))
      return fail({ code: -32000, message: "Not Acceptable", status: 406 });
    if (message === undefined) return fail({ code: -32700, message: "Parse error", status: 400 });
    if (Array.isArray(message) || message.method === undefined) return fail({ code: -32600, message: "Not a request", status: 400 });
    if (message.id === undefined) return reply.accepted();
    if (message.method === "initialize")
      return fail(
        {
          code: -32022,
          message: "Unsupported protocol version",
          data: { supported: [MODERN], requested: message.params?.protocolVersion },
          status: 400,
        },
        message.id,
      );
    let opened;
    const stream = async () => (opened ??= reply.stream());
    try {
      checkHeaders(request, message, toolList(state));
      if (message.method === "subscriptions/listen" && listen) return await subscribe(message, request, reply);
      if (answers === "sse") await stream();
      const result = { resultType: "complete", ...(await perform(message, request, reply, stream)) };
      if (CACHEABLE.includes(message.method) && result.resultType === "complete") Object.assign(result, { ttlMs, cacheScope: "private" });
      result._meta = { ...result._meta, [`${META}serverInfo`]: INFO };
      const response = { jsonrpc: "2.0", id: message.id, result };
      if (!opened) return reply.json(response);
      await reply.message(response);
      reply.end();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (!opened) return fail(error, message.id);
      await reply.message({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) },
      });
      reply.end();
    }
  };

  async function subscribe({ id, params }, request, reply) {
    const listener = { id, reply: reply.stream(), wants: params.notifications ?? {} };
    await reply.message({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: listener.wants, _meta: { [`${META}subscriptionId`]: id } },
    });
    await reply.write(": here\n\n");
    listeners.add(listener);
    request.ended.then(() => listeners.delete(listener));
  }

  scenario.announce = announce;
  scenario.listeners = listeners;
  /** Ends all subscriptions as a server does that goes away in order. */
  scenario.dismiss = async () => {
    for (const { id, reply } of listeners) {
      await reply.message({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta: { [`${META}subscriptionId`]: id } } });
      reply.end();
    }
  };
  return scenario;
}

/** A server of both eras: what says that it is of 2026-07-28 goes one way, the rest the other. */
export const both =
  (old, young = modern()) =>
  (request, reply, server) =>
    (request.headers["mcp-protocol-version"] === MODERN && request.method === "POST" ? young : old)(request, reply, server);
