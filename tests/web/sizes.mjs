// Pages in frames, each with a widget in Rust, and a host that gives them the height that they ask for. Loaded by the test beside it.

const AT_ONCE = 8;
/** How long nothing may be said before it counts as all; a loop would say something with each frame. */
const QUIET = 500;
const PATIENCE = 15_000;
const HOST = { protocolVersion: "2026-01-26", hostInfo: { name: "sizes", version: "1" }, hostCapabilities: {} };
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The page, with the module of the tests in it. */
const page = ({ html, act, options = {} }) => `<!doctype html><meta charset="utf-8"><script>
  addEventListener("error", ({ message }) => parent.postMessage({ trouble: message }, "*"));
  addEventListener("unhandledrejection", ({ reason }) => parent.postMessage({ trouble: String(reason) }, "*"));
</script><body>${html}</body><script type="module">
  import init, { FrameWidget } from "${location.origin}/wasm-bindgen-test.js";
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const until = async (height) => {
    const late = performance.now() + 5_000;
    while (innerHeight !== height) {
      if (performance.now() > late) throw new Error("the window's height is " + innerHeight + ", not " + height);
      await wait(10);
    }
    await wait(60);
    if (innerHeight !== height) throw new Error("the window's height was " + height + ", and then " + innerHeight);
  };
  await init("${location.origin}/wasm-bindgen-test_bg.wasm");
  const own = new FrameWidget(${options.autoResize !== false}, (code) => parent.postMessage({ code }, "*"));
  let end;
  window.widget = { close: () => own.close(), autoResize: () => (end ??= (own.resize(), () => own.stay())) };
  const act = ${act ?? "async () => {}"};
  await own.ready();
  await wait(50);
  const error = await act({ wait, until }).then(() => undefined, (error) => String(error));
  parent.postMessage({ done: { error } }, "*");
</` + `script>`;

async function run(one, place) {
  const frame = document.createElement("iframe");
  const style = `position:fixed;top:0;left:${place * 90}px;border:0;width:400px;height:300px;`;
  frame.style = style + (one.frame ?? "");
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
  if (one.later !== undefined) setTimeout(() => (frame.style = style + one.later), 300);
  while (performance.now() - begun < PATIENCE && (!done || performance.now() - last < QUIET)) await wait(20);
  removeEventListener("message", listener);
  frame.remove();
  return { sizes, troubles, codes, error: done ? done.error : "it never ended", settled: performance.now() - begun < PATIENCE };
}

/** What is wrong with this outcome; nothing, if all is well. */
function wrong({ height, width, messages, code }, { sizes, troubles, codes, error, settled }) {
  const last = (side) => sizes.findLast((size) => size[side] !== undefined)?.[side];
  const [least, most = least] = [height].flat();
  const faults = [...troubles];
  if (error) faults.push(error);
  if (!settled) faults.push("it goes on");
  if (codes.join() !== (code ?? "")) faults.push(`noted: ${codes}`);
  if (least === undefined ? last("height") !== undefined : !(last("height") >= least && last("height") <= most)) faults.push(`height ${last("height")}, not ${height}`);
  if (last("width") !== width) faults.push(`width ${last("width")}, not ${width}`);
  if (sizes.length > messages) faults.push(`${sizes.length} messages`);
  if (!sizes.every((size) => Object.values(size).every((pixels) => Number.isInteger(pixels) && pixels >= 1))) faults.push("a size that is none");
  return faults.length > 0 && `${faults.join("; ")}: ${JSON.stringify(sizes)}`;
}

/** Runs these pages. Gives what went wrong, and how many there were. */
export async function pages({ CASES }) {
  const waiting = [...CASES];
  const failures = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, place) => {
      for (let next; (next = waiting.shift()); ) {
        const fault = wrong(next, await run(next, place));
        if (fault) failures.push(`${next.name}: ${fault}`);
      }
    }),
  );
  return { failures, count: CASES.length };
}
