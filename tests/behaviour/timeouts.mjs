// Deadlines and progress.

import { codes, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";

/** A widget whose calls nobody answers, on a clock that stands still. */
async function quiet({ open, clock }, options) {
  const dialled = await open({}, options);
  return { ...dialled, time: clock() };
}

/** When a call with these options times out. */
async function fires(context, milliseconds, options, widgetOptions) {
  const { widget, host, time } = await quiet(context, widgetOptions);
  let ended = false;
  const call = rejects(widget.callTool("slow", {}, options), { name: "TimeoutError", timeout: milliseconds, method: "tools/call" }).finally(() => (ended = true));
  const frame = await host.until("tools/call");
  await time.advance(milliseconds - 1);
  ok(!ended, "not yet");
  await time.advance(1);
  const error = await call;
  equal(error.id, frame.id);
  await host.flush();
  const told = host.sent("notifications/cancelled");
  equal(told.length, 1);
  equal(told[0].params.requestId, frame.id);
  ok(typeof told[0].params.reason === "string");
  return { widget, host, time, frame };
}

async function never(context, options, widgetOptions) {
  const { widget, host, time } = await quiet(context, widgetOptions);
  let ended = false;
  const call = widget.callTool("slow", {}, options).then(() => (ended = true));
  const frame = await host.until("tools/call");
  await time.advance(1_000_000_000);
  ok(!ended);
  await host.reply(frame, tool(1));
  await call;
  equal(host.sent("notifications/cancelled").length, 0);
}

export const cases = {
  "a call waits 60 s": (context) => fires(context, 60_000),
  "the widget may say how long": (context) => fires(context, 250, {}, { timeout: 250 }),
  "the call may say how long": (context) => fires(context, 40, { timeout: 40 }, { timeout: 250 }),
  "a fraction of a millisecond is no problem": (context) => fires(context, 5, { timeout: 5 }),
  "0 is for ever": (context) => never(context, { timeout: 0 }),
  "Infinity is for ever": (context) => never(context, { timeout: Infinity }),
  "0 for the widget is for ever": (context) => never(context, {}, { timeout: 0 }),
  "Infinity for the widget is for ever": (context) => never(context, {}, { timeout: Infinity }),
  "2^31 ms is waited for": (context) => fires(context, 2 ** 31, { timeout: 2 ** 31 }),
  "2^33 ms is waited for": (context) => fires(context, 2 ** 33, { timeout: 2 ** 33 }),
  "a total without a timeout holds": (context) => fires(context, 300, { timeout: 0, maxTotalTimeout: 300 }),
  "a total below the timeout holds": (context) => fires(context, 300, { timeout: 5_000, maxTotalTimeout: 300 }),

  "Number.MAX_VALUE does not fire at once": async (context) => {
    const { widget, host, time } = await quiet(context);
    const call = widget.callTool("a", {}, { timeout: Number.MAX_VALUE });
    const frame = await host.until("tools/call");
    await time.advance(10_000_000);
    await host.reply(frame, tool(1));
    await call;
  },

  "an answer after the deadline is late": async (context) => {
    const { widget, host, frame } = await fires(context, 100, { timeout: 100 });
    await host.reply(frame, tool(1));
    await host.reply(frame, tool(1));
    same(widget.diagnostics.map(({ code, count }) => [code, count]), [["late-reply", 2]]);
  },

  "progress starts the deadline anew": async (context) => {
    const { widget, host, time } = await quiet(context);
    const heard = [];
    const call = widget.callTool("slow", {}, { timeout: 100, onprogress: (progress) => heard.push(progress.progress) });
    const { id } = await host.until("tools/call");
    for (let progress = 1; progress <= 5; progress++) {
      await time.advance(90);
      await host.notify("notifications/progress", { progressToken: id, progress });
    }
    await time.advance(90);
    await host.say({ jsonrpc: "2.0", id, result: tool("done") });
    equal((await call).structuredContent, "done");
    same(heard, [1, 2, 3, 4, 5]);
  },

  "progress starts it anew although nobody listens": async (context) => {
    const { widget, host, time } = await quiet(context);
    const call = widget.callTool("slow", {}, { timeout: 100 });
    const { id } = await host.until("tools/call");
    await time.advance(90);
    await host.notify("notifications/progress", { progressToken: id, progress: 1 });
    await time.advance(90);
    await host.say({ jsonrpc: "2.0", id, result: tool(1) });
    await call;
    same(widget.diagnostics, []);
  },

  "after progress the deadline holds again": async (context) => {
    const { widget, host, time } = await quiet(context);
    const call = rejects(widget.callTool("slow", {}, { timeout: 100 }), { name: "TimeoutError", timeout: 100 });
    const { id } = await host.until("tools/call");
    await time.advance(60);
    await host.notify("notifications/progress", { progressToken: id, progress: 1 });
    await time.advance(99);
    equal(host.sent("notifications/cancelled").length, 0);
    await time.advance(1);
    await call;
  },

  "the total holds whatever the progress": async (context) => {
    const { widget, host, time } = await quiet(context);
    const call = rejects(widget.callTool("slow", {}, { timeout: 100, maxTotalTimeout: 250 }), { name: "TimeoutError", timeout: 250 });
    const { id } = await host.until("tools/call");
    for (let progress = 0; progress < 3; progress++) {
      await time.advance(80);
      await host.notify("notifications/progress", { progressToken: id, progress });
    }
    await time.advance(9);
    equal(host.sent("notifications/cancelled").length, 0);
    await time.advance(1);
    await call;
  },

  "many calls share one timer, and each ends at its own time": async (context) => {
    const { widget, host, time } = await quiet(context);
    const ended = [];
    const calls = [500, 100, 300, 200, 400].map((timeout) => widget.callTool("a", {}, { timeout }).catch((error) => ended.push(error.timeout)));
    await host.until("tools/call", 5);
    ok(time.count <= 1, `${time.count} timers`);
    await time.advance(250);
    same(ended, [100, 200]);
    await time.advance(250);
    await Promise.all(calls);
    same(ended, [100, 200, 300, 400, 500]);
    equal(time.count, 0);
  },

  "when all is answered no timer runs": async (context) => {
    const { widget, host, time } = await quiet(context);
    const calls = [widget.callTool("a"), widget.callTool("b", {}, { timeout: 5 })];
    await host.until("tools/call", 2);
    for (const frame of host.sent("tools/call")) await host.reply(frame, tool(1));
    await Promise.all(calls);
    await context.turn();
    equal(time.count, 0);
  },

  "progress comes before the answer that follows it": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    const call = widget.callTool("a", {}, { onprogress: (progress) => heard.push(progress) }).then(() => heard.push("done"));
    const { id } = await host.until("tools/call");
    const said = [
      host.notify("notifications/progress", { progressToken: id, progress: 1, total: 2, message: "half", odd: [1] }),
      host.notify("notifications/progress", { progressToken: String(id), progress: 2 }),
      host.say({ jsonrpc: "2.0", id, result: tool(1) }),
    ];
    const [first] = await Promise.all(said);
    await call;
    equal(heard.length, 3);
    equal(heard[0], first.params);
    same(heard[1].progress, 2);
    equal(heard[2], "done");
    same(widget.diagnostics, []);
  },

  "an exception in onprogress is reported and stops nothing": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    const broken = new Error("onprogress");
    const call = widget.callTool("a", {}, { onprogress: () => { throw broken; } });
    const { id } = await host.until("tools/call");
    await host.notify("notifications/progress", { progressToken: id, progress: 1 });
    await host.say({ jsonrpc: "2.0", id, result: tool(1) });
    await call;
    same(takeTroubles(), [broken]);
  },

  "progress of nothing that waits is noted": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    widget.on("notification", (value) => heard.push(value));
    const call = widget.callTool("a", {}, { onprogress: (progress) => heard.push(progress) });
    const { id } = await host.until("tools/call");
    await host.say({ jsonrpc: "2.0", id, result: tool(1) });
    await call;
    for (const progressToken of [id, "other", null, undefined, 1.5]) await host.notify("notifications/progress", { progressToken, progress: 1 });
    await host.notify("notifications/progress");
    same(heard, []);
    same(codes(widget), ["unknown-progress"]);
  },
};
