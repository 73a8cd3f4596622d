// A host on the official bridge, around a frame with an `App` of either library.

import { host } from "/ext-apps/talk.mjs";

const complaints = [];
for (const level of ["warn", "error"]) console[level] = (...words) => void complaints.push(words.join(" "));

/** Runs the talk. `library` is a script that exports `App`; `way` is how it connects. */
window.talk = async ({ version, library, way, sandbox }) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  const frames = [];
  const ended = new Promise((resolve) => {
    window.addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data?.jsonrpc) frames.push(data);
      else if (data?.ended) resolve(data.ended);
    });
  });
  const { AppBridge, PostMessageTransport } = await import(`/official-${version}.js`);
  const { bridge, seen } = host(AppBridge);
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><body></body><script type="module" src="/pages/ext-apps-frame.mjs?${encodeURIComponent(JSON.stringify({ library, way }))}"></` + `script>`;
  document.body.append(frame);
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  const { error, seen: widget } = await ended;
  await bridge.close();
  frame.remove();
  return { error, record: { host: seen, widget, frames }, complaints: complaints.splice(0) };
};

/** Shows a widget, and does what a host does with it. Gives what it has sent, and `seen` what was asked, when `window.finish()` is called. */
window.show = async ({ version, html }) => {
  const { AppBridge, PostMessageTransport } = await import(`/official-${version}.js`);
  const context = { theme: "light", displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"], styles: { variables: { "--color-text-primary": "rgb(20, 60, 120)", "--font-sans": "serif" } } };
  const bridge = new AppBridge(null, { name: "a host", version: "1" }, { openLinks: {}, serverTools: {}, message: { text: {} } }, { hostContext: context });
  const [frames, seen] = [[], []];
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  Object.assign(frame.style, { width: "500px", height: "420px", border: 0 });
  const listener = ({ source, data }) => source === frame.contentWindow && data?.jsonrpc && frames.push(data);
  window.addEventListener("message", listener);
  bridge.oncalltool = async ({ name, arguments: args }) => (seen.push([name, args]), { content: [], structuredContent: { gifts: ["a book", "a map"] } });
  bridge.onmessage = async (params) => (seen.push(params), {});
  bridge.onopenlink = async (params) => (seen.push(params), { isError: true });
  bridge.onrequestdisplaymode = async ({ mode }) => {
    bridge.setHostContext({ ...context, theme: "dark", displayMode: mode });
    return { mode };
  };
  bridge.oninitialized = async () => {
    await bridge.sendToolInputPartial({ arguments: { occasion: "birth" } });
    await bridge.sendToolInput({ arguments: { occasion: "birthday" } });
    await bridge.sendToolResult({ content: [], structuredContent: { gifts: ["a kite", "a ball", "a drum"] } });
  };
  frame.srcdoc = html;
  document.body.append(frame);
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  window.finish = async () => {
    const teardown = await bridge.teardownResource({});
    await bridge.close();
    frame.remove();
    window.removeEventListener("message", listener);
    return { frames, seen, teardown, complaints: complaints.splice(0) };
  };
};
