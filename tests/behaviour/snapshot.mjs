// The state as one object, and the list of oddities.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";

export const cases = {
  "the snapshot is the same object until something changes": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const { subscribe, getSnapshot } = widget;
    let changes = 0;
    const stop = subscribe(() => changes++);
    const first = getSnapshot();
    await widget.callTool("a");
    await host.notify("x/y");
    await host.ask(1, "ping");
    equal(getSnapshot(), first);
    equal(changes, 0);
    await host.notify("ui/notifications/tool-result", tool(1));
    const second = getSnapshot();
    ok(second !== first);
    equal(getSnapshot(), second);
    equal(changes, 1);
    same(first, { status: "ready", host: widget.host }, "the old one is unchanged");
    stop();
    await host.notify("ui/notifications/tool-result", tool(2));
    equal(changes, 1);
  },

  "it has what the host said, the very objects": async ({ open }) => {
    const { widget, host } = await open();
    const partial = await host.notify("ui/notifications/tool-input-partial", { arguments: { a: 1 } });
    equal(widget.getSnapshot().toolInputPartial, partial.params.arguments);
    const input = await host.notify("ui/notifications/tool-input", { arguments: { a: 12 } });
    const result = await host.notify("ui/notifications/tool-result", tool({ b: 1 }));
    const cancelled = await host.notify("ui/notifications/tool-cancelled", { reason: "r" });
    const snapshot = widget.getSnapshot();
    equal(snapshot.toolInput, input.params.arguments);
    equal(snapshot.toolResult, result.params);
    equal(snapshot.toolCancelled, cancelled.params);
    same(Object.keys(snapshot).sort(), ["host", "status", "toolCancelled", "toolInput", "toolResult"]);
  },

  "subscribers hear of the connection": async ({ dial }) => {
    const { widget, host } = dial({ "ui/initialize": () => undefined });
    const seen = [];
    widget.subscribe(() => seen.push(widget.getSnapshot().status));
    await host.reply(await host.until("ui/initialize"), HOST);
    await widget.ready;
    widget.close();
    same(seen, ["ready", "closed"]);
    same(widget.getSnapshot().status, "closed");
  },

  "a subscriber's exception is reported and stops no other": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    const broken = new Error("subscriber");
    let heard = 0;
    const stop = widget.subscribe(() => { throw broken; });
    widget.subscribe(() => heard++);
    await host.notify("ui/notifications/tool-result", tool(1));
    equal(heard, 1);
    same(takeTroubles(), [broken]);
    stop();
  },

  "a subscriber may unsubscribe and subscribe": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    const stop = widget.subscribe(() => {
      heard.push("first");
      stop();
      widget.subscribe(() => heard.push("late"));
    });
    widget.subscribe(() => heard.push("second"));
    await host.notify("ui/notifications/tool-result", tool(1));
    await host.notify("ui/notifications/tool-result", tool(2));
    same(heard, ["first", "second", "second", "late"]);
  },

  "a changed context is a new snapshot with a new host": async ({ open }) => {
    const { widget, host } = await open();
    const before = widget.getSnapshot();
    await host.notify("ui/notifications/host-context-changed", { theme: "dark" });
    const after = widget.getSnapshot();
    ok(after !== before && after.host !== before.host);
    equal(after.host, widget.host);
    equal(after.host.info, before.host.info);
    equal(before.host.context.theme, "light");
  },

  "diagnostics are merged and counted": async ({ open }) => {
    const { widget, host } = await open();
    for (let index = 0; index < 5; index++) await host.say({ jsonrpc: "2.0", id: index, result: {} });
    await host.notify("notifications/cancelled", { requestId: 5 });
    same(widget.diagnostics.map(({ code, path, count }) => [code, path, count]), [["unknown-reply", "/id", 5], ["unknown-cancel", "/params/requestId", 1]]);
  },

  "a thousand odd blocks are two diagnostics, not a thousand": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => ({ content: Array.from({ length: 1_000 }, (_, index) => (index % 2 ? { type: `odd${index}` } : index)) }) });
    await widget.callTool("a");
    equal(widget.diagnostics.length, 2);
    same(widget.diagnostics.map(({ code }) => code).sort(), ["block-type", "block-unknown"]);
  },

  "whatever a host does, there are at most 100": async ({ open }) => {
    const { widget, host } = await open();
    const odd = [null, 5, "x", [], {}, true];
    for (const a of odd) {
      for (const b of odd) {
        await host.say({ jsonrpc: "2.0", id: a, result: b, extra: 1 });
        await host.say({ jsonrpc: "2.0", method: a, params: b });
        await host.say({ jsonrpc: "2.0", id: a, error: b });
        await host.notify("ui/notifications/tool-result", { content: a, isError: b, _meta: a });
        await host.notify("ui/notifications/tool-input", { arguments: a });
      }
    }
    ok(widget.diagnostics.length > 5 && widget.diagnostics.length <= 100, String(widget.diagnostics.length));
    const places = widget.diagnostics.map(({ code, path }) => `${code} ${path}`);
    equal(new Set(places).size, places.length, "each stands there once");
  },

  "the logger hears of each oddity once, without payloads": async ({ open }) => {
    const heard = [];
    const { host } = await open({}, { logger: { warn: (...words) => heard.push(words) } });
    await host.say({ jsonrpc: "2.0", id: 1, result: { secret: 1 } });
    await host.say({ jsonrpc: "2.0", id: 2, result: { secret: 1 } });
    equal(heard.length, 1);
    ok(!JSON.stringify(heard).includes("secret"));
  },
};
