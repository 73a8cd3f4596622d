// Texts and payloads of any length leave the engine's memory as it is; many calls at once make it grow, and nothing is corrupted.

import { echo, tool } from "./support/answers.mjs";
import { equal, ok, same } from "./support/check.mjs";
import { memorySize } from "./support/watch.mjs";

/** A text of this many characters, of one to four bytes each, that repeats nowhere. */
function long(characters, seed) {
  const parts = [];
  for (let index = 0; parts.length * 10 < characters; index++) parts.push(`${seed}${String(index).padStart(6, "0")}é${index % 2 ? "😀" : "€"}`.padEnd(10, "-").slice(0, 12));
  return parts.join("").slice(0, characters).replace(/[\ud800-\udbff]$/, "-");
}

export const cases = {
  "ids of 1.5 million characters come back as they were": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const finish = [];
    widget.onRequest("x/hold", (params) => new Promise((resolve) => finish.push(() => resolve(params))));
    const ids = ["a", "b", "c"].map((seed) => long(500_000, seed));
    for (const [index, id] of ids.entries()) await host.say({ jsonrpc: "2.0", id, method: "x/hold", params: { index } });
    same((await widget.callTool("meanwhile", { a: 1 })).structuredContent.echoed, { a: 1 });
    for (const run of finish.reverse()) run();
    await host.flush();
    for (const [index, id] of ids.entries()) same(host.repliesTo(id).map(({ result }) => result), [{ index }], `id ${index}`);
  },

  "methods of a million characters are heard as they were": async ({ open }) => {
    const { widget, host } = await open({ "tools/call": echo });
    const heard = [];
    const before = memorySize();
    ok(before > 0, "memory is watched");
    widget.on("notification", ({ method }) => heard.push(method));
    const methods = [400_000, 700_000, 1_000_000].map((length) => `x/${long(length, "m")}`);
    for (const method of methods) await host.notify(method, {});
    equal(heard.length, 3);
    methods.forEach((method, index) => ok(heard[index] === method, `method ${index}`));
    await widget.callTool("next");
    equal(memorySize(), before);
  },

  "while it grows, calls in flight keep their answers": async ({ open }) => {
    const { widget, host } = await open({}, { timeout: 0 });
    const before = memorySize();
    // More at once than in any other case: what they leave behind cannot hold them.
    const calls = Array.from({ length: 40_000 }, (_, index) => widget.callTool("n", { index }));
    ok(memorySize() > before, `memory grew: ${before} to ${memorySize()} bytes`);
    for (const frame of host.sent("tools/call").reverse()) host.reply(frame, tool(frame.params.arguments.index));
    (await Promise.all(calls)).forEach((result, index) => equal(result.structuredContent, index));
  },

  "a payload of many megabytes does not touch the engine's memory": async ({ open }) => {
    const { widget } = await open({ "tools/call": () => tool({ text: "x".repeat(8_000_000) }) });
    const before = memorySize();
    equal((await widget.callTool("big", { text: "y".repeat(8_000_000) })).structuredContent.text.length, 8_000_000);
    equal(memorySize(), before);
  },
};
