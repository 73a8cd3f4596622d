// The official schema of MCP Apps, for the frames that widgets send.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const path = fileURLToPath(import.meta.resolve("@modelcontextprotocol/ext-apps/schema.json"));
const { $defs } = JSON.parse(readFileSync(path, "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);

// Each definition is a document of its own: its references are meant from its own root.
const byMethod = new Map();
for (const definition of Object.values($defs)) {
  const method = definition.properties?.method?.const;
  if (method) byMethod.set(method, ajv.compile(definition));
}

/** Throws unless the frame is what the schema says of its method. MCP has `_meta` in all params; the schema, which is closed, knows nothing of it. */
export function checkFrame({ jsonrpc: _, id: __, ...frame }) {
  if (frame.params?._meta) {
    const { _meta, ...params } = frame.params;
    frame.params = params;
  }
  const validate = byMethod.get(frame.method);
  if (!validate) throw new Error(`the schema has no ${frame.method}`);
  if (!validate(frame)) throw new Error(`${JSON.stringify(frame)}: ${ajv.errorsText(validate.errors)}`);
}
