// The core's way into the page: what carries its frames, and its timer.

import type { Peer } from "./engine/glue.js";
import { messageOf, read } from "./values.js";

/** What carries frames. `send` may throw. */
export interface Carrier {
  send(frame: object): void;
  close(): void;
}

/** `setTimeout` takes no more milliseconds; a longer wait goes in steps. */
const LONGEST = 2_147_483_647;

/** By how many milliseconds a timer may be late before that is more than a busy page. */
const LATE = 50;

export class Line {
  #peer: Peer | undefined;
  #carrier: Carrier | undefined;
  /** What is to be sent before there is a carrier; none once the line is closed. */
  #held: object[] | undefined = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whose line it is. The core is told of the line, so the line comes first. */
  set peer(peer: Peer) {
    this.#peer = peer;
  }

  /** Starts the handshake over this carrier, unless the line is closed by now. */
  open(carrier: Carrier): void {
    const held = this.#held;
    if (!held) return end(carrier);
    this.#carrier = carrier;
    this.#held = [];
    for (const frame of held) this.send(frame);
    this.#peer?.start(false);
  }

  /** Sends a frame. Must not throw. */
  send(frame: object): void {
    const carrier = this.#carrier;
    if (!carrier) return void this.#held?.push(frame);
    try {
      carrier.send(frame);
    } catch (reason) {
      // A request with a Proxy or a function in it (a framework's reactive object, say) goes as the JSON that it stands for.
      if ("method" in frame && read(reason, "name") === "DataCloneError") {
        try {
          carrier.send(JSON.parse(JSON.stringify(frame)));
          return this.#peer?.odd(true);
        } catch {}
      }
      this.#peer?.refused(frame, reason, messageOf(reason));
    }
  }

  /** Wakes the core at this time of the page's clock. Whether it will. */
  wake(time: number): boolean {
    clearTimeout(this.#timer);
    try {
      if (time < Infinity) this.#set(time, Math.min(Math.max(Math.ceil(time - performance.now()), 0), LONGEST));
      return true;
    } catch {
      return false; // The page has no working timer now.
    }
  }

  #set(due: number, delay: number): void {
    this.#timer = setTimeout(() => {
      let late;
      try {
        late = performance.now() - due > LATE;
      } catch {} // The core will notice, and has no timer from then on; without it, it would wait for this one.
      // After a long stop (a breakpoint, a suspended page) answers may be waiting behind this task: they come first.
      if (late) this.#set(Infinity, 0);
      else this.#peer?.wake();
    }, delay);
  }

  close(): void {
    clearTimeout(this.#timer);
    const carrier = this.#carrier;
    this.#carrier = this.#held = this.#peer = undefined;
    if (carrier) end(carrier);
  }
}

/** What a transport throws when it is closed concerns nobody any more. */
function end(carrier: Carrier): void {
  try {
    carrier.close();
  } catch {}
}
