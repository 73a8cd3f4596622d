// Auto: WebAssembly where the page's policy allows it, else JavaScript.

import { type Client, connectWith } from "./client.js";
import { jsEngine } from "./js-engine.js";
import { wasmEngine } from "./wasm-engine.js";
import type { ClientOptions } from "./types.js";

export * from "./public.js";

/** Connects to a server. Synchronous: calls wait until it has said who it is. */
export function connectServer(url: string | URL, options: ClientOptions): Client {
  return connectWith([wasmEngine, jsEngine], url, options);
}
