// wasm-bindgen's glue of the client's engine, as far as it is used. The build puts it here.

import type { Tell } from "../../engine/glue.js";

export class Client {
  /** Throws the number of the first header that cannot be sent. */
  constructor(url: string, info: object, capabilities: object, version: string | undefined, headers: string[], auth: Function | undefined, tell: Tell);
  /** The version that the server spoke last time. */
  start(known: string | undefined): void;
  /** Gives the id. */
  call(tag: number, method: string, params: object, meta: object | undefined, expect: number, timeout: number, total: number): number;
  abort(id: number, reason: unknown, text: string | undefined): void;
  notify(method: string, params: object | undefined): void;
  /** A code makes it an error; NaN is none. */
  answer(served: number, code: number, value: unknown, data: unknown): void;
  /** The filter of `subscriptions/listen`. */
  listen(wanted: object | undefined): void;
  /** Whether the level goes with each request from now on. */
  setLogLevel(level: string): boolean;
  close(): Promise<void>;
}
/** What an engine imports. */
export const imports: WebAssembly.Imports;
export function __wbg_set_wasm(exports: object): void;
