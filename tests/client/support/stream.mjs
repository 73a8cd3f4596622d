// Event streams as text, for servers and for pages.

/** One SSE event; `data` that is no text becomes JSON. */
export function event({ id, event, retry, data }, end = "\n") {
  const lines = [];
  if (id !== undefined) lines.push(`id: ${id}`);
  if (event !== undefined) lines.push(`event: ${event}`);
  if (retry !== undefined) lines.push(`retry: ${retry}`);
  if (data !== undefined) for (const line of (typeof data === "string" ? data : JSON.stringify(data)).split("\n")) lines.push(`data: ${line}`);
  return lines.concat("", "").join(end);
}

/** Every place where a text, as UTF-8, can be cut in two. */
export function cuts(text) {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: bytes.length + 1 }, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);
}
