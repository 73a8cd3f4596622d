// The client's core as WebAssembly: its bytes, inlined.

import { instantiate } from "../bytes.js";
import type { Engine } from "../start.js";
import { decoder, text } from "./engine/wasm.js";

export const wasmEngine: Engine = { kind: "wasm", instantiate: (imports) => instantiate(decoder, text, imports) };
