// Whether a value fits a schema.

import { pointer } from "./values.js";

/** The first thing that a Standard Schema found wrong, and where: a JSON pointer behind `root`. */
export function firstOf(issues: readonly any[], root: string): { path: string; message: string } {
  const { path = [], message } = issues[0] ?? { message: "does not fit the schema" };
  const keys = path.map((part: any) => pointer(String(typeof part === "object" ? part.key : part)));
  return { path: [root, ...keys].join("/"), message };
}

/**
 * The first thing that is wrong with a value by a JSON Schema, as far as it is looked at: `type`, `enum`, `const`, `required`, `properties`,
 * `additionalProperties: false` and `items`. What else it says is not checked.
 */
export function issueOf(schema: any, value: any, path: string): string | undefined {
  if (schema === false) return `${path}: is not allowed`;
  if (typeof schema !== "object" || schema === null) return undefined;
  const { type, enum: values, const: only, required, properties, additionalProperties, items } = schema;
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const isA = (wanted: unknown) => wanted === kind || (wanted === "integer" && Number.isInteger(value));
  if (type !== undefined && ![type].flat().some(isA)) return `${path}: must be ${[type].flat().join(" or ")}`;
  const same = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
  const known = only === undefined ? values : [only];
  if (Array.isArray(known) && !known.some(same)) return `${path}: must be one of ${JSON.stringify(known)}`;
  if (kind === "array") {
    for (const [index, item] of value.entries()) {
      const issue = issueOf(items, item, `${path}/${index}`);
      if (issue) return issue;
    }
  } else if (kind === "object") {
    for (const name of Array.isArray(required) ? required : []) if (!Object.hasOwn(value, name)) return `${path}/${pointer(String(name))}: is missing`;
    for (const name of Object.keys(value)) {
      const inner = Object.hasOwn(properties ?? {}, name) ? properties[name] : additionalProperties;
      const issue = issueOf(inner, value[name], `${path}/${pointer(name)}`);
      if (issue) return issue;
    }
  }
  return undefined;
}
