// An HTTP server that does what a scenario says, byte by byte if need be, and writes down what it was asked. It knows nothing of MCP.
//
// A scenario is a function `(request, reply, server)`, which may be async. Nothing of a reply is sent before the scenario says so.

import { createServer } from "node:http";
import { OPEN } from "./cors.mjs";
import { event } from "./stream.mjs";

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the scenario sees of a request, and what the tests find in `server.requests`. */
class Request {
  /** "open", then "done", or "gone" if the client went before the reply was finished. */
  state = "open";

  constructor({ method, url, headers }, number) {
    this.number = number;
    this.method = method;
    this.path = url;
    this.headers = headers;
    this.body = "";
    /** Settles once the reply is finished ("done") or the client has gone ("gone"). */
    this.ended = new Promise((resolve) => (this.end = (state) => resolve((this.state = this.state === "open" ? state : this.state))));
  }

  /** The body as JSON, if it is. */
  get message() {
    try {
      return JSON.parse(this.body);
    } catch {
      return undefined;
    }
  }

  get rpc() {
    return this.message?.method;
  }
}

/** A reply, in the pieces in which it goes out. */
class Reply {
  #response;
  #head;

  constructor(response, head) {
    this.#response = response;
    this.#head = head;
  }

  #open(status, headers) {
    this.#response.writeHead(status, { ...this.#head, ...headers });
    this.#response.flushHeaders();
  }

  /** The whole reply at once. */
  send(status, headers = {}, body = "") {
    this.#response.writeHead(status, { ...this.#head, ...headers });
    this.#response.end(body);
  }

  json(value, { status = 200, type = "application/json", headers = {} } = {}) {
    this.send(status, { "content-type": type, ...headers }, typeof value === "string" || Buffer.isBuffer(value) ? value : JSON.stringify(value));
  }

  accepted() {
    this.send(202);
  }

  redirect(status, location) {
    this.send(status, { location });
  }

  /** Begins a stream; what is written to it goes out at once. */
  stream(headers = {}, status = 200) {
    this.#open(status, { "content-type": "text/event-stream", "cache-control": "no-store", ...headers });
    return this;
  }

  /** Sends bytes or a text; settles to the reply when the system has taken them. */
  write(piece) {
    return new Promise((resolve) => (piece.length && this.open ? this.#response.write(piece, () => resolve(this)) : resolve(this)));
  }

  /** Sends pieces one by one: a number is a pause in milliseconds. */
  async pieces(list, between = 0) {
    for (const piece of list) {
      if (typeof piece === "number") await pause(piece);
      else {
        await this.write(piece);
        await pause(between);
      }
    }
    return this;
  }

  event(fields, end) {
    return this.write(event(fields, end));
  }

  message(data) {
    return this.event({ data });
  }

  end(piece = "") {
    if (this.open) this.#response.end(piece);
  }

  /** Takes the connection away. */
  cut() {
    this.#response.destroy();
  }

  get open() {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }
}

function corsHeaders(cors, request, method) {
  if (!cors) return {};
  const asked = request.headers["access-control-request-headers"];
  const headers = {};
  const origin = cors.origin === "echo" ? request.headers.origin : cors.origin;
  if (origin) headers["access-control-allow-origin"] = origin;
  if (method === "OPTIONS") {
    if (cors.methods) headers["access-control-allow-methods"] = cors.methods;
    const allowed = cors.headers === "echo" ? asked : cors.headers;
    if (allowed) headers["access-control-allow-headers"] = allowed;
  } else if (cors.expose) headers["access-control-expose-headers"] = cors.expose;
  return headers;
}

/** Pages may ask here what came so far: `/--/seen/` and a name as in `server.of()`. That is told to everybody, and not written down. */
const SEEN = "/--/seen/";

/** Serves a scenario on a free port. `cors` is what is told to pages of other origins; null tells them nothing. */
export async function serve(scenario, { cors = OPEN } = {}) {
  const requests = [];
  const preflights = [];
  const failures = [];
  const sockets = new Set();
  const http = createServer(async (incoming, response) => {
    if (incoming.url.startsWith(SEEN)) {
      const states = server.of(decodeURIComponent(incoming.url.slice(SEEN.length))).map(({ state }) => state);
      return response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" }).end(JSON.stringify(states));
    }
    const isPreflight = incoming.method === "OPTIONS" && incoming.headers["access-control-request-method"] !== undefined;
    const list = isPreflight ? preflights : requests;
    const request = new Request(incoming, list.length);
    list.push(request);
    response.on("finish", () => request.end("done"));
    response.on("close", () => request.end("gone"));
    incoming.on("error", () => {});
    response.on("error", () => {});
    const head = corsHeaders(cors, request, incoming.method);
    if (isPreflight) return response.writeHead(cors?.preflight ?? 405, head).end();
    try {
      const chunks = [];
      for await (const chunk of incoming) chunks.push(chunk);
      request.body = Buffer.concat(chunks).toString();
      await scenario(request, new Reply(response, head), server);
    } catch (error) {
      if (request.state !== "gone") failures.push(error);
      response.destroy();
    }
  });
  http.on("connection", (socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server = {
    origin: `http://127.0.0.1:${http.address().port}`,
    requests,
    preflights,
    /** What scenarios have thrown. */
    failures,
    /** The methods that came by POST, in their order. */
    get methods() {
      return requests.filter(({ method }) => method === "POST").flatMap(({ message }) => [message].flat().map((one) => one?.method ?? "response"));
    },
    /** The requests with that JSON-RPC method, or of that HTTP method. */
    of: (name) => requests.filter(({ method, rpc }) => rpc === name || method === name),
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
