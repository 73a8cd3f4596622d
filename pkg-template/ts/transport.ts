// A transport of the caller's, tied to the core.

import type { Peer } from "./engine/glue.js";
import type { Logger, Transport } from "./types.js";

/** Ties it, and starts it. Callbacks that it has already are called too, as the MCP SDK does. */
export function attach(peer: Peer, transport: Transport, closed: () => void, logger: Logger | undefined): void {
  const { onmessage, onclose, onerror } = transport;
  transport.onmessage = (message, ...more) => {
    onmessage?.call(transport, message, ...more);
    peer.receive(message);
  };
  transport.onclose = () => {
    onclose?.call(transport);
    closed();
  };
  transport.onerror = (error) => {
    onerror?.call(transport, error);
    peer.troubled();
    logger?.warn("The transport reported an error", error);
  };
  const send = (message: object) => {
    const sending: unknown = transport.send(message);
    later(sending, undefined, (reason) => peer.refused(message, reason));
  };
  const close = () => later(transport.close?.(), undefined, () => {});
  const start = () => peer.start(send, close);
  const failed = (reason: unknown) => peer.refused(undefined, reason ?? new Error("The transport could not start"));
  try {
    if (!later(transport.start?.(), start, failed)) start();
  } catch (reason) {
    failed(reason);
  }
}

/** Waits for what may be a promise. Whether it is one. */
function later(value: any, done: (() => void) | undefined, failed: (reason: unknown) => void): boolean {
  const promised = typeof value?.then === "function";
  if (promised) value.then(done, failed);
  return promised;
}
