// Serving a request of the host's.

import type { Peer } from "./engine/glue.js";
import type { RequestHandler } from "./types.js";
import { messageOf, read } from "./values.js";

/** What the core calls for each request, and when one is aborted. It does not throw. */
export function handle(peer: Peer, method: string, handler: RequestHandler): (abort: number, served: number, value: any) => void {
  const serving = new Map<number, AbortController>();
  return (abort, served, value) => {
    if (abort) {
      const reason = typeof value === "string" ? value : "The request was cancelled";
      serving.get(served)?.abort(new DOMException(reason, "AbortError"));
      serving.delete(served);
      return;
    }
    const controller = new AbortController();
    serving.set(served, controller);
    serve(handler, value, { signal: controller.signal, method }).then(
      (result) => peer.answer(served, undefined, result, undefined),
      (error) => {
        const code = read(error, "code");
        peer.answer(served, Number.isInteger(code) ? code : -32603, messageOf(error), read(error, "data"));
      },
    ).then(() => serving.delete(served));
  };
}

async function serve(handler: RequestHandler, params: any, info: Parameters<RequestHandler>[1]): Promise<unknown> {
  const result = await handler(params ?? {}, info);
  if (result === undefined || result === null) return undefined;
  if (typeof result !== "object" || Array.isArray(result)) throw new TypeError("A request handler must return an object");
  return result;
}
