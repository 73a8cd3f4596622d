// WebKitGTK, driven over WebDriver: its driver starts its own small browser, on a screen that nobody sees.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";

const driver = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const screen = process.env.XVFB ?? "/usr/bin/Xvfb";
const PATIENCE = 30_000;

export const name = "WebKitGTK";
/** Whether it tells the page of WebAssembly that a policy forbade. */
export const reports = false;

/** Why it cannot be used, if so. */
export const missing = !existsSync(driver)
  ? "there is no WebKitGTK: WEBKIT_DRIVER does not name its driver"
  : !existsSync(screen)
    ? "there is no Xvfb for WebKitGTK: XVFB does not name it"
    : undefined;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a program; it ends with `stop`, and at the latest with this process. */
function run(program, args, options) {
  const child = spawn(program, args, options);
  const end = () => child.kill();
  process.once("exit", end);
  const exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  exited.then(() => process.removeListener("exit", end));
  const stop = () => {
    end();
    return exited;
  };
  return { child, exited, stop };
}

/** Starts a screen; `name` is what `DISPLAY` must be. */
async function startScreen() {
  const { child, exited, stop } = run(screen, ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = new Promise((resolve) => child.stdout.once("data", (data) => resolve(`${data}`.trim())));
  const failed = exited.then(() => Promise.reject(new Error(`${screen} ended`)));
  return { name: `:${await Promise.race([number, failed])}`, stop };
}

/** A command of WebDriver. */
async function command(address, method, body) {
  const response = await fetch(address, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${address}: ${value?.error}: ${value?.message}`);
  return value;
}

/** Waits until the driver listens. */
async function listening(base, exited) {
  let ended = false;
  exited.then(() => (ended = true));
  for (let waited = 0; waited < PATIENCE && !ended; waited += 50) {
    const status = await command(`${base}/status`, "GET").catch(() => undefined);
    if (status) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${driver} does not listen`);
}

/** Resolves to `{ open, close }`. */
export async function launch() {
  const display = await startScreen();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const { exited, stop } = run(driver, [`--port=${port}`], {
    stdio: "ignore",
    // What draws without a graphics card, and starts no service of a desktop.
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1", GIO_USE_VFS: "local" },
  });
  let session;
  const close = async () => {
    if (session) await command(session, "DELETE").catch(() => {});
    await stop();
    await display.stop();
  };
  try {
    await listening(base, exited);
    const { sessionId } = await command(`${base}/session`, "POST", { capabilities: { alwaysMatch: {} } });
    session = `${base}/session/${sessionId}`;
  } catch (error) {
    await close();
    throw error;
  }
  // A page that is left is gone: one after the other.
  return { open: (url) => command(`${session}/url`, "POST", { url }), close };
}
