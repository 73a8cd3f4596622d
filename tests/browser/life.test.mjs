// What a widget leaves in its page: nothing. And what one does that is closed, that has no host, or that has no page.

import assert from "node:assert/strict";
import { hosts } from "./support/life.mjs";

const inHost = hosts();

/** Counts, from before the package is there, what is under way in a page: listeners, timers, observers. */
const WATCH = `
  const alive = { timers: new Set(), observers: new Set() };
  const listeners = [];
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const same = (one, [target, type, listener, capture]) => one[0] === target && one[1] === type && one[2] === listener && one[3] === capture;
  const captures = (options) => (typeof options === "boolean" ? options : Boolean(options?.capture));
  const drop = (entry) => {
    const index = listeners.findIndex((one) => same(one, entry));
    if (index >= 0) listeners.splice(index, 1);
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const entry = [this ?? window, type, listener, captures(options)];
    if (!listeners.some((one) => same(one, entry))) {
      listeners.push(entry);
      if (options?.signal) addEventListener.call(options.signal, "abort", () => drop(entry));
    }
    return addEventListener.call(this ?? window, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    drop([this ?? window, type, listener, captures(options)]);
    return removeEventListener.call(this ?? window, type, listener, options);
  };
  for (const kind of ["ResizeObserver", "MutationObserver"]) {
    const Real = window[kind];
    window[kind] = class extends Real {
      observe(...what) { alive.observers.add(this); super.observe(...what); }
      disconnect() { alive.observers.delete(this); super.disconnect(); }
    };
  }
  for (const [begin, end] of [["setTimeout", "clearTimeout"], ["setInterval", "clearInterval"], ["requestAnimationFrame", "cancelAnimationFrame"]]) {
    const [start, stop] = [window[begin].bind(window), window[end].bind(window)];
    window[begin] = (run, ...more) => {
      const id = start((...values) => (begin === "setInterval" || alive.timers.delete(id), run(...values)), ...more);
      alive.timers.add(id);
      return id;
    };
    window[end] = (id) => (alive.timers.delete(id), stop(id));
  }
  window.count = () => ({
    listeners: listeners.map(([, type]) => type),
    timers: alive.timers.size,
    observers: alive.observers.size,
    styles: document.querySelectorAll("style").length,
  });`;

/** That there is no more than before: what drives the browser has its own in there, and its timers come and go. */
function same(after, { listeners, timers, observers }, styles) {
  assert.deepEqual(after, { listeners, timers: Math.min(after.timers, timers), observers, styles });
}

const INFO = 'const info = { name: "life", version: "1" };';
const CONTEXT = { theme: "dark", styles: { variables: { "--a": "1px" }, css: { fonts: "@font-face { font-family: x; src: local('x') }" } } };

for (const engine of ["wasm", "js"]) {
  inHost(`${engine}: connected, used and closed many times, a widget leaves nothing`, async ({ openFrame, inFrame, methods, until, wait }, page) => {
    await page.evaluate((context) => void (window.context = context), CONTEXT);
    await openFrame("f", {
      body: '<div id="box" style="height:137px"></div>',
      script: `
        ${WATCH}
        const { connect } = await import("mcp-widget/${engine}");
        ${INFO}
        window.before = count();
        window.round = async (until) => {
          const widget = connect(info, { capabilities: { tools: { listChanged: true } } });
          const controller = new AbortController();
          widget.applyHostStyles();
          widget.onTeardown(() => {});
          widget.registerTool("tool", {}, () => "");
          widget.on("toolresult", () => {}, { signal: controller.signal });
          widget.subscribe(() => {});
          const waiting = [widget.callTool("tool", {}, { signal: controller.signal }), widget.request("x/never", {}, { signal: controller.signal })];
          for (const one of waiting) one.catch(() => {});
          if (until) {
            await widget.ready;
            await waiting[0];
            await new Promise((resolve) => setTimeout(resolve, until));
            window.meanwhile = count();
          }
          widget.close();
        };
        window.set = true;`,
    });
    // Closed at once, closed when ready, closed when sizes were told.
    for (const [until, rounds] of [[0, 40], [1, 15], [60, 5]]) {
      const { meanwhile, after } = await inFrame("f", async ([delay, times]) => {
        for (let n = 0; n < times; n++) await round(delay);
        return { meanwhile: window.meanwhile, after: count() };
      }, [until, rounds]);
      const { before } = await inFrame("f", () => ({ before }));
      // The fonts stay, once: as the documents say, the page keeps what was applied.
      same(after, before, until ? 1 : 0);
      if (until === 60) assert.ok(meanwhile.listeners.length >= before.listeners.length + 8 && meanwhile.timers >= 1 && meanwhile.observers === before.observers + 2, JSON.stringify(meanwhile));
    }
    const sent = (await methods("f")).length;
    await inFrame("f", () => void (box.style.height = "300px"));
    await wait(300);
    assert.equal((await methods("f")).length, sent);
  });

  inHost(`${engine}: what is asked of a closed widget does nothing and leaves nothing`, async ({ openFrame, inFrame, methods, wait }, page) => {
    await page.evaluate((context) => void (window.context = context), CONTEXT);
    await openFrame("f", {
      script: `
        ${WATCH}
        const { connect } = await import("mcp-widget/${engine}");
        ${INFO}
        window.fresh = connect(info);
        fresh.close();
        window.known = connect(info);
        await known.ready;
        known.close();
        window.set = true;`,
    });
    await inFrame("f", () => 0);
    await wait(100);
    const sent = (await methods("f")).length;
    const seen = await inFrame("f", async () => {
      const before = count();
      const torn = [];
      const look = () => [document.documentElement.dataset.theme, document.querySelectorAll("style").length];
      const looks = [];
      for (const widget of [fresh, known]) {
        const ends = [widget.autoResize(), widget.applyHostStyles(), widget.onTeardown(() => void torn.push(1)), widget.onRequest("x/y", () => {}), widget.on("toolresult", () => {}, { signal: new AbortController().signal })];
        looks.push(look());
        for (const end of ends) {
          end();
          end();
        }
      }
      const left = [];
      for (const widget of [fresh, known]) {
        widget.autoResize();
        widget.applyHostStyles();
        widget.onTeardown(() => void torn.push(2));
        left.push(await widget.callTool("a").catch(({ name }) => name));
      }
      window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
      return { before, after: count(), torn, looks, left };
    });
    same(seen.after, seen.before, 1);
    // What a host has said last can be applied once more; who knew none has nothing to apply.
    assert.deepEqual(seen.looks, [[undefined, 0], ["dark", 1]]);
    assert.deepEqual([seen.torn, seen.left], [[], ["ClosedError", "ClosedError"]]);
    await wait(200);
    assert.equal((await methods("f")).length, sent);
  });
}

inHost("a closed widget's look does not stay where another leads", async ({ openFrame, inFrame, say, until, wait }, page) => {
  await page.evaluate(() => void (window.context = { theme: "dark" }));
  await openFrame("f", {
    script: `
      const { connect } = await import("mcp-widget/js");
      ${INFO}
      window.old = connect(info);
      await old.ready;
      old.close();
      window.widget = connect(info);
      await widget.ready;
      widget.applyHostStyles();
      window.set = true;`,
  });
  await inFrame("f", () => 0);
  await say("f", { method: "ui/notifications/host-context-changed", params: { theme: "light" } });
  await wait(100);
  assert.deepEqual(await inFrame("f", () => (old.applyHostStyles(), document.documentElement.dataset.theme)), "light");
});

inHost("in a window of its own it has no host: told in the next task, nothing is sent, nothing goes on", async (host, page) => {
  const seen = await page.evaluate(async ([watch]) => {
    new Function(watch)();
    const posted = [];
    const { postMessage } = window;
    window.postMessage = (...values) => (posted.push(values), postMessage.apply(window, values));
    const { connect } = await import("/pkg/js.js");
    const before = count();
    const widget = connect({ name: "top", version: "1" });
    widget.onRequest("x/y", () => {});
    const order = [];
    const ends = [widget.ready, widget.callTool("a"), widget.request("b", {}, { timeout: 0 })].map((one) => one.catch(({ name }) => order.push(name)));
    setTimeout(() => order.push("a task later"), 5);
    await Promise.all(ends);
    const late = await widget.callTool("c").catch(({ name }) => name);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // As a page does that tries again.
    const again = await connect({ name: "top", version: "1" }).ready.catch(({ name }) => name);
    widget.autoResize();
    document.body.append("more");
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { order, late, again, posted, before, after: count() };
  }, [WATCH]);
  assert.deepEqual([seen.order, seen.late, seen.again, seen.posted], [["NoHostError", "NoHostError", "NoHostError", "a task later"], "NoHostError", "NoHostError", []]);
  same(seen.after, seen.before, 0);
});

inHost("in a worker there is no window: inert, or over a transport of its own", async (host, page) => {
  for (const engine of ["wasm", "js"]) {
    const told = await page.evaluate(async (name) => {
      const work = async (entry) => {
        const { connect } = await import(entry);
        const info = { name: "worker", version: "1" };
        const inert = connect(info);
        inert.onTeardown(() => {});
        const failed = await inert.ready.catch(({ name }) => name);
        const transport = { send: (frame) => postMessage(frame) };
        self.onmessage = ({ data }) => transport.onmessage(data);
        const widget = connect(info, { transport });
        const { structuredContent } = await widget.callTool("a");
        widget.applyHostStyles();
        widget.autoResize();
        widget.close();
        postMessage({ engines: [inert.engine, widget.engine], failed, structuredContent });
      };
      const source = `(${work})(${JSON.stringify(new URL(`/pkg/${name}.js`, location.href))})`;
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      return new Promise((resolve, reject) => {
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.onmessage = ({ data: { id, method, ...rest } }) => {
          if (rest.engines) resolve(rest);
          else if (id !== undefined) worker.postMessage({ jsonrpc: "2.0", id, result: method === "ui/initialize" ? {} : { content: [], structuredContent: { n: 1 } } });
        };
      }).finally(() => worker.terminate());
    }, engine);
    assert.deepEqual(told, { engines: ["none", engine], failed: "NoHostError", structuredContent: { n: 1 } });
  }
});
