// The forms in which a handler is registered, brought into one.

import { parsed } from "./schemas.js";
import { read } from "../values.js";

/** A registration: what it serves, and how. `context` is there for requests only. */
export interface Registration {
  method: string;
  serve: (params: any, context: any) => unknown;
}

/**
 * `(method, handler)`, `(method, { params, result }, handler)`, or the `(schema, handler)` of 1.x, where the schema is of the whole message.
 */
export function registrationOf([what, schemas, given]: any[]): Registration {
  const method = read(read(read(what, "shape"), "method"), "value");
  const message = (method: string, params: any) => ({ method, params });
  if (typeof method === "string") {
    const { params: schema } = what.shape;
    return { method, serve: async (params, context) => schemas(message(method, await checked(schema, params)), context && asExtra(context)) };
  }
  if (typeof what !== "string") throw new TypeError("A handler is registered by a method, or by a schema whose shape.method has a value");
  if (typeof schemas === "function") return { method: what, serve: (params, context) => schemas(message(what, params), context) };
  if (typeof given !== "function") throw new TypeError("handler must be a function");
  // The schema of the result says what its type is, and no more.
  const serve: Registration["serve"] = async (params, context) => given(await checked(read(schemas, "params"), params), context ?? { jsonrpc: "2.0", ...message(what, params) });
  return { method: what, serve };
}

/** The params as the schema has them. What does not fit is the sender's fault. */
async function checked(schema: unknown, params: unknown): Promise<unknown> {
  try {
    return await parsed(schema, params, "params");
  } catch (error) {
    throw Object.assign(error as Error, { code: -32602 });
  }
}

/** The second argument of handlers in 1.x. */
function asExtra({ sessionId, mcpReq }: any): object {
  return { signal: mcpReq.signal, requestId: mcpReq.id, sessionId, _meta: mcpReq._meta, sendRequest: mcpReq.send, sendNotification: mcpReq.notify, authInfo: undefined };
}
