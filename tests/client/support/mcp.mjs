// The servers of the tests by their version, and what makes a hostile one of a correct one.

import { VERSIONS } from "./catalogue.mjs";
import { httpSse, streamable } from "./legacy.mjs";
import { modern } from "./modern.mjs";

export { LEGACY, MODERN, VERSIONS } from "./catalogue.mjs";
export { both } from "./modern.mjs";

/** A correct server of that version. */
export const mcp = (version, options) =>
  version === VERSIONS[0] ? httpSse(options) : version === VERSIONS[4] ? modern(options) : streamable(version, options);

/**
 * A server that does otherwise in some places: `table` has scenarios by the JSON-RPC method, by "response", or by the HTTP method ("GET", "DELETE"). Each is
 * told, fourth, how often it has been asked before, and fifth what the correct server would do, as a function.
 */
export function instead(base, table) {
  const counts = new Map();
  return (request, reply, server) => {
    const name = request.method === "POST" ? (request.rpc ?? "response") : request.method;
    if (!Object.hasOwn(table, name)) return base(request, reply, server);
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return table[name](request, reply, server, before, () => base(request, reply, server));
  };
}

/** An answer to the request at hand. */
export const result = ({ message: { id } }, value) => ({ jsonrpc: "2.0", id, result: value });
export const failure = ({ message: { id } }, code, message, data) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});
