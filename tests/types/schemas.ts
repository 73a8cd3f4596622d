// A schema gives `structuredContent` its type: anything of the shape of Standard Schema.
import type { StandardSchema, ToolResult, Widget } from "mcp-widget";
import { z } from "zod";
import type { Expect, Same } from "./expect.js";

interface Gifts {
  gifts: string[];
}
declare const widget: Widget;

/** As libraries declare it: what goes in differs from what comes out, and issues have paths of two kinds. */
declare const declared: {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "example";
    readonly validate: (value: unknown, options?: { readonly libraryOptions?: object | undefined }) => Outcome<Gifts> | Promise<Outcome<Gifts>>;
    readonly types?: { readonly input: string; readonly output: Gifts } | undefined;
  };
  parse(value: unknown): Gifts;
};
type Outcome<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export async function inferred(): Promise<void> {
  const one = await widget.callTool("suggest_gifts", {}, { schema: declared });
  const two = await widget.callTool("suggest_gifts", {}, { schema: z.object({ gifts: z.array(z.string()) }) });
  const three = await widget.callTool("count_gifts", {}, { schema: z.object({ count: z.string().transform(Number) }), timeout: 1 });
  type Inferred = [
    Expect<Same<typeof one, ToolResult<Gifts>>>,
    Expect<Same<typeof two, ToolResult<{ gifts: string[] }>>>,
    Expect<Same<typeof three, ToolResult<{ count: number }>>>,
  ];
  console.log(null as unknown as Inferred);

  // @ts-expect-error: the schema says otherwise
  one.structuredContent?.count;
  // @ts-expect-error: the schema is of something else
  widget.callTool<{ count: number }>("suggest_gifts", {}, { schema: declared });
  // @ts-expect-error: JSON Schema is data, and checks nothing
  widget.callTool("suggest_gifts", {}, { schema: { type: "object" } });
}

/** Written by hand, with no library. */
export const own: StandardSchema<Gifts> = {
  "~standard": {
    version: 1,
    vendor: "own",
    validate: (value) => (Array.isArray((value as Gifts).gifts) ? { value: value as Gifts } : { issues: [{ message: "no gifts", path: ["gifts"] }] }),
  },
};
