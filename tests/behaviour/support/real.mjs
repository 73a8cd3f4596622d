// The real clock, kept before any case replaces it.

const { setTimeout, clearTimeout, MessageChannel } = globalThis;

/** Waits for real milliseconds. */
export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let turns;
const waiting = [];

/** Ends when all that is queued now has run: a task of its own. */
export function turn() {
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  turns ??= listen();
  return new Promise((resolve) => {
    waiting.push(resolve);
    turns.postMessage(0);
  });
}

function listen() {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => waiting.shift()();
  return port1;
}

/** The promise, or an error after these milliseconds. */
export function within(milliseconds, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
