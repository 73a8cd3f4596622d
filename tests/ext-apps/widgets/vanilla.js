// In the style of the official example without a framework.
import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from "ext-apps";
import { INFO, START, text } from "./model.js";

const app = new App(INFO);
const state = { ...START };
const root = document.getElementById("root");

function render() {
  root.innerHTML = `<h1></h1><p id="host"></p><ul></ul><p id="note"></p>
    <button id="more">More</button><button id="choose">Choose</button><button id="shop">Shop</button><button id="large">Large</button>`;
  root.querySelector("h1").textContent = `Gifts for: ${state.occasion}`;
  root.querySelector("#host").textContent = `${state.host} ${state.theme} ${state.mode}`;
  root.querySelector("#note").textContent = state.note;
  for (const gift of state.gifts) root.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: gift }));
  root.querySelector("#more").onclick = more;
  root.querySelector("#choose").onclick = choose;
  root.querySelector("#shop").onclick = shop;
  root.querySelector("#large").onclick = large;
}

function change(part) {
  Object.assign(state, part);
  render();
}

function look(context) {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
  if (context?.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
  const { theme = "", displayMode: mode = "" } = app.getHostContext() ?? {};
  change({ theme, mode });
}

async function more() {
  try {
    const result = await app.callServerTool({ name: "suggest_gifts", arguments: { occasion: state.occasion } });
    change({ gifts: result.structuredContent.gifts, note: result.isError ? "failed" : "" });
  } catch (error) {
    change({ note: error.message });
  }
}

async function choose() {
  const { isError } = await app.sendMessage({ role: "user", content: [text(`I take the ${state.gifts[0]}`)] });
  change({ note: isError ? "refused" : "chosen" });
}

async function shop() {
  const { isError } = await app.openLink({ url: "https://example.com/shop" });
  change({ note: isError ? "refused" : "open" });
}

async function large() {
  await app.requestDisplayMode({ mode: "fullscreen" });
}

app.ontoolinputpartial = ({ arguments: args }) => change({ occasion: `${args?.occasion ?? ""}…` });
app.ontoolinput = ({ arguments: args }) => change({ occasion: args.occasion });
app.ontoolresult = ({ structuredContent }) => change({ gifts: structuredContent.gifts });
app.ontoolcancelled = ({ reason }) => change({ note: reason });
app.onhostcontextchanged = look;
app.onteardown = async () => ({});

render();
await app.connect();
change({ host: app.getHostVersion().name });
look(app.getHostContext());
