// Several widgets in one window.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { listenerCount } from "./support/watch.mjs";

export const cases = {
  "one listener, gone with the last widget": async ({ open, connect }) => {
    const before = listenerCount("message", window);
    const { widget, link } = await open();
    equal(listenerCount("message", window), before + 1);
    const second = connect(link);
    await second.ready;
    equal(listenerCount("message", window), before + 1);
    widget.close();
    equal(listenerCount("message", window), before + 1);
    second.close();
    equal(listenerCount("message", window), before);
  },

  "two widgets get their own replies": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    await host.until("ui/notifications/initialized", 2);
    const widgets = [widget, second];
    const calls = Array.from({ length: 40 }, (_, index) => widgets[index % 2].callTool("n", { index }));
    await host.until("tools/call", 40);
    for (const frame of host.sent("tools/call").reverse()) await host.reply(frame, echo(frame.params));
    (await Promise.all(calls)).forEach(({ structuredContent }, index) => equal(structuredContent.echoed.index, index));
    for (const { diagnostics } of widgets) same(diagnostics, []);
  },

  "a teardown is all widgets', and answered once": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    // It answers, however long that takes here.
    const second = connect(link, { teardownTimeout: 0 });
    const third = connect(link);
    await Promise.all([second.ready, third.ready]);
    const torn = [];
    let [finish, begun] = [];
    /** Settles with the next call of the handler that is waited for. */
    const next = () => new Promise((resolve) => (begun = resolve));
    second.onTeardown(() => new Promise((resolve) => ((finish = resolve), begun())).then(() => void torn.push("second")));
    third.onTeardown((params) => void torn.push(["third", params]));
    let beginning = next();
    await host.say({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: { reason: "r" } });
    await beginning;
    await host.flush();
    same([torn, host.repliesTo(1)], [[["third", { reason: "r" }]], []]);
    finish();
    await host.until((frame) => frame.id === 1);
    await host.flush();
    same([torn, host.repliesTo(1).map(({ result }) => result)], [[["third", { reason: "r" }], "second"], [{}]]);
    // Who is closed is asked no more.
    third.close();
    beginning = next();
    const asked = host.ask(2, "ui/resource-teardown", {});
    await beginning;
    finish();
    await asked;
    same(torn.slice(2), ["second"]);
    widget.close();
    second.close();
  },

  "a page that goes calls the handlers that were not called, once": async ({ open, connect, turn }) => {
    const leave = (type, persisted) => window.dispatchEvent(new PageTransitionEvent(type, { persisted }));
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    const torn = [];
    widget.onTeardown((params) => void torn.push(["one", params]));
    second.onTeardown((params) => void torn.push(["two", params]));
    leave("pagehide", true);
    leave("pagehide", true);
    same(torn.splice(0), [["one", { reason: "pagehide" }], ["two", { reason: "pagehide" }]]);
    // It was kept, and came back.
    leave("pageshow", true);
    same((await host.ask(1, "ui/resource-teardown", {})).result, {});
    same(torn.splice(0).map(([name]) => name), ["one", "two"]);
    await turn();
    leave("pagehide", false);
    same(torn, [], "the host's teardown was it");
    leave("pageshow", true);
    second.close();
    leave("pagehide", false);
    same(torn.map(([name]) => name), ["one"]);
    const before = listenerCount("pagehide", window);
    widget.close();
    equal(listenerCount("pagehide", window), before - 1);
    leave("pageshow", true);
    leave("pagehide", false);
    equal(torn.length, 1);
  },

  "two widgets with a thousand calls each, answered in any order and twice": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    const widgets = [widget, second];
    const calls = Array.from({ length: 2_000 }, (_, index) => widgets[index % 2].callTool("n", { index }));
    await host.until("tools/call", 2_000);
    const frames = host.sent("tools/call");
    const replies = frames.map((_, index) => host.reply(frames[(index * 1_237) % 2_000], echo(frames[(index * 1_237) % 2_000].params)));
    replies.push(...frames.filter((_, index) => index % 10 === 0).map((frame) => host.reply(frame, tool("again"))));
    await Promise.all(replies);
    (await Promise.all(calls)).forEach(({ structuredContent }, index) => equal(structuredContent.echoed.index, index));
    same(widgets.flatMap(({ diagnostics }) => diagnostics.map(({ code, count }) => [code, count])), [["duplicate-reply", 200]]);
  },

  "two widgets get their own progress": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    const heard = [];
    const calls = [widget, second].map((one, index) => one.callTool("a", {}, { onprogress: ({ progress }) => heard.push([index, progress]) }));
    await host.until("tools/call", 2);
    const [a, b] = host.sent("tools/call");
    await host.notify("notifications/progress", { progressToken: b.id, progress: 2 });
    await host.notify("notifications/progress", { progressToken: a.id, progress: 1 });
    await host.reply(a, tool(1));
    await host.reply(b, tool(1));
    await Promise.all(calls);
    same(heard, [[1, 2], [0, 1]]);
    same([widget, second].flatMap(({ diagnostics }) => diagnostics), []);
  },

  "two widgets both hear what the host says": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    await host.notify("ui/notifications/tool-result", tool(1));
    equal(widget.getSnapshot().toolResult.structuredContent, 1);
    equal(second.getSnapshot().toolResult.structuredContent, 1);
  },

  "of two widgets one answers: the one with a handler, else the oldest": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    second.onRequest("x/second", () => ({ by: "second" }));
    widget.onRequest("x/first", () => ({ by: "first" }));
    for (const one of [widget, second]) one.onRequest("x/both", () => ({ by: one === widget ? "first" : "second" }));
    same((await host.ask(1, "x/second")).result, { by: "second" });
    same((await host.ask(2, "x/first")).result, { by: "first" });
    same((await host.ask(3, "x/both")).result, { by: "first" });
    equal((await host.ask(4, "x/none")).error.code, -32601);
    same((await host.ask(5, "ping")).result, {});
    await host.say({ jsonrpc: "2.0", id: 6, method: 7 });
    await host.flush();
    for (const id of [1, 2, 3, 4, 5, 6]) equal(host.repliesTo(id).length, 1, `replies to ${id}`);
    widget.close();
    same((await host.ask(7, "ping")).result, {});
    same((await host.ask(8, "x/both")).result, { by: "second" });
  },

  "of two widgets the one that serves hears of the cancellation": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    let signal;
    second.onRequest("x/y", (params, info) => ((signal = info.signal), new Promise(() => {})));
    await host.say({ jsonrpc: "2.0", id: "c", method: "x/y" });
    await host.notify("notifications/cancelled", { requestId: "c" });
    ok(signal.aborted);
    same([widget, second].flatMap(({ diagnostics }) => diagnostics), []);
  },

  "of two widgets one notes what belongs to neither": async ({ open, connect }) => {
    const { widget, host, link } = await open();
    const second = connect(link);
    await second.ready;
    await host.say({ jsonrpc: "2.0", id: 1, result: {} });
    equal(widget.diagnostics.length + second.diagnostics.length, 1);
  },

  "one of two widgets closes in a listener of the other": async ({ open, connect }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    const second = connect(link);
    await second.ready;
    widget.on("toolresult", () => second.close());
    const heard = [];
    second.on("toolresult", () => heard.push("second"));
    await host.notify("ui/notifications/tool-result", tool(1));
    equal(second.getSnapshot().status, "closed");
    same(heard, []);
    await widget.callTool("next");
  },
};
