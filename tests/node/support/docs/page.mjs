// A page with a host around it, as far as a widget can tell: a window whose parent answers.

import { setImmediate } from "node:timers/promises";

export const HOST = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "example-host", version: "1.0.0" },
  hostCapabilities: { serverTools: {}, serverResources: {}, openLinks: {} },
  hostContext: { theme: "dark", displayMode: "inline", styles: { variables: { "--color-text-primary": "#eee" }, css: { fonts: "@font-face {}" } } },
};
const GIFTS = { gifts: [{ name: "Kite", price: 25 }, { name: "Teapot", price: 40 }] };
const text = (words) => [{ type: "text", text: words }];
const found = { content: text("2 gifts"), structuredContent: GIFTS };

class Refusal {
  constructor(code, message, data) {
    Object.assign(this, data === undefined ? { code, message } : { code, message, data });
  }
}

/** The server behind the host. A function gets the params and a way to speak before the answer. */
const ANSWERS = {
  "ui/initialize": () => HOST,
  "tools/call": ({ name, arguments: { budget } = {}, _meta }, say) => {
    if (name === "never") return undefined;
    if (name === "import_catalogue") say("notifications/progress", { progressToken: _meta.progressToken, progress: 1, total: 2 });
    if (name !== "suggest_gifts") return { content: text(`${name}: done`) };
    if (budget === undefined) return new Refusal(-32602, "budget is missing", { field: "budget" });
    return budget < 10 ? { content: text("No gift for this budget"), isError: true } : found;
  },
  "tools/list": () => ({ tools: [{ name: "suggest_gifts", inputSchema: { type: "object" } }] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, mimeType: "application/json", text: "[\"Kite\"]" }] }),
  "resources/list": ({ cursor }) =>
    cursor ? { resources: [{ uri: "gifts://b", name: "b" }] } : { resources: [{ uri: "gifts://a", name: "a" }], nextCursor: "2" },
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "gifts://{id}", name: "gift" }] }),
  "prompts/list": () => ({ prompts: [{ name: "congratulate" }] }),
  "prompts/get": () => ({ messages: [{ role: "user", content: { type: "text", text: "Write a card" } }] }),
  "sampling/createMessage": () => ({ role: "assistant", model: "example", content: { type: "text", text: "Happy birthday" } }),
  "ui/request-display-mode": ({ mode }) => ({ mode }),
  "ui/open-link": () => ({}),
  "ui/download-file": () => ({}),
  "ui/message": () => ({ isError: true, content: text("The composer is not empty") }),
  "ui/update-model-context": () => ({}),
  ping: () => ({}),
};

/** One window for the whole process: the engine keeps what it has found. */
export class Page {
  /** All that widgets have sent since `reset`. */
  sent = [];
  #answers = ANSWERS;
  #listeners = new Set();
  #parent = { postMessage: (message) => this.#hear(structuredClone(message)) };

  constructor() {
    globalThis.window = {
      parent: this.#parent,
      addEventListener: (_, listener) => this.#listeners.add(listener),
      removeEventListener: (_, listener) => this.#listeners.delete(listener),
    };
  }

  reset(answers = {}) {
    this.sent = [];
    this.#answers = { ...ANSWERS, ...answers };
  }

  /** The host says something. */
  say(message) {
    for (const listener of [...this.#listeners]) listener({ source: this.#parent, data: message });
  }

  notify(method, params) {
    this.say({ jsonrpc: "2.0", method, params });
  }

  async #hear(message) {
    this.sent.push(message);
    await undefined; // postMessage delivers later.
    const { id, method, params = {} } = message;
    if (method === "ui/notifications/initialized") {
      this.notify("ui/notifications/tool-input-partial", { arguments: { occasion: "birth" } });
      this.notify("ui/notifications/tool-input", { arguments: { occasion: "birthday", budget: 100 } });
      this.notify("ui/notifications/tool-result", found);
    }
    const answer = this.#answers[method]?.(params, (...note) => this.notify(...note));
    if (id === undefined || answer === undefined) return;
    this.say(answer instanceof Refusal ? { jsonrpc: "2.0", id, error: { ...answer } } : { jsonrpc: "2.0", id, result: answer });
  }

  /** Until nothing is under way. */
  async settle() {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  }
}
