// The client's core as JavaScript: the same module, lowered by wasm2js.

import type { Engine } from "../start.js";
import { instantiate } from "./engine/js.js";

export const jsEngine: Engine = { kind: "js", instantiate };
