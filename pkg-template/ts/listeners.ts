// Who listens to what. What the host says once is kept, so that a listener that comes late hears it too.

import { TOOL_CANCELLED, TOOL_INPUT, TOOL_INPUT_PARTIAL } from "./act.js";
import type { EventInfo } from "./types.js";
import { quietly } from "./values.js";

interface Listener {
  event: number;
  /** The sequence number of what it heard last. */
  heard: number;
  /** It came after what it listens to. */
  late: boolean;
  tell: (value: any, info: EventInfo) => void;
}

interface Said {
  sequence: number;
  duplicate: boolean;
  value: unknown;
}

/** The listeners of a widget, in the order in which they came. Events go by the core's numbers. */
export class Listeners {
  #listeners = new Set<Listener>();
  #kept = new Map<number, Said>();
  #replaying = false;

  /** Adds one. Gives a function that takes it away. */
  add(event: number, replay: boolean, tell: Listener["tell"]): () => void {
    const listener: Listener = { event, heard: 0, late: replay && this.#kept.has(event), tell };
    this.#listeners.add(listener);
    if (listener.late && !this.#replaying) {
      this.#replaying = true;
      queueMicrotask(() => this.#replay());
    }
    return () => void this.#listeners.delete(listener);
  }

  /** Tells of an event. */
  emit(event: number, sequence: number, duplicate: boolean, value: unknown): void {
    const said = { sequence, duplicate, value };
    if (event === TOOL_INPUT) this.#kept.delete(TOOL_INPUT_PARTIAL);
    if (event <= TOOL_CANCELLED) this.#kept.set(event, said);
    for (const listener of [...this.#listeners]) if (listener.event === event) this.#tell(listener, said, false);
  }

  clear(): void {
    this.#listeners.clear();
  }

  /** Tells late listeners what they missed, in the order in which it was said. */
  #replay(): void {
    this.#replaying = false;
    const late = [...this.#listeners].filter((listener) => listener.late);
    const said = (listener: Listener) => this.#kept.get(listener.event);
    late.sort((one, two) => (said(one)?.sequence ?? 0) - (said(two)?.sequence ?? 0));
    for (const listener of late) {
      listener.late = false;
      const missed = said(listener);
      if (missed) this.#tell(listener, missed, true);
    }
  }

  /** Tells one, unless it is gone or knows already: of what is kept only the latest counts. */
  #tell(listener: Listener, { sequence, duplicate, value }: Said, replayed: boolean): void {
    if (!this.#listeners.has(listener) || listener.heard >= sequence) return;
    if (listener.event <= TOOL_CANCELLED) listener.heard = sequence;
    quietly(() => listener.tell(value, { replayed, duplicate, sequence }));
  }
}
