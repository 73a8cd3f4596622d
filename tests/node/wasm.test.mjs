// The suite on WebAssembly.
import { suite } from "./support/engine.mjs";

await suite("wasm");
