// Against the official library, on WebAssembly.
import { interop } from "./support/interop.mjs";

await interop("wasm");
