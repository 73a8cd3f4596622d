// What each client scenario of the official conformance suite wants a client to do, in the page. The suite looks at what its server saw.

import { ending, list } from "./support/facts.mjs";

/** An answer to a form: what its schema says by default, and yes to what it leaves open. */
function accept({ requestedSchema: { properties = {} } = {} }) {
  const content = {};
  for (const [name, property] of Object.entries(properties)) {
    if ("default" in property) content[name] = property.default;
    else if (property.type === "boolean") content[name] = true;
  }
  return { action: "accept", content };
}

/** Arguments that fit a tool's schema, one for each property. */
const SAMPLES = { string: "us-west1", integer: 1, number: 1, boolean: true, array: [], object: {}, null: null };
const sample = ({ inputSchema: { properties = {} } }) =>
  Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, SAMPLES[type]]));

const scenarios = {
  initialize: async ({ client }) => list(client.tools()),

  async tools_call({ client }) {
    await list(client.tools());
    return client.callTool("add_numbers", { a: 2, b: 3 });
  },

  async "elicitation-sep1034-client-defaults"({ client }) {
    await list(client.tools());
    return client.callTool("test_client_elicitation_defaults", {});
  },

  async "sse-retry"({ client }) {
    await list(client.tools());
    return client.callTool("test_reconnection", {});
  },

  "request-metadata": async ({ client }) => list(client.tools()),

  async "http-standard-headers"({ client }) {
    for (const { name } of await list(client.tools())) await client.callTool(name, {});
    for (const { uri } of await list(client.resources())) await client.readResource(uri);
    for (const { name } of await list(client.prompts())) await client.getPrompt(name);
  },

  async "http-custom-headers"({ client, context }) {
    await list(client.tools());
    for (const { name, arguments: args } of context.toolCalls) await client.callTool(name, args);
  },

  async "http-invalid-tool-headers"({ client }) {
    for (const tool of await list(client.tools())) await client.callTool(tool.name, sample(tool));
  },

  async "sep-2322-client-request-state"({ client, rounds }) {
    await list(client.tools());
    // Between the rounds of one tool another is called.
    rounds.push(() => client.callTool("test_mrtr_unrelated", {}));
    for (const name of ["test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type"]) await client.callTool(name, {});
  },

  "json-schema-ref-no-deref": async ({ client }) => list(client.tools()),

  async "json-schema-2020-12-preservation"({ client }) {
    const { inputSchema } = (await list(client.tools())).find(({ name }) => name === "json_schema_2020_12_tool");
    return client.callTool("json_schema_echo", { schema: inputSchema });
  },
};

export const names = Object.keys(scenarios);

/** Plays the client of a scenario; gives what went wrong, if it did. */
export async function play({ connectServer }, url, { scenario, version, context }) {
  const rounds = [];
  const client = connectServer(url, {
    info: { name: "mcp-widget-conformance", version: "1.0.0" },
    version,
    timeout: 15_000,
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
  });
  client.onRequest("elicitation/create", async (params) => {
    await rounds.shift()?.();
    return accept(params);
  });
  client.onRequest("sampling/createMessage", () => ({ role: "assistant", model: "none", content: { type: "text", text: "yes" } }));
  client.onRequest("roots/list", () => ({ roots: [] }));
  await client.ready;
  const end = await ending(scenarios[scenario]({ client, context, rounds }));
  await client.close();
  return end;
}
