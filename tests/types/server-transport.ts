// A widget without a host, straight on its server.
import { connect } from "mcp-widget";
import type { HostContext, Transport } from "mcp-widget";
import { connectServer, serverTransport } from "mcp-widget/client";
import type { Client, ServerTransportOptions } from "mcp-widget/client";
import { connectServer as connectJs, serverTransport as onJs } from "mcp-widget/client/js";
import { connectServer as connectWasm, serverTransport as onWasm } from "mcp-widget/client/wasm";
import type { Expect, Same } from "./expect.js";

const info = { name: "gift-ideas", version: "1.0.0" };
const client: Client = connectServer("/mcp", { info });
const options: ServerTransportOptions = {
  hostInfo: { name: "page", version: "1.0.0", title: "A page" },
  hostContext: { theme: "dark", displayMode: "fullscreen", "x/y": 1 },
  tool: { name: "suggest_gifts", arguments: { budget: 100 } },
  onlog: ({ level, logger, data }) => void [level.toUpperCase(), logger?.length, data],
  closesClient: true,
};

const transport: Transport = serverTransport(client, options);
connect(info, { transport });
connect(info, { transport: serverTransport(client) });
connect(info, { transport: serverTransport(client, { hostContext: undefined, tool: { name: "suggest_gifts", arguments: undefined } }) });
// A client of any entry fits any of them.
connect(info, { transport: onJs(connectWasm("/mcp", { info })) });
connect(info, { transport: onWasm(connectJs("/mcp", { info })) });

// @ts-expect-error: a client, not an address
serverTransport("/mcp");
// @ts-expect-error: a tool has a name
serverTransport(client, { tool: { arguments: {} } });
// @ts-expect-error: arguments are an object
serverTransport(client, { tool: { name: "suggest_gifts", arguments: "all" } });
// @ts-expect-error: no such option
serverTransport(client, { theme: "dark" });

export type Said = [
  Expect<Same<ReturnType<typeof serverTransport>, Transport>>,
  Expect<Same<ServerTransportOptions["hostContext"], HostContext | undefined>>,
];
