// Where the language has it, a widget is closed by `using`.
import { connect } from "mcp-widget";

export async function once(): Promise<unknown> {
  using widget = connect({ name: "gift-ideas", version: "1.0.0" });
  return (await widget.callTool("suggest_gifts")).structuredContent;
}

// @ts-expect-error: a widget is closed at once, nothing is awaited
const later: AsyncDisposable = connect({ name: "gift-ideas", version: "1.0.0" });
export { later };
