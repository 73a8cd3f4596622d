// What the client's core has JavaScript do with a value: what the widget's has, and what names need that are not the protocol's.

export * from "../intrinsics.js";

/** An own member, by a name that is no word. */
export function ownNamed(object: any, name: string): unknown {
  try {
    return Object.hasOwn(object, name) ? object[name] : undefined;
  } catch {
    return undefined;
  }
}

/** Sets a member of an object of our own making. */
export function putNamed(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
