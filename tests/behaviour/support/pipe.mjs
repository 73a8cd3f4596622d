// A transport of the caller's, in memory: delivers inside `send()`, or afterwards.

import { turn } from "./real.mjs";

/** Freezes plain data: whoever writes to something that arrived throws. */
export function freeze(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const { value: member } of Object.values(Object.getOwnPropertyDescriptors(value))) freeze(member);
  return value;
}

export class Pipe {
  receive = () => {};
  closed = 0;
  #later;
  transport;

  /** `delivery` is "sync" or "async". */
  constructor(delivery) {
    this.#later = delivery === "async";
    this.transport = {
      start: () => (this.#later ? Promise.resolve() : undefined),
      send: (message) => (this.#later ? Promise.resolve().then(() => this.receive(message)) : this.receive(message)),
      close: () => void this.closed++,
    };
  }

  async say(message) {
    freeze(message);
    if (this.#later) await undefined;
    this.transport.onmessage?.(message);
    return message;
  }

  /** A message as it is, at once. */
  sayRaw(message) {
    this.transport.onmessage(message);
  }

  flush() {
    return turn();
  }
}
