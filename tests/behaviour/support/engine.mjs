// The package with one engine, and what stands behind it.

/** `load` imports a file of the package. `entry` is "wasm", "js" or "index". */
export async function loadEngine(entry, load) {
  const glue = await load("engine/glue.js");
  const peers = [];
  const { start } = glue.Peer.prototype;
  glue.Peer.prototype.start = function (...parameters) {
    if (!peers.includes(this)) peers.push(this);
    return start.apply(this, parameters);
  };
  return { api: await load(`${entry}.js`), engine: entry === "index" ? "wasm" : entry, peers };
}
