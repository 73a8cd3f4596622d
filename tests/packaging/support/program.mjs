// Programs that a test starts.
import { spawn } from "node:child_process";

/** Runs Node to its end: `{ code, signal, output }`, or killed after `patience` milliseconds. Output is both streams. */
export function node(args, { cwd, env = {}, patience = 60_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      // The test runner's own variables would change how its children print.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: patience,
      killSignal: "SIGKILL",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal, output }));
  });
}
