// wasm-bindgen's glue, as far as it is used. The build puts it here.

/**
 * Is told everything: a number of `act.ts`, a call's tag or 1 for a duplicate, and what belongs to it. Must not throw. Says whether a
 * request is served, and of a time whether the core will be woken then.
 */
export type Tell = (act: number, tag: number, number: number, value: any, more: any) => boolean | undefined | void;

export class Peer {
  constructor(initialize: object, base: number, tell: Tell);
  /** Alone: there is nobody to ask. */
  start(alone: boolean): void;
  /** It is the time that was asked for. */
  wake(): void;
  receive(message: unknown): void;
  /** Whose a message is: 0 if it is another connection's, 1 if it is this one's, 2 if one of them is to answer it. */
  concerns(message: unknown): number;
  /** A frame that could not be sent; or no frame: the transport could not start. */
  refused(frame: object | undefined, reason: unknown, text: string | undefined): void;
  /** The transport reported an error, or took a frame only as the JSON that it stands for. */
  odd(cloned: boolean): void;
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
