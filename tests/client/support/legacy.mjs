// A correct server of the versions with a handshake: 2025-03-26 to 2025-11-25 over Streamable HTTP, and 2024-11-05 over HTTP with SSE.

import { answer, capabilities, INFO, RpcError, VERSIONS } from "./catalogue.mjs";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** A stream's events are kept: who comes back with an event's id gets what followed. */
class Stream {
  events = [];
  reply;
  done = false;
  /** How many events somebody was there to hear. */
  heard = 0;

  constructor(name, ids) {
    this.name = name;
    this.ids = ids;
  }

  async send(fields) {
    if (this.ids) fields = { id: `${this.name}_${this.events.length + 1}`, ...fields };
    this.events.push(fields);
    if (!this.reply?.open) return;
    this.heard = this.events.length;
    await this.reply.event(fields);
  }

  finish() {
    this.done = true;
    this.reply?.end();
  }

  async resume(reply, after) {
    this.reply = reply.stream();
    this.heard = this.events.length;
    for (const fields of this.events.slice(after)) await reply.event(fields);
    if (this.done) reply.end();
  }
}

class Session {
  streams = new Map();
  asked = new Map();
  cancelled = new Map();
  subscribed = new Set();
  level = "debug";
  state = {};

  constructor(id, version, ids) {
    this.id = id;
    this.version = version;
    this.ids = ids;
    this.open("general");
  }

  open(name = `s${this.streams.size}`) {
    const stream = new Stream(name, this.ids);
    this.streams.set(name, stream);
    return stream;
  }

  get general() {
    return this.streams.get("general");
  }

  /** Carries a request out; its messages go to the stream that `stream()` gives. */
  async perform({ method, params, id }, { stream, drop, ended, asks }) {
    const own = (message) => stream().then((on) => on.send({ data: { jsonrpc: "2.0", ...message } }));
    const gone = Promise.race([ended, new Promise((resolve) => this.cancelled.set(id, resolve))]);
    const token = params?._meta?.progressToken;
    const means = {
      state: this.state,
      gone,
      drop,
      since: (version) => this.version >= version,
      notify: (name, fields) => own({ method: name, ...(fields && { params: fields }) }),
      progress: async (fields) => token !== undefined && own({ method: "notifications/progress", params: { progressToken: token, ...fields } }),
      log: async (level, data) =>
        LEVELS.indexOf(level) >= LEVELS.indexOf(this.level) && own({ method: "notifications/message", params: { level, logger: "gifts", data } }),
      announce: async (name, fields) => {
        if (name === "notifications/resources/updated" && !this.subscribed.has(fields.uri)) return;
        await this.general.send({ data: { jsonrpc: "2.0", method: name, ...(fields && { params: fields }) } });
      },
      async ask(_, name, fields) {
        const number = `ask-${asks.size + 1}`;
        const response = new Promise((resolve) => asks.set(number, resolve));
        await own({ id: number, method: name, ...(fields && { params: fields }) });
        const { result, error } = await response;
        if (error) throw new RpcError(error.code, error.message, error.data);
        return result;
      },
    };
    try {
      if (method === "ping") return { result: {} };
      if (method === "logging/setLevel") return ((this.level = params.level), { result: {} });
      if (method === "resources/subscribe") return (this.subscribed.add(params.uri), { result: {} });
      if (method === "resources/unsubscribe") return (this.subscribed.delete(params.uri), { result: {} });
      return { result: await answer(method, params, means) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { error: { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) } };
    } finally {
      this.cancelled.delete(id);
    }
  }

  /** A notification or a response of the client. */
  take(message) {
    if (message.method === "notifications/cancelled") this.cancelled.get(message.params?.requestId)?.();
    if (message.method === undefined) this.asked.get(message.id)?.(message);
  }
}

const refusal = (code, message) => ({ jsonrpc: "2.0", error: { code, message } });
const initializeResult = (version) => ({
  protocolVersion: version,
  capabilities: capabilities(version),
  serverInfo: INFO,
  instructions: "Ask for gifts.",
});

/**
 * Streamable HTTP of one version. `answers`: "json", or "sse" for every reply. `sessions`: whether ids are given out. `ids`: whether events have some,
 * `priming`: whether a stream begins with an empty one, `retry`: what is said about coming back. `get`: whether there is a GET stream.
 */
export function streamable(
  version,
  { answers = "json", sessions = true, ids = true, priming = version >= "2025-11-25", retry = 10, get = true } = {},
) {
  const known = new Map();
  let count = 0;

  const scenario = async (request, reply) => {
    const given = request.headers["mcp-session-id"];
    const wanted = request.headers["mcp-protocol-version"];
    const message = request.message;
    const first = request.method === "POST" && message?.method === "initialize";
    const session = first ? undefined : sessions ? known.get(given) : known.values().next().value;
    if (request.method === "POST") {
      const accept = request.headers.accept ?? "";
      if (!accept.includes("application/json") || !accept.includes("text/event-stream"))
        return reply.json(refusal(-32000, "Not Acceptable"), { status: 406 });
      if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
        return reply.json(refusal(-32000, "Unsupported Media Type"), { status: 415 });
      if (message === undefined) return reply.json(refusal(-32700, "Parse error"), { status: 400 });
    } else if (request.method !== "GET" && request.method !== "DELETE") return reply.send(405, { allow: "GET, POST, DELETE" });
    if (!first) {
      if (sessions && given === undefined) return reply.json(refusal(-32000, "Bad Request: Mcp-Session-Id header is required"), { status: 400 });
      if (!session) return reply.json(refusal(-32001, "Session not found"), { status: 404 });
      const expected = version >= "2025-06-18" ? version : undefined;
      if (wanted !== undefined && !VERSIONS.slice(0, 4).includes(wanted))
        return reply.json(refusal(-32000, "Bad Request: Unsupported protocol version"), { status: 400 });
      if (expected !== undefined && wanted !== expected)
        return reply.json(refusal(-32000, `Bad Request: MCP-Protocol-Version is not ${expected}`), { status: 400 });
    }
    if (request.method === "DELETE") return (known.delete(given), reply.send(200));
    if (request.method === "GET") return listen(session, request, reply);
    if (first) return begin(message, reply);
    if (Array.isArray(message)) {
      if (version !== "2025-03-26") return reply.json(refusal(-32600, "Batches are of 2025-03-26"), { status: 400 });
      const asked = message.filter(({ method, id }) => method !== undefined && id !== undefined);
      message.filter((one) => !asked.includes(one)).forEach((one) => session.take(one));
      if (!asked.length) return reply.accepted();
      const stream = async () => session.general;
      return reply.json(
        await Promise.all(
          asked.map(async (one) => ({
            jsonrpc: "2.0",
            id: one.id,
            ...(await session.perform(one, { stream, ended: request.ended, asks: session.asked })),
          })),
        ),
      );
    }
    if (message.method === undefined || message.id === undefined) return (session.take(message), reply.accepted());
    return respond(session, message, request, reply);
  };

  function begin({ id }, reply) {
    const session = new Session(sessions ? `session-${++count}!~` : undefined, version, ids);
    known.set(session.id, session);
    const headers = sessions ? { "mcp-session-id": session.id } : {};
    const result = { jsonrpc: "2.0", id, result: initializeResult(version) };
    if (answers === "json") return reply.json(result, { headers });
    return reply
      .stream(headers)
      .message(result)
      .then(() => reply.end());
  }

  async function listen(session, request, reply) {
    if (!get) return reply.send(405, { allow: "POST, DELETE" });
    if (!(request.headers.accept ?? "").includes("text/event-stream")) return reply.send(406);
    const last = request.headers["last-event-id"];
    // What was said before somebody listened is told now.
    if (last === undefined) return session.general.resume(reply, session.general.heard);
    const [, name, number] = /^(\w+)_(\d+)$/.exec(last) ?? [];
    const stream = session.streams.get(name);
    if (!stream) return reply.json(refusal(-32000, "Unknown event id"), { status: 400 });
    await stream.resume(reply, Number(number));
  }

  async function respond(session, message, request, reply) {
    let opened;
    const stream = () =>
      (opened ??= (async () => {
        const made = session.open();
        made.reply = reply.stream();
        if (priming && ids) await made.send({ retry, data: "" });
        return made;
      })());
    const drop = async () => {
      const on = await stream();
      // Where nothing primed the stream, an id has to come with a message.
      if (!on.events.length)
        await on.send({ retry, data: { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "dropping" } } });
      on.reply.end();
    };
    if (answers === "sse") await stream();
    const outcome = await session.perform(message, { stream, drop: ids ? drop : async () => {}, ended: request.ended, asks: session.asked });
    const response = { jsonrpc: "2.0", id: message.id, ...outcome };
    if (!opened) return reply.json(response);
    const on = await opened;
    await on.send({ data: response });
    on.finish();
  }

  scenario.sessions = known;
  return scenario;
}

/** HTTP with SSE, of 2024-11-05: GET opens the stream, which names where to POST; replies come on the stream. */
export function httpSse({ endpoint = (session) => `/messages?sessionId=${session}` } = {}) {
  const version = VERSIONS[0];
  const known = new Map();
  let count = 0;
  const scenario = async (request, reply) => {
    if (request.method === "GET") {
      if (!(request.headers.accept ?? "").includes("text/event-stream")) return reply.send(406);
      const name = `old-${++count}`;
      const session = new Session(name, version, false);
      known.set(name, session);
      session.general.reply = reply.stream();
      await reply.event({ event: "endpoint", data: endpoint(name) });
      request.ended.then(() => known.delete(name));
      return;
    }
    const session = known.get(new URL(request.path, "http://host").searchParams.get("sessionId"));
    if (request.method !== "POST" || !session) return reply.send(request.path.startsWith("/messages") ? 404 : 405, { allow: "GET" });
    const message = request.message;
    if (message === undefined || Array.isArray(message)) return reply.send(400);
    reply.send(202, { "content-type": "text/plain" }, "Accepted");
    if (message.method === undefined || message.id === undefined) return session.take(message);
    const stream = async () => session.general;
    const outcome =
      message.method === "initialize"
        ? { result: initializeResult(version) }
        : await session.perform(message, { stream, drop: async () => {}, ended: new Promise(() => {}), asks: session.asked });
    await session.general.send({ event: "message", data: { jsonrpc: "2.0", id: message.id, ...outcome } });
  };
  scenario.sessions = known;
  return scenario;
}
