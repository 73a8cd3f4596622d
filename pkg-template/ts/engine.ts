// Which engine runs. There is one per page: the glue has one slot for it, and every handle belongs to what is in there.

import { __wbg_set_wasm, imports } from "./engine/glue.js";
import { type Engine, startFirst } from "./start.js";

export type { Engine };

let running: Engine["kind"] | undefined;

/** Starts the first of these engines that can run, unless one runs already. Says which does. */
export function startEngine(engines: readonly Engine[]): Engine["kind"] {
  return (running ??= startFirst(engines, imports, __wbg_set_wasm));
}
