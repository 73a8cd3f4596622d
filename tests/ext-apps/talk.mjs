// A conversation between an `App`, of either library, and the official hosts' library. Each side writes down what it sees. The widget orders
// the host's steps by links, so that both sides may be in different windows: the answer comes when the step is done.

import { HOST } from "../interop/who.mjs";

const text = (text) => ({ type: "text", text });
const RESULT = { content: [text("one")], structuredContent: { gifts: 1 }, _meta: { "a/b": 1 } };
const plain = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** Prepares a bridge. Gives what it has seen. */
export function host(Bridge) {
  const bridge = new Bridge(null, HOST.info, HOST.capabilities, { hostContext: HOST.context });
  const seen = [];
  const note = (...all) => void seen.push(...all.map(plain));
  const steps = {
    async tool() {
      await bridge.sendToolInputPartial({ arguments: { budget: 1 } });
      await bridge.sendToolInput({ arguments: { budget: 10 } });
      await bridge.sendToolResult(RESULT);
    },
    cancel: async () => bridge.sendToolCancelled({ reason: "enough" }),
    context: async () => bridge.setHostContext({ ...HOST.context, theme: "light", displayMode: "fullscreen" }),
    async app() {
      note((await bridge.listTools({})).tools, await bridge.callTool({ name: "pick", arguments: { n: 3 } }));
      note(await bridge.callTool({ name: "pick", arguments: { n: 4 } }));
    },
    teardown: async () => note(await bridge.teardownResource({})),
  };
  bridge.oninitialized = () => note("initialized", bridge.getAppVersion(), bridge.getAppCapabilities());
  bridge.onloggingmessage = ({ data, level }) => note(["log", level, data]);
  bridge.onsizechange = (params) => note(["size", params]);
  bridge.onrequestteardown = () => note("request-teardown");
  bridge.onopenlink = async ({ url }) => {
    note(url);
    await steps[url.split("step:")[1]]?.();
    return url.includes("no") ? { isError: true } : {};
  };
  bridge.onmessage = async (params) => (note(params), {});
  bridge.ondownloadfile = async (params) => (note(params), {});
  bridge.onupdatemodelcontext = async (params) => (note(params), {});
  bridge.onrequestdisplaymode = async ({ mode }) => ({ mode: mode === "pip" ? "fullscreen" : mode });
  bridge.oncalltool = async ({ name, arguments: args }, extra) => {
    note([name, args]);
    if (name === "fails") return { content: [text("none left")], isError: true };
    if (name === "refused") throw Object.assign(new Error("not you"), { code: -32001, data: { why: 1 } });
    const signal = extra.mcpReq?.signal ?? extra.signal;
    if (name === "stalls") return new Promise(() => signal.addEventListener("abort", () => note("aborted")));
    return RESULT;
  };
  bridge.onreadresource = async ({ uri }) => ({ contents: [{ uri, text: "kite" }] });
  bridge.onlistresources = async () => ({ resources: [{ uri: "a:b", name: "b" }] });
  bridge.oncreatesamplingmessage = async () => ({ role: "assistant", content: text("hm"), model: "m" });
  bridge.onerror = (error) => note(`error: ${error.message}`);
  return { bridge, seen };
}

/** The widget's side. Gives what it has seen. */
export async function widget({ App }, transport, wait) {
  const seen = [];
  const note = (...all) => void seen.push(...all.map(plain));
  const ending = (promise) => promise.then(note, ({ name, code, message, data }) => note({ name, code, message, data }));
  const app = new App({ name: "interop", version: "1.0.0", title: "Interop" }, { tools: { listChanged: true }, availableDisplayModes: ["inline"] }, { autoResize: false });
  for (const event of ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"]) app.addEventListener(event, (params) => note([event, params]));
  app.onerror = (error) => note(`error: ${error.message}`);
  app.onteardown = async () => (note("teardown"), {});
  app.oncalltool = async ({ name, arguments: args }) => (note([name, args]), { content: [text(String(args.n))] });
  app.onlisttools = async () => ({ tools: [{ name: "pick", inputSchema: { type: "object" } }] });
  await app.connect(transport);
  note(app.getHostVersion(), app.getHostCapabilities(), app.getHostContext());
  const order = async (step) => (await app.openLink({ url: `step:${step}` }), await wait());
  await app.sendLog({ level: "info", data: { a: 1 } });
  await order("tool");
  await order("cancel");
  await order("context");
  note(app.getHostContext());
  await ending(app.callServerTool({ name: "suggest", arguments: { budget: 5 } }));
  await ending(app.callServerTool({ name: "fails" }));
  await ending(app.callServerTool({ name: "refused" }));
  await ending(app.callServerTool({ name: "stalls" }, { timeout: 30 }));
  await wait();
  await ending(app.readServerResource({ uri: "a:b" }));
  await ending(app.listServerResources({}));
  await ending(app.createSamplingMessage({ messages: [{ role: "user", content: text("?") }], maxTokens: 9 }));
  await ending(app.sendMessage({ role: "user", content: [text("hello")] }));
  await ending(app.openLink({ url: "https://example.com/yes" }));
  await ending(app.openLink({ url: "https://example.com/no" }));
  await ending(app.downloadFile({ contents: [{ type: "resource", resource: { uri: "file:///a.txt", text: "a" } }] }));
  await ending(app.updateModelContext({ content: [text("now")], structuredContent: { a: 1 } }));
  await ending(app.requestDisplayMode({ mode: "pip" }));
  await app.sendSizeChanged({ width: 300, height: 200 });
  await app.requestTeardown();
  await wait();
  await order("app");
  await order("teardown");
  await app.close();
  return seen;
}
