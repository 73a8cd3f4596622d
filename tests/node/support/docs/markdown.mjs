// What stands in a Markdown file besides prose: blocks of code, and tables that are announced by a comment.

import { readFileSync } from "node:fs";

export const read = (path) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");

/** The fenced blocks: `info` is what follows the fence, `line` where the code begins. */
export function blocks(path) {
  const found = [];
  let open;
  read(path).split("\n").forEach((text, index) => {
    const fence = /^```(.*)$/.exec(text);
    if (!fence) return open?.lines.push(text);
    if (open) found.push({ path, info: open.info, line: open.line, code: open.lines.join("\n") });
    open = open ? undefined : { info: fence[1], line: index + 2, lines: [] };
  });
  return found;
}

/** The rows of each table that follows `<!-- checked: kind -->`, as `{ kind, line, cells }`. */
export function checkedRows(path) {
  const found = [];
  let kind;
  let seen = 0;
  read(path).split("\n").forEach((text, index) => {
    const announced = /^<!-- checked: (.+) -->$/.exec(text);
    if (announced) [kind, seen] = [announced[1], 0];
    else if (!text.startsWith("|")) kind = seen > 0 ? undefined : kind;
    else if (kind !== undefined && ++seen > 2) {
      found.push({ kind, line: index + 1, cells: text.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")) });
    }
  });
  return found;
}

/** What stands between backticks. */
export const quoted = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
