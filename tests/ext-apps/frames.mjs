// Frames of both libraries, made comparable.

/** With ids by the order in which they came, and as JSON has them. */
export function comparable(frames) {
  const ids = new Map();
  const known = (id) => ids.get(id) ?? (ids.set(id, `#${ids.size}`), ids.get(id));
  return frames.map((frame) => {
    const copy = JSON.parse(JSON.stringify(frame));
    if (copy.method && copy.id !== undefined) copy.id = known(copy.id);
    if (copy.params?.requestId !== undefined) copy.params.requestId = known(copy.params.requestId);
    const meta = copy.params?._meta;
    if (meta?.progressToken !== undefined) meta.progressToken = known(meta.progressToken);
    return copy;
  });
}

/** A frame of theirs as ours has it, where that is a listed deviation of no consequence. */
export function alike(frame) {
  const { method, params } = frame;
  if (method === "ui/notifications/initialized" && params === undefined) return { ...frame, params: {} };
  if (method === "notifications/cancelled" && params.reason === "SdkError: Request timed out") return { ...frame, params: { ...params, reason: "Request timed out" } };
  return frame;
}
