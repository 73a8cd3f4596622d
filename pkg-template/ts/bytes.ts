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
 * The bytes that a text stands for. `decoder` is the module that does the work (`decoder.wat`) and knows what each character means, in base64;
 * its memory has room for the text.
 */
export function decode(decoder: string, text: string): Uint8Array<ArrayBuffer> {
  const module = Uint8Array.from(atob(decoder), (byte) => byte.charCodeAt(0));
  const { memory, decode } = instance(module, {}) as { memory: WebAssembly.Memory; decode(end: number): number };
  const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
  const { written } = new TextEncoder().encodeInto(text, bytes.subarray(START));
  return bytes.subarray(START, decode(START + written));
}

/**
 * An instance of the module that a text stands for, made synchronously. Nothing is fetched: hosts forbid it. Where WebAssembly is forbidden, the
 * decoder fails, which is small, and nothing else is tried: the policy is violated once. (`WebAssembly.validate` says yes under every
 * policy, and WebKit forbids no more than the instance.)
 */
export function instantiate(decoder: string, text: string, imports: WebAssembly.Imports): object {
  if (forbidsWasm()) throw new EngineError("The page's own policy forbids WebAssembly");
  return instance(decode(decoder, text), imports);
}

function instance(source: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports): object {
  return new WebAssembly.Instance(new WebAssembly.Module(source), imports).exports;
}
