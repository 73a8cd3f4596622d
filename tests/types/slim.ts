// The entry without an engine: one option more, and that is required.
import { type SlimOptions, type Widget, connect } from "mcp-widget/slim";
import * as lowered from "mcp-widget/engine.js";
import { connect as connectAuto } from "mcp-widget";

declare const bytes: ArrayBuffer;
declare const view: Uint8Array;
declare const data: DataView;
declare const module: WebAssembly.Module;
declare const response: Response;
const info = { name: "gift-ideas", version: "1.0.0" };

const widget: Widget = connect(info, { engine: bytes });
connect(info, { engine: view, timeout: Infinity });
connect(info, { engine: data });
connect(info, { engine: module });
connect(info, { engine: new WebAssembly.Module(view as Uint8Array<ArrayBuffer>) });
connect(info, { engine: lowered });
export const options: SlimOptions = { engine: bytes, logger: console };
export const lazily = async (): Promise<Widget> => connect(info, { engine: await import("mcp-widget/engine.js") });

// @ts-expect-error: there is none inside
connect(info);
// @ts-expect-error: nor here
connect(info, {});
// @ts-expect-error: nothing is fetched
connect(info, { engine: "engine.wasm" });
// @ts-expect-error: nor this
connect(info, { engine: new URL("https://example.com/engine.wasm") });
// @ts-expect-error: nor awaited
connect(info, { engine: response.arrayBuffer() });
// @ts-expect-error: it is to be read first
connect(info, { engine: response });
// @ts-expect-error: it must be there
connect(info, { engine: undefined });
// @ts-expect-error: the others have their engine
connectAuto(info, { engine: bytes });

widget.close();
