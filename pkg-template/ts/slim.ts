// No engine inside: the caller hands one over, for those who host it beside the page.

import type { Engine } from "./engine.js";
import { id } from "./engine/id.js";
import { EngineError } from "./errors.js";
import { forbidsWasm } from "./policy.js";
import type { Implementation, WidgetOptions } from "./types.js";
import { read } from "./values.js";
import { type Widget, connectWith } from "./widget.js";

export * from "./public.js";

export interface SlimOptions extends WidgetOptions {
  /**
   * What the core runs as, unless an engine runs in the page already: the bytes of `mcp-widget/engine.wasm`, a `WebAssembly.Module`
   * of them, or the module `mcp-widget/engine.js`.
   */
  engine: ArrayBuffer | ArrayBufferView | CompiledModule | { readonly id: string; instantiate(imports: object): object };
}

/** A `WebAssembly.Module`. Its own type has no members and would take anything; of a type whose members are all optional, one must fit. */
type CompiledModule = { then?: never };

/**
 * Connects to the host that embeds this page. Synchronous: it listens from this line on, and calls wait for the handshake.
 *
 * @throws {EngineError} no engine was given, it is of another release, or it cannot run here
 * @throws {TypeError} `engine` is something else
 */
export function connect(info: Implementation, options: SlimOptions): Widget {
  return connectWith([engineOf(options?.engine)], info, options);
}

function engineOf(given: unknown): Engine {
  if (given === undefined || given === null) return { kind: "wasm", instantiate: missing };
  const compiled = isA("WebAssembly.Module", given);
  if (compiled || isA("ArrayBuffer", given) || ArrayBuffer.isView(given)) {
    return {
      kind: "wasm",
      instantiate(imports) {
        if (forbidsWasm()) throw new EngineError("The page's own policy forbids WebAssembly");
        const module = compiled ? (given as WebAssembly.Module) : new WebAssembly.Module(bytesOf(given));
        const [section] = WebAssembly.Module.customSections(module, "mcp-widget");
        checkId(section && new TextDecoder().decode(section));
        return new WebAssembly.Instance(module, imports).exports;
      },
    };
  }
  const instantiate = read(given, "instantiate");
  if (typeof instantiate !== "function") throw new TypeError("engine must be the bytes of mcp-widget/engine.wasm, a WebAssembly.Module or the module mcp-widget/engine.js");
  return {
    kind: "js",
    instantiate(imports) {
      checkId(read(given, "id"));
      return instantiate(imports);
    },
  };
}

/** Chromium compiles no `DataView`. */
function bytesOf(source: any): BufferSource {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength) : source;
}

/** Of any realm: tests and servers may have several. */
function isA(name: string, value: unknown): boolean {
  return Object.prototype.toString.call(value) === `[object ${name}]`;
}

function missing(): never {
  throw new EngineError("options.engine is missing");
}

/** What is hosted by itself may be of another release than this. Imports have short names, which then mean something else. */
function checkId(found: unknown): void {
  if (found !== id) throw new EngineError("options.engine is not the engine of this release of mcp-widget");
}
