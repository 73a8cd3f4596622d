// What a host asks its widget for.

import { equal, ok, same } from "../behaviour/support/check.mjs";
import { text } from "./hosts.mjs";

export const cases = {
  "ui/resource-teardown is answered without a handler": {
    host: ({ bridge }) => ({ teardown: () => bridge.teardownResource({}) }),
    async widget({ order }) {
      same(await order("teardown"), {});
    },
  },

  "ui/resource-teardown waits for what is saved, and calls are made meanwhile": {
    host: ({ bridge }) => {
      const saved = [];
      bridge.oncalltool = async ({ arguments: { draft } }) => (saved.push(draft), { content: [] });
      return { teardown: async () => [await bridge.teardownResource({}), saved] };
    },
    async widget({ widget, order }) {
      widget.onTeardown(() => widget.callTool("save", { draft: "kite" }));
      same(await order("teardown"), [{}, ["kite"]]);
    },
  },

  "ui/resource-teardown: a handler that fails keeps nobody waiting": {
    host: ({ bridge }) => ({ teardown: () => bridge.teardownResource({}) }),
    async widget({ widget, order, takeTroubles }) {
      widget.onTeardown(() => {
        throw new Error("in the handler");
      });
      widget.onTeardown(() => new Promise(() => {}));
      same(await order("teardown"), {});
      same(takeTroubles(), ["in the handler"]);
    },
  },

  "the host calls the widget's tools": {
    host: ({ bridge }) => ({
      list: () => bridge.listTools({}),
      call: (params) => bridge.callTool(params).then((result) => ({ result }), ({ code, message }) => ({ code, message })),
    }),
    async widget({ widget, order, api }) {
      widget.onRequest("tools/list", () => ({ tools: [{ name: "pick", inputSchema: { type: "object" } }] }));
      widget.onRequest("tools/call", async ({ name, arguments: args }) => {
        if (name !== "pick") throw new api.McpError(-32602, `No tool is called ${name}`);
        return { content: [text("picked")], structuredContent: args };
      });
      same((await order("list")).tools, [{ name: "pick", inputSchema: { type: "object" } }]);
      same((await order("call", { name: "pick", arguments: { gift: 1 } })).result, { content: [text("picked")], structuredContent: { gift: 1 } });
      const { code, message } = await order("call", { name: "other" });
      equal(code, -32602);
      ok(message.includes("No tool is called other"), message);
    },
  },

  "a request that the widget does not serve is refused": {
    host: ({ bridge }) => ({ call: () => bridge.callTool({ name: "any" }).then(() => ({}), ({ code }) => ({ code })) }),
    async widget({ order }) {
      same(await order("call"), { code: -32601 });
    },
  },

  "the host hears of progress, and gives a request up": {
    host: ({ bridge }) => {
      const controller = new AbortController();
      const heard = [];
      return {
        call: () => bridge.callTool({ name: "slow" }, { signal: controller.signal, onprogress: (progress) => (heard.push(progress.progress), controller.abort("enough")) }).then(() => "done", () => heard),
      };
    },
    async widget({ widget, order }) {
      let aborted;
      widget.onRequest("tools/call", ({ _meta }, { signal }) => {
        widget.notify("notifications/progress", { progressToken: _meta.progressToken, progress: 0.5 });
        aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        return new Promise(() => {});
      });
      same(await order("call"), [0.5]);
      await aborted;
    },
  },
};
