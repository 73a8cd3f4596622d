// A host on the official bridge, around a frame in which a widget runs its side of a case.

import { prepare } from "/interop/bridges.mjs";

let frame;
let port;
let sent = [];
let complaints = [];
for (const level of ["warn", "error"]) console[level] = (...words) => void complaints.push(words.join(" "));

window.addEventListener("message", ({ source, data }) => {
  if (source === frame?.contentWindow && data?.jsonrpc) sent.push(data);
});

/** Opens a frame with an engine; its HTML is a text, as hosts have it. */
window.openInterop = async ({ engine, sandbox }) => {
  frame?.remove();
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><body></body><script type="module" src="/pages/interop-frame.mjs?${engine}"></` + `script>`;
  const channel = new MessageChannel();
  port = channel.port1;
  const ready = new Promise((resolve) => (port.onmessage = resolve));
  window.addEventListener("message", function listener({ source, data }) {
    if (source !== frame.contentWindow || data !== "hello") return;
    window.removeEventListener("message", listener);
    source.postMessage("orders", "*", [channel.port2]);
  });
  document.body.append(frame);
  await ready;
};

/** Runs a case in it. Resolves with what went wrong, and what the widget sent. `late`: milliseconds for which the host does not listen yet. */
window.runInterop = async (version, name, late) => {
  [sent, complaints] = [[], []];
  const { AppBridge, PostMessageTransport } = await import(`/official-${version}.js`);
  const { bridge, orders } = prepare(AppBridge, name);
  const attach = () => bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  if (late) setTimeout(attach, late);
  else await attach();
  const ended = new Promise((resolve) => {
    port.onmessage = async ({ data: { number, what, value, ended } }) => {
      if (ended) return resolve(ended);
      try {
        port.postMessage({ number, result: await orders[what](value) });
      } catch (error) {
        port.postMessage({ number, error: `${what}: ${error?.stack ?? error}` });
      }
    };
  });
  port.postMessage({ name });
  const { error } = await ended;
  await bridge.close();
  return { error, complaints, sent };
};
