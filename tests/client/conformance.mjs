// The client in the official conformance suite, scenario by scenario; prints a table. The suite's core client scenarios, each with every version that has it.
//
//   node client/conformance.mjs [scenario …]     MCP_CLIENT says which client (support/pages.mjs); --verbose prints what the suite says

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { bundle, CLIENT } from "./support/pages.mjs";

const run = promisify(execFile);
/** What the suite needs, for those whose Node is older. */
const NODE = "22.23.3";

const since = { "2025-06-18": ["2025-06-18", "2025-11-25", "2026-07-28"], "2025-11-25": ["2025-11-25", "2026-07-28"], "2026-07-28": ["2026-07-28"] };
const before = (versions) => versions.filter((version) => version !== "2026-07-28");

/** The scenarios, and the versions of the protocol that each is for. */
export const SCENARIOS = {
  initialize: before(since["2025-06-18"]),
  tools_call: since["2025-06-18"],
  "elicitation-sep1034-client-defaults": before(since["2025-11-25"]),
  "sse-retry": before(since["2025-11-25"]),
  "request-metadata": since["2026-07-28"],
  "http-standard-headers": since["2026-07-28"],
  "http-custom-headers": since["2026-07-28"],
  "http-invalid-tool-headers": since["2026-07-28"],
  "sep-2322-client-request-state": since["2026-07-28"],
  "json-schema-ref-no-deref": since["2026-07-28"],
  "json-schema-2020-12-preservation": since["2025-11-25"],
};

/** A Node that is new enough: this one, or one from npm. */
async function nodeProgram(folder) {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const { stdout } = await run("npm", ["exec", "--yes", `--package=node@${NODE}`, "--", "node", "-p", "process.execPath"], { cwd: folder });
  return stdout.trim();
}

/** Gives a function that runs a scenario, and one that takes away what that needs. */
export async function suite() {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const page = join(folder, "page.js");
  const [node, code] = await Promise.all([nodeProgram(folder), bundle()]);
  await writeFile(page, code);
  const program = join(dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")), "dist/index.js");
  const client = `"${process.execPath}" "${fileURLToPath(new URL("./support/conformance-client.mjs", import.meta.url))}"`;

  /** Settles to `{ ok, failures, output }`. */
  async function play(scenario, version) {
    const results = await mkdtemp(join(folder, "results-"));
    const args = [program, "client", "--command", client, "--scenario", scenario, "--spec-version", version, "-o", results];
    const { code, stdout, stderr } = await run(node, args, { env: { ...process.env, MCP_CLIENT_PAGE: page }, maxBuffer: 64 << 20 }).then(
      (said) => ({ code: 0, ...said }),
      (error) => error,
    );
    const [place] = await readdir(results);
    const checks = place ? JSON.parse(await readFile(join(results, place, "checks.json"), "utf8")) : [];
    const failures = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    const passed = checks.filter(({ status }) => status === "SUCCESS").length;
    // A scenario that was skipped has said nothing.
    return { ok: code === 0 && passed > 0, passed, failures, output: `${stdout}\n${stderr}` };
  }
  return { play, close: () => rm(folder, { recursive: true }) };
}

async function main(wanted, verbose) {
  const { play, close } = await suite();
  const rows = [];
  for (const [scenario, versions] of Object.entries(SCENARIOS).filter(([name]) => !wanted.length || wanted.includes(name))) {
    for (const version of versions) {
      const { ok, passed, failures, output } = await play(scenario, version);
      rows.push({ scenario, version, result: ok ? "pass" : "FAIL", checks: passed, failed: failures.map(({ name }) => name).join(", ") });
      if (verbose) console.log(output);
    }
  }
  await close();
  const widths = Object.fromEntries(
    ["scenario", "version", "result", "checks"].map((key) => [key, Math.max(...rows.map((row) => String(row[key]).length), key.length)]),
  );
  const line = (row) => [...Object.entries(widths).map(([key, width]) => String(row[key]).padEnd(width)), row.failed].join("  ").trimEnd();
  console.log(`client: ${CLIENT}`);
  for (const row of [Object.fromEntries(["scenario", "version", "result", "checks", "failed"].map((key) => [key, key])), ...rows])
    console.log(line(row));
  process.exitCode = rows.every(({ result }) => result === "pass") ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  await main(
    args.filter((one) => !one.startsWith("--")),
    args.includes("--verbose"),
  );
}
