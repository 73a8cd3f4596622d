// A transport on which a widget runs without a host, straight on its server: it answers in the host's place.
//
// It is no host: there is no conversation, no model and no frame. What would need one is refused.

import { ClosedError, McpError } from "../errors.js";
import type { HostCapabilities, HostContext, Implementation, Progress, Transport } from "../types.js";
import { messageOf, quietly, read } from "../values.js";
import type { Client } from "./client.js";
import type { ClientEvents, Server } from "./types.js";

/** The version of MCP Apps. */
const VERSION = "2026-01-26";

/** What the server is asked, as the widget asks it. */
const FORWARDED = /^(?:tools|resources|prompts|completion)\//;

const LISTS = ["tools", "resources", "prompts"] as const;

export interface ServerTransportOptions {
  /** Who answers in the host's place: by default the server, by its own name. */
  hostInfo?: Implementation | undefined;
  /**
   * What the widget learns of its place. Without a `theme` it is the one that the person prefers, and follows it; `displayMode` is `inline`
   * by default.
   */
  hostContext?: HostContext | undefined;
  /** A tool that is called once, as a model would: the widget is told the arguments and the result. */
  tool?: { name: string; arguments?: Record<string, unknown> | undefined } | undefined;
  /** Hears what the widget logs. */
  onlog?: ((entry: { level: string; logger?: string; data: unknown; [key: string]: unknown }) => void) | undefined;
  /** Whether the client ends with the transport; by default it stays, for others may use it. */
  closesClient?: boolean | undefined;
}

/**
 * Puts a widget on its server: `connect(info, { transport: serverTransport(client) })`, with the `connect` of `mcp-widget`. Each widget needs
 * one of its own; the client may be shared.
 */
export function serverTransport(client: Client, options: ServerTransportOptions = {}): Transport {
  return new ServerTransport(client, options);
}

class ServerTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  #client: Client;
  #options: ServerTransportOptions;
  /** Aborts with the transport. */
  #end = new AbortController();
  #begun = false;
  #pending = new Map<unknown, AbortController>();
  /** Ends a subscription. */
  #subscribed = new Map<string, () => void>();

  constructor(client: Client, options: ServerTransportOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Waits for the server. Without one the widget learns why. */
  async start(): Promise<void> {
    const client = this.#client;
    const { signal } = this.#end;
    await client.ready;
    // It may be long ago that it was ready.
    if (client.status === "failed" || client.status === "closed") throw client.error ?? new ClosedError();
    const ended = (status: ClientEvents["statuschange"]) => {
      if (status === "failed" && client.error) this.onerror?.(client.error);
      if (status === "failed" || status === "closed") void this.close();
    };
    if (!signal.aborted) client.on("statuschange", ended, { signal });
  }

  /** A promise, as the MCP SDK expects one; what can be done at once is done at once all the same. */
  async send({ id, method, params = {} }: any): Promise<void> {
    if (this.#end.signal.aborted) throw new ClosedError();
    // The widget is asked nothing, so it has nothing to answer.
    if (typeof method !== "string") return;
    if (id === undefined) return this.#hear(method, params);
    const controller = new AbortController();
    this.#pending.set(id, controller);
    const answer = (value: object) => {
      if (this.#pending.get(id) !== controller) return;
      this.#pending.delete(id);
      this.#deliver({ id, ...value });
    };
    this.#serve(method, params, controller.signal).then(
      (result) => answer({ result }),
      (error) => answer({ error: errorOf(error) }),
    );
  }

  async close(): Promise<void> {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    for (const controller of this.#pending.values()) controller.abort(new ClosedError());
    this.#pending.clear();
    for (const unsubscribe of this.#subscribed.values()) unsubscribe();
    this.onclose?.();
    if (this.#options.closesClient) await this.#client.close();
  }

  #deliver(message: object): void {
    quietly(() => this.onmessage?.({ jsonrpc: "2.0", ...message }));
  }

  #notify(method: string, params?: object): void {
    if (!this.#end.signal.aborted) this.#deliver(params ? { method, params } : { method });
  }

  #hear(method: string, params: any): void {
    if (method === "ui/notifications/initialized") this.#begin();
    else if (method === "notifications/message") quietly(() => this.#options.onlog?.(params));
    else if (method === "notifications/cancelled") {
      const controller = this.#pending.get(params.requestId);
      this.#pending.delete(params.requestId);
      controller?.abort(new DOMException(messageOf(params.reason) ?? "The request was cancelled", "AbortError"));
    }
  }

  /** Before `await` nothing is waited for: a browser opens a window only while it knows what the person has clicked. */
  async #serve(method: string, params: any, signal: AbortSignal): Promise<unknown> {
    const client = this.#client;
    if (method === "ui/initialize") return this.#introduce(await client.ready);
    if (method === "ui/request-display-mode") return { mode: this.#context().displayMode };
    if (method === "ui/open-link" && hasWindows()) return openLink(params.url);
    const token = read(params._meta, "progressToken");
    const onprogress = (progress: Progress) => this.#notify("notifications/progress", { ...progress, progressToken: token });
    // How long to wait is the widget's matter.
    const options = token === undefined ? { signal, timeout: 0 } : { signal, timeout: 0, onprogress };
    if (method === "resources/subscribe") return this.#subscribe(params.uri, await client.subscribe(params.uri, options));
    if (method === "resources/unsubscribe") return this.#subscribe(params.uri);
    if (FORWARDED.test(method)) return client.request(method, params, options);
    if (method !== "ping") throw new McpError(-32601, `Method not found: ${method}`);
    await client.ping(options);
    return {};
  }

  #subscribe(uri: string, unsubscribe?: () => void): object {
    this.#subscribed.get(uri)?.();
    this.#subscribed.delete(uri);
    if (this.#end.signal.aborted) unsubscribe?.();
    else if (unsubscribe) this.#subscribed.set(uri, unsubscribe);
    return {};
  }

  #introduce({ info, capabilities }: Server): object {
    // One that says nothing of what it offers may offer anything.
    const offers = (name: string) => name in capabilities || Object.keys(capabilities).length === 0;
    const described = (name: string) => (read(capabilities[name], "listChanged") === true ? { listChanged: true } : {});
    const hostCapabilities: HostCapabilities = {};
    if (hasWindows()) hostCapabilities.openLinks = {};
    if (offers("tools")) hostCapabilities.serverTools = described("tools");
    if (offers("resources")) hostCapabilities.serverResources = described("resources");
    if (this.#options.onlog) hostCapabilities.logging = {};
    return { protocolVersion: VERSION, hostInfo: this.#options.hostInfo ?? info, hostCapabilities, hostContext: this.#context() };
  }

  #context(): HostContext {
    const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { hostContext: given } = this.#options;
    const displayMode = given?.displayMode ?? "inline";
    const dark = prefersDark();
    const standard: HostContext = { availableDisplayModes: [displayMode], locale, timeZone, platform: "web" };
    return { ...standard, ...(dark && themeOf(dark)), ...given, displayMode };
  }

  /** The widget listens: what a host would tell it from now on. */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const client = this.#client;
    const { signal } = this.#end;
    const { hostContext, tool } = this.#options;
    const themed = (change: MediaQueryListEvent) => this.#notify("ui/notifications/host-context-changed", themeOf(change));
    if (!hostContext?.theme) prefersDark()?.addEventListener("change", themed, { signal });
    for (const name of LISTS) {
      // Only of what the server would tell: to listen takes a connection.
      if (read(client.server?.capabilities[name], "listChanged") !== true) continue;
      client.on(`${name}changed`, () => this.#notify(`notifications/${name}/list_changed`), { signal });
    }
    const updated = (params: object) => {
      if (this.#subscribed.size > 0) this.#notify("notifications/resources/updated", params);
    };
    client.on("resourceupdated", updated, { signal });
    if (tool) void this.#callTool(tool.name, tool.arguments ?? {});
  }

  async #callTool(name: string, args: Record<string, unknown>): Promise<void> {
    this.#notify("ui/notifications/tool-input", { arguments: args });
    try {
      this.#notify("ui/notifications/tool-result", await this.#client.callTool(name, args, { signal: this.#end.signal }));
    } catch (error) {
      this.#notify("ui/notifications/tool-cancelled", { reason: messageOf(error) ?? "The tool could not be called" });
    }
  }
}

function prefersDark(): MediaQueryList | undefined {
  return typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : undefined;
}

function themeOf({ matches }: { matches: boolean }): { theme: "dark" | "light" } {
  return { theme: matches ? "dark" : "light" };
}

function hasWindows(): boolean {
  return typeof window === "object" && typeof window.open === "function";
}

/** Anything but the web's own schemes may run a script. Whether a window was opened cannot be seen, because it must not know its opener. */
function openLink(url: unknown): object {
  let protocol;
  try {
    ({ protocol } = new URL(url as string));
  } catch {} // It is none.
  if (protocol !== "https:" && protocol !== "http:") throw new McpError(-32000, "Invalid URL");
  window.open(url as string, "_blank", "noopener,noreferrer");
  return {};
}

/** An error of the server's as it came. Anything else says what it is. */
function errorOf(error: any): object {
  if (read(error, "name") !== "McpError") return { code: -32603, message: messageOf(error) ?? "Internal error" };
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}
