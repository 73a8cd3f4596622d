// What an event stream says, in chunks cut anywhere, and in lines longer than what the core is shown.

import assert from "node:assert/strict";
import test from "node:test";

const at = (file) => import(new URL(`../../pkg/client/${file}`, import.meta.url));
const [{ EventStream }, { startEngine }, { jsEngine }] = await Promise.all(["stream.js", "engine.js", "js-engine.js"].map(at));
startEngine([jsEngine]);

const PIECE = 4_096;
const LONG = 65_536;
/** Chance that can be had again. */
let seed = 20_261_201;
const chance = (below) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const pick = (list) => list[chance(list.length)];

/** Text of so many characters, mostly of one byte or mostly of several. */
function words(length) {
  const some = pick(["abc 123", "é€🎁\u2028", "aé🎁"]);
  const characters = [...some];
  return Array.from({ length }, () => pick(characters)).join("");
}

/** So long that a line's end falls before, on, and behind every border. */
const lengths = () => pick([chance(40), PIECE - 40 + chance(80), LONG - 40 + chance(80), PIECE * chance(4), LONG + PIECE + chance(80), chance(150_000)]);

/** An event, and the message that it carries. */
function event() {
  const message = { n: chance(1000), text: words(lengths()) };
  const end = pick(["\n", "\n", "\r\n", "\r"]);
  // JSON may be broken into lines between its tokens.
  const data = chance(3) ? [JSON.stringify(message)] : JSON.stringify(message, null, 1).split("\n");
  const others = [`id: ${chance(100)}`, `: ${words(lengths())}`, "event: message", `foo: ${words(chance(5_000))}`].filter(() => chance(3) === 0);
  return { text: [...others, ...data.map((line) => `data:${pick(["", " "])}${line}`), "", ""].join(end), message };
}

function heard(bytes, cuts) {
  const stream = new EventStream();
  const said = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    for (const one of stream.take(bytes.subarray(from, cut))) said.push(one.message ?? one);
    from = cut;
  }
  assert.equal(stream.finish(), undefined);
  return said;
}

test("chunks cut anywhere, and lines of any length", () => {
  for (let round = 0; round < 80; round++) {
    const events = Array.from({ length: 1 + chance(5) }, event);
    const bytes = new TextEncoder().encode(events.map(({ text }) => text).join(""));
    const borders = [PIECE, LONG, 2 * PIECE].map((size) => Array.from({ length: Math.floor(bytes.length / size) }, (_, n) => (n + 1) * size));
    const cuts = pick([[], ...borders, Array.from({ length: chance(30) }, () => chance(bytes.length + 1)).sort((one, two) => one - two)]);
    assert.deepEqual(heard(bytes, cuts), events.map(({ message }) => message), `round ${round}`);
  }
});

test("a line's end at every byte around the borders", () => {
  for (const border of [PIECE, LONG, LONG + PIECE]) {
    for (let shift = -4; shift <= 4; shift++) {
      for (const end of ["\n", "\r\n", "\r"]) {
        for (const last of ["a", "é", "🎁"]) {
          const data = `"${"a".repeat(border + shift - 8)}${last}"`;
          const text = `data: ${data}${end}${end}data: [1]${end}${end}`;
          assert.deepEqual(heard(new TextEncoder().encode(text), [10]), [JSON.parse(data), [1]], `${border} ${shift} ${JSON.stringify(end)} ${last}`);
        }
      }
    }
  }
});

test("what is no UTF-8 is replaced, within its line", () => {
  const encoder = new TextEncoder();
  const long = encoder.encode(`data: "${"a".repeat(PIECE * 2)}`);
  // Half a character, then the line's end, then another event.
  const bytes = new Uint8Array([...long, 0xf0, 0x9f, 0x0a, ...encoder.encode('data: "\n\ndata: "é"\n\n')]);
  for (const cuts of [[], [long.length], [long.length + 1], [long.length + 2], [long.length + 3], [100]]) {
    const [broken, next] = heard(bytes, cuts);
    assert.deepEqual(broken, { name: "", text: `"${"a".repeat(PIECE * 2)}\uFFFD\n"` });
    assert.equal(next, "é");
  }
});

test("what is too large is refused, however it comes", () => {
  const chunk = new Uint8Array(1 << 20).fill(97);
  for (const size of [1 << 20, 5_000, 1 << 16]) {
    const stream = new EventStream();
    [...stream.take(new TextEncoder().encode("data: aaaaaaaaaa"))];
    assert.throws(() => {
      for (let taken = 0; taken < 17 << 20; taken += size) [...stream.take(chunk.subarray(0, size))];
    }, { name: "TypeError", message: /too large/ });
  }
});
