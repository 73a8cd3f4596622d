// What either tells the other without waiting for an answer.

import { ok, same } from "../behaviour/support/check.mjs";
import { text } from "./hosts.mjs";
import { HOST } from "./who.mjs";

export const cases = {
  "what the widget notifies of arrives": {
    host: ({ bridge }) => {
      const got = [];
      for (const [name, property] of [["size", "onsizechange"], ["log", "onloggingmessage"], ["teardown", "onrequestteardown"]]) bridge[property] = (params) => void got.push([name, params]);
      bridge.fallbackNotificationHandler = async ({ method, params }) => void got.push([method, params]);
      return { got: () => got };
    },
    async widget({ widget, order, settled }) {
      widget.sendSize({ width: 300, height: 99.2 });
      widget.sendSize({ height: 5 });
      const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
      for (const level of levels) widget.log(level, { level }, "interop");
      widget.notify("notifications/tools/list_changed");
      widget.notify("x/private", { a: 1 });
      widget.requestTeardown();
      await settled();
      const got = await order("got");
      const of = (name) => got.filter(([known]) => known === name).map(([, params]) => params);
      same(of("size"), [{ width: 300, height: 100 }, { height: 5 }]);
      same(of("log"), levels.map((level) => ({ level, logger: "interop", data: { level } })));
      same(of("x/private"), [{ a: 1 }]);
      same([of("notifications/tools/list_changed").length, of("teardown").length, got.length], [1, 1, 13]);
    },
  },

  "tool input, partial and whole, then the result": {
    host: ({ bridge }) => ({
      say: async () => {
        await bridge.sendToolInputPartial({ arguments: { a: "b" } });
        await bridge.sendToolInputPartial({ arguments: { a: "bi", list: [1] } });
        await bridge.sendToolInput({ arguments: { a: "bird", list: [1, 2] } });
        await bridge.sendToolResult({ content: [text("r")], structuredContent: { b: 1 }, _meta: { viewUUID: "1" } });
      },
    }),
    async widget({ widget, order, settled }) {
      const heard = [];
      for (const type of ["toolinputpartial", "toolinput", "toolresult"]) widget.on(type, (value) => heard.push([type, value]));
      await order("say");
      await settled();
      const result = { content: [text("r")], structuredContent: { b: 1 }, _meta: { viewUUID: "1" } };
      same(heard, [["toolinputpartial", { a: "b" }], ["toolinputpartial", { a: "bi", list: [1] }], ["toolinput", { a: "bird", list: [1, 2] }], ["toolresult", result]]);
      const { toolInput, toolInputPartial, toolResult, toolCancelled } = widget.getSnapshot();
      same([toolInput, toolInputPartial, toolResult, toolCancelled], [{ a: "bird", list: [1, 2] }, undefined, result, undefined]);
      // Who comes late hears the same.
      const late = [];
      for (const type of ["toolresult", "toolinput"]) widget.on(type, (value, { replayed }) => late.push([type, replayed]));
      await settled();
      same(late, [["toolinput", true], ["toolresult", true]]);
    },
  },

  "a tool that was cancelled": {
    host: ({ bridge }) => ({ say: async () => (await bridge.sendToolInput({ arguments: {} }), await bridge.sendToolCancelled({ reason: "user" }), await bridge.sendToolCancelled({})) }),
    async widget({ widget, order, settled }) {
      const heard = [];
      widget.on("toolcancelled", (value) => heard.push(value));
      await order("say");
      await settled();
      same(heard, [{ reason: "user" }, {}]);
      same(widget.getSnapshot().toolResult, undefined);
    },
  },

  "a changed context is merged; only what changed is told": {
    host: ({ bridge }) => ({
      set: () => bridge.setHostContext({ ...HOST.context, theme: "light", locale: "en-GB" }),
      send: () => bridge.sendHostContextChange({ displayMode: "fullscreen", containerDimensions: { width: 1000, height: 800 } }),
    }),
    async widget({ widget, order, settled }) {
      const heard = [];
      widget.on("hostcontextchanged", (change) => heard.push(change));
      await order("set");
      await order("send");
      await settled();
      const dimensions = { width: 1000, height: 800 };
      same(heard, [{ theme: "light", locale: "en-GB" }, { displayMode: "fullscreen", containerDimensions: dimensions }]);
      same(widget.host.context, { ...HOST.context, theme: "light", locale: "en-GB", displayMode: "fullscreen", containerDimensions: dimensions });
    },
  },

  "lists that changed are told of": {
    host: ({ bridge }) => ({ say: async () => (await bridge.sendToolListChanged(), await bridge.sendResourceListChanged(), await bridge.sendPromptListChanged()) }),
    async widget({ widget, order, settled }) {
      const heard = [];
      widget.on("notification", ({ method }) => heard.push(method));
      await order("say");
      await settled();
      same(heard, ["tools", "resources", "prompts"].map((what) => `notifications/${what}/list_changed`));
    },
  },

  "what is meant for the sandbox is passed over": {
    host: ({ bridge }) => ({ say: () => bridge.sendSandboxResourceReady({ html: "<p>" }) }),
    async widget({ widget, order, settled }) {
      widget.on("notification", ({ method }) => ok(false, method));
      await order("say");
      await settled();
    },
  },
};
