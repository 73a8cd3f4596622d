// The place of a table in a document, between two markers that say which command writes it.

import { readFileSync, writeFileSync } from "node:fs";

const MARKERS = {
  sizes: ["<!-- sizes: written by `cargo xtask size` -->", "<!-- end of sizes -->"],
  widgets: ["<!-- widgets: written by `cargo xtask bench widgets` -->", "<!-- end of widgets -->"],
};

/** Where the text between the two markers begins and ends. Each must be there exactly once. */
export function place(document, name) {
  const [begin, end] = MARKERS[name];
  const once = (marker) => document.split(marker).length === 2;
  const [from, to] = [document.indexOf(begin) + begin.length, document.indexOf(end)];
  if (!once(begin) || !once(end) || to < from) throw new Error(`there is no \`${begin}\` with \`${end}\` behind it, each once`);
  return [from, to];
}

export function write(file, name, text) {
  const document = readFileSync(file, "utf8");
  const [from, to] = place(document, name);
  writeFileSync(file, `${document.slice(0, from)}\n${text}\n${document.slice(to)}`);
}
