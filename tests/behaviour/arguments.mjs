// What callers hand in wrongly is refused before anything is sent.

import { echo } from "./support/answers.mjs";
import { equal, rejects, same, throws } from "./support/check.mjs";
import { within } from "./support/real.mjs";

class Instance {
  field = 1;
}

const NO_TEXT = [undefined, null, 5, true, {}, [], () => {}, Symbol("s"), 5n, new String("boxed")];
const NO_OBJECT = [null, "text", 5, true, [], [1], new Instance(), new Map(), new Set(), new Date(0), new Error("e"), /x/, () => {}, Symbol("s"), 5n, new Uint8Array(2), Promise.resolve()];
const NO_TIMEOUT = [-1, NaN, -Infinity, "5", null, {}, 5n];

/** Each of these rejects with a TypeError, and nothing is sent. */
function refuses(values, call, message) {
  return async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    for (const [index, value] of values.entries()) {
      await within(2_000, rejects(call(widget, value), { name: "TypeError", message }, `value ${index}`), `refusing value ${index}`);
    }
    await host.flush();
    equal(host.frames.length, 2, "frames");
    await widget.callTool("fine");
  };
}

export const cases = {
  "a tool's name must be a text": refuses(NO_TEXT, (widget, name) => widget.callTool(name, {}), /name/),
  "a tool's arguments must be a plain object": refuses(NO_OBJECT, (widget, args) => widget.callTool("a", args), /args/),
  "_meta must be a plain object": refuses(NO_OBJECT, (widget, _meta) => widget.callTool("a", {}, { _meta }), /_meta/),
  "a timeout must be a number of milliseconds": refuses(NO_TIMEOUT, (widget, timeout) => widget.callTool("a", {}, { timeout }), /timeout/),
  "a total must be a number of milliseconds": refuses(NO_TIMEOUT, (widget, maxTotalTimeout) => widget.callTool("a", {}, { maxTotalTimeout }), /maxTotalTimeout/),
  "a signal must be an AbortSignal": refuses([{}, "text", 5, true, { aborted: false }, new EventTarget()], (widget, signal) => widget.callTool("a", {}, { signal }), /signal/),
  "a URI must be a text or a URL": refuses(NO_TEXT, (widget, uri) => widget.readResource(uri), /uri/),
  "a prompt's name must be a text": refuses(NO_TEXT, (widget, name) => widget.getPrompt(name), /name/),
  "a prompt's arguments must be a plain object": refuses(
    NO_OBJECT.filter((value) => value !== null),
    (widget, args) => widget.getPrompt("a", args),
    /arg/,
  ),
  "a method must be a text": refuses(NO_TEXT, (widget, method) => widget.request(method), /method/),
  "params must be a plain object": refuses(NO_OBJECT, (widget, params) => widget.request("x/y", params), /params/),
  "a page's params must be a plain object": refuses(NO_OBJECT, (widget, params) => widget.listTools(params), /params/),

  "objects without a prototype are plain": async ({ open }) => {
    const { widget } = await open({ "tools/call": echo });
    const args = Object.assign(Object.create(null), { a: 1 });
    same((await widget.callTool("a", args)).structuredContent.echoed, { a: 1 });
  },

  "a bad call before the handshake fails too, at once": async ({ dial }) => {
    const { widget } = dial({ "ui/initialize": () => undefined });
    await rejects(widget.callTool(5), { name: "TypeError" });
    await rejects(widget.callTool("a", []), { name: "TypeError" });
    await rejects(widget.callTool("a", {}, { timeout: -5 }), { name: "TypeError" });
  },

  "notify never throws; what is wrong is reported": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    widget.notify(5);
    widget.notify(undefined, {});
    same(takeTroubles().map(({ name }) => name), ["TypeError", "TypeError"]);
    await host.flush();
    equal(host.frames.length, 2);
  },

  "a notification's params must be a plain object": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    for (const params of [[1], "text", 5, new Map([[1, 2]]), new Date(0), new Instance()]) widget.notify("x/y", params);
    await host.flush();
    same(host.sent("x/y").map(({ params }) => params), [], "sent");
    equal(takeTroubles().length, 6);
  },

  "an event must exist and a listener be a function": async ({ open }) => {
    const { widget } = await open();
    for (const type of ["toolResult", "", undefined, "constructor", Symbol("s")]) throws(() => widget.on(type, () => {}), { name: "TypeError" });
    for (const listener of [undefined, null, {}, { handleEvent() {} }, "f"]) throws(() => widget.on("toolresult", listener), { name: "TypeError" });
  },

  "a handler needs a method and a function": async ({ open }) => {
    const { widget } = await open();
    throws(() => widget.onRequest(5, () => {}), { name: "TypeError" });
    throws(() => widget.onRequest("x/y", {}), { name: "TypeError" });
  },
};
