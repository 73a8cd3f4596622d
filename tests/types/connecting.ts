// connect(), its options, and what a widget says of itself.
import { Widget, connect } from "mcp-widget";
import type { AppCapabilities, Diagnostic, Host, HostContext, Implementation, Logger, Transport, WidgetOptions } from "mcp-widget";
import type { Expect, Same } from "./expect.js";

const info: Implementation = { name: "gift-ideas", version: "1.0.0", title: "Gift ideas", icons: [{ src: "icon.svg" }] };
const capabilities: AppCapabilities = { availableDisplayModes: ["inline", "of-tomorrow"], experimental: { "x/y": {} }, "x/z": 1 };
const logger: Logger = { warn: (message, details) => console.warn(message.toUpperCase(), details) };
const options: WidgetOptions = { capabilities, logger, timeout: Infinity };

const widget: Widget = connect(info);
connect({ name: "gift-ideas", version: "1.0.0" }, options);
connect(info, { logger: console });
connect(info, { autoResize: false });

// @ts-expect-error: a version belongs to it
connect({ name: "gift-ideas" });
// @ts-expect-error: the name is text
connect({ name: 1, version: "1.0.0" });
// @ts-expect-error: it needs to know who connects
connect();
// @ts-expect-error: milliseconds, not a text
connect(info, { timeout: "60s" });
// @ts-expect-error: no such option
connect(info, { retries: 3 });
// @ts-expect-error: widgets are made by connect()
new Widget();
// @ts-expect-error: one does not choose the engine here
widget.engine = "js";
// @ts-expect-error: what `ready` resolves with
const notAHost: Promise<string> = widget.ready;

export type Said = [
  Expect<Same<Widget["engine"], "wasm" | "js" | "none">>,
  Expect<Same<typeof widget.ready, Promise<Host>>>,
  Expect<Same<typeof widget.host, Host | undefined>>,
  Expect<Same<typeof widget.diagnostics, readonly Diagnostic[]>>,
  Expect<Same<Diagnostic["count"], number>>,
];

export async function readHost(): Promise<string> {
  const host = await widget.ready;
  const context: HostContext = host.context;
  const variables: Record<string, string | undefined> | undefined = context.styles?.variables;
  const insets = context.safeAreaInsets && context.safeAreaInsets.top + context.safeAreaInsets.left;
  const known: boolean = host.capabilities.serverTools?.listChanged === true;
  const unknown: unknown = host.capabilities["of-tomorrow"] ?? context["of-tomorrow"];
  // @ts-expect-error: it may be missing
  widget.host.info;
  // @ts-expect-error: the host is what it is
  host.protocolVersion = "2025-01-01";
  // @ts-expect-error: diagnostics are not the caller's to change
  widget.diagnostics.push(widget.diagnostics[0]);
  return `${host.info.name} ${host.protocolVersion} ${context.theme ?? "light"} ${context.toolInfo?.id} ${variables} ${insets} ${known} ${unknown}`;
}

// A transport may be asynchronous or not, and may be a class.
const plain: Transport = { send: (message) => postMessage(message) };
class Channel implements Transport {
  onmessage?: ((message: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  async start(): Promise<void> {}
  async send(message: object): Promise<void> {
    this.onmessage?.(message);
  }
  async close(): Promise<void> {
    this.onclose?.();
  }
}
connect(info, { transport: plain });
connect(info, { transport: new Channel() });
// @ts-expect-error: a transport sends
connect(info, { transport: { start: () => {} } });

widget.close();
widget[Symbol.dispose]();
export { notAHost };
