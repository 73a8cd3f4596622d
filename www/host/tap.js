// A transport that shows every frame to a watcher before it passes it on.

/** Wraps `inner`; `watch(direction, message)` gets "in" for frames from the widget and "out" for ours. */
export class TapTransport {
  #inner;
  #watch;

  constructor(inner, watch) {
    this.#inner = inner;
    this.#watch = watch;
  }

  start() {
    this.#inner.onmessage = (message, extra) => {
      this.#watch("in", message);
      this.onmessage?.(message, extra);
    };
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    return this.#inner.start();
  }

  send(message, options) {
    this.#watch("out", message);
    return this.#inner.send(message, options);
  }

  close() {
    return this.#inner.close();
  }
}
