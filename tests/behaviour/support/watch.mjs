// What must hold whatever a case does: counted from the moment this module is imported, before the package is.

const timers = new Set();
const { setTimeout, clearTimeout } = globalThis;

globalThis.setTimeout = (callback, delay, ...values) => {
  const timer = setTimeout(
    (...given) => {
      timers.delete(timer);
      callback(...given);
    },
    delay,
    ...values,
  );
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  timers.delete(timer);
  clearTimeout(timer);
};

const listeners = new Map();
const WATCHED = new Set(["abort", "message", "pagehide"]);
const { addEventListener, removeEventListener } = EventTarget.prototype;

function entry(target, type) {
  if (!listeners.has(type)) listeners.set(type, new Map());
  const targets = listeners.get(type);
  if (!targets.has(target)) targets.set(target, new Set());
  return targets.get(target);
}

EventTarget.prototype.addEventListener = function (type, listener, ...more) {
  if (WATCHED.has(type)) entry(this ?? globalThis, type).add(listener);
  return addEventListener.call(this ?? globalThis, type, listener, ...more);
};
EventTarget.prototype.removeEventListener = function (type, listener, ...more) {
  if (WATCHED.has(type)) entry(this ?? globalThis, type).delete(listener);
  return removeEventListener.call(this ?? globalThis, type, listener, ...more);
};

/** How many listeners of a type there are. */
export function listenerCount(type, target) {
  if (target) return entry(target, type).size;
  return [...(listeners.get(type)?.values() ?? [])].reduce((sum, known) => sum + known.size, 0);
}

/** How many timers run that were not set by the tests. */
export const timerCount = () => timers.size;

/** Exceptions that went to `reportError`, and promises that nobody caught. */
export const troubles = [];

if (typeof window === "undefined") {
  globalThis.reportError = (error) => troubles.push(error);
  // Node writes its own warnings to the console, of many listeners on one signal for example.
  process.removeAllListeners("warning");
  process.on("unhandledRejection", (reason) => troubles.push(new Error("unhandled rejection", { cause: reason })));
} else {
  addEventListener.call(window, "error", (event) => {
    troubles.push(event.error ?? new Error(event.message));
    event.preventDefault();
  });
  addEventListener.call(window, "unhandledrejection", (event) => {
    troubles.push(new Error("unhandled rejection", { cause: event.reason }));
    event.preventDefault();
  });
}

/** What was written to the console: nothing may be, whatever happens. */
export const spoken = [];
for (const level of ["log", "info", "debug", "warn", "error", "trace", "dir", "table", "assert"]) {
  const speak = console[level];
  console[level] = (...words) => {
    spoken.push(`console.${level}`);
    return speak.apply(console, words);
  };
}

/** The table of handles, the only array of this length that the glue makes; its length only grows. */
export let handles = [];
const { fill } = Array.prototype;
Array.prototype.fill = function (...values) {
  if (this.length === 1024 && values.length === 1 && values[0] === undefined) handles = this;
  return fill.apply(this, values);
};

/** How many bytes of memory the engine has. */
export let memorySize = () => 0;
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...parameters) {
  const instance = new Instance(...parameters);
  const memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
  if (memory) memorySize = () => memory.buffer.byteLength;
  return instance;
};

// Lowered to JavaScript, the engine's memory is an ArrayBuffer that is replaced when it grows.
const { ArrayBuffer: Plain } = globalThis;
globalThis.ArrayBuffer = function ArrayBuffer(length, ...more) {
  if (length >= 1 << 20 && length % 65_536 === 0) memorySize = () => length;
  return new Plain(length, ...more);
};
globalThis.ArrayBuffer.prototype = Plain.prototype;
Object.setPrototypeOf(globalThis.ArrayBuffer, Plain);
