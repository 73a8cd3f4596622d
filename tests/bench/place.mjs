// The place of the size table in the README.

import { readFileSync, writeFileSync } from "node:fs";

const BEGIN = "<!-- sizes: written by `cargo xtask size` -->";
const END = "<!-- end of sizes -->";

/** Where the text between the two markers begins and ends. Each must be there exactly once. */
export function place(document) {
  const once = (marker) => document.split(marker).length === 2;
  const [from, to] = [document.indexOf(BEGIN) + BEGIN.length, document.indexOf(END)];
  if (!once(BEGIN) || !once(END) || to < from) throw new Error(`there is no \`${BEGIN}\` with \`${END}\` behind it, each once`);
  return [from, to];
}

export function write(file, text) {
  const document = readFileSync(file, "utf8");
  const [from, to] = place(document);
  writeFileSync(file, `${document.slice(0, from)}\n${text}\n${document.slice(to)}`);
}
