// WebAssembly only. Where the host forbids it, `connect` throws an `EngineError`.

import type { Implementation, WidgetOptions } from "./types.js";
import { wasmEngine } from "./wasm-engine.js";
import { type Widget, connectWith } from "./widget.js";

export * from "./public.js";

/** Connects to the host that embeds this page. Synchronous: it listens from this line on, and calls wait for the handshake. */
export function connect(info: Implementation, options?: WidgetOptions): Widget {
  return connectWith([wasmEngine], info, options);
}
