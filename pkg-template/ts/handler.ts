// Serving the host's requests.

import type { Peer } from "./engine/glue.js";
import type { RequestHandler } from "./types.js";
import { messageOf, read } from "./values.js";

/** The handlers of a widget, and what they are at. */
export class Handlers {
  #handlers: { method: string; handler: RequestHandler }[] = [];
  #serving = new Map<number, AbortController>();

  /** Adds one. Gives a function that takes it away. */
  add(method: string, handler: RequestHandler): () => void {
    const entry = { method, handler };
    this.#handlers.unshift(entry);
    return () => void (this.#handlers = this.#handlers.filter((known) => known !== entry));
  }

  clear(): void {
    this.#handlers = [];
  }

  /** The newest handler of this method. */
  find(method: string): RequestHandler | undefined {
    return this.#handlers.find((known) => known.method === method)?.handler;
  }

  /** Serves a request. Whether there is somebody to do so. */
  serve(peer: Peer, served: number, method: string, params: unknown): boolean {
    const handler = this.find(method);
    if (!handler) return false;
    const controller = new AbortController();
    this.#serving.set(served, controller);
    run(handler, params, { signal: controller.signal, method }).then(
      (result) => this.#serving.delete(served) && peer.answer(served, NaN, result, undefined),
      (error) => {
        const code = read(error, "code");
        if (this.#serving.delete(served)) peer.answer(served, Number.isInteger(code) ? code : -32603, messageOf(error), read(error, "data"));
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
