// Calls of tools, and all that may become of them.

import { equal, ok, rejects, same } from "../behaviour/support/check.mjs";
import { answering, refused, signalOf, text } from "./hosts.mjs";

export const cases = {
  "tools/call, with arguments, _meta and result": {
    host: answering("oncalltool", ({ name, arguments: args, _meta: { progressToken, ...more } }) => ({ content: [text(name)], structuredContent: { got: args ?? null, token: typeof progressToken }, _meta: more })),
    async widget({ widget }) {
      const result = await widget.callTool("suggest_gifts", { budget: 5, list: [{ a: null }], text: "ä€😀" }, { _meta: { "x/y": [1] } });
      same(result, { content: [text("suggest_gifts")], structuredContent: { got: { budget: 5, list: [{ a: null }], text: "ä€😀" }, token: "number" }, _meta: { "x/y": [1] } });
      equal((await widget.callTool("none")).structuredContent.got, null);
    },
  },

  "tools/call: every kind of block arrives as it is": {
    host: answering("oncalltool", () => ({ content: BLOCK_KINDS })),
    async widget({ widget }) {
      same((await widget.callTool("all")).content, BLOCK_KINDS);
    },
  },

  "tools/call: a megabyte each way": {
    host: answering("oncalltool", ({ arguments: { payload } }) => ({ content: [], structuredContent: { payload } })),
    async widget({ widget }) {
      const payload = Array.from({ length: 10_000 }, (_, index) => ({ index, words: "ä".repeat(50) }));
      same((await widget.callTool("large", { payload })).structuredContent.payload, payload);
    },
  },

  "tools/call: a tool that fails resolves": {
    host: answering("oncalltool", () => ({ content: [text("none left")], isError: true })),
    async widget({ widget, api }) {
      const result = await widget.callTool("none");
      same([result.isError, api.textOf(result)], [true, "none left"]);
      const error = await rejects(widget.callTool("none", {}, { throwOnToolError: true }), { name: "ToolError", message: "none left" });
      same(error.result, result);
    },
  },

  "tools/call: a refusal rejects with its code and message": {
    host: answering("oncalltool", ({ name }) => {
      throw name === "plain" ? new Error("out of order") : refused(-32602, "Missing budget");
    }),
    async widget({ widget }) {
      await rejects(widget.callTool("bad"), { name: "McpError", code: -32602, message: /Missing budget/, method: "tools/call" });
      await rejects(widget.callTool("plain"), { name: "McpError", code: -32603, message: /out of order/ });
    },
  },

  "tools/call: a hundred at a time": {
    host: answering("oncalltool", async ({ arguments: { index } }) => {
      for (let turn = 0; turn < (index * 7) % 11; turn++) await null;
      return { content: [], structuredContent: { index } };
    }),
    async widget({ widget }) {
      const results = await Promise.all(Array.from({ length: 100 }, (_, index) => widget.callTool("n", { index })));
      results.forEach(({ structuredContent }, index) => equal(structuredContent.index, index));
    },
  },

  "tools/call: what is given up is aborted in the host, with the reason": {
    host: stalled,
    async widget({ widget, order }) {
      const controller = new AbortController();
      const call = rejects(widget.callTool("slow", {}, { signal: controller.signal }), { message: "changed my mind" });
      await order("called");
      controller.abort(new Error("changed my mind"));
      await call;
      ok((await order("aborted")).includes("changed my mind"));
    },
  },

  "tools/call: what takes too long is aborted in the host": {
    host: stalled,
    async widget({ widget, order }) {
      await rejects(widget.callTool("slow", {}, { timeout: 20 }), { name: "TimeoutError", timeout: 20 });
      ok((await order("aborted")).includes("timed out"));
    },
  },

  "tools/call: progress is heard, before the result, and gives more time": {
    host: ({ bridge }) => {
      bridge.oncalltool = async ({ _meta: { progressToken } }) => {
        for (const progress of [1, 2, 3, 4]) {
          await new Promise((resolve) => setTimeout(resolve, 110));
          await bridge.notification({ method: "notifications/progress", params: { progressToken, progress, total: 4, message: `step ${progress}` } });
        }
        return { content: [] };
      };
    },
    async widget({ widget }) {
      const heard = [];
      await widget.callTool("slow", {}, { timeout: 400, onprogress: (progress) => heard.push(progress) });
      same(heard.map(({ progress, total, message }) => [progress, total, message]), [1, 2, 3, 4].map((progress) => [progress, 4, `step ${progress}`]));
    },
  },
};

const BLOCK_KINDS = [
  { type: "text", text: "one", annotations: { audience: ["user"], priority: 0.5 } },
  { type: "image", data: "AAEC", mimeType: "image/png" },
  { type: "audio", data: "AAEC", mimeType: "audio/wav" },
  { type: "resource_link", uri: "gifts://a", name: "a" },
  { type: "resource", resource: { uri: "gifts://b", text: "b" } },
];

/** A tool that never ends, and what becomes of its signal. */
function stalled({ bridge }) {
  let called;
  let aborted;
  const orders = { called: () => wasCalled, aborted: () => wasAborted };
  const wasCalled = new Promise((resolve) => (called = resolve));
  const wasAborted = new Promise((resolve) => (aborted = resolve));
  bridge.oncalltool = (params, extra) => {
    const signal = signalOf(extra);
    signal.addEventListener("abort", () => aborted(String(signal.reason?.message ?? signal.reason)));
    called();
    return new Promise(() => {});
  };
  return orders;
}
