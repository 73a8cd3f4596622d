// A host that does with sizes what hosts do: the frame gets them. Reports what it was told.

import { HOST } from "/behaviour/support/host.mjs";
import { send } from "/engines/pages/report.mjs";
import { CASES } from "/engines/support/sizes.mjs";

const AT_ONCE = 3;
/** How long nothing may be said before it counts as all; a loop would say something with each frame. */
const QUIET = 500;
const PATIENCE = 12_000;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The page, and the widget in it. */
const page = ({ html, act, options = {} }) => `<!doctype html><meta charset="utf-8"><script>
  addEventListener("error", ({ message }) => parent.postMessage({ trouble: message }, "*"));
  addEventListener("unhandledrejection", ({ reason }) => parent.postMessage({ trouble: String(reason) }, "*"));
</script><body>${html}</body><script type="module">
  import { connect } from "${location.origin}/pkg/js.js";
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const until = async (height) => {
    const late = performance.now() + 3_000;
    while (innerHeight !== height) {
      if (performance.now() > late) throw new Error("the window's height is " + innerHeight + ", not " + height);
      await wait(10);
    }
    await wait(60);
    if (innerHeight !== height) throw new Error("the window's height was " + height + ", and then " + innerHeight);
  };
  window.widget = connect({ name: "sizes", version: "1" }, ${JSON.stringify(options)});
  widget.on("diagnostic", ({ code }) => parent.postMessage({ code }, "*"));
  const act = ${act ?? "async () => {}"};
  await widget.ready;
  await wait(50);
  const error = await act({ wait, until }).then(() => undefined, (error) => String(error));
  parent.postMessage({ done: { error } }, "*");
</` + `script>`;

async function run(one, place) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style = `left:${place * 410}px;${one.frame ?? ""}`;
  frame.srcdoc = page(one);
  const sizes = [];
  const [troubles, codes] = [[], []];
  let [last, done] = [performance.now()];
  const listener = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    last = performance.now();
    if (data.trouble) troubles.push(data.trouble);
    else if (data.code) codes.push(data.code);
    else if (data.done) done = data.done;
    else if (data.method === "ui/initialize") {
      const result = { ...HOST, hostContext: one.context ? { containerDimensions: one.context } : {} };
      frame.contentWindow.postMessage({ jsonrpc: "2.0", id: data.id, result }, "*");
    } else if (data.method === "ui/notifications/size-changed") {
      sizes.push(data.params);
      for (const [side, pixels] of Object.entries(data.params)) frame.style[side] = `${pixels}px`;
    }
  };
  addEventListener("message", listener);
  document.body.append(frame);
  const begun = last;
  if (one.later !== undefined) setTimeout(() => (frame.style = `left:${place * 410}px;${one.later}`), 300);
  while (performance.now() - begun < PATIENCE && (!done || performance.now() - last < QUIET)) await wait(20);
  removeEventListener("message", listener);
  frame.remove();
  return { sizes, troubles, codes, error: done ? done.error : "it never ended", settled: performance.now() - begun < PATIENCE };
}

const waiting = CASES.filter(({ name }) => !new URLSearchParams(location.search).has("only") || name.includes(new URLSearchParams(location.search).get("only")));
await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, place) => {
    for (let next; (next = waiting.shift()); ) await send(next.name, await run(next, place).catch((error) => ({ failure: `${error?.stack ?? error}` })));
  }),
);
