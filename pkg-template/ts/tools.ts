// Tools that the widget itself offers to the host (MCP Apps: `tools` in the capabilities of the app).

import { McpError } from "./errors.js";
import { firstOf, issueOf } from "./schema.js";
import type { RegisteredTool, ToolChanges, ToolConfig, ToolHandler, ToolResult } from "./types.js";
import { asFunction, asPlain, asText, messageOf, read } from "./values.js";

interface Entry extends ToolConfig {
  handler: ToolHandler<any>;
  enabled: boolean;
}

/** The tools of a widget. `changed` is called, in a microtask, when the list is another. */
export class Tools {
  #tools = new Map<string, Entry>();
  #told = true;
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  register(name: string, config: ToolConfig, handler: ToolHandler<any>): RegisteredTool {
    const tools = this.#tools;
    if (tools.has(asText(name, "name"))) throw new TypeError(`A tool is called ${name} already`);
    const entry: Entry = { ...asConfig(config), handler: asFunction(handler, "handler"), enabled: true };
    tools.set(name, entry);
    this.#tell();
    /** Changes it, unless it is gone. */
    const change = (changes: Partial<Entry>) => {
      if (tools.get(name) !== entry) return;
      Object.assign(entry, changes);
      this.#tell();
    };
    return {
      get name() {
        return name;
      },
      get enabled() {
        return entry.enabled;
      },
      enable: () => change({ enabled: true }),
      disable: () => change({ enabled: false }),
      update: (changes: ToolChanges) => {
        const { handler = entry.handler, ...own } = asConfig(changes);
        change({ ...own, handler: asFunction(handler, "handler") });
      },
      remove: () => {
        if (tools.get(name) === entry && tools.delete(name)) this.#tell();
      },
    };
  }

  /** `tools/list`. */
  list = (): object => {
    const tools: object[] = [];
    for (const [name, { handler, enabled, inputSchema, outputSchema, ...config }] of this.#tools) {
      if (enabled) tools.push({ ...config, name, inputSchema: jsonOf(inputSchema, "input") ?? { type: "object" }, outputSchema: jsonOf(outputSchema, "output") });
    }
    // Without members that are undefined.
    return { tools: JSON.parse(JSON.stringify(tools)) };
  };

  /** `tools/call`. Whatever fails in a tool is a result, as the protocol wants it; only a tool that does not exist is an error. */
  call = async (params: Record<string, unknown>, info: { readonly signal: AbortSignal }): Promise<ToolResult> => {
    const { name, arguments: given, _meta } = params;
    const tool = this.#tools.get(name as string);
    if (!tool?.enabled) throw new McpError(-32602, `Unknown tool: ${name}`);
    // As it is now: it may be updated while it runs.
    const { handler, inputSchema = { type: "object" }, outputSchema } = tool;
    try {
      const args = await checked(inputSchema, given ?? {}, "arguments");
      const result = asResult(await handler(args as never, { signal: info.signal, _meta: _meta as never }));
      // As the schema has it: it may fill in what is missing, and leave out what is not to be told.
      if (outputSchema && !result.isError) result.structuredContent = await checked(outputSchema, result.structuredContent, "structuredContent");
      return withContent(result);
    } catch (error) {
      return { content: [{ type: "text", text: messageOf(error) ?? "The tool failed" }], isError: true };
    }
  };

  /** Several changes at once are told once. */
  #tell(): void {
    if (!this.#told) return;
    this.#told = false;
    queueMicrotask(() => {
      this.#told = true;
      this.#changed();
    });
  }
}

function asConfig(config: unknown): Partial<Entry> {
  const own = { ...asPlain(config, "config") };
  for (const part of ["inputSchema", "outputSchema"]) {
    const schema = own[part];
    if (schema !== undefined && !isStandard(schema)) asPlain(schema, part);
  }
  // What cannot be written as JSON throws here, and not when the host asks for the list: that would take the other tools along.
  for (const part of Object.values(own)) if (!isStandard(part)) JSON.stringify(part);
  return own;
}

const isStandard = (schema: unknown): boolean => typeof read(read(schema, "~standard"), "validate") === "function";

/** What a handler gives: a result, a text, or nothing. */
function asResult(given: any): any {
  if (typeof given === "string") return { content: [{ type: "text", text: given }] };
  return { ...asPlain(given ?? {}, "a tool's result") };
}

/** Without content it is the structured result as a text, as the protocol advises, for hosts that read texts only. */
function withContent(result: any): ToolResult {
  if (Array.isArray(result.content)) return result;
  const text = JSON.stringify(result.structuredContent);
  return { ...result, content: text === undefined ? [] : [{ type: "text", text }] };
}

/** The value, as the schema has it; throws if it does not fit. */
async function checked(schema: unknown, value: unknown, name: string): Promise<unknown> {
  if (!isStandard(schema)) {
    const issue = issueOf(schema, value, name);
    if (issue) throw new TypeError(issue);
    return value;
  }
  const { issues, value: read } = await (schema as any)["~standard"].validate(value);
  if (!issues) return read;
  const { path, message } = firstOf(issues, name);
  throw new TypeError(`${path}: ${message}`);
}

/** JSON Schema, of what may be something else: Standard Schema has a way to it since 2026, ArkType one of its own. */
function jsonOf(schema: any, side: "input" | "output"): unknown {
  if (!isStandard(schema)) return schema;
  try {
    const written = JSON.stringify(schema["~standard"].jsonSchema?.[side]({ target: "draft-2020-12" }) ?? schema.toJsonSchema?.());
    return written ? JSON.parse(written) : { type: "object" };
  } catch {
    return { type: "object" }; // Not everything that can be checked can be written down.
  }
}
