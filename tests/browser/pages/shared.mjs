// A host on the official bridge, around a frame in which several widgets live.

import { AppBridge, PostMessageTransport } from "/official.js";

let frame;
let orders;
const heard = [];
const calls = [];

/** Opens the frame: a widget from each of these entries, and the official App if `app`. Resolves when all are connected. */
window.openShared = async ({ entries, app }) => {
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><body></body>
    <script type="importmap">{ "imports": { "mcp-widget": "/pkg/index.js", "mcp-widget/": "/pkg/" } }</` + `script>
    <script type="module" src="/pages/shared-frame.mjs"></` + `script>`;
  const channel = new MessageChannel();
  orders = channel.port1;
  const ready = new Promise((resolve) => (orders.onmessage = ({ data }) => resolve(data)));
  window.addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.control === "hello") source.postMessage({ entries, app }, "*", [channel.port2]);
    else heard.push(data);
  });
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: "official-host", version: "1" }, { serverTools: {}, openLinks: {} }, { hostContext: { theme: "dark" } });
  bridge.oncalltool = async ({ name, arguments: args }) => {
    calls.push(name);
    // Answers overtake each other.
    await new Promise((resolve) => setTimeout(resolve, (args.index * 7) % 13));
    return { content: [], structuredContent: { name, ...args } };
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  window.bridge = bridge;
  return ready;
};

/** Lets the frame do something. */
window.order = (name) => {
  const done = new Promise((resolve) => (orders.onmessage = ({ data }) => resolve(data)));
  orders.postMessage(name);
  return done;
};

let last = 0;

/** Asks the frame; gives all the replies. Waits for `wanted` of them, and then a little for those that nobody wants. */
window.askShared = async (wanted, method, params = {}) => {
  const id = `shared-${++last}`;
  const replies = () => heard.filter((message) => message.id === id && message.method === undefined);
  frame.contentWindow.postMessage({ jsonrpc: "2.0", id, method, params }, "*");
  const late = performance.now() + 5_000;
  while (replies().length < wanted && performance.now() < late) await new Promise((resolve) => setTimeout(resolve, 5));
  await window.order("engines");
  await new Promise((resolve) => setTimeout(resolve, 30));
  return replies();
};

/** What no widget may post. */
window.strays = () => heard.filter((message) => message?.jsonrpc !== "2.0");
window.sent = (method) => heard.filter((message) => message.method === method).length;
