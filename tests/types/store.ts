// `subscribe` and `getSnapshot` are a store of React's shape, handed over as they are.
import type { Host, Snapshot, Status, ToolResult, Widget } from "mcp-widget";
import type { Expect, Same } from "./expect.js";

declare function useSyncExternalStore<S>(subscribe: (onStoreChange: () => void) => () => void, getSnapshot: () => S, getServerSnapshot?: () => S): S;

export function useWidget({ subscribe, getSnapshot }: Widget): string {
  const snapshot = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  type Fields = [
    Expect<Same<typeof snapshot, Snapshot>>,
    Expect<Same<Snapshot["status"], Status>>,
    Expect<Same<Extract<keyof Snapshot, string>, "status" | "host" | "toolInput" | "toolInputPartial" | "toolResult" | "toolCancelled" | "error">>,
  ];
  // @ts-expect-error: a snapshot is changed by the widget alone
  snapshot.status = "ready";
  const host: Host | undefined = snapshot.host;
  const result: ToolResult | undefined = snapshot.toolResult;
  const asked: unknown = snapshot.toolInput?.budget ?? snapshot.toolInputPartial?.budget;
  return [host?.info.name, result?.isError, asked, snapshot.toolCancelled?.reason, snapshot.error?.message, null as unknown as Fields].join();
}

declare const widget: Widget;
const unsubscribe: () => void = widget.subscribe(() => {});
unsubscribe();
// @ts-expect-error: somebody must be told
widget.subscribe();
// @ts-expect-error: subscribers are told that, not what
widget.subscribe((snapshot: Snapshot) => snapshot);
