// `postMessage` between two windows, as a transport that `App` and the hosts' library take.
//
// `App.connect()` without a transport needs none of this: the widget has its own way to the parent window.

import { NoHostError } from "../errors.js";
import { read } from "../values.js";

export class PostMessageTransport {
  #target: Window | undefined;
  #source: MessageEventSource | undefined;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: any, extra?: any) => void;
  sessionId?: string;
  setProtocolVersion?: (version: string) => void;

  /** Sends to the target, by default the parent window; hears what comes from the source, and with none from anywhere. */
  constructor(eventTarget: Window | undefined = window.parent, eventSource?: MessageEventSource) {
    this.#target = eventTarget;
    this.#source = eventSource;
  }

  /** Listens. Whoever would only hear itself is told at once. */
  async start(): Promise<void> {
    if (this.#target === window) throw new NoHostError();
    window.addEventListener("message", this.#heard);
  }

  async send(message: any, _options?: unknown): Promise<void> {
    // The other side's origin cannot be known: a sandboxed one is opaque.
    this.#target!.postMessage(message, "*");
  }

  async close(): Promise<void> {
    window.removeEventListener("message", this.#heard);
    this.onclose?.();
  }

  #heard = (event: MessageEvent): void => {
    if (this.#source && read(event, "source") !== this.#source) return;
    const message = read(event, "data");
    const [is, method] = ["jsonrpc", "method"].map((key) => read(message, key));
    const answers = read(message, "result") !== undefined || read(message, "error") !== undefined;
    // An answer that does not say what it is of counts if somebody waits for it. Anything else in the window is not for us.
    if (answers || (is === "2.0" && typeof method === "string")) this.onmessage?.(message);
    else if (is === "2.0") this.onerror?.(new Error("Invalid JSON-RPC message received"));
  };
}
