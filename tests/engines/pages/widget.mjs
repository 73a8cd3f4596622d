// The widget of the matrix: does one of each, and tells the page around it what came of it.

/** What the host's look comes to: its theme, a variable and a font. */
async function dress(widget) {
  widget.applyHostStyles();
  const root = document.documentElement;
  root.style.backgroundColor = "var(--background)";
  // Firefox computes nothing before it has made room for the frame.
  for (let waited = 0; !getComputedStyle(root).colorScheme && waited < 3_000; waited += 10) await new Promise((resolve) => setTimeout(resolve, 10));
  const { colorScheme, backgroundColor } = getComputedStyle(root);
  return [colorScheme, backgroundColor, [...document.fonts].map(({ family }) => family)];
}

/** What `connect`, a call, two failing calls and an event come to. */
async function work({ connect, EngineError, McpError }, options) {
  let widget;
  try {
    widget = connect({ name: "matrix", version: "1.0.0" }, options);
  } catch (error) {
    return { threw: error instanceof EngineError ? error.name : `${error}` };
  }
  const heard = new Promise((resolve) => widget.on("toolresult", resolve));
  await widget.ready;
  const { structuredContent } = await widget.callTool("echo", { text: "ä€😀" });
  const failed = await widget.callTool("fails");
  const refused = await widget.callTool("refuses").catch((error) => error);
  const event = await heard;
  const look = await dress(widget);
  const { status, host } = widget.getSnapshot();
  widget.close();
  return {
    engine: widget.engine,
    status,
    host: host.info.name,
    call: structuredContent,
    failed: [failed.isError, failed.content[0].text],
    refused: [refused instanceof McpError, refused.code, refused.message],
    event: event.structuredContent,
    look,
  };
}

/** Does what every policy forbids. It is reported, and whatever was reported before has then been heard. */
async function control() {
  new Image().src = "http://127.0.0.1:1/forbidden";
  for (let waited = 0; !violations.at(-1)?.startsWith("img-src") && waited < 3_000; waited += 10) await new Promise((resolve) => setTimeout(resolve, 10));
}

export async function perform(api, options) {
  const done = await work(api, options).catch((error) => ({ failure: `${error?.stack ?? error}` }));
  // `policed` and `violations` come from a script ahead of this one, which sees what happens while modules load.
  if (policed) await control();
  parent.postMessage({ report: { ...done, violations } }, "*");
}
