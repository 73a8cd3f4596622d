// A host that does what a case tells it to, at the other end of a link.

import { within } from "./real.mjs";

/** What a host says of itself. */
export const HOST = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "scripted-host", version: "1.2.3" },
  hostCapabilities: { serverTools: {}, openLinks: {} },
  hostContext: { theme: "light", displayMode: "inline" },
};

/** An answer that is an error. */
export class Refusal {
  constructor(error) {
    this.error = error;
  }
}

const PATIENCE = 5_000;

export class Host {
  /** Everything that the widgets have sent. */
  frames = [];
  /** Frames that no widget may send. */
  wrong = [];
  #link;
  #script;
  #waiting = new Set();
  #ids = new Set();

  /** `script` has a function (params, frame) for each method; its result is the answer, `undefined` is none. */
  constructor(link, script) {
    this.#link = link;
    this.#script = { "ui/initialize": () => HOST, ...script };
    link.receive = (frame) => this.#receive(frame);
  }

  #receive(frame) {
    this.#inspect(frame);
    this.frames.push(frame);
    for (const waiter of [...this.#waiting]) waiter();
    if (frame?.method === undefined || frame.id === undefined) return;
    const answer = this.#script[frame.method]?.(frame.params, frame);
    if (answer === undefined) return;
    if (answer instanceof Refusal) this.say({ jsonrpc: "2.0", id: frame.id, error: answer.error });
    else this.say({ jsonrpc: "2.0", id: frame.id, result: answer });
  }

  /** Only JSON-RPC is ever sent, and no id is used twice. */
  #inspect(frame) {
    const keys = typeof frame === "object" && frame !== null ? Object.keys(frame).sort().join() : typeof frame;
    const shapes = ["id,jsonrpc,method", "id,jsonrpc,method,params", "jsonrpc,method", "jsonrpc,method,params", "id,jsonrpc,result", "error,id,jsonrpc"];
    if (!shapes.includes(keys) || frame.jsonrpc !== "2.0") this.wrong.push(`no JSON-RPC: ${keys}`);
    if (frame?.method !== undefined && frame.id !== undefined) {
      if (!Number.isSafeInteger(frame.id)) this.wrong.push(`id ${String(frame.id)}`);
      if (this.#ids.has(frame.id)) this.wrong.push(`id ${frame.id} twice`);
      this.#ids.add(frame.id);
    }
  }

  /** Says something to the widgets. Resolves with the object that arrived there. */
  say(message) {
    return this.#link.say(message);
  }

  notify(method, params) {
    return this.say({ jsonrpc: "2.0", method, params });
  }

  reply(request, result) {
    return this.say({ jsonrpc: "2.0", id: request.id, result });
  }

  refuse(request, error) {
    return this.say({ jsonrpc: "2.0", id: request.id, error });
  }

  /** Asks the widgets for something. Resolves with the reply. */
  async ask(id, method, params) {
    const known = this.frames.length;
    await this.say(params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params });
    return this.until((frame) => this.frames.indexOf(frame) >= known && frame.method === undefined && frame.id === id);
  }

  /** The frames of a method. */
  sent(method) {
    return this.frames.filter((frame) => frame.method === method);
  }

  /** The replies to an id. */
  repliesTo(id) {
    return this.frames.filter((frame) => frame.method === undefined && frame.id === id);
  }

  /** Waits for the frame number `count` of a method, or for one that satisfies a function. */
  until(wanted, count = 1) {
    const fits = typeof wanted === "function" ? wanted : (frame) => frame.method === wanted;
    const find = () => this.frames.filter(fits)[count - 1];
    let waiter;
    const found = new Promise((resolve) => {
      waiter = () => find() && resolve(find());
      this.#waiting.add(waiter);
      waiter();
    });
    return within(PATIENCE, found, `waiting for ${typeof wanted === "function" ? "a frame" : `${wanted} number ${count}`}`).finally(() =>
      this.#waiting.delete(waiter),
    );
  }

  /** Resolves when all that was sent until now, either way, has arrived. */
  flush() {
    return this.#link.flush();
  }
}
