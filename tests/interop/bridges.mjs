// One conversation of a case: a bridge that is prepared, and afterwards what must hold for each.

import { cases } from "./cases.mjs";
import { CAPABILITIES, HOST, INFO } from "./who.mjs";

/** Makes the host's side of a case. `orders` are what the widget may have done there. */
export function prepare(Bridge, name) {
  const bridge = new Bridge(null, HOST.info, HOST.capabilities, { hostContext: HOST.context });
  const complaints = [];
  let initialized = 0;
  bridge.oninitialized = () => void initialized++;
  bridge.onerror = (error) => void complaints.push(String(error));
  const orders = cases[name].host({ bridge }) ?? {};
  return { bridge, orders: { ...orders, complaints: () => complaints, initialized: () => initialized } };
}

/** Runs the widget's side; rejects if anything is wrong. `turn` waits for the next task. */
export async function perform(name, { api, options, order, turn, takeTroubles, inMemory }) {
  const widget = api.connect(INFO, { capabilities: CAPABILITIES, ...options });
  /** All that was sent, either way, has arrived: the answer comes behind it. */
  const settled = () => widget.request("ping").then(turn);
  try {
    await widget.ready;
    // In memory a call would overtake: the bridge looks at a notification one microtask after it came, and at a request at once.
    if (inMemory) await turn();
    await cases[name].widget({ widget, api, order, settled, takeTroubles });
    await settled();
    const wrong = { complaints: await order("complaints"), initialized: await order("initialized"), diagnostics: widget.diagnostics, pending: widget.pending, troubles: takeTroubles() };
    const text = JSON.stringify(wrong);
    if (text !== JSON.stringify({ complaints: [], initialized: 1, diagnostics: [], pending: 0, troubles: [] })) throw new Error(text);
  } finally {
    widget.close();
  }
}
