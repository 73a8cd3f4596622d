// The package with one engine.

/** `load` imports a file of the package. `entry` is "wasm", "js" or "index". */
export async function loadEngine(entry, load) {
  return { api: await load(`${entry}.js`), engine: entry === "index" ? "wasm" : entry };
}
