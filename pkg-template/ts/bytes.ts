// Bytes as text, one character for the most frequent 88 of them, two for the others.
//
// Base64 spreads three bytes over four characters, and what repeats in the bytes does not repeat in the text: compressed, it is a third
// larger than the bytes. This way the compressed text is as small as the compressed bytes. Only characters that neither a JavaScript
// string, a template nor HTML gives a meaning are used.

import { EngineError } from "./errors.js";
import { forbidsWasm } from "./policy.js";

/** Where the text stands in the decoder's memory. */
const START = 384;

/**
 * `order` are the byte values, in hexadecimal, the most frequent first; `decoder` is the module that does the work (`decoder.wat`), in
 * base64.
 */
export function decode(decoder: string, order: string, text: string): Uint8Array<ArrayBuffer> {
  const module = new WebAssembly.Module(Uint8Array.from(atob(decoder), (byte) => byte.charCodeAt(0)));
  const { memory, decode } = new WebAssembly.Instance(module).exports as { memory: WebAssembly.Memory; decode(end: number): number };
  const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
  // Printable ASCII without what would have to be escaped. The first two announce a second character.
  const codes = [];
  for (let code = 32; code < 127; code++) if (!"\"$<\\`".includes(String.fromCharCode(code))) codes.push(code);
  const singles = codes.length - 2;
  for (let rank = 0; rank < 256; rank++) {
    bytes[128 * Math.floor(rank / singles) + codes[2 + (rank % singles)]!] = parseInt(order.slice(2 * rank, 2 * rank + 2), 16);
  }
  const { written } = new TextEncoder().encodeInto(text, bytes.subarray(START));
  return bytes.subarray(START, decode(START + written));
}

/** An empty module. `WebAssembly.validate` says yes under every policy, and WebKit forbids no more than the instance. */
const EMPTY = [0, 97, 115, 109, 1, 0, 0, 0];

/** An instance of the module that a text stands for, made synchronously. Nothing is fetched: hosts forbid it. */
export function instantiate(decoder: string, order: string, text: string, imports: WebAssembly.Imports): object {
  if (forbidsWasm()) throw new EngineError("The page's own policy forbids WebAssembly");
  instance(Uint8Array.from(EMPTY), {});
  return instance(decode(decoder, order, text), imports);
}

function instance(source: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports): object {
  return new WebAssembly.Instance(new WebAssembly.Module(source), imports).exports;
}
