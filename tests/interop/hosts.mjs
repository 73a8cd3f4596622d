// Hosts that cases share, and how the bridge is told what to do.

/** Both versions hand over the request's own things, in different places. */
export const signalOf = (extra) => extra.mcpReq?.signal ?? extra.signal;

export const text = (words) => ({ type: "text", text: words });
export const refused = (code, message, data) => Object.assign(new Error(message), { code, data });

/** A host that answers a method with what a function makes of its params, and tells which params came. */
export const answering = (property, answer) => ({ bridge }) => {
  const got = [];
  bridge[property] = async (params) => (got.push(params), answer(params));
  return { got: () => got };
};

/** A host for methods that the bridge has no property for. */
export const falling = (answers) => ({ bridge }) => {
  bridge.fallbackRequestHandler = async ({ method, params }) => {
    if (!answers[method]) throw refused(-32601, "Method not found");
    return answers[method](params);
  };
};
