// Transports of the caller's: whatever they do.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, isError, ok, rejects, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";

/** A widget on a transport made of these members, and the transport. */
function on({ api, widgets }, members) {
  const frames = [];
  const transport = { send: (frame) => void frames.push(frame), ...members };
  const widget = api.connect({ name: "t", version: "1" }, { transport, timeout: 0 });
  widgets.push(widget);
  const answer = () => transport.onmessage({ jsonrpc: "2.0", id: frames[0].id, result: HOST });
  return { widget, transport, frames, answer };
}

export const cases = {
  "a transport needs nothing but send": async (context) => {
    const { widget, frames, answer } = on(context, {});
    equal(frames.length, 1);
    answer();
    await widget.ready;
    widget.close();
  },

  "send is called on the transport, with the message alone": async (context) => {
    const seen = [];
    class Socket {
      send(...parameters) {
        seen.push([this, parameters.length]);
      }
    }
    const transport = new Socket();
    context.widgets.push(context.api.connect({ name: "t", version: "1" }, { transport }));
    same(seen, [[transport, 1]]);
    equal(seen[0][0], transport);
  },

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

  "send that throws fails that request at once": async (context) => {
    const broken = new Error("full");
    const { widget, transport, frames, answer } = on(context, {});
    answer();
    const { send } = transport;
    transport.send = (frame) => { if (frame.params?.name === "bad") throw broken; send(frame); };
    const fine = widget.callTool("good");
    equal(await rejects(widget.callTool("bad")), broken);
    transport.onmessage({ jsonrpc: "2.0", id: frames.at(-1).id, result: tool(1) });
    equal((await fine).structuredContent, 1);
  },

  "send that rejects fails that request": async (context) => {
    const broken = new Error("full");
    const { widget, transport, frames, answer } = on(context, {});
    answer();
    const { send } = transport;
    transport.send = async (frame) => { if (frame.params?.name === "bad") throw broken; send(frame); };
    const fine = widget.callTool("good");
    equal(await rejects(widget.callTool("bad")), broken);
    transport.onmessage({ jsonrpc: "2.0", id: frames.at(-1).id, result: tool(1) });
    equal((await fine).structuredContent, 1);
  },

  "send that fails with something that is no error rejects with an Error": async (context) => {
    for (const reason of ["text", 7, null, { code: 1 }]) {
      const { widget, transport, answer } = on(context, {});
      answer();
      transport.send = () => { throw reason; };
      const error = await rejects(widget.callTool("a"));
      ok(error instanceof Error, String(reason));
      equal(error.cause, reason);
    }
  },

  "send that fails for the handshake fails ready": async (context) => {
    const broken = new Error("full");
    for (const send of [() => { throw broken; }, async () => { throw broken; }]) {
      const { widget } = on(context, { send });
      equal(await rejects(widget.ready), broken);
      equal(widget.getSnapshot().status, "failed");
    }
  },

  "send that fails for a notification is noted": async (context) => {
    const { widget, transport, answer } = on(context, {});
    answer();
    transport.send = () => { throw new Error("full"); };
    widget.notify("x/y");
    transport.send = async () => { throw new Error("full"); };
    widget.notify("x/y");
    await context.turn();
    same(widget.diagnostics.map(({ code, count }) => [code, count]), [["send-failed", 2]]);
  },

  "a result that cannot be sent becomes an error": async (context) => {
    for (const later of [false, true]) {
      const { widget, transport, frames, answer } = on(context, {});
      answer();
      const { send } = transport;
      const refuse = (frame) => { if (frame.result?.bad) throw new Error("cannot clone"); send(frame); };
      transport.send = later ? async (frame) => refuse(frame) : refuse;
      widget.onRequest("x/y", () => ({ bad: true }));
      transport.onmessage({ jsonrpc: "2.0", id: "r", method: "x/y" });
      await context.turn();
      same(frames.filter(({ id }) => id === "r"), [{ jsonrpc: "2.0", id: "r", error: { code: -32603, message: "cannot clone" } }]);
    }
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

  "onclose before the handshake fails ready": async (context) => {
    const { widget, transport } = on(context, {});
    transport.onclose();
    await rejects(widget.ready, { name: "ClosedError" });
  },

  "onerror is noted and ends nothing": async (context) => {
    const heard = [];
    const frames = [];
    const transport = { send: (frame) => void frames.push(frame) };
    const widget = context.api.connect({ name: "t", version: "1" }, { transport, logger: { warn: (...words) => heard.push(words) } });
    context.widgets.push(widget);
    transport.onmessage({ jsonrpc: "2.0", id: frames[0].id, result: HOST });
    const hiccup = new Error("hiccup");
    transport.onerror(hiccup);
    same(codes(widget), ["transport-error"]);
    ok(heard.some((words) => words.includes(hiccup)));
    const call = widget.callTool("a");
    transport.onmessage({ jsonrpc: "2.0", id: frames.at(-1).id, result: tool(1) });
    await call;
  },

  "callbacks that were there are called too": async (context) => {
    const heard = [];
    const { widget, transport, answer } = on(context, {
      onmessage(...parameters) { heard.push(["message", parameters.length, this === transport_()]); },
      onclose() { heard.push(["close"]); },
      onerror(error) { heard.push(["error", error.message]); },
    });
    const transport_ = () => transport;
    answer();
    await widget.ready;
    transport.onmessage({ jsonrpc: "2.0", method: "x/y" }, { authInfo: 1 });
    transport.onerror(new Error("e"));
    transport.onclose();
    same(heard, [["message", 1, true], ["message", 2, true], ["error", "e"], ["close"]]);
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

  "the caller's objects travel by reference": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const args = { nested: { deep: [1] } };
    await widget.callTool("a", args);
    const [frame] = host.sent("tools/call");
    equal(frame.params.arguments, args);
  },

  "what has no place in JSON travels all the same where the transport takes it": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": () => tool(1) });
    const args = { big: 5n, when: new Date(0), run: () => {} };
    args.self = args;
    await widget.callTool("a", args);
    equal(host.sent("tools/call")[0].params.arguments, args);
    same(widget.diagnostics, []);
  },

  "a DataCloneError becomes a TypeError that names the path, or goes as JSON": async (context) => {
    const { widget, transport, frames, answer } = on(context, {});
    answer();
    const port = new MessageChannel().port1;
    transport.send = (frame) => (port.postMessage(frame), void frames.push(frame));
    await isErrorFor(widget.callTool("a", { list: [1, { run: () => {}, big: 5n }] }), /\/arguments\/list\/1\/big/);
    widget.callTool("b", { run: () => {}, kept: 1 }).catch(() => {});
    same(frames.at(-1).params.arguments, { kept: 1 });
    same(codes(widget), ["not-cloneable"]);
    port.close();
  },
};

async function isErrorFor(call, message) {
  isError(await rejects(call), { name: "TypeError", message });
}
