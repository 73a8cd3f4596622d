// The gift widget: wires the runtime, the state and the views together.
import { connect } from "mcp-widget";
import { readCatalog } from "./catalog.js";
import { byId } from "./dom.js";
import { createOpenLink } from "./links.js";
import { createStore, initialState, phaseOf } from "./state.js";
import { createSuggest } from "./suggest.js";
import { applyContext } from "./theme.js";
import { createControls } from "./view/controls.js";
import { createDetails } from "./view/details.js";
import { createGreeting } from "./view/greeting.js";
import { createStage } from "./view/stage.js";

const widget = connect({ name: "gift-ideas", version: "0.1.0" });
const store = createStore(initialState);
const suggest = createSuggest(widget, store);
const details = createDetails(widget);

const controls = createControls({
  onsuggest: (query) => suggest.run({ ...query, trial: details.trial() }),
  oncancel: () => suggest.cancel(),
  onreload: loadCatalog,
});

const stage = createStage({
  onretry() {
    controls.ask();
    controls.focus();
  },
  oncategory: (category) => store.set({ category }),
  openLink: createOpenLink(widget, (sentence) => (byId("status").textContent = sentence)),
});

const greeting = createGreeting(widget, () => ({ occasion: byId("occasion").value, recipient: byId("recipient").value.trim() }));

for (const view of [controls, stage, greeting, details]) store.subscribe((state, before) => view.render(state, before));

// The host's own call, on behalf of the model. These arrive before or after the handshake's end, early ones are replayed.
widget.on("toolinput", (input) => {
  controls.adopt(input);
  if (["waiting", "idle"].includes(store.get().phase.name)) store.set({ phase: { name: "loading", by: "host" } });
});
widget.on("toolresult", (result) => suggest.deliver(result));
widget.on("toolcancelled", (cancelled) => {
  if (!suggest.busy()) store.set({ phase: { name: "cancelled", reason: cancelled?.reason } });
});
widget.on("hostcontextchanged", () => applyContext(widget.host?.context));

async function loadCatalog() {
  store.set({ catalogFailed: false });
  try {
    store.set({ catalog: await readCatalog(widget) });
  } catch {
    store.set({ catalogFailed: true });
  }
}

applyContext();
try {
  const host = await widget.ready;
  applyContext(host.context);
  if (store.get().phase.name === "waiting") store.set({ phase: { name: "idle" } });
  store.set({ host });
  // A host cannot look into the frame; this one shows it.
  widget.notify("notifications/message", { level: "info", logger: "gift-ideas", data: { engine: widget.engine } });
  await loadCatalog();
} catch (error) {
  store.set({ phase: phaseOf(error, { aborted: false, limit: 0 }) });
}
