// What the widget shows, as one value. The phase says which of the states the person is in:
//
//   waiting    for the host's handshake            failed     the tool answered that it failed (`text`)
//   idle       ready, nothing asked yet            protocol   the request was refused (`code`, `message`)
//   loading    a call runs (`by`, `progress`)      timeout    no answer in time (`seconds`)
//   results    `answer` holds what came            cancelled  by the person, or by the host (`reason`)
//   nohost     opened outside of a host            broken     anything else (`message`)

/** A store: one value, replaced by `set`, with listeners told after each change. */
export function createStore(initial) {
  let value = initial;
  const listeners = new Set();
  return {
    get: () => value,
    set(change) {
      const before = value;
      value = { ...value, ...change };
      for (const listener of listeners) listener(value, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(value, value);
    },
  };
}

export const initialState = {
  phase: { name: "waiting" },
  answer: undefined,
  category: "",
  catalog: undefined,
  catalogFailed: false,
  host: undefined,
  calls: 0,
  milliseconds: undefined,
  // The shortlist, the `id` of the gift that is chosen, and whether the model knows, in a sentence.
  kept: [],
  chosen: undefined,
  telling: "",
};

/** The phase for an error that a call ended with. */
export function phaseOf(error, { aborted, limit }) {
  if (aborted) return { name: "cancelled" };
  switch (error?.name) {
    case "McpError":
      return { name: "protocol", code: error.code, message: error.message };
    case "TimeoutError":
      return { name: "timeout", seconds: limit / 1000 };
    case "NoHostError":
      return { name: "nohost" };
    default:
      return { name: "broken", message: String(error?.message ?? error) };
  }
}
