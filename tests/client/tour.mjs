// Everything an ordinary program does with a server, written down. What the server does not offer is left out.

import { ending, list } from "./support/facts.mjs";

/** `calls` are tools to be called, `[name, arguments]`; `answers` what the handlers say, by method. */
export async function tour(
  { connectServer },
  url,
  { version = "auto", calls = [], reads = [], prompts = [], answers = {}, capabilities, timeout = 10_000 } = {},
) {
  const client = connectServer(url, { info: { name: "tour", version: "1.0.0" }, version, capabilities, timeout });
  const notifications = [];
  client.on("notification", ({ method, params }) => notifications.push({ method, params }));
  for (const [method, answer] of Object.entries(answers)) client.onRequest(method, () => answer);
  const ready = await ending(client.ready);
  if (ready.error) return { ready };
  const { info, capabilities: can, version: agreed } = client.server;
  const facts = { ready: { value: true }, server: { info, can, version: agreed } };
  if (can.tools) facts.tools = await ending(list(client.tools()));
  if (can.resources) {
    facts.resources = await ending(list(client.resources()));
    facts.templates = await ending(list(client.resourceTemplates()));
  }
  if (can.prompts) facts.prompts = await ending(list(client.prompts()));
  facts.calls = [];
  for (const [name, args] of calls) {
    const progress = [];
    facts.calls.push({ name, ...(await ending(client.callTool(name, args, { onprogress: (step) => progress.push(step) }))), progress });
  }
  facts.reads = [];
  for (const uri of reads) facts.reads.push(await ending(client.readResource(uri)));
  facts.gets = [];
  for (const [name, args] of prompts) facts.gets.push(await ending(client.getPrompt(name, args)));
  facts.notifications = notifications;
  facts.closed = await ending(client.close());
  return facts;
}
