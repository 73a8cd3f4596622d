// The error classes, told apart by class and by name.
import { ClosedError, EngineError, InvalidResultError, McpError, NoHostError, RefusedError, TimeoutError, ToolError, type ToolResult, type Widget } from "mcp-widget";
import type { Expect, Same } from "./expect.js";

declare const widget: Widget;

export async function call(): Promise<unknown> {
  try {
    return await widget.callTool("suggest_gifts");
  } catch (error) {
    if (error instanceof McpError) return [error.code.toFixed(), error.data, error.method?.length, error.id?.toFixed()];
    if (error instanceof ToolError) return error.result.content;
    if (error instanceof RefusedError) return [error.reason.length, error.cause];
    if (error instanceof TimeoutError) return error.timeout.toFixed();
    if (error instanceof InvalidResultError) return [error.path.length, error.reason.length, error.raw];
    if (error instanceof ClosedError) return error.method?.length;
    if (error instanceof NoHostError) return error.method?.length;
    if (error instanceof EngineError) return error.cause;
    throw error;
  }
}

type Failure = McpError | ToolError | RefusedError | TimeoutError | InvalidResultError | ClosedError | NoHostError | EngineError;

/** `name` is what tells them apart where there are two copies of the package. */
export function tell(error: Failure): string {
  switch (error.name) {
    case "McpError":
      return `${error.code} ${error.data}`;
    case "ToolError":
      return `${error.result.isError}`;
    case "RefusedError":
      return `${error.reason} ${error.method}`;
    case "TimeoutError":
      return `${error.timeout}`;
    case "InvalidResultError":
      return `${error.path} ${error.reason}`;
    case "ClosedError":
    case "NoHostError":
      return `${error.method}`;
    case "EngineError":
      return error.message;
  }
}

export type Told = [
  Expect<Same<McpError["name"], "McpError">>,
  Expect<Same<NoHostError["name"], "NoHostError">>,
  Expect<Same<McpError["code"], number>>,
  Expect<Same<ToolError["result"], ToolResult>>,
  Expect<Same<Failure extends Error ? true : false, true>>,
];

// Tests of widgets make such errors themselves.
export const made: Error = new McpError(-32602, "Invalid params", { field: "budget" }, { method: "tools/call", id: 1 });
// @ts-expect-error: the code is a number
new McpError("-32602", "Invalid params");
// @ts-expect-error: the code is what arrived
new McpError(-32602, "Invalid params").code = 0;
