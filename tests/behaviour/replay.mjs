// Listening late, once, or no more.

import { codes, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { listenerCount } from "./support/watch.mjs";

const input = (host, value) => host.notify("ui/notifications/tool-input", { arguments: value });
const partial = (host, value) => host.notify("ui/notifications/tool-input-partial", { arguments: value });
const result = (host, value) => host.notify("ui/notifications/tool-result", tool(value));
const cancelled = (host, params) => host.notify("ui/notifications/tool-cancelled", params);
const context = (host, params) => host.notify("ui/notifications/host-context-changed", params);

export const cases = {
  "what came earlier is replayed, in its order, once, after the code that listens": async ({ open, turn }) => {
    const { widget, host } = await open();
    await input(host, { a: 1 });
    await result(host, { b: 2 });
    await cancelled(host, { reason: "c" });
    const heard = [];
    widget.on("toolcancelled", (value, { replayed }) => heard.push(["cancelled", replayed]));
    widget.on("toolresult", (value, { replayed }) => heard.push(["result", replayed]));
    widget.on("toolinput", (value, { replayed }) => heard.push(["input", replayed]));
    same(heard, [], "not before the listening code has run");
    await undefined;
    await turn();
    same(heard, [["input", true], ["result", true], ["cancelled", true]]);
    await turn();
    equal(heard.length, 3);
  },

  "the replay is done before the next task": async ({ open }) => {
    const { widget, host } = await open();
    await result(host, 1);
    let heard = 0;
    widget.on("toolresult", () => heard++);
    await undefined;
    await undefined;
    equal(heard, 1);
  },

  "a replay is the very same value and sequence": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolresult", (value, info) => heard.push([value, info]));
    await result(host, 1);
    widget.on("toolresult", (value, info) => heard.push([value, info]));
    await turn();
    equal(heard.length, 2);
    equal(heard[0][0], heard[1][0]);
    equal(heard[0][1].sequence, heard[1][1].sequence);
    same(heard.map(([, { replayed }]) => replayed), [false, true]);
  },

  "only the latest of each kind is replayed": async ({ open, turn }) => {
    const { widget, host } = await open();
    await result(host, 1);
    await result(host, 2);
    const heard = [];
    widget.on("toolresult", (value) => heard.push(value.structuredContent));
    await turn();
    same(heard, [2]);
  },

  "each listener has its own replay": async ({ open, turn }) => {
    const { widget, host } = await open();
    await result(host, 1);
    const heard = [];
    const listener = (value) => heard.push(value.structuredContent);
    widget.on("toolresult", listener);
    await turn();
    widget.on("toolresult", listener);
    widget.on("toolresult", listener);
    await turn();
    same(heard, [1, 1, 1]);
  },

  "replay: false hears only what comes": async ({ open, turn }) => {
    const { widget, host } = await open();
    await result(host, 1);
    const heard = [];
    widget.on("toolresult", (value, { replayed }) => heard.push([value.structuredContent, replayed]), { replay: false });
    await turn();
    await result(host, 2);
    same(heard, [[2, false]]);
  },

  "once hears one event": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolresult", (value) => heard.push(value.structuredContent), { once: true });
    await result(host, 1);
    await result(host, 2);
    widget.on("toolresult", (value) => heard.push(["again", value.structuredContent]), { once: true });
    await turn();
    await result(host, 3);
    same(heard, [1, ["again", 2]]);
  },

  "once with a signal leaves no listener on the signal": async ({ open }) => {
    const { widget, host } = await open();
    const { signal } = new AbortController();
    widget.on("toolresult", () => {}, { once: true, signal });
    equal(listenerCount("abort", signal), 1);
    await result(host, 1);
    equal(listenerCount("abort", signal), 0);
  },

  "a signal stops the listener": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const heard = [];
    widget.on("toolresult", (value) => heard.push(value.structuredContent), { signal: controller.signal });
    await result(host, 1);
    controller.abort();
    await result(host, 2);
    same(heard, [1]);
    equal(listenerCount("abort", controller.signal), 0);
    widget.on("toolresult", () => ok(false, "heard"), { signal: controller.signal });
    await result(host, 3);
  },

  "what `on` returns stops the listener, a replay under way too": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    const off = widget.on("toolresult", (value) => heard.push(value.structuredContent));
    await result(host, 1);
    off();
    off();
    await result(host, 2);
    widget.on("toolresult", () => heard.push("replayed"))();
    await turn();
    same(heard, [1]);
  },

  "a listener may stop another one, and itself": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    const first = widget.on("toolresult", () => (heard.push("first"), first(), third()));
    widget.on("toolresult", () => heard.push("second"));
    const third = widget.on("toolresult", () => heard.push("third"));
    await result(host, 1);
    await result(host, 2);
    same(heard, ["first", "second", "second"]);
  },

  "a listener that is added while one is told hears it once": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolresult", () => widget.on("toolresult", (value, { replayed }) => heard.push([value.structuredContent, replayed])), { once: true });
    await result(host, 1);
    await turn();
    same(heard, [[1, true]]);
    await result(host, 2);
    same(heard, [[1, true], [2, false]]);
  },

  "what a host repeats is marked": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    for (const type of ["toolinput", "toolresult", "toolcancelled"]) widget.on(type, (value, { duplicate }) => heard.push([type, duplicate]));
    for (const again of [0, 1]) {
      await input(host, { a: { b: [1] } });
      await result(host, { c: 1 });
      await cancelled(host, { reason: "r" });
    }
    await input(host, { a: 2 });
    same(heard.map(([, duplicate]) => duplicate), [false, false, false, true, true, true, false]);
    await turn();
  },

  "partial input after the final one is dropped": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinputpartial", (value) => heard.push(value));
    await partial(host, { a: 1 });
    await input(host, { a: 12 });
    await partial(host, { a: 1 });
    widget.on("toolinputpartial", () => heard.push("replayed"));
    await turn();
    same(heard, [{ a: 1 }]);
    same(codes(widget), ["stale-partial"]);
    equal(widget.getSnapshot().toolInputPartial, undefined);
  },

  "the latest partial input is replayed": async ({ open, turn }) => {
    const { widget, host } = await open();
    await partial(host, { a: 1 });
    await partial(host, { a: 12 });
    const heard = [];
    widget.on("toolinputpartial", (value, { replayed }) => heard.push([value, replayed]));
    await turn();
    same(heard, [[{ a: 12 }, true]]);
  },
};
