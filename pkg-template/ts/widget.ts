/// <reference lib="esnext.disposable" preserve="true" />
// The widget. It checks what callers hand in, and turns the core's answers into promises, events and errors.

import {
  ABORT,
  DIAGNOSTIC,
  HOST_CONTEXT_CHANGED,
  NOTIFICATION,
  SEND,
  SERVE,
  STATUS_CHANGE,
  TOOL_CANCELLED,
  TOOL_INPUT,
  TOOL_INPUT_PARTIAL,
  TOOL_RESULT,
  WAKE,
} from "./act.js";
import { Calls } from "./calls.js";
import { diagnosticOf } from "./diagnostic.js";
import { type Engine, startEngine } from "./engine.js";
import { Peer, type Tell } from "./engine/glue.js";
import { ClosedError, NoHostError } from "./errors.js";
import { errorOf, withRaw } from "./ending.js";
import { Handlers } from "./handler.js";
import { healJson } from "./heal.js";
import { Line } from "./line.js";
import { Listeners } from "./listeners.js";
import { autoResize } from "./resize.js";
import { followHostStyles } from "./styles.js";
import { Teardown } from "./teardown.js";
import { Tools } from "./tools.js";
import { attach } from "./transport.js";
import type {
  CallOptions,
  CallToolOptions,
  ContentBlock,
  CreateMessageResult,
  Diagnostic,
  DisplayMode,
  EventInfo,
  Events,
  GetPromptResult,
  Host,
  Implementation,
  JsonSchema,
  ListenOptions,
  Logger,
  LogLevel,
  ModelContext,
  Page,
  Prompt,
  ReadResourceResult,
  RegisteredTool,
  RequestHandler,
  Resource,
  ResourceTemplate,
  Snapshot,
  StandardSchema,
  Status,
  TeardownHandler,
  Tool,
  ToolArguments,
  ToolConfig,
  ToolHandler,
  ToolResult,
  WidgetOptions,
} from "./types.js";
import { asAddress, asBlocks, asFunction, asPlain, asSignal, asText, asTimeout, quietly, reject } from "./values.js";
import { join } from "./window.js";

/** The core's numbers for events. */
const EVENTS: Record<keyof Events, number> = {
  toolinput: TOOL_INPUT,
  toolinputpartial: TOOL_INPUT_PARTIAL,
  toolresult: TOOL_RESULT,
  toolcancelled: TOOL_CANCELLED,
  hostcontextchanged: HOST_CONTEXT_CHANGED,
  statuschange: STATUS_CHANGE,
  diagnostic: DIAGNOSTIC,
  notification: NOTIFICATION,
};

const TEARDOWN = "ui/resource-teardown";

const STATUSES: readonly Status[] = ["connecting", "ready", "failed", "closed"];

/** The page's own doing: whatever height the window gets, the content wants more. */
const LOOP: Diagnostic = { code: "size-loop", path: "", message: "The page follows its own height; it is kept where it is", count: 1 };

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
  const inert = typeof window === "undefined" && !options.transport;
  return Widget.make(inert ? "none" : startEngine(engines), initialize, timeout, options);
}

/** A widget's connection with its host. Made by `connect`. */
export class Widget {
  /** What the core runs as; `"none"` on a server. */
  readonly engine: "wasm" | "js" | "none";
  /** Settles with the handshake. Need not be looked at: it never becomes an unhandled rejection. */
  readonly ready: Promise<Host>;

  #peer: Peer | undefined;
  #timeout: number;
  #logger: Logger | undefined;
  #snapshot: Snapshot = { status: "connecting" };
  #diagnostics: readonly Diagnostic[] = [];
  #subscribers = new Set<{ listener: () => void }>();
  #listeners = new Listeners();
  #handlers: Handlers;
  #teardown: Teardown;
  #calls = new Calls();
  #tools: Tools | undefined;
  /** The capability. */
  #offers: { listChanged?: boolean } | undefined;
  #line = new Line();
  /** What is to be done when the connection ends: listeners let go of their signals, nobody waits for the transport. */
  #atClose = new Set<() => void>();
  /** The number of the latest event. */
  #sequence = 0;
  /** Its host is the parent window, as that of others may be. */
  #shares: boolean;
  /** Ends the reports of sizes. */
  #resizing: (() => void) | undefined;
  /** The size is told by itself, once there is somebody to tell. */
  #resizes = false;
  #settleReady!: { resolve: (host: Host) => void; reject: (error: unknown) => void };

  /** @internal Use `connect`. */
  static make(engine: Widget["engine"], initialize: object, timeout: number, options: WidgetOptions): Widget {
    return new Widget(engine, initialize, timeout, options);
  }

  private constructor(engine: Widget["engine"], initialize: object, timeout: number, { capabilities, transport, logger, teardownTimeout, autoResize = true, serves }: WidgetOptions) {
    this.engine = engine;
    this.#timeout = timeout;
    this.#logger = logger;
    this.#offers = capabilities?.tools;
    this.#shares = !transport;
    const teardown = new Teardown(asTimeout(teardownTimeout, "teardownTimeout") ?? 200);
    this.#teardown = teardown;
    this.#handlers = new Handlers(serves);
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }));
    this.ready.catch(() => {});
    this.subscribe = this.subscribe.bind(this);
    this.getSnapshot = this.getSnapshot.bind(this);
    if (engine === "none") {
      this.#settleReady.reject(new NoHostError());
      return;
    }
    // A random base: the answers of two widgets in one window are not to be taken for each other's.
    const peer = (this.#peer = this.#line.peer = new Peer(initialize, Math.random() * 2 ** 29, this.#ear()));
    this.#resizes = autoResize;
    if (transport) this.#atClose.add(attach(this.#line, peer, transport, () => this.close(), logger));
    else teardown.share(), join(this.#line, peer, (method) => this.#handlers.find(method) !== undefined);
  }

  /** The host, once `ready` has resolved. */
  get host(): Host | undefined {
    return this.#snapshot.host;
  }

  /** The oddities that were met and put up with: at most 100 different ones. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** How many calls wait for their answer. */
  get pending(): number {
    return this.#calls.pending;
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
    return this.#call("tools/call", options, () => named(name, args));
  }

  /** Reads a resource of the server (`resources/read`). */
  readResource(uri: string | URL, options?: CallOptions): Promise<ReadResourceResult> {
    return this.#call("resources/read", options, () => ({ uri: asAddress(uri, "uri") }));
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
    return this.#call("prompts/get", options, () => named(name, args));
  }

  /** Asks the host's model for a message (`sampling/createMessage`). */
  createMessage(params: object, options?: CallOptions): Promise<CreateMessageResult> {
    return this.request("sampling/createMessage", params, options) as Promise<CreateMessageResult>;
  }

  /**
   * Asks the host to open a link (`ui/open-link`). The URL must be absolute. Resolves with the host's answer, as all of its kind do.
   *
   * @throws {RefusedError} the host refused, by an error or by `isError`
   */
  openLink(url: string | URL, options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#ask("ui/open-link", options, () => {
      const text = asAddress(url, "url");
      // Throws a TypeError if it is not absolute.
      return { url: new URL(text) && text };
    });
  }

  /** Asks the host to save files (`ui/download-file`): what is in them, or links to it. */
  downloadFile(contents: Extract<ContentBlock, { type: "resource" | "resource_link" }>[], options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#ask("ui/download-file", options, () => ({ contents: asBlocks(contents, "contents") }));
  }

  /** Puts a message of the user's into the conversation (`ui/message`). */
  sendMessage(content: string | ContentBlock[], options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#ask("ui/message", options, () => ({
      role: "user",
      content: typeof content === "string" ? [{ type: "text", text: content }] : asBlocks(content, "content"),
    }));
  }

  /** Tells the model something, for its next turn (`ui/update-model-context`). Replaces what it was told before. */
  updateModelContext(context: ModelContext, options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#ask("ui/update-model-context", options, () => {
      const params = { ...asPlain(context ?? null, "context") };
      if (params.content !== undefined) asBlocks(params.content, "content");
      asPlain(params.structuredContent, "structuredContent");
      return params;
    });
  }

  /** Asks for a display mode (`ui/request-display-mode`). Resolves with the one that the host has set, which may be another. */
  async requestDisplayMode(mode: DisplayMode, options?: CallOptions): Promise<DisplayMode> {
    const answer = await this.#ask("ui/request-display-mode", options, () => ({ mode: asText(mode, "mode") }));
    // Who does not say has perhaps announced it.
    return [answer.mode, this.host?.context.displayMode].find((known) => typeof known === "string") ?? "inline";
  }

  /** Makes any request. Resolves with the result as it arrived. */
  request(method: string, params?: object, options?: CallOptions): Promise<unknown> {
    return this.#call(method, options, () => (asText(method, "method"), { ...asPlain(params, "params") }));
  }

  /** Sends any notification, after the handshake. Never throws; nothing happens after `close()`. */
  notify(method: string, params?: object): void {
    quietly(() => this.#peer?.notify(asText(method, "method"), params === undefined ? undefined : { ...asPlain(params, "params") }));
  }

  /** Asks the host to take the widget down (`ui/notifications/request-teardown`). It may not. */
  requestTeardown(): void {
    this.notify("ui/notifications/request-teardown", {});
  }

  /** Writes to the host's log (`notifications/message`). */
  log(level: LogLevel, data: unknown = null, logger?: string): void {
    quietly(() => {
      const params: Record<string, unknown> = { level: asText(level, "level"), data };
      if (logger !== undefined) params.logger = asText(logger, "logger");
      this.notify("notifications/message", params);
    });
  }

  /** Tells the host how large the content is (`ui/notifications/size-changed`), in whole pixels. A side that has no size is left out. */
  sendSize(size: { readonly width?: number | undefined; readonly height?: number | undefined }): void {
    quietly(() => {
      const params: Record<string, number> = {};
      for (const side of ["width", "height"] as const) {
        const pixels = size[side]!;
        if (Number.isFinite(pixels) && pixels > 0) params[side] = Math.ceil(pixels);
      }
      if (params.width ?? params.height) this.notify("ui/notifications/size-changed", params);
    });
  }

  /**
   * Tells the host how large the content is, now and whenever that changes; from the end of the handshake on, until `close()`. Once is enough.
   * `connect` does it by itself, unless its option `autoResize` is false.
   *
   * @returns a function that ends it
   */
  autoResize(): () => void {
    this.#resizes = false;
    if (this.#resizing || !this.#peer || this.#snapshot.error || this.#snapshot.status === "closed") return this.#resizing ?? (() => {});
    const loops = () => {
      if (this.#diagnostics.includes(LOOP)) return;
      this.#note(LOOP);
      this.#listeners.emit(DIAGNOSTIC, this.#sequence, false, LOOP);
    };
    const stop = autoResize({ send: (size) => this.sendSize(size), context: () => this.host?.context, subscribe: this.subscribe, loops }, this.#shares);
    const end = () => {
      stop();
      this.#atClose.delete(end);
      if (this.#resizing === end) this.#resizing = undefined;
    };
    this.#atClose.add(end);
    return (this.#resizing = end);
  }

  /**
   * Listens. What the host said before is told again, once, in its order.
   *
   * @returns a function that stops listening
   */
  on<K extends keyof Events>(type: K, listener: (value: Events[K], info: EventInfo) => void, given?: ListenOptions | null): () => void {
    if (!Object.hasOwn(EVENTS, type)) throw new TypeError(`No event is called ${String(type)}`);
    asFunction(listener, "listener");
    const { signal, once, replay = true } = given ?? {};
    if (asSignal(signal)?.aborted || !this.#peer || this.#snapshot.status === "closed") return () => {};
    const remove = this.#listeners.add(EVENTS[type], replay, (value, info) => {
      if (once) off();
      listener(value, info);
    });
    const off = () => {
      remove();
      signal?.removeEventListener("abort", off);
      this.#atClose.delete(off);
    };
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
   * Applies the host's theme, variables, fonts, insets, dimensions, display mode and language to the page, now or as soon as the host is
   * known, and after each change. Of several on one root the newest leads.
   *
   * @returns a function that stops following; what was applied stays
   */
  applyHostStyles(root?: HTMLElement | null): () => void {
    return followHostStyles(this, root);
  }

  /**
   * Serves a method of the host's requests. The newest handler of a method serves it; a method without one is refused.
   *
   * @returns a function that stops serving
   */
  onRequest(method: string, handler: RequestHandler): () => void {
    return this.#handlers.add(asText(method, "method"), asFunction(handler, "handler"));
  }

  /**
   * Offers a tool to the host. `connect` must have been given `capabilities: { tools: {} }`, with `listChanged: true` if tools may come and
   * go later: the host learns of it in the handshake.
   *
   * @throws {TypeError} there is a tool of that name, the capability is missing, or something is of another type, or cannot be
   *   written as JSON
   */
  registerTool<Schema extends StandardSchema<any> | JsonSchema = JsonSchema>(
    name: string,
    config: ToolConfig<Schema>,
    handler: ToolHandler<ToolArguments<Schema>>,
  ): RegisteredTool {
    if (!this.#offers) throw new TypeError("connect must be given capabilities.tools for a widget with tools");
    if (!this.#tools) {
      // Before the handshake nobody has asked yet, and whoever did not announce changes is not to tell of them.
      this.#tools = new Tools(() => this.#offers!.listChanged === true && this.#snapshot.status === "ready" && this.notify("notifications/tools/list_changed"));
      this.#handlers.add("tools/list", this.#tools.list);
      this.#handlers.add("tools/call", this.#tools.call);
    }
    return this.#tools.register(name, config, handler);
  }

  /**
   * Is called when the host is about to take the page down (`ui/resource-teardown`), or else when the page goes (`reason: "pagehide"`):
   * once, whatever comes first. The host gets its answer when all that are called are done, those of other widgets of this window too, or
   * after `teardownTimeout`.
   *
   * @returns a function that takes it back
   */
  onTeardown(handler: TeardownHandler): () => void {
    asFunction(handler, "handler");
    // Its page is no concern of a widget that is closed, nor is there one on a server.
    return !this.#peer || this.#snapshot.status === "closed" ? () => {} : this.#addTeardown(handler);
  }

  /** Ends the connection: what is pending fails with a `ClosedError`, nothing is sent or heard any more. */
  close(): void {
    this.#peer?.close();
    this.#line.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** A teardown is for all widgets of a window, so each is asked. */
  #addTeardown(handler: TeardownHandler): () => void {
    const remove = [this.#teardown.add(handler), this.#handlers.add(TEARDOWN, this.#teardown.run)];
    return () => remove.forEach((run) => run());
  }

  /** @internal What Vue reads before it makes a Proxy of something: behind one, private members are out of reach. */
  get __v_skip(): boolean {
    return true;
  }

  /** Asks for something that the host may refuse. */
  #ask(method: string, options: CallOptions | undefined, params: () => Record<string, unknown>): Promise<Record<string, unknown>> {
    return this.#call(method, options, params, true);
  }

  /** `params` checks what the caller has handed in, and makes an object of ours of it, which the core may complete. */
  #call<R>(method: string, options: CallToolOptions<any> | null | undefined, params: () => Record<string, unknown>, asks?: boolean): Promise<R> {
    try {
      const own = params();
      if (!this.#peer) throw new NoHostError({ method });
      if (this.#snapshot.status === "closed") throw new ClosedError({ method });
      return this.#calls.make<R>(this.#peer, method, own, options ?? {}, this.#timeout, asks);
    } catch (error) {
      return reject(error);
    }
  }

  /**
   * What the core tells everything. It keeps this for as long as there is a core: when the connection has ended, that is not to keep
   * the widget too. Made here and not in the constructor, for functions that are made in one place share what any of them refers to.
   */
  #ear(): Tell {
    let widget: Widget | undefined = this;
    const [calls, line] = [this.#calls, this.#line];
    this.#atClose.add(() => (widget = undefined));
    // A call that was made while the connection ended has its end behind that of the connection.
    return (act, tag, number, value, more) => {
      // Even if the stack is full: what unwinds through the core leaves borrows behind.
      try {
        if (act < SEND) calls.told(act, tag, number, value, more);
        else if (act === SEND) line.send(value);
        else return act === WAKE ? line.wake(number) : widget && widget.#told(act, tag, number, value, more);
      } catch {}
    };
  }

  /** What the core has to say. Must not throw. */
  #told(act: number, tag: number, number: number, value: any, more: any): boolean {
    // Who has nothing to say about a teardown need not refuse it.
    if (act === SERVE) return this.#handlers.serve(this.#peer!, number, more, value, more === TEARDOWN ? () => {} : undefined);
    else if (act === ABORT) this.#handlers.abort(number, value);
    else this.#happened(act, number, tag > 0, value, more);
    return true;
  }

  /** An event: the snapshot first, then whoever listens. */
  #happened(event: number, sequence: number, duplicate: boolean, value: any, more: any): void {
    switch (event) {
      case TOOL_INPUT:
        this.#change({ toolInput: (value = argumentsOf(value)), toolInputPartial: undefined });
        break;
      case TOOL_INPUT_PARTIAL:
        this.#change({ toolInputPartial: (value = argumentsOf(value)) });
        break;
      case TOOL_RESULT:
        this.#change({ toolResult: (value = withRaw(value, more)) });
        break;
      case TOOL_CANCELLED:
        this.#change({ toolCancelled: value });
        break;
      case HOST_CONTEXT_CHANGED:
        if (this.host && more) this.#change({ host: { ...this.host, context: more } });
        break;
      case STATUS_CHANGE:
        this.#changeStatus((value = STATUSES[value]!), more);
        break;
      case DIAGNOSTIC:
        this.#note((value = diagnosticOf(value, more)));
        break;
      case NOTIFICATION:
        value = value === undefined ? { method: more } : { method: more, params: value };
    }
    this.#sequence = sequence;
    this.#listeners.emit(event, sequence, duplicate, value);
    // Nothing is heard any more.
    if (event === STATUS_CHANGE && value === "closed") this.#listeners.clear();
  }

  #changeStatus(status: Status, more: any[]): void {
    if (status === "ready") {
      const host = { info: more[0], capabilities: more[1], context: more[2], protocolVersion: more[3] };
      this.#change({ status, host });
      this.#settleReady.resolve(host);
      // Who waits for the host goes first.
      queueMicrotask(() => {
        if (this.#resizes) this.autoResize();
      });
    } else {
      const error = errorOf(more[0], more[1], undefined, { method: "ui/initialize" }, {}) as Error;
      this.#change(status === "failed" ? { status, error } : { status });
      // Who has no host has nobody to tell.
      this.#resizing?.();
      if (status === "closed") {
        this.#handlers.clear();
        this.#teardown.clear();
        for (const end of this.#atClose) end();
      }
      this.#settleReady.reject(error);
    }
  }

  #note(diagnostic: Diagnostic): void {
    const others = this.#diagnostics.filter(({ code, path }) => code !== diagnostic.code || path !== diagnostic.path);
    this.#diagnostics = [...others, diagnostic];
    if (diagnostic.count === 1) quietly(() => this.#logger?.warn(diagnostic.message, diagnostic));
  }

  #change(change: Partial<Snapshot>): void {
    const next: Record<string, unknown> = { ...this.#snapshot, ...change };
    for (const key in next) if (next[key] === undefined) delete next[key];
    this.#snapshot = next as unknown as Snapshot;
    for (const entry of [...this.#subscribers]) {
      if (this.#subscribers.has(entry)) quietly(() => entry.listener());
    }
  }
}

function named(name: unknown, args: unknown): Record<string, unknown> {
  const params: Record<string, unknown> = { name: asText(name, "name") };
  const own = asPlain(args, "args");
  if (own) params.arguments = own;
  return params;
}

/** A tool's arguments: an object; where the host has sent a text instead, what that is the JSON of, or its beginning. */
function argumentsOf(value: any): Record<string, unknown> {
  if (typeof value !== "string") return value;
  const healed: any = healJson(value);
  return typeof healed === "object" && healed && !Array.isArray(healed) ? healed : {};
}
