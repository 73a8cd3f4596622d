// Replays a transcript: `>` is what the page does, `→` what the widget sends, `←` what the host says.
//
// The ids in it are made up; each stands for the one that the widget really uses.

import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

export async function replay(api, code) {
  const sent = [];
  const transport = { send: (message) => void sent.push(structuredClone(message)) };
  const ids = new Map();
  const real = (value) => {
    if (Array.isArray(value)) return value.map(real);
    if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, real(member)]));
    return ids.get(value) ?? value;
  };
  const scope = { ...api, connect: (info, options) => (scope.widget = api.connect(info, { ...options, transport })), controller: new AbortController() };
  for (const line of code.split("\n").filter(Boolean)) {
    const [mark, text] = [line[0], line.slice(1).trim()];
    if (mark === ">") {
      // A call that ends without a result is no failure of the transcript.
      Promise.resolve(new Function(...Object.keys(scope), `return (${text});`)(...Object.values(scope))).catch(() => {});
    } else if (mark === "←") {
      transport.onmessage(real(JSON.parse(text)));
    } else {
      const [actual, shown] = [sent.shift(), JSON.parse(text)];
      assert.ok(actual, `nothing was sent: ${line}`);
      if (shown.method && shown.id !== undefined) ids.set(shown.id, actual.id);
      assert.deepEqual(actual, real(shown));
    }
    await setImmediate();
  }
  assert.deepEqual(sent, [], "more was sent");
  const { diagnostics } = scope.widget;
  scope.widget.close();
  return diagnostics;
}
