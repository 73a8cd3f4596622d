// Giving calls up.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";
import { listenerCount } from "./support/watch.mjs";

const told = (host) => host.sent("notifications/cancelled");

export const cases = {
  "aborted before: nothing is sent": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const reason = new Error("changed my mind");
    const signal = AbortSignal.abort(reason);
    equal(await rejects(widget.callTool("a", {}, { signal })), reason);
    equal(await rejects(widget.readResource("a://b", { signal })), reason);
    equal(await rejects(widget.request("x/y", {}, { signal })), reason);
    await host.flush();
    equal(host.frames.length, 2);
    equal(listenerCount("abort", signal), 0);
  },

  "aborted while it waits for the handshake: nothing is sent": async ({ dial }) => {
    const { widget, host } = dial({ "ui/initialize": () => undefined, "tools/call": echo });
    const controller = new AbortController();
    const call = widget.callTool("dropped", {}, { signal: controller.signal });
    const other = widget.callTool("kept");
    const initialize = await host.until("ui/initialize");
    const reason = { any: "value" };
    controller.abort(reason);
    equal(await rejects(call), reason);
    equal(listenerCount("abort", controller.signal), 0);
    await host.reply(initialize, HOST);
    await other;
    await host.flush();
    same(host.sent("tools/call").map(({ params }) => params.name), ["kept"]);
    equal(told(host).length, 0);
  },

  "aborted after sending: the host is told once": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const call = widget.callTool("a", {}, { signal: controller.signal });
    const { id } = await host.until("tools/call");
    equal(listenerCount("abort", controller.signal), 1);
    const reason = new Error("too slow");
    controller.abort(reason);
    controller.abort(new Error("again"));
    equal(await rejects(call), reason);
    await host.flush();
    same(told(host), [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: "too slow" } }]);
    equal(listenerCount("abort", controller.signal), 0);
  },

  "a text reason is told, other reasons are not": async ({ open }) => {
    const { widget, host } = await open();
    for (const [reason, text] of [["user left", "user left"], [7, undefined], [{ message: 5 }, undefined], [null, undefined], [{ message: "m" }, "m"]]) {
      const controller = new AbortController();
      const call = widget.callTool("a", {}, { signal: controller.signal });
      const count = host.sent("tools/call").length;
      await host.until("tools/call", Math.max(1, count));
      controller.abort(reason);
      equal(await rejects(call), reason);
      await host.flush();
      equal(told(host).at(-1).params.reason, text);
    }
    equal(told(host).length, 5);
  },

  "without a reason it is an AbortError, as fetch has it": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const call = widget.callTool("a", {}, { signal: controller.signal });
    await host.until("tools/call");
    controller.abort();
    const error = await rejects(call);
    equal(error.name, "AbortError");
    equal(error, controller.signal.reason);
  },

  "aborted after the answer: nothing happens": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const controller = new AbortController();
    await widget.callTool("a", {}, { signal: controller.signal });
    equal(listenerCount("abort", controller.signal), 0);
    controller.abort();
    await host.flush();
    equal(told(host).length, 0);
    equal(host.sent("tools/call").length, 1);
  },

  "the listener goes however the call ends": async ({ open, clock }) => {
    const { widget, host } = await open();
    const { signal } = new AbortController();
    const time = clock();
    const calls = [1, 2, 3, 4].map((timeout) => widget.callTool("a", {}, { signal, timeout: timeout * 10 }).catch(() => {}));
    await host.until("tools/call", 4);
    const frames = host.sent("tools/call");
    equal(listenerCount("abort", signal), 4);
    await host.reply(frames[3], tool(1));
    await host.refuse(frames[2], { code: 1, message: "x" });
    await host.reply(frames[1], null);
    await time.advance(10);
    await Promise.all(calls);
    equal(listenerCount("abort", signal), 0);
  },

  "the options may be used for the next call": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const heard = [];
    const options = { signal: controller.signal, onprogress: () => heard.push("first") };
    const call = widget.callTool("first", {}, options);
    options.signal = undefined;
    options.onprogress = () => heard.push("second");
    const { id } = await host.until("tools/call");
    await host.notify("notifications/progress", { progressToken: id, progress: 1 });
    await host.reply({ id }, tool(1));
    same(await call, tool(1));
    same(heard, ["first"]);
    equal(listenerCount("abort", controller.signal), 0);
  },

  "close takes the listener too": async ({ open }) => {
    const { widget, host } = await open();
    const { signal } = new AbortController();
    const call = rejects(widget.callTool("a", {}, { signal }), { name: "ClosedError" });
    await host.until("tools/call");
    widget.close();
    await call;
    equal(listenerCount("abort", signal), 0);
  },

  "an answer after the abort is late": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const call = rejects(widget.callTool("a", {}, { signal: controller.signal }));
    const frame = await host.until("tools/call");
    controller.abort();
    await call;
    await host.reply(frame, tool(1));
    same(widget.diagnostics.map(({ code }) => code), ["late-reply"]);
  },

  "one signal gives up many calls": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const calls = Array.from({ length: 20 }, () => rejects(widget.callTool("a", {}, { signal: controller.signal })));
    await host.until("tools/call", 20);
    controller.abort("all");
    same(await Promise.all(calls), Array(20).fill("all"));
    await host.flush();
    same(told(host).map(({ params }) => params.requestId), host.sent("tools/call").map(({ id }) => id));
  },

  "aborted from within onprogress": async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const call = rejects(widget.callTool("a", {}, { signal: controller.signal, onprogress: () => controller.abort("enough") }));
    const { id } = await host.until("tools/call");
    await host.notify("notifications/progress", { progressToken: id, progress: 1 });
    equal(await call, "enough");
    await host.flush();
    equal(told(host).length, 1);
  },

  "AbortSignal.timeout works": async ({ open }) => {
    const { widget, host } = await open();
    const error = await rejects(widget.callTool("a", {}, { signal: AbortSignal.timeout(5) }));
    equal(error.name, "TimeoutError");
    ok(error instanceof DOMException);
    await host.until("notifications/cancelled");
  },
};
