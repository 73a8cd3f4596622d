// Assertions that work in a browser. Each throws an `Error` that says what was met and what was wanted.

function shown(value) {
  try {
    return value instanceof Error ? `${value.name}: ${value.message}` : typeof value === "object" ? JSON.stringify(value) : String(value);
  } catch {
    return "something that cannot be shown";
  }
}

function fail(message, what) {
  throw new Error(what ? `${what}: ${message}` : message);
}

/** Something is true. */
export function ok(value, what) {
  if (!value) fail(`${shown(value)} is not true`, what);
}

/** The very same value. */
export function equal(actual, expected, what) {
  if (!Object.is(actual, expected)) fail(`${shown(actual)} is not ${shown(expected)}`, what);
}

/** The same data: own enumerable members, arrays by their items. */
export function same(actual, expected, what) {
  const difference = differs(actual, expected, "");
  if (difference !== undefined) fail(`${shown(actual)} is not ${shown(expected)} (at ${difference || "the top"})`, what);
}

function differs(one, two, path) {
  if (Object.is(one, two)) return undefined;
  if (typeof one !== "object" || typeof two !== "object" || one === null || two === null) return path;
  if (Array.isArray(one) !== Array.isArray(two)) return path;
  const [keys, wanted] = [Object.keys(one), Object.keys(two)];
  if (keys.length !== wanted.length) return path;
  for (const key of wanted) {
    if (!Object.hasOwn(one, key)) return `${path}/${key}`;
    const difference = differs(one[key], two[key], `${path}/${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** An error with these members: strings and numbers as they are, a RegExp for a text. */
export function isError(error, wanted, what) {
  ok(error instanceof Error, what ?? `an Error, not ${shown(error)}`);
  for (const [key, value] of Object.entries(wanted)) {
    if (value instanceof RegExp) ok(value.test(error[key]), `${what ?? "error"}.${key} ${shown(error[key])} fits ${value}`);
    else same(error[key], value, `${what ?? "error"}.${key} of ${shown(error)}`);
  }
  return error;
}

/** The promise rejects, with an error that has these members. Gives the reason. */
export async function rejects(promise, wanted, what) {
  let value;
  try {
    value = await promise;
  } catch (reason) {
    return wanted ? isError(reason, wanted, what) : reason;
  }
  return fail(`resolved with ${shown(value)}`, what);
}

/** The function throws an error with these members. */
export function throws(run, wanted, what) {
  let value;
  try {
    value = run();
  } catch (error) {
    return isError(error, wanted, what);
  }
  return fail(`returned ${shown(value)}`, what);
}
