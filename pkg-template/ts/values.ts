// What callers hand in, checked before anything is sent.

import type { HostContext } from "./types.js";

/** A rejected promise, whatever its type. */
export function reject(reason: unknown): Promise<never> {
  return Promise.reject(reason);
}

/** Reports an exception as the DOM does for a listener's: it stops nobody else. */
export function report(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  else
    queueMicrotask(() => {
      throw error;
    });
}

/** Runs what is not to throw. */
export function quietly(run: () => void): void {
  try {
    run();
  } catch (error) {
    report(error);
  }
}

export function asText(value: unknown, name: string): string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
  return value;
}

export function asFunction<T>(value: T, name: string): T {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function`);
  return value;
}

/** An address: a text or a URL. */
export function asAddress(value: unknown, name: string): string {
  return asText(read(value, "href") ?? value, name);
}

/** A plain object, of any realm, or a Proxy of one (frameworks wrap their state in them). `undefined` stays. */
export function asPlain(value: unknown, name: string): Record<string, unknown> | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return value as Record<string, unknown>;
  }
  throw new TypeError(`${name} must be a plain object`);
}

/** An array of content blocks: each has a type. */
export function asBlocks(value: unknown, name: string): unknown[] {
  if (Array.isArray(value) && value.every((block) => typeof read(block, "type") === "string")) return value;
  throw new TypeError(`${name} must be an array of content blocks`);
}

/** A signal, of any realm. `undefined` stays. */
export function asSignal(value: AbortSignal | undefined): AbortSignal | undefined {
  if (value === undefined || (typeof value?.addEventListener === "function" && typeof value.aborted === "boolean")) return value;
  throw new TypeError("signal must be an AbortSignal");
}

/** What an exception says, whatever it is. */
export function messageOf(error: any): string | undefined {
  const message = read(error, "message") ?? error;
  return typeof message === "string" ? message : undefined;
}

/** A member, also of what throws when it is read: a peer in the same realm can hand over anything. */
export function read(value: any, key: string): any {
  try {
    return (typeof value === "object" && value !== null) || typeof value === "function" ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds; 0 for ever. `undefined` stays. */
export function asTimeout(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !(value >= 0)) throw new TypeError(`${name} must be a number of milliseconds`);
  return value;
}

/** A name as a part of a JSON pointer (RFC 6901). */
export function pointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The JSON pointer to the first member that cannot be written as JSON. */
export function uncloneable(value: unknown, path = "", above: unknown[] = []): string {
  if (typeof value === "object" && value !== null && !above.includes(value)) {
    for (const key of Object.keys(value)) {
      try {
        JSON.stringify((value as Record<string, unknown>)[key]);
      } catch {
        try {
          return uncloneable((value as Record<string, unknown>)[key], `${path}/${pointer(key)}`, [...above, value]);
        } catch {
          return `${path}/${pointer(key)}`; // A getter that throws.
        }
      }
    }
  }
  return path;
}

/**
 * How large the host lets the page be. Hosts of drafts call it `viewport`, where only the limits mean the same: width and height say how
 * large the frame is.
 */
export function containerOf(context: unknown): NonNullable<HostContext["containerDimensions"]> {
  const viewport = read(context, "viewport");
  return read(context, "containerDimensions") ?? { maxWidth: read(viewport, "maxWidth"), maxHeight: read(viewport, "maxHeight") };
}
