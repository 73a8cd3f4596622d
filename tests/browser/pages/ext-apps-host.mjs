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
