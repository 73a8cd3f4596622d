// Runs an example as a reader would: in a module of its own, in a page, and what it logs must be what its comments say.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { formatWithOptions } from "node:util";

const PACKAGE = new URL("../../../../pkg/", import.meta.url);
const SHOWN = { compact: true, breakLength: Infinity, depth: 8 };

/** What stands for the browser where an example touches it. */
function browser() {
  const element = () => ({ style: { values: {}, setProperty(name, value) { this.values[name] = value; } }, dataset: {}, textContent: "" });
  const documentElement = Object.assign(element(), { getBoundingClientRect: () => ({ width: 320, height: 200.4 }) });
  const document = { documentElement, head: { append() {} }, createElement: element, querySelector: element };
  const ResizeObserver = class {
    #changed;
    constructor(changed) {
      this.#changed = changed;
    }
    observe() {
      this.#changed();
    }
    disconnect() {}
  };
  return { document, ResizeObserver };
}

/** Where the modules are written. */
export class Examples {
  #folder = mkdtempSync(join(tmpdir(), "mcp-widget-docs-"));
  #count = 0;
  #page;

  constructor(page) {
    this.#page = page;
    // As the package, but with every widget known, so that it can be closed.
    const entry = (name) => `export * from "${new URL(`${name}.js`, PACKAGE)}";
      import { connect as open } from "${new URL(`${name}.js`, PACKAGE)}";
      export const connect = (...parameters) => { const widget = open(...parameters); globalThis.example.widgets.push(widget); return widget; };`;
    for (const name of ["index", "js", "wasm", "slim"]) writeFileSync(join(this.#folder, `${name}.mjs`), entry(name));
  }

  /** `names` are what the example takes from around it. */
  async run({ code, names = {} }) {
    const logged = [];
    const console = Object.fromEntries(["log", "warn", "error"].map((name) => [name, (...values) => logged.push(formatWithOptions(SHOWN, ...values))]));
    const given = { ...browser(), console, host: this.#page, ...names };
    globalThis.example = { given, widgets: [] };
    const connected = /\bconnect\(/.test(code);
    const imports = connected ? "" : `import { connect as connect_ } from "mcp-widget"; const widget = connect_({ name: "gift-ideas", version: "1.0.0" }); await widget.ready;`;
    const source = `const { ${Object.keys(given).filter((name) => !new RegExp(`^(const|let) ${name}\\b`, "m").test(code))} } = globalThis.example.given; ${imports} ${code}\n`;
    const file = join(this.#folder, `${++this.#count}.mjs`);
    writeFileSync(file, source.replace(/from "([^".][^"]*)"/g, (_, name) => `from "${this.#resolve(name)}"`));
    const troubles = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => troubles.push(error);
    try {
      await import(pathToFileURL(file));
      await this.#page.settle();
      for (const [, method] of code.matchAll(/onRequest\("([^"]+)"/g)) await this.#ask(method);
      for (const trouble of troubles) throw trouble;
    } finally {
      for (const widget of globalThis.example.widgets) widget.close();
      globalThis.reportError = reportError;
    }
    const promised = [...code.matchAll(/console\.log\(.*\/\/ (.+)$/gm)].map(([, comment]) => comment);
    assert.deepEqual(logged, promised, "what it logs, and what its comments say");
  }

  /** What the example serves is served, with params that fit all of them. */
  async #ask(method) {
    const params = { reason: "test", a: 1, b: 2, name: "pick_gift", arguments: { name: "Kite" } };
    this.#page.say({ jsonrpc: "2.0", id: method, method, params });
    await this.#page.settle();
    const { result } = this.#page.sent.find(({ id, method: asked }) => id === method && asked === undefined) ?? {};
    assert.equal(typeof result, "object", `${method} is served`);
  }

  #resolve(name) {
    const own = /^mcp-widget(?:\/(\w+))?$/.exec(name);
    return own ? pathToFileURL(join(this.#folder, `${own[1] ?? "index"}.mjs`)).href : import.meta.resolve(name);
  }

  end() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
