// What a widget says to its host by methods of their own, and how hosts refuse.

import { Refusal } from "./support/host.mjs";
import { codes } from "./support/answers.mjs";
import { equal, ok, rejects, same, throws } from "./support/check.mjs";
import { on } from "./support/members.mjs";

const LINK = "https://example.com/kite?a=1#b";
const BLOCKS = [{ type: "text", text: "one" }, { type: "image", data: "", mimeType: "image/png" }];
const FILES = [
  { type: "resource_link", uri: "gifts://catalogue", name: "catalogue.json" },
  { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "a" } },
];

/** What asks: [name, method, a call, the params that it sends]. */
const ASKING = [
  ["openLink", "ui/open-link", (widget, options) => widget.openLink(LINK, options), { url: LINK }],
  ["downloadFile", "ui/download-file", (widget, options) => widget.downloadFile(FILES, options), { contents: FILES }],
  ["sendMessage", "ui/message", (widget, options) => widget.sendMessage("one", options), { role: "user", content: [{ type: "text", text: "one" }] }],
  ["sendMessage, blocks", "ui/message", (widget, options) => widget.sendMessage(BLOCKS, options), { role: "user", content: BLOCKS }],
  ["updateModelContext", "ui/update-model-context", (widget, options) => widget.updateModelContext({ structuredContent: { a: 1 } }, options), { structuredContent: { a: 1 } }],
  ["updateModelContext, content", "ui/update-model-context", (widget, options) => widget.updateModelContext({ content: BLOCKS }, options), { content: BLOCKS }],
  ["requestDisplayMode", "ui/request-display-mode", (widget, options) => widget.requestDisplayMode("fullscreen", options), { mode: "fullscreen" }],
];

/** A host that answers everything that asks like this. */
const answering = (answer) => Object.fromEntries(ASKING.map(([, method]) => [method, () => answer]));

const whole = {
  "a link may be a URL, and goes out as it is written": async ({ open }) => {
    const { widget, host } = await open(answering({}));
    await widget.openLink(new URL("https://example.com"));
    await widget.openLink("https://example.com");
    await widget.openLink("mailto:ada@example.com");
    same(host.sent("ui/open-link").map(({ params }) => params.url), ["https://example.com/", "https://example.com", "mailto:ada@example.com"]);
  },

  "the answer is resolved with, unless it is a refusal": async ({ open }) => {
    for (const answer of [{}, { isError: false, more: 1 }, { isError: "false" }, { isError: null }]) {
      const { widget } = await open(answering(answer));
      for (const [name, method, ask] of ASKING) if (method !== "ui/request-display-mode") same(await ask(widget), answer, name);
    }
  },

  "an error is a refusal, an unknown method too": async ({ open, api }) => {
    for (const error of [{ code: -32000, message: "Link opening denied by user" }, { code: -32601, message: "Method not found", data: { a: 1 } }]) {
      const { widget, host } = await open(answering(new Refusal(error)));
      for (const [name, method, ask] of ASKING) {
        const wanted = { name: "RefusedError", reason: error.message, method, message: `The host refused: ${error.message}` };
        const refused = await rejects(ask(widget), wanted, name);
        ok(refused instanceof api.RefusedError);
        equal(refused.id, host.sent(method).at(-1).id);
        ok(refused.cause instanceof api.McpError);
        same([refused.cause.code, refused.cause.message, refused.cause.data], [error.code, error.message, error.data]);
      }
      same(widget.diagnostics, []);
    }
  },

  "isError is a refusal, with the reason that can be found": async ({ open }) => {
    for (const [answer, reason] of [
      [{ isError: true }, ""],
      [{ isError: "true" }, ""],
      [{ isError: true, message: "Not now" }, "Not now"],
      [{ isError: true, message: 5, content: "text" }, ""],
      [{ isError: true, message: "Not now", content: [] }, "Not now"],
      [{ isError: true, message: "Not now", content: [null, { type: "text", text: "The composer" }, { type: "text", text: "is not empty" }] }, "The composer\nis not empty"],
    ]) {
      const { widget, host } = await open(answering(answer));
      for (const [name, method, ask] of ASKING) {
        const refused = await rejects(ask(widget), { name: "RefusedError", reason, method }, name);
        equal(refused.message, reason ? `The host refused: ${reason}` : "The host refused");
        same(refused.cause, answer);
        equal(refused.id, host.sent(method).at(-1).id);
      }
    }
  },

  "the same by request() is what arrived": async ({ open }) => {
    const { widget } = await open({ "ui/open-link": () => ({ isError: true }), "ui/message": () => new Refusal({ code: -32000, message: "no" }) });
    const message = { role: "user", content: BLOCKS };
    same(await widget.request("ui/open-link", { url: LINK }), { isError: true });
    await rejects(widget.request("ui/message", message), { name: "McpError", code: -32000 });
  },

  "a tool's answer is no refusal": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => ({ content: [], isError: true }) });
    equal((await widget.callTool("a")).isError, true);
  },

  "the mode is the one that the host has set, as far as it says": async ({ open }) => {
    for (const [answer, mode] of [
      [{ mode: "fullscreen" }, "fullscreen"],
      [{ mode: "inline" }, "inline"],
      [{ mode: "split", more: 1 }, "split"],
      [{}, "inline"],
      [{ mode: null }, "inline"],
      [{ mode: 5 }, "inline"],
      [null, "inline"],
    ]) {
      const { widget } = await open(answering(answer));
      equal(await widget.requestDisplayMode("fullscreen"), mode);
    }
  },

  "a host that does not say has perhaps announced the mode": async ({ open }) => {
    const { widget, host } = await open({});
    const asked = widget.requestDisplayMode("fullscreen");
    const frame = await host.until("ui/request-display-mode");
    await host.notify("ui/notifications/host-context-changed", { displayMode: "pip" });
    await host.reply(frame, {});
    equal(await asked, "pip");
  },

  "a host that never says a mode shows inline": async ({ open }) => {
    const { widget } = await open({ "ui/initialize": () => ({ hostContext: { displayMode: 5 } }), ...answering({}) });
    equal(await widget.requestDisplayMode("pip"), "inline");
  },

  "wrong arguments are refused before anything is sent": async ({ open }) => {
    const { widget, host } = await open(answering({}));
    const wrong = [
      ...[undefined, null, 5, {}, [], Symbol("s"), "", "/kite", "kite.html", "https://"].map((url) => () => widget.openLink(url)),
      ...[undefined, null, "text", {}, [5], [null], [{}], [{ type: 5 }], [FILES[0], {}], new Set(FILES), { every: () => true }].flatMap((blocks) => [
        () => widget.downloadFile(blocks),
        ...(typeof blocks === "string" ? [] : [() => widget.sendMessage(blocks)]),
        ...(blocks === undefined ? [] : [() => widget.updateModelContext({ content: blocks })]),
      ]),
      ...[undefined, null, "text", [], 5].map((context) => () => widget.updateModelContext(context)),
      ...[null, "text", [], 5].map((structuredContent) => () => widget.updateModelContext({ structuredContent })),
      ...[undefined, null, 5, {}].map((mode) => () => widget.requestDisplayMode(mode)),
      ...ASKING.map(([, , ask]) => () => ask(widget, { timeout: -1 })),
    ];
    for (const [index, call] of wrong.entries()) await rejects(call(), { name: "TypeError" }, `call ${index}`);
    await host.flush();
    equal(host.frames.length, 2);
  },

  "the caller's objects stay as they are": async ({ open }) => {
    const { widget } = await open(answering({}));
    const context = Object.freeze({ content: Object.freeze(BLOCKS.map(Object.freeze)), structuredContent: Object.freeze({ a: 1 }) });
    await widget.updateModelContext(context, Object.freeze({ _meta: Object.freeze({ a: 1 }) }));
    await widget.sendMessage(context.content);
    await widget.downloadFile(Object.freeze(FILES.map(Object.freeze)));
  },

  "teardown, log and size": async ({ open }) => {
    const { widget, host } = await open();
    const known = host.frames.length;
    widget.requestTeardown();
    widget.log("info", { gifts: 2 });
    widget.log("warning", "no gift fits", "gift-ideas");
    widget.log("debug");
    widget.sendSize({ width: 300, height: 99.2 });
    await host.flush();
    same(host.frames.slice(known).map(({ method, params }) => [method, params]), [
      ["ui/notifications/request-teardown", {}],
      ["notifications/message", { level: "info", data: { gifts: 2 } }],
      ["notifications/message", { level: "warning", data: "no gift fits", logger: "gift-ideas" }],
      ["notifications/message", { level: "debug", data: null }],
      ["ui/notifications/size-changed", { width: 300, height: 100 }],
    ]);
  },

  "a side that has no size is left out, and a size without sides is not sent": async ({ open }) => {
    const { widget, host } = await open();
    for (const side of [0, -1, NaN, Infinity, -Infinity, "5", null, undefined, 5n, {}]) {
      widget.sendSize({ width: side, height: side });
      widget.sendSize({ width: side });
      widget.sendSize({ height: side, width: 7 });
    }
    widget.sendSize({});
    widget.sendSize({ height: 0.1 });
    await host.flush();
    same(host.sent("ui/notifications/size-changed").map(({ params }) => params), [...Array(10).fill({ width: 7 }), { height: 1 }]);
  },

  "a notification never throws; what is wrong is reported": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    const known = host.frames.length;
    for (const level of [undefined, null, 5, {}]) widget.log(level, 1);
    widget.log("info", 1, 5);
    widget.log("info", 1, null);
    widget.sendSize();
    widget.sendSize(null);
    widget.sendSize({ get width() { throw new RangeError("getter"); } });
    await host.flush();
    equal(host.frames.length, known);
    same(takeTroubles().map(({ name }) => name), [...Array(8).fill("TypeError"), "RangeError"]);
  },

  "all of it waits for the handshake": async ({ dial }) => {
    let answer;
    const { widget, host } = dial({ ...answering({}), "ui/initialize": (params, frame) => void (answer = frame) });
    widget.log("info", 1);
    widget.sendSize({ height: 5 });
    widget.requestTeardown();
    const asked = widget.openLink(LINK);
    await host.until("ui/initialize");
    equal(host.frames.length, 1);
    await host.reply(answer, {});
    await asked;
    same(host.frames.slice(2).map(({ method }) => method), ["notifications/message", "ui/notifications/size-changed", "ui/notifications/request-teardown", "ui/open-link"]);
  },

  "after close() a notification is nothing and a request a ClosedError": async ({ open }) => {
    const { widget, host } = await open();
    const known = host.frames.length;
    widget.close();
    widget.requestTeardown();
    widget.log("error", "late");
    widget.sendSize({ height: 5 });
    for (const [name, method, ask] of ASKING) await rejects(ask(widget), { name: "ClosedError", method }, name);
    widget.onTeardown(() => ok(false, "not called"))();
    await host.flush();
    equal(host.frames.length, known);
  },

  "teardown is answered with {} without a handler": async ({ open }) => {
    const { widget, host } = await open();
    same(await host.ask("t", "ui/resource-teardown", { reason: "r" }), { jsonrpc: "2.0", id: "t", result: {} });
    same(await host.ask("u", "ui/resource-teardown"), { jsonrpc: "2.0", id: "u", result: {} });
    same(widget.diagnostics, []);
  },

  "teardown is answered when all handlers are done, once": async ({ open, turn }) => {
    const { widget, host } = await open({}, { teardownTimeout: 0 });
    const said = [];
    let finish;
    widget.onTeardown((params) => void said.push(["sync", params]));
    widget.onTeardown(() => new Promise((resolve) => (finish = resolve)).then(() => void said.push(["late"])));
    widget.onTeardown(async () => "of no interest");
    await host.say({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: { reason: "r" } });
    await turn();
    await host.flush();
    same(host.repliesTo(1), []);
    finish();
    await host.until((frame) => frame.id === 1);
    await host.flush();
    same(said, [["sync", { reason: "r" }], ["late"]]);
    same(host.repliesTo(1), [{ jsonrpc: "2.0", id: 1, result: {} }]);
    await widget.close();
  },

  "a handler that throws or rejects is reported, and the host is answered": async ({ open, takeTroubles }) => {
    const { widget, host } = await open();
    const called = [];
    widget.onTeardown(() => { throw new Error("at once"); });
    widget.onTeardown(async () => { throw new Error("later"); });
    widget.onTeardown(() => void called.push(1));
    same((await host.ask(1, "ui/resource-teardown", {})).result, {});
    equal(called.length, 1);
    same(takeTroubles().map(({ message }) => message).sort(), ["at once", "later"]);
  },

  "teardown is answered after 200 ms, whatever the handlers are at": async ({ open, clock }) => {
    const { widget, host } = await open({ "tools/call": () => undefined });
    const time = clock();
    let calls = 0;
    widget.onTeardown(() => {
      calls++;
      return widget.callTool("save", {}, { timeout: 0 });
    });
    await host.say({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: {} });
    await time.advance(199);
    same(host.repliesTo(1), []);
    await time.advance(1);
    await host.flush();
    same(host.repliesTo(1), [{ jsonrpc: "2.0", id: 1, result: {} }]);
    equal(host.sent("tools/call").length, 1);
    equal(host.sent("notifications/cancelled").length, 0, "what is saved is saved");
    // Nothing is begun anew while the first is at it; then it is.
    same((await host.ask(2, "ui/resource-teardown", {})).result, {});
    equal(calls, 1);
    await host.reply(host.sent("tools/call")[0], { content: [] });
    await time.advance(10);
    await host.say({ jsonrpc: "2.0", id: 3, method: "ui/resource-teardown", params: {} });
    equal(calls, 2);
    await time.advance(200);
    await host.flush();
    equal(host.repliesTo(3).length, 1);
    await host.reply(host.sent("tools/call")[1], { content: [] });
    equal(time.count, 0, "timers that are left");
  },

  "the deadline of a teardown may be another, or none": async ({ open, clock }) => {
    let time;
    for (const [teardownTimeout, patience] of [[1_000, 1_000], [0, Infinity], [Infinity, Infinity], [undefined, 200]]) {
      const { widget, host } = await open({}, { teardownTimeout });
      time ??= clock();
      let finish;
      widget.onTeardown(() => new Promise((resolve) => (finish = resolve)));
      await host.say({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: {} });
      await time.advance(Math.min(patience, 1e6) - 1);
      same(host.repliesTo(1), [], `${teardownTimeout}`);
      if (patience === Infinity) finish();
      await time.advance(1);
      await host.flush();
      equal(host.repliesTo(1).length, 1, `${teardownTimeout}`);
      widget.close();
    }
    for (const teardownTimeout of [-1, NaN, "200"]) await rejects(open({}, { teardownTimeout }), { name: "TypeError" });
  },

  "who asks twice at once gets two answers of one teardown": async ({ open }) => {
    const { widget, host } = await open({}, { teardownTimeout: 0 });
    let calls = 0;
    let finish;
    widget.onTeardown(() => (calls++, new Promise((resolve) => (finish = resolve))));
    for (const id of [1, 2]) await host.say({ jsonrpc: "2.0", id, method: "ui/resource-teardown", params: {} });
    finish();
    for (const id of [1, 2]) await host.until((frame) => frame.id === id && frame.result);
    await host.flush();
    equal(calls, 1);
    same([1, 2].map((id) => host.repliesTo(id).length), [1, 1]);
  },

  "a teardown that a teardown handler asks for is the same": async (context) => {
    const frames = [];
    let asked = 1;
    const { widget, transport } = on(context, {
      send(frame) {
        frames.push(frame);
        // A host that answers at once, from within.
        if (frame.method === "ui/notifications/request-teardown") transport.onmessage({ jsonrpc: "2.0", id: ++asked, method: "ui/resource-teardown", params: {} });
      },
    });
    transport.onmessage({ jsonrpc: "2.0", id: frames[0].id, result: {} });
    await widget.ready;
    let calls = 0;
    widget.onTeardown(() => {
      if (++calls < 10) widget.requestTeardown();
    });
    transport.onmessage({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: {} });
    await context.turn();
    equal(calls, 1);
    same([1, 2].map((id) => frames.filter((frame) => frame.id === id && frame.result).length), [1, 1]);
  },

  "a teardown handler is taken back, and onRequest may take its place": async ({ open }) => {
    const { widget, host } = await open();
    const said = [];
    const off = widget.onTeardown(() => void said.push("one"));
    widget.onTeardown(() => void said.push("two"));
    off();
    off();
    await host.ask(1, "ui/resource-teardown", {});
    same(said.splice(0), ["two"]);
    const restore = widget.onRequest("ui/resource-teardown", () => ({ own: true }));
    same((await host.ask(2, "ui/resource-teardown", {})).result, { own: true });
    same(said, []);
    restore();
    await host.ask(3, "ui/resource-teardown", {});
    same(said, ["two"]);
    for (const handler of [undefined, null, {}, "text"]) throws(() => widget.onTeardown(handler), { name: "TypeError" });
  },

  "a widget that is closed during its teardown says nothing more": async ({ open, clock }) => {
    const { widget, host } = await open();
    const time = clock();
    widget.onTeardown(() => new Promise(() => {}));
    await host.say({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: {} });
    widget.close();
    await host.flush();
    same(host.repliesTo(1), []);
    equal(time.count, 0, "timers that are left");
  },

  "a teardown that is cancelled gets no answer": async ({ open }) => {
    const { widget, host } = await open({}, { teardownTimeout: 0 });
    let finish;
    widget.onTeardown(() => new Promise((resolve) => (finish = resolve)));
    await host.say({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown", params: {} });
    await host.notify("notifications/cancelled", { requestId: 1 });
    finish();
    await host.flush();
    same(host.repliesTo(1), []);
    same(codes(widget), []);
  },
};

/** What holds for each that asks. */
const each = ASKING.flatMap(([name, method, ask, params]) => [
  [`${name}: ${method} with its params`, async ({ open }) => {
    const { widget, host } = await open(answering({}));
    await ask(widget);
    same(host.sent(method).map((frame) => frame.params), [params]);
    same(widget.diagnostics, []);
  }],
  [`${name}: options are those of every call`, async ({ open }) => {
    const { widget, host } = await open();
    const controller = new AbortController();
    const seen = [];
    const call = rejects(ask(widget, { signal: controller.signal, onprogress: (progress) => seen.push(progress.progress), _meta: { "x/a": 1 } }), { message: "enough" });
    const { id, params: { _meta } } = await host.until(method);
    same(_meta, { "x/a": 1, progressToken: id });
    await host.notify("notifications/progress", { progressToken: id, progress: 1 });
    controller.abort(new Error("enough"));
    await call;
    await host.flush();
    same(seen, [1]);
    same(host.sent("notifications/cancelled").map((frame) => frame.params), [{ requestId: id, reason: "enough" }]);
    await rejects(ask(widget, { timeout: 1 }), { name: "TimeoutError", method });
  }],
]);

export const cases = { ...Object.fromEntries(each), ...whole };
