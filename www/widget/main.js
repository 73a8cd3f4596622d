// The gift widget: wires the runtime, the state and the views together. Read from the top, it is also a tour of mcp-widget: connecting,
// the host's look, what the host tells, what the host asks, and what the widget asks of the host (in the files that are imported).
import { transport } from "#transport";
import { connect } from "mcp-widget";
import { readCatalog } from "./catalog.js";
import { byId } from "./dom.js";
import { createOpenLink } from "./links.js";
import { createShortlist } from "./shortlist.js";
import { createStore, initialState, phaseOf } from "./state.js";
import { createSuggest } from "./suggest.js";
import { offerTools } from "./tools.js";
import { createControls } from "./view/controls.js";
import { createDetails } from "./view/details.js";
import { createGreeting } from "./view/greeting.js";
import { createList } from "./view/list.js";
import { createRoom } from "./view/room.js";
import { createStage } from "./view/stage.js";

// Listening from this line on. What the widget can do is said in the handshake, so it has to be known now: which display modes it is made
// for, and that it has tools. It need not know whether there is a host at all: that is the transport's matter (transport.js).
const widget = connect(
  { name: "gift-ideas", version: "0.1.0", title: "Gift ideas" },
  { capabilities: { availableDisplayModes: ["inline", "fullscreen"], tools: {} }, transport },
);

// The host's theme, colours, fonts, insets, display mode and language; the style sheet has fallbacks of its own (style/tokens.css).
// How high the page is, the host is told without a word of ours.
widget.applyHostStyles();

const store = createStore(initialState);
const suggest = createSuggest(widget, store);
const shortlist = createShortlist(widget, store);
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
  onlink: createOpenLink(widget),
  onkeep: shortlist.toggle,
  onchoose: shortlist.choose,
});

const list = createList({ onremove: shortlist.toggle });
const greeting = createGreeting(widget, () => ({ occasion: byId("occasion").value, recipient: byId("recipient").value.trim() }));
const room = createRoom(widget);

for (const view of [controls, stage, list, greeting, details, room]) store.subscribe((state, before) => view.render(state, before));

// The host's own call, on behalf of the model. These arrive before or after the handshake's end, early ones are replayed.
widget.on("toolinput", (input) => {
  controls.adopt(input);
  if (["waiting", "idle"].includes(store.get().phase.name)) store.set({ phase: { name: "loading", by: "host" } });
});
widget.on("toolresult", (result) => suggest.deliver(result));
widget.on("toolcancelled", (cancelled) => {
  if (!suggest.busy()) store.set({ phase: { name: "cancelled", reason: cancelled?.reason } });
});

// What the host asks: the widget's own tools, for its model; and, before it takes the page down, whether there is anything to save.
offerTools(widget, store);
widget.onTeardown(() => shortlist.save());
shortlist.restore();

async function loadCatalog() {
  store.set({ catalogFailed: false });
  try {
    store.set({ catalog: await readCatalog(widget) });
  } catch {
    store.set({ catalogFailed: true });
  }
}

try {
  const host = await widget.ready;
  if (store.get().phase.name === "waiting") store.set({ phase: { name: "idle" } });
  store.set({ host });
  // A host cannot look into the frame; this one shows it.
  widget.log("info", { engine: widget.engine }, "gift-ideas");
  await loadCatalog();
} catch (error) {
  store.set({ phase: phaseOf(error, { aborted: false, limit: 0 }) });
}
