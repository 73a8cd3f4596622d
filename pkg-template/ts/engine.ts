// Which engine runs. There is one per page: the glue has one slot for it, and every handle belongs to what is in there.

import { __wbg_set_wasm, imports } from "./engine/glue.js";
import { EngineError } from "./errors.js";
import { messageOf } from "./values.js";

/** The core, in one of its two forms. */
export interface Engine {
  readonly kind: "wasm" | "js";
  /** Makes an instance, synchronously. Throws where that is forbidden. */
  instantiate(imports: WebAssembly.Imports): object;
}

let running: Engine["kind"] | undefined;

/** Starts the first of these engines that can run, unless one runs already. Says which does. */
export function startEngine(engines: readonly Engine[]): Engine["kind"] {
  if (running) return running;
  let cause: unknown;
  for (const engine of engines) {
    try {
      __wbg_set_wasm(engine.instantiate(imports));
      return (running = engine.kind);
    } catch (error) {
      cause = error;
    }
  }
  throw new EngineError(`No engine can run here: ${messageOf(cause)}`, { cause });
}
