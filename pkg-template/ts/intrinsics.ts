// What the core has JavaScript do with a value, in one go each (`src/wire/intrinsics`): the glue finds it here. Words go by their numbers. None
// of these may throw, whatever the value is, for an exception that unwinds through WebAssembly leaves borrows and handles behind.

import { words } from "./engine/tables.js";

/** Stands for what cannot be read: a symbol, which no message has, so that it is as odd as it should be. */
const UNREADABLE = Symbol.iterator;

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

export function word(word: number): string {
  return words[word]!;
}

/** The number of the word that a value is; beyond all words if it is none. */
export function word_of(value: any): number {
  return words.indexOf(value);
}

export function is(value: unknown, word: number): boolean {
  return value === words[word];
}

/** The number of `Kind`. */
export function kind(value: unknown): number {
  if (value === null) return 1;
  // A Proxy that is revoked is an object all the same.
  if (typeof value === "object") return attempt(() => Array.isArray(value), false) ? 5 : 6;
  const known = ["undefined", "", "boolean", "number", "string"].indexOf(typeof value);
  return known < 0 ? 7 : known;
}

/** A member, also an inherited one, of whatever this is. */
export function peek(value: any, word: number): unknown {
  try {
    return value[words[word]!];
  } catch {
    return UNREADABLE;
  }
}

/** An own member. */
export function own(object: any, word: number): unknown {
  return attempt(() => (Object.hasOwn(object, words[word]!) ? object[words[word]!] : undefined), UNREADABLE);
}

export function has(object: object, word: number): boolean {
  return attempt(() => Object.hasOwn(object, words[word]!), false);
}

/** How many own members an object has; a function is none. */
export function size(value: object): number {
  try {
    return typeof value === "object" ? Object.keys(value).length : 0;
  } catch {
    return 0;
  }
}

const ENVELOPE = ["jsonrpc", "id", "method", "params", "result", "error"];

/** Whether an object has this many members of an envelope, and nothing else. */
export function is_envelope(value: object, members: number): boolean {
  try {
    const names = typeof value === "object" ? Object.keys(value) : [];
    return names.length === members && names.every((name) => ENVELOPE.includes(name));
  } catch {
    return false;
  }
}

/** A Proxy may claim any length; more than an array can have is a lie. */
export function length(array: any): number {
  const length = attempt(() => array.length, 0);
  return length >= 0 && length < 2 ** 32 ? length : 0;
}

export function item(array: any, index: number): unknown {
  try {
    return array[index];
  } catch {
    return UNREADABLE;
  }
}

/** The integer that a value is; NaN if it is none. */
export function integer(value: unknown): number {
  return Number.isInteger(value) ? (value as number) : NaN;
}

/** The integer that a text spells in canonical decimal: what is written as it was read. NaN for anything else. */
export function spelled(text: unknown): number {
  const number = typeof text === "string" ? Number(text) : NaN;
  return Number.isSafeInteger(number) && number >= 0 && String(number) === text ? number : NaN;
}

/** Whether both are written as the same JSON. */
export function same(one: unknown, two: unknown): boolean {
  return attempt(() => JSON.stringify(one) === JSON.stringify(two), false);
}

/** A new object with the members of both; `undefined` if they cannot be read. */
export function merged(one: object, two: object): object | undefined {
  return attempt<object | undefined>(() => ({ ...one, ...two }), undefined);
}

/** Sets a member of an object of our own making. By definition: what a page has put into `Object.prototype` is not asked. */
export function put(object: object, word: number, value: unknown): void {
  Object.defineProperty(object, words[word]!, { value, writable: true, enumerable: true, configurable: true });
}

/** Its place is there already, so nothing in a prototype is in its way. */
export function putToken(meta: { progressToken: number }, token: number): void {
  meta.progressToken = token;
}

// The envelopes are literals, which define their members, too.

/** A request of the package's always has params. */
export function request(id: number, method: string, params: object): object {
  return { jsonrpc: "2.0", id, method, params };
}

export function notification(method: string, params: object | undefined): object {
  return params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
}

export function reply(id: string | number, word: number, payload: unknown): object {
  return { jsonrpc: "2.0", id, [words[word]!]: payload };
}
