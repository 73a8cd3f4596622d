// What becomes of a value that is not as it should be: the rules of docs/protocol.md, once more and apart from the library.

import { isObject } from "./fields.mjs";

const KINDS = ["text", "image", "audio", "resource", "resource_link"];

/** Whether something else stands for `true`. */
const truth = (value) => value === "true" || (typeof value === "number" && value !== 0);

/** The host that an answer makes. */
export function hostOf(result) {
  const notes = [];
  const given = isObject(result) ? result : {};
  if (given !== result) notes.push("result-type /result");
  const member = (object, name, path, fits, fallback) => {
    if (Object.hasOwn(object, name) && fits(object[name])) return object[name];
    notes.push(`${Object.hasOwn(object, name) ? "field-type" : "field-missing"} ${path}/${name}`);
    return fallback;
  };
  const isText = (value) => typeof value === "string";
  let info = member(given, "hostInfo", "/result", isObject);
  if (info) info = { ...info, name: member(info, "name", "/result/hostInfo", isText, "unknown"), version: member(info, "version", "/result/hostInfo", isText, "0") };
  const host = {
    info: info ?? { name: "unknown", version: "0" },
    capabilities: member(given, "hostCapabilities", "/result", isObject, {}),
    context: member(given, "hostContext", "/result", isObject, {}),
    protocolVersion: member(given, "protocolVersion", "/result", isText, "2026-01-26"),
  };
  return { host, notes: notes.sort() };
}

/** The result of a tool: `value`, and whether it is the object that arrived; or `fails`, the path of the reason. */
export function toolResultOf(result) {
  if (!isObject(result)) return { fails: "/result", notes: [] };
  const notes = [];
  const value = { ...result };
  const { content } = result;
  if (content === undefined || content === null) {
    notes.push("content-missing /result/content");
    value.content = [];
  } else if (!Array.isArray(content)) {
    notes.push("content-type /result/content");
    value.content = typeof content === "string" ? [{ type: "text", text: content }] : isObject(content) ? [content] : [];
  }
  // What was made here is noted as that.
  for (const [index, block] of Array.isArray(content) ? content.entries() : []) {
    if (!isObject(block) || typeof block.type !== "string") notes.push(`block-type /result/content/${index}`);
    else if (!KINDS.includes(block.type)) notes.push(`block-unknown /result/content/${index}`);
  }
  if (result.isError !== undefined && typeof result.isError !== "boolean") {
    notes.push("is-error-type /result/isError");
    value.isError = truth(result.isError);
  }
  return { value, kept: Array.isArray(content) && value.isError === result.isError, notes: notes.sort() };
}

/** Params as they are read, and what is noted of them. */
export const paramsOf = (params) => (params === undefined || isObject(params) ? { params, notes: [] } : { params: undefined, notes: ["params-type /params"] });

export const asArguments = (type) => (given) => {
  const { params, notes } = paramsOf(given);
  const args = params?.arguments;
  if (args === undefined || isObject(args)) return { told: [[type, args ?? {}]], notes };
  return { told: [[type, {}]], notes: [...notes, "arguments-type /params/arguments"] };
};

export const asParams = (type) => (given) => {
  const { params, notes } = paramsOf(given);
  return { told: [[type, params ?? {}]], notes };
};

export const asToolResult = (given) => {
  const { params, notes } = paramsOf(given);
  const { value, notes: found } = toolResultOf(params);
  const more = found.map((note) => note.replace("/result/", "/params/"));
  return value ? { told: [["toolresult", value]], notes: [...notes, ...more] } : { told: [["toolresult", { content: [] }]], notes: [...notes, "field-type /params"] };
};

/** A result of which only this array is read. */
export const needs = (name) => (value) => {
  if (!isObject(value)) return { fails: "/result", notes: [] };
  return Array.isArray(value[name]) ? { value, kept: true, notes: [] } : { fails: `/result/${name}`, notes: [] };
};

/** A result that must be an object. */
export const object = (value) => (isObject(value) ? { value, kept: true, notes: [] } : { fails: "/result", notes: [] });

/** An answer of which nothing is needed. */
export const anything = (value) => (isObject(value) ? { value, kept: true, notes: [] } : { value: {}, notes: ["result-type /result"] });

/** An answer that may be a refusal. */
export const granted = (value) => {
  const read = anything(value);
  if (read.value.isError !== true && !truth(read.value.isError)) return read;
  return { refused: typeof value.message === "string" ? value.message : "", notes: read.notes };
};

export const mode = (value) => {
  const read = granted(value);
  if (read.refused !== undefined) return read;
  return { value: typeof read.value.mode === "string" ? read.value.mode : "inline", notes: read.notes };
};
