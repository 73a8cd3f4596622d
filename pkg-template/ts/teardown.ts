// The end of the page: the host says so, or the page just goes.

import type { TeardownHandler } from "./types.js";
import { report } from "./values.js";

/** Those whose handlers a page that goes calls. */
const page = new Set<Teardown>();

/** Those that one request of the host's is for: the widgets that share the parent window. */
const shared = new Set<Teardown>();

/** The teardown handlers of a widget. */
export class Teardown {
  #handlers: { handler: TeardownHandler }[] = [];
  #patience: number;
  #together = new Set<Teardown>([this]);
  #open = true;
  /** They were called, and the page is still here. */
  #done = false;
  /** Settles when a teardown can be answered; there for as long as its handlers are at work. */
  #left: Promise<void> | undefined;
  #leave = () => {};

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** It is the window's that is told. */
  share(): void {
    this.#together = shared.add(this);
  }

  add(handler: TeardownHandler): () => void {
    const entry = { handler };
    this.#handlers.push(entry);
    if (this.#open && typeof addEventListener === "function") {
      page.add(this);
      addEventListener("pagehide", gone);
      addEventListener("pageshow", back);
    }
    return () => void (this.#handlers = this.#handlers.filter((known) => known !== entry));
  }

  /** Calls the handlers of all that it concerns. A host that asks again meanwhile, perhaps because of what a handler says, waits for the same. */
  run = (params: Record<string, unknown>): Promise<void> => {
    if (this.#left) return this.#left;
    const left = (this.#left = new Promise((resolve) => {
      // A host is known that waits 250 ms and no longer. What the handlers have sent by then takes its way all the same.
      const timer = this.#patience > 0 && this.#patience < Infinity ? setTimeout(resolve, this.#patience) : undefined;
      this.#leave = () => (clearTimeout(timer), resolve());
    }));
    Promise.all([...this.#together].flatMap((one) => one.#call(params))).then(() => {
      this.#left = undefined;
      this.#leave();
    });
    return left;
  };

  /** A page that goes and was not told before; its handlers cannot be waited for. */
  hide(): void {
    if (!this.#done) this.#call({ reason: "pagehide" });
  }

  /** It was kept, and came back. */
  show(): void {
    this.#done = false;
  }

  #call(params: Record<string, unknown>): Promise<unknown>[] {
    this.#done = true;
    return this.#handlers.map(async ({ handler }) => handler(params)).map((work) => work.catch(report));
  }

  clear(): void {
    this.#open = false;
    this.#handlers = [];
    shared.delete(this);
    if (page.delete(this) && page.size === 0) {
      removeEventListener("pagehide", gone);
      removeEventListener("pageshow", back);
    }
    this.#leave();
  }
}

function gone(): void {
  for (const one of page) one.hide();
}

function back(event: PageTransitionEvent): void {
  if (event.persisted) for (const one of page) one.show();
}
