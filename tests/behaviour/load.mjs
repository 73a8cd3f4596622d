// Ten thousand calls at once, ten times.

import { tool } from "./support/answers.mjs";
import { equal, ok } from "./support/check.mjs";
import { handles, listenerCount, memorySize, timerCount } from "./support/watch.mjs";

const CALLS = 10_000;
const ROUNDS = 10;

/** The same disorder every time. */
function shuffler(seed) {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return (list) => {
    for (let index = list.length - 1; index > 0; index--) {
      const other = Math.floor(random() * (index + 1));
      [list[index], list[other]] = [list[other], list[index]];
    }
    return list;
  };
}

/** One round. Every tenth reply comes twice, every hundredth is an error, and strangers' replies are mixed in. */
async function round({ widget, host, link }, shuffle, signal) {
  host.frames.length = 0;
  const calls = Array.from({ length: CALLS }, (_, index) =>
    widget.callTool("n", { index }, index % 50 === 0 ? { signal } : undefined).then(
      ({ structuredContent }) => structuredContent === index && index % 100 !== 7,
      ({ code }) => code === index && index % 100 === 7,
    ),
  );
  const replies = host.sent("tools/call").flatMap(({ id, params: { arguments: args } }) => {
    const { index } = args;
    const reply = index % 100 === 7 ? { jsonrpc: "2.0", id, error: { code: index, message: "no" } } : { jsonrpc: "2.0", id, result: tool(index) };
    return [reply, ...(index % 10 === 0 ? [reply] : []), ...(index % 20 === 0 ? [{ jsonrpc: "2.0", id: `stranger ${index}`, result: tool(-1) }] : [])];
  });
  equal(replies.length, CALLS + CALLS / 10 + CALLS / 20);
  for (const reply of shuffle(replies)) link.sayRaw(reply);
  const right = await Promise.all(calls);
  equal(right.filter(Boolean).length, CALLS, "calls that ended as they should");
}

/** The handles that something is held by; a free one has the number of the next. */
const held = () => handles.filter((value) => typeof value !== "number").length;

const count = (widget, code) => widget.diagnostics.find((known) => known.code === code)?.count;

const patiently = (test) => Object.assign(test, { patience: 60_000 });

export const cases = {
  "10,000 calls in flight, in any order, ten times over; nothing grows after the first round": patiently(async (context) => {
    const dialled = await context.open({}, { timeout: 0 });
    const { widget } = dialled;
    const { signal } = new AbortController();
    const shuffle = shuffler(20_261_130);
    const sizes = [];
    for (let index = 0; index < ROUNDS; index++) {
      await round(dialled, shuffle, signal);
      await context.turn();
      sizes.push({ memory: memorySize(), handles: handles.length, held: held(), listeners: listenerCount("abort"), timers: timerCount() });
    }
    const [first, ...others] = sizes;
    ok(first.memory > 1_000_000, `${first.memory} bytes of memory are watched`);
    ok(first.handles > 1_000, `${first.handles} handles are watched`);
    equal(listenerCount("abort", signal), 0);
    for (const [index, size] of others.entries()) {
      const { held: still, ...counts } = size;
      for (const [key, value] of Object.entries(counts)) equal(value, first[key], `${key} after round ${index + 2}`);
      // Widgets of earlier cases may be collected meanwhile: fewer is fine.
      ok(still <= sizes[index].held, `${still} handles are held after round ${index + 2}, and ${sizes[index].held} after the one before`);
    }
    equal(count(widget, "duplicate-reply"), (ROUNDS * CALLS) / 10);
    equal(count(widget, "unknown-reply"), (ROUNDS * CALLS) / 20);
    equal(widget.pending, 0, "calls that are left");
  }),

  "widgets that come and go leave nothing behind": async (context) => {
    const sizes = [];
    for (let index = 0; index < 300; index++) {
      const { widget, host } = await context.open({ "tools/call": () => tool(1) });
      widget.on("toolresult", () => {});
      widget.onRequest("x/y", () => ({}));
      await widget.callTool("a");
      await host.ask(1, "x/y");
      widget.close();
      sizes.push(memorySize());
    }
    equal(sizes.at(-1), sizes[50], "memory");
  },

  "calls that time out by the thousand leave nothing": async (context) => {
    const { widget } = await context.open();
    const time = context.clock();
    const ends = Array.from({ length: 3_000 }, (_, index) => widget.callTool("n", {}, { timeout: 1 + (index % 97) }).catch(({ name }) => name));
    await time.advance(100);
    equal((await Promise.all(ends)).filter((name) => name === "TimeoutError").length, 3_000);
    equal(time.count, 0);
    equal(widget.pending, 0);
  },
};
