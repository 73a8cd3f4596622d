// `App` of the official library, over `Widget`.
//
// It outlives connections: what listens and serves is kept here, and tied to a widget for as long as that is connected.

import type { Engine } from "../engine.js";
import { Tools } from "../tools.js";
import type { CallOptions, Logger, RequestHandler } from "../types.js";
import { asFunction, read } from "../values.js";
import { type Widget, connectWith } from "../widget.js";
import { RESOURCE_TEARDOWN_METHOD } from "./constants.js";
import { SdkError, asSdkError } from "./errors.js";
import { registrationOf } from "./handlers.js";
import { EVENTS, type EventName, Inbox, type Serve } from "./inbox.js";
import { isSchema, parsed, standardOf } from "./schemas.js";
import { PostMessageTransport } from "./transport.js";
import type {
  AppEventMap,
  AppOptions,
  AppToolCallback,
  BaseContext,
  CallToolRequestParams,
  CallToolResult,
  CreateMessageRequestParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
  Implementation,
  JSONRPCRequest,
  ListResourcesResult,
  ListToolsRequestParams,
  ListToolsResult,
  LoggingMessageParams,
  McpUiAppCapabilities,
  McpUiDownloadFileRequest,
  McpUiDownloadFileResult,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiMessageRequest,
  McpUiMessageResult,
  McpUiOpenLinkRequest,
  McpUiOpenLinkResult,
  McpUiRequestDisplayModeRequest,
  McpUiRequestDisplayModeResult,
  McpUiResourceTeardownRequest,
  McpUiResourceTeardownResult,
  McpUiSizeChangedNotification,
  McpUiUpdateModelContextRequest,
  Notification,
  PaginatedParams,
  ReadResourceRequestParams,
  ReadResourceResult,
  RegisteredAppTool,
  Request,
  RequestOptions,
  Result,
  ResultTypes,
  EmptyResult,
  SetNotificationHandler,
  SetRequestHandler,
  StandardSchemaV1,
  Transport,
} from "./types.js";

type Teardown = (params: McpUiResourceTeardownRequest["params"], extra: BaseContext) => McpUiResourceTeardownResult | Promise<McpUiResourceTeardownResult>;
type CallTool = (params: CallToolRequestParams, extra: BaseContext) => Promise<CallToolResult>;
type ListTools = (params: ListToolsRequestParams, extra: BaseContext) => Promise<ListToolsResult>;
type Handler<K extends EventName> = ((params: AppEventMap[K]) => void) | undefined;

/** A widget, seen from inside. */
export abstract class App {
  /** Is called when the connection has ended. */
  onclose?: () => void;
  /** Is told of what went wrong and was put up with: oddities of the host, errors of the transport. */
  onerror?: (error: Error) => void;
  /** Serves requests for which there is no handler. */
  fallbackRequestHandler?: (request: JSONRPCRequest, ctx: BaseContext) => Promise<Result>;
  /** Is told of notifications for which there is no handler. */
  fallbackNotificationHandler?: (notification: Notification) => Promise<void>;

  #info: Implementation;
  #capabilities: McpUiAppCapabilities;
  #options: AppOptions;
  /** The latest connection, also when it has ended: what the host is stays known. */
  #widget: Widget | undefined;
  #transport: Transport | undefined;
  #connected = false;
  #ready = false;
  #inbox = new Inbox(this);
  #tools: Tools | undefined;
  #served = 0;
  #onteardown: Teardown | undefined;
  #oncalltool: CallTool | undefined;
  #onlisttools: ListTools | undefined;

  /** Nothing is sent before `connect()`. */
  constructor(appInfo: Implementation, appCapabilities: McpUiAppCapabilities = {}, options: AppOptions = {}) {
    this.#info = appInfo;
    this.#capabilities = appCapabilities;
    this.#options = options;
  }

  /** @internal What Vue reads before it makes a Proxy of something: behind one, private members are out of reach. */
  get __v_skip(): boolean {
    return true;
  }

  /** @internal What it can run on. */
  protected abstract engines(): readonly Engine[];

  /** The transport of the connection, while there is one. */
  get transport(): Transport | undefined {
    return this.#connected ? (this.#transport ??= new PostMessageTransport(undefined)) : undefined;
  }

  /**
   * Connects with the host, by default with the parent window. Resolves when the handshake is over; calls that are made before wait for it.
   *
   * @throws {SdkError} nobody answered in time, or there is nobody
   * @throws {ProtocolError} the host refused
   */
  async connect(transport?: Transport, options?: RequestOptions): Promise<void> {
    if (this.#connected) throw new Error("App is already connected. Call close() before connecting again.");
    const warn: Logger["warn"] = (message, details) => {
      if (details instanceof Error) this.onerror?.(details);
      // Of an error of the transport's the error itself has told.
      else if (read(details, "code") !== "transport-error") this.onerror?.(new Error(message, { cause: details }));
    };
    const widget = connectWith(this.engines(), this.#info, {
      capabilities: this.#capabilities as never,
      autoResize: this.#options.autoResize !== false,
      // What a handler saves when it is torn down is waited for, as it always was.
      teardownTimeout: 0,
      transport,
      logger: { warn },
      serves: (method) => this.#handlerOf(method),
    });
    this.#widget = widget;
    this.#transport = transport;
    this.#connected = true;
    this.#inbox.clear();
    this.#listen(widget);
    const { timeout, signal } = options ?? {};
    let [timer, abort]: [any, (() => void)?] = [undefined];
    try {
      await Promise.race([
        widget.ready,
        new Promise((_, reject) => {
          if (timeout! > 0 && timeout! < 2 ** 31) timer = setTimeout(() => reject(new SdkError("REQUEST_TIMEOUT", "Request timed out", { timeout })), timeout);
          abort = () => reject(signal!.reason);
          if (signal?.aborted) abort();
          signal?.addEventListener("abort", abort);
        }),
      ]);
      this.#ready = true;
    } catch (error) {
      widget.close();
      this.#ended(widget);
      throw asSdkError(error, signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort!);
    }
  }

  /** Ends the connection: what is pending fails, nothing is sent or heard any more. What listens and serves stays, for the next one. */
  async close(): Promise<void> {
    this.#widget?.close();
  }

  /** What the host can do; known from the end of the handshake on. */
  getHostCapabilities(): McpUiHostCapabilities | undefined {
    return this.#widget?.host?.capabilities as McpUiHostCapabilities | undefined;
  }

  /** Who the host is. */
  getHostVersion(): Implementation | undefined {
    return this.#widget?.host?.info as Implementation | undefined;
  }

  /** The host's context, with every change that it has announced since. */
  getHostContext(): McpUiHostContext | undefined {
    return this.#widget?.host?.context as McpUiHostContext | undefined;
  }

  /** Listens. What the host said before anybody listened is told to those who come first. */
  addEventListener<K extends EventName>(event: K, handler: (params: AppEventMap[K]) => void): void {
    this.#inbox.add(event, handler);
  }

  removeEventListener<K extends EventName>(event: K, handler: (params: AppEventMap[K]) => void): void {
    this.#inbox.remove(event, handler);
  }

  /** The tool's arguments. */
  get ontoolinput(): Handler<"toolinput"> {
    return this.#inbox.get("toolinput");
  }
  set ontoolinput(handler: Handler<"toolinput">) {
    this.#inbox.set("toolinput", handler);
  }

  /** The tool's arguments while they are being written. */
  get ontoolinputpartial(): Handler<"toolinputpartial"> {
    return this.#inbox.get("toolinputpartial");
  }
  set ontoolinputpartial(handler: Handler<"toolinputpartial">) {
    this.#inbox.set("toolinputpartial", handler);
  }

  /** The tool's result. */
  get ontoolresult(): Handler<"toolresult"> {
    return this.#inbox.get("toolresult");
  }
  set ontoolresult(handler: Handler<"toolresult">) {
    this.#inbox.set("toolresult", handler);
  }

  /** The tool was cancelled. */
  get ontoolcancelled(): Handler<"toolcancelled"> {
    return this.#inbox.get("toolcancelled");
  }
  set ontoolcancelled(handler: Handler<"toolcancelled">) {
    this.#inbox.set("toolcancelled", handler);
  }

  /** The members of the host's context that have changed; `getHostContext()` has them all already. */
  get onhostcontextchanged(): Handler<"hostcontextchanged"> {
    return this.#inbox.get("hostcontextchanged");
  }
  set onhostcontextchanged(handler: Handler<"hostcontextchanged">) {
    this.#inbox.set("hostcontextchanged", handler);
  }

  /** Is called before the page is taken down, or goes. The host waits for it. */
  get onteardown(): Teardown | undefined {
    return this.#onteardown;
  }
  set onteardown(handler: Teardown | undefined) {
    this.#onteardown = handler;
    this.#inbox.replace(RESOURCE_TEARDOWN_METHOD, handler as Serve | undefined);
  }

  /** Serves calls of the widget's own tools. */
  get oncalltool(): CallTool | undefined {
    return this.#oncalltool;
  }
  set oncalltool(handler: CallTool | undefined) {
    this.#assertTools("tools/call");
    this.#oncalltool = handler;
    this.#inbox.replace("tools/call", handler as Serve | undefined);
  }

  /** Lists them. */
  get onlisttools(): ListTools | undefined {
    return this.#onlisttools;
  }
  set onlisttools(handler: ListTools | undefined) {
    this.#assertTools("tools/list");
    this.#onlisttools = handler;
    this.#inbox.replace("tools/list", handler as Serve | undefined);
  }

  /** Serves a request of the host's. @throws {Error} somebody serves it already */
  setRequestHandler: SetRequestHandler = (...given: any[]) => {
    const registration = registrationOf(given);
    const { method } = registration;
    if (method === "tools/call" || method === "tools/list") this.#assertTools(method);
    this.#inbox.serve(registration);
  };

  /** Listens to a notification of the host's. @throws {Error} somebody has it already */
  setNotificationHandler: SetNotificationHandler = (...given: any[]) => this.#inbox.hear(registrationOf(given));

  removeRequestHandler = (method: string): void => this.#inbox.free(method, false);

  removeNotificationHandler = (method: string): void => this.#inbox.free(method, true);

  /** @throws {Error} somebody serves it already */
  assertCanSetRequestHandler(method: string): void {
    if (this.#inbox.claimed(method)) throw new Error(`A request handler for ${method} already exists, which would be overridden`);
  }

  /**
   * Offers a tool to the host. Before `connect()` it also announces that there are tools.
   *
   * @throws {TypeError} there is a tool of that name
   */
  registerTool<OutputArgs extends undefined | StandardSchemaV1 = undefined, InputArgs extends undefined | StandardSchemaV1 = undefined>(
    name: string,
    config: {
      title?: string | undefined;
      description?: string | undefined;
      inputSchema?: InputArgs | undefined;
      outputSchema?: OutputArgs | undefined;
      annotations?: RegisteredAppTool["annotations"];
      _meta?: Record<string, unknown> | undefined;
    },
    cb: AppToolCallback<InputArgs, OutputArgs>,
  ): RegisteredAppTool {
    asFunction(cb, "cb");
    if (!this.#capabilities.tools && !this.#connected) this.#capabilities = { ...this.#capabilities, tools: { listChanged: true } };
    if (!this.#tools) {
      const tools = new Tools(() => this.#ready && this.#capabilities.tools?.listChanged && this.sendToolListChanged());
      this.oncalltool = (params, { mcpReq }) => tools.call(params as never, mcpReq) as never;
      this.onlisttools = async () => tools.list() as never;
      this.#tools = tools;
    }
    // Who names no schema gets no arguments.
    const takes = config.inputSchema !== undefined;
    const call = cb as (...all: unknown[]) => any;
    const handler: RegisteredAppTool["handler"] = async (args, extra) => (takes ? call(args, extra) : call(extra));
    const wrap = (run: RegisteredAppTool["handler"]) => (args: unknown, info: { signal: AbortSignal; _meta?: any }) => run(args, this.#context("tools/call", info.signal, info._meta));
    /** In terms of `Tools`. */
    const known = (config: object) => {
      const own: any = { ...config };
      if ("inputSchema" in own) own.inputSchema = standardOf(own.inputSchema) ?? { type: "object", properties: {} };
      if (own.outputSchema) own.outputSchema = standardOf(own.outputSchema);
      return own;
    };
    const tool = this.#tools.register(name, known({ inputSchema: undefined, ...config }), wrap(handler) as never);
    return {
      ...config,
      handler,
      get enabled() {
        return tool.enabled;
      },
      set enabled(on) {
        if (on) tool.enable();
        else tool.disable();
      },
      enable: tool.enable,
      disable: tool.disable,
      remove: tool.remove,
      update(changes) {
        Object.assign(this, changes);
        const { handler, enabled, enable, disable, remove, ...rest } = changes as Partial<RegisteredAppTool>;
        tool.update(known(handler ? { ...rest, handler: wrap(handler) } : rest));
      },
    } as RegisteredAppTool;
  }

  /** Tells the host that the widget's tools are others. */
  sendToolListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/tools/list_changed", params });
  }

  /** Calls a tool of the server. A tool that fails resolves too, with `isError: true`. */
  async callServerTool(params: CallToolRequestParams, options?: RequestOptions): Promise<CallToolResult> {
    if (typeof params === "string") throw new TypeError(`callServerTool takes an object: { name: ${JSON.stringify(params)}, arguments: { … } }`);
    return this.#ask("tools/call", params, options);
  }

  readServerResource(params: ReadResourceRequestParams, options?: RequestOptions): Promise<ReadResourceResult> {
    return this.#ask("resources/read", params, options);
  }

  listServerResources(params?: PaginatedParams, options?: RequestOptions): Promise<ListResourcesResult> {
    return this.#ask("resources/list", params, options);
  }

  /** Asks the host's model for a message. */
  createSamplingMessage(params: CreateMessageRequestParams & { tools?: undefined }, options?: RequestOptions): Promise<CreateMessageResult>;
  createSamplingMessage(params: CreateMessageRequestParams, options?: RequestOptions): Promise<CreateMessageResultWithTools>;
  createSamplingMessage(params: CreateMessageRequestParams, options?: RequestOptions): Promise<any> {
    return this.#ask("sampling/createMessage", params, options);
  }

  /** Puts a message of the user's into the conversation. A host that refuses may say so by `isError`. */
  sendMessage(params: McpUiMessageRequest["params"], options?: RequestOptions): Promise<McpUiMessageResult> {
    return this.#ask("ui/message", params, options);
  }

  /** Writes to the host's log. */
  sendLog(params: LoggingMessageParams): Promise<void> {
    return this.notification({ method: "notifications/message", params: params as never });
  }

  /** Tells the model something, for its next turn, in place of what it was told before. */
  updateModelContext(params: McpUiUpdateModelContextRequest["params"], options?: RequestOptions): Promise<EmptyResult> {
    return this.#ask("ui/update-model-context", params, options);
  }

  /** Asks the host to open a link. A host that refuses may say so by `isError`. */
  openLink(params: McpUiOpenLinkRequest["params"], options?: RequestOptions): Promise<McpUiOpenLinkResult> {
    return this.#ask("ui/open-link", params, options);
  }

  /** @deprecated The name that `openLink` had in 1.x. */
  sendOpenLink(params: McpUiOpenLinkRequest["params"], options?: RequestOptions): Promise<McpUiOpenLinkResult> {
    return this.openLink(params, options);
  }

  /** Asks the host to save files. A host that refuses may say so by `isError`. */
  downloadFile(params: McpUiDownloadFileRequest["params"], options?: RequestOptions): Promise<McpUiDownloadFileResult> {
    return this.#ask("ui/download-file", params, options);
  }

  /** Asks the host to take the page down. It may not. */
  requestTeardown(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "ui/notifications/request-teardown", params });
  }

  /** Asks for a display mode. Resolves with the one that the host has set, which may be another. */
  async requestDisplayMode(params: McpUiRequestDisplayModeRequest["params"], options?: RequestOptions): Promise<McpUiRequestDisplayModeResult> {
    const result = await this.#ask("ui/request-display-mode", params, options);
    // Who does not say has not changed it.
    return typeof result.mode === "string" ? result : { ...result, mode: this.getHostContext()?.displayMode ?? "inline" };
  }

  /** Tells the host how large the content is. */
  sendSizeChanged(params: McpUiSizeChangedNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/size-changed", params: params as never });
  }

  /** Tells it now and whenever that changes, until the connection ends. `connect()` does it, unless the option `autoResize` is false. */
  setupSizeChangedNotifications(): () => void {
    return this.#widget?.autoResize() ?? (() => {});
  }

  /** Makes any request. With a schema, its result is what that makes of it. */
  request<M extends keyof ResultTypes>(request: { method: M; params?: Record<string, unknown> }, options?: RequestOptions): Promise<ResultTypes[M]>;
  request<T extends StandardSchemaV1>(request: Request, resultSchema: T, options?: RequestOptions): Promise<StandardSchemaV1.InferOutput<T>>;
  async request({ method, params }: Request, ...more: any[]): Promise<any> {
    const [schema, options] = isSchema(more[0]) ? more : [undefined, more[0]];
    const result = await this.#send(method, params, options);
    return parsed(schema, result, "result").catch((error) => {
      throw new SdkError("INVALID_RESULT", `Invalid result for ${method}: ${error.message}`, undefined, { cause: error });
    });
  }

  /** Sends any notification. After `close()` nothing happens. */
  async notification({ method, params }: Notification, _options?: unknown): Promise<void> {
    if (!this.#widget) throw new SdkError("NOT_CONNECTED", "Not connected");
    this.#widget.notify(method, params && { ...params });
  }

  /** By way of `request`, which a class that extends this one may have another of. */
  #ask(method: string, params: unknown, options: RequestOptions | undefined): Promise<any> {
    return this.request({ method, params } as Request as { method: keyof ResultTypes }, options);
  }

  async #send(method: string, params: object | undefined, options: RequestOptions | undefined): Promise<any> {
    const widget = this.#connected && this.#widget;
    if (!widget) throw new SdkError("NOT_CONNECTED", "Not connected");
    if (this.#options.enforceStrictCapabilities && method === "sampling/createMessage" && !this.getHostCapabilities()?.sampling) {
      throw new SdkError("CAPABILITY_NOT_SUPPORTED", `Host does not support sampling (required for ${method})`);
    }
    const { timeout, maxTotalTimeout, signal, onprogress, resetTimeoutOnProgress } = options ?? {};
    const own: CallOptions = { timeout: timeout ?? undefined, maxTotalTimeout: maxTotalTimeout ?? undefined, signal: signal ?? undefined };
    if (onprogress) own.onprogress = ({ progressToken, ...progress }) => onprogress(progress as never);
    // Progress gives more time, unless that is not wanted.
    if (resetTimeoutOnProgress === false) own.maxTotalTimeout = Math.min((timeout ?? 60_000) || Infinity, maxTotalTimeout || Infinity);
    try {
      // Members are what counts: also an instance of a class has them.
      return await widget.request(method, { ...params }, own);
    } catch (error) {
      throw asSdkError(error, signal);
    }
  }

  /** Ties what listens and serves to a widget that has just been made. */
  #listen(widget: Widget): void {
    for (const event of EVENTS) widget.on(event, (value: any) => this.#inbox.happened(event, event.startsWith("toolinput") ? { arguments: value } : value));
    widget.on("notification", ({ method, params }) => this.#inbox.notified(method, params));
    widget.on("statuschange", (status) => status === "closed" && this.#ended(widget));
    widget.onTeardown((params) => this.#handlerOf(RESOURCE_TEARDOWN_METHOD)?.(params, { signal: new AbortController().signal, method: RESOURCE_TEARDOWN_METHOD }));
  }

  /** Who serves a request of the host's. */
  #handlerOf(method: string): RequestHandler | undefined {
    const serve = this.#inbox.requests.get(method);
    const fallback = this.fallbackRequestHandler;
    if (!serve && !fallback) return undefined;
    return (params, { signal }) => {
      const context = this.#context(method, signal, read(params, "_meta"));
      return serve ? serve(params, context) : fallback!({ jsonrpc: "2.0", id: context.mcpReq.id, method, params }, context);
    };
  }

  /** The connection has ended; perhaps there is a newer one by now. */
  #ended(widget: Widget): void {
    if (!this.#connected || this.#widget !== widget) return;
    this.#connected = this.#ready = false;
    this.onclose?.();
  }

  #assertTools(method: string): void {
    if (!this.#capabilities.tools) throw new Error(`Client does not support tool capability (required for ${method})`);
  }

  /** What a handler learns of the request besides its params. */
  #context(method: string, signal: AbortSignal, _meta?: unknown): BaseContext {
    const send = (request: Request, ...more: any[]) => this.request(request, ...(more as [any]));
    const notify = (notification: Notification) => this.notification(notification);
    return { sessionId: this.#transport?.sessionId, mcpReq: { id: ++this.#served, method, _meta, signal, requestState: () => undefined, send, notify } } as BaseContext;
  }
}
