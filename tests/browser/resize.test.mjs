// What tells the host of sizes: when it begins, that it leaves nothing behind, and what it costs a large page.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launch, openPage } from "./support/browser.mjs";
import { serve } from "./support/server.mjs";

let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Runs a function in a page of its own, which has `open(options)`: a widget, a host that answers when it is told to, and what was sent. */
function inPage(name, body, check) {
  test(name, { timeout: 30_000 }, async () => {
    const { page, complaints } = await openPage(browser, `${server.url}/pages/empty.html`);
    try {
      await page.evaluate(async () => {
        document.body.style.margin = 0;
        document.body.innerHTML = '<div style="height:137px"></div>';
        const { connect } = await import("mcp-widget/js");
        window.open = (options) => {
          const sent = [];
          const transport = { send: (frame) => void sent.push(frame) };
          const widget = connect({ name: "sizes", version: "1" }, { transport, ...options });
          const answer = (hostContext = {}) => transport.onmessage({ jsonrpc: "2.0", id: sent[0].id, result: { hostContext } });
          const sizes = () => sent.filter(({ method }) => method === "ui/notifications/size-changed").map(({ params }) => params);
          return { widget, sent, sizes, answer, context: (params) => transport.onmessage({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params }) };
        };
        window.wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
        window.grow = (height) => (document.querySelector("div").style.height = `${height}px`);
        // What is under way, of all that could be.
        const alive = (window.alive = { observers: new Set(), timers: new Set(), listeners: 0 });
        for (const kind of ["ResizeObserver", "MutationObserver"]) {
          const Real = window[kind];
          window[kind] = class extends Real {
            observe(...what) {
              alive.observers.add(this);
              super.observe(...what);
            }
            disconnect() {
              alive.observers.delete(this);
              super.disconnect();
            }
          };
        }
        for (const [begin, end] of [["setTimeout", "clearTimeout"], ["requestAnimationFrame", "cancelAnimationFrame"]]) {
          const [start, stop] = [window[begin].bind(window), window[end].bind(window)];
          window[begin] = (run, ...more) => {
            const id = start((...values) => (alive.timers.delete(id), run(...values)), ...more);
            alive.timers.add(id);
            return id;
          };
          window[end] = (id) => (alive.timers.delete(id), stop(id));
        }
        const { addEventListener, removeEventListener } = EventTarget.prototype;
        EventTarget.prototype.addEventListener = function (type, listener, options) {
          alive.listeners++;
          options?.signal && addEventListener.call(options.signal, "abort", () => alive.listeners--);
          return addEventListener.call(this, type, listener, options);
        };
        EventTarget.prototype.removeEventListener = function (...values) {
          alive.listeners--;
          return removeEventListener.apply(this, values);
        };
        window.count = () => [alive.observers.size, alive.timers.size, alive.listeners];
      });
      check(await page.evaluate(body));
      assert.deepEqual(complaints, []);
    } finally {
      await page.close();
    }
  });
}

inPage("it begins when the handshake is over, and not before", async () => {
  const { widget, sent, sizes, answer } = window.open({});
  await wait(150);
  const early = sent.length;
  answer();
  await wait(150);
  widget.close();
  return { early, methods: sent.slice(1).map(({ method }) => method), sizes: sizes() };
}, (seen) => assert.deepEqual(seen, { early: 1, methods: ["ui/notifications/initialized", "ui/notifications/size-changed"], sizes: [{ height: 137 }] }));

inPage("each option is by itself; false turns it off", async () => {
  const seen = [];
  for (const options of [{ timeout: 5 }, { logger: console }, { autoResize: true }, { autoResize: undefined }, { autoResize: false }]) {
    const { widget, sizes, answer } = window.open(options);
    answer();
    await wait(100);
    widget.close();
    seen.push(sizes().length);
  }
  return seen;
}, (seen) => assert.deepEqual(seen, [1, 1, 1, 1, 0]));

for (const [way, stop] of [["close()", "widget.close()"], ["the function that ends it", "end()"]]) {
  inPage(`after ${way} no observer, timer or listener is left`, new Function(`return (async () => {
    const { widget, sizes, answer } = window.open({});
    const before = count();
    answer();
    const end = widget.autoResize();
    await wait(100);
    grow(200);
    await wait(100);
    const meanwhile = count();
    grow(300);
    await new Promise(requestAnimationFrame);
    ${stop};
    const now = count();
    grow(500);
    await wait(300);
    const later = count();
    end();
    end();
    widget.close();
    return { meanwhile, now, later, sizes: sizes().map(({ height }) => height).filter((height) => height !== 300) };
  })()`), ({ meanwhile, now, later, sizes }) => {
    assert.equal(meanwhile[0], 2);
    assert.ok(meanwhile[2] >= 4);
    assert.deepEqual([now[0], now[1], now[2]], [0, now[1], 0]);
    assert.ok(now[1] <= 1, "the handshake's own timer");
    assert.deepEqual(later, now);
    assert.deepEqual(sizes, [137, 200]);
  });
}

inPage("nothing is left either where no host ever answers", async () => {
  const { widget, sent } = window.open({});
  grow(200);
  await wait(60);
  widget.close();
  const end = widget.autoResize();
  end();
  return { left: count(), sent: sent.length };
}, ({ left, sent }) => assert.deepEqual([left, sent], [[0, 0, 0], 1]));

inPage("it can be ended and begun again, and is there once", async () => {
  const { widget, sizes, answer } = window.open({ autoResize: false });
  answer();
  const first = widget.autoResize();
  const same = widget.autoResize() === first;
  await wait(60);
  first();
  grow(200);
  await wait(60);
  const second = widget.autoResize();
  first();
  await wait(60);
  grow(210);
  await wait(60);
  second();
  widget.close();
  return { same, sizes: sizes() };
}, (seen) => assert.deepEqual(seen, { same: true, sizes: [{ height: 137 }, { height: 200 }, { height: 210 }] }));

inPage("the context is followed", async () => {
  const { widget, sizes, answer, context } = window.open({});
  answer({ containerDimensions: { maxHeight: 100 } });
  await wait(60);
  context({ containerDimensions: { maxHeight: 120 } });
  await wait(60);
  context({ containerDimensions: { height: 400 } });
  grow(300);
  await wait(60);
  context({ containerDimensions: null });
  await wait(60);
  context({ containerDimensions: null, viewport: { height: 50, maxHeight: 110 } });
  await wait(60);
  context({ containerDimensions: { maxHeight: "none" } });
  grow(310);
  await wait(60);
  widget.close();
  return sizes().map(({ height }) => height);
}, (heights) => assert.deepEqual(heights, [100, 120, 300, 110, 310]));

inPage("the page does not notice: no attribute, no scroll position, no transition", async () => {
  document.body.innerHTML = '<div style="height:900px;transition:all .2s"><p style="margin:0;height:50px;overflow:auto"><i style="display:block;height:500px"></i></p></div>';
  const noticed = [];
  new MutationObserver((records) => noticed.push(...records.map(({ attributeName, type }) => attributeName ?? type))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const type of ["transitionrun", "transitionstart", "scroll", "resize"]) addEventListener(type, () => noticed.push(type), true);
  scrollTo(0, 40);
  document.querySelector("p").scrollTop = 30;
  await wait(100);
  noticed.length = 0;
  const { widget, sizes, answer } = window.open({});
  answer();
  await wait(200);
  widget.close();
  return { noticed, scrolled: [scrollY, document.querySelector("p").scrollTop], sizes: sizes() };
}, (seen) => assert.deepEqual(seen, { noticed: [], scrolled: [40, 30], sizes: [{ height: 900 }] }));

/** Counts how often the page is measured, and how many boxes are asked for. */
const COUNTING = `const asked = { boxes: 0, looks: 0 };
  const { getBoundingClientRect } = Element.prototype;
  Element.prototype.getBoundingClientRect = function () {
    asked.boxes++;
    if (this === document.documentElement) asked.looks++;
    return getBoundingClientRect.call(this);
  };`;

inPage("what is nested deep costs what it holds, not its depth for each", new Function(`return (async () => {
  ${COUNTING}
  let inner = document.body;
  for (let depth = 0; depth < 150; depth++) inner = inner.appendChild(document.createElement("div"));
  inner.style.height = "500px";
  const { answer, sizes } = window.open({});
  answer();
  await wait(300);
  return { sizes: sizes(), perBox: asked.boxes / asked.looks / 150 };
})()`), ({ sizes, perBox }) => {
  assert.deepEqual(sizes, [{ height: 637 }]);
  assert.ok(perBox < 4, `${perBox} times each`);
});

inPage("a page that is slow to measure is measured less often", new Function(`return (async () => {
  ${COUNTING}
  const { answer } = window.open({});
  answer();
  await wait(100);
  let late = 0;
  const now = performance.now.bind(performance);
  performance.now = () => now() + (late += 25);
  document.body.append(document.createElement("p"));
  await wait(100);
  asked.looks = 0;
  for (const end = now() + 1000; now() < end; await wait(10)) document.body.dataset.tick = String(now());
  return asked.looks;
})()`), (looks) => assert.ok(looks > 0 && looks <= 12, `${looks} times in a second`));
