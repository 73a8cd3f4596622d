// What the host says: told in order, replayed once, and stopped by nobody.

import { codes, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";

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

  "arguments of a wrong type are none": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinput", (value) => heard.push(value));
    for (const value of [undefined, null, "x", [1], 5]) await input(host, value);
    await host.notify("ui/notifications/tool-input");
    same(heard, Array(6).fill({}));
    same(codes(widget), ["arguments-type"]);
  },

  "arguments that are a text are what it is the JSON of, as far as it goes": async ({ open, turn }) => {
    const { widget, host } = await open();
    const heard = [];
    const note = (value, { replayed, duplicate }) => heard.push([value, replayed, duplicate]);
    widget.on("toolinputpartial", note);
    widget.on("toolinput", note);
    await partial(host, '{"occasion": "birth');
    equal(widget.getSnapshot().toolInputPartial, heard[0][0], "the snapshot has the very object");
    await partial(host, '{"occasion": "birthday", "budget": 10');
    await input(host, '{"occasion": "birthday", "budget": 100}');
    equal(widget.getSnapshot().toolInput, heard[2][0]);
    await input(host, '{"occasion": "birthday", "budget": 100}');
    widget.on("toolinput", note);
    await turn();
    const all = { occasion: "birthday", budget: 100 };
    same(heard, [[{ occasion: "birth" }, false, false], [{ occasion: "birthday" }, false, false], [all, false, false], [all, false, true], [all, true, true]]);
    equal(heard[4][0], heard[3][0], "the replay is the very object");
    same(widget.diagnostics.map(({ code, path, count }) => [code, path, count]), [["arguments-type", "/params/arguments", 4]]);
  },

  "arguments that are a text may be nested as deep as they like": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinputpartial", (value) => heard.push(value));
    await partial(host, '{"a":['.repeat(50_000));
    let [depth, value] = [0, heard[0]];
    while (value?.a) [depth, value] = [depth + 1, value.a[0]];
    equal(depth, 50_000);
  },

  "arguments that are a text of anything but an object are none": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("toolinput", (value) => heard.push(value));
    const texts = ["", " ", "birthday", '"a"', "5", "tru", "null", "[", '[{"a":1}]', "{]", '{"a" 1'];
    for (const text of texts) await input(host, text);
    await input(host, ' \n{"a":1');
    await input(host, '{"a":1} and more');
    same(heard, [...Array(texts.length + 1).fill({}), { a: 1 }]);
  },
};
