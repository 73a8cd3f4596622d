// An engine, started.

import { EngineError } from "./errors.js";
import { messageOf } from "./values.js";

/** A core, in one of its two forms. */
export interface Engine {
  readonly kind: "wasm" | "js";
  /** Makes an instance, synchronously. Throws where that is forbidden. */
  instantiate(imports: WebAssembly.Imports): object;
}

/** Starts the first of these engines that can run, and gives what it exports to `set`. Says which it is. */
export function startFirst(engines: readonly Engine[], imports: WebAssembly.Imports, set: (exports: object) => void): Engine["kind"] {
  let cause: unknown;
  for (const engine of engines) {
    try {
      set(engine.instantiate(imports));
      return engine.kind;
    } catch (error) {
      cause = error;
    }
  }
  throw new EngineError(`No engine can run here: ${messageOf(cause)}`, { cause });
}
