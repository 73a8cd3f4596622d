// A transport made of whatever a case wants it to have.

import { HOST } from "./host.mjs";

/** A widget on a transport made of these members; `answer` shakes hands. */
export function on({ api, widgets }, members) {
  const frames = [];
  const transport = { send: (frame) => void frames.push(frame), ...members };
  const widget = api.connect({ name: "t", version: "1" }, { transport, timeout: 0, autoResize: false });
  widgets.push(widget);
  const answer = () => transport.onmessage({ jsonrpc: "2.0", id: frames[0].id, result: HOST });
  return { widget, transport, frames, answer };
}
