// Who hears and serves what comes from the host. It outlives connections; what is not heard yet does not.

import { report } from "../values.js";
import type { App } from "./app.js";
import {
  HOST_CONTEXT_CHANGED_METHOD,
  TOOL_CANCELLED_METHOD,
  TOOL_INPUT_METHOD,
  TOOL_INPUT_PARTIAL_METHOD,
  TOOL_RESULT_METHOD,
} from "./constants.js";
import { EventDispatcher } from "./events.js";
import type { Registration } from "./handlers.js";
import type { AppEventMap } from "./types.js";

export type EventName = keyof AppEventMap;
export type Serve = Registration["serve"];

/** The notifications that are events. */
const METHODS: Record<EventName, string> = {
  toolinput: TOOL_INPUT_METHOD,
  toolinputpartial: TOOL_INPUT_PARTIAL_METHOD,
  toolresult: TOOL_RESULT_METHOD,
  toolcancelled: TOOL_CANCELLED_METHOD,
  hostcontextchanged: HOST_CONTEXT_CHANGED_METHOD,
};

export const EVENTS = Object.keys(METHODS) as EventName[];

export class Inbox {
  /** By method: those who serve requests, and those who hear notifications. */
  readonly requests = new Map<string, Serve>();
  #notifications = new Map<string, Serve>();
  #events = new EventDispatcher<AppEventMap>();
  /** What nobody has heard yet, in the order in which it came. */
  #unheard = new Map<EventName, unknown>();
  #telling = false;
  /** Methods that somebody has, who is not to be replaced in silence. */
  #claimed = new Set(["ping", "notifications/cancelled", "notifications/progress", HOST_CONTEXT_CHANGED_METHOD]);
  /** Events that somebody has listened to. */
  #listened = new Set<EventName>(["hostcontextchanged"]);
  /** Who is told of what a handler rejects with, and who hears what nobody else does. */
  #app: Pick<App, "onerror" | "fallbackNotificationHandler">;

  constructor(app: Pick<App, "onerror" | "fallbackNotificationHandler">) {
    this.#app = app;
  }

  add<K extends EventName>(event: K, listener: (params: AppEventMap[K]) => void): void {
    this.#listen(event);
    this.#events.addEventListener(event, listener);
    this.#tellUnheard();
  }

  remove<K extends EventName>(event: K, listener: (params: AppEventMap[K]) => void): void {
    this.#events.removeEventListener(event, listener);
  }

  get<K extends EventName>(event: K): ((params: AppEventMap[K]) => void) | undefined {
    return this.#events.getHandler(event);
  }

  set<K extends EventName>(event: K, handler: ((params: AppEventMap[K]) => void) | undefined): void {
    this.#listen(event);
    this.#events.setHandler(event, handler);
    this.#tellUnheard();
  }

  /** Serves a request; throws if somebody does. */
  serve({ method, serve }: Registration): void {
    this.#claim(method, "setRequestHandler");
    this.requests.set(method, serve);
  }

  /** Hears a notification; throws if somebody does. */
  hear({ method, serve }: Registration): void {
    this.#claim(method, "setNotificationHandler");
    this.#notifications.set(method, serve);
    this.#tellUnheard();
  }

  /** As the `on…` properties do it: whoever served is replaced. */
  replace(method: string, serve: Serve | undefined): void {
    this.#claimed.add(method);
    if (serve) this.requests.set(method, serve);
    else this.requests.delete(method);
  }

  /** Whether somebody has this method. */
  claimed(method: string): boolean {
    return this.#claimed.has(method);
  }

  free(method: string, notifications: boolean): void {
    this.#claimed.delete(method);
    (notifications ? this.#notifications : this.requests).delete(method);
  }

  /** A new connection: what the one before has left unheard is of no interest any more. */
  clear(): void {
    this.#unheard.clear();
  }

  /** An event has come. */
  happened(event: EventName, params: unknown): void {
    // What has come later says more than what nobody has heard of it.
    this.#unheard.delete(event);
    if (event === "toolinput") this.#unheard.delete("toolinputpartial");
    if (this.#tell(event, params) || event === "hostcontextchanged") return;
    this.#unheard.set(event, params);
    if (!this.#listened.has(event)) this.#fallBack(METHODS[event], params);
  }

  /** Any other notification has come. */
  notified(method: string, params: Record<string, unknown> | undefined): void {
    const serve = this.#notifications.get(method);
    if (serve) this.#run(serve, params ?? {});
    else this.#fallBack(method, params);
  }

  /** Whether anybody has heard it. */
  #tell(event: EventName, params: unknown): boolean {
    const heard = this.#events.heard(event);
    if (heard) this.#events.dispatch(event, params as never);
    const serve = this.#notifications.get(METHODS[event]);
    if (serve) this.#run(serve, params);
    return heard || serve !== undefined;
  }

  /** Those who come in the same turn hear it together, in the order in which it was said. */
  #tellUnheard(): void {
    if (this.#telling || this.#unheard.size === 0) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      for (const [event, params] of [...this.#unheard]) if (this.#tell(event, params)) this.#unheard.delete(event);
    });
  }

  #listen(event: EventName): void {
    if (!Object.hasOwn(METHODS, event)) throw new Error(`Unknown event: ${String(event)}`);
    if (this.#listened.has(event)) return;
    this.#claim(METHODS[event], "setNotificationHandler");
    this.#listened.add(event);
  }

  #claim(method: string, via: string): void {
    if (this.#claimed.has(method)) {
      throw new Error(`Handler for "${method}" already registered (via ${via}). Use addEventListener() for more listeners, or the on* property to replace it.`);
    }
    this.#claimed.add(method);
  }

  #fallBack(method: string, params: any): void {
    const fallback = this.#app.fallbackNotificationHandler;
    if (fallback) this.#run(fallback, { jsonrpc: "2.0", method, params });
  }

  async #run(serve: (params: any, context: undefined) => unknown, params: unknown): Promise<void> {
    try {
      await serve(params, undefined);
    } catch (error) {
      const { onerror } = this.#app;
      if (onerror) onerror(new Error(`Uncaught error in notification handler: ${error}`, { cause: error }));
      else report(error);
    }
  }
}
