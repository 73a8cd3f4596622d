// A host of frames that come and go, are moved and are written anew. After each handshake it says the same input and result.

/** The frames by their names, and what came from each, in its order. */
const frames = new Map();
let last = 0;

/** The page of a frame: whatever `script`, a module, does in it. */
const pageOf = (script, body = "") => `<!doctype html><meta charset="utf-8"><body style="margin:0">${body}</body>
  <script type="importmap">{ "imports": { "mcp-widget": "/pkg/index.js", "mcp-widget/wasm": "/pkg/wasm.js", "mcp-widget/js": "/pkg/js.js", "again/wasm": "/again/wasm.js", "again/js": "/again/js.js", "react": "/react.js" } }</` + `script>
  <script type="module">${script}</` + `script>`;

const ANSWERS = {
  "ui/initialize": () => ({ protocolVersion: "2026-01-26", hostInfo: { name: "life", version: "1" }, hostCapabilities: {}, hostContext: window.context ?? {} }),
  "tools/call": ({ name, arguments: args }) => ({ content: [], structuredContent: { name, args } }),
};

/** Whether the host says nothing any more. */
window.silent = false;

function hear({ source, data }) {
  const [name, entry] = [...frames].find(([, { frame }]) => source && frame.contentWindow === source) ?? [];
  if (!name) return;
  entry.heard.push(data);
  if (window.silent) return;
  const say = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
  if (data.id !== undefined && Object.hasOwn(ANSWERS, data.method)) say({ id: data.id, result: ANSWERS[data.method](data.params) });
  if (data.method === "ui/notifications/initialized") {
    say({ method: "ui/notifications/tool-input", params: { arguments: { a: 1 } } });
    say({ method: "ui/notifications/tool-result", params: { content: [], structuredContent: { b: 2 } } });
  }
  // As hosts do.
  if (data.method === "ui/notifications/size-changed" && data.params.height) entry.frame.style.height = `${data.params.height}px`;
}
window.addEventListener("message", hear);

/** Opens a frame. `way`: its HTML is an attribute, or written into it. */
window.openFrame = (name, { script, body, sandbox = "allow-scripts", way = "srcdoc", height = 150 }) => {
  const frame = document.createElement("iframe");
  frame.name = name;
  frame.style.cssText = `width:400px;height:${height}px;border:0`;
  frames.set(name, { frame, heard: [] });
  if (way === "srcdoc") {
    frame.setAttribute("sandbox", sandbox);
    frame.srcdoc = pageOf(script, body);
  }
  document.body.append(frame);
  if (way === "write") window.writeFrame(name, { script, body });
};

window.writeFrame = (name, { script, body }) => {
  const { contentDocument } = frames.get(name).frame;
  contentDocument.open();
  contentDocument.write(pageOf(script, body));
  contentDocument.close();
};

/** Moves it to another place, which loads it anew, or where there is a way that does not, by that. */
window.moveFrame = (name, way = "append") => {
  const place = document.createElement("div");
  document.body.append(place);
  place[way](frames.get(name).frame, null);
};

window.closeFrame = (name) => frames.get(name).frame.remove();
window.resizeFrame = (name, height) => (frames.get(name).frame.style.height = `${height}px`);
window.hideFrame = (name, hidden) => (frames.get(name).frame.style.display = hidden ? "none" : "");
window.heightOf = (name) => frames.get(name).frame.clientHeight;

/** The methods that came from it; what answers a request is `answer`. */
window.methods = (name) => frames.get(name).heard.map(({ method }) => method ?? "answer");
window.sizes = (name) => frames.get(name).heard.filter(({ method }) => method === "ui/notifications/size-changed").map(({ params }) => params.height);
window.heard = (name) => frames.get(name).heard;
window.clearHeard = (name) => frames.get(name).heard.splice(0);
window.say = (name, message) => frames.get(name).frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** Asks the frame; gives all the replies that come, and waits a little for those that should not. */
window.ask = async (name, method, params = {}) => {
  const id = `life-${++last}`;
  window.say(name, { id, method, params });
  const replies = () => frames.get(name).heard.filter((message) => message.id === id);
  const late = performance.now() + 2_000;
  while (!replies().length && performance.now() < late) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return replies().map(({ result, error }) => result ?? error);
};

window.wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
window.until = async (name, method, count = 1) => {
  const late = performance.now() + 10_000;
  while (window.methods(name).filter((known) => known === method).length < count) {
    if (performance.now() > late) throw new Error(`${method} did not come ${count} times: ${window.methods(name)}`);
    await window.wait(5);
  }
};
window.loaded = true;
