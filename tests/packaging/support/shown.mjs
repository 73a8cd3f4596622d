// A widget of the fixtures in the scripted host, as somebody sees it.
import assert from "node:assert/strict";

const PATIENCE = 10_000;

export class Shown {
  #page;
  #frame;

  constructor(page) {
    this.#page = page;
    this.#frame = page.frames()[1];
  }

  /** The whole scene of the host, from the first result to a call after a failed one. */
  async play(engine) {
    await this.#shows({ gifts: ["Candle", "Chess set"], status: "" });
    await this.#click({ gifts: ["Kite for a birthday", "Something below 100"], status: "" });
    await this.#click({ gifts: ["Kite for a birthday", "Something below 100"], status: "No gift for this budget" });
    await this.#click({ gifts: ["Kite for a birthday", "Something below 100"], status: "The server refused" });
    await this.#click({ gifts: ["Book"], status: "" });
    assert.deepEqual(await this.#frame.evaluate(() => ({ ...document.documentElement.dataset })), {
      engine,
      host: "scripted-host",
      error: "McpError -32001 true",
    });
    await this.#checkFrames();
  }

  /** What the page's policy forbade: directive and address. */
  violations() {
    return this.#frame.evaluate(() => window.violations);
  }

  /** What the widget posted to the host. */
  received() {
    return this.#page.evaluate(() => received);
  }

  #click(expected) {
    return this.#frame.evaluate(() => document.querySelector("button").click()).then(() => this.#shows(expected));
  }

  /** Waits; fails with what is there instead. */
  async #shows(expected) {
    const read = () =>
      this.#frame.evaluate(() => ({
        gifts: [...document.querySelectorAll("li")].map((item) => item.textContent),
        status: document.querySelector("[role=status]").textContent,
      }));
    const deadline = Date.now() + PATIENCE;
    let shown;
    do {
      shown = await read();
      if (JSON.stringify(shown) === JSON.stringify(expected)) return;
      await new Promise((resolve) => setTimeout(resolve, 15));
    } while (Date.now() < deadline);
    assert.deepEqual(shown, expected);
  }

  async #checkFrames() {
    const frames = await this.received();
    const of = (method) => frames.filter((frame) => frame.method === method);
    assert.ok(frames.every((frame) => frame.jsonrpc === "2.0"), "a frame is no JSON-RPC");
    assert.deepEqual(of("ui/initialize")[0].params.appInfo, { name: "gift-ideas", version: "1.0.0" });
    assert.equal(of("ui/notifications/initialized").length, 1);
    const calls = of("tools/call").map(({ params }) => [params.name, params.arguments]);
    const suggested = ["suggest_gifts", { occasion: "birthday", budget: 100 }];
    assert.deepEqual(calls, [["forbidden", undefined], suggested, suggested, suggested, suggested]);
  }
}
