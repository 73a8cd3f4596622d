// Calls: tools, resources, prompts, sampling, and everything else.
import { healJson, structured, textOf, type Widget } from "mcp-widget";
import type {
  CallOptions,
  CallToolOptions,
  ContentBlock,
  CreateMessageResult,
  GetPromptResult,
  Progress,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Tool,
  ToolResult,
} from "mcp-widget";
import type { Expect, Same } from "./expect.js";

interface Gifts {
  gifts: { name: string; price: number }[];
}

/** An interface has no index signature: arguments of such a type must do. */
interface Wish {
  occasion: string;
  budget?: number;
}

declare const widget: Widget;
declare const wish: Wish;

export async function tools(): Promise<void> {
  const untyped = await widget.callTool("suggest_gifts");
  type Untyped = Expect<Same<typeof untyped, ToolResult<unknown>>>;
  // @ts-expect-error: nobody said what it is
  untyped.structuredContent.gifts;

  const typed = await widget.callTool<Gifts>("suggest_gifts", wish);
  const price: number | undefined = typed.structuredContent?.gifts[0]?.price;
  // @ts-expect-error: a tool need not have structured content
  typed.structuredContent.gifts;
  // @ts-expect-error: no such member
  typed.structuredContent?.presents;
  // @ts-expect-error: what arrived is not the caller's to replace
  typed.raw = {};

  const options: CallOptions = {
    signal: new AbortController().signal,
    timeout: 0,
    maxTotalTimeout: Infinity,
    onprogress: ({ progress, total, message }: Progress) => console.log(progress / (total ?? 1), message?.length),
    _meta: { "x/trace": 1 },
  };
  const strict: CallToolOptions = { ...options, throwOnToolError: true };
  await widget.callTool("suggest_gifts", { occasion: "birthday" }, strict);
  await widget.callTool("suggest_gifts", undefined, options);
  await widget.callTool(...(["suggest_gifts", { budget: 100 }] as const));

  // What is optional may be handed on as `undefined`.
  const maybe = {} as { signal: AbortSignal | undefined; timeout: number | undefined; onprogress: ((progress: Progress) => void) | undefined };
  await widget.callTool("suggest_gifts", {}, maybe);

  // @ts-expect-error: a tool has a name
  widget.callTool();
  // @ts-expect-error: the name is text
  widget.callTool(Symbol("suggest_gifts"));
  // @ts-expect-error: arguments are an object
  widget.callTool("suggest_gifts", "birthday");
  // @ts-expect-error: nothing is `undefined`, not `null`
  widget.callTool("suggest_gifts", null);
  // @ts-expect-error: a signal, not its controller
  widget.callTool("suggest_gifts", {}, { signal: new AbortController() });
  // @ts-expect-error: no such option
  widget.callTool("suggest_gifts", {}, { retries: 3 });
  // @ts-expect-error: progress is no number
  widget.callTool("suggest_gifts", {}, { onprogress: (progress: number) => progress });
  // @ts-expect-error: only a tool can fail as a tool
  widget.readResource("mcp://gifts", { throwOnToolError: true });
  console.log(price, null as unknown as Untyped);
}

export async function results(result: ToolResult<Gifts>): Promise<string> {
  const text: string = textOf(result);
  const either = structured(result);
  type Either = Expect<Same<typeof either, { value: Gifts; from: "structuredContent" | "text" } | undefined>>;
  const failed: boolean | undefined = result.isError;
  const names = result.content.map((block: ContentBlock): string => {
    switch (block.type) {
      case "text":
        return block.text;
      case "image":
      case "audio":
        return block.mimeType;
      case "resource":
        return block.resource.text ?? block.resource.blob ?? block.resource.uri;
      case "resource_link":
        return `${block.title ?? block.name}: ${block.uri}`;
    }
  });
  const healed = healJson(text);
  type Healed = Expect<Same<typeof healed, unknown>>;
  // @ts-expect-error: only a text
  healJson(result);
  // @ts-expect-error: only the text
  textOf(text);
  // @ts-expect-error: there may be none
  either.value;
  return [text, failed, ...names, either?.value.gifts.length, null as unknown as [Either, Healed]].join();
}

export async function others(): Promise<void> {
  const read: ReadResourceResult = await widget.readResource("mcp://gift-server/resources/gift_catalog");
  await widget.readResource(new URL("https://example.com"), { timeout: 5_000 });
  const blob: string | undefined = read.contents[0]?.blob;
  // @ts-expect-error: by its address
  widget.readResource({ uri: "mcp://gift-server" });

  // Page after page, as lists are read.
  const all: { resources: Resource[]; templates: ResourceTemplate[]; tools: Tool[]; prompts: Prompt[] } = {
    resources: [],
    templates: [],
    tools: [],
    prompts: [],
  };
  let cursor: string | undefined;
  do {
    const page = await widget.listTools({ cursor });
    all.tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  all.resources.push(...(await widget.listResources()).resources);
  all.templates.push(...(await widget.listResourceTemplates({}, { timeout: 0 })).resourceTemplates);
  all.prompts.push(...(await widget.listPrompts({ cursor: "next" })).prompts);
  const needed: boolean | undefined = all.prompts[0]?.arguments?.[0]?.required;
  // @ts-expect-error: a cursor is text
  widget.listTools({ cursor: 1 });

  const prompt: GetPromptResult = await widget.getPrompt("gift_congrats_style", { tone: "warm" });
  const role: "user" | "assistant" | undefined = prompt.messages[0]?.role;
  // @ts-expect-error: the arguments of prompts are texts
  widget.getPrompt("gift_congrats_style", { tone: 1 });

  const message: CreateMessageResult = await widget.createMessage({ messages: [], maxTokens: 100 });
  // @ts-expect-error: there is something to say
  widget.createMessage();

  const anything: unknown = await widget.request("x/anything", { a: 1 }, { timeout: 1 });
  // @ts-expect-error: nobody knows what comes back
  (await widget.request("x/anything")).value;
  widget.notify("notifications/x", { a: 1 }) satisfies void;
  // @ts-expect-error: a method is text
  widget.notify(1);
  console.log(blob, needed, role, message.model, anything);
}
