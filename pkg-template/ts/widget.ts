/// <reference lib="esnext.disposable" preserve="true" />
// The widget. It checks what callers hand in, and turns the core's answers into promises, events and errors.

import { type Engine, startEngine } from "./engine.js";
import { Peer } from "./engine/glue.js";
import { ClosedError, NoHostError, ToolError } from "./errors.js";
import { type End, checkSchema, errorOf, withRaw } from "./ending.js";
import { handle } from "./handler.js";
import { textOf } from "./result.js";
import { attach } from "./transport.js";
import type {
  CallOptions,
  CallToolOptions,
  CreateMessageResult,
  Diagnostic,
  EventInfo,
  Events,
  GetPromptResult,
  Host,
  Implementation,
  ListenOptions,
  Page,
  Prompt,
  ReadResourceResult,
  RequestHandler,
  Resource,
  ResourceTemplate,
  Snapshot,
  Status,
  Tool,
  ToolResult,
  WidgetOptions,
} from "./types.js";
import { asPlain, asSignal, asText, asTimeout, messageOf, read, reject, report } from "./values.js";

/** The core's numbers for events. */
const EVENTS: readonly (keyof Events)[] = [
  "toolinput",
  "toolinputpartial",
  "toolresult",
  "toolcancelled",
  "hostcontextchanged",
  "statuschange",
  "diagnostic",
  "notification",
];

const STATUSES: readonly Status[] = ["connecting", "ready", "failed", "closed"];

/** The core's numbers for what an answer must be. A method that is not here may answer anything. */
const EXPECT: Record<string, number> = {
  "sampling/createMessage": 1,
  "completion/complete": 1,
  "tools/call": 2,
  "resources/read": 3,
  "resources/list": 4,
  "resources/templates/list": 5,
  "prompts/list": 6,
  "prompts/get": 7,
  "tools/list": 8,
};

/** Makes a widget on the first of these engines that can run. */
export function connectWith(engines: readonly Engine[], info: Implementation, given?: WidgetOptions | null): Widget {
  const options = given ?? {};
  const initialize = {
    appInfo: asPlain(info ?? null, "info"),
    appCapabilities: asPlain(options.capabilities, "capabilities") ?? {},
    protocolVersion: "2026-01-26",
  };
  const timeout = asTimeout(options.timeout, "timeout") ?? 60_000;
  // On a server there is nobody to talk to, and nothing to start: the widget that is made there is inert.
  if (typeof window === "undefined" && !options.transport) return Widget.make("none", undefined, timeout, options);
  return Widget.make(startEngine(engines), new Peer(initialize), timeout, options);
}

/** A widget's connection with its host. Made by `connect`. */
export class Widget {
  /** What the core runs as; `"none"` on a server. */
  readonly engine: "wasm" | "js" | "none";
  /** Settles with the handshake. Need not be looked at: it never becomes an unhandled rejection. */
  readonly ready: Promise<Host>;

  #peer: Peer | undefined;
  #timeout: number;
  #snapshot: Snapshot = { status: "connecting" };
  #diagnostics: readonly Diagnostic[] = [];
  #subscribers = new Set<{ listener: () => void }>();
  /** What is to be done when the connection ends: listeners let go of their signals, nobody waits for the transport. */
  #atClose = new Set<() => void>();
  #settleReady!: { resolve: (host: Host) => void; reject: (error: unknown) => void };

  /** @internal Use `connect`. */
  static make(engine: Widget["engine"], peer: Peer | undefined, timeout: number, options: WidgetOptions): Widget {
    return new Widget(engine, peer, timeout, options);
  }

  private constructor(engine: Widget["engine"], peer: Peer | undefined, timeout: number, options: WidgetOptions) {
    this.engine = engine;
    this.#peer = peer;
    this.#timeout = timeout;
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }));
    this.ready.catch(() => {});
    this.subscribe = this.subscribe.bind(this);
    this.getSnapshot = this.getSnapshot.bind(this);
    if (!peer) {
      this.#settleReady.reject(new NoHostError());
      return;
    }
    this.#follow(options);
    if (options.transport) this.#atClose.add(attach(peer, options.transport, () => this.close(), options.logger));
    else peer.start();
  }

  /** The host, once `ready` has resolved. */
  get host(): Host | undefined {
    return this.#snapshot.host;
  }

  /** The oddities that were met and put up with: at most 100 different ones. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /**
   * Calls a tool of the server (`tools/call`). A tool that fails resolves too, with `isError: true`.
   *
   * @throws {McpError} the host or the server refused
   * @throws {TimeoutError} no answer in time
   * @throws {InvalidResultError} the answer is no tool result, or fails `schema`
   * @throws {ToolError} the tool failed and `throwOnToolError` is set
   * @throws {TypeError} before anything is sent: bad name, arguments or options
   */
  callTool<T = unknown>(name: string, args?: object, options?: CallToolOptions<T>): Promise<ToolResult<T>> {
    let params: Record<string, unknown>;
    try {
      params = { name: asText(name, "name") };
      const own = asPlain(args, "args");
      if (own) params.arguments = own;
    } catch (error) {
      return reject(error);
    }
    return this.#call<ToolResult<T>>("tools/call", params, options);
  }

  /** Reads a resource of the server (`resources/read`). */
  readResource(uri: string | URL, options?: CallOptions): Promise<ReadResourceResult> {
    return this.#named("resources/read", { uri: read(uri, "href") ?? uri }, "uri", options);
  }

  /** Lists a page of the server's resources (`resources/list`). */
  listResources(params?: { cursor?: string | undefined }, options?: CallOptions): Promise<Page & { resources: Resource[] }> {
    return this.request("resources/list", params, options) as Promise<Page & { resources: Resource[] }>;
  }

  /** Lists a page of the server's resource templates (`resources/templates/list`). */
  listResourceTemplates(params?: { cursor?: string | undefined }, options?: CallOptions): Promise<Page & { resourceTemplates: ResourceTemplate[] }> {
    return this.request("resources/templates/list", params, options) as Promise<Page & { resourceTemplates: ResourceTemplate[] }>;
  }

  /** Lists a page of the server's tools (`tools/list`). */
  listTools(params?: { cursor?: string | undefined }, options?: CallOptions): Promise<Page & { tools: Tool[] }> {
    return this.request("tools/list", params, options) as Promise<Page & { tools: Tool[] }>;
  }

  /** Lists a page of the server's prompts (`prompts/list`). */
  listPrompts(params?: { cursor?: string | undefined }, options?: CallOptions): Promise<Page & { prompts: Prompt[] }> {
    return this.request("prompts/list", params, options) as Promise<Page & { prompts: Prompt[] }>;
  }

  /** Gets a prompt of the server (`prompts/get`). */
  getPrompt(name: string, args?: Record<string, string>, options?: CallOptions): Promise<GetPromptResult> {
    try {
      const own = asPlain(args, "args");
      return this.#named("prompts/get", own ? { name, arguments: own } : { name }, "name", options);
    } catch (error) {
      return reject(error);
    }
  }

  /** Asks the host's model for a message (`sampling/createMessage`). */
  createMessage(params: object, options?: CallOptions): Promise<CreateMessageResult> {
    return this.request("sampling/createMessage", params, options) as Promise<CreateMessageResult>;
  }

  /** Makes any request. Resolves with the result as it arrived. */
  request(method: string, params?: object, options?: CallOptions): Promise<unknown> {
    try {
      return this.#call(asText(method, "method"), { ...asPlain(params, "params") }, options);
    } catch (error) {
      return reject(error);
    }
  }

  /** Sends any notification, after the handshake. Never throws; nothing happens after `close()`. */
  notify(method: string, params?: object): void {
    try {
      this.#peer?.notify(asText(method, "method"), params === undefined ? undefined : { ...asPlain(params, "params") });
    } catch (error) {
      report(error);
    }
  }

  /**
   * Listens. What the host said before is told again, once, in its order.
   *
   * @returns a function that stops listening
   */
  on<K extends keyof Events>(type: K, listener: (value: Events[K], info: EventInfo) => void, given?: ListenOptions | null): () => void {
    const event = EVENTS.indexOf(type);
    if (event < 0) throw new TypeError(`No event is called ${String(type)}`);
    if (typeof listener !== "function") throw new TypeError("A listener must be a function");
    const { signal, once, replay = true } = given ?? {};
    const peer = this.#peer;
    if (asSignal(signal)?.aborted || !peer || this.#snapshot.status === "closed") return () => {};
    let id = 0;
    const off = () => {
      peer.unlisten(id);
      signal?.removeEventListener("abort", off);
      this.#atClose.delete(off);
    };
    id = peer.listen(
      event,
      (flags, sequence, value, raw) => {
        if (once) off();
        try {
          const info = { replayed: (flags & 1) > 0, duplicate: (flags & 2) > 0, sequence };
          listener(valueOf(type, value, raw) as Events[K], info);
        } catch (error) {
          report(error);
        }
      },
      replay,
    );
    if (signal) {
      signal.addEventListener("abort", off);
      this.#atClose.add(off);
    }
    return off;
  }

  /** Tells of every change of the snapshot. Bound: may be passed on as it is. */
  subscribe(listener: () => void): () => void {
    const entry = { listener };
    this.#subscribers.add(entry);
    return () => void this.#subscribers.delete(entry);
  }

  /** The widget's state: the same object until something changes. Bound: may be passed on as it is. */
  getSnapshot(): Snapshot {
    return this.#snapshot;
  }

  /**
   * Serves a method of the host's requests. The newest handler of a method serves it; a method without one is refused.
   *
   * @returns a function that stops serving
   */
  onRequest(method: string, handler: RequestHandler): () => void {
    asText(method, "method");
    if (typeof handler !== "function") throw new TypeError("A handler must be a function");
    const peer = this.#peer;
    if (!peer) return () => {};
    const id = peer.serve(method, handle(peer, method, handler));
    return () => peer.unserve(id);
  }

  /** Ends the connection: what is pending fails with a `ClosedError`, nothing is sent or heard any more. */
  close(): void {
    this.#peer?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #named<R>(method: string, params: Record<string, unknown>, name: string, options?: CallOptions): Promise<R> {
    try {
      asText(params[name], name);
      return this.#call<R>(method, params, options);
    } catch (error) {
      return reject(error);
    }
  }

  /** `params` is an object of ours, which the core may complete. */
  #call<R>(method: string, params: Record<string, unknown>, given?: CallToolOptions<any> | null): Promise<R> {
    const peer = this.#peer;
    if (!peer) return reject(new NoHostError({ method }));
    const options = given ?? {};
    const { signal, onprogress, schema } = options;
    const calling = new Promise<any>((resolve, reject) => {
      const timeout = asTimeout(options.timeout, "timeout") ?? this.#timeout;
      const total = asTimeout(options.maxTotalTimeout, "maxTotalTimeout") ?? 0;
      asSignal(signal);
      if (schema !== undefined && typeof read(read(schema, "~standard"), "validate") !== "function") throw new TypeError("schema must be a Standard Schema");
      if (onprogress && typeof onprogress !== "function") throw new TypeError("onprogress must be a function");
      if (signal?.aborted) throw signal.reason;
      const meta = metaOf(method, params, options);
      let ended = false;
      const abort = () => peer.abort(sent, signal!.reason, messageOf(signal!.reason));
      const end = (kind: End, id: number, value: any, more: any) => {
        if (kind === 1) {
          try {
            if (!ended && !signal?.aborted) onprogress?.(value);
          } catch (error) {
            report(error);
          }
          return;
        }
        ended = true;
        signal?.removeEventListener("abort", abort);
        if (kind) {
          reject(errorOf(kind, value, more, { method, id }, params));
          return;
        }
        const result = withRaw(value, more);
        if (options.throwOnToolError && result.isError === true) reject(new ToolError(textOf(result), result, { method, id }));
        else resolve(result);
      };
      // Whatever happens to the answer here, the call ends.
      const settle = (kind: End, id: number, value: any, more: any) => {
        try {
          end(kind, id, value, more);
        } catch (error) {
          reject(error);
        }
      };
      const sent = peer.call(method, params, meta, Object.hasOwn(EXPECT, method) ? EXPECT[method]! : 0, timeout, total, settle);
      // It may have aborted while the call was being sent.
      if (!ended && signal?.aborted) abort();
      else if (!ended) signal?.addEventListener("abort", abort);
    });
    return schema ? calling.then((result) => checkSchema(result, schema, method)) : calling;
  }

  /** Keeps the snapshot, `ready` and the diagnostics. */
  #follow({ logger }: WidgetOptions): void {
    this.on("toolinput", (toolInput) => this.#change({ toolInput, toolInputPartial: undefined }));
    this.on("toolinputpartial", (toolInputPartial) => this.#change({ toolInputPartial }));
    this.on("toolresult", (toolResult) => this.#change({ toolResult }));
    this.on("toolcancelled", (toolCancelled) => this.#change({ toolCancelled }));
    this.on("hostcontextchanged", () => this.host && this.#change({ host: this.#readHost() }));
    this.on("statuschange", (status) => this.#changeStatus(status));
    this.on("diagnostic", (diagnostic) => {
      const others = this.#diagnostics.filter(({ code, path }) => code !== diagnostic.code || path !== diagnostic.path);
      this.#diagnostics = [...others, diagnostic];
      if (diagnostic.count === 1) logger?.warn(diagnostic.message, diagnostic);
    });
  }

  #changeStatus(status: Status): void {
    if (status === "ready") {
      const host = this.#readHost()!;
      this.#change({ status, host });
      this.#settleReady.resolve(host);
    } else {
      let error: Error = new ClosedError();
      this.#peer!.failure((kind, _, value, more) => (error = errorOf(kind, value, more, { method: "ui/initialize" }, {}) as Error));
      this.#change(status === "failed" ? { status, error } : { status });
      if (status === "closed") for (const off of this.#atClose) off();
      this.#settleReady.reject(error);
    }
  }

  #readHost(): Host | undefined {
    const host = this.#peer!.host();
    return host && { info: host[0], capabilities: host[1], context: host[2], protocolVersion: host[3] };
  }

  #change(change: Partial<Snapshot>): void {
    const next: Record<string, unknown> = { ...this.#snapshot, ...change };
    for (const key in next) if (next[key] === undefined) delete next[key];
    this.#snapshot = next as unknown as Snapshot;
    for (const entry of [...this.#subscribers]) {
      if (!this.#subscribers.has(entry)) continue;
      try {
        entry.listener();
      } catch (error) {
        report(error);
      }
    }
  }
}

/** The `_meta` of a request, apart from its params, if the core is to add a progress token. */
function metaOf(method: string, params: Record<string, unknown>, { _meta, onprogress }: CallOptions): object | undefined {
  const meta = { ...asPlain(params._meta, "params._meta"), ...asPlain(_meta, "_meta") };
  if (method === "tools/call" || onprogress) return meta;
  if (_meta) params._meta = meta;
  return undefined;
}

function valueOf(type: keyof Events, value: any, raw: unknown): unknown {
  if (type === "statuschange") return STATUSES[value];
  if (type === "toolresult") return withRaw(value, raw);
  if (type !== "diagnostic") return value;
  const [code, path, index, message, count] = value;
  return { code, path: index === undefined ? path : `${path}/${index}`, message, count } satisfies Diagnostic;
}
