// The core as WebAssembly: its bytes, inlined and instantiated synchronously. Nothing is fetched: hosts forbid it.

import { decode } from "./bytes.js";
import type { Engine } from "./engine.js";
import { decoder, order, text } from "./engine/wasm.js";
import { EngineError } from "./errors.js";
import { forbidsWasm } from "./policy.js";

/** An empty module. `WebAssembly.validate` says yes under every policy, and WebKit forbids no more than the instance. */
const EMPTY = [0, 97, 115, 109, 1, 0, 0, 0];

export const wasmEngine: Engine = {
  kind: "wasm",
  instantiate(imports) {
    if (forbidsWasm()) throw new EngineError("The page's own policy forbids WebAssembly");
    instantiate(Uint8Array.from(EMPTY), {});
    return instantiate(decode(decoder, order, text), imports);
  },
};

function instantiate(source: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports): object {
  return new WebAssembly.Instance(new WebAssembly.Module(source), imports).exports;
}
