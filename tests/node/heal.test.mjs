// JSON that is cut off, read by `healJson`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { healJson } from "../../pkg/js.js";

const cases = JSON.parse(readFileSync(new URL("../heal/cases.json", import.meta.url), "utf8"));

for (const about of new Set(cases.map((one) => one.about))) {
  test(about, () => {
    for (const { text, value } of cases.filter((one) => one.about === about)) assert.deepEqual(healJson(text), value, JSON.stringify(text));
  });
}

test("halves of surrogate pairs that are no escapes", () => {
  for (const [text, value] of [
    ['"a\ud83d', "a"],
    ['"a\ud83d\ude00', "a😀"],
    ['"a\ud83d\\', "a"],
    ['"a\ud83d\\ude0', "a"],
    ['"\\ud83d\\ud83d', "\ud83d"],
    ['"\\ud83d\\ud83d\\u', "\ud83d"],
    ['["\\ud83d"', ["\ud83d"]],
    ['"\\ud83dx', "\ud83dx"],
    ['"\ude00', "\ude00"],
  ]) assert.deepEqual(healJson(text), value, JSON.stringify(text));
});

test("what is no text", () => {
  for (const value of [undefined, null, 12, true, {}, ["[1"], Symbol("a"), 1n, new String("{}"), { toString: assert.fail }]) assert.equal(healJson(value), undefined);
});

test("a page that has spoilt the prototypes", () => {
  const spoil = (prototype, key) => Object.defineProperty(prototype, key, { value: () => "spoilt", configurable: true, writable: true });
  for (const prototype of [Object.prototype, String.prototype, Array.prototype]) spoil(prototype, "toJSON");
  try {
    assert.deepEqual(healJson('{"a":["b'), { a: ["b"] });
  } finally {
    for (const prototype of [Object.prototype, String.prototype, Array.prototype]) delete prototype.toJSON;
  }
});

test("what is deep is no deeper than memory", () => {
  const depth = 100_000;
  for (const [opened, down] of [["[", (value) => value[0]], ['{"a":', (value) => value.a], ['[{"a":[],"b":', (value) => value[0].b]]) {
    let value = healJson(opened.repeat(depth));
    let levels = 0;
    while (value !== undefined) [value, levels] = [down(value), levels + 1];
    assert.ok(levels >= depth, `${levels} levels of ${opened}`);
  }
});

test("a megabyte takes no square of its time, whatever is in it", () => {
  const fill = (piece) => piece.repeat(Math.ceil(1_000_000 / piece.length));
  // With the square, each of these would take minutes.
  for (const text of [
    `{"a":"${fill("x")}`, `{"a":"${fill("\\n")}`, `"${fill("\\")}`, `"${fill("\\")}\\`, `["${fill("\\ud83d")}`, `["${fill("\\ud83d\\ude00")}\\u`, `{"${fill("x")}`, `{"${fill("\\n")}`,
    `[${fill("1,")}`, `[${fill("1")}`, `[${fill("t")}`, `[${fill("true,")}`, `[${fill('{"a":1,"b":"c"},')}`, `[${fill("[],")}`, `[${fill('"",')}"`, fill("[{"), fill(" "), `[${fill(" ")}`,
    fill(","), `{"a"${fill(":")}`, `{${fill('"a" ')}`, fill("]"), `${fill("[")}${fill("]")}`, `{"a":1}${fill("x")}`, fill('"'), fill("\\"),
  ]) {
    const before = performance.now();
    healJson(text);
    const took = performance.now() - before;
    assert.ok(took < 5_000, `${text.slice(0, 20)}… took ${took} ms`);
  }
});

/** Nothing is certain of it yet. */
const NOTHING = Symbol("nothing");

/** Numbers that are the same whenever the test runs. */
function* numbers(seed) {
  for (;;) yield (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Writes a value of any shape, character by character, and tells after each what must be known: [text so far, value so far]. */
class Writer {
  #numbers;

  constructor(seed) {
    this.#numbers = numbers(seed);
  }

  /** A whole number below `limit`. */
  pick(limit) {
    return Math.floor(this.#numbers.next().value * limit);
  }

  space() {
    return ["", "", "", " ", "\n ", "\t\r"][this.pick(6)];
  }

  value(depth) {
    const kind = this.pick(depth > 0 ? 8 : 4);
    if (kind === 0) return [true, false, null][this.pick(3)];
    if (kind === 1) return [0, -1, 7, 12, -0.5, 1e21, 1.5e-7, 100][this.pick(8)];
    if (kind < 4) return this.text();
    const items = Array.from({ length: this.pick(4) }, () => this.value(depth - 1));
    if (kind < 6) return items;
    // Their order is that of the text only where none looks like an index.
    return Object.fromEntries(items.map((item, index) => [`${this.text()}${"abcd"[index]}`, item]));
  }

  text() {
    const units = ["a", "b ", '"', "\\", "/", "{", "}", "[", "]", ",", ":", "1", "tru", "\n", "\u0007", "ä", "\u2028", "😀", "\ud83d", "\ude00", "\\u12"];
    return Array.from({ length: this.pick(6) }, () => units[this.pick(units.length)]).join("");
  }

  *steps(value) {
    if (typeof value === "string") return yield* this.#string(value);
    if (typeof value === "number") return yield* this.#plain(JSON.stringify(value), NOTHING);
    if (typeof value !== "object" || value === null) return yield* this.#plain(JSON.stringify(value), value);
    const isArray = Array.isArray(value);
    let done = isArray ? [] : {};
    let text = isArray ? "[" : "{";
    yield [text, done];
    const say = function* (more) {
      for (const character of more) yield [(text += character), done];
    };
    let count = 0;
    for (const [name, item] of Object.entries(value)) {
      yield* say((count++ ? "," : "") + this.space());
      if (!isArray) {
        yield* say([...this.#string(name)].at(-1)[0] + this.space() + ":" + this.space());
      }
      let written;
      for (const [more, part] of this.steps(item)) {
        written = text + more;
        yield [written, part === NOTHING ? done : with_(done, name, part)];
      }
      [text, done] = [written, with_(done, name, item)];
      yield* say(this.space());
    }
    yield* say(isArray ? "]" : "}");
  }

  *#plain(text, value) {
    for (let end = 1; end <= text.length; end++) yield [text.slice(0, end), value];
  }

  *#string(value) {
    let text = '"';
    yield [text, ""];
    for (let at = 0; at < value.length; at++) {
      const unit = value[at];
      const known = (end) => value.slice(0, end).replace(/[\ud800-\udbff]$/, "");
      const plain = JSON.stringify(unit).slice(1, -1);
      const written = this.pick(3) && plain.length === 1 ? unit : this.pick(2) && plain.length === 2 ? plain : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      for (let end = 1; end <= written.length; end++) yield [text + written.slice(0, end), known(end < written.length ? at : at + 1)];
      text += written;
    }
    yield [`${text}"`, value];
  }
}

const with_ = (done, name, value) => Array.isArray(done) ? [...done, value] : { ...done, [name]: value };

/** Whether `two` is `one` or adds to its end. */
function grows(one, two) {
  if (typeof one === "string") return typeof two === "string" && two.startsWith(one);
  if (typeof one !== "object" || one === null) return Object.is(one, two);
  if (typeof two !== "object" || two === null || Array.isArray(one) !== Array.isArray(two)) return false;
  const [before, after] = [Object.keys(one), Object.keys(two)];
  return before.every((name, index) => name === after[index] && (index === before.length - 1 ? grows : same)(one[name], two[name]));
}

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

test("of every beginning of any JSON there is what is certain, and the longer only adds to the shorter", () => {
  let count = 0;
  for (let seed = 1; seed <= 1_500; seed++) {
    const writer = new Writer(seed);
    const value = writer.value(4);
    let last = NOTHING;
    let text = "";
    const alone = typeof value === "number";
    for (const [written, known] of writer.steps(value)) {
      text = written;
      // A number that stands alone is whole wherever it can be.
      if (alone) continue;
      const healed = healJson(text);
      assert.deepEqual(healed, known, JSON.stringify(text));
      assert.ok(last === NOTHING || grows(last, healed), JSON.stringify(text));
      [last, count] = [healed, count + 1];
    }
    assert.deepEqual(healJson(text), JSON.parse(text));
    assert.deepEqual(healJson(`${text} behind it`), JSON.parse(text));
  }
  assert.ok(count > 20_000, `${count} beginnings`);
});

test("of whatever text no exception, and if it is JSON its value", () => {
  const pieces = ['"', "\\", "u", "12", "{", "}", "[", "]", ",", ":", " ", "-", ".", "e", "0", "true", "nul", '"a"', "a", "\ud83d", "\n"];
  const writer = new Writer(1);
  let whole = 0;
  for (let count = 0; count < 50_000; count++) {
    const text = Array.from({ length: 1 + writer.pick(8) }, () => pieces[writer.pick(pieces.length)]).join("");
    const healed = healJson(text);
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      continue;
    }
    whole++;
    assert.deepEqual(healed, value, JSON.stringify(text));
  }
  assert.ok(whole > 500, `${whole} whole ones`);
});
