// Figures and limits as text and, all programs together, as one JSON.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const file = process.env.BENCH_JSON ?? fileURLToPath(new URL("../../target/bench.json", import.meta.url));

/** A line per row, its cells in columns. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) => row.map((cell, column) => (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join("  ").trimEnd()).join("\n");
}

/** Prints what was measured against `limits`, `[{ what, entry, value, must, aim }]`, writes it down, and fails the program where a must is missed. */
export function judge(name, { chromium, figures, limits }) {
  const verdicts = limits.map((limit) => ({ ...limit, met: limit.value <= limit.must, aimed: limit.aim === undefined ? undefined : limit.value <= limit.aim }));
  if (verdicts.length > 0) {
    const rows = verdicts.map(({ what, entry, value, must, aim, met, aimed }) => [what, entry, short(value), short(must), aim === undefined ? "" : short(aim), met ? (aimed ? "aim met" : "met") : "MISSED"]);
    console.log(`\n${table([["limit", "entry", "measured", "must", "aim", ""], ...rows])}`);
  }
  const [load] = loadavg();
  const all = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  all[name] = { date: new Date().toISOString(), chromium, load: Number(load.toFixed(1)), figures, limits: verdicts };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  const missed = verdicts.filter(({ met }) => !met);
  for (const { what, entry, value, must } of missed) console.log(`\n${name}: ${entry} misses a must: ${what} is ${short(value)}, at most ${short(must)} is allowed`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}

/** Three significant digits. */
export function short(value) {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
