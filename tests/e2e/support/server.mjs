// Starts the demo's gift server on a free port.
import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);
const binary = process.env.GIFT_SERVER ?? fileURLToPath(new URL("target/debug/gift-server", root));
const dist = process.env.WWW_DIST ?? fileURLToPath(new URL("www/dist", root));
const START_MS = 20000;

/** Resolves to `{ url, stop }` once the server says where it listens. */
export async function startServer({ hostile = false } = {}) {
  for (const path of [binary, `${dist}/widget.html`]) {
    await access(path).catch(() => {
      throw new Error(`${path} is missing: build the demo first (cargo xtask test does)`);
    });
  }
  const args = ["--port", "0", "--root", dist, ...(hostile ? ["--hostile"] : [])];
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("gift-server did not say where it listens")), START_MS);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`gift-server ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = /listening on (http:\/\/\S+)/.exec(line);
      if (!said) return;
      clearTimeout(timer);
      resolve(said[1]);
    });
  }).catch((error) => {
    // It would keep the tests from ending.
    child.kill();
    throw error;
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  };
  return { url, stop };
}
