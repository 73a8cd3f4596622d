// Servers that others wrote, on free ports, and what a client should get from each.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { McpServer, createMcpHandler, inputRequired, acceptedContent } from "@modelcontextprotocol/server";
import { McpServer as McpServer1, ResourceTemplate as Template1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const START_MS = 20_000;
const text = (text) => ({ type: "text", text });
const listen = (server) => new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));

async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a program; settles once it says something that fits. */
async function start(command, args, said, env = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let heard = "";
  const found = await new Promise((resolve, reject) => {
    const give = (why) => reject(new Error(`${command} ${args.join(" ")}: ${why}\n${heard}`));
    const timer = setTimeout(() => give("said nothing of listening"), START_MS);
    child.once("error", reject);
    child.once("exit", (code) => give(`ended with ${code}`));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece) => {
        heard += piece;
        const match = said.exec(heard);
        if (match) resolve((clearTimeout(timer), match));
      });
  }).catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", resolve);
      child.kill("SIGKILL");
    });
  return { found, stop };
}

async function everything(mode) {
  const port = await freePort();
  const program = join(createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json"), "../dist/index.js");
  const { stop } = await start(process.execPath, [program, mode], /listening on port|running on port/, { PORT: String(port) });
  return { origin: `http://127.0.0.1:${port}`, path: mode === "sse" ? "/sse" : "/mcp", stop };
}

async function serving(handle, more = () => {}) {
  const server = createServer((request, response) => handle(request, response).catch(() => response.destroy()));
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    path: "/mcp",
    async stop() {
      server.closeAllConnections();
      await more();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server on the first library: sessions, and answers on streams that can be resumed. */
async function sdk1() {
  const sessions = new Map();
  const make = () => {
    const server = new McpServer1({ name: "on-sdk-1", version: "1.0.0" }, { capabilities: { logging: {} } });
    server.registerTool("echo", { inputSchema: { text: z.string() } }, async ({ text: given }) => ({ content: [text(given)] }));
    server.registerTool("slow", { inputSchema: {} }, async (_, { sendNotification, _meta }) => {
      if (_meta?.progressToken !== undefined)
        await sendNotification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress: 1, total: 2 } });
      return { content: [text("done")] };
    });
    server.registerTool("ask", { inputSchema: {} }, async () => {
      const answer = await server.server.elicitInput({
        message: "Who?",
        requestedSchema: { type: "object", properties: { name: { type: "string" } } },
      });
      return { content: [text(answer.content.name)] };
    });
    server.registerResource("gift", "gift://1", {}, async ({ href }) => ({ contents: [{ uri: href, text: "a kite" }] }));
    server.registerResource("by id", new Template1("gift://{id}", { list: undefined }), {}, async ({ href }) => ({
      contents: [{ uri: href, text: "a gift" }],
    }));
    server.registerPrompt("card", { argsSchema: { to: z.string() } }, ({ to }) => ({ messages: [{ role: "user", content: text(`card to ${to}`) }] }));
    return server;
  };
  let count = 0;
  return serving(async (request, response) => {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (!transport && request.headers["mcp-session-id"]) return response.writeHead(404).end();
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => `sdk1-${++count}`,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await make().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
}

/** A server on the second library: of 2026-07-28, and without sessions of the versions before. */
async function sdk2() {
  const make = () => {
    const server = new McpServer({ name: "on-server-2", version: "2.0.0" }, { capabilities: { logging: {} } });
    server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, async ({ text: given }) => ({ content: [text(given)] }));
    server.registerTool("slow", { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken;
      if (token !== undefined) await mcpReq.notify({ method: "notifications/progress", params: { progressToken: token, progress: 1, total: 2 } });
      return { content: [text("done")] };
    });
    server.registerTool("ask", { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, "who");
      if (answer) return { content: [text(answer.name)] };
      return inputRequired({
        inputRequests: {
          who: inputRequired.elicit({ message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } }),
        },
      });
    });
    server.registerResource("gift", "gift://1", {}, async ({ href }) => ({ contents: [{ uri: href, text: "a kite" }] }));
    server.registerPrompt("card", { argsSchema: z.object({ to: z.string() }) }, ({ to }) => ({
      messages: [{ role: "user", content: text(`card to ${to}`) }],
    }));
    return server;
  };
  const handler = createMcpHandler(make);
  return serving(
    async (request, response) => {
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      const bodyless = ["GET", "HEAD", "DELETE"].includes(request.method);
      const answer = await handler.fetch(
        new Request(`http://${request.headers.host}${request.url}`, {
          method: request.method,
          headers: Object.entries(request.headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
          signal: gone.signal,
          ...(!bodyless && { body: Readable.toWeb(request), duplex: "half" }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.flushHeaders();
      if (answer.body) await pipeline(Readable.fromWeb(answer.body), response).catch(() => {});
      else response.end();
    },
    () => handler.close(),
  );
}

/** The demo's own server, on rmcp. It reads its widgets from files, so it is given some. */
async function gifts() {
  const binary = process.env.GIFT_SERVER ?? fileURLToPath(new URL("../../target/debug/gift-server", import.meta.url));
  const root = await mkdtemp(join(tmpdir(), "gifts-"));
  for (const name of ["widget.html", "rust-widget.html"]) await writeFile(join(root, name), "<!doctype html><title>a widget</title>");
  const { found, stop } = await start(binary, ["--port", "0", "--root", root], /listening on (http:\/\/\S+)/);
  return { origin: found[1], path: "/mcp", stop: () => stop().then(() => rm(root, { recursive: true })) };
}

const OWN = {
  calls: [
    ["echo", { text: "hé" }],
    ["slow", {}],
    ["ask", {}],
    ["none", {}],
  ],
  reads: ["gift://1"],
  prompts: [["card", { to: "Ann" }]],
};
const EVERYTHING = {
  calls: [
    ["echo", { message: "hé" }],
    ["get-sum", { a: 2, b: 3 }],
    ["trigger-long-running-operation", { duration: 0.3, steps: 3 }],
    ["trigger-sampling-request", { prompt: "?", maxTokens: 5 }],
    ["trigger-elicitation-request", {}],
    ["get-structured-content", { location: "Chicago" }],
  ],
  prompts: [["simple-prompt"], ["args-prompt", { city: "Ulm" }]],
};

function ownFacts({ server, tools, resources, prompts, calls, reads, gets }, assert, name) {
  const { echo, slow, ask, none } = Object.fromEntries(calls.map((call) => [call.name, call]));
  assert.equal(server.info.name, name);
  assert.deepEqual(
    [tools, resources, prompts].map(({ value }) => value?.length),
    [3, 1, 1],
  );
  assert.deepEqual(
    [echo, slow].map(({ value }) => value?.content[0].text),
    ["hé", "done"],
  );
  if (ask) assert.equal(ask.value?.content[0].text, "Ann", JSON.stringify(ask));
  // Either is in use for a tool that is not there.
  assert.ok(none.error === "McpError" ? none.code === -32602 : none.value?.isError, JSON.stringify(none));
  assert.equal(reads[0].value?.contents[0].text, "a kite");
  assert.equal(gets[0].value?.messages[0].content.text, "card to Ann");
}

function everythingFacts(
  { server, tools, resources, templates, prompts, calls: [echo, sum, long, sampling, elicitation, structured], gets },
  assert,
) {
  assert.equal(server.info.name, "mcp-servers/everything");
  assert.ok([tools, resources, templates, prompts].every(({ value }) => value?.length > 0));
  assert.match(echo.value?.content[0].text, /hé/);
  assert.match(sum.value?.content[0].text, /5/);
  assert.match(long.value?.content[0].text, /completed/i);
  assert.match(JSON.stringify(sampling.value), /Kite/);
  assert.match(JSON.stringify(elicitation.value), /Ann/);
  assert.ok(structured.value?.structuredContent);
  assert.ok(gets.every(({ value }) => value?.messages.length));
}

/** `start()` gives `{ origin, path, stop }`; `runs` are the versions that are asked for, with that which is agreed on. */
export const servers = {
  "server-everything over Streamable HTTP": {
    start: () => everything("streamableHttp"),
    tour: EVERYTHING,
    check: everythingFacts,
    runs: { auto: "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26" },
  },
  "server-everything over HTTP with SSE": {
    start: () => everything("sse"),
    tour: EVERYTHING,
    check: everythingFacts,
    runs: { auto: undefined, "2024-11-05": undefined },
  },
  "a server on sdk 1.x": {
    start: sdk1,
    tour: OWN,
    check: (facts, assert) => ownFacts(facts, assert, "on-sdk-1"),
    runs: { auto: "2025-11-25", "2025-06-18": "2025-06-18" },
  },
  "a server on server 2.x": {
    start: sdk2,
    tour: OWN,
    check: (facts, assert) => ownFacts(facts, assert, "on-server-2"),
    runs: { auto: "2026-07-28", "2026-07-28": "2026-07-28" },
  },
  "a server on server 2.x, before 2026-07-28": {
    // Without sessions nothing can be asked of the client.
    start: sdk2,
    tour: { ...OWN, calls: OWN.calls.filter(([name]) => name !== "ask") },
    check: (facts, assert) => ownFacts(facts, assert, "on-server-2"),
    runs: { "2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18" },
  },
  "the demo's server, on rmcp": {
    start: gifts,
    tour: {
      calls: [["suggest_gifts", { occasion: "birthday", budget: 100 }]],
      reads: ["ui://gift-server/gifts.html"],
      prompts: [["gift_congrats_style", {}]],
    },
    runs: { auto: undefined, "2025-06-18": "2025-06-18" },
    check({ tools, calls: [suggest], reads, resources, prompts }, assert) {
      assert.ok([tools, resources, prompts].every(({ value }) => value?.length > 0));
      assert.ok(suggest.value?.structuredContent.gifts.length, JSON.stringify(suggest));
      assert.match(reads[0].value?.contents[0].text, /a widget/);
    },
  },
};
