// Runs a case, and looks afterwards whether it left anything behind.

import * as check from "./check.mjs";
import { Clock } from "./clock.mjs";
import { Host } from "./host.mjs";
import { turn, wait, within } from "./real.mjs";
import { listenerCount, spoken, timerCount, troubles } from "./watch.mjs";

const INFO = { name: "behaviour", version: "1.0.0" };
/** How long a case may take, unless it says so itself. */
const PATIENCE = 10_000;

/** What a case gets. */
class Context {
  /** The package. */
  api;
  /** "sync" and "async" for transports in memory, "post" for a window. */
  delivery;
  wait = wait;
  turn = turn;
  links = [];
  hosts = [];
  widgets = [];
  #environment;
  #clock;

  constructor(environment) {
    this.#environment = environment;
    this.api = environment.api;
    this.engine = environment.engine;
    this.delivery = environment.delivery;
    this.newFrame = environment.newFrame;
    for (const name of ["dial", "connect", "open", "clock", "takeTroubles"]) this[name] = this[name].bind(this);
  }

  /** Connects to a host with this script; the handshake is under way. */
  dial(script = {}, { info = INFO, ...options } = {}) {
    // There is one window, and one host at a time.
    if (this.delivery === "post") for (const widget of this.widgets) widget.close();
    const link = this.#environment.link();
    const host = new Host(link, script);
    this.links.push(link);
    this.hosts.push(host);
    return { host, link, widget: this.connect(link, options, info) };
  }

  /** One more widget on a link. What it says of its size would depend on the page: that has tests of its own. */
  connect(link, given = {}, info = INFO) {
    const options = { autoResize: false, ...given };
    const widget = this.api.connect(info, link.transport ? { transport: link.transport, ...options } : options);
    this.widgets.push(widget);
    return widget;
  }

  /** Connects, and waits until it is. */
  async open(script, options) {
    const dialled = this.dial(script, options);
    await dialled.widget.ready;
    await dialled.host.until("ui/notifications/initialized");
    return dialled;
  }

  /** From now on time passes only as the case says. */
  clock() {
    this.#clock = new Clock();
    this.#clock.install();
    return this.#clock;
  }

  /** The exceptions that were reported so far; they are expected. */
  takeTroubles() {
    return troubles.splice(0);
  }

  async end() {
    for (const widget of this.widgets) widget.close();
    this.#clock?.restore();
    await this.hosts.at(-1)?.flush();
    await turn();
  }
}

/** Runs it. Resolves with the `ui/*` frames that were sent; rejects if it failed or left something behind. */
export async function run(test, environment) {
  troubles.length = 0;
  spoken.length = 0;
  const before = { timers: timerCount(), messages: listenerCount("message"), aborts: listenerCount("abort") };
  const context = new Context(environment);
  try {
    await within(test.patience ?? PATIENCE, test(context), "the case");
  } finally {
    await context.end();
  }
  for (const error of troubles.splice(0)) throw new Error(`reported: ${error?.message} ${error?.cause ?? ""} ${error?.stack}`, { cause: error });
  check.same(spoken, [], "written to the console");
  for (const { wrong } of context.hosts) check.same(wrong, [], "frames that no widget may send");
  check.equal(timerCount(), before.timers, "timers that are left");
  check.equal(listenerCount("message"), before.messages, "message listeners that are left");
  check.equal(listenerCount("abort"), before.aborts, "abort listeners that are left");
  for (const widget of context.widgets) check.equal(widget.pending, 0, "calls that are left");
  return context.hosts.flatMap((host) => host.frames.filter((frame) => String(frame?.method).startsWith("ui/")));
}
