// What the core has JavaScript do in one go, where builtins would take a crossing for each step. The glue finds it here.

// The envelopes are literals: those define their members, and what a page has put into `Object.prototype` does not reach them.

/** A request of the package's always has params. */
export function request(id: number, method: string, params: object): object {
  return { jsonrpc: "2.0", id, method, params };
}

export function notification(method: string, params: object | undefined): object {
  return params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
}

export function reply(id: string | number, fails: boolean, payload: unknown): object {
  return fails ? { jsonrpc: "2.0", id, error: payload } : { jsonrpc: "2.0", id, result: payload };
}

/** The integer that a value is; NaN if it is none. */
export function integer(value: unknown): number {
  return Number.isInteger(value) ? (value as number) : NaN;
}

/** How many own members an object has; a function is none. A Proxy may throw. */
export function size(value: object): number {
  return typeof value === "object" ? Object.keys(value).length : 0;
}

/** An own member. A getter or a Proxy may throw. */
export function own(object: any, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A new object with the members of both. A Proxy may throw. */
export function merge(one: object, two: object): object {
  return { ...one, ...two };
}

/** Sets a member of an object of our own making. */
export function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Whether both are written as the same JSON. What cannot be written throws. */
export function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}
