// wasm-bindgen's glue, as far as it is used. The build puts it here.

/**
 * Is told everything: a number of `act.ts`, a call's tag or 1 for a duplicate, and what belongs to it. Must not throw. Says whether a
 * request is served.
 */
export type Tell = (act: number, tag: number, number: number, value: any, more: any) => boolean | void;

export class Peer {
  constructor(initialize: object, tell: Tell);
  start(send?: (message: object) => void, close?: () => void): void;
  receive(message: unknown): void;
  /** A frame that could not be sent; or no frame: the transport could not start; or no reason either: it reported an error. */
  refused(frame: unknown, reason: unknown): void;
  /** Gives the id. */
  call(tag: number, method: string, params: object, meta: object | undefined, expect: number, timeout: number, total: number): number;
  abort(id: number, reason: unknown, text: string | undefined): void;
  notify(method: string, params: object | undefined): void;
  /** A code makes it an error; NaN is none. */
  answer(served: number, code: number, value: unknown, data: unknown): void;
  close(): void;
}
/** What an engine imports. */
export const imports: WebAssembly.Imports;
export function __wbg_set_wasm(exports: object): void;
