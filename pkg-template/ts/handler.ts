// Serving the host's requests.

import type { Peer } from "./engine/glue.js";
import type { Teardown } from "./teardown.js";
import type { RequestHandler, TeardownHandler, WidgetOptions } from "./types.js";
import { messageOf, read } from "./values.js";

const TEARDOWN = "ui/resource-teardown";

/** The handlers of a widget, and what they are at. */
export class Handlers {
  #handlers: { method: string; handler: RequestHandler }[] = [];
  #serving = new Map<number, AbortController>();
  #teardown: Teardown;
  /** Who serves what nobody here does. */
  #others: WidgetOptions["serves"];

  constructor(teardown: Teardown, others: WidgetOptions["serves"]) {
    this.#teardown = teardown;
    this.#others = others;
  }

  /** Adds one. Gives a function that takes it away. */
  add(method: string, handler: RequestHandler): () => void {
    const entry = { method, handler };
    this.#handlers.unshift(entry);
    return () => void (this.#handlers = this.#handlers.filter((known) => known !== entry));
  }

  /** Adds one for a teardown, which all of them serve. Gives a function that takes it away. */
  addTeardown(handler: TeardownHandler): () => void {
    const remove = [this.#teardown.add(handler), this.add(TEARDOWN, this.#teardown.run)];
    return () => remove.forEach((run) => run());
  }

  clear(): void {
    this.#handlers = [];
    this.#others = undefined;
    this.#teardown.clear();
  }

  /** The newest handler of this method. */
  find(method: unknown): RequestHandler | undefined {
    return this.#handlers.find((known) => known.method === method)?.handler ?? this.#others?.(method);
  }

  /** Serves a request. Whether there is somebody to do so. */
  serve(peer: Peer, served: number, method: string, params: unknown): boolean {
    // Who has nothing to say about a teardown need not refuse it.
    const handler = this.find(method) ?? (method === TEARDOWN && (() => {}));
    if (!handler) return false;
    const controller = new AbortController();
    this.#serving.set(served, controller);
    run(handler, params, { signal: controller.signal, method }).then(
      (result) => this.#serving.delete(served) && peer.answer(served, NaN, result, undefined),
      (error) => {
        const code = read(error, "code");
        if (this.#serving.delete(served)) peer.answer(served, Number.isInteger(code) ? code : -32603, messageOf(error) ?? "Internal error", read(error, "data"));
      },
    );
    return true;
  }

  /** No answer is wanted any more. */
  abort(served: number, reason: unknown): void {
    const controller = this.#serving.get(served);
    this.#serving.delete(served);
    controller?.abort(new DOMException(typeof reason === "string" ? reason : "The request was cancelled", "AbortError"));
  }
}

async function run(handler: RequestHandler, params: any, info: Parameters<RequestHandler>[1]): Promise<unknown> {
  const result = await handler(params ?? {}, info);
  if (result === undefined || result === null) return undefined;
  if (typeof result !== "object" || Array.isArray(result)) throw new TypeError("A request handler must return an object");
  return result;
}
