// What VS Code's webviews make of a window.

/** Dresses it up: a Proxy for a parent, wrapped listeners and events, functions only. Returns a function that undoes it. */
export function disguise() {
  const real = window.parent;
  const { addEventListener, removeEventListener } = window;
  const descriptor = Object.getOwnPropertyDescriptor(window, "parent");
  const wrapped = new Map();
  window.addEventListener = (type, listener, options) => {
    if (type !== "message") return addEventListener.call(window, type, listener, options);
    if (typeof listener !== "function") throw new TypeError("only functions");
    const wrapper = (event) => {
      const mine = event.source === real;
      listener(mine ? new Proxy(event, { get: (target, key) => (key === "source" ? window.parent : target[key]) }) : event);
    };
    wrapped.set(listener, wrapper);
    return addEventListener.call(window, type, wrapper, options);
  };
  window.removeEventListener = (type, listener, options) => removeEventListener.call(window, type, wrapped.get(listener) ?? listener, options);
  // The parent that pages of VS Code see is the window itself, behind a Proxy.
  const parent = new Proxy(window, { get: (target, key) => (key === "postMessage" ? (message, transfer) => real.postMessage(message, transfer) : target[key]) });
  Object.defineProperty(window, "parent", { configurable: true, writable: true, value: parent });
  return () => {
    Object.defineProperty(window, "parent", descriptor);
    delete window.addEventListener;
    delete window.removeEventListener;
  };
}
