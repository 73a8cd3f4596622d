// Events, and serving the host.
import type { EventInfo, Events, HostContext, ListenOptions, RequestHandler, Status, ToolResult, Widget } from "mcp-widget";
import type { Expect, Same } from "./expect.js";

declare const widget: Widget;

const off: () => void = widget.on("toolresult", (result: ToolResult, { replayed, duplicate, sequence }: EventInfo) => {
  console.log(result.content.length, replayed, duplicate, sequence + 1);
});
off();

widget.on("toolinput", (input) => input.budget);
widget.on("toolinputpartial", (input) => Object.keys(input));
widget.on("toolcancelled", ({ reason }) => reason?.length);
widget.on("hostcontextchanged", (changed: HostContext) => changed.theme);
widget.on("statuschange", (status: Status) => status);
widget.on("diagnostic", ({ code, path, message, count }) => `${code}${path}${message}${count}`);
widget.on("notification", ({ method, params }) => [method, params?.level]);

const options: ListenOptions = { once: true, replay: false, signal: new AbortController().signal };
widget.on("toolresult", async () => {}, options);
widget.on("toolresult", () => {}, {} as { signal: AbortSignal | undefined });

export type Heard = [
  Expect<Same<Events["toolresult"], ToolResult>>,
  Expect<Same<Status, "connecting" | "ready" | "failed" | "closed">>,
];

/** One function for any event. */
export function log<K extends keyof Events>(type: K): () => void {
  return widget.on(type, (value) => console.log(type, value));
}

// @ts-expect-error: no such event
widget.on("tool-result", () => {});
// @ts-expect-error: a listener listens
widget.on("toolresult");
// @ts-expect-error: a status is no result
widget.on("statuschange", (result: ToolResult) => result);
// @ts-expect-error: the input is no text
widget.on("toolinput", (input) => input.toUpperCase());
// @ts-expect-error: not a flag as in the DOM
widget.on("toolresult", () => {}, true);

const handler: RequestHandler = async (params, { signal, method }) => ({ method, aborted: signal.aborted, asked: params.question });
const stop: () => void = widget.onRequest("x/ask", handler);
stop();
widget.onRequest("ui/resource-teardown", () => {});
// @ts-expect-error: params are named
widget.onRequest("x/ask", (first: number) => first);
// @ts-expect-error: nobody serves it
widget.onRequest("x/ask");
