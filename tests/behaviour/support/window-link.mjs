// A link through the real window: what the widget posts is seen by the page that embeds it, and comes back over a port.

import { turn } from "./real.mjs";

const { parent } = window;

/** The page that embeds this one. It posts what it is told to, and tells what it got. */
export class Embedder {
  #port;
  #arriving = [];
  #flushing = [];
  link;

  constructor(port) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      if ("flushed" in data) this.#flushing.shift()();
      else this.link?.receive(data.got);
    };
    EventTarget.prototype.addEventListener.call(window, "message", (event) => {
      if (event.source !== parent || !event.isTrusted) return;
      const { data } = event;
      // The other listeners of this event run first.
      const arrived = this.#arriving.shift();
      if (arrived) turn().then(() => arrived(data));
    });
  }

  say(message) {
    this.#port.postMessage({ say: message });
    return new Promise((resolve) => this.#arriving.push(resolve));
  }

  /** There and back again, behind everything that was posted before. */
  flush() {
    parent.postMessage({ control: "flush" }, "*");
    return new Promise((resolve) => this.#flushing.push(resolve)).then(turn);
  }
}

export class WindowLink {
  receive = () => {};
  #embedder;

  constructor(embedder) {
    this.#embedder = embedder;
    embedder.link = this;
  }

  say(message) {
    return this.#embedder.say(message);
  }

  flush() {
    return this.#embedder.flush();
  }
}
