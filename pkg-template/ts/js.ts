// JavaScript only: runs under every policy, and tries nothing that one could report.

import { jsEngine } from "./js-engine.js";
import type { Implementation, WidgetOptions } from "./types.js";
import { type Widget, connectWith } from "./widget.js";

export * from "./public.js";

/** Connects to the host that embeds this page. Synchronous: it listens from this line on, and calls wait for the handshake. */
export function connect(info: Implementation, options?: WidgetOptions): Widget {
  return connectWith([jsEngine], info, options);
}
