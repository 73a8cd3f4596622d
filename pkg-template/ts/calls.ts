// The calls of a widget, from their options to their ends.

import { ERROR, PROGRESS, RESULT } from "./act.js";
import { checkSchema, errorOf, reasonOf, withRaw } from "./ending.js";
import { RefusedError, ToolError } from "./errors.js";
import { textOf } from "./result.js";
import type { CallToolOptions } from "./types.js";
import { asFunction, asPlain, asSignal, asTimeout, messageOf, quietly, read } from "./values.js";

/** The core's numbers for what an answer must be. A method that is not here may answer anything. */
const EXPECT: Record<string, number> = {
  __proto__: null as never,
  "sampling/createMessage": 1,
  "completion/complete": 1,
  "tools/call": 2,
  "resources/read": 3,
  "resources/list": 4,
  "resources/templates/list": 5,
  "prompts/list": 6,
  "prompts/get": 7,
  "tools/list": 8,
  "ui/request-display-mode": 9,
};

/** The core, as far as it makes calls. */
interface Caller {
  call(tag: number, method: string, params: object, meta: object | undefined, expect: number, timeout: number, total: number): number;
  abort(id: number, reason: unknown, text: string | undefined): void;
}

interface Call {
  method: string;
  params: object;
  options: CallToolOptions<any>;
  /** As they were when the call was made: the options are the caller's, who may use them for the next call. */
  signal: AbortSignal | undefined;
  onprogress: CallToolOptions<any>["onprogress"];
  /** It asks for something that the host may refuse. */
  asks: boolean | undefined;
  resolve: (value: any) => void;
  reject: (error: unknown) => void;
  /** Listens to the signal. */
  abort: (() => void) | undefined;
}

export class Calls {
  /** What waits, by a number of ours: the core knows the call by it. */
  #waiting = new Map<number, Call>();
  #last = 0;

  /** How many calls wait. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** What a call asks for. */
  methodOf(tag: number): string | undefined {
    return this.#waiting.get(tag)?.method;
  }

  /** Makes a call. `params` is an object of ours, which the core may complete. */
  make<R>(peer: Caller, method: string, params: Record<string, unknown>, options: CallToolOptions<any>, standard: number, asks?: boolean): Promise<R> {
    const { signal, schema, onprogress } = options;
    const tag = (this.#last = (this.#last + 1) >>> 0);
    const calling = new Promise<any>((resolve, reject) => {
      const timeout = asTimeout(options.timeout, "timeout") ?? standard;
      const total = asTimeout(options.maxTotalTimeout, "maxTotalTimeout") ?? 0;
      asSignal(signal);
      if (schema !== undefined && typeof read(read(schema, "~standard"), "validate") !== "function") throw new TypeError("schema must be a Standard Schema");
      if (onprogress) asFunction(onprogress, "onprogress");
      if (signal?.aborted) throw signal.reason;
      const meta = metaOf(method, params, options);
      const call: Call = { method, params, options, signal, onprogress, asks, resolve, reject, abort: undefined };
      this.#waiting.set(tag, call);
      let id: number;
      try {
        id = peer.call(tag, method, params, meta, EXPECT[method] ?? 0, timeout, total);
      } catch (error) {
        this.#waiting.delete(tag);
        throw error;
      }
      if (!signal || !this.#waiting.has(tag)) return;
      call.abort = () => peer.abort(id, signal.reason, messageOf(signal.reason));
      // It may have aborted while the call was being sent.
      if (signal.aborted) call.abort();
      else signal.addEventListener("abort", call.abort);
    });
    return schema ? calling.then((result) => checkSchema(result, schema, method)) : calling;
  }

  /** How a call gets on, or ends. Must not throw. */
  told(act: number, tag: number, id: number, value: any, more: any): void {
    const call = this.#waiting.get(tag);
    if (!call) return;
    if (act === PROGRESS) {
      return quietly(() => {
        if (!call.signal?.aborted) call.onprogress?.(value);
      });
    }
    this.#waiting.delete(tag);
    // Whatever happens to the answer here, the call ends.
    try {
      if (call.abort) call.signal!.removeEventListener("abort", call.abort);
      if (act !== RESULT) throw failure(call, act, id, value, more);
      const result = withRaw(value, more);
      if (call.asks && isTrue(result.isError)) throw new RefusedError(reasonOf(result), { method: call.method, id }, result);
      if (call.options.throwOnToolError && result.isError === true) throw new ToolError(textOf(result), result, { method: call.method, id });
      call.resolve(result);
    } catch (error) {
      call.reject(error);
    }
  }
}

/** A hand-written host writes "true" or 1 as readily as true. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true" || (typeof value === "number" && value !== 0);
}

function failure({ method, params, asks }: Call, act: number, id: number, value: any, more: any): unknown {
  const request = { method, id };
  const error = errorOf(act, value, more, request, params);
  return asks && act === ERROR ? new RefusedError((error as Error).message, request, error) : error;
}

/** Puts `_meta` into the params. Gives it, if the core is to add a progress token. */
function metaOf(method: string, params: Record<string, unknown>, { _meta, onprogress }: CallToolOptions<any>): object | undefined {
  const wanted = method === "tools/call" || onprogress;
  if (!wanted && !_meta) return undefined;
  // The token's place is made here, for the core assigns it: a page may have spoilt `Object.prototype`.
  const place = wanted && { progressToken: 0 };
  const given = params._meta === undefined && _meta === undefined;
  const meta = (params._meta = given && place ? place : { ...asPlain(params._meta, "params._meta"), ...asPlain(_meta, "_meta"), ...place });
  return wanted ? meta : undefined;
}
