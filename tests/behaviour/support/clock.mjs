// A clock that a case turns by hand. It is as strict as a browser's: a delay that no timer can hold fires at once.

import { turn } from "./real.mjs";

const LONGEST = 2_147_483_647;

export class Clock {
  #time = 5_000;
  #timers = new Map();
  #last = 0;
  #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

  install() {
    globalThis.setTimeout = (callback, delay = 0, ...values) => {
      const fits = delay >= 0 && delay <= LONGEST;
      this.#timers.set(++this.#last, { at: this.#time + (fits ? delay : 1), callback, values });
      return this.#last;
    };
    globalThis.clearTimeout = (timer) => void this.#timers.delete(timer);
    performance.now = () => this.#time;
  }

  restore() {
    Object.assign(globalThis, this.#real);
    delete performance.now;
  }

  /** How many timers run. */
  get count() {
    return this.#timers.size;
  }

  /** Lets time pass; each timer runs at its time, and what it sends arrives before the next one. */
  async advance(milliseconds) {
    const until = this.#time + milliseconds;
    await turn();
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= until).sort(([, one], [, two]) => one.at - two.at)[0];
      if (!due) break;
      const [id, { at, callback, values }] = due;
      this.#timers.delete(id);
      this.#time = Math.max(this.#time, at);
      callback(...values);
      await turn();
    }
    this.#time = until;
    await turn();
  }
}
