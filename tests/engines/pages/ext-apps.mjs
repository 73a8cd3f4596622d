// The page around one widget: a scripted host, which goes on when the widget has shown what it is to show.

import { tool } from "/behaviour/support/answers.mjs";
import { Host } from "/behaviour/support/host.mjs";
import { send } from "/engines/pages/report.mjs";

const PATIENCE = 20_000;

const query = new URLSearchParams(location.search);
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-scripts");
frame.srcdoc = await (await fetch(query.get("widget"))).text();
const asked = [];
const link = { say: (message) => frame.contentWindow.postMessage(message, "*") };
const host = new Host(link, {
  "tools/call": ({ name, arguments: args }) => (asked.push({ name, arguments: args }), tool({ gifts: ["a book", "a map"] })),
});

let report = {};
const done = new Promise((resolve) => {
  setTimeout(resolve, PATIENCE);
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (!data.report) return link.receive(data);
    report = { ...report, ...data.report };
    if (data.report.connected) {
      host.notify("ui/notifications/tool-input", { arguments: { occasion: "birthday" } });
      host.notify("ui/notifications/tool-result", tool({ gifts: ["a kite"] }));
    }
    if (data.report.call) host.notify("ui/notifications/host-context-changed", { theme: "dark" });
    if (data.report.changed) resolve();
  });
});
document.body.append(frame);
await done;
await send(query.get("name"), { ...report, asked, wrong: host.wrong });
