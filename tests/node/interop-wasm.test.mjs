// Against the official library, on WebAssembly.
import { interop } from "./support/interop.mjs";

interop("wasm");
