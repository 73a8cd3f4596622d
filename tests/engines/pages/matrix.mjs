// The page around the widgets of one place of the matrix: a scripted host for each, a few at a time.

import { echo, tool } from "/behaviour/support/answers.mjs";
import { HOST, Host, Refusal } from "/behaviour/support/host.mjs";
import { PLACES, casesIn } from "/engines/support/cases.mjs";
import { send } from "/engines/pages/report.mjs";

const AT_ONCE = 6;
const PATIENCE = 20_000;

const SCRIPT = {
  "ui/initialize": () => ({
    ...HOST,
    hostContext: { theme: "dark", styles: { variables: { "--background": "light-dark(red, rgb(1, 2, 3))" }, css: { fonts: "@font-face { font-family: Host; src: local(Host); }" } } },
  }),
  "tools/call": (params, frame) => {
    if (params.name === "fails") return { ...tool(null), content: [{ type: "text", text: "nothing left" }], isError: true };
    if (params.name === "refuses") return new Refusal({ code: -32602, message: "no such tool" });
    return echo(params, frame);
  },
};

/** Runs one widget in a frame of its own; resolves with its report. */
async function run({ address, by }, sandbox) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  if (by === "meta") frame.srcdoc = await (await fetch(address)).text();
  else frame.src = address;
  const link = { say: (message) => frame.contentWindow.postMessage(message, "*") };
  const host = new Host(link, SCRIPT);
  let listener;
  const reported = new Promise((resolve) => {
    listener = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data.report) return resolve({ ...data.report, wrong: host.wrong });
      link.receive(data);
      if (data.method === "ui/notifications/initialized") host.notify("ui/notifications/tool-result", tool({ from: "the host" }));
    };
    addEventListener("message", listener);
    setTimeout(() => resolve({ failure: "no report", frames: host.frames }), PATIENCE);
  });
  document.body.append(frame);
  try {
    return await reported;
  } finally {
    removeEventListener("message", listener);
    frame.remove();
  }
}

const place = PLACES[new URLSearchParams(location.search).get("place")];
const waiting = casesIn(place);
async function worker() {
  for (let next; (next = waiting.shift()); ) await send(next.name, await run(next, place.sandbox).catch((error) => ({ failure: `${error?.stack ?? error}` })));
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));
