// How transports of the caller's start and end.

import { tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { on } from "./support/members.mjs";

export const cases = {
  "start is waited for": async (context) => {
    let started;
    const { widget, frames, answer } = on(context, { start: () => new Promise((resolve) => (started = resolve)) });
    await context.turn();
    equal(frames.length, 0);
    started();
    await context.turn();
    equal(frames.length, 1);
    answer();
    await widget.ready;
  },

  "start that throws fails ready with that": async (context) => {
    const broken = new Error("no cable");
    const { widget, frames } = on(context, { start: () => { throw broken; } });
    equal(await rejects(widget.ready), broken);
    equal(await rejects(widget.callTool("a")), broken);
    equal(frames.length, 0);
    equal(widget.getSnapshot().status, "failed");
    equal(widget.getSnapshot().error, broken);
  },

  "start that rejects fails ready, and what waits, with that": async (context) => {
    const broken = new Error("no cable");
    const { widget, frames } = on(context, { start: () => Promise.reject(broken) });
    const call = rejects(widget.callTool("a"));
    equal(await rejects(widget.ready), broken);
    equal(await call, broken);
    equal(frames.length, 0);
  },

  "start that rejects with nothing still says something": async (context) => {
    for (const reason of [undefined, null, "text", 0]) {
      const { widget } = on(context, { start: () => Promise.reject(reason) });
      ok((await rejects(widget.ready)) instanceof Error, String(reason));
    }
  },

  "closed while it starts: nothing is sent": async (context) => {
    let started;
    const { widget, frames } = on(context, { start: () => new Promise((resolve) => (started = resolve)) });
    widget.close();
    await rejects(widget.ready, { name: "ClosedError" });
    started();
    await context.turn();
    equal(frames.length, 0);
  },

  "a transport that started after the widget was closed is closed": async (context) => {
    let started;
    let closed = 0;
    const { widget } = on(context, { start: () => new Promise((resolve) => (started = resolve)), close: () => void closed++ });
    widget.close();
    started();
    await context.turn();
    equal(closed, 1);
  },

  "a request that arrives while it starts is answered": async (context) => {
    const { widget, transport, frames } = on(context, {
      start() {
        this.onmessage({ jsonrpc: "2.0", id: "early", method: "ping" });
        this.onmessage({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { a: 1 } } });
      },
    });
    await context.turn();
    same(widget.getSnapshot().toolInput, { a: 1 });
    ok(transport.onmessage);
    same(frames.filter(({ id }) => id === "early"), [{ jsonrpc: "2.0", id: "early", result: {} }]);
  },

  "onclose settles everything with a ClosedError": async (context) => {
    const { widget, transport, answer } = on(context, {});
    answer();
    await widget.ready;
    const calls = [widget.callTool("a"), widget.callTool("b")].map((call) => rejects(call, { name: "ClosedError" }));
    transport.onclose();
    await Promise.all(calls);
    equal(widget.getSnapshot().status, "closed");
    transport.onclose();
  },

  "onclose from within a start that never ends leaves no timer": async (context) => {
    const { widget } = on(context, { start() { this.onclose(); return new Promise(() => {}); } });
    equal(widget.getSnapshot().status, "closed");
    await rejects(widget.ready, { name: "ClosedError" });
  },

  "onclose before the handshake fails ready": async (context) => {
    const { widget, transport } = on(context, {});
    transport.onclose();
    await rejects(widget.ready, { name: "ClosedError" });
  },

  "close that throws or rejects is nobody's problem": async (context) => {
    for (const close of [() => { throw new Error("c"); }, async () => { throw new Error("c"); }]) {
      const { widget, answer } = on(context, { close });
      answer();
      await widget.ready;
      widget.close();
      await context.turn();
      equal(widget.getSnapshot().status, "closed");
    }
  },

  "close that calls onclose closes once": async (context) => {
    const heard = [];
    const { widget } = on(context, { close() { heard.push("closing"); this.onclose(); } });
    widget.on("statuschange", (status) => heard.push(status));
    widget.close();
    same(heard, ["closed", "closing"]);
  },
};
