// A transport of the caller's, tied to the core.

import type { Peer } from "./engine/glue.js";
import { NoHostError } from "./errors.js";
import type { Line } from "./line.js";
import type { Logger, Transport } from "./types.js";
import { messageOf } from "./values.js";

/** How long a transport may take to start, in milliseconds: as long as a host may take to answer. */
const PATIENCE = 30_000;

/**
 * Ties it, and starts it. Callbacks that it has already are called too, as the MCP SDK does, and are put back in the end.
 *
 * @returns a function that stops waiting for the start
 */
export function attach(line: Line, peer: Peer, transport: Transport, closed: () => void, logger: Logger | undefined): () => void {
  const before = { onmessage: transport.onmessage, onclose: transport.onclose, onerror: transport.onerror };
  const own: typeof before = {
    onmessage(message, ...more) {
      before.onmessage?.call(transport, message, ...more);
      peer.receive(message);
    },
    onclose() {
      before.onclose?.call(transport);
      closed();
      // From within `start()` too, which then may never end.
      stop();
    },
    onerror(error) {
      before.onerror?.call(transport, error);
      peer.odd(false);
      logger?.warn("The transport reported an error", error);
    },
  };
  Object.assign(transport, own);
  const send = (message: object) => {
    later(transport.send(message), undefined, (reason) => peer.refused(message, reason, messageOf(reason)));
  };
  const close = () => {
    for (const name of ["onmessage", "onclose", "onerror"] as const) {
      // Unless somebody else has put a callback over ours. Where there was none ours stay, and do nothing: late messages come to somebody.
      if (before[name] && transport[name] === own[name]) Object.assign(transport, { [name]: before[name] });
    }
    later(transport.close?.(), undefined, () => {});
  };
  const start = () => line.open({ send, close });
  const failed = (reason: unknown) => peer.refused(undefined, reason ?? new Error("The transport could not start"), undefined);
  const patience = setTimeout(() => failed(new NoHostError({ method: "ui/initialize" })), PATIENCE);
  const stop = () => clearTimeout(patience);
  try {
    const started = () => {
      stop();
      start();
    };
    const refused = (reason: unknown) => {
      stop();
      failed(reason);
    };
    if (!later(transport.start?.(), started, refused)) started();
  } catch (reason) {
    stop();
    failed(reason);
  }
  return stop;
}

/** Waits for what may be a promise. Whether it is one. */
function later(value: any, done: (() => void) | undefined, failed: (reason: unknown) => void): boolean {
  const promised = typeof value?.then === "function";
  if (promised) value.then(done, failed);
  return promised;
}
