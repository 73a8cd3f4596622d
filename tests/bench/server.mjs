// An MCP server that costs as little as can be, in a process of its own: what it answers is made beforehand, but for the id.
//
// Serves an empty page, and MCP at /json and at /sse, which differ in how requests are answered. Prints its port. Tools are called by what they
// give: a number of bytes, or "events".

import { createServer } from "node:http";

const EVENTS = 10_000;
const PAGE = "<!doctype html><title>bench</title>";

const gift = (index) => ({ id: `gift-${index}`, name: "A board game for four", price: 45, tags: ["games", "evening"] });

/** A result of so many bytes, roughly. */
function sized(bytes) {
  const gifts = [gift(0)];
  const each = JSON.stringify(gift(10_000)).length + 1;
  for (let size = each; size < bytes; size += each) gifts.push(gift(gifts.length));
  return { content: [{ type: "text", text: "Here are some ideas" }], structuredContent: { gifts } };
}

const results = new Map();
/** The bytes of a result, with what closes a message around it. */
function bytesOf(bytes) {
  if (!results.has(bytes)) results.set(bytes, Buffer.from(`${JSON.stringify(sized(bytes))}}`));
  return results.get(bytes);
}

const log = (index) => ({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", logger: "gifts", data: { done: index, of: EVENTS } } });
const events = Buffer.from(Array.from({ length: EVENTS }, (_, index) => `event: message\ndata: ${JSON.stringify(log(index))}\n\n`).join(""));
const handshake = (version) => ({ protocolVersion: version, serverInfo: { name: "bench", version: "1" }, capabilities: { tools: {}, logging: {} } });
const HEADS = {
  json: { "content-type": "application/json" },
  sse: { "content-type": "text/event-stream", "cache-control": "no-store" },
};

function answer({ id, method, params }, response, kind) {
  const isStream = kind === "sse";
  const before = `${isStream ? "event: message\ndata: " : ""}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  const after = isStream ? "\n\n" : "";
  const said = params?.name === "events" ? [events] : [];
  const result = method === "tools/call" ? bytesOf(said.length > 0 ? 0 : Number(params.name)) : Buffer.from(`${JSON.stringify(method === "initialize" ? handshake(params.protocolVersion) : {})}}`);
  const body = Buffer.concat([...said, Buffer.from(before), result, Buffer.from(after)]);
  // A stream has no length.
  response.writeHead(200, isStream ? HEADS.sse : { ...HEADS.json, "content-length": body.length });
  response.end(body);
}

const server = createServer((request, response) => {
  const kind = request.url.slice(1);
  if (!Object.hasOwn(HEADS, kind)) return response.setHeader("content-type", "text/html").end(PAGE);
  if (request.method !== "POST") return response.writeHead(405).end();
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (piece) => (body += piece));
  request.on("end", () => {
    const message = JSON.parse(body);
    if (message.id === undefined) response.writeHead(202).end();
    else answer(message, response, kind);
  });
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
