// wasm-bindgen's glue, as far as it is used. The build puts it here.

export type Settle = (kind: number, id: number, value: any, more: any) => void;

export class Peer {
  constructor(initialize: object);
  start(send?: (message: object) => void, close?: () => void): void;
  receive(message: unknown): void;
  refused(frame: unknown, reason: unknown): void;
  troubled(): void;
  call(method: string, params: object, meta: object | undefined, expect: number, timeout: number, total: number, settle: Settle): number;
  abort(id: number, reason: unknown, text: string | undefined): void;
  notify(method: string, params: object | undefined): void;
  listen(event: number, listener: (flags: number, sequence: number, value: any, raw: unknown) => void, replay: boolean): number;
  unlisten(id: number): void;
  serve(method: string, handler: (abort: number, served: number, value: any) => void): number;
  unserve(id: number): void;
  answer(served: number, code: number | undefined, value: unknown, data: unknown): void;
  host(): [any, any, any, any] | undefined;
  failure(settle: Settle): void;
  pending(): number;
  close(): void;
}
/** What an engine imports. */
export const imports: WebAssembly.Imports;
export function __wbg_set_wasm(exports: object): void;
