// The official library, for pages: bundled by the tests.
export { App, PostMessageTransport } from "@modelcontextprotocol/ext-apps";
export { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
