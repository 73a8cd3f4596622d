// Pages and peers that spoil what everybody relies on: a call ends all the same, and the next one works.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { on } from "./support/members.mjs";

/** A result whose block throws when it is read. */
const throwing = () => ({
  isError: true,
  content: [
    {
      get type() {
        throw new Error("read");
      },
    },
  ],
});

export const cases = {
  "a member of Object.prototype that cannot be assigned breaks that call only": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo }, { timeout: 0 });
    for (const name of ["jsonrpc", "id", "method", "params", "_meta", "progressToken"]) {
      Object.defineProperty(Object.prototype, name, { value: 1, writable: false, configurable: true });
      // Without a deadline: Node's own timers do not survive this.
      const controller = new AbortController();
      const call = widget.callTool("spoilt", {}, { timeout: 0, signal: controller.signal }).catch(() => {});
      delete Object.prototype[name];
      controller.abort();
      await call;
      equal((await widget.callTool("fine")).structuredContent.name, "fine", name);
    }
    host.frames.length = 0;
  },

  "a call has its token whatever the page has done to Object.prototype": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    Object.defineProperty(Object.prototype, "progressToken", { value: 1, writable: false, configurable: true });
    const calls = [widget.callTool("a"), widget.callTool("b", {}, { _meta: { own: true } })];
    delete Object.prototype.progressToken;
    await Promise.all(calls);
    const [one, two] = host.sent("tools/call");
    same(one.params._meta, { progressToken: one.id });
    same(two.params._meta, { own: true, progressToken: two.id });
  },

  "a clock that throws breaks that call only": async ({ open }) => {
    const { widget } = await open({ "tools/call": echo });
    const { now } = performance;
    performance.now = () => {
      throw new Error("once");
    };
    const call = widget.callTool("spoilt");
    performance.now = now;
    await rejects(call, { message: "once" });
    equal((await widget.callTool("fine")).structuredContent.name, "fine");
  },

  "what a page has put into Object.prototype is no part of a message, whatever else is in that": async (context) => {
    const { widget, transport, frames, answer } = on(context, {});
    answer();
    await widget.ready;
    const told = [];
    widget.on("notification", ({ method }) => told.push(method));
    const spoilt = (name, value, message) => {
      Object.prototype[name] = value;
      transport.onmessage(message);
      delete Object.prototype[name];
    };
    frames.length = 0;
    spoilt("id", 77, { jsonrpc: "2.0", method: "x/told", more: 1 });
    same([frames, told], [[], ["x/told"]]);
    const call = widget.request("x/asked");
    spoilt("error", { code: 1, message: "inherited" }, { jsonrpc: "2.0", id: frames[0].id, result: { fine: true }, more: 1 });
    same(await call, { fine: true });
    same(codes(widget), ["extra-member"]);
  },

  "a clock that throws when the timer rings delays deadlines, and no more": async (context) => {
    const { open, takeTroubles, clock } = context;
    const { widget } = await open();
    const time = clock();
    const one = rejects(widget.callTool("a", {}, { timeout: 100 }), { name: "TimeoutError" });
    const { now } = performance;
    performance.now = () => {
      throw new Error("the clock");
    };
    await time.advance(200).catch(({ message }) => equal(message, "the clock"));
    performance.now = now;
    const two = rejects(widget.callTool("b", {}, { timeout: 100 }), { name: "TimeoutError" });
    await time.advance(1_000);
    await Promise.all([one, two]);
    takeTroubles();
  },

  "a clock that tells no time does not keep the handshake from beginning": async (context) => {
    const { now } = performance;
    performance.now = () => NaN;
    const { widget, frames, answer } = on(context, {});
    performance.now = now;
    same(frames.map(({ method }) => method), ["ui/initialize"]);
    answer();
    await widget.ready;
  },

  "throwOnToolError ends a call whose result cannot be read": async ({ open }) => {
    const { widget } = await open({ "tools/call": (params) => (params.name === "odd" ? throwing() : echo(params)) });
    await rejects(widget.callTool("odd", {}, { throwOnToolError: true }), { message: "read" });
    await widget.callTool("fine");
  },

  "an array that claims any length is passed over": async ({ open }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    link.sayRaw(new Array(4e9));
    const sparse = new Array(4e9);
    sparse[3] = { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool(1) };
    link.sayRaw(sparse);
    await host.flush();
    same(widget.getSnapshot().toolResult, tool(1));
    same(codes(widget).sort(), ["batch", "not-a-message"]);
    await widget.callTool("fine");
  },

  "an error whose data cannot be sent is answered without": async (context) => {
    const data = { run() {} };
    data.self = data;
    const sent = [];
    const { widget, transport } = on(context, { send: (frame) => void sent.push(structuredClone(frame)) });
    transport.onmessage({ jsonrpc: "2.0", id: sent[0].id, result: {} });
    await widget.ready;
    widget.onRequest("x/fails", () => {
      throw Object.assign(new Error("no"), { code: 7, data });
    });
    transport.onmessage({ jsonrpc: "2.0", id: "early", method: "x/fails" });
    await context.turn();
    const [reply] = sent.filter(({ id }) => id === "early");
    equal(reply.error.code, -32603);
    ok(reply.error.message);
  },

  "a transport that never starts is no host": async (context) => {
    const time = context.clock();
    const { widget } = on(context, { start: () => new Promise(() => {}) });
    const call = rejects(widget.callTool("a"), { name: "NoHostError" });
    await time.advance(30_000);
    await rejects(widget.ready, { name: "NoHostError" });
    await call;
  },

  "params of a notification that are no object are reported and not sent": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    for (const params of [null, 0, "", false, NaN]) widget.notify("x/odd", params);
    await host.flush();
    equal(host.sent("x/odd").length, 0);
    equal(takeTroubles().length, 5);
  },

  "_meta in params must be an object": async ({ open }) => {
    const { widget } = await open({ "tools/call": echo });
    for (const _meta of ["abc", [1], 5]) await rejects(widget.request("tools/call", { name: "a", _meta }), { name: "TypeError" });
  },

  "a schema that is none is refused before anything is sent": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    for (const schema of [{}, null, "text", { "~standard": {} }]) await rejects(widget.callTool("a", {}, { schema }), { name: "TypeError", message: /schema/ });
    equal(host.sent("tools/call").length, 0);
  },

  "the same subscriber twice is two subscribers": async ({ open }) => {
    const { widget, host } = await open();
    let heard = 0;
    const subscriber = () => heard++;
    const stop = widget.subscribe(subscriber);
    widget.subscribe(subscriber);
    stop();
    await host.notify("ui/notifications/tool-result", tool(1));
    equal(heard, 1);
  },

  "a subscriber that an earlier one stops is not called any more": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    let stop = () => {};
    widget.subscribe(() => (heard.push(1), stop()));
    stop = widget.subscribe(() => heard.push(2));
    await host.notify("ui/notifications/tool-result", tool(1));
    same(heard, [1]);
  },

  "a transport gets its own callbacks back": async (context) => {
    const heard = [];
    const onmessage = (message) => heard.push(message);
    const { widget, transport, answer } = on(context, { onmessage });
    answer();
    await widget.ready;
    ok(heard.length > 0);
    widget.close();
    equal(transport.onmessage, onmessage);
  },
};
