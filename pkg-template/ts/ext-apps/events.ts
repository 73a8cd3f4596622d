// Listeners by the name of an event, with one replaceable handler beside them for each.

import { quietly } from "../values.js";

interface Slot {
  handler: ((params: any) => void) | undefined;
  listeners: ((params: any) => void)[];
}

/** Who listens to what. What one of them throws is reported, and stops no other. */
export class EventDispatcher<EventMap extends Record<string, unknown>> {
  #slots = new Map<keyof EventMap, Slot>();

  /** Sets the handler of an event, in place of the one before; none is none. */
  setHandler<K extends keyof EventMap>(event: K, handler: ((params: EventMap[K]) => void) | undefined): void {
    this.#slot(event).handler = handler;
  }

  getHandler<K extends keyof EventMap>(event: K): ((params: EventMap[K]) => void) | undefined {
    return this.#slots.get(event)?.handler;
  }

  /** Adds a listener. Listeners come after the handler, in the order in which they were added. */
  addEventListener<K extends keyof EventMap>(event: K, handler: (params: EventMap[K]) => void): void {
    this.#slot(event).listeners.push(handler);
  }

  /** Takes a listener away: once, if it was added more often. */
  removeEventListener<K extends keyof EventMap>(event: K, handler: (params: EventMap[K]) => void): void {
    const listeners = this.#slots.get(event)?.listeners ?? [];
    const index = listeners.indexOf(handler);
    if (index >= 0) listeners.splice(index, 1);
  }

  /** Tells the handler, then the listeners: also one that the handler has added. */
  dispatch<K extends keyof EventMap>(event: K, params: EventMap[K]): void {
    const slot = this.#slots.get(event);
    const tell = (listener: ((params: any) => void) | undefined) => quietly(() => listener?.(params));
    tell(slot?.handler);
    for (const listener of [...(slot?.listeners ?? [])]) tell(listener);
  }

  /** @internal Whether anybody would be told. */
  heard(event: keyof EventMap): boolean {
    const slot = this.#slots.get(event);
    return !!slot?.handler || !!slot?.listeners.length;
  }

  #slot(event: keyof EventMap): Slot {
    let slot = this.#slots.get(event);
    if (!slot) this.#slots.set(event, (slot = { handler: undefined, listeners: [] }));
    return slot;
  }
}
