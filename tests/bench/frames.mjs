// A page as a host: contestants in sandboxed frames, and every message of theirs answered at once.

import { ANSWERS, CALL, contestant } from "./contestants.mjs";

const HOST = `
  ${ANSWERS}
  const result = gifts(2);
  const results = { "ui/initialize": handshake, "tools/call": result };
  addEventListener("message", ({ source, data }) => {
    if (data?.jsonrpc !== "2.0" || data.id === undefined || !data.method) return;
    source.postMessage({ jsonrpc: "2.0", id: data.id, result: results[data.method] ?? {} }, "*");
  });
  const frames = {};
  const script = (type, code) => '<script type="' + type + '">' + code + "</" + "script>";
  /** Opens a frame with this code, and perhaps a body; resolves with what it posts first under "bench". */
  globalThis.openFrame = (name, code, body = "") => new Promise((resolve) => {
    const frame = (frames[name] = document.createElement("iframe"));
    frame.setAttribute("sandbox", "allow-scripts");
    addEventListener("message", function heard({ source, data, ports }) {
      if (source !== frame.contentWindow || data?.bench === undefined) return;
      removeEventListener("message", heard);
      frame.port = ports[0];
      resolve(data.bench);
    });
    frame.srcdoc = '<!doctype html><meta charset="utf-8">' + script("text/javascript", "globalThis.begin = performance.now()") + body + script("module", code);
    document.body.append(frame);
  });
  globalThis.closeFrame = (name) => {
    frames[name].remove();
    delete frames[name];
  };
  /** Lets a frame work, and gives what it says. */
  globalThis.order = (name, count) => new Promise((resolve) => {
    const { port } = frames[name];
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage(count);
  });
`;

/** Makes the page a host. */
export async function beHost(page) {
  await page.addScriptTag({ type: "module", content: HOST });
  await page.waitForFunction(() => globalThis.openFrame);
}

/**
 * A contestant that tells the milliseconds from the first script of its document until its own code begins, until it has connected,
 * and until the handshake is done. What the browser needs to make a frame and its document is not in them.
 */
export function starter(name) {
  return contestant(name, `
    const times = [performance.now()];
    const { ready } = open();
    times.push(performance.now());
    ready.then(() => {
      times.push(performance.now());
      parent.postMessage({ bench: times.map((time) => time - begin) }, "*");
    });
  `);
}

/** A contestant that does `work(call, count)`, source text of an async function, when ordered to, and tells the milliseconds it took. */
export function worker(name, work) {
  return contestant(name, `
    const peer = open();
    const call = () => peer.${CALL};
    const work = ${work};
    peer.ready.then(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = async ({ data: count }) => {
        const start = performance.now();
        await work(call, count);
        port1.postMessage(performance.now() - start);
      };
      parent.postMessage({ bench: "ready" }, "*", [port2]);
    });
  `);
}
