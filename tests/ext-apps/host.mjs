// A host in memory that does what it is told, and writes down what it gets.

import { comparable } from "./frames.mjs";

export const HOST = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "a host", version: "3" },
  hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, sampling: {}, message: { text: {} } },
  hostContext: { theme: "dark", displayMode: "inline", locale: "de-CH" },
};

/** A few tasks: what is answered in microtasks or in the next task has arrived. */
export const turn = async () => {
  for (let round = 0; round < 4; round++) await new Promise(setImmediate);
};

export class MemoryHost {
  frames = [];
  /** By method: gives a result, or `{ error }`, or nothing for no answer. */
  answers = { "ui/initialize": () => HOST };
  closed = 0;

  transport = {
    start: async () => {},
    send: async (frame) => {
      this.frames.push(structuredClone(frame));
      if (frame.id === undefined || frame.method === undefined) return;
      const answer = this.answers[frame.method]?.(frame.params, frame);
      if (answer === undefined) return;
      queueMicrotask(() => void this.say({ id: frame.id, ...(answer && Object.hasOwn(answer, "error") ? answer : { result: answer }) }));
    },
    close: async () => {
      this.closed++;
      this.transport.onclose?.();
    },
  };

  /** Says something, and waits until all that comes of it has come. */
  async say(message) {
    this.transport.onmessage?.({ jsonrpc: "2.0", ...message });
    await turn();
  }

  tell(method, params) {
    return this.say({ method, params });
  }

  /** The id of the latest request. */
  get latest() {
    return this.frames.findLast(({ id, method }) => id !== undefined && method !== undefined).id;
  }

  record() {
    return comparable(this.frames);
  }
}
