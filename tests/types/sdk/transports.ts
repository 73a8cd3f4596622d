// The transports of the MCP SDKs and of the official MCP Apps library fit as they are.
import { InMemoryTransport as Second } from "@modelcontextprotocol/client";
import { PostMessageTransport } from "@modelcontextprotocol/ext-apps";
import { InMemoryTransport as First } from "@modelcontextprotocol/sdk/inMemory.js";
import { connect } from "mcp-widget";

const info = { name: "gift-ideas", version: "1.0.0" };
connect(info, { transport: First.createLinkedPair()[0] });
connect(info, { transport: Second.createLinkedPair()[0] });
connect(info, { transport: new PostMessageTransport(window.parent, window.parent) });
// @ts-expect-error: the pair is two of them
connect(info, { transport: First.createLinkedPair() });
