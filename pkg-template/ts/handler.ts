// Serving the host's requests.

import type { RequestHandler } from "./types.js";
import { messageOf, read } from "./values.js";

/** The core, as far as it takes answers. A code makes one an error; NaN is none. */
interface Answers {
  answer(served: number, code: number, value: unknown, data: unknown): void;
}

/** Handlers, and what they are at. */
export class Handlers {
  #handlers: { method: string; handler: RequestHandler }[] = [];
  #serving = new Map<number, AbortController>();
  /** Who serves what nobody here does. */
  #others: ((method: any) => RequestHandler | undefined) | undefined;

  constructor(others?: (method: any) => RequestHandler | undefined) {
    this.#others = others;
  }

  /** Adds one. Gives a function that takes it away. */
  add(method: string, handler: RequestHandler): () => void {
    const entry = { method, handler };
    this.#handlers.unshift(entry);
    return () => void (this.#handlers = this.#handlers.filter((known) => known !== entry));
  }

  clear(): void {
    this.#handlers = [];
    this.#others = undefined;
  }

  /** The newest handler of this method. */
  find(method: unknown): RequestHandler | undefined {
    return this.#handlers.find((known) => known.method === method)?.handler ?? this.#others?.(method);
  }

  /** Serves a request, by `otherwise` if nobody is there for it. Whether it does. */
  serve(peer: Answers, served: number, method: string, params: unknown, otherwise?: RequestHandler): boolean {
    const handler = this.find(method) ?? otherwise;
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
