// Streamable HTTP (MCP 2025-03-26 and later), and the older HTTP with a stream beside it (2024-11-05).
//
// It moves messages, and reports what became of each: sent, answered by messages, refused. Which headers go with one the core says; the
// session's id is its own matter. It knows nothing of tools, nor of versions but by those headers.

import type { Client as Core } from "./engine/glue.js";
import { type Challenge, type HttpFailure, Unreachable } from "./errors.js";
import { chunksOf, discard, ERROR, EXCERPT, excerptOf, sleep, typeOf } from "./fetch.js";
import { EventStream } from "./stream.js";
import type { StreamState } from "./types.js";

/** How many requests without a response, and streams, there are at once: a browser opens six connections to a host, and answers to the server's
 * requests need one too. */
const AT_ONCE = 5;

/** How many while responses take no longer than so many milliseconds, if the server has nothing to ask: none of the connections idles then, and none
 * is held. */
const BURST = 16;
const QUICK = 100;

/** How many milliseconds the server may take to hear that the session has begun, or is over. */
const FAREWELL = 1_000;

/** When a stream that was cut is taken up again, in milliseconds, by default: each time half as long again, but no longer than that. */
const PAUSE = 1_000;
const LONGEST = 30_000;

/** How often the answer to a request is looked for again. */
const ATTEMPTS = 2;

const JSON_TYPE = "application/json";
const STREAM = "text/event-stream";
const SESSION = "mcp-session-id";
const VERSION = "mcp-protocol-version";

interface Waiting {
  id: number;
  body: string;
  headers: string[];
  /** `initialize`: the session begins with its answer. */
  begins: boolean;
}

export interface HttpOptions {
  url: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** The server may ask, and wait for answers. */
  isAsked: boolean;
  auth: ((refused?: string) => string | Promise<string>) | undefined;
  /** The stream by which the server speaks for itself has changed its state. */
  changed: (state: StreamState) => void;
}

export class Http {
  #core: Core;
  #options: HttpOptions;
  #session: string | undefined;
  #version: string | undefined;
  #token: string | undefined;
  /** A token is being fetched. */
  #renewing: Promise<string> | undefined;
  /** Where 2024-11-05 takes messages. */
  #endpoint: string | undefined;
  #running = new Map<number, AbortController>();
  #listens = new Map<number, AbortController>();
  #waiting: Waiting[] = [];
  /** When each of the running was sent that may take long yet: an answer whose length is known is there soon. */
  #long = new Map<AbortController, number>();
  /** How many responses in a row were quick. */
  #quick = 0;
  #stream: AbortController | undefined;
  #streams: StreamState = "none";
  /** How often a stream did not last. */
  #attempt = 0;
  #closed = false;
  #closing: Promise<void> | undefined;
  /** A session is lost, and the next has not begun. */
  #between = false;
  /** What tells the server that the handshake is over, until it knows: many take no request before. */
  #greeting: Waiting | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** What is being said that nobody waits for. */
  #saying = new Set<AbortController>();

  constructor(core: Core, options: HttpOptions) {
    this.#core = core;
    this.#options = options;
  }

  /** Sends a message: a request, if it has an id. It is on its way when the core is told so. */
  send(id: number, frame: { method?: string; id?: unknown }): void {
    const headers = this.#core.hints(frame);
    const version = headers.indexOf(VERSION);
    // A handshake is one without, whatever was tried before.
    this.#version = version >= 0 ? headers[version + 1] : undefined;
    const waiting = { id, body: JSON.stringify(frame), headers, begins: frame.method === "initialize" };
    // Answers and notifications wait for nobody: somebody may wait for them. What waits for the server's own words has no end.
    if (Number.isNaN(id)) {
      const controller = new AbortController();
      this.#saying.add(controller);
      if (frame.method === "notifications/initialized") {
        this.#greeting = waiting;
        this.#patience = setTimeout(() => this.#greeted(waiting), FAREWELL);
      }
      void this.#exchange(waiting, controller).then(() => this.#saying.delete(controller));
    } else if (frame.method === "subscriptions/listen") this.#start(waiting, this.#listens);
    else {
      // What waits is of the session that is to begin.
      if (waiting.begins) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
      this.#next();
    }
  }

  /** Since 2026-07-28 no stream can be taken up again, and no server asks. */
  get #isModern(): boolean {
    return (this.#version ?? "") >= "2026";
  }

  #next(): void {
    const [oldest = Infinity] = this.#long.values();
    const isBurst = this.#quick >= AT_ONCE && performance.now() - oldest < QUICK && (!this.#options.isAsked || this.#isModern);
    // Requests that are made one right after the other cost less than each at a time of its own.
    if (isBurst && this.#long.size > AT_ONCE + 1) return;
    const room = Math.max((isBurst ? BURST : AT_ONCE) - this.#listens.size - (this.#endpoint || this.#streams !== "none" ? 1 : 0), 1);
    while (this.#long.size < room && this.#waiting.length > 0 && (!(this.#between || this.#greeting) || this.#waiting[0]!.begins)) this.#start(this.#waiting.shift()!, this.#running);
  }

  #start(waiting: Waiting, among: Map<number, AbortController>): void {
    const controller = new AbortController();
    const { id, begins } = waiting;
    among.set(id, controller);
    if (among === this.#running) this.#long.set(controller, performance.now());
    this.#core.sent(id);
    void this.#exchange(waiting, controller).then(() => {
      if (among.get(id) === controller) among.delete(id);
      if (begins) this.#between = false;
      this.#free(controller);
    });
  }

  /** The server knows, or has had the time to. */
  #greeted(waiting: Waiting): void {
    if (this.#greeting !== waiting) return;
    this.#greeting = undefined;
    clearTimeout(this.#patience);
    this.#next();
  }

  /** Another may take the turn. */
  #free(controller: AbortController): void {
    const begun = this.#long.get(controller);
    if (begun !== undefined) {
      this.#quick = performance.now() - begun < QUICK ? this.#quick + 1 : 0;
      this.#long.delete(controller);
    }
    this.#next();
  }

  /** A request needs no answer any more: whatever carries it ends. */
  abandon(id: number): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id);
    (this.#running.get(id) ?? this.#listens.get(id))?.abort();
  }

  /** The server knows the session no more. */
  forget(): void {
    this.#session = undefined;
    this.#between = true;
    this.listen(false);
  }

  /** Ends everything. The server is told, if it has a session for us; settles when it knows, or could have known. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#closed = true;
    this.#waiting = [];
    for (const controller of [...this.#running.values(), ...this.#listens.values()]) controller.abort();
    this.#running.clear();
    this.#stream?.abort();
    const controller = new AbortController();
    // What was said last may still go out.
    if (this.#session || this.#saying.size > 0) setTimeout(() => [controller, ...this.#saying].forEach((each) => each.abort()), FAREWELL);
    if (!this.#session) return;
    // Whether it minds is its own matter.
    await this.#ask("DELETE", this.#options.url, [], undefined, controller.signal).then(discard, () => {});
  }

  async #ask(method: string, url: string, own: string[], body: string | undefined, signal: AbortSignal): Promise<Response> {
    if (this.#closed && method !== "DELETE") throw new Unreachable(new Error("The connection is closed"));
    // No `Headers`: it takes a call of the browser's for each.
    const headers = { ...this.#options.headers };
    if (this.#session) headers[SESSION] = this.#session;
    if (this.#version) headers[VERSION] = this.#version;
    if (this.#token) headers["authorization"] = `Bearer ${this.#token}`;
    for (let at = 0; at < own.length; at += 2) headers[own[at]!] = own[at + 1]!;
    const init = { method, headers, signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" } as const;
    return fetch(url, body === undefined ? init : { ...init, body }).catch((reason) => {
      throw new Unreachable(reason);
    });
  }

  /** Makes a request; with a new token, and once more, if the one it went with is refused. */
  async #request(method: "GET" | "POST", accept: string, own: string[], body: string | undefined, signal: AbortSignal): Promise<Response> {
    const { auth, url } = this.#options;
    const headers = ["accept", accept, ...(body === undefined ? [] : ["content-type", JSON_TYPE]), ...own];
    const to = (body !== undefined && this.#endpoint) || url;
    if (auth && this.#token === undefined) await this.#renew(undefined, signal);
    const token = this.#token;
    const response = await this.#ask(method, to, headers, body, signal);
    if (response.status !== 401 || !auth) return response;
    const refused = response.headers.get("www-authenticate") ?? "";
    discard(response);
    // Somebody else may have got a new one since.
    if (this.#token === token) await this.#renew(refused, signal);
    return this.#ask(method, to, headers, body, signal);
  }

  /** Fetches a token, once for all who want one. Who wants none any more does not wait. */
  async #renew(refused: string | undefined, signal: AbortSignal): Promise<void> {
    const renewing = (this.#renewing ??= Promise.resolve(refused).then(this.#options.auth));
    const { promise: given, stop } = untilAborted(signal);
    try {
      const token = await Promise.race([renewing, given]);
      if (typeof token !== "string" || !/^[!-~]+$/.test(token)) throw new TypeError("options.auth must give a token: a text of visible ASCII");
      this.#token = token;
    } finally {
      stop();
      // Perhaps it never gives one: the next is asked anew.
      if (this.#renewing === renewing) this.#renewing = undefined;
    }
  }

  /** One message and whatever comes of it. Does not throw. */
  async #exchange(waiting: Waiting, controller: AbortController): Promise<void> {
    const { id, body, headers, begins } = waiting;
    const core = this.#core;
    try {
      const named = this.#session !== undefined && !Number.isNaN(id);
      const response = await this.#request("POST", `${JSON_TYPE}, ${STREAM}`, headers, body, controller.signal).finally(() => this.#greeted(waiting));
      if (!begins && response.headers.has("content-length")) this.#free(controller);
      if (!response.ok) return await this.#fail(id, response, named);
      if (begins) {
        const session = response.headers.get(SESSION);
        if (session && /^[!-~]+$/.test(session)) this.#session = session;
      }
      await this.#read(id, response, controller.signal);
    } catch (reason) {
      core.refused(id, 0, false, undefined, reason);
    }
  }

  /** Reads a response that is no failure. */
  async #read(id: number, response: Response, signal: AbortSignal): Promise<void> {
    const type = typeOf(response);
    // The answers of 2024-11-05 come by its stream, or should.
    if (this.#endpoint && type !== JSON_TYPE) return discard(response);
    if (type === STREAM) return this.#hear(id, response, signal);
    if (Number.isNaN(id)) return discard(response);
    let body = "";
    if (response.status === 202 || response.status === 204) discard(response);
    else if (type === JSON_TYPE) {
      const message = await response.json().catch((reason) => {
        // What is no JSON has nothing to say.
        if (reason?.name !== "SyntaxError") throw new Unreachable(reason);
      });
      this.#core.receive(message, id);
      if (this.#endpoint) return;
    } else body = await excerptOf(response);
    this.#unanswered(id, response, body);
  }

  /** A response is at its end. If there was no answer in it, there will be none. */
  #unanswered(id: number, response: Response, body: string): void {
    if (this.#core.waits(id)) this.#core.refused(id, response.status, false, undefined, failureOf(response, body));
  }

  /** A response is a failure. `named`: it is to a request of a session. */
  async #fail(id: number, response: Response, named: boolean): Promise<void> {
    const body = await excerptOf(response, typeOf(response) === JSON_TYPE ? ERROR : EXCERPT);
    let error;
    try {
      error = JSON.parse(body)?.error;
    } catch {} // It is for people.
    this.#core.refused(id, response.status, named && response.status === 404, error, failureOf(response, body.slice(0, EXCERPT)));
  }

  /** Hears a stream that answers a request, and takes it up again where it is cut. */
  async #hear(id: number, response: Response, signal: AbortSignal): Promise<void> {
    const core = this.#core;
    const stream = new EventStream();
    const isRequest = !Number.isNaN(id);
    for (let attempt = 0; ; ) {
      const before = stream.lastId;
      const odd = await this.#drain(id, response, stream);
      if (signal.aborted || (isRequest && !core.waits(id))) return;
      // A stream that was not marked cannot be taken up: what it carried is lost. Nor can any since 2026-07-28.
      if (!isRequest || !stream.lastId || this.#isModern) return this.#unanswered(id, response, odd);
      if (stream.lastId !== before) attempt = 0;
      for (let next: Response | undefined; ; ) {
        if (attempt >= ATTEMPTS) return this.#unanswered(id, response, odd);
        await sleep(pauseOf(attempt++, stream.retry), signal);
        if (signal.aborted || !core.waits(id)) return;
        next = await this.#request("GET", STREAM, ["last-event-id", bytesOf(stream.lastId)], undefined, signal).catch(() => undefined);
        if (!next) continue;
        if (next.ok && typeOf(next) === STREAM) {
          response = next;
          stream.reopen();
          break;
        }
        if (next.status < 500) return this.#fail(id, next, false);
        discard(next);
      }
    }
  }

  /** Reads a stream to its end, or until the answer is there. Gives what it said last that is no message. */
  async #drain(id: number, response: Response, stream: EventStream): Promise<string> {
    let odd = "";
    const done = () => !Number.isNaN(id) && !this.#core.waits(id);
    for await (const chunk of chunksOf(response)) {
      for (const said of stream.take(chunk)) {
        if ("message" in said) this.#core.receive(said.message, id);
        else odd = this.#odd(id, said) || odd;
        if (done()) return odd;
      }
    }
    const last = stream.finish();
    if (last !== undefined) this.#core.receive(last, id);
    return odd;
  }

  /** An event that is no message. It may have been the answer: gives its text then. */
  #odd(id: number, { name, text }: { name: string; text: string }): string {
    if (name === "error" && !Number.isNaN(id)) this.#core.refused(id, 200, false, undefined, { status: 200, type: STREAM, body: text });
    else this.#core.odd(name === "");
    return name === "" ? text : "";
  }

  /** Hears what the server says by itself, from now on or no more. */
  listen(on: boolean): void {
    if (on === !!this.#stream || this.#endpoint) return;
    if (on) void this.#listening((this.#stream = new AbortController()));
    else {
      this.#stream?.abort();
      this.#stream = undefined;
      this.#changed("none");
    }
  }

  #changed(state: StreamState): void {
    this.#streams = state;
    this.#options.changed(state);
    // A server without a stream leaves its turn to a call.
    if (state === "none") this.#next();
  }

  async #listening(controller: AbortController): Promise<void> {
    const { signal } = controller;
    const changed = (state: StreamState) => {
      if (!signal.aborted) this.#changed(state);
    };
    const stream = new EventStream();
    let isOffered = false;
    for (; !signal.aborted; this.#attempt++) {
      changed("connecting");
      const last = stream.lastId;
      const response = await this.#request("GET", STREAM, last ? ["last-event-id", bytesOf(last)] : [], undefined, signal).catch(() => undefined);
      if (response?.ok && typeOf(response) === STREAM) {
        changed("open");
        isOffered = true;
        stream.reopen();
        const opened = performance.now();
        // What is wrong with one stream need not be so with the next.
        await this.#drain(NaN, response, stream).catch(() => {});
        if (performance.now() - opened > LONGEST) this.#attempt = 0;
      } else if (response) {
        discard(response);
        // Perhaps nobody calls for hours, and so finds out that the session is lost.
        if (response.status === 404 && isOffered && this.#session && !signal.aborted) return this.#core.refused(NaN, 404, true, undefined, undefined);
        // It offers none, or not to us.
        if (response.status < 500) return changed("none");
      }
      changed("waiting");
      await sleep(pauseOf(this.#attempt, stream.retry), signal);
    }
  }

  /** Opens the stream of 2024-11-05, which says where messages go. */
  async openOld(): Promise<void> {
    this.#stream?.abort();
    const { signal } = (this.#stream = new AbortController());
    let [status, value]: [number, unknown] = [0, undefined];
    try {
      const response = await this.#request("GET", STREAM, [], undefined, signal);
      status = response.status;
      if (response.ok && typeOf(response) === STREAM) {
        await this.#hearOld(response);
        value = failureOf(response, "");
      } else value = failureOf(response, await excerptOf(response));
    } catch (reason) {
      [status, value] = [0, reason];
    }
    this.#endpoint = undefined;
    if (!signal.aborted) this.#core.opened(status, value);
  }

  async #hearOld(response: Response): Promise<void> {
    const base = new URL(response.url || this.#options.url);
    const { origin } = new URL(this.#options.url);
    const stream = new EventStream();
    for await (const chunk of chunksOf(response)) {
      for (const said of stream.take(chunk)) {
        if ("message" in said) this.#core.receive(said.message, NaN);
        else if (said.name === "endpoint" && !this.#endpoint) {
          const endpoint = new URL(said.text, base);
          // Messages carry tokens, wherever the stream was redirected to.
          if (endpoint.origin !== origin) throw new TypeError(`The server wants its messages at another origin, ${endpoint.origin}`);
          this.#endpoint = endpoint.href;
          this.#core.opened(200, undefined);
        } else this.#odd(NaN, said);
      }
    }
  }
}

/** Chance makes a pause a quarter longer or shorter, so that clients that lost one server do not all come back at once. */
function pauseOf(attempt: number, retry: number): number {
  const pause = Math.min(PAUSE * 1.5 ** attempt, LONGEST) * (0.75 + Math.random() / 2);
  if (Number.isNaN(retry)) return pause;
  // The server's word counts, but not for what ends again and again.
  return attempt < ATTEMPTS ? retry : Math.max(retry, pause);
}

function failureOf(response: Response, body: string): HttpFailure {
  const failure: HttpFailure = { status: response.status };
  const { headers } = response;
  const type = typeOf(response);
  if (type) failure.type = type;
  if (body) failure.body = body;
  const asked = headers.get("www-authenticate");
  if (asked) failure.challenge = challengeOf(asked);
  const retry = headers.get("retry-after") ?? "";
  const wait = /^\d+$/.test(retry) ? Number(retry) * 1_000 : Date.parse(retry) - Date.now();
  if (wait >= 0) failure.retryAfter = wait;
  return failure;
}

/** What `Bearer` says in a challenge, read with tolerance: what is not understood is in `text`. */
function challengeOf(text: string): Challenge {
  const found: Record<string, string> = {};
  for (const [, name, quoted, plain] of text.slice(0, 4_096).matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)) {
    found[name!.toLowerCase()] ??= quoted?.replace(/\\(.)/g, "$1") ?? plain!;
  }
  const all = { text, resourceMetadata: found["resource_metadata"], scope: found["scope"], error: found["error"], errorDescription: found["error_description"] };
  return Object.fromEntries(Object.entries(all).filter(([, part]) => part !== undefined)) as unknown as Challenge;
}

/** Rejects when the signal aborts. */
function untilAborted(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason);
    stop = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
  promise.catch(() => {});
  return { promise, stop };
}

/** An id of an event, as a header can have it: the bytes of its UTF-8. */
function bytesOf(id: string): string {
  return String.fromCharCode(...new TextEncoder().encode(id));
}
