// The end: everything settles once, and nothing happens afterwards.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { listenerCount } from "./support/watch.mjs";

export const cases = {
  "close settles every call with a ClosedError, once": async ({ open, clock }) => {
    const { widget, host } = await open();
    const time = clock();
    const ends = [];
    const calls = Array.from({ length: 10 }, (_, index) => widget.callTool("a", { index }).then(() => ends.push("result"), (error) => ends.push(error.name)));
    await host.until("tools/call", 10);
    widget.close();
    await Promise.all(calls);
    same(ends, Array(10).fill("ClosedError"));
    equal(time.count, 0, "timers");
    for (const frame of host.sent("tools/call")) await host.reply(frame, tool(1));
    await time.advance(100_000);
    await host.flush();
    equal(ends.length, 10);
    equal(host.sent("notifications/cancelled").length, 0);
  },

  "close twice is close once": async ({ open }) => {
    const { widget, link } = await open();
    const heard = [];
    widget.on("statuschange", (status) => heard.push(status));
    widget.close();
    widget.close();
    same(heard, ["closed"]);
    if (link.transport) equal(link.closed, 1, "the transport was closed");
  },

  "a call that is made while the connection ends fails too": async ({ open, turn }) => {
    const { widget, host } = await open();
    let call;
    const tidy = ({ target }) => {
      target.removeEventListener("abort", tidy);
      call = widget.callTool("tidy");
    };
    widget.onRequest("x/long", (_, { signal }) => new Promise(() => signal.addEventListener("abort", tidy)));
    await host.say({ jsonrpc: "2.0", id: 1, method: "x/long" });
    await turn();
    widget.close();
    await rejects(call, { name: "ClosedError", method: "tools/call" });
    equal(widget.pending, 0);
  },

  "dispose is close": async ({ open }) => {
    const { widget } = await open();
    if (Symbol.dispose) widget[Symbol.dispose]();
    else widget.close();
    equal(widget.getSnapshot().status, "closed");
  },

  "afterwards calls fail and nothing is sent or heard": async ({ open, turn }) => {
    const { widget, host } = await open({ "tools/call": echo });
    await host.notify("ui/notifications/tool-result", tool(1));
    const heard = [];
    widget.on("toolresult", (value) => heard.push(value.structuredContent));
    widget.on("notification", () => heard.push("notification"));
    await turn();
    widget.onRequest("x/y", () => heard.push("served"));
    widget.close();
    const { toolResult, status } = widget.getSnapshot();
    equal(status, "closed");
    equal(toolResult.structuredContent, 1);
    await rejects(widget.callTool("a"), { name: "ClosedError", method: "tools/call" });
    await rejects(widget.readResource("a://b"), { name: "ClosedError", method: "resources/read" });
    await rejects(widget.request("x/y"), { name: "ClosedError" });
    widget.notify("x/y");
    const off = widget.on("toolresult", () => heard.push("late"));
    off();
    widget.onRequest("x/z", () => heard.push("late"))();
    widget.subscribe(() => heard.push("subscriber"))();
    await host.say({ jsonrpc: "2.0", id: 1, method: "ping" });
    await host.say({ jsonrpc: "2.0", id: 2, method: "x/y" });
    await host.notify("ui/notifications/tool-result", tool(2));
    await host.flush();
    await turn();
    same(heard, [1]);
    equal(host.frames.length, 2);
    equal(widget.getSnapshot().toolResult.structuredContent, 1);
    ok(await widget.ready, "ready stays resolved");
  },

  "a listener that comes after close hears nothing, not even a replay": async ({ open, turn }) => {
    const { widget, host } = await open();
    await host.notify("ui/notifications/tool-result", tool(1));
    widget.close();
    const heard = [];
    widget.on("toolresult", () => heard.push(1));
    await turn();
    await turn();
    same(heard, []);
  },

  "a listener's signal is let go": async ({ open }) => {
    const { widget } = await open();
    const { signal } = new AbortController();
    widget.on("toolresult", () => {}, { signal });
    equal(listenerCount("abort", signal), 1);
    widget.close();
    equal(listenerCount("abort", signal), 0);
  },

  "a bad call after close is still a TypeError": async ({ open }) => {
    const { widget } = await open();
    widget.close();
    await rejects(widget.callTool(5), { name: "TypeError" });
  },

  "an aborted call after close rejects with the signal's reason or as closed, and leaves nothing": async ({ open }) => {
    const { widget } = await open();
    widget.close();
    await rejects(widget.callTool("a", {}, { signal: AbortSignal.abort("x") }));
  },

  "close aborts what is being served, unanswered": async ({ open }) => {
    const { widget, host } = await open();
    let signal;
    let finish;
    widget.onRequest("x/y", (params, info) => ((signal = info.signal), new Promise((resolve) => (finish = resolve))));
    await host.say({ jsonrpc: "2.0", id: 3, method: "x/y" });
    widget.close();
    ok(signal.aborted);
    finish({});
    await host.flush();
    equal(host.repliesTo(3).length, 0);
  },

  "closed by a listener in the middle of a message": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    const call = rejects(widget.callTool("a"), { name: "ClosedError" });
    await host.until("tools/call");
    widget.on("toolresult", () => (heard.push("first"), widget.close()));
    widget.on("toolresult", () => heard.push("second"));
    await host.notify("ui/notifications/tool-result", tool(1));
    await call;
    same(heard, ["first"]);
  },

  "one widget closes, the next one works": async ({ open }) => {
    for (let index = 0; index < 3; index++) {
      const { widget } = await open({ "tools/call": echo });
      same((await widget.callTool("a", { index })).structuredContent.echoed, { index });
      widget.close();
    }
  },
};
