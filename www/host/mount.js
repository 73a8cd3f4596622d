// One widget on this page, from its frame to its teardown.
import { createBridge } from "./bridge.js";
import { isComposing } from "./composer.js";
import { hostContext } from "./context.js";
import { addMessage, openLink, textOf } from "./conversation.js";
import { createFrame, resize, withPolicy } from "./frame.js";
import { addLine, createModel } from "./model.js";
import { modeFor, placeOf, showMode } from "./modes.js";

const byId = (id) => document.getElementById(id);

/** How long a widget has to save what it must; whoever does not answer is taken down all the same. */
const TEARDOWN_MS = 1000;

/**
 * Mounts a widget; resolves when its frame has been filled, its handshake comes by itself. `theme()` is the theme of now, and
 * `ongone()` is called when the widget has been taken down by itself, or from its button.
 */
export async function mount({ client, tool, html, first }, index, { options, theme, watch, ongone }) {
  const name = index === 0 ? "Gift ideas" : `Gift ideas, widget ${index + 1}`;
  const { figure, frame, back, down, showEngine } = createFrame(options.sandbox, name);
  byId("widgets").append(figure);
  const model = createModel(byId("model"), options.widgets > 1 ? `Widget ${index + 1}` : undefined);
  let mode = "inline";

  const context = () => hostContext(theme(), tool, placeOf(frame, mode));
  /** The bridge compares with what it has said before, and tells the widget what is different. */
  const announce = () => bridge.setHostContext(context());

  function setMode(wanted) {
    mode = modeFor(wanted, mode, bridge.getAppCapabilities());
    showMode(figure, mode);
    announce();
    return mode;
  }

  const { bridge, connect } = createBridge({
    client,
    context: context(),
    hold: options.hold,
    watch,
    // Over the page the frame is as high as the window, whatever is in it.
    onsize: (height) => mode === "inline" && resize(frame, height),
    onmessage(content) {
      if (isComposing()) return "A message of your own is not sent yet";
      addMessage(textOf(content));
      return undefined;
    },
    onlink: openLink,
    oncontext: model.know,
    onmode: setMode,
    onlog(line) {
      addLine(byId("log"), line);
      showEngine(line.data?.engine);
    },
  });

  /** What the model has called in the conversation. */
  async function tellFirst() {
    await bridge.sendToolInput({ arguments: first.args });
    try {
      await bridge.sendToolResult(await first.result);
    } catch (error) {
      await bridge.sendToolCancelled({ reason: String(error.message) });
    }
  }

  /** The widget's own tools, for the model to call; most widgets have none. */
  async function readTools() {
    const { tools } = await bridge.listTools({});
    model.offer(tools, (call) => bridge.callTool(call));
  }

  bridge.oninitialized = () => {
    if (first) void tellFirst();
    // A widget that does not answer has no tools.
    if (bridge.getAppCapabilities()?.tools) readTools().catch(() => {});
  };

  let ending;
  /** Asks the widget to save what it must, and takes it away; once, however often it is wanted. */
  const end = () =>
    (ending ??= (async () => {
      if (mode !== "inline") showMode(figure, "inline");
      removeEventListener("resize", announce);
      // One that has not begun has nothing to save.
      if (bridge.getAppCapabilities()) await bridge.teardownResource({}, { timeout: TEARDOWN_MS }).catch(() => {});
      await bridge.close();
      figure.remove();
      model.remove();
    })());
  const leave = async () => {
    await end();
    ongone();
  };
  bridge.onrequestteardown = leave;
  down.addEventListener("click", leave);
  back.addEventListener("click", () => {
    setMode("inline");
    frame.focus();
  });
  addEventListener("resize", announce);

  // The widget speaks as soon as its script runs, so the listener comes first.
  await connect(frame.contentWindow);
  frame.srcdoc = withPolicy(html, options.policy);
  return { bridge, figure, frame, announce, end };
}
