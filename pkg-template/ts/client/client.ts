/// <reference lib="esnext.disposable" preserve="true" />
// The client. It checks what callers hand in, and turns the core's answers into promises, events and errors. HTTP is the core's.

import { ABORT, ABORTED, CLOSED, DIAGNOSTIC, DROP, FORGET, HTTP, INVALID, LISTEN, LIST_CHANGED, NOTIFICATION, SEND, SERVE, STATUS_CHANGE, TRANSPORT, WAKE } from "../act.js";
import { Calls } from "../calls.js";
import { diagnosticOf } from "../diagnostic.js";
import { errorOf } from "../ending.js";
import type { Tell } from "../engine/glue.js";
import { paths, reasons } from "../engine/tables.js";
import { ClosedError, InvalidResultError, type RequestInfo } from "../errors.js";
import { Handlers } from "../handler.js";
import type { Engine } from "../start.js";
import type {
  CallOptions,
  CallToolOptions,
  Diagnostic,
  GetPromptResult,
  Logger,
  LogLevel,
  Prompt,
  ReadResourceResult,
  RequestHandler,
  Resource,
  ResourceTemplate,
  Tool,
  ToolResult,
} from "../types.js";
import { asAddress, asFunction, asPlain, asSignal, asText, asTimeout, messageOf, quietly, reject } from "../values.js";
import { diagnose } from "./diagnose.js";
import { startEngine } from "./engine.js";
import { Client as Core, isHeader } from "./engine/glue.js";
import { HttpError, Unreachable } from "./errors.js";
import { Http } from "./http.js";
import type { ClientEvents, ClientOptions, ClientStatus, CompleteParams, Completion, Diagnosis, Server, StreamState } from "./types.js";

const STATUSES: readonly ClientStatus[] = ["connecting", "ready", "failed", "closed"];

const LISTS = ["toolschanged", "resourceschanged", "promptschanged"] as const;

/** What asks the server to be told, and what that is called where it has to be asked for. */
const FILTERS: Partial<Record<keyof ClientEvents, string>> = {
  toolschanged: "toolsListChanged",
  resourceschanged: "resourcesListChanged",
  promptschanged: "promptsListChanged",
};

const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/** How many pages of a list are fetched: a server whose list has no end does not keep anybody for ever. */
const PAGES = 1_000;

/** What each origin speaks. */
const known = new Map<string, string>();

/** Makes a client on the first of these engines that can run. */
export function connectWith(engines: readonly Engine[], url: string | URL, options: ClientOptions): Client {
  return Client.make(engines, url, options);
}

/** A connection with a server. Made by `connectServer`. */
export class Client {
  readonly engine: "wasm" | "js";
  /** The server, once it has said who it is. Rejects if there is none; that needs nobody to look. */
  readonly ready: Promise<Server>;
  #core: Core;
  #calls = new Calls();
  #handlers = new Handlers();
  #timeout: number;
  #logger: Logger | undefined;
  #server: Server | undefined;
  #status: ClientStatus = "connecting";
  #error: Error | undefined;
  #diagnostics: readonly Diagnostic[] = [];
  #listeners = new Set<{ type: string; tell: (value: any) => void; remove: () => void }>();
  /** The resources that are subscribed to, and by how many. */
  #subscribed = new Map<string, number>();
  #settle!: { resolve: (server: Server) => void; reject: (error: unknown) => void };

  /** @internal */
  static make(engines: readonly Engine[], url: string | URL, options: ClientOptions): Client {
    const { origin, href } = new URL(asAddress(url, "url"), typeof location === "undefined" ? undefined : location.href);
    const info = asPlain(options?.info ?? null, "options.info")!;
    const headers = Object.entries(asPlain(options.headers, "options.headers") ?? {}).map(([name, value]): [string, string] => [name.toLowerCase(), asText(value, `options.headers["${name}"]`)]);
    if (options.auth !== undefined) asFunction(options.auth, "options.auth");
    const { version = "auto" } = options;
    if (version !== "auto" && !VERSIONS.includes(version)) throw new TypeError(`options.version must be "auto" or one of ${VERSIONS.join(", ")}`);
    const signal = asSignal(options.signal);
    const capabilities = asPlain(options.capabilities, "options.capabilities") ?? {};
    const timeout = asTimeout(options.timeout, "options.timeout") ?? 60_000;
    const engine = startEngine(engines);
    for (const [name, value] of headers) {
      if (!isHeader(name, value)) throw new TypeError(`options.headers: ${name} cannot be sent`);
    }
    const client = new Client(engine, origin, timeout, options.logger, (tell) => new Core(info, capabilities, version === "auto" ? undefined : version, timeout, tell));
    client.#url = href;
    client.#headers = options.headers ?? {};
    client.#http = new Http(client.#core, { url: href, headers: Object.fromEntries(headers), isAsked: Object.keys(capabilities).length > 0, auth: options.auth, changed: (state) => client.#streams(state) });
    if (signal) {
      client.#signal = signal;
      const close = () => void client.close();
      client.#leave = () => signal.removeEventListener("abort", close);
      if (signal.aborted) close();
      else signal.addEventListener("abort", close);
    }
    client.#core.start(known.get(origin));
    return client;
  }

  #http!: Http;
  /** Leaves the caller's signal. */
  #leave = () => {};
  #url = "";
  #headers: Record<string, string> = {};
  #signal: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #origin: string;
  #stream: StreamState = "none";

  private constructor(engine: "wasm" | "js", origin: string, timeout: number, logger: Logger | undefined, core: (tell: Tell) => Core) {
    this.engine = engine;
    this.#timeout = timeout;
    this.#logger = logger;
    this.#origin = origin;
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => {});
    this.#core = core(this.#ear());
  }

  /** The server, as it described itself; `undefined` before that. */
  get server(): Server | undefined {
    return this.#server;
  }

  get status(): ClientStatus {
    return this.#status;
  }

  /** Why there is no connection. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Oddities that were met and put up with: at most 100, merged. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Calls a tool (`tools/call`). A tool that fails is a result, `isError: true`: it does not reject, unless `throwOnToolError` is set. */
  callTool<T = unknown>(name: string, args?: object, options?: CallToolOptions<T>): Promise<ToolResult<T>> {
    return this.#call("tools/call", options, () => {
      const own = asPlain(args, "args");
      return own ? { name: asText(name, "name"), arguments: own } : { name: asText(name, "name") };
    });
  }

  readResource(uri: string | URL, options?: CallOptions): Promise<ReadResourceResult> {
    return this.#call("resources/read", options, () => ({ uri: asAddress(uri, "uri") }));
  }

  getPrompt(name: string, args?: Record<string, string>, options?: CallOptions): Promise<GetPromptResult> {
    return this.#call("prompts/get", options, () => {
      const own = asPlain(args, "args");
      return own ? { name: asText(name, "name"), arguments: own } : { name: asText(name, "name") };
    });
  }

  /** What an argument of a prompt or of a resource template may become (`completion/complete`). */
  complete(params: CompleteParams, options?: CallOptions): Promise<Completion> {
    return this.#call("completion/complete", options, () => ({ ...asPlain(params ?? null, "params") }));
  }

  /** From which level on the server tells of its doings (`log` events). */
  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    asText(level, "level");
    await this.#readyFor(options);
    // It goes with each request since 2026-07-28.
    if (!this.#core.setLogLevel(level)) await this.#call("logging/setLevel", options, () => ({ level }));
  }

  /** Whether the server is there (`ping`; since 2026-07-28, which has none, `server/discover`). */
  async ping(options?: CallOptions): Promise<Record<string, unknown>> {
    const { era } = await this.#readyFor(options);
    return this.#call(era === "modern" ? "server/discover" : "ping", options, () => ({}));
  }

  /** Asks to be told when a resource changes (`resourceupdated` events). Gives a function that ends that. */
  async subscribe(uri: string | URL, options?: CallOptions): Promise<() => void> {
    const address = asAddress(uri, "uri");
    const { era } = await this.#readyFor(options);
    this.#subscribed.set(address, (this.#subscribed.get(address) ?? 0) + 1);
    this.#listen();
    let subscribed = true;
    const unsubscribe = () => {
      if (!subscribed) return;
      subscribed = false;
      const others = (this.#subscribed.get(address) ?? 1) - 1;
      if (others) return void this.#subscribed.set(address, others);
      this.#subscribed.delete(address);
      this.#listen();
      if (era === "legacy") this.#call("resources/unsubscribe", {}, () => ({ uri: address })).catch(() => {});
    };
    if (era === "legacy") {
      await this.#call("resources/subscribe", options, () => ({ uri: address })).catch((error) => {
        unsubscribe();
        throw error;
      });
    }
    return unsubscribe;
  }

  /** The server's tools, its pages fetched as needed. */
  tools(options?: CallOptions): AsyncGenerator<Tool, void> {
    return this.#pages("tools/list", "tools", options);
  }

  resources(options?: CallOptions): AsyncGenerator<Resource, void> {
    return this.#pages("resources/list", "resources", options);
  }

  resourceTemplates(options?: CallOptions): AsyncGenerator<ResourceTemplate, void> {
    return this.#pages("resources/templates/list", "resourceTemplates", options);
  }

  prompts(options?: CallOptions): AsyncGenerator<Prompt, void> {
    return this.#pages("prompts/list", "prompts", options);
  }

  async *#pages(method: string, key: string, options?: CallOptions): AsyncGenerator<any, void> {
    // What a server does not offer it need not be asked for. One that says nothing of what it offers is.
    const { capabilities } = await this.#readyFor(options);
    if (Object.keys(capabilities).length > 0 && !(method.slice(0, method.indexOf("/")) in capabilities)) return;
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.#call<any>(method, options, () => params);
      // One that is none does not spoil the others.
      for (const item of result[key]) if (typeof item === "object" && item) yield item;
      cursor = result.nextCursor;
      // An empty text is a cursor. One that was there before leads nowhere.
      if (typeof cursor !== "string" || seen.has(cursor)) return;
      seen.add(cursor);
    }
  }

  /** Any other request. */
  request<R = unknown>(method: string, params?: object, options?: CallOptions): Promise<R> {
    return this.#call(asText(method, "method"), options, () => ({ ...asPlain(params, "params") }));
  }

  /** Sends a notification. Never throws; nothing happens after the end. */
  notify(method: string, params?: object): void {
    if (this.#status !== "closed") quietly(() => this.#core.notify(asText(method, "method"), asPlain(params, "params")));
  }

  /** Listens. Gives a function that ends that. */
  on<K extends keyof ClientEvents>(type: K, listener: (value: ClientEvents[K]) => void, { signal, once }: { signal?: AbortSignal; once?: boolean } = {}): () => void {
    const tell = asFunction(listener, "listener");
    const entry = {
      type: asText(type, "type") as string,
      remove: () => remove(),
      tell: (value: any) => {
        if (once) remove();
        tell(value);
      },
    };
    const remove = () => {
      signal?.removeEventListener("abort", remove);
      if (this.#listeners.delete(entry)) this.#listen();
    };
    if (asSignal(signal)?.aborted) return remove;
    signal?.addEventListener("abort", remove);
    this.#listeners.add(entry);
    this.#listen();
    return remove;
  }

  /** Serves a request of the server's (`sampling/createMessage`, `elicitation/create`, `roots/list`). Gives a function that ends that. */
  onRequest(method: string, handler: RequestHandler): () => void {
    const remove = this.#handlers.add(asText(method, "method"), asFunction(handler, "handler"));
    this.#served++;
    this.#listen();
    return () => {
      remove();
      this.#served--;
      this.#listen();
    };
  }

  #served = 0;
  #wanted = "";

  /** Tells the core what is to be heard of. */
  #listen(): void {
    if (this.#status === "closed" || !this.#core) return;
    const filter: Record<string, unknown> = {};
    let hears = this.#served > 0 || this.#subscribed.size > 0;
    for (const { type } of this.#listeners) {
      const name = FILTERS[type as keyof ClientEvents];
      if (name) filter[name] = true;
      else if (type === "notification") for (const each of Object.values(FILTERS)) filter[each] = true;
      hears ||= !!name || type === "notification" || type === "log";
    }
    if (this.#subscribed.size > 0) filter["resourceSubscriptions"] = [...this.#subscribed.keys()].sort();
    const wanted = hears ? JSON.stringify(filter) : "";
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#core.listen(hears ? filter : undefined);
  }

  /**
   * Finds out why the server cannot be reached, by asking for less and less: whether it is there, and which header of CORS it does not send.
   * Takes a dozen requests; calls no tool.
   */
  diagnose(): Promise<Diagnosis> {
    return diagnose(this.#url, this.#headers, this.#server?.era !== "modern");
  }

  /** Ends the connection: what is pending fails with a `ClosedError`. Settles when the server knows, or could have known. */
  close(): Promise<void> {
    this.#core.close();
    clearTimeout(this.#timer);
    return this.#http.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The server, unless the caller gives up before. */
  #readyFor(options: CallOptions | undefined): Promise<Server> {
    if (this.#status === "closed") return reject(this.#ended());
    const signal = asSignal(options?.signal);
    if (!signal) return this.ready;
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop);
      this.ready.then(resolve, reject).then(() => signal.removeEventListener("abort", stop));
      if (signal.aborted) stop();
    });
  }

  /** `params` checks what the caller has handed in, and makes an object of ours of it. */
  #call<R>(method: string, options: CallToolOptions<any> | null | undefined, params: () => Record<string, unknown>): Promise<R> {
    try {
      const own = params();
      if (this.#status === "closed") throw this.#ended({ method });
      return this.#calls.make<R>(this.#core, method, own, options ?? {}, this.#timeout);
    } catch (error) {
      return reject(error);
    }
  }

  #ear(): Tell {
    return (act, tag, number, value, more) => {
      // What unwinds through the core leaves borrows behind.
      try {
        if (act === SERVE) return this.#handlers.serve(this.#core, number, more, value);
        if (act === ABORT) this.#handlers.abort(number, value);
        else if (act === SEND) this.#send(number, value);
        else if (act === HTTP || act === TRANSPORT) this.#calls.told(TRANSPORT, tag, number, failureOf(act, value, { method: this.#calls.methodOf(tag), id: number }) ?? value, undefined);
        else if (act === CLOSED && this.#signal?.aborted) this.#calls.told(ABORTED, tag, number, this.#signal.reason, undefined);
        else if (act < SEND) this.#calls.told(act, tag, number, value, more);
        else if (act === DROP) this.#http.abandon(number);
        else if (act === FORGET) this.#http.forget();
        else if (act === LISTEN && number === 2) void this.#http.openOld();
        else if (act === LISTEN) this.#http.listen(number === 1);
        else if (act === WAKE) return this.#wake(number);
        else this.#happened(act, value, more);
      } catch {}
    };
  }

  /** Sends a frame. Must not throw. */
  #send(id: number, frame: { id?: unknown }): void {
    try {
      this.#http.send(id, frame);
    } catch (reason) {
      // An answer that cannot be sent is answered all the same.
      if (Number.isNaN(id) && "id" in frame) this.#http.send(NaN, { jsonrpc: "2.0", id: frame.id, error: { code: -32603, message: messageOf(reason) ?? "Internal error" } } as object);
      else this.#core.refused(id, 0, false, undefined, reason);
    }
  }

  /** Wakes the core at this time of the page's clock. Whether it will. */
  #wake(time: number): boolean {
    clearTimeout(this.#timer);
    if (time < Infinity) this.#timer = setTimeout(() => this.#core.wake(), Math.min(Math.max(Math.ceil(time - performance.now()), 0), 2_147_483_647));
    return true;
  }

  #streams(state: StreamState): void {
    if (state === this.#stream) return;
    this.#stream = state;
    this.#emit("streamchange", state);
  }

  /** Whether the server can speak for itself. */
  get stream(): StreamState {
    return this.#stream;
  }

  #happened(event: number, value: any, more: any): void {
    if (event === STATUS_CHANGE) return this.#changeStatus(STATUSES[value]!, more);
    if (event === LIST_CHANGED) return this.#emit(LISTS[value]!, undefined);
    if (event === DIAGNOSTIC) {
      const diagnostic = diagnosticOf(value, more);
      const others = this.#diagnostics.filter(({ code, path }) => code !== diagnostic.code || path !== diagnostic.path);
      this.#diagnostics = [...others, diagnostic];
      if (diagnostic.count === 1) quietly(() => this.#logger?.warn(diagnostic.message, diagnostic));
      return this.#emit("diagnostic", diagnostic);
    }
    if (event === NOTIFICATION && more !== "notifications/subscriptions/acknowledged") {
      if (more === "notifications/message") this.#emit("log", value ?? {});
      else if (more === "notifications/resources/updated") this.#emit("resourceupdated", value ?? {});
      this.#emit("notification", value === undefined ? { method: more } : { method: more, params: value });
    }
  }

  #changeStatus(status: ClientStatus, more: any[]): void {
    this.#status = status;
    if (status === "ready") {
      const version = more[3];
      const server = { info: more[0], capabilities: more[1], version, era: version >= "2026" ? "modern" : "legacy" } as const;
      this.#server = typeof more[2] === "string" ? { ...server, instructions: more[2] } : server;
      known.set(this.#origin, version);
      this.#settle.resolve(this.#server);
      // A server that has forgotten us has forgotten that, too.
      for (const uri of this.#again ? this.#subscribed.keys() : []) this.#call("resources/subscribe", {}, () => ({ uri })).catch(() => {});
      this.#again = true;
    } else if (status !== "connecting") {
      // It may be another server by now.
      if (status === "failed") known.delete(this.#origin);
      const method = "initialize";
      const [act, value, why] = more;
      this.#error = this.#reason(act, value, why, { method });
      this.#settle.reject(this.#error);
      void this.#http?.close();
      this.#handlers.clear();
    }
    this.#emit("statuschange", status);
    // Nothing is heard any more.
    if (status === "closed") {
      this.#leave();
      for (const { remove } of this.#listeners) remove();
    }
  }

  #again = false;

  /** What is said of whatever comes after the end. */
  #ended(request?: RequestInfo): unknown {
    return this.#signal?.aborted ? this.#signal.reason : new ClosedError(request);
  }

  /** Why there is no connection. */
  #reason(act: number, value: any, why: any, request: RequestInfo): any {
    if (act === CLOSED) return this.#ended();
    // The only answer to a handshake that is of no use.
    if (act === INVALID) return new InvalidResultError(paths[why >> 8]!, `${reasons[why & 255]} (${JSON.stringify(value?.protocolVersion)})`, value, request);
    return failureOf(act, value, request) ?? (errorOf(act, value, why, request, {}) as Error);
  }

  #emit(type: keyof ClientEvents, value: unknown): void {
    for (const listener of [...this.#listeners]) {
      if (listener.type === type && this.#listeners.has(listener)) quietly(() => listener.tell(value));
    }
  }
}

/** How HTTP failed, if it was that. */
function failureOf(act: number, value: any, request: RequestInfo): HttpError | undefined {
  return act === HTTP || value instanceof Unreachable ? new HttpError(value, request) : undefined;
}
