// Answers that hosts give.

/** A well-formed tool result. */
export const tool = (structuredContent, text = "done") => ({ content: [{ type: "text", text }], structuredContent });

/** A handler that answers a tool with what it was called with. */
export const echo = (params) => tool({ echoed: params.arguments ?? null, name: params.name });

/** The codes of a widget's diagnostics. */
export const codes = (widget) => widget.diagnostics.map(({ code }) => code);
