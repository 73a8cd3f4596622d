// Which engine the clients of a page run on: their own, for it can do what a widget's cannot.

import { oddities, paths, reasons, words } from "../engine/tables.js";
import { type Engine, startFirst } from "../start.js";
import { __wbg_set_wasm, imports } from "./engine/glue.js";
import * as more from "./engine/tables.js";

let running: Engine["kind"] | undefined;

/** Starts the first of these engines that can run, unless one runs already. Says which does. */
export function startEngine(engines: readonly Engine[]): Engine["kind"] {
  if (!running) {
    running = startFirst(engines, imports, __wbg_set_wasm);
    // The texts that both have stand with the widget's.
    const append = (list: readonly string[], rest: readonly string[]) => (list as string[]).push(...rest);
    append(oddities, more.oddities);
    append(paths, more.paths);
    append(reasons, more.reasons);
    append(words, more.words);
  }
  return running;
}
