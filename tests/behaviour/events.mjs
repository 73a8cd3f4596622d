// What the host says: told in order, replayed once, and stopped by nobody.

import { codes, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";
import { listenerCount } from "./support/watch.mjs";

const input = (host, value) => host.notify("ui/notifications/tool-input", { arguments: value });
const partial = (host, value) => host.notify("ui/notifications/tool-input-partial", { arguments: value });
const result = (host, value) => host.notify("ui/notifications/tool-result", tool(value));
const cancelled = (host, params) => host.notify("ui/notifications/tool-cancelled", params);
const context = (host, params) => host.notify("ui/notifications/host-context-changed", params);

export const cases = {
  "toolinput gives the arguments": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinput", (...event) => heard.push(event));
    const arrived = await input(host, { occasion: "birthday" });
    equal(heard.length, 1);
    equal(heard[0][0], arrived.params.arguments);
    same([heard[0][1].replayed, heard[0][1].duplicate, typeof heard[0][1].sequence], [false, false, "number"]);
  },

  "toolresult gives the result that arrived": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolresult", (value) => heard.push(value));
    const arrived = await result(host, { gifts: [1] });
    equal(heard[0], arrived.params);
    same(widget.diagnostics, []);
  },

  "a toolresult is mended like a call's result": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolresult", (value) => heard.push(value));
    const arrived = await host.notify("ui/notifications/tool-result", { structuredContent: { a: 1 } });
    same(heard[0], { structuredContent: { a: 1 }, content: [] });
    equal(heard[0].raw, arrived.params);
    ok(!Object.keys(heard[0]).includes("raw"));
    same(codes(widget), ["content-missing"]);
    await host.notify("ui/notifications/tool-result");
    same(heard[1].content, []);
  },

  "toolcancelled gives the reason, if there is one": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolcancelled", (value) => heard.push(value));
    await cancelled(host, { reason: "user" });
    await cancelled(host, undefined);
    same(heard, [{ reason: "user" }, {}]);
  },

  "toolinputpartial gives what there is so far": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinputpartial", (value) => heard.push(value));
    await partial(host, { a: "b" });
    await partial(host, { a: "bi" });
    same(heard, [{ a: "b" }, { a: "bi" }]);
  },

  "hostcontextchanged gives the change; host.context has it all": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("hostcontextchanged", (value) => heard.push([value, widget.host.context]));
    const before = widget.host;
    await context(host, { theme: "dark", "x/y": 1 });
    await context(host, { locale: "de" });
    same(heard.map(([change]) => change), [{ theme: "dark", "x/y": 1 }, { locale: "de" }]);
    same(widget.host.context, { theme: "dark", displayMode: "inline", "x/y": 1, locale: "de" });
    same(before.context, HOST.hostContext, "the old host is unchanged");
    same(widget.getSnapshot().host, widget.host);
  },

  "a listener sees a context that has changed already": async ({ open }) => {
    const { widget, host } = await open();
    const themes = [];
    widget.on("hostcontextchanged", () => themes.push(widget.host.context.theme));
    await context(host, { theme: "dark" });
    same(themes, ["dark"]);
  },

  "the names of drafts are understood": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("hostcontextchanged", (value) => heard.push(value));
    widget.on("toolcancelled", (value) => heard.push(value));
    await host.notify("ui/notifications/host-context-change", { a: 1 });
    await host.notify("ui/host-context-change", { b: 1 });
    await host.notify("ui/tool-cancelled", { reason: "c" });
    same(heard, [{ a: 1 }, { b: 1 }, { reason: "c" }]);
  },

  "statuschange follows the connection": async ({ dial }) => {
    const { widget, host } = dial({ "ui/initialize": () => undefined });
    const heard = [];
    widget.on("statuschange", (status) => heard.push([status, widget.getSnapshot().status]));
    await host.reply(await host.until("ui/initialize"), HOST);
    await widget.ready;
    widget.close();
    same(heard, [["ready", "ready"], ["closed", "closed"]]);
  },

  "diagnostic tells of every oddity": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("diagnostic", (value) => heard.push(value));
    await host.say({ jsonrpc: "2.0", id: 1, result: {} });
    await host.say({ jsonrpc: "2.0", id: 2, result: {} });
    same(heard.map(({ code, path, count }) => [code, path, count]), [["unknown-reply", "/id", 1], ["unknown-reply", "/id", 2]]);
    ok(heard[0].message.length > 10);
  },

  "any other notification is an event of its own": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("notification", (value) => heard.push(value));
    const { params } = await host.notify("notifications/tools/list_changed", { a: [1] });
    await host.notify("x/bare");
    same(heard, [{ method: "notifications/tools/list_changed", params: { a: [1] } }, { method: "x/bare" }]);
    equal(heard[0].params, params);
  },

  "the sandbox's own messages are nobody's": async ({ open }) => {
    const { widget, host } = await open();
    widget.on("notification", () => ok(false, "heard"));
    for (const name of ["sandbox-proxy-ready", "sandbox-resource-ready"]) await host.notify(`ui/notifications/${name}`, { html: "<p>" });
    same(widget.diagnostics, []);
  },

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

  "a listener's exception is reported and stops no other": async ({ open, takeTroubles, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    const errors = [new Error("one"), new Error("two")];
    widget.on("toolresult", () => { throw errors[0]; });
    widget.on("toolresult", (value) => heard.push(value.structuredContent));
    await result(host, 1);
    widget.on("toolresult", () => { throw errors[1]; });
    widget.on("toolresult", () => heard.push("replayed"));
    await turn();
    same(takeTroubles(), errors);
    same(heard, [1, "replayed"]);
    same(widget.getSnapshot().toolResult.structuredContent, 1);
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

  "sequence numbers ascend": async ({ open }) => {
    const { widget, host } = await open();
    const sequences = [];
    for (const type of ["toolinput", "toolresult", "hostcontextchanged", "notification"]) widget.on(type, (value, { sequence }) => sequences.push(sequence));
    await input(host, {});
    await result(host, 1);
    await context(host, {});
    await host.notify("x/y");
    await result(host, 2);
    ok(sequences.every((value, index) => index === 0 || value > sequences[index - 1]), sequences.join());
    equal(sequences.length, 5);
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

  "arguments of a wrong type are none": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinput", (value) => heard.push(value));
    for (const value of [undefined, null, "x", [1], 5]) await input(host, value);
    await host.notify("ui/notifications/tool-input");
    same(heard, Array(6).fill({}));
    same(codes(widget), ["arguments-type"]);
  },
};
