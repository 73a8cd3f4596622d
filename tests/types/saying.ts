// What a widget says to its host by methods of their own.
import type { CallOptions, ContentBlock, DisplayMode, LogLevel, ModelContext, TeardownHandler, Widget } from "mcp-widget";
import type { Expect, Same } from "./expect.js";

declare const widget: Widget;
declare const options: CallOptions;
declare const box: DOMRect;

export async function ask(): Promise<void> {
  const answer = await widget.openLink("https://example.com", options);
  type Answer = Expect<Same<typeof answer, Record<string, unknown>>>;
  await widget.openLink(new URL("https://example.com"));
  // @ts-expect-error: an address
  await widget.openLink({ url: "https://example.com" });

  await widget.downloadFile([
    { type: "resource_link", uri: "gifts://catalogue", name: "catalogue.json" },
    { type: "resource", resource: { uri: "file:///a.txt", text: "a" } },
  ]);
  // @ts-expect-error: a text is no file
  await widget.downloadFile([{ type: "text", text: "a" }]);

  await widget.sendMessage("Order the kite", options);
  const blocks: ContentBlock[] = [{ type: "text", text: "Order the kite" }];
  await widget.sendMessage(blocks);
  // @ts-expect-error: an array of blocks
  await widget.sendMessage(blocks[0]);

  const context: ModelContext = { content: blocks, structuredContent: { liked: ["Kite"] } };
  await widget.updateModelContext(context);
  await widget.updateModelContext({}, options);
  // @ts-expect-error: no such member
  await widget.updateModelContext({ text: "The user likes kites" });

  const mode = await widget.requestDisplayMode("fullscreen", options);
  type Mode = Expect<Same<typeof mode, DisplayMode>>;
}

const nothing: void = widget.requestTeardown();
const level: LogLevel = "warning";
widget.log(level, { any: ["thing"] }, "gift-ideas");
widget.log("info", undefined);
// @ts-expect-error: not as in the console
widget.log("warn", "no gift fits");
widget.sendSize({ width: 300 });
widget.sendSize(box);
const still: () => void = widget.autoResize();
// @ts-expect-error: named sides
widget.sendSize(300);

const handler: TeardownHandler = async ({ reason }) => void reason?.length;
const stop: () => void = widget.onTeardown(handler);
widget.onTeardown(() => widget.callTool("save_draft"));
// @ts-expect-error: nobody is called
widget.onTeardown();
export { nothing, still, stop };
