// The widget without a host: what it asks, it asks the server, over HTTP. No line of the widget's is different for that: the build takes this
// file in the place of ../widget/transport.js (see `imports` in package.json).
import { connectServer, serverTransport } from "mcp-widget/client";
import { FIRST_CALL } from "../host/first-call.js";

const client = connectServer("/mcp", { info: { name: "mcp-widget-demo-page", title: "Demo page without a host", version: "0.1.0" } });

export const transport = serverTransport(client, {
  // Nobody has called anything, so the page does.
  tool: { name: "suggest_gifts", arguments: FIRST_CALL },
  // The widget has the whole page.
  hostContext: { displayMode: "fullscreen" },
});
