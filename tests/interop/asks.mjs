// What a widget asks its host for besides tools.

import { equal, rejects, same } from "../behaviour/support/check.mjs";
import { answering, falling, refused, text } from "./hosts.mjs";

const LINK = "https://example.com/kite?a=1#b";
const FILES = [{ type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "a" } }];
const BLOCKS = [{ type: "text", text: "one" }];

export const cases = {
  "tools/list": {
    host: falling({ "tools/list": (params) => ({ tools: [{ name: "a", inputSchema: { type: "object" } }], nextCursor: params?.cursor ? undefined : "2" }) }),
    async widget({ widget }) {
      const page = await widget.listTools();
      same([page.tools[0].name, page.nextCursor], ["a", "2"]);
      equal((await widget.listTools({ cursor: "2" })).nextCursor, undefined);
    },
  },

  "resources/read, text and blob": {
    host: answering("onreadresource", ({ uri }) => ({ contents: [{ uri, mimeType: "text/plain", text: "catalog" }, { uri, blob: "AAEC" }] })),
    async widget({ widget }) {
      const uri = "gifts://catalogue";
      same((await widget.readResource(uri)).contents, [{ uri, mimeType: "text/plain", text: "catalog" }, { uri, blob: "AAEC" }]);
    },
  },

  "resources/read: none is a refusal": {
    host: answering("onreadresource", () => {
      throw refused(-32602, "Resource not found");
    }),
    async widget({ widget }) {
      await rejects(widget.readResource("gifts://none"), { name: "McpError", code: -32602, message: /Resource not found/ });
    },
  },

  "resources/list, page by page": {
    host: answering("onlistresources", (params) => (params?.cursor ? { resources: [{ uri: "a://b", name: "b" }] } : { resources: [{ uri: "a://a", name: "a" }], nextCursor: "next" })),
    async widget({ widget }) {
      const { resources, nextCursor } = await widget.listResources();
      const second = await widget.listResources({ cursor: nextCursor });
      same([...resources, ...second.resources].map(({ name }) => name), ["a", "b"]);
    },
  },

  "resources/templates/list": {
    host: answering("onlistresourcetemplates", () => ({ resourceTemplates: [{ uriTemplate: "gifts://{id}", name: "gift" }] })),
    async widget({ widget }) {
      same((await widget.listResourceTemplates()).resourceTemplates, [{ uriTemplate: "gifts://{id}", name: "gift" }]);
    },
  },

  "prompts/list and prompts/get": {
    host(context) {
      falling({ "prompts/get": ({ name, arguments: args }) => ({ messages: [{ role: "user", content: text(`${name} ${args.who}`) }] }) })(context);
      return answering("onlistprompts", () => ({ prompts: [{ name: "congratulate" }] }))(context);
    },
    async widget({ widget }) {
      const { prompts } = await widget.listPrompts();
      same(prompts, [{ name: "congratulate" }]);
      same((await widget.getPrompt(prompts[0].name, { who: "Ada" })).messages, [{ role: "user", content: text("congratulate Ada") }]);
    },
  },

  "sampling/createMessage": {
    host: answering("oncreatesamplingmessage", ({ messages }) => ({ role: "assistant", model: "m", content: text(`re: ${messages[0].content.text}`), stopReason: "endTurn" })),
    async widget({ widget }) {
      const answer = await widget.createMessage({ messages: [{ role: "user", content: text("hi") }], maxTokens: 10 });
      same(answer, { role: "assistant", model: "m", content: text("re: hi"), stopReason: "endTurn" });
    },
  },

  "ui/open-link": asking("onopenlink", (widget) => widget.openLink(LINK), { url: LINK }),
  "ui/download-file": asking("ondownloadfile", (widget) => widget.downloadFile(FILES), { contents: FILES }),
  "ui/message": asking("onmessage", (widget) => widget.sendMessage("one"), { role: "user", content: BLOCKS }),

  "ui/update-model-context": {
    host: answering("onupdatemodelcontext", () => ({})),
    async widget({ widget, order }) {
      same(await widget.updateModelContext({ content: BLOCKS, structuredContent: { a: 1 } }), {});
      same(await order("got"), [{ content: BLOCKS, structuredContent: { a: 1 } }]);
    },
  },

  "ui/request-display-mode": {
    host: answering("onrequestdisplaymode", ({ mode }) => ({ mode: mode === "pip" ? "inline" : mode })),
    async widget({ widget, order }) {
      equal(await widget.requestDisplayMode("fullscreen"), "fullscreen");
      equal(await widget.requestDisplayMode("pip"), "inline");
      same(await order("got"), [{ mode: "fullscreen" }, { mode: "pip" }]);
    },
  },

  "ui/request-display-mode: a host that does not serve it stays as it is": {
    host: () => {},
    async widget({ widget }) {
      equal(await widget.requestDisplayMode("fullscreen"), "inline");
    },
  },

  "a method that nobody serves is refused": {
    host: () => {},
    async widget({ widget }) {
      await rejects(widget.request("x/unknown", { a: 1 }), { name: "McpError", code: -32601, method: "x/unknown" });
      await rejects(widget.openLink(LINK), { name: "RefusedError", method: "ui/open-link" });
      await rejects(widget.callTool("any"), { name: "McpError", code: -32601 });
    },
  },

  "ping, either way": {
    host: ({ bridge }) => ({ ping: () => asks(bridge, "ping") }),
    async widget({ widget, order }) {
      same(await widget.request("ping"), {});
      same(await order("ping"), {});
    },
  },
};

/** What the host may refuse: granted, refused in its answer, refused by an error. */
function asking(property, ask, params) {
  return {
    host(context) {
      const answers = [{}, { isError: true }];
      return answering(property, () => {
        if (answers.length === 0) throw refused(-32000, "denied by the user");
        return answers.shift();
      })(context);
    },
    async widget({ widget, order }) {
      same(await ask(widget), {});
      await rejects(ask(widget), { name: "RefusedError", reason: "" });
      const { cause } = await rejects(ask(widget), { name: "RefusedError", reason: /denied by the user/ });
      equal(cause.code, -32000);
      same(await order("got"), [params, params, params]);
    },
  };
}

/** A request for which the bridge has no method; the first version of its base takes a schema for the answer, which it only calls. */
const anything = { parse: (value) => value, safeParse: (data) => ({ success: true, data }), safeParseAsync: async (data) => ({ success: true, data }) };
const asks = (bridge, method) => bridge.request({ method, params: {} }, anything);
