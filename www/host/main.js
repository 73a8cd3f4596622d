// The demo host: connects to the gift server, mounts its widget in a sandboxed frame and plays the model's part.
import { createBridge } from "./bridge.js";
import { hostContext } from "./context.js";
import { addContext, addMessage, openLink } from "./conversation.js";
import { createFrame, resize, withPolicy } from "./frame.js";
import { createLog } from "./log.js";
import { describeOptions, readOptions } from "./options.js";
import { createSwitch } from "./policy.js";
import { argumentsFor, chooseTool, connectServer, readHtml } from "./server.js";

const byId = (id) => document.getElementById(id);
const options = readOptions(location.search);
const widgets = [];
const log = createLog({
  list: byId("frames"),
  count: byId("frames-count"),
  clear: byId("frames-clear"),
  several: options.widgets > 1,
});
let theme = options.theme;

function showTheme() {
  document.documentElement.style.colorScheme = theme;
  document.querySelector(`#theme [value="${theme}"]`).checked = true;
}

function showOptions() {
  byId("options-list").replaceChildren(
    ...describeOptions(options).flatMap(([name, meaning, value]) => {
      const term = document.createElement("dt");
      const code = document.createElement("code");
      code.textContent = name;
      term.append(code, ` ${meaning}`);
      const now = document.createElement("dd");
      now.textContent = value;
      return [term, now];
    }),
  );
}

/** Mounts one widget; resolves when its frame has been filled, its handshake comes by itself. */
async function mount({ client, tool, html, first }, index) {
  const { figure, frame, showEngine } = createFrame(options.sandbox, index === 0 ? "Gift ideas" : `Gift ideas, widget ${index + 1}`);
  byId("widgets").append(figure);
  const { bridge, connect } = createBridge({
    client,
    context: hostContext(theme, tool),
    hold: options.hold,
    watch: (direction, message) => log.add(index, direction, message),
    onsize: (height) => resize(frame, height),
    onmessage: addMessage,
    onlink: openLink,
    oncontext: addContext,
    onlog: (data) => showEngine(data?.engine),
  });
  bridge.oninitialized = async () => {
    if (!first) return;
    await bridge.sendToolInput({ arguments: first.args });
    try {
      await bridge.sendToolResult(await first.result);
    } catch (error) {
      await bridge.sendToolCancelled({ reason: String(error.message) });
    }
  };
  // The widget speaks as soon as its script runs, so the listener comes first.
  await connect(frame.contentWindow);
  frame.srcdoc = withPolicy(html, options.policy);
  widgets.push({ bridge, figure, frame, tool });
}

/** Takes the widgets away and mounts them anew. A policy cannot be changed under a page that runs. */
async function reload(session) {
  for (const { bridge, figure } of widgets.splice(0)) {
    figure.remove();
    await bridge.close();
  }
  for (let index = 0; index < options.widgets; index += 1) await mount(session, index);
}

/** Calls the tool as the model would. */
function callFirst(client, tool) {
  const args = argumentsFor(tool, options.args);
  const result = client.request({ method: "tools/call", params: { name: tool.name, arguments: args } });
  result.catch(() => {});
  return { args, result };
}

async function main() {
  showTheme();
  showOptions();
  byId("theme").addEventListener("change", (event) => {
    theme = event.target.value;
    showTheme();
    for (const { bridge, tool } of widgets) bridge.setHostContext(hostContext(theme, tool));
  });
  document.body.classList.toggle("two", options.widgets > 1);

  const { client, tools } = await connectServer();
  window.giftHost = { client, widgets, frames: log.frames };
  const { tool, uri } = chooseTool(tools, options);
  const html = await readHtml(client, uri);
  const first = options.first ? callFirst(client, tool) : undefined;
  const server = client.getServerVersion();
  byId("used").textContent = `${first ? "Called" : "Connected for"} ${tool.name} on ${server?.name}`;
  const session = { client, tool, html, first };
  // One after the other, however fast somebody chooses.
  let mounted = reload(session);
  createSwitch(byId("policy"), options.policy, (policy) => {
    options.policy = policy;
    showOptions();
    mounted = mounted.then(() => reload(session)).catch(fail);
  });
  await mounted;
}

function fail(error) {
  byId("used").textContent = `This page could not start: ${error.message}`;
  byId("used").classList.add("bad");
}

main().catch(fail);
