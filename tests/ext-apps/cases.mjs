// What is done with an `App`, of either library: `connected` is one that is, `note` writes down what is seen.
//
// `deviates` names a row of docs/ext-apps.md; such a case must come out differently, and for ours as `ours` has it.

import { z } from "zod";
import { HOST, MemoryHost, turn } from "./host.mjs";

const text = (text) => ({ type: "text", text });
const RESULT = { content: [text("one")], structuredContent: { gifts: 1 }, _meta: { "a/b": 1 } };

/** How a promise ends. */
export const ending = (promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ name: error.name, code: error.code, message: error.message, data: error.data }),
  );

/** Of an error only what callers test for. */
const kind = ({ value, name, code }) => (name ? { name, code } : { value });

export const cases = {
  "connects, and knows the host": async ({ app, host, note }) => {
    note(app.getHostCapabilities(), app.getHostVersion(), app.getHostContext(), app.transport);
    await app.connect(host.transport);
    note(app.getHostCapabilities(), app.getHostVersion(), app.getHostContext(), app.transport === host.transport);
    await app.close();
    note(app.getHostContext(), app.transport, host.closed);
  },

  "connects with capabilities": async ({ make, host, note }) => {
    const app = make({ name: "a", version: "1", title: "A" }, { tools: { listChanged: true }, availableDisplayModes: ["inline", "pip"], experimental: { x: { y: 1 } } });
    await app.connect(host.transport);
    note(typeof app.connect);
  },

  "connects twice, and again": async ({ app, host, note }) => {
    let closed = 0;
    app.onclose = () => void closed++;
    await app.connect(host.transport);
    note(await ending(app.connect(host.transport)));
    await app.close();
    note(closed);
    // The official library would wrap the callbacks of the first transport once more.
    const other = new MemoryHost();
    await app.connect(other.transport);
    note(app.getHostVersion());
    await app.close();
    note(closed, other.closed);
  },

  "is refused by the host": async ({ app, host, note }) => {
    let closed = 0;
    app.onclose = () => void closed++;
    host.answers["ui/initialize"] = () => ({ error: { code: -32000, message: "not here", data: { why: 1 } } });
    note(await ending(app.connect(host.transport)));
    await turn();
    note(closed, app.transport, host.closed);
  },

  "gets no answer to the handshake in time": async ({ app, host, note }) => {
    host.answers["ui/initialize"] = () => undefined;
    note(kind(await ending(app.connect(host.transport, { timeout: 20 }))), app.transport);
    // The widget of ours does not tell the host that it has given up a handshake.
    host.frames.splice(1);
  },

  "a handshake that is given up": async ({ app, host, note }) => {
    host.answers["ui/initialize"] = () => undefined;
    const controller = new AbortController();
    const connecting = ending(app.connect(host.transport, { signal: controller.signal }));
    await turn();
    controller.abort("enough");
    note(await connecting, app.transport);
    host.frames.splice(1);
  },

  "options without autoResize": async ({ make, host, note }) => {
    const app = make(undefined, undefined, { strict: true });
    await app.connect(host.transport);
    note(app.getHostVersion());
  },

  "is closed by the transport": async ({ connected, host, note }) => {
    const app = await connected();
    const order = [];
    app.onclose = () => order.push("closed");
    const call = ending(app.callServerTool({ name: "a" })).then((end) => order.push(kind(end)));
    await turn();
    host.transport.onclose();
    await call;
    note(order, app.transport);
  },

  "callServerTool": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["tools/call"] = () => RESULT;
    note(await app.callServerTool({ name: "suggest", arguments: { budget: 5 } }));
    note(await app.callServerTool({ name: "suggest" }));
    note(await app.callServerTool({ name: "suggest", arguments: {}, _meta: { a: 1 } }));
    host.answers["tools/call"] = () => ({ content: [text("no")], isError: true });
    note(await app.callServerTool({ name: "suggest" }));
    host.answers["tools/call"] = () => ({ error: { code: -32602, message: "unknown tool", data: [1] } });
    note(await ending(app.callServerTool({ name: "suggest" })));
  },

  "callServerTool with a text": async ({ connected, note }) => {
    const app = await connected();
    const { name, message } = await ending(app.callServerTool("suggest"));
    note(typeof name, message.includes("suggest"));
  },

  "resources": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["resources/read"] = ({ uri }) => ({ contents: [{ uri, text: "kite" }] });
    host.answers["resources/list"] = () => ({ resources: [{ uri: "a:b", name: "b" }], nextCursor: "2" });
    note(await app.readServerResource({ uri: "a:b" }), await app.listServerResources({ cursor: "1" }), await app.listServerResources({}));
  },

  "listServerResources without params": {
    deviates: "params",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      host.answers["resources/list"] = () => ({ resources: [] });
      note(await app.listServerResources());
    },
    ours: ({ frames }, assert) => assert.deepEqual(frames.at(-1).params, {}),
  },

  "createSamplingMessage": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["sampling/createMessage"] = () => ({ role: "assistant", content: text("hm"), model: "m", stopReason: "endTurn" });
    note(await app.createSamplingMessage({ messages: [{ role: "user", content: text("?") }], maxTokens: 9 }));
  },

  "createSamplingMessage where that must be announced": async ({ make, host, note }) => {
    const app = make(undefined, {}, { autoResize: false, enforceStrictCapabilities: true });
    host.answers["ui/initialize"] = () => ({ ...HOST, hostCapabilities: {} });
    await app.connect(host.transport);
    const { message } = await ending(app.createSamplingMessage({ messages: [], maxTokens: 9 }));
    note(message);
  },

  "wishes that are granted": async ({ connected, host, note }) => {
    const app = await connected();
    for (const method of ["ui/message", "ui/open-link", "ui/download-file", "ui/update-model-context"]) host.answers[method] = () => ({});
    host.answers["ui/request-display-mode"] = ({ mode }) => ({ mode });
    note(await app.sendMessage({ role: "user", content: [text("hello")] }));
    note(await app.openLink({ url: "https://example.com/a" }), await app.sendOpenLink({ url: "https://example.com/b" }));
    note(await app.downloadFile({ contents: [{ type: "resource", resource: { uri: "file:a", text: "a" } }] }));
    note(await app.updateModelContext({ content: [text("now")], structuredContent: { a: 1 } }), await app.updateModelContext({}));
    note(await app.requestDisplayMode({ mode: "fullscreen" }));
  },

  "wishes that are refused by a result": async ({ connected, host, note }) => {
    const app = await connected();
    for (const method of ["ui/message", "ui/open-link", "ui/download-file"]) host.answers[method] = () => ({ isError: true, reason: "no" });
    note(await app.sendMessage({ role: "user", content: [] }), await app.openLink({ url: "https://example.com" }), await app.downloadFile({ contents: [] }));
  },

  "wishes that are refused by an error": async ({ connected, host, note }) => {
    const app = await connected();
    for (const method of ["ui/message", "ui/open-link", "ui/request-display-mode"]) host.answers[method] = () => ({ error: { code: -32000, message: "no", data: { method } } });
    note(await ending(app.sendMessage({ role: "user", content: [] })), await ending(app.openLink({ url: "https://example.com" })), await ending(app.requestDisplayMode({ mode: "pip" })));
  },

  "a host's answer of another form": {
    deviates: "results",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      host.answers["ui/open-link"] = () => null;
      note(await ending(app.openLink({ url: "https://example.com" }, { timeout: 50 })));
      host.answers["tools/call"] = () => ({ content: null });
      note(await ending(app.callServerTool({ name: "a" })));
      host.answers["tools/call"] = () => ({ toolResult: 1 });
      note(await ending(app.callServerTool({ name: "a" })));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{ value: {} }, { value: { content: [] } }, { value: { content: [], toolResult: 1 } }]),
  },

  "a display mode that the host does not name": {
    deviates: "results",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      host.answers["ui/request-display-mode"] = () => ({});
      note(await ending(app.requestDisplayMode({ mode: "fullscreen" })));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], { value: { mode: "inline" } }),
  },

  "a display mode that the host has set, and does not announce": {
    deviates: "mode",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const seen = [];
      app.onhostcontextchanged = (changed) => void seen.push(changed);
      host.answers["ui/request-display-mode"] = ({ mode }) => ({ mode });
      await app.requestDisplayMode({ mode: "fullscreen" });
      await turn();
      note(seen, app.getHostContext().displayMode);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [[{ displayMode: "fullscreen" }], "fullscreen"]),
  },

  "an unknown answer of a host to a model context": {
    deviates: "results",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      host.answers["ui/update-model-context"] = () => ({ isError: false });
      note(await ending(app.updateModelContext({})));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], { value: { isError: false } }),
  },

  "notifications": async ({ connected, note }) => {
    const app = await connected();
    note(await app.sendLog({ level: "info", data: { a: [1] }, logger: "l" }), await app.sendSizeChanged({ width: 1, height: 2 }), await app.sendSizeChanged({ height: 3.5 }));
    note(await app.requestTeardown(), await app.sendToolListChanged(), await app.notification({ method: "x/y", params: { z: 1 } }), await app.notification({ method: "x/y" }));
  },

  "before connect": async ({ app, note }) => {
    const { message } = await ending(app.request({ method: "ping" }));
    note(message, await ending(app.sendLog({ level: "info", data: 1 })));
  },

  "requests after close": async ({ connected, note }) => {
    const app = await connected();
    await app.close();
    const { message } = await ending(app.openLink({ url: "https://example.com" }));
    note(message);
  },

  "notifications after close": {
    deviates: "closed",
    run: async ({ connected, note }) => {
      const app = await connected();
      await app.close();
      note(await ending(app.sendSizeChanged({ height: 1 })));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], {}),
  },

  "pending calls when it is closed": async ({ connected, note }) => {
    const app = await connected();
    const call = ending(app.callServerTool({ name: "a" }));
    await turn();
    await app.close();
    note(await call);
  },

  "request, with and without a schema": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["x/y"] = ({ n }) => ({ n: n + 1, more: true });
    host.answers.ping = () => ({});
    note(await app.request({ method: "x/y", params: { n: 1 } }, z.object({ n: z.number() })));
    note(await app.request({ method: "ping", params: {} }));
    const failed = await ending(app.request({ method: "x/y", params: { n: 1 } }, z.object({ n: z.string() })));
    note(kind(failed), failed.message.startsWith("Invalid result for x/y: "));
  },

  "a timeout": async ({ connected, note }) => {
    const app = await connected();
    note(await ending(app.openLink({ url: "https://example.com" }, { timeout: 20 })));
  },

  "an abort": {
    deviates: "reasons",
    run: async ({ connected, note }) => {
      const app = await connected();
      const controller = new AbortController();
      const call = ending(app.callServerTool({ name: "a" }, { signal: controller.signal }));
      await turn();
      controller.abort("not any more");
      note(await call);
      note(await ending(app.callServerTool({ name: "a" }, { signal: controller.signal })));
      const other = new AbortController();
      const second = ending(app.callServerTool({ name: "b" }, { signal: other.signal }));
      await turn();
      other.abort();
      note(kind(await second));
    },
    ours: ({ notes, frames }, assert) => {
      const end = { name: "SdkError", code: "REQUEST_TIMEOUT", message: "not any more" };
      assert.deepEqual(notes.slice(0, 2), [end, end]);
      assert.deepEqual(notes[2], { name: "SdkError", code: "REQUEST_TIMEOUT" });
      const reasons = frames.filter(({ method }) => method === "notifications/cancelled").map(({ params }) => params.reason);
      assert.deepEqual(reasons, ["not any more", "This operation was aborted"]);
    },
  },

  "an endless timeout": {
    deviates: "timeouts",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const call = ending(app.openLink({ url: "https://example.com" }, { timeout: Infinity }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await host.say({ id: host.latest, result: {} });
      note(kind(await call));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], { value: {} }),
  },

  "progress": async ({ connected, host, note }) => {
    const app = await connected();
    const seen = [];
    const call = app.callServerTool({ name: "a" }, { onprogress: (progress) => void seen.push(progress), timeout: 200 });
    await turn();
    for (const progress of [1, 2]) {
      await host.tell("notifications/progress", { progressToken: host.latest, progress, total: 2, message: "m" });
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    await host.say({ id: host.latest, result: RESULT });
    note(await call, seen);
  },

  "progress that gives no time": async ({ connected, host, note }) => {
    const app = await connected();
    const call = ending(app.callServerTool({ name: "a" }, { timeout: 60, resetTimeoutOnProgress: false }));
    await turn();
    const timer = setInterval(() => host.tell("notifications/progress", { progressToken: host.latest, progress: 1 }), 10);
    note(kind(await call));
    clearInterval(timer);
  },

  "events": async ({ app, host, note }) => {
    const seen = [];
    for (const event of ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"]) {
      app[`on${event}`] = (params) => seen.push([`on${event}`, params, event === "hostcontextchanged" && app.getHostContext()]);
      app.addEventListener(event, (params) => seen.push([event, params]));
    }
    await app.connect(host.transport);
    await host.tell("ui/notifications/tool-input-partial", { arguments: { a: "x" } });
    await host.tell("ui/notifications/tool-input", { arguments: { a: "xy" } });
    await host.tell("ui/notifications/tool-result", RESULT);
    await host.tell("ui/notifications/tool-cancelled", { reason: "enough" });
    await host.tell("ui/notifications/host-context-changed", { theme: "light", locale: "fr" });
    note(seen, app.getHostContext());
  },

  "listeners that go, and handlers that are replaced": async ({ app, host, note }) => {
    const seen = [];
    const listener = () => seen.push("listener");
    const first = () => seen.push("first");
    app.addEventListener("toolresult", listener);
    app.addEventListener("toolresult", listener);
    app.addEventListener("toolresult", () => seen.push("other"));
    app.ontoolresult = first;
    note(app.ontoolresult === first, app.ontoolinput);
    await app.connect(host.transport);
    await host.tell("ui/notifications/tool-result", RESULT);
    app.removeEventListener("toolresult", listener);
    app.ontoolresult = undefined;
    note(app.ontoolresult);
    await host.tell("ui/notifications/tool-result", { content: [] });
    note(seen);
  },

  "an event that there is not": async ({ app, note }) => {
    for (const way of [() => app.addEventListener("nothing", () => {})]) {
      try {
        way();
        note("taken");
      } catch (error) {
        note(error.message);
      }
    }
  },

  "a listener that comes late": {
    deviates: "late",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const seen = [];
      await host.tell("ui/notifications/tool-input", { arguments: { a: 1 } });
      await host.tell("ui/notifications/tool-result", RESULT);
      app.ontoolresult = (result) => seen.push(result);
      app.addEventListener("toolinput", (params) => seen.push(params));
      await turn();
      app.addEventListener("toolinput", () => seen.push("again"));
      await turn();
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], [{ arguments: { a: 1 } }, RESULT]),
  },

  "calls and notifications before the handshake is over": {
    deviates: "early",
    run: async ({ app, host, note }) => {
      host.answers["tools/call"] = () => RESULT;
      const connecting = app.connect(host.transport);
      await Promise.resolve();
      const call = app.callServerTool({ name: "a" });
      await app.sendLog({ level: "info", data: 1 });
      await connecting;
      note(await call, host.frames.map(({ method }) => method));
    },
    ours: ({ notes }, assert) => {
      assert.deepEqual(notes[0], RESULT);
      assert.deepEqual(notes[1].slice(0, 2), ["ui/initialize", "ui/notifications/initialized"]);
      assert.deepEqual(notes[1].slice(2).sort(), ["notifications/message", "tools/call"]);
    },
  },

  "what nobody heard of a connection that has ended": async ({ connected, host, note }) => {
    const app = await connected();
    await host.tell("ui/notifications/tool-result", RESULT);
    await app.close();
    const seen = [];
    await app.connect(new MemoryHost().transport);
    app.ontoolresult = () => seen.push("result");
    await turn();
    note(seen);
  },

  "a context that has changed before anybody listened": async ({ connected, host, note }) => {
    const app = await connected();
    await host.tell("ui/notifications/host-context-changed", { theme: "light" });
    const seen = [];
    app.onhostcontextchanged = (changed) => seen.push(changed);
    await turn();
    note(seen, app.getHostContext());
  },

  "a notification handler's second argument, and no params": async ({ app, host, note }) => {
    const seen = [];
    app.setNotificationHandler("x/y", { params: z.object({ n: z.number().optional() }) }, (params, notification) => void seen.push(params, notification.method));
    await app.connect(host.transport);
    await host.tell("x/y", { n: 1 });
    await host.tell("x/y");
    note(seen);
  },

  "registerTool when it was not announced": async ({ connected, note }) => {
    const app = await connected();
    try {
      app.registerTool("pick", {}, () => RESULT);
      note("taken");
    } catch (error) {
      note(error.message);
    }
  },

  "a notification handler that throws": async ({ app, host, note }) => {
    const seen = [];
    app.onerror = (error) => seen.push(error.message.includes("a mistake"));
    app.setNotificationHandler("x/y", { params: z.object({}) }, () => {
      throw new Error("a mistake");
    });
    await app.connect(host.transport);
    await host.tell("x/y", {});
    note(seen);
  },

  "an error of the transport": async ({ connected, host, note }) => {
    const app = await connected();
    const seen = [];
    app.onerror = (error) => seen.push(error.message);
    host.transport.onerror(new Error("the line is bad"));
    note(seen);
  },

  "a transport that cannot send": async ({ connected, host, note }) => {
    const app = await connected();
    host.transport.send = async () => {
      throw new Error("the line is dead");
    };
    note(await ending(app.openLink({ url: "https://example.com" })));
  },

  "a transport that cannot start": async ({ app, host, note }) => {
    host.transport.start = async () => {
      throw new Error("there is no line");
    };
    note(await ending(app.connect(host.transport)), app.transport);
  },

  "schemas that can only parse": {
    deviates: "schemas",
    run: async ({ app, host, note }) => {
      const seen = [];
      const Number_ = { parse: (value) => ({ n: Number(value.n) }) };
      try {
        app.setNotificationHandler("x/y", { params: Number_ }, (params) => void seen.push(params));
        host.answers["x/z"] = () => ({ n: "2" });
        await app.connect(host.transport);
        await host.tell("x/y", { n: "1" });
        note(seen, await app.request({ method: "x/z", params: {} }, Number_));
      } catch (error) {
        note(error.name);
      }
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [[{ n: 1 }], { n: 2 }]),
  },

  "listeners that come late, in the same turn": {
    deviates: "late",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const seen = [];
      await host.tell("ui/notifications/tool-input-partial", { arguments: { a: 0 } });
      await host.tell("ui/notifications/tool-input", { arguments: { a: 1 } });
      await host.tell("ui/notifications/tool-result", RESULT);
      await host.tell("ui/notifications/tool-cancelled", { reason: "enough" });
      await host.tell("ui/notifications/tool-result", { content: [] });
      app.addEventListener("toolresult", ({ content }) => seen.push(content));
      app.addEventListener("toolcancelled", ({ reason }) => seen.push(reason));
      app.addEventListener("toolinputpartial", () => seen.push("partial"));
      for (const name of ["one", "two"]) app.addEventListener("toolinput", ({ arguments: args }) => seen.push([name, args]));
      await turn();
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], [["one", { a: 1 }], ["two", { a: 1 }], "enough", []]),
  },

  "a reply that nobody waits for": async ({ connected, host, note }) => {
    const app = await connected();
    const seen = [];
    app.onerror = () => seen.push("onerror");
    await host.say({ id: 987_654_321, result: {} });
    note(seen);
  },

  "a listener that throws": {
    deviates: "listeners",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.onerror = () => seen.push("onerror");
      app.addEventListener("toolresult", () => {
        throw new Error("a mistake");
      });
      app.addEventListener("toolresult", () => seen.push("second"));
      await app.connect(host.transport);
      await host.tell("ui/notifications/tool-result", RESULT);
      note(seen);
    },
    ours: ({ notes, troubles }, assert) => assert.deepEqual([notes[0], troubles], [["second"], ["a mistake"]]),
  },

  "a result that comes twice": async ({ app, host, note }) => {
    const seen = [];
    app.ontoolresult = (result) => seen.push(result);
    await app.connect(host.transport);
    await host.tell("ui/notifications/tool-result", RESULT);
    await host.tell("ui/notifications/tool-result", RESULT);
    note(seen);
  },

  "a context that says what is known": async ({ app, host, note }) => {
    const seen = [];
    app.onhostcontextchanged = (changed) => seen.push(changed);
    await app.connect(host.transport);
    await host.tell("ui/notifications/host-context-changed", { theme: "dark" });
    await host.tell("ui/notifications/host-context-changed", { theme: "dark", "x/y": 1 });
    note(seen, app.getHostContext());
  },

  "arguments that are missing, or a text": {
    deviates: "arguments",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.ontoolinput = (params) => seen.push(params);
      await app.connect(host.transport);
      await host.tell("ui/notifications/tool-input", {});
      await host.tell("ui/notifications/tool-input", { arguments: '{"budget": 10, "occa' });
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], [{ arguments: {} }, { arguments: { budget: 10 } }]),
  },

  "a partial input after the whole one": {
    deviates: "stale",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.ontoolinput = () => seen.push("input");
      app.ontoolinputpartial = () => seen.push("partial");
      await app.connect(host.transport);
      await host.tell("ui/notifications/tool-input", { arguments: {} });
      await host.tell("ui/notifications/tool-input-partial", { arguments: {} });
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], ["input"]),
  },

  "what a block has besides": {
    deviates: "tolerance",
    run: async ({ app, host, note }) => {
      app.ontoolresult = (result) => note(result);
      await app.connect(host.transport);
      await host.tell("ui/notifications/tool-result", { content: [{ type: "text", text: "a", color: "red" }], more: 1 });
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{ content: [{ type: "text", text: "a", color: "red" }], more: 1 }]),
  },

  "a result with a block of an unknown type": {
    deviates: "tolerance",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.ontoolresult = (result) => seen.push(result);
      await app.connect(host.transport);
      await host.tell("ui/notifications/tool-result", { content: [{ type: "hologram", data: 1 }] });
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes[0], [{ content: [{ type: "hologram", data: 1 }] }]),
  },

  "a host with a theme of its own": {
    deviates: "tolerance",
    run: async ({ app, host, note }) => {
      host.answers["ui/initialize"] = () => ({ ...HOST, hostContext: { theme: "sepia" } });
      note(kind(await ending(app.connect(host.transport))), app.getHostContext());
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{}, { theme: "sepia" }]),
  },

  "no teardown handler": {
    deviates: "teardown",
    run: async ({ connected, host, note }) => {
      await connected();
      await host.say({ id: 7, method: "ui/resource-teardown", params: {} });
      note("asked");
    },
    ours: ({ frames }, assert) => assert.deepEqual(frames.at(-1), { jsonrpc: "2.0", id: 7, result: {} }),
  },

  "a teardown handler": async ({ connected, host, note }) => {
    const app = await connected();
    const seen = [];
    const handler = async (params, extra) => (seen.push([params, extra.mcpReq.signal.aborted]), await turn(), seen.push("done"), {});
    app.onteardown = handler;
    note(app.onteardown === handler);
    await host.say({ id: 7, method: "ui/resource-teardown", params: {} });
    await turn();
    note(seen);
  },

  "a teardown handler that takes its time": async ({ connected, host, note }) => {
    const app = await connected();
    app.onteardown = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await app.sendLog({ level: "info", data: "saved" });
      return {};
    };
    await host.say({ id: 7, method: "ui/resource-teardown", params: {} });
    await new Promise((resolve) => setTimeout(resolve, 400));
    note(host.frames.length);
  },

  "a teardown handler that is replaced, and taken away": async ({ connected, host, note }) => {
    const app = await connected();
    const seen = [];
    app.onteardown = () => (seen.push("first"), {});
    app.onteardown = () => (seen.push("second"), {});
    await host.say({ id: 7, method: "ui/resource-teardown", params: {} });
    app.removeRequestHandler("ui/resource-teardown");
    app.setRequestHandler("ui/resource-teardown", { params: z.object({}) }, () => (seen.push("third"), {}));
    await host.say({ id: 8, method: "ui/resource-teardown", params: {} });
    note(seen);
  },

  "what a teardown handler returns": {
    deviates: "teardown",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      app.onteardown = () => ({ saved: 1 });
      await host.say({ id: 7, method: "ui/resource-teardown", params: {} });
      note("asked");
    },
    ours: ({ frames }, assert) => assert.deepEqual(frames.at(-1).result, {}),
  },

  "ping, and a method that there is not": async ({ connected, host, note }) => {
    await connected();
    await host.say({ id: "p", method: "ping" });
    await host.say({ id: "q", method: "x/y", params: {} });
    note("asked");
  },

  "oncalltool and onlisttools": async ({ make, host, note }) => {
    const app = make(undefined, { tools: {} });
    const seen = [];
    app.oncalltool = async (params, extra) => (seen.push([params, extra.mcpReq.method, extra.mcpReq.signal.aborted]), RESULT);
    app.onlisttools = async () => ({ tools: [{ name: "a", inputSchema: { type: "object" } }] });
    await app.connect(host.transport);
    await host.say({ id: 1, method: "tools/list" });
    await host.say({ id: 2, method: "tools/call", params: { name: "a", arguments: { b: 1 } } });
    app.oncalltool = async () => {
      throw Object.assign(new Error("not now"), { code: -32001, data: { a: 1 } });
    };
    await host.say({ id: 3, method: "tools/call", params: { name: "a" } });
    note(seen);
  },

  "oncalltool without the capability": async ({ app, note }) => {
    for (const name of ["oncalltool", "onlisttools"]) {
      try {
        app[name] = async () => ({});
        note("taken");
      } catch (error) {
        note(error.message);
      }
    }
  },

  "a call that the host gives up": async ({ make, host, note }) => {
    const app = make(undefined, { tools: {} });
    const seen = [];
    app.oncalltool = (params, { mcpReq: { signal } }) => new Promise(() => signal.addEventListener("abort", () => seen.push("aborted")));
    await app.connect(host.transport);
    await host.say({ id: 2, method: "tools/call", params: { name: "a" } });
    await host.tell("notifications/cancelled", { requestId: 2, reason: "enough" });
    note(seen);
  },

  "registerTool": async ({ app, host, note }) => {
    const seen = [];
    const tool = app.registerTool(
      "pick",
      { title: "Pick", description: "Picks", inputSchema: z.object({ n: z.number() }), outputSchema: z.object({ picked: z.number() }), annotations: { readOnlyHint: true }, _meta: { a: 1 } },
      ({ n }, extra) => (seen.push([n, extra.mcpReq.method]), { content: [], structuredContent: { picked: n } }),
    );
    note(tool.enabled, tool.title);
    await app.connect(host.transport);
    await host.say({ id: 1, method: "tools/list" });
    await host.say({ id: 2, method: "tools/call", params: { name: "pick", arguments: { n: 3 } } });
    tool.disable();
    await turn();
    await host.say({ id: 3, method: "tools/list" });
    tool.enable();
    await turn();
    tool.update({ title: "Pick one" });
    await turn();
    await host.say({ id: 4, method: "tools/list" });
    tool.remove();
    await turn();
    await host.say({ id: 5, method: "tools/list" });
    note(seen, tool.title, tool.enabled);
  },

  "registerTool without a schema": async ({ app, host, note }) => {
    const seen = [];
    app.registerTool("pick", {}, (extra) => (seen.push(extra.mcpReq.method), { content: [text("one")] }));
    await app.connect(host.transport);
    await host.say({ id: 1, method: "tools/list" });
    await host.say({ id: 2, method: "tools/call", params: { name: "pick" } });
    note(seen);
  },

  "a tool that throws": {
    deviates: "tools",
    run: async ({ app, host, note }) => {
      app.registerTool("pick", {}, () => {
        throw new Error("none left");
      });
      await app.connect(host.transport);
      await host.say({ id: 2, method: "tools/call", params: { name: "pick" } });
      note("asked");
    },
    ours: ({ frames }, assert) => assert.deepEqual(frames.at(-1).result, { content: [text("none left")], isError: true }),
  },

  "two tools of one name": async ({ app, note }) => {
    app.registerTool("pick", {}, () => RESULT);
    try {
      app.registerTool("pick", {}, () => RESULT);
      note("taken");
    } catch (error) {
      note(error instanceof Error);
    }
  },

  "changes of tools in one turn": {
    deviates: "tools",
    run: async ({ make, host, note }) => {
      const app = make(undefined, { tools: { listChanged: true } });
      await app.connect(host.transport);
      app.registerTool("a", {}, () => RESULT);
      app.registerTool("b", {}, () => RESULT);
      await turn();
      note("registered");
    },
    ours: ({ frames }, assert) => assert.equal(frames.filter(({ method }) => method === "notifications/tools/list_changed").length, 1),
  },

  "setRequestHandler, in its forms": async ({ make, host, note }) => {
    const app = make(undefined, { tools: {} });
    const seen = [];
    app.setRequestHandler("tools/call", (request, ctx) => (seen.push([request.method, request.params, ctx.mcpReq.method]), RESULT));
    app.setRequestHandler("x/new", { params: z.object({ n: z.number() }) }, (params, ctx) => (seen.push([params, ctx.mcpReq.method]), { n: params.n }));
    const Old = z.object({ method: z.literal("x/old"), params: z.object({ n: z.number().default(7) }) });
    app.setRequestHandler(Old, (request, extra) => (seen.push([request, extra.signal.aborted, typeof extra.sendRequest]), { n: request.params.n }));
    await app.connect(host.transport);
    await host.say({ id: 1, method: "tools/call", params: { name: "a", arguments: {} } });
    await host.say({ id: 2, method: "x/new", params: { n: 1, more: 2 } });
    await host.say({ id: 3, method: "x/old", params: {} });
    note(seen);
    try {
      app.setRequestHandler("x/new", { params: z.object({}) }, () => ({}));
      note("taken");
    } catch (error) {
      note(error instanceof Error);
    }
    app.removeRequestHandler("x/new");
    await host.say({ id: 4, method: "x/new", params: { n: 1 } });
    app.setRequestHandler("x/new", { params: z.object({}) }, () => ({ again: true }));
    await host.say({ id: 5, method: "x/new", params: {} });
  },

  "params that do not fit": async ({ app, host, note }) => {
    app.setRequestHandler("x/new", { params: z.object({ n: z.number() }) }, () => ({}));
    await app.connect(host.transport);
    await host.say({ id: 2, method: "x/new", params: { n: "1" } });
    const { error } = host.frames.pop();
    note(error.code);
  },

  "setNotificationHandler, in its forms": async ({ app, host, note }) => {
    const seen = [];
    app.setNotificationHandler("notifications/tools/list_changed", (notification) => void seen.push(notification));
    app.setNotificationHandler("x/new", { params: z.object({ n: z.number() }) }, (params) => void seen.push(params));
    const Old = z.object({ method: z.literal("x/old"), params: z.object({ n: z.number() }) });
    app.setNotificationHandler(Old, (notification) => void seen.push(notification));
    const Input = z.object({ method: z.literal("ui/notifications/tool-input"), params: z.object({ arguments: z.record(z.string(), z.unknown()) }) });
    app.setNotificationHandler(Input, ({ params }) => void seen.push(params));
    await app.connect(host.transport);
    for (const method of ["notifications/tools/list_changed", "x/new", "x/old", "x/nobody"]) {
      await host.tell(method, { n: 1 });
    }
    await host.tell("ui/notifications/tool-input", { arguments: { a: 1 } });
    const claimed = [];
    for (const way of [
      () => app.setNotificationHandler("x/new", { params: z.object({}) }, () => {}),
      () => app.addEventListener("toolinput", () => {}),
      () => app.setNotificationHandler("ui/notifications/host-context-changed", { params: z.object({}) }, () => {}),
      () => app.setRequestHandler("ping", () => ({})),
    ]) {
      try {
        claimed.push(way() ?? "taken");
      } catch (error) {
        claimed.push(error instanceof Error);
      }
    }
    app.removeNotificationHandler("x/new");
    await host.tell("x/new", { n: 2 });
    // Whether a spec's notification keeps its params is the schema's matter.
    note(seen.map((one) => (one.method === "notifications/tools/list_changed" ? one.method : one)), claimed);
  },

  "fallback handlers": async ({ app, host, note }) => {
    const seen = [];
    app.fallbackRequestHandler = async (request, ctx) => (seen.push([request.method, request.params, ctx.mcpReq.method]), { fallen: true });
    app.fallbackNotificationHandler = async (notification) => void seen.push([notification.method, notification.params]);
    await app.connect(host.transport);
    await host.say({ id: 1, method: "x/y", params: { n: 1 } });
    await host.tell("x/z", { n: 2 });
    note(seen);
  },

  "the session of the transport": async ({ app, host, note }) => {
    host.transport.sessionId = "one";
    app.setRequestHandler("x/y", { params: z.object({}) }, (params, { sessionId }) => ({ sessionId }));
    await app.connect(host.transport);
    await host.say({ id: 1, method: "x/y", params: {} });
    note("asked");
  },

  "handlers and listeners in another order": async ({ app, host, note }) => {
    const seen = [];
    const events = ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"];
    for (const event of [...events].reverse()) app.addEventListener(event, () => seen.push(`first ${event}`));
    for (const event of events) app[`on${event}`] = () => seen.push("replaced");
    for (const event of events) app[`on${event}`] = () => seen.push(`on ${event}`);
    await app.connect(host.transport);
    for (const event of events) app.addEventListener(event, () => seen.push(`late ${event}`));
    await host.tell("ui/notifications/host-context-changed", { theme: "light" });
    await host.tell("ui/notifications/tool-cancelled", {});
    await host.tell("ui/notifications/tool-result", RESULT);
    await host.tell("ui/notifications/tool-input", { arguments: {} });
    for (const event of events) app[`on${event}`] = undefined;
    await host.tell("ui/notifications/tool-result", RESULT);
    note(seen);
  },

  "every kind of content": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["tools/call"] = () => ({
      content: [
        text("a"),
        { type: "image", data: "AAAA", mimeType: "image/png" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        { type: "resource_link", uri: "a:b", name: "n" },
        { type: "resource", resource: { uri: "a:b", text: "t" } },
      ],
      structuredContent: undefined,
    });
    note(await app.callServerTool({ name: "a" }));
  },

  "what a handler asks of the host": async ({ make, host, note }) => {
    const app = make(undefined, { tools: {} });
    host.answers["resources/read"] = ({ uri }) => ({ contents: [{ uri, text: "kite" }] });
    app.oncalltool = async (params, { mcpReq }) => {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data: 1 } });
      const { contents } = await mcpReq.send({ method: "resources/read", params: { uri: "a:b" } });
      return { content: [text(contents[0].text)] };
    };
    await app.connect(host.transport);
    await host.say({ id: 2, method: "tools/call", params: { name: "a" } });
    note("asked");
  },

  "a transport that is slow to close, and one that cannot": {
    deviates: "ending",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      let closed = 0;
      app.onclose = () => void closed++;
      host.transport.close = () => Promise.reject(new Error("stuck"));
      note(await ending(app.close()), closed, app.transport === undefined);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{}, 1, true]),
  },

  "a transport that cannot start is not closed": {
    deviates: "ending",
    run: async ({ app, host, note }) => {
      host.transport.start = () => Promise.reject(new Error("there is no line"));
      note(await ending(app.connect(host.transport)), host.closed);
    },
    ours: ({ notes }, assert) => assert.deepEqual([notes[0].message, notes[1]], ["there is no line", 0]),
  },

  "closes twice, and without a connection": async ({ app, host, note }) => {
    let closed = 0;
    app.onclose = () => void closed++;
    await app.close();
    await app.connect(host.transport);
    await Promise.all([app.close(), app.close()]);
    note(closed, host.closed);
  },

  "connects anew in onclose": async ({ connected, note }) => {
    const app = await connected();
    const next = new MemoryHost();
    let connecting;
    app.onclose = () => {
      app.onclose = undefined;
      connecting = app.connect(next.transport);
    };
    await app.close();
    await connecting;
    note(app.transport === next.transport, next.frames.map(({ method }) => method));
  },

  "the same transport again": async ({ connected, host, note }) => {
    const app = await connected();
    await app.close();
    await app.connect(host.transport);
    host.answers["tools/call"] = () => RESULT;
    note(await app.callServerTool({ name: "a" }));
  },

  "a transport that never starts, and one that never has sent": {
    deviates: "dead",
    run: async ({ make, connected, host, note }) => {
      const soon = (promise) => Promise.race([ending(promise).then(kind), new Promise((resolve) => setTimeout(resolve, 60, "waits"))]);
      const silent = new MemoryHost();
      silent.transport.start = () => new Promise(() => {});
      note(await soon(make().connect(silent.transport, { timeout: 20 })));
      const app = await connected();
      host.transport.send = () => new Promise(() => {});
      note(await soon(app.sendLog({ level: "info", data: 1 })), await soon(app.openLink({ url: "https://example.com" }, { timeout: 20 })));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{ name: "SdkError", code: "REQUEST_TIMEOUT" }, {}, { name: "SdkError", code: "REQUEST_TIMEOUT" }]),
  },

  "a transport that answers while it sends, and one that closes then": async ({ connected, host, note }) => {
    const app = await connected();
    host.transport.send = async ({ id }) => host.transport.onmessage({ jsonrpc: "2.0", id, result: RESULT });
    note(await app.callServerTool({ name: "a" }));
    host.transport.send = async () => host.transport.onclose();
    note(await ending(app.callServerTool({ name: "a" })), app.transport ?? null);
  },

  "what is known of the host before, while it connects anew": {
    deviates: "anew",
    run: async ({ connected, note }) => {
      const app = await connected();
      await app.close();
      const silent = new MemoryHost();
      silent.answers = {};
      const connecting = ending(app.connect(silent.transport));
      note(app.getHostContext() ?? null, app.getHostVersion() ?? null, app.getHostCapabilities() ?? null);
      await app.close();
      await connecting;
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [null, null, null]),
  },

  "a notification that cannot be sent": {
    deviates: "closed",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const seen = [];
      app.onerror = () => seen.push("onerror");
      host.transport.send = async () => {
        throw new Error("the line is dead");
      };
      note(await ending(app.sendLog({ level: "info", data: 1 })));
      await turn();
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{}, ["onerror"]]),
  },

  "a transport that throws when it sends": async ({ connected, host, note }) => {
    const app = await connected();
    host.transport.send = () => {
      throw new Error("the line is dead");
    };
    note(await ending(app.openLink({ url: "https://example.com" })));
  },

  "a transport that is slow to start, and hears before": async ({ app, host, note }) => {
    const seen = [];
    app.ontoolinput = (params) => seen.push(params);
    host.transport.start = async () => {
      host.transport.onmessage({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { a: 1 } } });
      await turn();
    };
    await app.connect(host.transport);
    note(seen);
  },

  "options that are null": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["resources/list"] = () => ({ resources: [] });
    note(await ending(app.listServerResources({}, null)), await ending(app.listServerResources({}, { timeout: null, maxTotalTimeout: null, signal: null, onprogress: null })));
  },

  "params of a class": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["tools/call"] = () => RESULT;
    class Suggestion {
      name = "suggest";
      arguments = { budget: 5 };
    }
    class Line {
      level = "info";
      data = 1;
    }
    note(await ending(app.callServerTool(new Suggestion())), await ending(app.sendLog(new Line())));
  },

  "what cannot be cloned": {
    deviates: "clones",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      host.answers["tools/call"] = () => RESULT;
      note((await ending(app.callServerTool({ name: "a", arguments: { when() {} } }))).name);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, ["TypeError"]),
  },

  "reasons of an abort": {
    deviates: "reasons",
    run: async ({ connected, note }) => {
      const app = await connected();
      for (const reason of [null, 0, NaN, new TypeError("a mistake"), { a: 1 }, ""]) note(await ending(app.openLink({ url: "https://example.com" }, { signal: AbortSignal.abort(reason) })));
      const controller = new AbortController();
      const call = ending(app.openLink({ url: "https://example.com" }, { signal: controller.signal }));
      await turn();
      controller.abort(new TypeError("a mistake"));
      note(await call);
    },
    ours: ({ notes, frames }, assert) => {
      assert.deepEqual(notes.map(({ code }) => code), Array(7).fill("REQUEST_TIMEOUT"));
      assert.deepEqual(notes.map(({ message }) => message), ["null", "0", "NaN", "TypeError: a mistake", "[object Object]", "", "TypeError: a mistake"]);
      assert.equal(frames.at(-1).params.reason, "a mistake");
    },
  },

  "an abort that comes after the answer": async ({ connected, host, note }) => {
    const app = await connected();
    host.answers["tools/call"] = () => RESULT;
    const controller = new AbortController();
    note(await app.callServerTool({ name: "a" }, { signal: controller.signal }));
    controller.abort();
    await turn();
  },

  "a timeout that is none": {
    deviates: "timeouts",
    run: async ({ connected, note }) => {
      const app = await connected();
      for (const timeout of [-1, NaN]) note(kind(await ending(app.openLink({ url: "https://example.com" }, { timeout }))));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{ name: "TypeError" }, { name: "TypeError" }]),
  },

  "a total timeout": {
    deviates: "total",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const call = ending(app.callServerTool({ name: "a" }, { maxTotalTimeout: 40, onprogress() {} }));
      await turn();
      const timer = setInterval(() => host.tell("notifications/progress", { progressToken: host.latest, progress: 1 }), 10);
      const { code, message } = await call;
      clearInterval(timer);
      note(code, message);
    },
    ours: ({ notes, frames }, assert) => {
      assert.deepEqual(notes, ["REQUEST_TIMEOUT", "Request timed out"]);
      assert.equal(frames.at(-1).method, "notifications/cancelled");
    },
  },

  "progress that comes with a text as its token": async ({ connected, host, note }) => {
    const app = await connected();
    const seen = [];
    const call = app.callServerTool({ name: "a" }, { onprogress: (progress) => void seen.push(progress) });
    await turn();
    await host.tell("notifications/progress", { progressToken: String(host.latest), progress: 1 });
    await host.say({ id: String(host.latest), result: RESULT });
    note(await call, seen);
  },

  "an onprogress that throws": {
    deviates: "listeners",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      const seen = [];
      app.onerror = () => seen.push("onerror");
      const call = app.callServerTool({ name: "a" }, {
        onprogress() {
          throw new Error("a mistake");
        },
      });
      await turn();
      await host.tell("notifications/progress", { progressToken: host.latest, progress: 1 });
      await host.say({ id: host.latest, result: RESULT });
      note(await call, seen);
    },
    ours: ({ notes, troubles }, assert) => assert.deepEqual([notes, troubles], [[RESULT, []], ["a mistake"]]),
  },

  "an onclose that throws": {
    deviates: "listeners",
    run: async ({ connected, note }) => {
      const app = await connected();
      app.onclose = () => {
        throw new Error("a mistake");
      };
      const call = ending(app.callServerTool({ name: "a" }));
      await turn();
      note(await ending(app.close()), kind(await call));
    },
    ours: ({ notes, troubles }, assert) => assert.deepEqual([notes, troubles], [[{}, { name: "SdkError", code: "CONNECTION_CLOSED" }], ["a mistake"]]),
  },

  "a notification handler that throws, and no onerror": {
    deviates: "listeners",
    run: async ({ app, host, note }) => {
      app.onerror = undefined;
      app.setNotificationHandler("x/y", { params: z.object({}) }, () => {
        throw new Error("a mistake");
      });
      await app.connect(host.transport);
      await host.tell("x/y", {});
      note("told");
    },
    ours: ({ troubles }, assert) => assert.deepEqual(troubles, ["a mistake"]),
  },

  "a notification handler that throws what is no error": async ({ app, host, note }) => {
    const seen = [];
    app.onerror = (error) => seen.push([error instanceof Error, error.message]);
    app.setNotificationHandler("x/y", { params: z.object({}) }, () => {
      throw "a mistake";
    });
    await app.connect(host.transport);
    await host.tell("x/y", {});
    note(seen);
  },

  "listeners that others add, take away and replace meanwhile": async ({ app, host, note }) => {
    const seen = [];
    const last = () => seen.push("last");
    app.ontoolresult = () => {
      seen.push("handler");
      app.ontoolresult = () => seen.push("another");
      app.addEventListener("toolresult", () => seen.push("by the handler"));
    };
    app.addEventListener("toolresult", () => {
      seen.push("first");
      app.removeEventListener("toolresult", last);
      app.addEventListener("toolresult", () => seen.push("by a listener"));
    });
    app.addEventListener("toolresult", last);
    await app.connect(host.transport);
    await host.tell("ui/notifications/tool-result", RESULT);
    seen.push("second time");
    await host.tell("ui/notifications/tool-result", RESULT);
    note(seen);
  },

  "EventDispatcher": async ({ library, note }) => {
    const events = new library.EventDispatcher();
    const seen = [];
    const listener = (value) => seen.push(["listener", value]);
    events.addEventListener("a", listener);
    events.addEventListener("a", listener);
    events.setHandler("a", (value) => seen.push(["handler", value]));
    events.dispatch("a", 1);
    for (let time = 0; time < 3; time++) events.removeEventListener("a", listener);
    events.removeEventListener("b", listener);
    events.dispatch("a", 2);
    events.dispatch("b", 3);
    events.setHandler("a", undefined);
    events.dispatch("a", 4);
    note(seen, events.getHandler("a") ?? null, events.getHandler("b") ?? null);
  },

  "fallback handlers, and what has its own place": async ({ app, host, note }) => {
    const seen = [];
    app.fallbackNotificationHandler = async (notification) => void seen.push(notification);
    app.fallbackRequestHandler = async ({ method }) => (seen.push(method), {});
    app.ontoolinput = undefined;
    await app.connect(host.transport);
    for (const [method, params] of Object.entries({
      "ui/notifications/tool-input": { arguments: {} },
      "ui/notifications/tool-result": RESULT,
      "ui/notifications/host-context-changed": { theme: "light" },
      "notifications/message": { level: "info", data: 1 },
      "notifications/cancelled": { requestId: 9 },
    })) await host.tell(method, params);
    for (const method of ["ui/resource-teardown", "ping", "tools/list"]) await host.say({ id: method, method, params: {} });
    note(seen);
  },

  "handlers that are set to nothing": {
    deviates: "gone",
    run: async ({ make, host, note }) => {
      const app = make(undefined, { tools: {} });
      app.oncalltool = async () => RESULT;
      app.oncalltool = undefined;
      await app.connect(host.transport);
      await host.say({ id: 2, method: "tools/call", params: { name: "a" } });
      note("asked");
    },
    ours: ({ frames }, assert) => assert.equal(frames.at(-1).error.code, -32601),
  },

  "assertCanSetRequestHandler": async ({ make, note }) => {
    const app = make(undefined, { tools: {} });
    const can = (method) => {
      try {
        app.assertCanSetRequestHandler(method);
        note("can");
      } catch (error) {
        note(error.message);
      }
    };
    for (const method of ["ping", "tools/call", "x/y"]) can(method);
    app.oncalltool = async () => RESULT;
    can("tools/call");
    app.oncalltool = undefined;
    can("tools/call");
    app.removeRequestHandler("tools/call");
    can("tools/call");
  },

  "a ping handler": {
    deviates: "ping",
    run: async ({ app, host, note }) => {
      app.removeRequestHandler("ping");
      app.setRequestHandler("ping", () => ({ pong: 1 }));
      await app.connect(host.transport);
      await host.say({ id: 1, method: "ping" });
      note("asked");
    },
    ours: ({ frames }, assert) => assert.deepEqual(frames.at(-1).result, {}),
  },

  "a result that does not fit its schema": async ({ app, host, note }) => {
    app.setRequestHandler("x/y", { params: z.object({}), result: z.object({ a: z.number() }) }, () => ({ a: "one", b: 1 }));
    await app.connect(host.transport);
    await host.say({ id: 1, method: "x/y", params: {} });
    note("asked");
  },

  "methods that MCP does not have": {
    deviates: "methods",
    run: async ({ app, host, note }) => {
      const attempt = (work) => {
        try {
          return work() ?? "taken";
        } catch (error) {
          return error.name;
        }
      };
      note(attempt(() => app.setRequestHandler("x/y", () => ({ served: 1 }))), attempt(() => app.setNotificationHandler("x/z", () => {})));
      host.answers["x/w"] = () => ({ a: 1 });
      await app.connect(host.transport);
      await host.say({ id: 1, method: "x/y" });
      try {
        note(await app.request({ method: "x/w" }));
      } catch (error) {
        note(error.name);
      }
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, ["taken", "taken", { a: 1 }]),
  },

  "a legacy schema without params": {
    deviates: "schemas",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.setRequestHandler(z.object({ method: z.literal("x/y") }), (request) => (seen.push(request), {}));
      await app.connect(host.transport);
      await host.say({ id: 1, method: "x/y" });
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [[{ method: "x/y", params: {} }]]),
  },

  "the signal of a request that is given up": {
    deviates: "signals",
    run: async ({ make, host, note }) => {
      const app = make(undefined, { tools: {} });
      const seen = [];
      app.oncalltool = (params, { mcpReq: { signal } }) => new Promise(() => signal.addEventListener("abort", () => seen.push(String(signal.reason))));
      await app.connect(host.transport);
      await host.say({ id: 2, method: "tools/call", params: { name: "a" } });
      await host.tell("notifications/cancelled", { requestId: 2, reason: "enough" });
      await host.say({ id: 3, method: "tools/call", params: { name: "a" } });
      await app.close();
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [["AbortError: enough", "AbortError: The request was cancelled"]]),
  },

  "what handlers throw": async ({ make, host, note }) => {
    const app = make(undefined, { tools: {} });
    const thrown = [{ code: 5 }, ...[1.5, "ENOENT", -32042, 0].map((code) => Object.assign(new Error("a mistake"), { code, data: code === 0 ? null : { a: 1 } }))];
    app.oncalltool = async () => {
      throw thrown.shift();
    };
    await app.connect(host.transport);
    for (let id = thrown.length; id > 0; id--) await host.say({ id, method: "tools/call", params: { name: "a" } });
    note("asked");
  },

  "what handlers get and give that is none of it": {
    deviates: "served",
    run: async ({ make, host, note }) => {
      const app = make(undefined, { tools: {} });
      const given = [undefined, [], RESULT];
      const seen = [];
      app.oncalltool = async (params) => (seen.push(params), given.shift());
      await app.connect(host.transport);
      for (const id of [1, 2]) await host.say({ id, method: "tools/call", params: { name: "a" } });
      await host.say({ id: 3, method: "tools/call" });
      note(seen);
    },
    ours: ({ notes, frames }, assert) => {
      assert.deepEqual(notes, [[{ name: "a" }, { name: "a" }, {}]]);
      assert.deepEqual(frames.slice(-3).map(({ result, error }) => result ?? error.code), [{}, -32603, RESULT]);
    },
  },

  "the code of a resource that is not found": {
    deviates: "codes",
    run: async ({ connected, host, note }) => {
      const app = await connected();
      host.answers["resources/read"] = () => ({ error: { code: -32002, message: "no such resource", data: { uri: "a:b" } } });
      note(await ending(app.readServerResource({ uri: "a:b" })));
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{ name: "ProtocolError", code: -32002, message: "no such resource", data: { uri: "a:b" } }]),
  },

  "the handler of an event's notification is removed": {
    deviates: "removed",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.ontoolresult = () => seen.push("on");
      app.removeNotificationHandler("ui/notifications/tool-result");
      await app.connect(host.transport);
      await host.tell("ui/notifications/tool-result", RESULT);
      note(seen);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [["on"]]),
  },

  "methods that are passed on": async ({ app, note }) => {
    const { setRequestHandler, setNotificationHandler, removeRequestHandler, removeNotificationHandler } = app;
    setRequestHandler("x/y", { params: z.object({}) }, () => ({}));
    setNotificationHandler("x/z", { params: z.object({}) }, () => {});
    removeRequestHandler("x/y");
    removeNotificationHandler("x/z");
    app.assertCanSetRequestHandler("x/y");
    note("done");
  },

  "a class with a request of its own": async ({ library, host, note }) => {
    const seen = [];
    class Logged extends library.App {
      request({ method, params }, ...more) {
        if (method !== "ui/initialize") seen.push(method, params);
        return super.request({ method, params }, ...more);
      }
    }
    const app = new Logged({ name: "a", version: "1" }, {}, { autoResize: false });
    await app.connect(host.transport);
    host.answers["tools/call"] = () => RESULT;
    host.answers["ui/open-link"] = () => ({});
    note(await app.callServerTool({ name: "a" }), await app.openLink({ url: "https://example.com" }), seen);
    await app.close();
  },

  "two messages in an array": {
    deviates: "tolerance",
    run: async ({ connected, host, note }) => {
      await connected();
      host.transport.onmessage([1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "ping" })));
      await turn();
      note("told");
    },
    ours: ({ frames }, assert) => assert.deepEqual(frames.slice(-2).map(({ id }) => id), [1, 2]),
  },

  "a host that says little of itself": {
    deviates: "tolerance",
    run: async ({ app, host, note }) => {
      host.answers["ui/initialize"] = () => ({});
      note(kind(await ending(app.connect(host.transport))), app.getHostContext() ?? null, app.getHostVersion() ?? null);
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, [{}, {}, { name: "unknown", version: "0" }]),
  },

  "a tool's arguments and its result as their schemas have them": async ({ app, host, note }) => {
    const seen = [];
    app.registerTool(
      "pick",
      { inputSchema: z.object({ n: z.coerce.number().default(4) }), outputSchema: z.object({ picked: z.number(), by: z.string().default("us") }) },
      (args) => (seen.push(args), { content: [], structuredContent: { picked: args.n, secret: 1 } }),
    );
    await app.connect(host.transport);
    for (const args of [{ n: "5", more: 1 }, {}, undefined]) await host.say({ id: 2, method: "tools/call", params: { name: "pick", arguments: args } });
    note(seen);
  },

  "a tool that is updated in every way": async ({ app, host, note }) => {
    const seen = [];
    const tool = app.registerTool("pick", { title: "Pick", inputSchema: z.object({ n: z.number() }) }, (args) => (seen.push(args), RESULT));
    await app.connect(host.transport);
    const list = async () => {
      await turn();
      await host.say({ id: 1, method: "tools/list" });
    };
    tool.update({ title: "Choose", description: "Chooses", annotations: { readOnlyHint: true }, _meta: { a: 1 }, inputSchema: z.object({ s: z.string() }) });
    await list();
    await host.say({ id: 2, method: "tools/call", params: { name: "pick", arguments: { s: "x" } } });
    tool.update({ enabled: false });
    await list();
    tool.update({ enabled: true, inputSchema: undefined });
    await list();
    tool.update({ handler: async (args, extra) => (seen.push("another", args, typeof extra.mcpReq), RESULT) });
    await host.say({ id: 3, method: "tools/call", params: { name: "pick", arguments: { t: 1 } } });
    note(seen, tool.title, tool.enabled);
  },

  "a tool that is removed, and another of its name": async ({ app, host, note }) => {
    const first = app.registerTool("pick", {}, () => ({ content: [text("first")] }));
    first.remove();
    first.remove();
    const second = app.registerTool("pick", { title: "Second" }, () => ({ content: [text("second")] }));
    first.remove();
    await app.connect(host.transport);
    await host.say({ id: 1, method: "tools/list" });
    await host.say({ id: 2, method: "tools/call", params: { name: "pick" } });
    note(second.enabled);
  },

  "how often the host is told of tools": async ({ app, host, note }) => {
    const tool = app.registerTool("pick", {}, () => RESULT);
    await app.connect(host.transport);
    for (const change of [() => tool.disable(), () => tool.disable(), () => tool.enable(), () => tool.update({}), () => tool.remove(), () => tool.remove()]) {
      change();
      await turn();
    }
    note(host.frames.length);
  },

  "tools on the next connection": async ({ app, host, note }) => {
    const capabilities = { experimental: { a: {} } };
    app.registerTool("pick", {}, () => RESULT);
    await app.connect(host.transport);
    await app.close();
    const next = new MemoryHost();
    await app.connect(next.transport);
    await next.say({ id: 1, method: "tools/list" });
    note(next.frames[0].params.appCapabilities, next.frames.at(-1), capabilities);
  },

  "a tool that is changed by assigning": {
    deviates: "tools",
    run: async ({ app, host, note }) => {
      const tool = app.registerTool("pick", { title: "Pick" }, () => RESULT);
      await app.connect(host.transport);
      tool.title = "Choose";
      await host.say({ id: 1, method: "tools/list" });
      note("asked");
    },
    ours: ({ frames }, assert) => assert.equal(frames.at(-1).result.tools[0].title, "Pick"),
  },

  "a tool whose schema cannot be written down": {
    deviates: "tools",
    run: async ({ app, host, note }) => {
      const seen = [];
      app.registerTool("date", { inputSchema: z.object({ when: z.date() }) }, () => RESULT);
      app.registerTool("parse", { inputSchema: { parse: ({ n }) => ({ n: Number(n) }) } }, (args) => (seen.push(args), RESULT));
      await app.connect(host.transport);
      await host.say({ id: 1, method: "tools/list" });
      await host.say({ id: 2, method: "tools/call", params: { name: "parse", arguments: { n: "5" } } });
      note(seen);
    },
    ours: ({ notes, frames }, assert) => {
      assert.deepEqual(notes, [[{ n: 5 }]]);
      assert.deepEqual(frames.at(-2).result.tools, ["date", "parse"].map((name) => ({ name, inputSchema: { type: "object" } })));
    },
  },

  "tools that were refused once": {
    deviates: "tools",
    run: async ({ connected, note }) => {
      const app = await connected();
      const attempt = () => {
        try {
          app.registerTool(`pick ${Math.random()}`, {}, () => RESULT);
          return "taken";
        } catch {
          return "refused";
        }
      };
      note(attempt(), attempt());
    },
    ours: ({ notes }, assert) => assert.deepEqual(notes, ["refused", "refused"]),
  },
};
