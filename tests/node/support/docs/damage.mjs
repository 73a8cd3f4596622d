// The tables of damaged input in docs/protocol.md, row by row: what arrives, what becomes of it, what is noted.

import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { quoted } from "./markdown.mjs";
import { HOST } from "./page.mjs";

/** What a cell says in code. */
const evaluate = (code, names = {}) => new Function(...Object.keys(names), `return (${code});`)(...Object.values(names));
const HEARD = ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged", "notification"];

/** A widget on a transport of ours, and all that it sends and hears. */
async function open(connect, answer = HOST) {
  const sent = [];
  const transport = {
    send(message) {
      sent.push(structuredClone(message));
      if (message.method === "ui/initialize") transport.onmessage({ jsonrpc: "2.0", id: message.id, result: answer });
    },
  };
  const widget = connect({ name: "damage", version: "1" }, { transport });
  const heard = [];
  for (const type of HEARD) widget.on(type, (value) => heard.push([type, value]));
  await widget.ready;
  sent.length = 0;
  return { widget, sent, heard, say: transport.onmessage };
}

/** A call whose answer is made by `make(id)`. */
async function answered({ widget, sent, say }, method, make) {
  const end = { waits: true };
  const call = method === "tools/call" ? widget.callTool("tool") : widget.request(method);
  call.then((value) => Object.assign(end, { waits: false, value }), (error) => Object.assign(end, { waits: false, error }));
  const [{ id }] = sent.splice(0);
  say(make(id));
  await setImmediate();
  return end;
}

/** `as it came`, code for a value, an error's name with its path, or `waits`. */
function checkEnd(end, outcome, arrived) {
  if (outcome === "waits") return assert.deepEqual(end, { waits: true });
  const error = /^`(\w+Error)`(?: at `(.+)`)?$/.exec(outcome);
  if (error) {
    assert.equal(end.error?.name, error[1]);
    if (error[1] === "InvalidResultError") assert.equal(end.error.path, error[2]);
    return undefined;
  }
  assert.equal(end.error, undefined);
  if (outcome === "as it came") return assert.ok(Object.is(end.value, arrived), "the very object");
  assert.deepEqual(end.value, evaluate(outcome.slice(1, -1)));
  if (end.value.raw !== undefined) assert.equal(end.value.raw, arrived);
  return assert.notEqual(end.value, arrived);
}

/** The kinds of tables; each gets the cells before the last one, in which the codes stand. */
const KINDS = {
  async reply(connect, [arrives, outcome]) {
    const opened = await open(connect);
    let message;
    const end = await answered(opened, "tools/call", (id) => (message = evaluate(arrives, { id })));
    checkEnd(end, outcome, (Array.isArray(message) ? message[0] : message).result);
    assert.deepEqual(opened.sent, []);
    return opened.widget;
  },

  async result(connect, [method, result, outcome]) {
    const opened = await open(connect);
    const value = evaluate(result);
    checkEnd(await answered(opened, method, (id) => ({ jsonrpc: "2.0", id, result: value })), outcome, value);
    return opened.widget;
  },

  tool: (connect, cells) => KINDS.result(connect, ["tools/call", ...cells]),

  async request(connect, [arrives, answer]) {
    const opened = await open(connect);
    const message = evaluate(arrives);
    opened.say(message);
    await setImmediate();
    const replies = opened.sent.map(({ jsonrpc, ...reply }) => (assert.equal(jsonrpc, "2.0"), reply));
    if (answer === "none") assert.deepEqual(replies, []);
    else if (/^`-\d+`$/.test(answer)) assert.deepEqual(replies.map(({ id, error }) => [id, error.code]), [[message.id, Number(answer.slice(1, -1))]]);
    else assert.deepEqual(replies, [{ id: message.id, result: evaluate(answer.slice(1, -1)) }]);
    return opened.widget;
  },

  async notification(connect, [arrives, event]) {
    const opened = await open(connect);
    for (const message of [evaluate(`[${arrives}]`)].flat()) opened.say(message);
    await setImmediate();
    const told = /^`(\w+)` with `(.+)`$/.exec(event);
    assert.deepEqual(opened.heard, told ? [[told[1], evaluate(told[2])]] : []);
    assert.deepEqual(opened.sent, []);
    return opened.widget;
  },

  async foreign(connect, [arrives]) {
    const opened = await open(connect);
    opened.say(evaluate(arrives));
    await setImmediate();
    assert.deepEqual([opened.heard, opened.sent], [[], []]);
    return opened.widget;
  },

  async handshake(connect, [result, host]) {
    const { widget } = await open(connect, evaluate(result));
    assert.deepEqual(widget.host, evaluate(host));
    return widget;
  },
};

/** Checks a row: its last cell has the codes, the one before says what becomes of it, the others are code. */
export async function checkRow(connect, { kind, cells }) {
  const told = ["foreign", "handshake"].includes(kind) ? cells.length - 1 : cells.length - 2;
  const parts = cells.slice(0, -1).map((cell, index) => (index < told ? cell.replace(/^`|`$/g, "") : cell));
  const widget = await KINDS[kind](connect, parts);
  assert.deepEqual(widget.diagnostics.map(({ code }) => code), quoted(cells.at(-1)), "what is noted");
  widget.close();
}
