// The MCP server of this page, through the official client.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";

const HOST_INFO = { name: "mcp-widget-demo-host", title: "Demo host", version: "0.1.0" };
const MIME_TYPE = "text/html;profile=mcp-app";

export { HOST_INFO };

export async function connectServer() {
  const client = new Client(HOST_INFO, {
    capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [MIME_TYPE] } } },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  const { tools } = await client.listTools();
  return { client, tools };
}

/** The tool by its name, else the first with a user interface; and the resource that shows its results. */
export function chooseTool(tools, { tool: name, ui }) {
  const withUi = tools.find((tool) => getToolUiResourceUri(tool) !== undefined);
  const tool = name ? tools.find((candidate) => candidate.name === name) : withUi;
  if (!tool) throw new Error(name ? `The server has no tool ${name}` : "The server has no tool with a user interface");
  const uri = ui ?? getToolUiResourceUri(tool) ?? (withUi && getToolUiResourceUri(withUi));
  if (!uri) throw new Error("No tool of the server names a UI resource");
  return { tool, uri };
}

/** The widget's HTML. */
export async function readHtml(client, uri) {
  const { contents } = await client.readResource({ uri });
  const page = contents.find((part) => part.mimeType === MIME_TYPE) ?? contents[0];
  if (typeof page?.text === "string") return page.text;
  if (typeof page?.blob === "string") {
    return new TextDecoder().decode(Uint8Array.from(atob(page.blob), (character) => character.charCodeAt(0)));
  }
  throw new Error(`${uri} holds no HTML`);
}

/** Keeps of the arguments what the tool's schema knows, so that one default serves every tool. */
export function argumentsFor(tool, args) {
  const known = tool.inputSchema?.properties ?? {};
  return Object.fromEntries(Object.entries(args).filter(([name]) => name in known));
}
