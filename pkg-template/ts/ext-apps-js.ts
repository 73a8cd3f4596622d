// `@modelcontextprotocol/ext-apps`, by its names and signatures, over the widget of this package.
// JavaScript only: runs under every policy, and tries nothing that one could report.

import type { Engine } from "./engine.js";
import { App as Base } from "./ext-apps/app.js";
import { jsEngine } from "./js-engine.js";

export * from "./ext-apps/public.js";

/** A widget, seen from inside: what it asks of its host, and what the host tells it. */
export class App extends Base {
  /** @internal */
  protected override engines(): readonly Engine[] {
    return [jsEngine];
  }
}
