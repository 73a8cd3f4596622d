// Replies inside `send()`, and listeners that come back in.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";

/** After whatever happened, the next call works. */
async function works(widget, host) {
  same((await widget.callTool("next", { fine: true })).structuredContent.echoed, { fine: true });
  equal(host.sent("tools/call").at(-1).params.name, "next");
}

/** The host says something while `callTool` is still inside `send()`. */
const during = (inside) => async (context) => {
  const { host, link, widget } = await context.open({ "tools/call": (params, frame) => (params.name === "next" ? echo(params) : inside({ ...state, frame, params })) });
  const state = { host, link, widget, context };
  state.heard = [];
  await inside.prepare?.(state);
  const end = await widget.callTool("outer").then(
    (result) => result.structuredContent,
    (error) => error.name,
  );
  await inside.check?.(state, end);
  await works(widget, host);
};

export const cases = {
  "a reply inside send": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    same((await widget.callTool("a", { n: 1 })).structuredContent.echoed, { n: 1 });
    await works(widget, host);
  },

  "the handshake's answer inside send": async ({ dial }) => {
    const { widget, host } = dial({ "tools/call": echo });
    equal(widget.getSnapshot().status, "ready");
    await works(widget, host);
  },

  "progress, then the reply, inside send": async ({ open }) => {
    const heard = [];
    const { widget, link, host } = await open({
      "tools/call": (params, { id }) => {
        if (params.name !== "next") link.sayRaw({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });
        return echo(params);
      },
    });
    const call = widget.callTool("a", {}, { onprogress: ({ progress }) => heard.push(progress) });
    same(heard, [1]);
    await call;
    await works(widget, host);
  },

  "a request inside send is answered inside send": during(
    Object.assign(
      ({ link }) => {
        link.sayRaw({ jsonrpc: "2.0", id: "inner", method: "ping" });
        return tool("done");
      },
      { check: ({ host }, end) => (same(host.repliesTo("inner"), [{ jsonrpc: "2.0", id: "inner", result: {} }]), equal(end, "done")) },
    ),
  ),

  "an event inside send, whose listener calls a tool": during(
    Object.assign(
      ({ link, params }) => {
        if (params.name === "outer") link.sayRaw({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool(1) });
        return tool(params.name);
      },
      {
        prepare: ({ widget, heard }) => widget.on("toolresult", () => widget.callTool("inner").then((result) => heard.push(result.structuredContent))),
        check: ({ heard }, end) => (equal(end, "outer"), same(heard, ["inner"])),
      },
    ),
  ),

  "the widget is closed inside send": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => void widget.close() });
    await rejects(widget.callTool("a"), { name: "ClosedError" });
    await rejects(widget.callTool("b"), { name: "ClosedError" });
  },

  "the call is aborted inside send": async ({ open, wait }) => {
    const controller = new AbortController();
    const { widget, host } = await open({ "tools/call": (params) => (params.name === "next" ? echo(params) : void controller.abort("inside")) });
    const outcome = await Promise.race([rejects(widget.callTool("a", {}, { signal: controller.signal })), wait(100)]);
    equal(outcome, "inside");
    equal(host.sent("notifications/cancelled").length, 1);
    await works(widget, host);
  },

  "the call is aborted by its own progress inside send": async ({ open, wait }) => {
    const controller = new AbortController();
    const { widget, host, link } = await open({
      "tools/call": (params, { id }) => {
        if (params.name === "next") return echo(params);
        return void link.sayRaw({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });
      },
    });
    const call = rejects(widget.callTool("a", {}, { signal: controller.signal, onprogress: () => controller.abort("inside") }));
    equal(await Promise.race([call, wait(100)]), "inside");
    await works(widget, host);
  },

  "other calls are aborted inside send": async ({ open }) => {
    const controller = new AbortController();
    const { widget, host } = await open({ "tools/call": (params) => (params.name === "held" ? undefined : (controller.abort("x"), echo(params))) });
    const held = rejects(widget.callTool("held", {}, { signal: controller.signal }));
    await widget.callTool("outer");
    equal(await held, "x");
    await works(widget, host);
  },

  "a reply that comes twice inside send": async ({ open }) => {
    const { widget, host, link } = await open({
      "tools/call": (params, { id }) => {
        link.sayRaw({ jsonrpc: "2.0", id, result: echo(params) });
        return tool("second");
      },
    });
    same((await widget.callTool("a")).structuredContent.name, "a");
    await works(widget, host);
  },

  "replies to other calls inside send, a hundred deep": async ({ open }) => {
    let depth = 0;
    const { widget, host } = await open({ "tools/call": (params) => (params.name === "deep" && ++depth < 100 && widget.callTool("deep"), echo(params)) });
    await widget.callTool("deep");
    equal(depth, 100);
    equal(host.sent("tools/call").length, 100);
    await works(widget, host);
  },

  "a listener that listens, stops listening, calls and closes": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const heard = [];
    const off = widget.on("toolresult", (value) => {
      heard.push(value.structuredContent);
      off();
      const inner = widget.on("toolresult", () => heard.push("inner"), { replay: false });
      widget.on("toolinput", () => heard.push("input"));
      widget.callTool("inside").then(() => heard.push("called"));
      widget.onRequest("x/y", () => ({ from: "listener" }));
      inner();
    });
    await host.notify("ui/notifications/tool-result", tool(1));
    await host.notify("ui/notifications/tool-input", { arguments: {} });
    same(heard, [1, "called", "input"]);
    same((await host.ask(1, "x/y")).result, { from: "listener" });
    await works(widget, host);
  },

  "what comes between listening and the replay is heard once": async ({ open, turn }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    const say = (value) => link.sayRaw({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool(value) });
    say(1);
    const heard = [];
    widget.on("toolresult", ({ structuredContent }, { replayed }) => heard.push([structuredContent, replayed]));
    say(2);
    await turn();
    same(heard, [[2, false]]);
    await works(widget, host);
  },

  "a message that arrives inside a listener waits for no one": async ({ open }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    const heard = [];
    widget.on("toolinput", () => link.sayRaw({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: tool(2) }));
    widget.on("toolinput", () => heard.push("input"));
    widget.on("toolresult", () => heard.push("result"));
    await host.notify("ui/notifications/tool-input", { arguments: {} });
    same(heard.sort(), ["input", "result"]);
    await works(widget, host);
  },

  "a subscriber that calls, and closes": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const calls = [];
    const stop = widget.subscribe(() => calls.push(widget.callTool("inside")));
    await host.notify("ui/notifications/tool-result", tool(1));
    stop();
    await Promise.all(calls);
    equal(calls.length, 1);
    await works(widget, host);
    widget.subscribe(() => widget.close());
    await host.notify("ui/notifications/tool-result", tool(2));
    equal(widget.getSnapshot().status, "closed");
  },

  "a status listener that calls at once": async ({ dial }) => {
    const { widget, host } = dial({ "ui/initialize": () => undefined, "tools/call": echo });
    let call;
    widget.on("statuschange", (status) => status === "ready" && (call = widget.callTool("first")));
    await host.reply(await host.until("ui/initialize"), { protocolVersion: "x" });
    same((await call).structuredContent.name, "first");
    await works(widget, host);
  },

  "a status listener that calls while it closes": async ({ open }) => {
    const { widget } = await open();
    let call;
    widget.on("statuschange", () => (call = rejects(widget.callTool("late"), { name: "ClosedError" })));
    widget.close();
    await call;
  },

  "a diagnostic listener that causes the next one": async ({ open }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    let count = 0;
    widget.on("diagnostic", () => ++count < 5 && link.sayRaw({ jsonrpc: "2.0", id: count, result: {} }));
    await host.say({ jsonrpc: "2.0", id: 0, result: {} });
    equal(count, 5);
    await works(widget, host);
  },

  "onprogress that calls and listens": async ({ open }) => {
    const { widget, host, link } = await open({
      "tools/call": (params, { id }) => {
        if (params.name === "slow") link.sayRaw({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });
        return echo(params);
      },
    });
    const inner = [];
    await widget.callTool("slow", {}, { onprogress: () => inner.push(widget.callTool("inner")) });
    equal((await inner[0]).structuredContent.name, "inner");
    await works(widget, host);
  },

  "a handler whose call is answered inside send": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    widget.onRequest("x/y", () => widget.callTool("inside").then(() => ({ done: true })));
    same((await host.ask(1, "x/y")).result, { done: true });
    await works(widget, host);
  },

  "a handler that stops serving itself, and is cancelled by its own send": async ({ open }) => {
    const { widget, host, link } = await open({ "tools/call": (params) => (params.name === "cancel" && link.sayRaw({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }), echo(params)) });
    let aborted;
    const off = widget.onRequest("x/y", async (params, { signal }) => {
      off();
      await widget.callTool("cancel");
      aborted = signal.aborted;
    });
    await host.say({ jsonrpc: "2.0", id: 1, method: "x/y" });
    await host.flush();
    ok(aborted);
    equal(host.repliesTo(1).length, 0);
    await works(widget, host);
  },

  "getters of a message that call, listen and close another widget": async ({ open }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    const other = await open({ "tools/call": echo });
    const calls = [];
    const message = {
      jsonrpc: "2.0",
      get method() {
        calls.push(widget.callTool("from a getter"));
        widget.on("toolresult", () => {});
        other.widget.close();
        return "ui/notifications/tool-result";
      },
      params: tool(1),
    };
    link.sayRaw(message);
    ok(calls.length > 0);
    await Promise.all(calls);
    equal(widget.getSnapshot().toolResult.structuredContent, 1);
    equal(other.widget.getSnapshot().status, "closed");
    await works(widget, host);
  },

  "a getter of a message that closes this widget": async ({ open }) => {
    const { widget, link } = await open();
    const call = rejects(widget.callTool("a"), { name: "ClosedError" });
    link.sayRaw({ jsonrpc: "2.0", id: 1, get method() { return widget.close(), "ping"; } });
    await call;
    equal(widget.getSnapshot().status, "closed");
  },
};
