// Transports of the caller's: whatever they do.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, isError, ok, rejects, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";
import { on } from "./support/members.mjs";

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
    context.widgets.push(context.api.connect({ name: "t", version: "1" }, { transport, autoResize: false }));
    same(seen, [[transport, 1]]);
    equal(seen[0][0], transport);
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

  "onerror is noted and ends nothing": async (context) => {
    const heard = [];
    const frames = [];
    const transport = { send: (frame) => void frames.push(frame) };
    const widget = context.api.connect({ name: "t", version: "1" }, { transport, autoResize: false, logger: { warn: (...words) => heard.push(words) } });
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
