// The suite in Chromium on WebAssembly.
import { suite } from "./support/frames.mjs";

suite("wasm");
