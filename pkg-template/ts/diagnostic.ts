// Oddities, from the core's numbers.

import { oddities, paths } from "./engine/tables.js";
import type { Diagnostic } from "./types.js";

/** `packed` is the numbers of the oddity and of its place, and of the item there, counted from 1. */
export function diagnosticOf(packed: number, count: number): Diagnostic {
  const oddity = 2 * (packed & 255);
  const [code, message] = [oddities[oddity]!, oddities[oddity + 1]!];
  const path = paths[(packed >> 8) & 255]!;
  const item = Math.floor(packed / 65_536);
  return { code, path: item ? `${path}/${item - 1}` : path, message, count };
}
