// The demo host: connects to the gift server, mounts its widget in a sandboxed frame and plays the model's part.
import { createComposer } from "./composer.js";
import { addMessage } from "./conversation.js";
import { createLog } from "./log.js";
import { mount } from "./mount.js";
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

/** Takes the widgets away and mounts them anew. A policy cannot be changed under a page that runs. */
async function reload(session) {
  await Promise.all(widgets.splice(0).map(({ end }) => end()));
  byId("gone").hidden = true;
  for (let index = 0; index < options.widgets; index += 1) {
    const widget = await mount(session, index, {
      options,
      theme: () => theme,
      watch: (direction, message) => log.add(index, direction, message),
      ongone() {
        const at = widgets.indexOf(widget);
        // Another policy was chosen meanwhile, and the next one is coming.
        if (at < 0) return;
        widgets.splice(at, 1);
        byId("gone").hidden = false;
        byId("again").focus();
      },
    });
    widgets.push(widget);
  }
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
    for (const { announce } of widgets) announce();
  });
  createComposer(addMessage);
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
  const again = () => (mounted = mounted.then(() => reload(session)).catch(fail));
  createSwitch(byId("policy"), options.policy, (policy) => {
    options.policy = policy;
    showOptions();
    again();
  });
  byId("again").addEventListener("click", again);
  await mounted;
}

function fail(error) {
  byId("used").textContent = `This page could not start: ${error.message}`;
  byId("used").classList.add("bad");
}

main().catch(fail);
