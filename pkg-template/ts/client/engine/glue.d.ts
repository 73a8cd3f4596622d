// wasm-bindgen's glue of the client's engine, as far as it is used. The build puts it here.

import type { Tell } from "../../engine/glue.js";

export class Client {
  constructor(info: object, capabilities: object, version: string | undefined, patience: number, tell: Tell);
  /** The version that the server spoke last time. */
  start(known: string | undefined): void;
  /** It is the time that was asked for. */
  wake(): void;
  /** What goes with a frame in headers: names and values in turn. */
  hints(frame: object): string[];
  sent(id: number): void;
  /** `carried`: the request whose answer it came with; NaN for none. */
  receive(message: unknown, carried: number): void;
  waits(id: number): boolean;
  /** There will be no answer. Status 0: `value` is what was thrown. */
  refused(id: number, status: number, lost: boolean, error: unknown, value: unknown): void;
  /** The stream of 2024-11-05 is open; or, with a value, could not be, or has ended. */
  opened(status: number, value: unknown): void;
  odd(message: boolean): void;
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
  close(): void;
}
/** Where the events of a stream are in its bytes. */
export class Events {
  take(chunk: Uint8Array): void;
  /** Counts so many bytes as data, if they stand in a line of data: 0 if they do not, 1 if they do, 5 if that is too long. */
  skip(bytes: number): number;
  /** 0 nothing, 1 a piece of data, 2 a line end in it, 3 the end of an event without data, 4 with data, 5 it is too long. */
  next(): number;
  from(): number;
  to(): number;
  isMessage(): boolean;
  name(): string;
  /** NaN if it has not said. */
  retry(): number;
  lastId(): string;
  /** Whether an event was left unfinished. */
  finish(): boolean;
}
/** Whether a header can be sent, and is not the protocol's own. */
export function isHeader(name: string, value: string): boolean;
/** What an engine imports. */
export const imports: WebAssembly.Imports;
export function __wbg_set_wasm(exports: object): void;
