// Runs in the page: a widget without a host, straight on the server, and what it sees of it.

import { connect } from "mcp-widget";
import { connectServer, serverTransport } from "mcp-widget/client";
import { ending, INFO, untilSeen } from "./support/facts.mjs";

const once = (widget, type) => new Promise((resolve) => widget.on(type, resolve, { once: true }));

/** All that a widget asks for, one after the other. */
async function visit(url, version) {
  const logged = [];
  const opened = [];
  window.open = (...values) => void opened.push(values);
  const client = connectServer(url, { info: INFO, version });
  const tool = { name: "gifts", arguments: { occasion: "birthday" } };
  const widget = connect({ name: "widget", version: "1.0.0" }, { transport: serverTransport(client, { tool, onlog: (entry) => logged.push(entry) }) });
  const first = await Promise.all([once(widget, "toolinput"), once(widget, "toolresult")]);
  const { info, capabilities, context, protocolVersion } = await widget.ready;
  const progress = [];
  const calls = [];
  for (const name of ["echo", "slow", "fails", "refuses"]) {
    calls.push(await ending(widget.callTool(name, { text: "hé", steps: 2 }, { onprogress: (one) => progress.push([one.progress, one.total, one.message]) })));
  }
  const stop = new AbortController();
  const stalled = ending(widget.callTool("stalls", {}, { signal: stop.signal }));
  await untilSeen(url, "tools/call", 6);
  stop.abort(new Error("enough"));
  const facts = {
    host: { info, capabilities, context, protocolVersion },
    first,
    calls,
    progress,
    stalled: await stalled,
    tools: (await widget.listTools()).tools.length,
    read: await ending(widget.readResource("gift://1")),
    missing: await ending(widget.readResource("gift://9")),
    prompt: await ending(widget.getPrompt("card", { to: "Ann" })),
    completion: await ending(widget.request("completion/complete", { ref: { type: "ref/prompt", name: "card" }, argument: { name: "to", value: "k" } })),
    ping: await ending(widget.request("ping")),
    message: await ending(widget.sendMessage("hello").catch(({ cause }) => Promise.reject(cause))),
    link: await ending(widget.openLink("https://example.com/")),
    script: await ending(widget.openLink("javascript:alert(1)")),
    mode: await widget.requestDisplayMode("fullscreen"),
  };
  widget.log("info", "seen", "widget");
  return { facts: { ...facts, logged, opened, odd: [...widget.diagnostics, ...client.diagnostics] }, widget, client };
}

let open;
window.visit = async (url, version) => {
  open = await visit(url, version);
  return JSON.stringify(open.facts);
};

/** The theme that the widget has been told of last. */
window.themeOf = () => open.widget.host.context.theme;

/** The widget leaves, and the client is there still. */
window.leave = async () => {
  const { widget, client } = open;
  widget.close();
  const after = await ending(client.callTool("echo", { text: "on" }));
  await client.close();
  return JSON.stringify({ widget: widget.getSnapshot().status, after });
};

/** There is no server, or none that pages may reach. */
window.fail = async (url) => {
  const client = connectServer(url, { info: INFO });
  const widget = connect({ name: "widget", version: "1.0.0" }, { transport: serverTransport(client) });
  return JSON.stringify(await ending(widget.ready));
};
window.loaded = true;
