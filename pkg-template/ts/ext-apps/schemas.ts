// What handlers and requests say of params and results: a Standard Schema, or anything that can `parse`.

import { firstOf } from "../schema.js";
import { read } from "../values.js";

/** Whether it is one. */
export function isSchema(value: unknown): boolean {
  return typeof read(read(value, "~standard"), "validate") === "function" || typeof read(value, "parse") === "function";
}

/** What the schema makes of the value; without one that is the value. Throws if it does not fit. */
export async function parsed(schema: any, value: unknown, name: string): Promise<any> {
  if (!isSchema(schema)) return value;
  const standard = schema["~standard"];
  if (!standard) return schema.parse(value);
  const { issues, value: result } = await standard.validate(value);
  if (!issues) return result;
  const { path, message } = firstOf(issues, name);
  throw new TypeError(`${path}: ${message}`);
}

/** A schema that can only `parse`, as a Standard Schema; any other as it is. */
export function standardOf(schema: any): any {
  if (!isSchema(schema) || schema["~standard"]) return schema;
  return { "~standard": { validate: (value: unknown) => ({ value: schema.parse(value) }) } };
}
