// Reading a tool's result.

import type { ToolResult } from "./types.js";

/** The text blocks of a result, one per line. */
export function textOf(result: Pick<ToolResult, "content">): string {
  const lines: string[] = [];
  for (const block of result.content) {
    if (block?.type === "text" && typeof block.text === "string") lines.push(block.text);
  }
  return lines.join("\n");
}

/**
 * The structured result; where a host has dropped it, the JSON in the only text block.
 * `undefined` if there is neither.
 */
export function structured<T = unknown>(
  result: ToolResult<T>,
): { value: T; from: "structuredContent" | "text" } | undefined {
  if (result.structuredContent !== undefined) return { value: result.structuredContent, from: "structuredContent" };
  const texts = result.content.filter((block) => block?.type === "text");
  if (texts.length !== 1) return undefined;
  try {
    const value: unknown = JSON.parse((texts[0] as { text: string }).text);
    return typeof value === "object" && value !== null ? { value: value as T, from: "text" } : undefined;
  } catch {
    return undefined; // It is prose.
  }
}
