// WebAssembly only.

import { type Client, connectWith } from "./client.js";
import { wasmEngine } from "./wasm-engine.js";
import type { ClientOptions } from "./types.js";

export * from "./public.js";

/** Connects to a server. Synchronous: calls wait until it has said who it is. */
export function connectServer(url: string | URL, options: ClientOptions): Client {
  return connectWith([wasmEngine], url, options);
}
